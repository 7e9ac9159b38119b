//! What a report is made from.

use super::ending::Ending;
use super::options::Options;
use crate::compare::result::CaseResult;
use crate::explain::explanation::Explanation;

/// What came of a check: all that a report is made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checked<'check> {
    /// The results, in the order of the cases.
    pub(crate) results: &'check [CaseResult],
    /// Why cases failed.
    pub(crate) explanation: &'check Explanation,
    /// What the report looks like.
    pub(crate) options: &'check Options,
    /// How it ends.
    pub(crate) ending: Ending<'check>,
}

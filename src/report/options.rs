//! The options of reports.

use std::path::PathBuf;

use clap::ValueEnum;
use glob::Pattern;

use super::again::CommandLine;
use super::finding::{Finding, Reveal};
use crate::cases::case::Case;
use crate::cases::points::Points;

/// Format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people, printed case by case.
    #[default]
    Human,
    /// JSON with a version number.
    Json,
    /// XML that continuous integration shows.
    Junit,
    /// The file results.json of Gradescope.
    Gradescope,
}

/// Options of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Options {
    pub(crate) format: Format,
    /// File of the report; standard output then shows the human report.
    pub(crate) output: Option<PathBuf>,
    /// Points of a case without an entry in `cases.toml`.
    pub(crate) points: Points,
    pub(crate) reveal: Reveal,
    /// Whether the human report has the details of all cases and findings.
    pub(crate) verbose: bool,
    /// Names of other cases and causes to show in detail, or numbers of findings.
    pub(crate) details: Vec<Pattern>,
    /// The command of the program, with `{seed}` in place of the seed file.
    pub(crate) program: Option<String>,
    /// The command line that can run a failed case again, if there is one.
    pub(crate) command_line: Option<CommandLine>,
    /// Name of the edition, if its games can be replayed on the full screen.
    pub(crate) replayable: Option<&'static str>,
}

impl Options {
    /// Reports whether the details of a case are shown, whatever its causes are.
    pub(crate) fn details_case(&self, case: &Case) -> bool {
        let is_named = |name: &Pattern| name.matches(&case.name) || name.matches(case.last_part());
        self.verbose || self.details.iter().any(is_named)
    }

    /// Reports whether the details of the finding with this number are shown.
    pub(crate) fn details_finding(&self, number: usize, finding: &Finding) -> bool {
        let is_named = |name: &Pattern| {
            let cause = &finding.wording.name;
            finding.is_cause() && name.matches(cause) || name.as_str() == number.to_string()
        };
        self.verbose || self.details.iter().any(is_named)
    }
}

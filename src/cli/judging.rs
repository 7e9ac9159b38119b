//! The options that `check` and `grade` share: which cases are run, how they are
//! judged, and how much of that is shown.

use clap::Args;
use glob::Pattern;

use super::values;
use crate::cases::points::Points;
use crate::compare::tolerance::Tolerance;
use crate::report::options::Reveal;

/// Which cases are run, how they are judged, and how much of that is shown.
#[derive(Debug, Args)]
pub(crate) struct Judging {
    /// Tolerate these differences; several with commas between them; --lenient is
    /// the same
    #[arg(
        long,
        alias = "lenient",
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "Judging",
        value_parser = values::named(&Tolerance::ALL, Tolerance::name)
    )]
    pub(crate) tolerate: Vec<Tolerance>,

    /// Run only cases whose name, the last part of it or group matches; may be
    /// repeated
    #[arg(long, value_name = "GLOB", help_heading = "Selection", value_parser = values::glob)]
    pub(crate) filter: Vec<Pattern>,

    /// What a case is worth if no cases.toml says so
    #[arg(
        long,
        value_name = "N",
        help_heading = "Report",
        value_parser = values::points,
        default_value = "1"
    )]
    pub(crate) points: Points,

    /// What reports (of grade, those for students) show: expected and found, found
    /// only, or verdicts and names of causes only
    #[arg(
        long,
        value_name = "WHAT",
        help_heading = "Report",
        value_parser = values::named(&Reveal::ALL, Reveal::name),
        default_value = Reveal::default().name()
    )]
    pub(crate) reveal: Reveal,
}

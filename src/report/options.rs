//! The options of reports.

use std::path::PathBuf;

use clap::ValueEnum;
use glob::Pattern;
use serde::{Deserialize, Serialize};

use super::again::CommandLine;
use super::explanation::Finding;
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
    /// `JUnit` XML.
    Junit,
    /// The `results.json` of Gradescope.
    Gradescope,
}

/// Amount of information about a case in a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
pub(crate) enum Reveal {
    /// Expected and actual output.
    #[default]
    Full,
    /// Actual output only.
    Actual,
    /// Verdicts only.
    None,
}

/// Reader of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Audience {
    /// May see all cases.
    #[default]
    Instructor,
    /// May see visible cases only.
    Student,
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
    pub(crate) audience: Audience,
    /// Whether the human report has the details of all cases and causes.
    pub(crate) verbose: bool,
    /// Names of other cases and causes to show in detail, or numbers of causes.
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
        self.verbose || self.details.iter().any(|name| is_of_case(name, case))
    }

    /// Reports whether the details of the cause with this number are shown.
    pub(crate) fn details_cause(&self, number: usize, finding: &Finding) -> bool {
        self.verbose
            || self
                .details
                .iter()
                .any(|name| is_of_cause(name, number, finding))
    }
}

/// Reports whether a pattern matches the name of a case, or the last part of it.
pub(crate) fn is_of_case(name: &Pattern, case: &Case) -> bool {
    name.matches(&case.name) || name.matches(case.last_part())
}

/// Reports whether a pattern matches the name of a cause, or is its number.
pub(crate) fn is_of_cause(name: &Pattern, number: usize, finding: &Finding) -> bool {
    name.matches(&finding.wording.name) || name.as_str() == number.to_string()
}

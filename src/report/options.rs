//! What reports look like, and how much they show.

use std::path::PathBuf;

use clap::ValueEnum;
use glob::Pattern;
use serde::{Deserialize, Serialize};

use super::again::CommandLine;
use crate::cases::case::Case;
use crate::cases::points::Points;
use crate::explain::explanation::Finding;

/// What a report looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, as the cases come.
    #[default]
    Human,
    /// The Test Anything Protocol, version 13.
    Tap,
    /// JSON, in a form that has a version.
    Json,
    /// The XML of `JUnit`.
    Junit,
    /// The `results.json` of Gradescope.
    Gradescope,
}

/// How much of a case a report shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
pub(crate) enum Reveal {
    /// What is expected and what was found.
    #[default]
    Full,
    /// What was found only.
    Actual,
    /// The verdict only.
    None,
}

/// Who reads a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Who may see all cases.
    #[default]
    Instructor,
    /// Who may see only those that are visible.
    Student,
}

/// How results are reported.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Options {
    /// What the report looks like.
    pub(crate) format: Format,
    /// The file that it is written to; people still see their own.
    pub(crate) output: Option<PathBuf>,
    /// What a case is worth if nothing else says so.
    pub(crate) points: Points,
    /// How much is shown.
    pub(crate) reveal: Reveal,
    /// Who reads it.
    pub(crate) audience: Audience,
    /// Whether people see the details of all cases and causes.
    pub(crate) verbose: bool,
    /// The cases and causes of which they see the details else: by their names, or by the
    /// numbers of causes.
    pub(crate) details: Vec<Pattern>,
    /// What a case that failed can be run again with.
    pub(crate) command_line: CommandLine,
    /// The name of the edition, if its games can be shown on the full screen.
    pub(crate) replayable: Option<&'static str>,
}

impl Options {
    /// Whether people see the details of a case, whatever its causes are.
    pub(crate) fn details_case(&self, case: &Case) -> bool {
        self.verbose || self.details.iter().any(|name| is_of_case(name, case))
    }

    /// Whether people see the details of the cause that has this number in a list.
    pub(crate) fn details_cause(&self, number: usize, finding: &Finding) -> bool {
        let mut names = self.details.iter();
        self.verbose || names.any(|name| is_of_cause(name, number, finding))
    }
}

/// Whether this is a case's name, or the last part of it.
pub(crate) fn is_of_case(name: &Pattern, case: &Case) -> bool {
    name.matches(&case.name) || name.matches(case.last_part())
}

/// Whether this is a cause's name, or its number.
pub(crate) fn is_of_cause(name: &Pattern, number: usize, finding: &Finding) -> bool {
    name.matches(&finding.wording.name) || name.as_str() == number.to_string()
}

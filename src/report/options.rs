//! What reports look like, and how much they show.

use std::path::PathBuf;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::again::CommandLine;
use crate::cases::points::Points;

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
    /// Whether people see all that is wrong with each case.
    pub(crate) verbose: bool,
    /// What a case that failed can be run again with.
    pub(crate) command_line: CommandLine,
    /// The name of the edition, if its games can be shown on the full screen.
    pub(crate) replayable: Option<&'static str>,
}

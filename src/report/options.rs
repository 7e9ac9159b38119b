//! The options of reports.

use std::path::PathBuf;

use clap::ValueEnum;
use glob::Pattern;

use super::finding::Reveal;

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
    pub(crate) reveal: Reveal,
    /// Whether the human report has the details of all cases and findings.
    pub(crate) verbose: bool,
    /// Names of other cases and causes to show in detail, or numbers of findings.
    pub(crate) details: Vec<Pattern>,
    /// The command of the program, with `{seed}` in place of the seed file.
    pub(crate) program: Option<String>,
    /// Name of the edition, if its games can be replayed on the full screen.
    pub(crate) replayable: Option<&'static str>,
}

impl Options {
    /// Reports whether the details of the case or finding with these names are shown.
    pub(crate) fn has_details(&self, names: &[&str]) -> bool {
        let is_named = |pattern: &Pattern| names.iter().any(|name| pattern.matches(name));
        self.verbose || self.details.iter().any(is_named)
    }
}

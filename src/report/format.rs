//! The formats and options of a report.

use clap::ValueEnum;
use glob::Pattern;

use super::{finding::Reveal, gradescope, human::HumanRenderer, junit, results::Results};

/// Format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub enum Format {
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

impl Format {
    /// Renders a whole report. Only the human format uses the options.
    pub fn render(self, results: &Results, options: &Options) -> String {
        match self {
            Self::Human => HumanRenderer::plain(options).report(results),
            Self::Json => results.json(),
            Self::Junit => junit::report(results),
            Self::Gradescope => gradescope::report(results),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub reveal: Reveal,
    /// True if the human report has the details of all cases and findings.
    pub verbose: bool,
    /// Patterns for the names of cases and causes and the numbers of findings to show in detail.
    pub details: Vec<Pattern>,
    /// The command of the program, with `{seed}` in place of the seed file.
    pub program: Option<String>,
    /// Name of the edition, if its games can be replayed on the full screen.
    pub replayable: Option<&'static str>,
}

impl Options {
    /// Reports whether the details of the case or finding with these names are shown.
    pub fn has_details(&self, names: &[&str]) -> bool {
        let is_named = |pattern: &Pattern| names.iter().any(|name| pattern.matches(name));
        self.verbose || self.details.iter().any(is_named)
    }
}

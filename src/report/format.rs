//! The formats of a report.

use clap::ValueEnum;

use super::{
    gradescope,
    human::{HumanRenderer, Options},
    junit,
    results::Results,
};

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

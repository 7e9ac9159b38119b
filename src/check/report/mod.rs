//! Reports of results: five formats, all from one model.

mod gradescope;
pub(super) mod human;
mod json;
mod junit;
mod tap;
mod text;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use crate::check::progress::Progress;
use crate::check::result::CaseResult;
use crate::console::Console;
use crate::error::Error;
use crate::whole_file;

/// What a report looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
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

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Human,
        Self::Tap,
        Self::Json,
        Self::Junit,
        Self::Gradescope,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Tap => "tap",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Gradescope => "gradescope",
        }
    }

    /// The whole report.
    fn report(self, results: &[CaseResult], options: &Options) -> String {
        match self {
            Self::Human => human::report(results, options.reveal),
            Self::Tap => tap::report(results, options.reveal),
            Self::Json => json::report(results, options.reveal),
            Self::Junit => junit::report(results, options.reveal),
            Self::Gradescope => gradescope::report(results, options),
        }
    }
}

/// How much of a case a report shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reveal {
    /// What is expected and what was found.
    #[default]
    Full,
    /// What was found only.
    Actual,
    /// The verdict only.
    None,
}

impl Reveal {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Full, Self::Actual, Self::None];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Actual => "actual",
            Self::None => "none",
        }
    }
}

/// How results are reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// What the report looks like.
    pub format: Format,
    /// The file that it is written to; people still see theirs.
    pub output: Option<PathBuf>,
    /// What a case is worth.
    pub points: f64,
    /// How much is shown.
    pub reveal: Reveal,
}

/// How many cases there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Those that passed.
    pub passed: usize,
    /// Those that failed.
    pub failed: usize,
}

/// Takes the results as they come, and reports them.
#[derive(Debug)]
pub struct Reporter<'options> {
    options: &'options Options,
    results: Vec<CaseResult>,
    progress: Progress,
    colours: bool,
}

impl<'options> Reporter<'options> {
    /// A report on so many cases.
    #[must_use]
    pub fn new(options: &'options Options, cases: usize) -> Self {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let reporter = Self {
            options,
            results: Vec::new(),
            progress: Progress::new(cases as u64, "cases"),
            colours: io::stdout().is_terminal() && !no_colour,
        };
        reporter.show_progress();
        reporter
    }

    /// Whether people see the results on standard output.
    fn is_for_people(&self) -> bool {
        self.options.format == Format::Human || self.options.output.is_some()
    }

    /// Takes a result.
    ///
    /// # Errors
    ///
    /// Those of printing.
    pub fn add(&mut self, result: CaseResult, console: &mut Console) -> Result<(), Error> {
        self.progress.clear();
        if self.is_for_people() {
            let text = human::case(&result, self.options.reveal, self.colours);
            console.print_if_read(text.as_bytes())?;
        }
        self.results.push(result);
        self.show_progress();
        Ok(())
    }

    /// Ends the report.
    ///
    /// # Errors
    ///
    /// [`Error::Check`] if the report cannot be written to its file, and those
    /// of printing.
    pub fn end(self, console: &mut Console) -> Result<Summary, Error> {
        self.progress.clear();
        let summary = summary(&self.results);
        if self.is_for_people() {
            console.print_if_read(human::summary(summary, self.colours).as_bytes())?;
        }
        match &self.options.output {
            Some(path) => {
                let report = self.options.format.report(&self.results, self.options);
                let written =
                    whole_file::write(path.as_os_str(), |file| file.write_all(report.as_bytes()));
                written.map_err(|error| Error::file(path, &error))?;
            }
            None if self.options.format != Format::Human => {
                let report = self.options.format.report(&self.results, self.options);
                console.print_if_read(report.as_bytes())?;
            }
            None => {}
        }
        Ok(summary)
    }

    /// Makes room for an error that ends everything.
    pub fn break_off(&self) {
        self.progress.clear();
    }

    fn show_progress(&self) {
        self.progress.show(self.results.len() as u64);
    }
}

fn summary(results: &[CaseResult]) -> Summary {
    let passed = results.iter().filter(|result| result.passed()).count();
    Summary {
        passed,
        failed: results.len() - passed,
    }
}

/// A report as JSON.
fn to_json(report: &impl serde::Serialize) -> String {
    // Strings, numbers and lists always make JSON.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

//! Takes the results of cases as they come, and reports them.

use std::io::{self, IsTerminal};

use super::options::{Format, Options};
use super::summary::Summary;
use super::{gradescope, human, json, junit, tap};
use crate::grade::error::GradeError;
use crate::grade::judge::result::CaseResult;
use crate::grade::progress::Progress;
use crate::io::atomic_file;
use crate::io::console::Console;

/// Takes the results as they come, and reports them.
#[derive(Debug)]
pub(crate) struct Reporter<'options> {
    options: &'options Options,
    results: Vec<CaseResult>,
    progress: Progress,
    colours: bool,
}

impl<'options> Reporter<'options> {
    /// A report on so many cases.
    pub(crate) fn new(options: &'options Options, cases: usize) -> Self {
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
    pub(crate) fn add(
        &mut self,
        result: CaseResult,
        console: &mut Console,
    ) -> Result<(), GradeError> {
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
    /// [`GradeError::File`] if the report cannot be written to its file, and those
    /// of printing.
    pub(crate) fn end(self, console: &mut Console) -> Result<Summary, GradeError> {
        self.progress.clear();
        let summary = Summary::of(&self.results);
        if self.is_for_people() {
            console.print_if_read(human::summary(summary, self.colours).as_bytes())?;
        }
        match &self.options.output {
            Some(path) => {
                let report = report(&self.results, self.options);
                let written =
                    atomic_file::write(path.as_os_str(), |file| file.write_all(report.as_bytes()));
                written.map_err(|error| GradeError::file(path, error))?;
            }
            None if self.options.format != Format::Human => {
                let report = report(&self.results, self.options);
                console.print_if_read(report.as_bytes())?;
            }
            None => {}
        }
        Ok(summary)
    }

    /// Makes room for an error that ends everything.
    pub(crate) fn break_off(&self) {
        self.progress.clear();
    }

    fn show_progress(&self) {
        self.progress.show(self.results.len() as u64);
    }
}

/// The whole report in its format.
fn report(results: &[CaseResult], options: &Options) -> String {
    match options.format {
        Format::Human => human::report(results, options.reveal),
        Format::Tap => tap::report(results, options.reveal),
        Format::Json => json::report(results, options.reveal),
        Format::Junit => junit::report(results, options.reveal),
        Format::Gradescope => gradescope::report(results, options),
    }
}

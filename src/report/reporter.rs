//! Takes the results of cases as they come, and reports them.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;

use super::checked::{Checked, Ending, Summary};
use super::error::ReportError;
use super::options::{Format, Options};
use super::text::Legend;
use super::{gradescope, human, json, junit, tap};
use crate::cases::case::Case;
use crate::compare::result::CaseResult;
use crate::explain::explanation::Explanation;
use crate::io::atomic_file;
use crate::io::console::Console;
use crate::io::error::FileError;
use crate::io::progress::Progress;

/// What a report says while cases still run. It stays if the grader is killed.
const UNFINISHED: &str = "the check did not finish";

/// Takes the results as they come, and reports them.
#[derive(Debug)]
pub(crate) struct Reporter<'options> {
    options: &'options Options,
    results: Vec<CaseResult>,
    explanation: Explanation,
    not_run: Vec<Case>,
    progress: Progress,
    colours: bool,
    legend: Legend,
}

impl<'options> Reporter<'options> {
    /// Begins a report. If it is for a file, that has at once a report that
    /// says that the check did not finish.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or something else than a regular file has
    /// its name.
    pub(crate) fn new(options: &'options Options) -> Result<Self, ReportError> {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let reporter = Self {
            options,
            results: Vec::new(),
            explanation: Explanation::default(),
            not_run: Vec::new(),
            progress: Progress::new(0, "cases"),
            colours: io::stdout().is_terminal() && !no_colour,
            legend: Legend::default(),
        };
        if let Some(path) = &options.output {
            match fs::symlink_metadata(path) {
                Ok(there) if !there.is_file() => {
                    return Err(FileError::NotRegular { path: path.clone() }.into());
                }
                _ => reporter.write(path, Ending::Broken(UNFINISHED))?,
            }
        }
        Ok(reporter)
    }

    /// So many cases are going to be run.
    pub(crate) fn begin(&mut self, cases: usize) {
        self.progress = Progress::new(cases as u64, "cases");
        self.show_progress();
    }

    /// Whether people see the results on standard output.
    fn is_for_people(&self) -> bool {
        self.options.format == Format::Human || self.options.output.is_some()
    }

    /// Takes a result.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written to.
    pub(crate) fn add(
        &mut self,
        result: CaseResult,
        console: &mut Console,
    ) -> Result<(), ReportError> {
        if self.is_for_people() {
            let text = human::case(&result, self.options, self.colours, &mut self.legend);
            self.progress
                .suspend(|| console.print_if_read(text.as_bytes()))?;
        }
        self.results.push(result);
        self.show_progress();
        Ok(())
    }

    /// Takes the causes of the failures.
    pub(crate) fn explain(&mut self, explanation: Explanation) {
        self.explanation = explanation;
    }

    /// Of these, which are all cases, the ones without a result were not run,
    /// because a case before them failed.
    pub(crate) fn leave_out(&mut self, cases: impl Iterator<Item = Case>) {
        self.not_run = cases.skip(self.results.len()).collect();
    }

    /// Ends the report.
    ///
    /// # Errors
    ///
    /// The report cannot be written to its file, or standard output not.
    pub(crate) fn end(self, console: &mut Console) -> Result<Summary, ReportError> {
        self.progress.clear();
        let mut legend = self.legend;
        let ending = match self.not_run.as_slice() {
            [] => Ending::Complete,
            not_run => Ending::Stopped(not_run),
        };
        if self.is_for_people() {
            let end = human::end(self.checked(ending), self.colours, &mut legend);
            console.print_if_read(end.as_bytes())?;
        }
        self.finish(ending, console)?;
        Ok(Summary::of(&self.results, ending))
    }

    /// Ends the report with the error that ends everything.
    ///
    /// # Errors
    ///
    /// The report cannot be written to its file, or standard output not.
    pub(crate) fn break_off(self, reason: &str, console: &mut Console) -> Result<(), ReportError> {
        self.progress.clear();
        self.finish(Ending::Broken(reason), console)
    }

    /// Writes or prints the whole report, where people have not seen it yet.
    fn finish(&self, ending: Ending<'_>, console: &mut Console) -> Result<(), ReportError> {
        match &self.options.output {
            Some(path) => self.write(path, ending)?,
            None if self.options.format != Format::Human => {
                console.print_if_read(self.report(ending).as_bytes())?;
            }
            None => {}
        }
        Ok(())
    }

    fn write(&self, path: &Path, ending: Ending<'_>) -> Result<(), FileError> {
        let report = self.report(ending);
        atomic_file::replace(path, |file| file.write_all(report.as_bytes()))
            .map_err(|error| FileError::file(path, error))
    }

    /// The whole report in its format.
    fn report(&self, ending: Ending<'_>) -> String {
        let checked = self.checked(ending);
        match self.options.format {
            Format::Human => human::report(checked),
            Format::Tap => tap::report(checked),
            Format::Json => json::report(checked),
            Format::Junit => junit::report(checked),
            Format::Gradescope => gradescope::report(checked),
        }
    }

    fn checked<'reporter>(&'reporter self, ending: Ending<'reporter>) -> Checked<'reporter> {
        Checked {
            results: &self.results,
            explanation: &self.explanation,
            options: self.options,
            ending,
        }
    }

    fn show_progress(&self) {
        self.progress.show(self.results.len() as u64);
    }
}

//! Takes the results of cases as they come, and reports them.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::check_result::{Checked, Ending, Summary};
use super::error::ReportError;
use super::human::Surface;
use super::options::{self, Format, Options};
use super::summary::TerminalSize;
use super::text::Legend;
use super::{gradescope, human, json, junit, tap};
use crate::cases::case::Case;
use crate::cases::load::StoredCase;
use crate::compare::result::CaseResult;
use crate::explain::explanation::Explanation;
use crate::io::atomic_file;
use crate::io::console::{self, Console};
use crate::io::error::FileError;
use crate::io::progress::Progress;
use crate::io::visible::visible_path;

/// What a report says while cases still run. It stays if the grader is killed.
const UNFINISHED: &str = "the check did not finish";

/// Takes the results as they come, and reports them.
#[derive(Debug)]
pub(crate) struct Reporter<'options> {
    options: &'options Options,
    results: Vec<CaseResult>,
    explanation: Explanation,
    not_run: Vec<Case>,
    /// What the cases are called where there is little room.
    names: Vec<String>,
    /// How many of them expect an exit status.
    with_status: usize,
    progress: Progress,
    so_far: Arc<Mutex<SoFar>>,
    colours: bool,
    legend: Legend,
}

/// What is told of a check that is interrupted.
#[derive(Clone, Copy, Debug, Default)]
struct SoFar {
    cases: usize,
    done: usize,
    failed: usize,
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
            names: Vec::new(),
            with_status: 0,
            progress: Progress::with_time_left(0, "cases"),
            so_far: Arc::default(),
            colours: io::stdout().is_terminal() && !no_colour,
            legend: Legend::default(),
        };
        if let Some(path) = &options.output {
            match fs::symlink_metadata(path) {
                Ok(there) if !there.is_file() => {
                    return Err(FileError::not_regular(path).into());
                }
                _ => reporter.write(path, Ending::Broken(UNFINISHED))?,
            }
        }
        Ok(reporter)
    }

    /// These cases are going to be run.
    pub(crate) fn begin(&mut self, cases: &[StoredCase]) {
        let name = |case: &StoredCase| case.case.last_part().to_owned();
        self.names = cases.iter().map(name).collect();
        self.with_status = cases.iter().filter(|case| case.expects_status()).count();
        self.progress = Progress::with_time_left(cases.len() as u64, "cases");
        self.note(|so_far| so_far.cases = cases.len());
    }

    /// What tells, in a line, how far the check has come and how to go on, when it is
    /// interrupted.
    pub(crate) fn last_words(&self) -> impl FnOnce() + Send + 'static {
        let (so_far, progress) = (Arc::clone(&self.so_far), self.progress.clone());
        move || {
            let SoFar {
                cases,
                done,
                failed,
            } = *so_far.lock().unwrap_or_else(PoisonError::into_inner);
            progress.clear();
            let text = format!(
                "minesweeper-alpha: interrupted: {done} of {cases} cases done, {failed} failed; \
                 the same command begins again; --filter or the path of a case runs fewer\n"
            );
            console::report(text.as_bytes());
        }
    }

    fn note(&self, change: impl FnOnce(&mut SoFar)) {
        change(&mut self.so_far.lock().unwrap_or_else(PoisonError::into_inner));
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
        // Whoever reads the line may interrupt the check at once.
        self.note(|so_far| {
            so_far.done += 1;
            so_far.failed += usize::from(result.failed());
        });
        if self.is_for_people() {
            let text = human::case(&result, self.options, self.colours, &mut self.legend);
            if !text.is_empty() {
                self.progress
                    .suspend(|| console.print_if_read(text.as_bytes()))?;
            }
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
            let surface = Surface {
                colours: self.colours,
                screen: TerminalSize::of_output(),
            };
            let end = human::end(self.checked(ending), self.with_status, surface, &mut legend);
            console.print_if_read(end.as_bytes())?;
            self.tell_of_unknown_names();
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
        atomic_file::replace(path, report.as_bytes()).map_err(|error| FileError::file(path, error))
    }

    /// The whole report in its format.
    fn report(&self, ending: Ending<'_>) -> String {
        let checked = self.checked(ending);
        match self.options.format {
            Format::Human => human::report(checked, self.with_status),
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

    /// Says on standard error which names of `--details` belong to nothing.
    fn tell_of_unknown_names(&self) {
        let causes = self.explanation.ranked();
        for name in &self.options.details {
            let mut causes = causes.iter().enumerate();
            let run = self.results.iter().map(|result| &result.case);
            let mut known = run.chain(&self.not_run);
            let is_known = known.any(|case| options::is_of_case(name, case))
                || causes.any(|(index, cause)| options::is_of_cause(name, index + 1, cause));
            if !is_known {
                let name = visible_path(Path::new(name.as_str()));
                let text = format!("minesweeper-alpha: no case and no cause is called {name}\n");
                console::report(text.as_bytes());
            }
        }
    }

    /// Shows at a terminal how many cases are done, and which one runs.
    pub(crate) fn show_progress(&self) {
        let done = self.results.len();
        let running = self.names.get(done).map(|name| format!(": {name}"));
        self.progress
            .show_with(done as u64, &running.unwrap_or_default());
    }
}

//! Reports the results of `check` as they arrive.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::check_result::{Checked, Ending, Summary};
use super::explanation::Explanation;
use super::options::{self, Format, Options};
use super::result::CaseResult;
use super::text::Legend;
use super::{gradescope, human, json, junit};
use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::cases::load::StoredCase;
use crate::io::atomic_file;
use crate::io::console::{self, Console};
use crate::io::error::FileError;
use crate::io::progress::Progress;
use crate::io::visible::visible_path;

/// Error in the report file while cases are running. It remains if this process is killed.
const UNFINISHED: &str = "the check did not finish";

/// Collects and reports results.
#[derive(Debug)]
pub(crate) struct Reporter<'options> {
    options: &'options Options,
    results: Vec<CaseResult>,
    explanation: Explanation,
    not_run: Vec<Case>,
    /// Short names of the cases.
    names: Vec<String>,
    /// Number of cases that expect an exit status.
    with_status: usize,
    progress: Progress,
    counts: Arc<Mutex<Counts>>,
    colours: bool,
    legend: Legend,
}

/// Numbers of cases, for the message after an interrupt.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    cases: usize,
    done: usize,
    failed: usize,
}

impl<'options> Reporter<'options> {
    /// Starts a report. A report file states at once that the check did not finish. It must be
    /// a regular file or not exist yet.
    pub(crate) fn new(options: &'options Options) -> Result<Self, GradeError> {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let reporter = Self {
            options,
            results: Vec::new(),
            explanation: Explanation::default(),
            not_run: Vec::new(),
            names: Vec::new(),
            with_status: 0,
            progress: Progress::with_time_left(0, "cases"),
            counts: Arc::default(),
            colours: io::stdout().is_terminal() && !no_colour,
            legend: Legend::default(),
        };
        if let Some(path) = &options.output {
            match fs::symlink_metadata(path) {
                Ok(metadata) if !metadata.is_file() => {
                    return Err(FileError::not_regular(path).into());
                }
                _ => reporter.write(path, Ending::Broken(UNFINISHED))?,
            }
        }
        Ok(reporter)
    }

    /// Announces the cases that will be run.
    pub(crate) fn begin(&mut self, cases: &[StoredCase]) {
        let names = cases.iter().map(|case| case.case.last_part().to_owned());
        self.names = names.collect();
        self.with_status = cases.iter().filter(|case| case.expects_status()).count();
        self.progress = Progress::with_time_left(cases.len() as u64, "cases");
        self.count(|counts| counts.cases = cases.len());
    }

    /// Returns a function that reports, after an interrupt, how far the check came.
    pub(crate) fn interrupt_message(&self) -> impl FnOnce() + Send + 'static {
        let (counts, progress) = (Arc::clone(&self.counts), self.progress.clone());
        move || {
            let Counts {
                cases,
                done,
                failed,
            } = *counts.lock().unwrap_or_else(PoisonError::into_inner);
            progress.clear();
            let text = format!(
                "minesweeper-alpha: interrupted: {done} of {cases} cases done, {failed} failed; \
                 the same command begins again; --filter or the path of a case runs fewer\n"
            );
            console::report(text.as_bytes());
        }
    }

    fn count(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Reports whether standard output shows the human report.
    fn is_for_people(&self) -> bool {
        self.options.format == Format::Human || self.options.output.is_some()
    }

    /// Adds a result.
    pub(crate) fn add(
        &mut self,
        result: CaseResult,
        console: &mut Console,
    ) -> Result<(), GradeError> {
        // An interrupt may follow as soon as the line is printed.
        self.count(|counts| {
            counts.done += 1;
            counts.failed += usize::from(result.failed());
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

    /// Adds the causes of the failures.
    pub(crate) fn explain(&mut self, explanation: Explanation) {
        self.explanation = explanation;
    }

    /// Takes all cases, and notes that those without a result were skipped by `--fail-fast`.
    pub(crate) fn add_skipped(&mut self, cases: impl Iterator<Item = Case>) {
        self.not_run = cases.skip(self.results.len()).collect();
    }

    /// Completes the report.
    pub(crate) fn end(self, console: &mut Console) -> Result<Summary, GradeError> {
        self.progress.clear();
        let mut legend = self.legend;
        let ending = match self.not_run.as_slice() {
            [] => Ending::Complete,
            not_run => Ending::Stopped(not_run),
        };
        if self.is_for_people() {
            let checked = self.checked(ending);
            let end = human::end(checked, self.with_status, self.colours, &mut legend);
            console.print_if_read(end.as_bytes())?;
            self.warn_of_unknown_names();
        }
        self.finish(ending, console)?;
        Ok(Summary::of(&self.results, ending))
    }

    /// Completes the report with the error that aborted the check.
    pub(crate) fn abort(self, reason: &str, console: &mut Console) -> Result<(), GradeError> {
        self.progress.clear();
        self.finish(Ending::Broken(reason), console)
    }

    /// Writes or prints the whole report, unless it has been printed case by case.
    fn finish(&self, ending: Ending<'_>, console: &mut Console) -> Result<(), GradeError> {
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

    fn report(&self, ending: Ending<'_>) -> String {
        let checked = self.checked(ending);
        match self.options.format {
            Format::Human => human::report(checked, self.with_status),
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

    /// Warns of names in `--details` that match neither a case nor a cause.
    fn warn_of_unknown_names(&self) {
        for name in &self.options.details {
            let mut causes = self.explanation.causes().enumerate();
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

    /// Updates the progress line.
    pub(crate) fn show_progress(&self) {
        let done = self.results.len();
        let running = self.names.get(done).map(|name| format!(": {name}"));
        self.progress
            .show_with(done as u64, &running.unwrap_or_default());
    }
}

//! Reports the results of `check` as they arrive.

use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::finding::Finding;
use super::human::Human;
use super::options::{Format, Options};
use super::results::{CaseResult, Results};
use super::{gradescope, junit};
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
    human: Human<'options>,
    results: Vec<CaseResult>,
    /// Short names of the cases.
    names: Vec<String>,
    /// Number of cases that expect an exit status.
    with_status: usize,
    progress: Progress,
    counts: Arc<Mutex<Counts>>,
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
        let has_colours = io::stdout().is_terminal() && !no_colour;
        let reporter = Self {
            options,
            human: Human::new(options, has_colours),
            results: Vec::new(),
            names: Vec::new(),
            with_status: 0,
            progress: Progress::with_time_left(0, "cases"),
            counts: Arc::default(),
        };
        if let Some(path) = &options.output {
            match fs::symlink_metadata(path) {
                Ok(metadata) if !metadata.is_file() => {
                    return Err(FileError::not_regular(path).into());
                }
                _ => reporter.write(path, &Results::aborted(Vec::new(), UNFINISHED))?,
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
            let mut shown = result.clone();
            shown.hide(self.options.reveal);
            let text = self.human.case(&shown);
            if !text.is_empty() {
                self.progress
                    .suspend(|| console.print_if_read(text.as_bytes()))?;
            }
        }
        self.results.push(result);
        self.show_progress();
        Ok(())
    }

    /// Completes the report. Cases without a result were skipped by `--fail-fast`.
    pub(crate) fn end(
        mut self,
        cases: Vec<StoredCase>,
        findings: Vec<Finding>,
        console: &mut Console,
    ) -> Result<Results, GradeError> {
        self.progress.clear();
        let mut results = std::mem::take(&mut self.results);
        let skipped = cases.into_iter().skip(results.len());
        results.extend(skipped.map(|case| CaseResult::not_run(case.case)));
        let results = Results::new(results, findings).revealed(self.options.reveal);
        if self.is_for_people() {
            let end = self.human.end(&results, self.with_status);
            console.print_if_read(end.as_bytes())?;
            self.warn_of_unknown_names(&results);
        }
        self.finish(&results, console)?;
        Ok(results)
    }

    /// Completes the report with the error that aborted the check.
    pub(crate) fn abort(mut self, error: &str, console: &mut Console) -> Result<(), GradeError> {
        self.progress.clear();
        let results = Results::aborted(std::mem::take(&mut self.results), error);
        self.finish(&results.revealed(self.options.reveal), console)
    }

    /// Writes or prints the whole report, unless it has been printed case by case.
    fn finish(&self, results: &Results, console: &mut Console) -> Result<(), GradeError> {
        match &self.options.output {
            Some(path) => self.write(path, results)?,
            None if self.options.format != Format::Human => {
                console.print_if_read(self.report(results).as_bytes())?;
            }
            None => {}
        }
        Ok(())
    }

    fn write(&self, path: &Path, results: &Results) -> Result<(), FileError> {
        let report = self.report(results);
        atomic_file::replace(path, report.as_bytes()).map_err(|error| FileError::file(path, error))
    }

    fn report(&self, results: &Results) -> String {
        match self.options.format {
            Format::Human => Human::new(self.options, false).report(results, self.with_status),
            Format::Json => results.json(),
            Format::Junit => junit::report(results),
            Format::Gradescope => gradescope::report(results),
        }
    }

    /// Warns of names in `--details` that match neither a case nor a finding.
    fn warn_of_unknown_names(&self, results: &Results) {
        for name in &self.options.details {
            let only = Options {
                details: vec![name.clone()],
                ..Options::default()
            };
            let mut findings = (1..).zip(&results.findings);
            let is_known = results.cases.iter().any(|it| only.details_case(&it.case))
                || findings.any(|(number, finding)| only.details_finding(number, finding));
            if !is_known {
                let name = visible_path(Path::new(name.as_str()));
                let text = format!("minesweeper-alpha: no case and no finding is called {name}\n");
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

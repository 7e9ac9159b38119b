//! `check`: compares a program with test cases.

use std::path::PathBuf;

use super::players::{Setting, test_all};
use crate::{
    analyse::{Evidence, explain_failures},
    cases::{Selection, load::load},
    error::{Error, FAILED},
    io::{Console, Progress, on_interrupt, warn},
    report::{Finding, Format, Options, Reporter, Verdict},
};

/// Exit status if no case failed, but some could not be graded.
const NOT_GRADED: u8 = 2;

/// The end of the message after an interrupt.
const INTERRUPTED: &str = "cases done, no results kept; --filter or the path of a case runs fewer";

#[derive(Debug)]
pub struct Check {
    pub setting: Setting,
    pub selection: Selection,
    /// True if the check stops after the first failed case.
    pub fail_fast: bool,
    pub format: Format,
    /// File of the report. With a file, standard output shows the human report.
    pub output: Option<PathBuf>,
    pub report: Options,
}

/// Checks the cases and reports the results; returns the exit status. The report contains the error
/// that aborts a check.
pub fn check(check: &Check, console: &mut Console) -> Result<u8, Error> {
    let mut reporter = Reporter::new(check.format, check.output.as_deref(), &check.report)?;
    let results = match check_cases(check, &mut reporter, console) {
        Ok(findings) => reporter.end(Ok(findings), console)?,
        Err(error) => {
            reporter.end(Err(&error), console)?;
            return Err(error);
        }
    };
    let not_graded = results.count(Verdict::CouldNotBeGraded);
    if not_graded > 0 {
        warn("some cases could not be graded: check again when the machine is less busy");
    }
    Ok(match (results.failed_count(), not_graded) {
        (0, 0) => 0,
        (0, _) => NOT_GRADED,
        _ => FAILED,
    })
}

fn check_cases(
    check: &Check,
    reporter: &mut Reporter,
    console: &mut Console,
) -> Result<Vec<Finding>, Error> {
    let ending = check.setting.edition.case_ending;
    let has_short_names = check.format == Format::Gradescope;
    let (cases, files) = load(&check.selection, ending, has_short_names)?;
    let report = check.output.as_deref();
    let players = check.setting.players(&files, report.as_slice())?;
    reporter.progress = Progress::with_time_left(cases.len() as u64, "cases");
    on_interrupt(&reporter.progress, INTERRUPTED.to_owned())?;
    reporter.progress.show(0);
    let mut evidence = Evidence::new()?;
    let mut has_passed = false;
    test_all(&players, &cases, |number, tested| {
        evidence.keep(number, &tested.result, tested.runs)?;
        let has_failed = tested.result.has_failed();
        has_passed |= tested.result.has_passed();
        reporter.add(tested.result, console)?;
        Ok(has_failed && check.fail_fast)
    })?;
    check.setting.warn_of_edition(&cases, has_passed);
    let settings = players.analysis_settings();
    Ok(explain_failures(settings, &cases, &evidence, |_| true)?)
}

//! `check`: compares a program with test cases.

use super::{players::test_all, setting::Setting};
use crate::{
    analyse::{Evidence, explain_failures},
    cases::{Selection, load::load},
    error::{Error, FAILED},
    io::{Console, Progress, on_interrupt, warn},
    report::{Finding, Format, ReportRequest, Reporter, Verdict},
};

/// Exit status if no case failed, but some could not be graded.
const NOT_GRADED: u8 = 2;

/// The end of the message after an interrupt.
const INTERRUPTED: &str = "cases done, no results kept; --filter or the path of a case runs fewer";

#[derive(Debug)]
pub struct CheckRequest {
    pub setting: Setting,
    pub selection: Selection,
    /// True if the check stops after the first failed case.
    pub fail_fast: bool,
    pub report: ReportRequest,
}

/// Checks the cases and reports the results; returns the exit status. The report contains the error
/// that aborts a check.
pub fn check(request: &CheckRequest, console: &mut Console) -> Result<u8, Error> {
    let mut reporter = Reporter::new(&request.report)?;
    let findings = check_cases(request, &mut reporter, console);
    let results = reporter.end(findings, console)?;
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
    request: &CheckRequest,
    reporter: &mut Reporter,
    console: &mut Console,
) -> Result<Vec<Finding>, Error> {
    let ending = request.setting.edition.case_ending;
    let has_short_names = request.report.format == Format::Gradescope;
    let (cases, files) = load(&request.selection, ending, has_short_names)?;
    let report_file = request.report.file.as_deref();
    let players = request.setting.players(&files, report_file.as_slice())?;
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
        Ok(has_failed && request.fail_fast)
    })?;
    request.setting.warn_of_edition(&cases, has_passed);
    let settings = players.analysis_settings();
    Ok(explain_failures(settings, &cases, &evidence, |_| true)?)
}

//! `check`: any program against test cases.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use super::case::{self, Case, Expected};
use super::error::GradeError;
use super::judge::result::CaseResult;
use super::judge::tolerance::Tolerances;
use super::judge::verdict::Judge;
use super::report::options::Options;
use super::report::reporter::Reporter;
use super::runner::pool::each_in_order;
use super::runner::process_group;
use super::runner::program::Program;
use super::runner::run::{Limits, Streams};
use super::setting::{Setting, run_case};
use crate::field::lines::{self, Line};
use crate::io::console::Console;

/// What is to be checked, and how.
#[derive(Debug)]
pub(crate) struct Check {
    /// Folders of cases, or single ones.
    pub(crate) cases: Vec<PathBuf>,
    /// What is run.
    pub(crate) setting: Setting,
    /// What is tolerated.
    pub(crate) tolerances: Tolerances,
    /// The share of the cases that is run.
    pub(crate) partition: Partition,
    /// How it is reported.
    pub(crate) report: Options,
}

/// A share of the cases: every `of`-th one, from the `share`-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Partition {
    /// The number of the share, from 1.
    pub(crate) share: usize,
    /// How many shares there are.
    pub(crate) of: usize,
}

/// The exit status when a case failed.
pub(crate) const FAILED: u8 = 1;

/// Checks the cases and reports them; returns the exit status.
///
/// # Errors
///
/// [`GradeError`]: there is no case, a case expects nothing, a file cannot be
/// read, the command cannot be started, or the report cannot be printed.
pub(crate) fn check(check: &Check, console: &mut Console) -> Result<u8, GradeError> {
    let cases = share(
        case::find(&check.cases, check.setting.edition.case_ending)?,
        check.partition,
    );
    for case in &cases {
        if case.expected()? == Expected::default() {
            return Err(GradeError::NothingExpected {
                case: case.name.clone(),
            });
        }
    }
    let program = check.setting.candidate()?;
    process_group::end_with_this_program()
        .map_err(GradeError::system("catching termination signals"))?;
    let mut reporter = Reporter::new(&check.report, cases.len());
    let judge = Judge {
        tolerances: &check.tolerances,
        markers: &check.setting.edition.markers,
    };
    let test = |case: &Case| test(case, &program, &judge, &check.setting.limits);
    let checked = each_in_order(&cases, check.setting.jobs, test, |result| {
        reporter.add(result?, console)?;
        Ok(ControlFlow::Continue(()))
    });
    if let Err(error) = checked {
        reporter.break_off();
        return Err(error);
    }
    let summary = reporter.end(console)?;
    Ok(if summary.failed > 0 { FAILED } else { 0 })
}

fn share(cases: Vec<Case>, Partition { share, of }: Partition) -> Vec<Case> {
    cases.into_iter().skip(share - 1).step_by(of).collect()
}

/// Runs a case and judges it.
pub(crate) fn test(
    case: &Case,
    program: &Program,
    judge: &Judge,
    limits: &Limits,
) -> Result<CaseResult, GradeError> {
    let expected = case.expected()?;
    let input = input_lines(&case.read_input()?);
    let start = Instant::now();
    let mut failures = Vec::new();
    if expected.out.is_some() || expected.err.is_some() || expected.status.is_some() {
        let run = run_case(case, program, Streams::Separate, limits)?;
        failures.extend(judge.separate(&run, &expected, &input));
    }
    if expected.merged.is_some() {
        let run = run_case(case, program, Streams::Merged, limits)?;
        failures.extend(judge.merged(&run, &expected, &input));
    }
    Ok(CaseResult::new(case.clone(), failures, start.elapsed()))
}

/// The lines of an input; one that is too long is empty.
fn input_lines(input: &[u8]) -> Vec<Vec<u8>> {
    let text = |line| match line {
        Line::Text(line) => line.to_vec(),
        Line::TooLong | Line::End => Vec::new(),
    };
    lines::split(input).map(text).collect()
}

//! `check`: any program against test cases.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::FAILED;
use super::error::GradeError;
use super::interrupt::Watch;
use super::players::{Player, Setting};
use super::tested_case::{Tested, test};
use crate::cases::load::{StoredCase, load};
use crate::cases::selection::Selection;
use crate::compare::tolerance::Tolerances;
use crate::compare::verdict::Judge;
use crate::explain::evidence::Evidence;
use crate::explain::idle::IdleFlaws;
use crate::explain::material::{CaseOutcome, Material};
use crate::io::console::{self, Console};
use crate::io::store::Store;
use crate::report::options::Options;
use crate::report::reporter::Reporter;
use crate::run::parallel::each_in_order;

/// The exit status when no case failed, but some could not be graded.
const NOT_GRADED: u8 = 2;

const NOT_ALL_GRADED: &[u8] =
    b"minesweeper-alpha: not all cases could be graded: check them again when less else runs\n";

/// What is to be checked, and how.
#[derive(Debug)]
pub(crate) struct Check {
    /// Folders of cases, or single ones.
    pub(crate) cases: Vec<PathBuf>,
    /// What is run.
    pub(crate) setting: Setting,
    /// What is tolerated.
    pub(crate) tolerances: Tolerances,
    /// Which of the cases are run.
    pub(crate) selection: Selection,
    /// Whether the first case that fails is the last one that is run.
    pub(crate) fail_fast: bool,
    /// How it is reported.
    pub(crate) report: Options,
}

/// Checks the cases and reports them; returns the exit status.
///
/// # Errors
///
/// [`GradeError`]: there is no case, a case expects nothing, a file cannot be
/// read, the command cannot be started, or the report cannot be printed. As far
/// as there is a place for the report, it tells of that too.
pub(crate) fn check(check: &Check, console: &mut Console) -> Result<u8, GradeError> {
    let mut reporter = Reporter::new(&check.report)?;
    match check_cases(check, &mut reporter, console) {
        Ok(()) => {
            let summary = reporter.end(console)?;
            if summary.not_graded > 0 {
                console::report(NOT_ALL_GRADED);
            }
            Ok(match (summary.failed, summary.not_graded) {
                (0, 0) => 0,
                (0, _) => NOT_GRADED,
                _ => FAILED,
            })
        }
        Err(error) => {
            reporter.break_off(&error.to_string(), console)?;
            Err(error)
        }
    }
}

fn check_cases(
    check: &Check,
    reporter: &mut Reporter,
    console: &mut Console,
) -> Result<(), GradeError> {
    let edition = check.setting.edition;
    let mut store = Store::new()?;
    let cases = load(
        &check.cases,
        edition.case_ending,
        &check.selection,
        check.report.points,
        &mut store,
    )?;
    reporter.begin(&cases);
    let files = cases.iter().flat_map(|case| case.case.files()).collect();
    let players = check
        .setting
        .players(Some(files), check.report.output.as_deref())?;
    players.warn();
    let judge = Judge {
        tolerances: &check.tolerances,
        edition,
    };
    let test = |player: &mut Player<'_>, case: &StoredCase| {
        let expected = case.expected(&store)?;
        test(player, &case.case, case.given(&store), &expected, &judge)
    };
    let watch = Watch::new(reporter.last_words())?;
    reporter.show_progress();
    let mut evidence = Evidence::new()?;
    let mut outcomes = Vec::new();
    each_in_order(
        &cases,
        check.setting.jobs,
        || players.player(),
        test,
        |tested| -> Result<_, GradeError> {
            let Tested {
                result,
                runs,
                outcome,
            } = tested?;
            let failed = outcome == CaseOutcome::Failed;
            if failed || outcome == CaseOutcome::Tolerated {
                evidence.keep(outcomes.len(), &runs)?;
            }
            outcomes.push(outcome);
            reporter.add(result, console)?;
            Ok(if failed && check.fail_fast {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        },
    )?;
    let material = Material {
        edition,
        cases: &cases,
        store: &store,
        evidence: &evidence,
        idle: &IdleFlaws::default(),
    };
    reporter.explain(material.explain(&outcomes, &check.tolerances)?);
    drop(watch);
    reporter.leave_out(cases.into_iter().map(|case| case.case));
    Ok(())
}

//! `check`: compares a program with test cases.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::FAILED;
use super::interrupt::Watch;
use super::players::{Player, Setting};
use super::tested_case::{Tested, repeat, test};
use crate::analyse::findings::Settings;
use crate::analyse::material::{CaseOutcome, Evidence, Material};
use crate::analyse::tolerance::Tolerances;
use crate::analyse::verdict::Judge;
use crate::cases::error::GradeError;
use crate::cases::load::{StoredCase, load};
use crate::cases::selection::Selection;
use crate::grade::parallel::{Step, each_in_order};
use crate::grade::tested_case::Repeats;
use crate::io::console::{self, Console};
use crate::io::store::Store;
use crate::report::options::Options;
use crate::report::reporter::Reporter;

/// Exit status if no case failed, but some could not be graded.
const NOT_GRADED: u8 = 2;

const NOT_ALL_GRADED: &[u8] =
    b"minesweeper-alpha: not all cases could be graded: check them again when less else runs\n";

/// The request of `check`.
#[derive(Debug)]
pub(crate) struct Check {
    /// Folders of cases, or files of cases.
    pub(crate) cases: Vec<PathBuf>,
    /// The command and its limits.
    pub(crate) setting: Setting,
    /// Tolerated differences.
    pub(crate) tolerances: Tolerances,
    /// The selected cases.
    pub(crate) selection: Selection,
    /// Whether to stop after the first failed case.
    pub(crate) fail_fast: bool,
    /// The options of the report.
    pub(crate) report: Options,
}

/// Checks the cases and reports the results; returns the exit status. The report contains the error
/// that aborts a check.
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
            reporter.abort(&error.to_string(), console)?;
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
        .players(files, check.report.output.as_deref().as_slice())?;
    players.warn();
    let judge = Judge {
        tolerances: &check.tolerances,
        edition,
    };
    let test = |player: &mut Player<'_>, case: &StoredCase| {
        let expected = case.expected(&store)?;
        test(player, &case.case, case.given(&store), &expected, &judge)
    };
    let mut repeats = Repeats::default();
    let watch = Watch::new(reporter.interrupt_message())?;
    reporter.show_progress();
    let mut evidence = Evidence::new()?;
    let mut outcomes = Vec::new();
    each_in_order(
        &cases,
        check.setting.jobs,
        || players.player(),
        |player, case| match test(player, case) {
            Ok(tested) if tested.is_contended => Step::Repeat(Ok(tested)),
            result => Step::Done(result),
        },
        |player, case, first| match first {
            Ok(first) if repeats.allow(first.timed_out) => {
                repeat(&mut repeats, || test(player, case))
            }
            first => first,
        },
        |tested| -> Result<_, GradeError> {
            let Tested {
                result,
                runs,
                outcome,
                ..
            } = tested?;
            let failed = outcome == CaseOutcome::Failed;
            if failed || outcome == CaseOutcome::Tolerated {
                evidence.keep(outcomes.len(), runs)?;
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
        settings: Settings {
            edition,
            tolerances: &check.tolerances,
            folders: &check.setting.folders(),
            flaws: None,
        },
        cases: &cases,
        store: &store,
        evidence: &evidence,
    };
    reporter.explain(material.explain(&outcomes)?);
    drop(watch);
    reporter.add_skipped(cases.into_iter().map(|case| case.case));
    Ok(())
}

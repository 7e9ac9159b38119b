//! `check`: any program against test cases.

use std::ops::ControlFlow;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::error::GradeError;
use super::setting::{Arena, Player, Setting};
use crate::cases::case::{Case, Expected, StoredCase};
use crate::cases::catalogue;
use crate::cases::error::CaseError;
use crate::cases::find::find;
use crate::cases::points::Points;
use crate::cases::selection::Selection;
use crate::compare::guide::Guide;
use crate::compare::place::Runs;
use crate::compare::result::CaseResult;
use crate::compare::tolerance::Tolerances;
use crate::compare::verdict::Judge;
use crate::edition::row::Edition;
use crate::explain::evidence::Evidence;
use crate::explain::material::{Material, Outcome};
use crate::io::console::{self, Console};
use crate::io::store::Store;
use crate::report::options::Options;
use crate::report::reporter::Reporter;
use crate::run::ordered::each_in_order;
use crate::run::result::Streams;
use crate::run::worker::Given;

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

/// The exit status when a case failed.
pub(crate) const FAILED: u8 = 1;

/// Checks the cases and reports them; returns the exit status.
///
/// # Errors
///
/// [`GradeError`]: there is no case, a case expects nothing, a file cannot be
/// read, the command cannot be started, or the report cannot be printed. As far
/// as there is a place for the report, it tells of that too.
pub(crate) fn check(check: &Check, console: &mut Console) -> Result<u8, GradeError> {
    let mut reporter = Reporter::new(&check.report)?;
    let checked = check_cases(check, &mut reporter, console);
    match checked {
        Ok(()) => {
            let summary = reporter.end(console)?;
            Ok(if summary.failed > 0 { FAILED } else { 0 })
        }
        Err(error) => {
            reporter.break_off(&error.to_string(), console)?;
            Err(error)
        }
    }
}

/// Looks whether a program is among the paths of the cases, without a command: then
/// the built-in game would be checked in its place.
fn forbid_programs(paths: &[PathBuf], ending: &'static str) -> Result<(), GradeError> {
    let is_program = |path: &Path| {
        let data = path.metadata();
        data.is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
    };
    for path in paths.iter().filter(|path| is_program(path)) {
        if find(std::slice::from_ref(path), ending).is_err() {
            return Err(GradeError::NoCommand { path: path.clone() });
        }
    }
    Ok(())
}

fn check_cases(
    check: &Check,
    reporter: &mut Reporter,
    console: &mut Console,
) -> Result<(), GradeError> {
    let edition = check.setting.edition;
    if check.setting.program.is_none() {
        forbid_programs(&check.cases, edition.case_ending)?;
    }
    let mut store = Store::new()?;
    let cases = load(
        &check.cases,
        &check.selection,
        check.report.points,
        edition,
        &mut store,
    )?;
    reporter.begin(cases.len());
    let files = cases.iter().flat_map(|case| case.case.files()).collect();
    let arena = check.setting.arena(files, check.report.output.as_deref())?;
    warn_of_missing(&arena);
    let judge = Judge {
        tolerances: &check.tolerances,
        edition,
    };
    let ending = edition.seed_file_ending();
    let test = |player: &mut Player<'_>, case: &StoredCase| {
        let expected = case.expected(&store)?;
        test(
            player,
            &case.case,
            case.given(&store, ending),
            &expected,
            &judge,
        )
    };
    let mut evidence = Evidence::new()?;
    let mut outcomes = Vec::new();
    each_in_order(
        &cases,
        check.setting.jobs,
        || arena.player(),
        test,
        |tested| -> Result<_, GradeError> {
            let Tested {
                result,
                runs,
                outcome,
            } = tested?;
            let failed = outcome == Outcome::Failed;
            let stops = check.fail_fast && failed;
            if failed {
                evidence.keep(outcomes.len(), &runs)?;
            }
            outcomes.push(outcome);
            reporter.add(result, console)?;
            Ok(if stops {
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
    };
    reporter.explain(material.explain(&outcomes, &check.tolerances)?);
    reporter.leave_out(cases.into_iter().map(|case| case.case));
    Ok(())
}

/// Finds cases, and reads those that are selected, each with what its
/// `cases.toml` says. Where none says so, a case is worth `points`.
///
/// # Errors
///
/// There is no case, one expects nothing, or a file cannot be read.
pub(crate) fn load(
    paths: &[PathBuf],
    selection: &Selection,
    points: Points,
    edition: &Edition,
    store: &mut Store,
) -> Result<Vec<StoredCase>, CaseError> {
    let mut cases = find(paths, edition.case_ending)?;
    catalogue::tell(&mut cases, points, edition.case_ending)?;
    let cases = selection.of(cases)?.into_iter();
    let cases = cases.map(|case| StoredCase::new(case, store));
    let cases = cases.collect::<Result<Vec<_>, _>>()?;
    match cases.iter().find(|case| case.expects_nothing()) {
        Some(StoredCase { case, .. }) => Err(CaseError::NothingExpected {
            case: case.name.clone(),
        }),
        None => Ok(cases),
    }
}

/// Says on standard error what the kernel lacks to confine commands.
pub(crate) fn warn_of_missing(arena: &Arena<'_>) {
    if let Some(missing) = arena.missing() {
        console::report(format!("minesweeper-alpha: not wholly confined: {missing}\n").as_bytes());
    }
}

/// What came of a case, and the runs if it failed.
#[derive(Debug)]
pub(crate) struct Tested {
    /// What came of it.
    pub(crate) result: CaseResult,
    /// The runs; none if it passed.
    pub(crate) runs: Runs,
    /// What came of it, as far as explanations need it.
    pub(crate) outcome: Outcome,
}

/// Lets the candidate play a case and judges it. What timed out with separate
/// streams is not run with merged ones.
///
/// # Errors
///
/// The command cannot be run, or the case cannot be read.
pub(crate) fn test(
    player: &mut Player<'_>,
    case: &Case,
    given: Given<'_>,
    expected: &Expected,
    judge: &Judge<'_>,
) -> Result<Tested, GradeError> {
    let start = Instant::now();
    let mut failures = Vec::new();
    let mut runs = Runs::default();
    let mut repeats = 0;
    let mut timed_out = false;
    if expected.out.is_some() || expected.err.is_some() || expected.status.is_some() {
        let separate = player.play(case, given, expected, Streams::Separate)?;
        repeats += separate.repeats;
        timed_out = separate.run.end.is_timeout();
        failures.extend(judge.separate(&separate.run, expected));
        runs.separate = Some(separate.run);
    }
    if expected.merged.is_some() && !timed_out {
        let merged = player.play(case, given, expected, Streams::Merged)?;
        repeats += merged.repeats;
        failures.extend(judge.merged(&merged.run, expected));
        runs.merged = Some(merged.run);
    }
    let duration = start.elapsed();
    if failures.iter().any(|failure| failure.difference.is_some()) {
        let guide = Guide::new(judge.edition, case, given, expected)?;
        judge.place(&mut failures, &guide, expected, given.input, &runs);
    }
    let outcome = if !failures.is_empty() {
        Outcome::Failed
    } else if runs.are_exactly(expected) {
        Outcome::Passed
    } else {
        Outcome::Tolerated
    };
    if outcome != Outcome::Failed {
        runs = Runs::default();
    }
    let result = CaseResult::new(case.clone(), failures, duration);
    let result = CaseResult { repeats, ..result };
    Ok(Tested {
        result,
        runs,
        outcome,
    })
}

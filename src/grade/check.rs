//! `check`: compares a program with test cases.

use std::path::{Path, PathBuf};

use super::FAILED;
use super::interrupt::Watch;
use super::parallel::{Step, each_in_order};
use super::players::{Player, Players, Setting};
use super::tested_case::{Repeats, Tested, repeat, test};
use crate::analyse::findings::Settings;
use crate::analyse::material::{CaseOutcome, Evidence, Material};
use crate::analyse::tolerance::Tolerances;
use crate::analyse::verdict::Judge;
use crate::cases::error::GradeError;
use crate::cases::load::{StoredCase, load};
use crate::cases::selection::Selection;
use crate::io::console::{self, Console};
use crate::io::store::Store;
use crate::report::finding::Finding;
use crate::report::options::Options;
use crate::report::reporter::Reporter;
use crate::report::results::Verdict;

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
    let results = match check_cases(check, &mut reporter, console) {
        Ok(findings) => reporter.end(Ok(findings), console)?,
        Err(error) => {
            reporter.end(Err(&error), console)?;
            return Err(error);
        }
    };
    let not_graded = results.count(Verdict::CouldNotBeGraded);
    if not_graded > 0 {
        console::report(NOT_ALL_GRADED);
    }
    Ok(match (results.failed(), not_graded) {
        (0, 0) => 0,
        (0, _) => NOT_GRADED,
        _ => FAILED,
    })
}

/// Runs the cases; returns what is wrong with the program.
fn check_cases(
    check: &Check,
    reporter: &mut Reporter,
    console: &mut Console,
) -> Result<Vec<Finding>, GradeError> {
    let mut store = Store::new()?;
    let cases = load(
        &check.cases,
        check.setting.edition.case_ending,
        &check.selection,
        check.report.points,
        &mut store,
    )?;
    let files = cases.iter().flat_map(|case| case.case.files()).collect();
    let tester = Tester::new(
        &check.setting,
        &check.tolerances,
        files,
        check.report.output.as_deref().as_slice(),
    )?;
    let watch = Watch::new(reporter.begin(cases.len()))?;
    reporter.show_progress();
    let mut evidence = Evidence::new()?;
    let mut outcomes = Vec::new();
    tester.test(&cases, &store, &mut Repeats::default(), |tested| {
        let outcome = tested.outcome;
        if matches!(outcome, CaseOutcome::Failed | CaseOutcome::Tolerated) {
            evidence.keep(outcomes.len(), tested.runs)?;
        }
        outcomes.push(outcome);
        reporter.add(tested.result, console)?;
        Ok(outcome == CaseOutcome::Failed && check.fail_fast)
    })?;
    let material = Material {
        settings: tester.settings(),
        cases: &cases,
        store: &store,
        evidence: &evidence,
    };
    let findings = material.explain(&outcomes)?;
    drop(watch);
    Ok(findings)
}

/// Tests cases with one program.
#[derive(Debug)]
pub(crate) struct Tester<'check> {
    setting: &'check Setting,
    tolerances: &'check Tolerances,
    /// Folders of the program.
    folders: Vec<PathBuf>,
    players: Players<'check>,
}

impl<'check> Tester<'check> {
    /// Creates a tester that hides these files of cases and the paths `also` from the program.
    /// Warns of missing confinement.
    pub(crate) fn new(
        setting: &'check Setting,
        tolerances: &'check Tolerances,
        files: Vec<PathBuf>,
        also: &[&Path],
    ) -> Result<Self, GradeError> {
        let players = setting.players(files, also)?;
        players.warn();
        Ok(Self {
            setting,
            tolerances,
            folders: setting.folders(),
            players,
        })
    }

    /// Tests cases in parallel. Passes the results to `hand_on` in the order of the cases, until it
    /// returns true or fails.
    pub(crate) fn test(
        &self,
        cases: &[StoredCase],
        store: &Store,
        repeats: &mut Repeats,
        mut hand_on: impl FnMut(Tested) -> Result<bool, GradeError>,
    ) -> Result<(), GradeError> {
        let judge = Judge {
            tolerances: self.tolerances,
            edition: self.setting.edition,
        };
        let test = |player: &mut Player<'_>, case: &StoredCase| test(player, case, store, &judge);
        each_in_order(
            cases,
            self.setting.jobs,
            || self.players.player(),
            |player, case| {
                let tested = test(player, case)?;
                Ok(if tested.is_contended {
                    Step::Repeat(tested)
                } else {
                    Step::Done(tested)
                })
            },
            |player, case, first| {
                if repeats.allow(first.timed_out) {
                    repeat(repeats, || test(player, case))
                } else {
                    Ok(first)
                }
            },
            |_, tested| hand_on(tested),
        )
    }

    /// Returns the settings of a search for causes.
    pub(crate) fn settings(&self) -> Settings<'_> {
        Settings {
            edition: self.setting.edition,
            tolerances: self.tolerances,
            folders: &self.folders,
            flaws: None,
        }
    }
}

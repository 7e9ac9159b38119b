//! `check --random`: tests a program with random games as cases, and finds the smallest game for
//! each cause of differences.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::report::{Find, Report, VARIANT, case_of};
use super::request::RandomCheck;
use crate::analyse::findings::Settings;
use crate::analyse::flaws::{self, Flaw};
use crate::analyse::material::{CaseOutcome, Evidence, Material};
use crate::cases::error::GradeError;
use crate::cases::load::StoredCase;
use crate::cases::points::Points;
use crate::field::random::Random;
use crate::grade::FAILED;
use crate::grade::check::Tester;
use crate::grade::interrupt::Watch;
use crate::grade::tested_case::{Repeats, Tested};
use crate::io::console::{self, Console};
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::report::finding::{Finding, Wording, sort};
use crate::report::options::Options;
use crate::report::results::{CaseResult, Results};
use crate::sample::draw::{draw, draw_small};
use crate::sample::game::Game;
use crate::sample::shrink::shrink_with;

/// Number of games that are drawn at a time.
const BATCH: u64 = 100;

/// Number of games that are played after the first that differs: more games show the cause better.
const MORE_GAMES: u64 = 40;

/// Maximum number of differing games, and of others, in the search for causes.
const MAX_GAMES: usize = 150;

/// Maximum number of games that are evidence for a cause while a game is shrunk.
const MAX_EVIDENCE: usize = 4;

/// Number of games on the smallest field that are tried for a known cause: most causes also show
/// there.
const SMALL_GAMES: u64 = 200;

/// Maximum number of attempts to shrink a game, besides the small games.
const MAX_TRIES: usize = 1_800;

/// Maximum time for shrinking a game: a program may be slow.
const MAX_SHRINK_TIME: Duration = Duration::from_secs(300);

/// A running check.
struct Running<'check> {
    check: &'check RandomCheck,
    rng_seed: u64,
    tester: Tester<'check>,
    repeats: Repeats,
    report: Arc<Mutex<Report>>,
    progress: Progress,
    /// Games for the search for causes, with their numbers from 0. Index [`VARIANT`] is reserved.
    games: Vec<(u64, Game)>,
    /// The games as cases, and what the search for causes needs of each.
    cases: Vec<StoredCase>,
    outcomes: Vec<CaseOutcome>,
    store: Store,
    evidence: Evidence,
}

/// Cause of the differences that a game keeps while it is shrunk.
struct Kept<'check> {
    /// `None` for differences that are not explained.
    cause: Option<&'check Wording>,
    /// The flaws that explain any game: others are not considered.
    flaws: &'check [&'static Flaw],
    /// Outcomes of the games that are evidence; the others are left out.
    outcomes: Vec<CaseOutcome>,
    deadline: Instant,
}

/// Plays random games and shows the smallest that differ; returns the exit status.
pub(crate) fn check(check: &RandomCheck, console: &mut Console) -> Result<u8, GradeError> {
    let rng_seed = match check.rng_seed {
        Some(rng_seed) => rng_seed,
        None => Random::new(None)?.below(1 << 32),
    };
    let (setting, save) = (&check.setting, check.save.as_deref());
    // A game in the reserved place.
    let (first, mut store) = (draw(setting.edition, rng_seed, 0), Store::new()?);
    let mut running = Running {
        check,
        rng_seed,
        tester: Tester::new(setting, &check.tolerances, Vec::new(), save.as_slice())?,
        repeats: Repeats::default(),
        report: Arc::new(Mutex::new(Report::new(check.count, rng_seed))),
        progress: Progress::new(check.count, "games"),
        cases: vec![case_of(&first, setting.edition).stored(&mut store)?],
        games: vec![(0, first)],
        outcomes: vec![CaseOutcome::Secret],
        store,
        evidence: Evidence::new()?,
    };
    let watch = Watch::new(running.interrupt_message())?;
    let result = running.play().and_then(|()| running.find_smallest());
    running.progress.clear();
    drop(watch);
    result?;
    let report = lock(&running.report);
    let (text, saved) = report.finish(check);
    console.print_if_read(text.as_bytes())?;
    saved?;
    Ok(if report.differing > 0 { FAILED } else { 0 })
}

fn lock(report: &Mutex<Report>) -> MutexGuard<'_, Report> {
    report.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running<'_> {
    /// Returns a function that reports, after an interrupt, how far the check came, and prints and
    /// saves the smallest games so far.
    fn interrupt_message(&self) -> impl FnOnce() + Send + 'static {
        let (check, report) = (self.check.clone(), Arc::clone(&self.report));
        let progress = self.progress.clone();
        move || {
            let mut report = lock(&report);
            report.interrupted = true;
            progress.clear();
            let (text, saved) = report.finish(&check);
            // After an interrupt, output errors do not matter.
            let _ = io::stdout().write_all(text.as_bytes());
            if let Err(error) = saved {
                console::report(format!("minesweeper-alpha: {error}\n").as_bytes());
            }
            let text = format!(
                "minesweeper-alpha: interrupted: {} of {} games played, {} differ; \
                 with --rng-seed {} the same command begins again\n",
                report.played, report.games, report.differing, report.rng_seed
            );
            console::report(text.as_bytes());
        }
    }

    /// Plays the games, without `--keep-going` only a few more after one that differs.
    fn play(&mut self) -> Result<(), GradeError> {
        let edition = self.check.setting.edition;
        let (mut next, mut end) = (0, self.check.count);
        while next < end {
            let batch = next..end.min(next.saturating_add(BATCH));
            let games = batch.map(|number| draw(edition, self.rng_seed, number));
            let games: Vec<Game> = games.collect();
            let (mut store, mut cases) = (Store::new()?, Vec::new());
            for game in &games {
                cases.push(case_of(game, edition).stored(&mut store)?);
            }
            let (mut results, repeats) = (Vec::new(), &mut self.repeats);
            self.tester.test(&cases, &store, repeats, |tested| {
                let tested = tested.graded()?;
                let mut report = lock(&self.report);
                report.played += 1;
                if tested.outcome == CaseOutcome::Failed {
                    report.add_differing(next, &games[results.len()]);
                    if !self.check.keep_going {
                        end = end.min(next.saturating_add(1 + MORE_GAMES));
                    }
                }
                let differing = format!(", {} differ", report.differing);
                self.progress.show_with(report.played, &differing);
                results.push((next, tested));
                next += 1;
                Ok(next >= end)
            })?;
            for ((number, tested), game) in results.into_iter().zip(games) {
                self.add(number, game, tested)?;
            }
        }
        Ok(())
    }

    /// Adds a game for the search for causes, unless there are enough games with its outcome.
    fn add(&mut self, number: u64, game: Game, tested: Tested) -> Result<(), GradeError> {
        let has_failed = |outcome| outcome == CaseOutcome::Failed;
        let others = self.outcomes.iter();
        let others = others.filter(|&&other| has_failed(other) == has_failed(tested.outcome));
        if others.count() < MAX_GAMES {
            let case = case_of(&game, self.check.setting.edition);
            self.evidence.keep(self.cases.len(), tested.runs)?;
            self.cases.push(case.stored(&mut self.store)?);
            self.outcomes.push(tested.outcome);
            self.games.push((number, game));
        }
        Ok(())
    }

    /// Finds the smallest game for each cause, or only for the most important one.
    fn find_smallest(&mut self) -> Result<(), GradeError> {
        let material = Material {
            settings: self.tester.settings(),
            cases: &self.cases,
            store: &self.store,
            evidence: &self.evidence,
        };
        let mut findings = material.explain(&self.outcomes)?;
        lock(&self.report).causes.clear();
        let mut flaws = flaws::of_edition(self.check.setting.edition);
        flaws.retain(|flaw| {
            findings
                .iter()
                .any(|finding| finding.wording.is_called(flaw.name))
        });
        let mut unexplained = Vec::new();
        for (game, outcome) in self.outcomes.iter().enumerate() {
            let has_open = |finding: &Finding| finding.cases.contains(&game) && !finding.is_cause();
            let is_known = findings.iter().any(|finding| finding.cases.contains(&game));
            if *outcome == CaseOutcome::Failed && (!is_known || findings.iter().any(has_open)) {
                unexplained.push(game);
            }
        }
        let worth = vec![Points::ONE.millionths(); self.cases.len()];
        sort(&mut findings, &worth);
        let mut causes: Vec<(Option<&Wording>, Vec<usize>)> = Vec::new();
        for finding in findings.iter().filter(|finding| finding.is_cause()) {
            causes.push((Some(&finding.wording), finding.cases.clone()));
        }
        causes.push((None, unexplained));
        if !self.check.keep_going {
            causes.truncate(1);
        }
        for (cause, having) in causes {
            let mut outcomes = vec![CaseOutcome::Secret; self.cases.len()];
            for &game in [VARIANT].iter().chain(having.iter().take(MAX_EVIDENCE)) {
                outcomes[game] = CaseOutcome::Failed;
            }
            let kept = Kept {
                cause,
                flaws: &flaws,
                outcomes,
                deadline: Instant::now() + MAX_SHRINK_TIME,
            };
            let games = having.iter().map(|&game| &self.games[game]);
            let smallest = games.min_by_key(|(_, game)| game.size()).cloned();
            if let Some((number, game)) = smallest {
                let find = Find::new(cause, having.len(), number, &game);
                lock(&self.report).causes.push(find);
                self.shrink(game, &kept)?;
            }
        }
        Ok(())
    }

    /// Shrinks a game, or a small game that also has the cause.
    fn shrink(&mut self, mut game: Game, kept: &Kept<'_>) -> Result<(), GradeError> {
        let edition = self.check.setting.edition;
        let small = (0..SMALL_GAMES).map(|number| draw_small(edition, self.rng_seed, number));
        let mut small: Vec<Game> = small.filter(|small| small.odd_seed.is_none()).collect();
        if game.odd_seed.is_none()
            && let Some(index) = self.first(&small, kept)?
        {
            game = small.swap_remove(index);
        }
        let game = shrink_with(edition, game, MAX_TRIES, |games| self.first(games, kept))?;
        let case = case_of(&game, edition).stored(&mut self.store)?;
        let report = Arc::clone(&self.report);
        let options = Options {
            program: self.check.setting.command(),
            ..Options::default()
        };
        self.test(&[case], kept, |result, findings| {
            let results = Results::new(vec![result], findings);
            if let Some(find) = lock(&report).causes.last_mut() {
                find.add_replay(&results, &options);
            }
            false
        })
    }

    /// Returns the index of the first game with the cause, if there is one before the deadline.
    fn first(&mut self, games: &[Game], kept: &Kept<'_>) -> Result<Option<usize>, GradeError> {
        let edition = self.check.setting.edition;
        let name = kept.cause.map(|cause| &cause.name[..]);
        let flaw = kept.flaws.iter().find(|flaw| name == Some(flaw.name));
        let (mut indices, mut cases) = (Vec::new(), Vec::new());
        for (index, game) in games.iter().enumerate() {
            let case = case_of(game, edition);
            let is_likely = flaw.is_none_or(|flaw| case.shows(flaw, edition));
            if is_likely && Instant::now() < kept.deadline {
                indices.push(index);
                cases.push(case.stored(&mut self.store)?);
            }
        }
        let (mut indices, mut first) = (indices.into_iter(), None);
        self.test(&cases, kept, |result, findings| {
            let index = indices.next();
            let has_cause = match kept.cause {
                Some(cause) => findings.iter().any(|it| it.wording.stem == cause.stem),
                None => {
                    result.failed()
                        && (findings.is_empty() || findings.iter().any(|it| !it.is_cause()))
                }
            };
            if has_cause {
                first = index;
            }
            has_cause || Instant::now() >= kept.deadline
        })?;
        let mut report = lock(&self.report);
        if let (Some(index), Some(find)) = (first, report.causes.last_mut()) {
            find.set_game(&games[index]);
        }
        let message = format!(" played, {} differ; making one smaller", report.differing);
        self.progress.show_with(report.played, &message);
        Ok(first)
    }

    /// Tests cases, and passes the results with their causes to `hand_on` until it returns true.
    fn test(
        &mut self,
        cases: &[StoredCase],
        kept: &Kept<'_>,
        mut hand_on: impl FnMut(CaseResult, Vec<Finding>) -> bool,
    ) -> Result<(), GradeError> {
        let settings = Settings {
            flaws: Some(kept.flaws),
            ..self.tester.settings()
        };
        let (store, mut variants) = (&self.store, cases.iter());
        self.tester.test(cases, store, &mut self.repeats, |tested| {
            let tested = tested.graded()?;
            let mut findings = Vec::new();
            if let (Some(case), CaseOutcome::Failed) = (variants.next(), tested.outcome) {
                self.cases[VARIANT] = case.clone();
                self.evidence.keep(VARIANT, tested.runs)?;
                let material = Material {
                    settings,
                    cases: &self.cases,
                    store,
                    evidence: &self.evidence,
                };
                findings = material.explain_cases(&[VARIANT], &kept.outcomes)?;
            }
            Ok(hand_on(tested.result, findings))
        })
    }
}

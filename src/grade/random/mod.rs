//! `check --random`: tests a program with random games as cases, and finds the smallest game for
//! each cause of differences.

mod report;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::FAILED;
use super::check::Tester;
use super::interrupt::on_interrupt;
use super::loaded_case::LoadedCase;
use super::players::Setting;
use crate::analyse::findings::{Settings, analyse};
use crate::analyse::flaws::{self, Flaw};
use crate::analyse::material::subject;
use crate::analyse::subject::Subject;
use crate::analyse::tolerance::Tolerances;
use crate::cases::error::GradeError;
use crate::edition::row::Edition;
use crate::field::random::Random;
use crate::io::console::{self, Console};
use crate::io::progress::Progress;
use crate::io::store::Store;
use crate::report::finding::Finding;
use crate::report::options::{Format, Options};
use crate::report::results::{CaseResult, Results, Verdict};
use crate::sample::draw::draw;
use crate::sample::game::Game;
use crate::sample::shrink::shrink_with;
use report::{Report, Smallest};

/// The request of `check --random`.
#[derive(Clone, Debug)]
pub(crate) struct RandomCheck {
    /// Number of games.
    pub(crate) count: u64,
    /// Seed of the random numbers.
    pub(crate) rng_seed: Option<u64>,
    /// Whether to continue after the first cause.
    pub(crate) keep_going: bool,
    /// Folder for the smallest games that differ.
    pub(crate) save: Option<PathBuf>,
    /// Format of the report: for people, or JSON.
    pub(crate) format: Format,
    /// The command and its limits.
    pub(crate) setting: Setting,
    /// Tolerated differences.
    pub(crate) tolerances: Tolerances,
}

/// Number of games that are drawn at a time.
const BATCH: u64 = 100;

/// Number of games that are played after the first that differs: more games show the cause better.
const MORE_GAMES: u64 = 40;

/// Maximum number of differing games, and of others, in the search for causes.
const MAX_GAMES: usize = 150;

/// Maximum number of games that are evidence for a cause while a game is shrunk.
const MAX_EVIDENCE: usize = 4;

/// Maximum number of attempts to shrink a game.
const MAX_TRIES: usize = 2_000;

/// Maximum time for shrinking a game: a program may be slow.
const MAX_SHRINK_TIME: Duration = Duration::from_secs(300);

/// A running check.
struct Running<'check> {
    check: &'check RandomCheck,
    rng_seed: u64,
    tester: Tester<'check>,
    report: Arc<Mutex<Report>>,
    progress: Progress,
    /// The flaws that explain any game, once they are known. Others are no longer considered.
    flaws: Option<Vec<&'static Flaw>>,
}

/// A game that was played.
struct Played {
    game: Game,
    result: CaseResult,
    subject: Option<Subject>,
}

/// Plays random games and shows the smallest that differ; returns the exit status.
pub(crate) fn check(check: &RandomCheck, console: &mut Console) -> Result<u8, GradeError> {
    let rng_seed = match check.rng_seed {
        Some(rng_seed) => rng_seed,
        None => Random::new(None)?.below(1 << 32),
    };
    let save = check.save.as_deref();
    let mut running = Running {
        check,
        rng_seed,
        tester: Tester::new(
            &check.setting,
            &check.tolerances,
            Vec::new(),
            save.as_slice(),
        )?,
        report: Arc::new(Mutex::new(Report::new(check.count, rng_seed))),
        progress: Progress::new(check.count, "games"),
        flaws: None,
    };
    on_interrupt(running.interrupt_message())?;
    let played = running.play();
    let found = played.and_then(|games| running.find_smallest(&games));
    running.progress.clear();
    found?;
    let report = lock(&running.report);
    console.print_if_read(report.render(check.format).as_bytes())?;
    console.print_if_read(report.save(check)?.as_bytes())?;
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
            let saved = report.save(&check).unwrap_or_else(|error| {
                console::report(format!("minesweeper-alpha: {error}\n").as_bytes());
                String::new()
            });
            let text = report.render(check.format) + &saved;
            // After an interrupt, output errors do not matter.
            let _ = io::stdout().write_all(text.as_bytes());
            let text = format!(
                "minesweeper-alpha: interrupted: {} of {} games played, {} differ; \
                 with --rng-seed {} the same command begins again\n",
                report.played, report.games, report.differing, report.rng_seed
            );
            console::report(text.as_bytes());
        }
    }

    /// Plays the games, without `--keep-going` only a few more after one that differs. Returns games for the search for
    /// causes.
    fn play(&self) -> Result<Vec<Played>, GradeError> {
        let (mut next, mut end) = (0, self.check.count);
        let mut kept: Vec<Played> = Vec::new();
        while next < end {
            let batch = next..end.min(next.saturating_add(BATCH));
            let games = batch.map(|number| draw(self.check.setting.edition, self.rng_seed, number));
            self.test(&games.collect::<Vec<Game>>(), |played| {
                let mut report = lock(&self.report);
                next += 1;
                report.played = next;
                let has_failed = played.result.failed();
                if has_failed {
                    report.add_differing(&played.game);
                    if !self.check.keep_going {
                        end = end.min(next.saturating_add(MORE_GAMES));
                    }
                }
                let differing = format!(", {} differ", report.differing);
                self.progress.show_with(next, &differing);
                let is_like = |other: &&Played| other.result.failed() == has_failed;
                if kept.iter().filter(is_like).count() < MAX_GAMES {
                    kept.push(played);
                }
                next >= end
            })?;
        }
        Ok(kept)
    }

    /// Plays games and passes them to `hand_on` until it returns true.
    fn test(
        &self,
        games: &[Game],
        mut hand_on: impl FnMut(Played) -> bool,
    ) -> Result<(), GradeError> {
        let edition = self.check.setting.edition;
        let (mut store, mut cases) = (Store::new()?, Vec::new());
        for game in games {
            cases.push(case_of(game, edition).stored(&mut store)?);
        }
        self.tester.test(&cases, &store, |index, tested| {
            let (case, result) = (&cases[index], tested.result);
            if result.verdict == Verdict::CouldNotBeGraded {
                let reason = result.failures.into_iter().map(|failure| failure.message);
                let text = "a game could not be graded: ".to_owned() + &reason.collect::<String>();
                return Err(GradeError::Message(text));
            }
            Ok(hand_on(Played {
                game: games[index].clone(),
                subject: subject(case, &store, tested.runs, !result.failed(), edition)?,
                result,
            }))
        })
    }

    /// Explains the first `count` games. The others are evidence.
    fn explain(&self, games: &[&Played], count: usize) -> Results {
        let settings = Settings {
            flaws: self.flaws.as_deref(),
            ..self.tester.settings()
        };
        let has_failed = |&number: &usize| games[number].result.failed();
        let mut numbers: Vec<usize> = (0..games.len()).collect();
        // As in other checks, passed cases come last.
        numbers.sort_by_key(|number| !has_failed(number));
        let subjects = numbers.into_iter().filter_map(|number| {
            let subject = games[number].subject.clone();
            Some(subject?.with_number(number))
        });
        let subjects = subjects.collect();
        let failed: Vec<usize> = (0..count).filter(has_failed).collect();
        let results = games[..count].iter().map(|played| played.result.clone());
        Results::new(results.collect(), analyse(settings, &failed, subjects))
    }

    /// Finds the smallest game for each cause, or only for the most important one.
    fn find_smallest(&mut self, games: &[Played]) -> Result<(), GradeError> {
        let games: Vec<&Played> = games.iter().collect();
        let findings = self.explain(&games, games.len()).findings;
        let mut flaws = flaws::of_edition(self.check.setting.edition);
        flaws.retain(|flaw| findings.iter().any(|it| it.wording.is_called(flaw.name)));
        self.flaws = Some(flaws);
        lock(&self.report).smallest.clear();
        let mut wanted: Vec<&Finding> = findings.iter().filter(|it| it.is_cause()).collect();
        wanted.extend(findings.iter().find(|finding| !finding.is_cause()));
        if !self.check.keep_going {
            wanted.truncate(1);
        }
        for finding in wanted {
            let having = finding.cases.iter().map(|&case| games[case]);
            self.shrink(finding, having.collect())?;
        }
        Ok(())
    }

    /// Shrinks one of the games that have a finding.
    fn shrink(&self, finding: &Finding, mut having: Vec<&Played>) -> Result<(), GradeError> {
        let edition = self.check.setting.edition;
        let Some(game) = having.iter().map(|it| &it.game).min_by_key(|it| it.size()) else {
            return Ok(());
        };
        having.truncate(MAX_EVIDENCE);
        lock(&self.report)
            .smallest
            .push(Smallest::new(finding, game));
        let mut flaws = self.flaws.iter().flatten();
        let flaw = flaws.find(|flaw| finding.wording.name == flaw.name);
        let deadline = Instant::now() + MAX_SHRINK_TIME;
        let game = shrink_with(edition, game.clone(), MAX_TRIES, |games| {
            if Instant::now() >= deadline {
                return Ok(None);
            }
            let is_likely = |index: &usize| {
                flaw.is_none_or(|flaw| case_of(&games[*index], edition).shows(flaw, edition))
            };
            let likely: Vec<usize> = (0..games.len()).filter(is_likely).collect();
            let likely_games: Vec<Game> = likely.iter().map(|&it| games[it].clone()).collect();
            let first = self.first(&likely_games, finding, &having, deadline)?;
            let mut report = lock(&self.report);
            let message = format!(" played, {} differ; making one smaller", report.differing);
            self.progress.show_with(report.played, &message);
            let Some((index, _)) = first else {
                return Ok(None);
            };
            if let Some(smallest) = report.smallest.last_mut() {
                smallest.set_game(&likely_games[index]);
            }
            Ok::<_, GradeError>(Some(likely[index]))
        })?;
        let again = self.first(&[game], finding, &having, deadline)?;
        let options = Options {
            program: self.check.setting.command(),
            ..Options::default()
        };
        if let Some(smallest) = lock(&self.report).smallest.last_mut() {
            smallest.add_replay(again.map(|(_, results)| results), &options);
        }
        Ok(())
    }

    /// Returns the index and the results of the first game that has a finding, if there is one before the deadline.
    fn first(
        &self,
        games: &[Game],
        finding: &Finding,
        evidence: &[&Played],
        deadline: Instant,
    ) -> Result<Option<(usize, Results)>, GradeError> {
        let (mut index, mut first) = (0, None);
        self.test(games, |played| {
            let results = self.explain(&[&[&played], evidence].concat(), 1);
            let mut findings = results.findings.iter();
            let has_finding = if finding.is_cause() {
                findings.any(|other| other.wording.stem == finding.wording.stem)
            } else {
                results.failed() > results.explained()
            };
            if has_finding {
                first = Some((index, results));
            }
            index += 1;
            has_finding || Instant::now() >= deadline
        })?;
        Ok(first)
    }
}

/// Converts a game into a case without files.
fn case_of(game: &Game, edition: &Edition) -> LoadedCase {
    LoadedCase::of_game(Path::new("random"), game.seed(), game.input(), edition)
}

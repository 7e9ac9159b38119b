//! `check --random`: tests a program with random games, and finds the smallest game for each cause
//! of differences.

mod report;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use super::{
    check::test_all,
    players::{Players, Setting},
};
use crate::{
    analyse::{Flaw, Settings, Subject, analyse, flaws, material::subject},
    cases::LoadedCase,
    edition::Edition,
    error::{Error, FAILED},
    field::Random,
    io::{Console, Progress, on_interrupt},
    report::{CaseResult, Finding, Format, HumanRenderer, Options, Results, Verdict},
    sample::{Game, draw::draw, shrink::shrink_with},
};
use report::{RandomReport, SmallestGame, VERSION};

/// The request of `check --random`.
#[derive(Clone, Debug)]
pub struct RandomCheck {
    /// Number of games.
    pub count: u64,
    /// Seed of the random numbers.
    pub rng_seed: Option<u64>,
    /// True if the check continues after the first cause.
    pub keep_going: bool,
    /// Folder for the smallest games that differ.
    pub save: Option<PathBuf>,
    /// Format of the report: for people, or JSON.
    pub format: Format,
    /// The command and its limits.
    pub setting: Setting,
}

/// Number of games that are drawn at a time.
const BATCH: u64 = 100;

/// Number of games that are played after the first differing game: more games show the cause
/// better.
const MORE_GAMES: u64 = 40;

/// Maximum number of differing games, and of other games, in the search for causes.
const MAX_GAMES: usize = 150;

/// Maximum number of games with a cause that are evidence while a game is shrunk.
const MAX_EVIDENCE: usize = 4;

/// Maximum number of passed games that are evidence while a game is shrunk.
const MAX_PASSED: usize = 12;

/// Maximum number of attempts to shrink a game.
const MAX_TRIES: usize = 2_000;

/// Maximum time for shrinking a game: a program may be slow.
const MAX_SHRINK_TIME: Duration = Duration::from_secs(300);

/// A running check with random games.
struct RunningCheck<'check> {
    check: &'check RandomCheck,
    players: Players<'check>,
    progress: Progress,
    /// The flaws that explain any game, once these are known. Other flaws are no longer considered.
    flaws: Option<Vec<&'static Flaw>>,
}

/// A game that the program has played.
struct PlayedGame {
    game: Game,
    result: CaseResult,
    /// Input of the analysis.
    subject: Option<Subject>,
}

/// Plays random games and reports the smallest games that differ. Returns the exit status.
pub fn check(check: &RandomCheck, console: &mut Console) -> Result<u8, Error> {
    let rng_seed = match check.rng_seed {
        Some(rng_seed) => rng_seed,
        None => Random::new(None).map_err(Error::message)?.below(1 << 32),
    };
    if let Some(folder) = &check.save {
        fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    }
    let hidden = check.save.as_deref();
    let mut running = RunningCheck {
        check,
        players: check.setting.players(&[], hidden.as_slice())?,
        progress: Progress::new(check.count, "games"),
        flaws: None,
    };
    let hint = format!(
        "games played, none kept; --random N plays fewer, --rng-seed {rng_seed} the same ones"
    );
    on_interrupt(&running.progress, hint)?;
    let result = running.report(rng_seed);
    running.progress.clear();
    let report = result?;
    console.print_if_read(report.render(check).as_bytes())?;
    console.print_if_read(report.save(check)?.as_bytes())?;
    Ok(if report.differing > 0 { FAILED } else { 0 })
}

impl RunningCheck<'_> {
    fn report(&mut self, rng_seed: u64) -> Result<RandomReport, Error> {
        let mut report = RandomReport {
            version: VERSION,
            games: self.check.count,
            rng_seed,
            played: 0,
            differing: 0,
            smallest: Vec::new(),
        };
        let games = self.play(&mut report)?;
        report.smallest = self.find_smallest(&games)?;
        Ok(report)
    }

    /// Plays the games and counts them in the report. Without `--keep-going`, only a few more games
    /// are played after one that differs. Returns games for the search for causes.
    fn play(&self, report: &mut RandomReport) -> Result<Vec<PlayedGame>, Error> {
        let mut end = report.games;
        let mut kept: Vec<PlayedGame> = Vec::new();
        while report.played < end {
            let batch = report.played..end.min(report.played.saturating_add(BATCH));
            let edition = self.check.setting.edition;
            let rng_seed = report.rng_seed;
            let games: Vec<Game> = batch.map(|it| draw(edition, rng_seed, it)).collect();
            self.test(&games, |_, played| {
                report.played += 1;
                let has_failed = played.result.has_failed();
                if has_failed {
                    report.differing += 1;
                    if !self.check.keep_going {
                        end = end.min(report.played.saturating_add(MORE_GAMES));
                    }
                }
                let differing = format!(", {} differ", report.differing);
                self.progress.show_with(report.played, &differing);
                let is_same_kind = |other: &&PlayedGame| other.result.has_failed() == has_failed;
                if kept.iter().filter(is_same_kind).count() < MAX_GAMES {
                    kept.push(played);
                }
                report.played >= end
            })?;
        }
        Ok(kept)
    }

    /// Plays games and passes them with their numbers to `receive` until it returns true.
    fn test(
        &self,
        games: &[Game],
        mut receive: impl FnMut(usize, PlayedGame) -> bool,
    ) -> Result<(), Error> {
        let edition = self.check.setting.edition;
        let cases: Vec<LoadedCase> = games.iter().map(|game| case_of(game, edition)).collect();
        test_all(&self.players, &cases, |index, tested| {
            let (case, result) = (&cases[index], tested.result);
            if result.verdict == Verdict::CouldNotBeGraded {
                let reasons = result.failures.into_iter().map(|failure| failure.message);
                let text = "a game could not be graded: ".to_owned() + &reasons.collect::<String>();
                return Err(Error::message(text));
            }
            let played = PlayedGame {
                game: games[index].clone(),
                subject: subject(index, case, tested.runs, !result.has_failed(), edition),
                result,
            };
            Ok(receive(index, played))
        })
    }

    /// Explains the first `count` games. The other games are only evidence.
    fn explain(&self, games: &[&PlayedGame], count: usize) -> Results {
        let settings = Settings {
            flaws: self.flaws.as_deref(),
            ..self.players.analysis_settings()
        };
        let has_failed = |&number: &usize| games[number].result.has_failed();
        let mut numbers: Vec<usize> = (0..games.len()).collect();
        // As in other checks, passed cases come last.
        numbers.sort_by_key(|number| !has_failed(number));
        let subjects = numbers.into_iter().filter_map(|number| {
            let mut subject = games[number].subject.clone()?;
            subject.case.number = number;
            Some(subject)
        });
        let failed: Vec<usize> = (0..count).filter(has_failed).collect();
        let results = games[..count].iter().map(|it| it.result.clone()).collect();
        Results::new(results, analyse(settings, &failed, subjects.collect()))
    }

    /// Finds the smallest game for each cause, without `--keep-going` only for the most important
    /// cause.
    fn find_smallest(&mut self, games: &[PlayedGame]) -> Result<Vec<SmallestGame>, Error> {
        let games: Vec<&PlayedGame> = games.iter().collect();
        let findings = self.explain(&games, games.len()).findings;
        let mut flaws = flaws::of_edition(self.check.setting.edition);
        flaws.retain(|flaw| findings.iter().any(|it| it.wording.is_called(flaw.name)));
        self.flaws = Some(flaws);
        let (mut wanted, others): (Vec<Finding>, Vec<Finding>) =
            findings.into_iter().partition(Finding::is_cause);
        // Games without a known cause are counted together.
        wanted.extend(others.into_iter().reduce(Finding::joined));
        if !self.check.keep_going {
            wanted.truncate(1);
        }
        let passed_games = games.iter().filter(|game| !game.result.has_failed());
        let passed: Vec<&PlayedGame> = passed_games.copied().take(MAX_PASSED).collect();
        let smallest_games = wanted.into_iter().filter_map(|finding| {
            let mut failed: Vec<&PlayedGame> = finding.cases.iter().map(|&it| games[it]).collect();
            let smallest = failed.iter().map(|it| &it.game).min_by_key(|it| it.size());
            let game = smallest?.clone();
            failed.truncate(MAX_EVIDENCE);
            Some(self.shrink(game, &finding, &[&failed[..], &passed].concat()))
        });
        smallest_games.collect()
    }

    /// Shrinks a game as long as it has a finding. `evidence` are other games for the analysis.
    fn shrink(
        &self,
        game: Game,
        finding: &Finding,
        evidence: &[&PlayedGame],
    ) -> Result<SmallestGame, Error> {
        let edition = self.check.setting.edition;
        let (played, _) = self.progress.counts();
        self.progress
            .show_with(played, " played; making one smaller");
        let mut flaws = self.flaws.iter().flatten();
        let flaw = flaws.find(|flaw| finding.wording.name == flaw.name);
        let deadline = Instant::now() + MAX_SHRINK_TIME;
        let game = shrink_with(edition, game, MAX_TRIES, |games| {
            if Instant::now() >= deadline {
                return Ok(None);
            }
            // Without running the program, leave out games in which the flaw has no effect.
            let mut likely: Vec<(usize, Game)> = games.iter().cloned().enumerate().collect();
            likely.retain(|(_, game)| {
                flaw.is_none_or(|flaw| case_of(game, edition).shows(flaw, edition))
            });
            let (numbers, candidates): (Vec<_>, Vec<_>) = likely.into_iter().unzip();
            let mut first = None;
            self.test(&candidates, |index, played| {
                let findings = self.explain(&[&[&played], evidence].concat(), 1).findings;
                let has_finding = findings
                    .iter()
                    .any(|it| it.wording.stem == finding.wording.stem);
                first = has_finding.then_some(numbers[index]);
                has_finding || Instant::now() >= deadline
            })?;
            Ok::<_, Error>(first)
        })?;
        let (seed, input) = (game.seed(), game.input());
        let mut results = None;
        self.test(&[game], |_, played| {
            let mut explained = self.explain(&[&[&played], evidence].concat(), 1);
            let findings = &mut explained.findings;
            // The finding that the game shows comes first.
            findings.sort_by_key(|it| it.wording.stem != finding.wording.stem);
            results = Some(explained);
            true
        })?;
        let differing = results.filter(|results| results.failed_count() > 0);
        let options = Options {
            program: self.check.setting.command(),
            ..Options::default()
        };
        Ok(SmallestGame {
            cause: finding.is_cause().then(|| finding.wording.clone()),
            games: finding.cases.len(),
            seed,
            input,
            deterministic: differing.is_some(),
            details: match differing {
                Some(results) => HumanRenderer::plain(&options).random_game(&results),
                None => {
                    "played again, the game does not differ: nondeterministic output\n".to_owned()
                }
            },
        })
    }
}

/// Converts a game into a case without files.
fn case_of(game: &Game, edition: &Edition) -> LoadedCase {
    LoadedCase::of_game(Path::new("random"), game.seed(), game.input(), edition)
}

//! `check --random`: tests a program with random games, and finds the smallest game for each cause
//! of differences.

mod report;

use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};

use super::{
    players::test_all,
    setting::{Players, Setting},
};
use crate::{
    analyse::{CaseRuns, Flaw, Settings, Subject, analyse, flaws, subject},
    cases::LoadedCase,
    edition::Edition,
    error::{Error, FAILED},
    field::Random,
    io::{Console, Progress, on_interrupt},
    report::{CaseResult, Finding, Format, HumanRenderer, Results, Verdict},
    sample::{Game, draw::draw, shrink::shrink_with},
};
use report::{RandomReport, SmallestGame, VERSION};

#[derive(Debug)]
pub struct RandomCheck {
    pub count: u64,
    pub rng_seed: Option<u64>,
    /// True if the check continues after the first cause.
    pub keep_going: bool,
    /// Folder for the smallest games that differ.
    pub save: Option<PathBuf>,
    pub format: Format,
    pub setting: Setting,
}

/// Number of games that are drawn at a time.
const BATCH: usize = 100;

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

struct RunningCheck<'check> {
    check: &'check RandomCheck,
    edition: &'static Edition,
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
    let setting = &check.setting;
    let mut running = RunningCheck {
        check,
        edition: setting.edition,
        players: setting.players(&[], check.save.as_deref().as_slice())?,
        progress: Progress::new(check.count, "games"),
        flaws: None,
    };
    let hint = format!(
        "games played, none kept; --random N plays fewer, --rng-seed {rng_seed} the same ones"
    );
    on_interrupt(&running.progress, hint)?;
    let mut report = RandomReport {
        version: VERSION,
        games: check.count,
        rng_seed,
        ..RandomReport::default()
    };
    let played = running.play(&mut report);
    let smallest = played.and_then(|games| running.find_smallest(&games));
    running.progress.clear();
    report.smallest = smallest?;
    console.print_if_read(report.render(check))?;
    console.print_if_read(report.save(check)?)?;
    Ok(if report.differing > 0 { FAILED } else { 0 })
}

impl RunningCheck<'_> {
    /// Plays the games and counts them in the report. Without `--keep-going`, only a few more games
    /// are played after one that differs. Returns games for the search for causes.
    fn play(&self, report: &mut RandomReport) -> Result<Vec<PlayedGame>, Error> {
        let mut end = report.games;
        let rng_seed = report.rng_seed;
        let mut kept = Vec::<PlayedGame>::new();
        while report.played < end {
            let batch = (report.played..end).take(BATCH);
            let games = batch.map(|number| draw(self.edition, rng_seed, number));
            self.test(&games.collect::<Vec<_>>(), |_, played| {
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
                let similar = kept
                    .iter()
                    .filter(|it| it.result.has_failed() == has_failed);
                if similar.count() < MAX_GAMES {
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
        let cases: Vec<_> = games.iter().map(|game| self.case_of(game)).collect();
        test_all(&self.players, &cases, |index, tested| {
            let case = &cases[index];
            let result = tested.result;
            if result.verdict == Verdict::CouldNotBeGraded {
                let mut text = "a game could not be graded: ".to_owned();
                text.extend(result.failures.into_iter().map(|it| it.message));
                return Err(Error::message(text));
            }
            let runs = CaseRuns::new(index, case, tested.runs, !result.has_failed());
            let played = PlayedGame {
                game: games[index].clone(),
                subject: Subject::of_game(runs, &case.expected, self.edition),
                result,
            };
            Ok(receive(index, played))
        })
    }

    /// Explains some games. The games in `evidence` help to explain these.
    fn explain(&self, games: &[&PlayedGame], evidence: &[&PlayedGame]) -> Results {
        let settings = Settings {
            flaws: self.flaws.as_deref(),
            ..self.players.analysis_settings()
        };
        let mut subjects = Vec::new();
        for (number, game) in games.iter().chain(evidence).enumerate() {
            if let Some(mut subject) = game.subject.clone() {
                subject.played.number = number;
                subjects.push(subject);
            }
        }
        // As in other checks, passed cases come last.
        subjects.sort_by_key(|subject| subject.played.has_passed);
        let results: Vec<_> = games.iter().map(|game| game.result.clone()).collect();
        let mut failed: Vec<_> = (0..results.len()).collect();
        failed.retain(|&number| results[number].has_failed());
        Results::new(results, analyse(settings, &failed, subjects))
    }

    /// Finds the smallest game for each cause, without `--keep-going` only for the most important
    /// cause.
    fn find_smallest(&mut self, games: &[PlayedGame]) -> Result<Vec<SmallestGame>, Error> {
        let mut games: Vec<_> = games.iter().collect();
        // Small passed games are enough evidence, and their analysis takes less time.
        games.sort_by_key(|it| (!it.result.has_failed()).then(|| it.game.size()));
        let findings = self.explain(&games, &[]).findings;
        let mut flaws = flaws::of_edition(self.edition);
        flaws.retain(|flaw| findings.iter().any(|it| it.wording.is_called(flaw.name)));
        self.flaws = Some(flaws);
        let (mut wanted, others): (Vec<_>, Vec<_>) =
            findings.into_iter().partition(Finding::is_cause);
        // Games without a known cause are counted together.
        wanted.extend(others.into_iter().reduce(Finding::joined));
        if !self.check.keep_going {
            wanted.truncate(1);
        }
        let passed = games.iter().filter(|game| !game.result.has_failed());
        let passed = passed.copied().take(MAX_PASSED);
        let smallest = wanted.into_iter().filter_map(|finding| {
            let failed = finding.cases.iter().map(|&case| games[case]);
            let game = &failed.clone().min_by_key(|it| it.game.size())?.game;
            let evidence = failed.take(MAX_EVIDENCE).chain(passed.clone());
            Some(self.shrink(game.clone(), &finding, &evidence.collect::<Vec<_>>()))
        });
        smallest.collect()
    }

    /// Shrinks a game as long as it has a finding. `evidence` are other games for the analysis.
    fn shrink(
        &self,
        game: Game,
        finding: &Finding,
        evidence: &[&PlayedGame],
    ) -> Result<SmallestGame, Error> {
        let progress = &self.progress;
        progress.show_with(progress.counts().0, " played; making one smaller");
        let wording = &finding.wording;
        let mut flaws = self.flaws.iter().flatten();
        let flaw = flaws.find(|flaw| wording.name == flaw.name);
        let deadline = Instant::now() + MAX_SHRINK_TIME;
        let game = shrink_with(self.edition, game, MAX_TRIES, |games| {
            if Instant::now() >= deadline {
                return Ok(None);
            }
            // Without running the program, leave out games in which the flaw has no effect.
            let has_effect = |game: &Game| {
                flaw.is_none_or(|it| flaws::changes_output(it, &self.case_of(game), self.edition))
            };
            let likely = games.iter().cloned().enumerate();
            let (numbers, candidates): (Vec<_>, Vec<_>) =
                likely.filter(|(_, game)| has_effect(game)).unzip();
            let mut first = None;
            self.test(&candidates, |index, played| {
                let findings = self.explain(&[&played], evidence).findings;
                let has_finding = findings.iter().any(|it| it.wording.stem == wording.stem);
                first = has_finding.then_some(numbers[index]);
                has_finding || Instant::now() >= deadline
            })?;
            Ok::<_, Error>(first)
        })?;
        let seed = game.seed();
        let input = game.input();
        let mut results = None;
        self.test(&[game], |_, played| {
            let explained = results.insert(self.explain(&[&played], evidence));
            // The finding that the game shows comes first.
            let findings = &mut explained.findings;
            findings.sort_by_key(|it| it.wording.stem != wording.stem);
            true
        })?;
        let differing = results.filter(|results| results.failed_count() > 0);
        let human = HumanRenderer {
            command: self.check.setting.command(),
            ..HumanRenderer::default()
        };
        Ok(SmallestGame {
            cause: finding.is_cause().then(|| wording.clone()),
            games: finding.cases.len(),
            seed,
            input,
            deterministic: differing.is_some(),
            details: match differing {
                Some(results) => human.random_game(&results),
                None => "played again, the game does not differ: nondeterministic output\n".into(),
            },
        })
    }

    /// Converts a game into a case without files.
    fn case_of(&self, game: &Game) -> LoadedCase {
        subject::case_of_game("random".as_ref(), game.seed(), game.input(), self.edition)
    }
}

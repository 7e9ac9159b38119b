//! `check --random`: compares a program with the built-in game in random games, and finds the
//! smallest game for each cause of differences.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::duel::{Duel, Keeping, Key, ShrinkEvidence, TRIALS, case_of, decided};
use super::report::{self, Find, RandomResult};
use crate::analyse::flaws::{self, Flaw};
use crate::analyse::material::CaseOutcome;
use crate::analyse::subject::Subject;
use crate::analyse::tolerance::Tolerances;
use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::edition::row::Edition;
use crate::field::random::Random;
use crate::grade::FAILED;
use crate::grade::interrupt::Watch;
use crate::grade::loaded_case::LoadedCase;
use crate::grade::parallel::{Step, in_order};
use crate::grade::players::{Player, Setting};
use crate::grade::tested_case::Repeats;
use crate::grade::tested_case::Tested;
use crate::io::atomic_file;
use crate::io::console::{self, Console};
use crate::io::progress::Progress;
use crate::report::explanation::Explanation;
use crate::report::options::Format;
use crate::sample::draw::{draw, draw_small};
use crate::sample::game::Game;
use crate::sample::shrink::shrink_with;

/// The request of `check --random`.
#[derive(Debug)]
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

/// Maximum number of differing games in the search for causes: others are only counted.
const MOST_EXPLAINED: usize = 200;

/// Maximum number of other games in the search for causes.
const MOST_OTHERS: usize = 60;

/// Maximum number of games that are evidence for a cause while a game is shrunk.
const MAX_EVIDENCE: usize = 4;

/// Number of games that are played after the first that differs: more games show the cause better.
const MORE_GAMES: u64 = 40;

/// Number of games on the smallest field that are tried for a known cause: most causes also show
/// there.
const SMALL_GAMES: u64 = 200;

/// A game that was played, and may differ.
struct Differing {
    number: u64,
    game: Game,
    subject: Option<Subject>,
}

/// The progress of a check, for the message after an interrupt.
#[derive(Clone, Default)]
struct SoFar(Arc<Mutex<Done>>);

#[derive(Default)]
struct Done {
    /// Number of games that were played.
    played: u64,
    /// Number of games that differ.
    differing: u64,
    /// The smallest games, each with its cause if that is known.
    smallest: Vec<(Option<Key>, Game)>,
}

impl SoFar {
    fn lock(&self) -> MutexGuard<'_, Done> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running check.
struct Running<'check> {
    check: &'check RandomCheck,
    duel: Duel<'check>,
    rng_seed: u64,
    so_far: SoFar,
    progress: Progress,
}

/// Plays random games and shows the smallest that differ; returns the exit status.
pub(crate) fn check(check: &RandomCheck, console: &mut Console) -> Result<u8, GradeError> {
    let rng_seed = check.rng_seed.map_or_else(
        || Random::new(None).map(|mut random| random.below(1 << 32)),
        Ok,
    )?;
    let players = check
        .setting
        .players(Vec::new(), check.save.as_deref().as_slice())?;
    players.warn();
    let running = Running {
        check,
        duel: Duel {
            setting: &check.setting,
            players: &players,
            tolerances: &check.tolerances,
        },
        rng_seed,
        so_far: SoFar::default(),
        progress: Progress::new(check.count, "games"),
    };
    let watch = Watch::new(interrupt_message(
        check,
        rng_seed,
        running.so_far.clone(),
        running.progress.clone(),
    ))?;
    let mut games = running.play()?;
    let finds = running.find_smallest(&mut games)?;
    drop(watch);
    let result = RandomResult {
        count: check.count,
        rng_seed,
        played: games.played,
        differing: games.differing,
        keep_going: check.keep_going,
        finds,
    };
    let text = match check.format {
        Format::Json => report::json(&result),
        _ => report::human(&result),
    };
    console.print_if_read(text.as_bytes())?;
    if let Some(folder) = &check.save {
        for find in &result.finds {
            let case = save(&find.written, check.setting.edition, folder)?;
            if check.format == Format::Human {
                console.print_if_read(format!("saved as {}\n", case.name).as_bytes())?;
            }
        }
    }
    Ok(if result.differing > 0 { FAILED } else { 0 })
}

/// The results of the games.
#[derive(Default)]
struct Games {
    /// Number of games that were played.
    played: u64,
    /// Number of games that differ.
    differing: u64,
    /// Differing games for the search for causes.
    explained: Vec<Differing>,
    /// Some games that do not differ: no cause may change them.
    others: Vec<Subject>,
}

impl Games {
    /// Adds a game that passed.
    fn add_passed(&mut self, found: Differing, outcome: CaseOutcome) {
        if matches!(outcome, CaseOutcome::Passed | CaseOutcome::Tolerated)
            && self.others.len() < MOST_OTHERS
        {
            let number = MOST_EXPLAINED + self.others.len();
            self.others
                .extend(found.subject.map(|subject| subject.numbered(number)));
        }
    }

    /// Adds a game that differs.
    fn add_differing(&mut self, mut found: Differing) {
        self.differing += 1;
        if self.explained.len() < MOST_EXPLAINED {
            let number = self.explained.len();
            found.subject = found.subject.map(|subject| subject.numbered(number));
            self.explained.push(found);
        }
    }
}

impl Running<'_> {
    /// Plays the games, without `--keep-going` only a few more after one that differs.
    fn play(&self) -> Result<Games, GradeError> {
        let RandomCheck { count, setting, .. } = self.check;
        let progress = &self.progress;
        progress.show(0);
        let mut games = Games::default();
        let mut repeats = Repeats::default();
        let result = in_order(
            *count,
            setting.jobs,
            || self.duel.players.player(),
            |player, number| match self.play_game(player, number) {
                Ok((tested, found)) if tested.is_contended => Step::Repeat(Ok((tested, found))),
                result => Step::Done(result),
            },
            |player, number, first| match first {
                Ok((first, _)) if repeats.allow(first.timed_out) => {
                    let result = self.play_game(player, number);
                    if result.as_ref().is_ok_and(|(tested, _)| tested.timed_out) {
                        repeats.confirm_timeout();
                    }
                    result
                }
                first => first,
            },
            |played: Result<_, GradeError>| {
                let (tested, found) = played?;
                let first = games.explained.first().map(|first| first.number);
                if !self.check.keep_going
                    && first.is_some_and(|first| found.number > first + MORE_GAMES)
                {
                    return Ok(ControlFlow::Break(()));
                }
                let outcome = decided(tested)?.outcome;
                games.played += 1;
                let mut so_far = self.so_far.lock();
                so_far.played = games.played;
                progress.show_with(games.played, &format!(", {} differ", games.differing));
                if outcome != CaseOutcome::Failed {
                    games.add_passed(found, outcome);
                    return Ok(ControlFlow::Continue(()));
                }
                let known = so_far.smallest.first();
                if known.is_none_or(|(_, known)| found.game.size() < known.size()) {
                    so_far.smallest = vec![(None, found.game.clone())];
                }
                games.add_differing(found);
                so_far.differing = games.differing;
                Ok(ControlFlow::Continue(()))
            },
        );
        progress.clear();
        result.map(|()| games)
    }

    fn play_game(
        &self,
        player: &mut Player<'_>,
        number: u64,
    ) -> Result<(Tested, Differing), GradeError> {
        let edition = self.check.setting.edition;
        let game = draw(edition, self.rng_seed, number);
        let written = case_of(&game, edition);
        let tested = self.duel.play(player, &written)?;
        let subject = self.duel.subject(0, &written, &tested);
        let found = Differing {
            number,
            game,
            subject,
        };
        Ok((tested, found))
    }

    /// Finds the smallest game for each cause, or only for the most important one.
    fn find_smallest(&self, games: &mut Games) -> Result<Vec<Find>, GradeError> {
        if games.explained.is_empty() {
            return Ok(Vec::new());
        }
        let subjects: Vec<Option<Subject>> = games
            .explained
            .iter_mut()
            .map(|one| one.subject.take())
            .collect();
        let explanation = self.duel.explain(&subjects, &games.others, None);
        self.so_far.lock().smallest.clear();
        let is_named = |flaw: &&Flaw| {
            let wordings = explanation.causes().map(|finding| &finding.wording);
            let mut names =
                wordings.flat_map(|one| [&one.name].into_iter().chain(&one.alternatives));
            names.any(|name| name == flaw.name)
        };
        let edition = self.check.setting.edition;
        let named: Vec<&Flaw> = flaws::of_edition(edition)
            .into_iter()
            .filter(is_named)
            .collect();
        let mut finds = Vec::new();
        for key in keys(&explanation, self.check.keep_going) {
            let having = games_with(&key, &explanation);
            let smallest = having
                .iter()
                .filter_map(|&number| Some((number, games.explained.get(number)?)))
                .min_by_key(|(_, one)| one.game.size());
            if let Some((_, start)) = smallest {
                let others = having.iter().filter_map(|&number| subjects[number].clone());
                let games = others.zip(1..=MAX_EVIDENCE);
                let evidence = ShrinkEvidence {
                    games: games
                        .map(|(subject, number)| subject.numbered(number))
                        .collect(),
                    flaws: named.clone(),
                };
                finds.push(Find {
                    games: having.len(),
                    ..self.find(&key, start, &evidence)?
                });
            }
        }
        Ok(finds)
    }

    /// Shrinks a game with a key, or a small game that also has the key. `evidence` are other games
    /// with the key.
    fn find(
        &self,
        key: &Key,
        start: &Differing,
        evidence: &ShrinkEvidence,
    ) -> Result<Find, GradeError> {
        let (duel, edition) = (self.duel, self.check.setting.edition);
        let place = {
            let mut so_far = self.so_far.lock();
            so_far
                .smallest
                .push((Some(key.clone()), start.game.clone()));
            so_far.smallest.len() - 1
        };
        let keep = |game: &Game| game.clone_into(&mut self.so_far.lock().smallest[place].1);
        let mut keeping = Keeping::new(duel, key, evidence, start.game.steps.len(), keep);
        let mut game = start.game.clone();
        let mut trials = TRIALS;
        if game.odd_seed.is_none() {
            let small: Vec<Game> = (0..SMALL_GAMES)
                .map(|number| draw_small(edition, self.rng_seed, number))
                .filter(|small| small.odd_seed.is_none())
                .collect();
            trials -= small.len();
            if let Some(first) = keeping.first(&small)? {
                game.clone_from(&small[first]);
            }
        }
        let game = shrink_with(edition, game, trials, |games| keeping.first(games))?;
        keeping.end();
        let written = case_of(&game, edition);
        let tested = decided(duel.play(&mut duel.players.player(), &written)?)?;
        let explanation = if tested.result.passed() {
            Explanation::default()
        } else {
            duel.explain_one(duel.subject(0, &written, &tested), evidence)
        };
        Ok(Find {
            key: key.clone(),
            number: start.number,
            games: 0,
            written,
            result: tested.result,
            explanation,
        })
    }
}

/// Returns the keys to shrink games for: the most important cause, or all of them.
fn keys(explanation: &Explanation, all: bool) -> Vec<Key> {
    let mut keys: Vec<Key> = explanation
        .causes()
        .map(|finding| Key::Cause {
            name: finding.wording.name.clone(),
            stem: finding.wording.stem.clone(),
            sentence: finding.wording.sentence.clone(),
        })
        .collect();
    if explanation.explained() < explanation.rests.len() {
        keys.push(Key::Unexplained);
    }
    if !all {
        keys.truncate(1);
    }
    keys
}

/// Returns the indices of the games with a key.
fn games_with(key: &Key, explanation: &Explanation) -> Vec<usize> {
    match key {
        Key::Cause { name, .. } => explanation
            .causes()
            .find(|finding| finding.wording.name == *name)
            .map(|finding| finding.cases.clone())
            .unwrap_or_default(),
        Key::Unexplained => explanation
            .rests
            .keys()
            .copied()
            .filter(|&number| !explanation.explains(number))
            .collect(),
    }
}

/// Returns a function that reports, after an interrupt, how far the check came, prints the smallest
/// game so far, and saves all smallest games if requested.
fn interrupt_message(
    check: &RandomCheck,
    rng_seed: u64,
    so_far: SoFar,
    progress: Progress,
) -> impl FnOnce() + Send + 'static {
    let (edition, format, folder) = (check.setting.edition, check.format, check.save.clone());
    let count = check.count;
    move || {
        let so_far = so_far.lock();
        let games: Vec<(Option<Key>, LoadedCase)> = so_far
            .smallest
            .iter()
            .map(|(key, game)| (key.clone(), case_of(game, edition)))
            .collect();
        let mut text = match format {
            Format::Json => report::interrupted_json(&games),
            _ => report::interrupted(&games),
        };
        if let Some(folder) = &folder {
            for (_, written) in &games {
                let saved = match save(written, edition, folder) {
                    Ok(case) => format!("saved as {}\n", case.name),
                    Err(error) => format!("{error}\n"),
                };
                text += if format == Format::Human { &saved } else { "" };
            }
        }
        progress.clear();
        // After an interrupt, output errors do not matter.
        let _ = io::stdout().write_all(text.as_bytes());
        let Done {
            played, differing, ..
        } = *so_far;
        let text = format!(
            "minesweeper-alpha: interrupted: {played} of {count} games played, {differing} differ; \
             with --rng-seed {rng_seed} the same command begins again\n"
        );
        console::report(text.as_bytes());
    }
}

/// Saves a game as a case under an unused name.
fn save(written: &LoadedCase, edition: &Edition, folder: &Path) -> Result<Case, GradeError> {
    fs::create_dir_all(folder).map_err(|error| GradeError::file(folder, error))?;
    let mut number = 1;
    let case = loop {
        let name = match number {
            1 => "random".to_owned(),
            _ => format!("random-{number}"),
        };
        let case = Case::unwritten(&folder.join(name), edition.case_ending);
        if case
            .files()
            .iter()
            .all(|file| file.symlink_metadata().is_err())
        {
            break case;
        }
        number += 1;
    };
    for (path, content) in written.files(&case) {
        atomic_file::create(&path, &content).map_err(|error| GradeError::file(path, error))?;
    }
    Ok(case)
}

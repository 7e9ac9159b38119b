//! `check --random`: random games, a program against the built-in game, and for
//! each cause of differences the smallest game that has it.

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::duel::{Duel, Keeping, Key, TRIALS, case_of};
use super::report::{self, Find, RandomResult};
use crate::cases::case::Case;
use crate::compare::tolerance::Tolerances;
use crate::edition::row::Edition;
use crate::explain::explanation::Explanation;
use crate::explain::material::CaseOutcome;
use crate::explain::subject::Draft;
use crate::field::random::Random;
use crate::grade::FAILED;
use crate::grade::error::GradeError;
use crate::grade::interrupt::Watch;
use crate::grade::loaded_case::LoadedCase;
use crate::grade::players::{Player, Setting};
use crate::io::atomic_file;
use crate::io::console::{self, Console};
use crate::io::progress::Progress;
use crate::report::options::Format;
use crate::run::parallel::in_order;
use crate::sample::draw::{draw, draw_small};
use crate::sample::game::Game;
use crate::sample::shrink::shrink_with;

/// What is to be checked, and how.
#[derive(Debug)]
pub(crate) struct RandomCheck {
    /// The number of games.
    pub(crate) count: u64,
    /// What drawing them begins with.
    pub(crate) rng_seed: Option<u64>,
    /// Whether more causes are looked for when one has been found.
    pub(crate) keep_going: bool,
    /// The folder for the smallest games that differ.
    pub(crate) save: Option<PathBuf>,
    /// What the report looks like: for people, or JSON.
    pub(crate) format: Format,
    /// What is run.
    pub(crate) setting: Setting,
    /// What is tolerated.
    pub(crate) tolerances: Tolerances,
}

/// How many games that differ are explained together: others are only counted.
const MOST_EXPLAINED: usize = 200;

/// How many games that do not differ are looked at besides.
const MOST_OTHERS: usize = 60;

/// How many games on the smallest field are tried, once a cause is known: most
/// show there too.
const SMALL_GAMES: u64 = 200;

/// A game that was played, and may differ.
struct Differing {
    number: u64,
    game: Game,
    subject: Option<Draft>,
}

/// How far a check has come, for what it says last if it is interrupted.
#[derive(Clone, Default)]
struct SoFar(Arc<Mutex<Done>>);

#[derive(Default)]
struct Done {
    /// How many games were played.
    played: u64,
    /// How many of them differ.
    differing: u64,
    /// The smallest games, each with its cause; none if causes have not been looked for.
    smallest: Vec<(Option<Key>, Game)>,
}

impl SoFar {
    fn lock(&self) -> MutexGuard<'_, Done> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A check that is going on.
struct Running<'check> {
    check: &'check RandomCheck,
    duel: Duel<'check>,
    rng_seed: u64,
    so_far: SoFar,
    progress: Progress,
}

/// Plays random games and shows the smallest that differ; returns the exit status.
///
/// # Errors
///
/// [`GradeError`]: the command cannot be started, a file cannot be written, or
/// something cannot be printed.
pub(crate) fn check(check: &RandomCheck, console: &mut Console) -> Result<u8, GradeError> {
    let rng_seed = check.rng_seed.map_or_else(
        || Random::new(None).map(|mut random| random.below(1 << 32)),
        Ok,
    )?;
    let players = check
        .setting
        .players(Some(Vec::new()), check.save.as_deref())?;
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
    let watch = Watch::new(last_words(
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

/// What came of the games.
#[derive(Default)]
struct Games {
    /// How many were played.
    played: u64,
    /// How many of them differ.
    differing: u64,
    /// Those that differ and are explained.
    explained: Vec<Differing>,
    /// Some that do not differ: no cause may change them.
    others: Vec<Draft>,
}

impl Games {
    /// Takes in a game that passed.
    fn add_passed(&mut self, found: Differing, outcome: CaseOutcome) {
        if matches!(outcome, CaseOutcome::Passed | CaseOutcome::Tolerated)
            && self.others.len() < MOST_OTHERS
        {
            let number = MOST_EXPLAINED + self.others.len();
            self.others
                .extend(found.subject.map(|subject| subject.numbered(number)));
        }
    }

    /// Takes in a game that differs.
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
    /// Plays the games, until one differs if that is enough.
    fn play(&self) -> Result<Games, GradeError> {
        let RandomCheck { count, setting, .. } = self.check;
        let progress = &self.progress;
        progress.show(0);
        let mut games = Games::default();
        let result = in_order(
            *count,
            setting.jobs,
            || self.duel.players.player(),
            |player, number| self.play_game(player, number),
            |played: Result<_, GradeError>| {
                let (outcome, found) = played?;
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
                Ok(if self.check.keep_going {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                })
            },
        );
        progress.clear();
        result.map(|()| games)
    }

    fn play_game(
        &self,
        player: &mut Player<'_>,
        number: u64,
    ) -> Result<(CaseOutcome, Differing), GradeError> {
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
        Ok((tested.outcome, found))
    }

    /// For each cause, or for the most important one, the smallest game that has it.
    fn find_smallest(&self, games: &mut Games) -> Result<Vec<Find>, GradeError> {
        if games.explained.is_empty() {
            return Ok(Vec::new());
        }
        let subjects: Vec<Option<Draft>> = games
            .explained
            .iter_mut()
            .map(|one| one.subject.take())
            .collect();
        let explanation = self.duel.explain(&subjects, &games.others)?;
        self.so_far.lock().smallest.clear();
        let mut finds = Vec::new();
        for key in keys(&explanation, self.check.keep_going) {
            let having = games_with(&key, &explanation);
            let smallest = having
                .iter()
                .filter_map(|&number| Some((number, games.explained.get(number)?)))
                .min_by_key(|(_, one)| one.game.size());
            if let Some((number, start)) = smallest {
                let besides = explanation
                    .causes_of(number)
                    .map(|finding| finding.wording.stem.clone())
                    .collect();
                finds.push(Find {
                    games: having.len(),
                    ..self.find(&key, start, besides)?
                });
            }
        }
        Ok(finds)
    }

    /// Makes a game with a key smaller, or a small one that has it too. Other causes
    /// than those besides must not come up.
    fn find(&self, key: &Key, start: &Differing, besides: Vec<String>) -> Result<Find, GradeError> {
        let (duel, edition) = (self.duel, self.check.setting.edition);
        let place = {
            let mut so_far = self.so_far.lock();
            so_far
                .smallest
                .push((Some(key.clone()), start.game.clone()));
            so_far.smallest.len() - 1
        };
        let keep = |game: &Game| game.clone_into(&mut self.so_far.lock().smallest[place].1);
        let mut keeping = Keeping::new(duel, key, besides, start.game.steps.len(), keep);
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
        let tested = duel.play(&mut duel.players.player(), &written)?;
        let explanation = if tested.result.passed() {
            Explanation::default()
        } else {
            duel.explain(&[duel.subject(0, &written, &tested)], &[])?
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

/// What games are made smaller for: the most important cause, or all of them.
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

/// The games that have a key, by their places in the list.
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

/// Tells how far the check came when it was interrupted, and shows the smallest game so
/// far; all of them are saved, if that is wanted.
fn last_words(
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
        // If nobody listens, nothing can be told.
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

/// Saves a game as a case under a name that no case has yet.
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

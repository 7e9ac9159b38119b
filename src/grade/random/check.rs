//! `check --random`: random games, a program against the built-in game, and for
//! each cause of differences the smallest game that has it.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::duel::{Duel, Keeping, Key, TRIES, case_of};
use super::interrupt::Watch;
use super::report::{self, Find, RandomResult};
use crate::cases::case::Case;
use crate::compare::tolerance::Tolerances;
use crate::edition::row::Edition;
use crate::explain::explanation::Explanation;
use crate::explain::material;
use crate::explain::subject::Subject;
use crate::field::random::Random;
use crate::grade::FAILED;
use crate::grade::error::GradeError;
use crate::grade::loaded::LoadedCase;
use crate::grade::setting::{Player, Setting};
use crate::io::atomic_file;
use crate::io::console::Console;
use crate::io::progress::Progress;
use crate::report::options::Format;
use crate::run::ordered::in_order;
use crate::sample::draw::{draw, draw_small};
use crate::sample::game::Game;
use crate::sample::shrink::Shrinker;

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

/// What stands for the cause of a game until causes are looked for.
const NOT_EXPLAINED_YET: &str = "not explained yet";

/// A game that was played, and may differ.
struct Differing {
    number: u64,
    game: Game,
    subject: Option<Subject>,
}

/// The smallest games so far, for what an interrupted check says last.
type SoFar = Arc<Mutex<Vec<(String, Game)>>>;

/// Plays random games and shows the smallest that differ; returns the exit status.
///
/// # Errors
///
/// [`GradeError`]: the command cannot be started, a file cannot be written, or
/// something cannot be printed.
pub(crate) fn check(check: &RandomCheck, console: &mut Console) -> Result<u8, GradeError> {
    let seed = check.rng_seed.map_or_else(
        || Random::new(None).map(|mut random| random.below(1 << 32)),
        Ok,
    )?;
    let players = check.setting.players(Vec::new(), check.save.as_deref())?;
    players.warn_of_missing();
    let duel = Duel {
        setting: &check.setting,
        players: &players,
        tolerances: &check.tolerances,
    };
    let so_far = SoFar::default();
    let watch = Watch::new()?;
    watch.set(last_words(check, &so_far));
    let mut games = play_games(check, duel, seed, &so_far)?;
    let finds = find_smallest(check, duel, seed, &mut games, &so_far)?;
    drop(watch);
    let result = RandomResult {
        count: check.count,
        rng_seed: seed,
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
    /// Those of them that are explained.
    explained: Vec<Differing>,
    /// Some that do not differ: no cause may change them.
    others: Vec<Subject>,
}

/// For each cause, or for the most important one, the smallest game that has it.
fn find_smallest(
    check: &RandomCheck,
    duel: Duel<'_>,
    seed: u64,
    games: &mut Games,
    so_far: &SoFar,
) -> Result<Vec<Find>, GradeError> {
    if games.explained.is_empty() {
        return Ok(Vec::new());
    }
    let differing = games.explained.iter_mut();
    let subjects: Vec<Option<Subject>> = differing.map(|one| one.subject.take()).collect();
    let explanation = duel.explain(&subjects, &games.others)?;
    so_far
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clear();
    let mut finds = Vec::new();
    for key in keys(&explanation, check.keep_going) {
        let having = games_with(&key, &explanation);
        let having_it = having
            .iter()
            .filter_map(|&number| Some((number, games.explained.get(number)?)));
        if let Some((number, start)) = having_it.min_by_key(|(_, one)| one.game.size()) {
            let causes = explanation.causes_of(number);
            let besides = causes.map(|finding| finding.wording.stem.clone()).collect();
            let find = find(check, duel, seed, &key, (start, besides), so_far)?;
            finds.push(Find {
                games: having.len(),
                ..find
            });
        }
    }
    Ok(finds)
}

fn play_games(
    check: &RandomCheck,
    duel: Duel<'_>,
    seed: u64,
    so_far: &SoFar,
) -> Result<Games, GradeError> {
    let edition = check.setting.edition;
    let play = |player: &mut Player<'_>, number: u64| {
        let game = draw(edition, seed, number);
        let written = case_of(&game, edition);
        let tested = duel.play(player, &written)?;
        let played = Differing {
            number,
            subject: duel.subject(0, &written, &tested),
            game,
        };
        Ok((tested.outcome, played))
    };
    let progress = Progress::new(check.count, "games");
    progress.show(0);
    let mut games = Games::default();
    let take = |result: Result<(material::Outcome, Differing), GradeError>| {
        let (outcome, mut found) = result?;
        let differs = outcome == material::Outcome::Failed;
        let is_exact = outcome == material::Outcome::Passed;
        games.played += 1;
        progress.show_with(games.played, &format!(", {} differ", games.differing));
        if !differs {
            if is_exact && games.others.len() < MOST_OTHERS {
                let number = MOST_EXPLAINED + games.others.len();
                games
                    .others
                    .extend(found.subject.map(|subject| subject.numbered(number)));
            }
            return Ok(ControlFlow::Continue(()));
        }
        games.differing += 1;
        let mut smallest = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        if smallest
            .first()
            .is_none_or(|(_, known)| found.game.size() < known.size())
        {
            *smallest = vec![(NOT_EXPLAINED_YET.to_owned(), found.game.clone())];
        }
        if games.explained.len() < MOST_EXPLAINED {
            let number = games.explained.len();
            found.subject = found.subject.map(|subject| subject.numbered(number));
            games.explained.push(found);
        }
        Ok(if check.keep_going {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    };
    let jobs = check.setting.jobs;
    let outcome = in_order(check.count, jobs, || duel.players.player(), play, take);
    progress.clear();
    outcome.map(|()| games)
}

/// What games are made smaller for: the most important cause, or all of them.
fn keys(explanation: &Explanation, all: bool) -> Vec<Key> {
    let findings = explanation.findings.iter();
    let mut keys: Vec<Key> = findings
        .map(|finding| Key::Cause {
            name: finding.wording.name.clone(),
            stem: finding.wording.stem.clone(),
        })
        .collect();
    if explanation.explained() < explanation.notes.len() {
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
        Key::Cause { name, .. } => {
            let mut findings = explanation.findings.iter();
            let finding = findings.find(|finding| finding.wording.name == *name);
            finding
                .map(|finding| finding.cases.clone())
                .unwrap_or_default()
        }
        Key::Unexplained => {
            let numbers = explanation.notes.keys().copied();
            numbers
                .filter(|&number| !explanation.explains(number))
                .collect()
        }
    }
}

/// Makes a game with a key smaller, or a small one that has it too.
fn find(
    check: &RandomCheck,
    duel: Duel<'_>,
    seed: u64,
    key: &Key,
    (start, besides): (&Differing, Vec<String>),
    so_far: &SoFar,
) -> Result<Find, GradeError> {
    let edition = check.setting.edition;
    let place = {
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        so_far.push((key.name().to_owned(), start.game.clone()));
        so_far.len() - 1
    };
    let keep = |game: &Game| {
        let mut so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        game.clone_into(&mut so_far[place].1);
    };
    let mut keeping = Keeping::new(duel, key, besides, start.game.steps.len(), keep);
    let mut shrinker = Shrinker::new(edition, TRIES, |games| keeping.first(games));
    let mut game = start.game.clone();
    if game.odd_seed.is_none() {
        let small: Vec<Game> = (0..SMALL_GAMES)
            .map(|number| draw_small(edition, seed, number))
            .filter(|small| small.odd_seed.is_none())
            .collect();
        if let Some(first) = shrinker.first(&small)? {
            game = first;
        }
    }
    let game = shrinker.shrink(game)?;
    keeping.end();
    let written = case_of(&game, edition);
    let mut player = duel.players.player();
    let tested = duel.play(&mut player, &written)?;
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

/// What is said if the check is interrupted; the smallest games so far are saved,
/// if that is wanted.
fn last_words(check: &RandomCheck, so_far: &SoFar) -> impl Fn() -> String + Send + 'static {
    let (so_far, folder) = (Arc::clone(so_far), check.save.clone());
    let (edition, format): (&'static Edition, Format) = (check.setting.edition, check.format);
    move || {
        let so_far = so_far.lock().unwrap_or_else(PoisonError::into_inner);
        let games: Vec<(String, LoadedCase)> = so_far
            .iter()
            .map(|(name, game)| (name.clone(), case_of(game, edition)))
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
        text
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
        atomic_file::create(&path, |file| file.write_all(&content))
            .map_err(|error| GradeError::file(path, error))?;
    }
    Ok(case)
}

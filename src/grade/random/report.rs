//! Renders the reports of random checks, for people and as JSON.

use serde::Serialize;

use super::duel::Key;
use crate::grade::loaded_case::LoadedCase;
use crate::io::visible::{counted, visible};
use crate::report::explanation::Explanation;
use crate::report::result::CaseResult;
use crate::report::{human, json::to_pretty};

const VERSION: u32 = 2;

/// The cause of a game before the search for causes.
const NOT_EXPLAINED_YET: &str = "not explained yet";

/// The result of a random check.
#[derive(Debug)]
pub(super) struct RandomResult {
    /// Number of requested games.
    pub(super) count: u64,
    /// Seed of the random numbers.
    pub(super) rng_seed: u64,
    /// Number of games that were played.
    pub(super) played: u64,
    /// Number of games that differ.
    pub(super) differing: u64,
    /// Whether the check searched for all causes.
    pub(super) keep_going: bool,
    /// The smallest game for each cause.
    pub(super) finds: Vec<Find>,
}

/// The smallest game with a cause.
#[derive(Debug)]
pub(super) struct Find {
    /// The cause.
    pub(super) key: Key,
    /// Number of the game that was shrunk, from 0.
    pub(super) number: u64,
    /// Number of games with the cause.
    pub(super) games: usize,
    /// The game.
    pub(super) written: LoadedCase,
    /// The result of playing it again.
    pub(super) result: CaseResult,
    /// The causes of its differences.
    pub(super) explanation: Explanation,
}

/// Renders the report for people.
pub(super) fn human(result: &RandomResult) -> String {
    let RandomResult {
        count,
        rng_seed,
        played,
        differing,
        ..
    } = result;
    if *differing == 0 {
        return format!("{count} random games (--rng-seed {rng_seed}): no difference\n");
    }
    let mut parts: Vec<String> = result
        .finds
        .iter()
        .map(|find| of_find(find, *rng_seed))
        .collect();
    if result.keep_going {
        parts.push(format!(
            "{differing} of {played} random games (--rng-seed {rng_seed}) differ:\n"
        ));
        parts.extend(result.finds.iter().map(|find| {
            let games = counted(find.games, "game", "games");
            format!("  {games}: {}\n", find.key.sentence())
        }));
    }
    parts.concat()
}

fn of_find(find: &Find, rng_seed: u64) -> String {
    let head = format!(
        "random game {} (--rng-seed {rng_seed}) differs: {}\nthe smallest game that does:\n",
        find.number + 1,
        find.key.sentence()
    );
    let why = if find.result.passed() {
        "played again, it does not differ: the program is nondeterministic\n".to_owned()
    } else {
        human::random_game(&find.result, &find.explanation)
    };
    head + &describe(&find.written) + &why
}

/// Renders the seed and the input of a game.
fn describe(written: &LoadedCase) -> String {
    let lines = |content: &[u8]| -> String {
        if content.is_empty() {
            return " (none)\n".to_owned();
        }
        let lines = content.split_inclusive(|&byte| byte == b'\n');
        let lines = lines.map(|line| format!("\n  {}", visible(line)));
        lines.collect::<String>() + "\n"
    };
    format!(
        "seed:{}input:{}",
        lines(&written.seed),
        lines(&written.input)
    )
}

/// Renders the report of an interrupted check for people: the smallest game so far with the most
/// important cause.
pub(super) fn interrupted(games: &[(Option<Key>, LoadedCase)]) -> String {
    let Some((key, written)) = games.first() else {
        return String::new();
    };
    let why = key.as_ref().map_or_else(
        || ", whose cause has not been looked for yet".to_owned(),
        |key| format!(": {}", key.sentence()),
    );
    format!(
        "the smallest game so far that differs{why}\n{}",
        describe(written)
    )
}

#[derive(Default, Serialize)]
struct RandomReport {
    version: u32,
    interrupted: bool,
    games: Option<u64>,
    rng_seed: Option<u64>,
    played: Option<u64>,
    differing: Option<u64>,
    causes: Vec<CauseEntry>,
}

#[derive(Default, Serialize)]
struct CauseEntry {
    name: Option<String>,
    sentence: Option<String>,
    rule: Option<String>,
    games: Option<usize>,
    game: GameEntry,
}

#[derive(Default, Serialize)]
struct GameEntry {
    number: Option<u64>,
    seed: String,
    input: String,
    deterministic: Option<bool>,
    explained: Option<bool>,
    round: Option<u64>,
    input_line: Option<usize>,
    input_text: Option<String>,
}

/// Renders the report as JSON.
pub(super) fn json(result: &RandomResult) -> String {
    to_pretty(&RandomReport {
        version: VERSION,
        interrupted: false,
        games: Some(result.count),
        rng_seed: Some(result.rng_seed),
        played: Some(result.played),
        differing: Some(result.differing),
        causes: result.finds.iter().map(cause).collect(),
    })
}

/// Renders the report of an interrupted check as JSON.
pub(super) fn interrupted_json(games: &[(Option<Key>, LoadedCase)]) -> String {
    let name = |key: &Option<Key>| key.as_ref().map_or(NOT_EXPLAINED_YET, Key::name).to_owned();
    let causes = games.iter().map(|(key, written)| CauseEntry {
        name: Some(name(key)),
        game: game(written),
        ..CauseEntry::default()
    });
    to_pretty(&RandomReport {
        version: VERSION,
        interrupted: true,
        causes: causes.collect(),
        ..RandomReport::default()
    })
}

fn cause(find: &Find) -> CauseEntry {
    let (name, stem) = match &find.key {
        Key::Cause { name, stem, .. } => (Some(name.clone()), Some(stem)),
        Key::Unexplained => (None, None),
    };
    let finding = find
        .explanation
        .causes_of(0)
        .find(|finding| Some(&finding.wording.stem) == stem);
    let moment = finding.map(|finding| &finding.first.moment);
    CauseEntry {
        name,
        sentence: finding.map(|finding| finding.wording.sentence.clone()),
        rule: finding.map(|finding| finding.wording.rule.clone()),
        games: Some(find.games),
        game: GameEntry {
            number: Some(find.number + 1),
            deterministic: Some(!find.result.passed()),
            explained: Some(find.explanation.explains(0)),
            round: moment.and_then(|moment| moment.round),
            input_line: moment.map(|moment| moment.lines),
            input_text: moment.and_then(|moment| moment.line.clone()),
            ..game(&find.written)
        },
    }
}

fn game(written: &LoadedCase) -> GameEntry {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    GameEntry {
        seed: text(&written.seed),
        input: text(&written.input),
        ..GameEntry::default()
    }
}

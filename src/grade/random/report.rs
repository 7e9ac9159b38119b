//! Reports random checks, for people and as JSON.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::check::{RandomCheck, cause_of};
use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::edition::row::Edition;
use crate::grade::loaded_case::LoadedCase;
use crate::io::atomic_file;
use crate::io::visible::{counted, visible};
use crate::report::explanation::{Explanation, Wording};
use crate::report::options::Format;
use crate::report::result::CaseResult;
use crate::report::{human, json::to_pretty};
use crate::sample::game::Game;

const VERSION: u32 = 3;

const NONDETERMINISTIC: &str =
    "played again, it does not differ: the program is nondeterministic\n";

/// The results so far of a random check, as they are in JSON.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    version: u32,
    pub(super) interrupted: bool,
    /// Number of requested games.
    pub(super) games: u64,
    pub(super) rng_seed: u64,
    /// Number of games played.
    pub(super) played: u64,
    /// Number of games that differ.
    pub(super) differing: u64,
    pub(super) causes: Vec<Find>,
}

/// The smallest game with a cause, whose name is not known at first.
#[derive(Debug, Serialize)]
pub(super) struct Find {
    name: Option<String>,
    sentence: Option<String>,
    rule: Option<String>,
    /// Number of games with the cause.
    games: usize,
    game: Smallest,
}

#[derive(Debug, Serialize)]
struct Smallest {
    /// Number of the game that was shrunk, from 1.
    number: u64,
    seed: String,
    input: String,
    deterministic: Option<bool>,
    explained: Option<bool>,
    round: Option<u64>,
    input_line: Option<usize>,
    input_text: Option<String>,
    #[serde(skip)]
    game: Game,
    /// The rest of the report for people.
    #[serde(skip)]
    details: String,
}

/// Converts a game into a case without files.
pub(super) fn case_of(game: &Game, edition: &Edition) -> LoadedCase {
    LoadedCase::of_game(Path::new("random"), game, edition)
}

impl Find {
    pub(super) fn new(cause: Option<&Wording>, games: usize, number: u64, game: &Game) -> Self {
        Self {
            name: cause.map(|cause| cause.name.clone()),
            sentence: cause.map(|cause| cause.sentence.clone()),
            rule: cause.map(|cause| cause.rule.clone()),
            games,
            game: Smallest {
                number: number + 1,
                seed: game.seed(),
                input: game.input(),
                deterministic: None,
                explained: None,
                round: None,
                input_line: None,
                input_text: None,
                game: game.clone(),
                details: String::new(),
            },
        }
    }

    /// Replaces the game by a smaller one.
    pub(super) fn shrink(&mut self, game: &Game) {
        self.game.seed = game.seed();
        self.game.input = game.input();
        self.game.game = game.clone();
    }

    /// Adds the result of playing the game again.
    pub(super) fn set_replay(
        &mut self,
        cause: Option<&Wording>,
        result: &CaseResult,
        explanation: &Explanation,
    ) {
        let finding = cause.and_then(|cause| cause_of(cause, explanation));
        let moment = finding.map(|finding| &finding.first.moment);
        let game = &mut self.game;
        game.deterministic = Some(!result.passed());
        game.explained = Some(explanation.explains(0));
        game.round = moment.and_then(|moment| moment.round);
        game.input_line = moment.map(|moment| moment.lines);
        game.input_text = moment.and_then(|moment| moment.line.clone());
        game.details = if result.passed() {
            NONDETERMINISTIC.to_owned()
        } else {
            human::random_game(result, explanation)
        };
    }

    fn sentence(&self) -> &str {
        let sentence = self.sentence.as_deref();
        sentence.unwrap_or("The cause is not known.")
    }
}

/// Renders the lines of a seed or an input.
fn indented(text: &str) -> String {
    if text.is_empty() {
        return " (none)\n".to_owned();
    }
    let lines = text.split_inclusive('\n');
    let lines = lines.map(|line| format!("\n  {}", visible(line.as_bytes())));
    lines.collect::<String>() + "\n"
}

impl Report {
    pub(super) fn new(games: u64, rng_seed: u64) -> Self {
        Self {
            version: VERSION,
            interrupted: false,
            games,
            rng_seed,
            played: 0,
            differing: 0,
            causes: Vec::new(),
        }
    }

    /// Counts a game that differs. Keeps the smallest one.
    pub(super) fn add_differing(&mut self, number: u64, game: &Game) {
        self.differing += 1;
        let smallest = self.causes.first().map(|find| find.game.game.size());
        if smallest.is_none_or(|smallest| game.size() < smallest) {
            self.causes = vec![Find::new(None, 1, number, game)];
        }
    }

    /// Saves the games as cases if requested. Returns the text of the report, and an error if not
    /// all games could be saved.
    pub(super) fn finish(&self, check: &RandomCheck) -> (String, Result<(), GradeError>) {
        if check.format == Format::Json {
            return (to_pretty(self), self.save(check, &mut String::new()));
        }
        let mut text = self.human(check.keep_going);
        let saved = self.save(check, &mut text);
        (text, saved)
    }

    fn human(&self, keep_going: bool) -> String {
        let Self {
            games,
            rng_seed,
            played,
            differing,
            ..
        } = self;
        if *differing == 0 && !self.interrupted {
            return format!("{games} random games (--rng-seed {rng_seed}): no difference\n");
        }
        let mut text = String::new();
        for find in &self.causes {
            text += &format!(
                "random game {} (--rng-seed {rng_seed}) differs: {}\n\
                 the smallest game that does:\nseed:{}input:{}{}",
                find.game.number,
                find.sentence(),
                indented(&find.game.seed),
                indented(&find.game.input),
                find.game.details
            );
        }
        if keep_going {
            text +=
                &format!("{differing} of {played} random games (--rng-seed {rng_seed}) differ:\n");
            for find in &self.causes {
                let games = counted(find.games, "game", "games");
                text += &format!("  {games}: {}\n", find.sentence());
            }
        }
        text
    }

    /// Saves the games, and adds their names to the text.
    fn save(&self, check: &RandomCheck, text: &mut String) -> Result<(), GradeError> {
        if let Some(folder) = &check.save {
            for find in &self.causes {
                let case = save(&find.game.game, check.setting.edition, folder)?;
                *text += &format!("saved as {}\n", case.name);
            }
        }
        Ok(())
    }
}

/// Saves a game as a case under an unused name.
fn save(game: &Game, edition: &Edition, folder: &Path) -> Result<Case, GradeError> {
    fs::create_dir_all(folder).map_err(|error| GradeError::file(folder, error))?;
    let mut name = "random".to_owned();
    let mut number = 1;
    let case = loop {
        let case = Case::unwritten(&folder.join(name), edition.case_ending);
        let is_new = |file: &PathBuf| file.symlink_metadata().is_err();
        if case.files().iter().all(is_new) {
            break case;
        }
        number += 1;
        name = format!("random-{number}");
    };
    for (path, content) in case_of(game, edition).files(&case) {
        atomic_file::create(&path, &content).map_err(|error| GradeError::file(path, error))?;
    }
    Ok(case)
}

//! Reports random checks, for people and as JSON.

use std::path::Path;

use serde::Serialize;

use super::request::RandomCheck;
use crate::cases::error::GradeError;
use crate::edition::row::Edition;
use crate::grade::loaded_case::LoadedCase;
use crate::io::visible::{counted, visible, visible_path};
use crate::report::finding::Wording;
use crate::report::human::Human;
use crate::report::options::{Format, Options};
use crate::report::results::{Results, to_pretty};
use crate::sample::game::Game;

const VERSION: u32 = 3;

/// Index of the tried game in the explanation of its differences.
pub(super) const VARIANT: usize = 0;

/// The results so far of a random check, as they are in JSON.
#[derive(Debug, Default, Serialize)]
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
    /// The report for people about its differences.
    details: String,
    #[serde(skip)]
    game: Game,
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
                details: String::new(),
                game: game.clone(),
            },
        }
    }

    /// Replaces the game by a smaller one.
    pub(super) fn set_game(&mut self, game: &Game) {
        self.game.seed = game.seed();
        self.game.input = game.input();
        self.game.game = game.clone();
    }

    /// Adds the result of playing the game again.
    pub(super) fn add_replay(&mut self, results: &Results, options: &Options) {
        let has_failed = results.failed() > 0;
        self.game.deterministic = Some(has_failed);
        self.game.explained = Some(results.explained() > 0);
        self.game.details = if has_failed {
            Human::plain(options).random_game(results)
        } else {
            "played again, it does not differ: the program is nondeterministic\n".to_owned()
        };
    }

    fn sentence(&self) -> &str {
        self.sentence
            .as_deref()
            .unwrap_or("The cause is not known.")
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
            games,
            rng_seed,
            ..Self::default()
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
        let mut text = match check.format {
            Format::Json => to_pretty(self),
            _ => self.human(check.keep_going),
        };
        let mut saved = Ok(());
        if let Some(folder) = &check.save {
            for find in &self.causes {
                let case = case_of(&find.game.game, check.setting.edition);
                match case.save(folder, check.setting.edition) {
                    Ok(stem) if check.format == Format::Human => {
                        let line = format!("saved as {}\n", visible_path(&stem));
                        text += &line;
                    }
                    Ok(_) => {}
                    Err(error) => saved = Err(error),
                }
            }
        }
        (text, saved)
    }

    fn human(&self, keep_going: bool) -> String {
        let (games, rng_seed, played) = (self.games, self.rng_seed, self.played);
        if self.differing == 0 && !self.interrupted {
            return format!("{games} random games (--rng-seed {rng_seed}): no difference\n");
        }
        let mut text = format!(
            "{} of {played} random games (--rng-seed {rng_seed}) differ\n",
            self.differing
        );
        for find in &self.causes {
            text += &format!(
                "{}\nthe smallest game{} that shows it, made from game {}:\nseed:{}input:{}{}",
                find.sentence(),
                if self.interrupted { " so far" } else { "" },
                find.game.number,
                indented(&find.game.seed),
                indented(&find.game.input),
                find.game.details
            );
        }
        if keep_going {
            for find in &self.causes {
                let games = counted(find.games, "game", "games");
                text += &format!("  {games}: {}\n", find.sentence());
            }
        }
        text
    }
}

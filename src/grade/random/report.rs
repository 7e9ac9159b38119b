//! Reports random checks, for people and as JSON.

use serde::Serialize;

use super::RandomCheck;
use crate::{
    analyse::subject,
    cases::Case,
    error::Error,
    io::{counted, visible, visible_path},
    report::{Format, Wording, results::to_pretty},
};

/// Version of the JSON. It changes with every incompatible change; new fields are compatible.
pub(super) const VERSION: u32 = 5;

/// The results of a random check, as they are in JSON.
#[derive(Debug, Default, Serialize)]
pub(super) struct RandomReport {
    pub version: u32,
    /// Number of requested games.
    pub games: u64,
    pub rng_seed: u64,
    pub played: u64,
    /// Number of games that differ.
    pub differing: u64,
    pub smallest: Vec<SmallestGame>,
}

#[derive(Debug, Serialize)]
pub(super) struct SmallestGame {
    /// The cause; `None` if it is not known.
    pub cause: Option<Wording>,
    /// Number of games with the cause.
    pub games: usize,
    pub seed: String,
    pub input: String,
    /// True if the game differed again when it was played once more.
    pub deterministic: bool,
    /// Human-readable report about the differences of the game.
    pub details: String,
}

fn indented(text: &str) -> String {
    if text.is_empty() {
        return " (empty)\n".to_owned();
    }
    let mut indented = String::new();
    for line in text.split_inclusive('\n') {
        let line = visible(line.as_bytes());
        indented += &format!("\n  {}", if line.is_empty() { "(blank)" } else { &line });
    }
    indented + "\n"
}

impl RandomReport {
    /// Saves the smallest games as cases if requested. Returns lines about the saved games, for
    /// people.
    pub fn save(&self, check: &RandomCheck) -> Result<String, Error> {
        let mut lines = String::new();
        let Some(folder) = &check.save else {
            return Ok(lines);
        };
        let edition = check.setting.edition;
        for SmallestGame { seed, input, .. } in &self.smallest {
            let stem = Case::free_stem(folder, "random", edition.case_ending);
            subject::case_of_game(&stem, seed.clone(), input.clone(), edition).write()?;
            if check.format == Format::Human {
                lines += &format!("saved as {}\n", visible_path(&stem));
            }
        }
        Ok(lines)
    }

    pub fn render(&self, check: &RandomCheck) -> String {
        if check.format == Format::Json {
            return to_pretty(self);
        }
        let games = self.games;
        let played = self.played;
        let differing = self.differing;
        let rng_seed = self.rng_seed;
        if differing == 0 {
            let noun = if games == 1 { "game" } else { "games" };
            return format!("{games} random {noun} (--rng-seed {rng_seed}): no difference\n");
        }
        let mut text =
            format!("{differing} of {played} random games (--rng-seed {rng_seed}) differ");
        if played < games {
            text += &format!("; not played: {}", games - played);
        }
        text.push('\n');
        for game in &self.smallest {
            let cause = game.cause.as_ref();
            text += &format!(
                "{}: {}\nthe smallest game that shows it:\nseed:{}input:{}{}",
                counted(game.games, "game", "games"),
                cause.map_or("Cause unknown.", |cause| &cause.general),
                indented(&game.seed),
                indented(&game.input),
                game.details
            );
            let others = differing.saturating_sub(game.games as u64);
            if !check.keep_going && others > 0 {
                text += &format!("other games that differ: {others}; --keep-going shows them\n");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_of_an_input_are_visible() {
        assert_eq!(indented("\nq\n"), "\n  (blank)\n  q\n");
        assert_eq!(indented(""), " (empty)\n");
    }
}

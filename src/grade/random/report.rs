//! Reports random checks, for people and as JSON.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::RandomCheck;
use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::edition::row::Edition;
use crate::grade::loaded_case::LoadedCase;
use crate::io::visible::{counted, visible, visible_path};
use crate::report::finding::{Finding, Wording};
use crate::report::human::Human;
use crate::report::options::{Format, Options};
use crate::report::results::{Results, to_pretty};
use crate::sample::game::Game;

const VERSION: u32 = 4;

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
    pub(super) smallest: Vec<Smallest>,
}

/// The smallest game with a cause.
#[derive(Debug, Serialize)]
pub(super) struct Smallest {
    /// Absent if the cause is not known.
    cause: Option<Wording>,
    /// Number of games with the cause.
    games: usize,
    seed: String,
    input: String,
    /// Whether the game showed the cause again when it was played once more.
    deterministic: Option<bool>,
    /// The report for people about its differences.
    details: String,
}

impl Smallest {
    pub(super) fn new(finding: &Finding, game: &Game) -> Self {
        Self {
            cause: finding.is_cause().then(|| finding.wording.clone()),
            games: finding.cases.len(),
            seed: game.seed(),
            input: game.input(),
            deterministic: None,
            details: String::new(),
        }
    }

    /// Replaces the game by a smaller one.
    pub(super) fn set_game(&mut self, game: &Game) {
        self.seed = game.seed();
        self.input = game.input();
    }

    /// Adds the results of playing the game again, if it showed the cause again.
    pub(super) fn add_replay(&mut self, results: Option<Results>, options: &Options) {
        self.deterministic = Some(results.is_some());
        self.details = match results {
            Some(results) => Human::plain(options).random_game(&results),
            None => "played again, it does not: the program is nondeterministic\n".to_owned(),
        };
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

    /// Counts a game that differs, and keeps the first one.
    pub(super) fn add_differing(&mut self, game: &Game) {
        self.differing += 1;
        if self.smallest.is_empty() {
            let unknown = Finding::unexplained(String::new(), vec![0], None);
            self.smallest.push(Smallest::new(&unknown, game));
        }
    }

    /// Saves the games as cases if requested. Returns lines for people about that.
    pub(super) fn save(&self, check: &RandomCheck) -> Result<String, GradeError> {
        let mut lines = String::new();
        let Some(folder) = &check.save else {
            return Ok(lines);
        };
        let edition = check.setting.edition;
        fs::create_dir_all(folder).map_err(|error| GradeError::file(folder, error))?;
        for Smallest { seed, input, .. } in &self.smallest {
            let stem = free_stem(folder, edition);
            LoadedCase::of_game(&stem, seed.clone(), input.clone(), edition).write()?;
            if check.format == Format::Human {
                lines += &format!("saved as {}\n", visible_path(&stem));
            }
        }
        Ok(lines)
    }

    pub(super) fn render(&self, format: Format) -> String {
        if format == Format::Json {
            return to_pretty(self);
        }
        let (games, rng_seed) = (self.games, self.rng_seed);
        if self.differing == 0 && !self.interrupted {
            return format!("{games} random games (--rng-seed {rng_seed}): no difference\n");
        }
        let mut text = format!(
            "{} of {} random games (--rng-seed {rng_seed}) differ\n",
            self.differing, self.played
        );
        for smallest in &self.smallest {
            let cause = smallest.cause.as_ref();
            text += &format!(
                "{}: {}\nthe smallest game{} that shows it:\nseed:{}input:{}{}",
                counted(smallest.games, "game", "games"),
                cause.map_or("The cause is not known.", Wording::label),
                if self.interrupted { " so far" } else { "" },
                indented(&smallest.seed),
                indented(&smallest.input),
                smallest.details
            );
        }
        text
    }
}

/// Returns the path of a case in a folder that does not have one of its files yet.
fn free_stem(folder: &Path, edition: &Edition) -> PathBuf {
    let mut stem = folder.join("random");
    for number in 2.. {
        let files = Case::unwritten(&stem, edition.case_ending).files();
        if files.iter().all(|file| file.symlink_metadata().is_err()) {
            break;
        }
        stem = folder.join(format!("random-{number}"));
    }
    stem
}

//! A random game as files: what both sides are given, and what is expected.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::cases::case::{Case, Expected};
use crate::cases::load::Given;
use crate::compare::reference;
use crate::edition::flaw::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::transcript::Transcript;
use crate::grade::error::GradeError;
use crate::io::store::Content;
use crate::io::visible::visible;
use crate::sample::game::Game;

/// A game as it is given to both sides.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// The case that it would be.
    pub(super) case: Case,
    /// The seed.
    pub(super) seed: Vec<u8>,
    /// The input.
    pub(super) input: Vec<u8>,
    /// What the built-in game prints.
    pub(super) expected: Expected,
}

impl Written {
    /// Writes a game and lets the built-in game say what is expected.
    pub(super) fn new(game: &Game, edition: &Edition) -> Self {
        let mut written = Self {
            case: Case::unwritten(Path::new("random"), edition.case_ending),
            seed: game.seed().into_bytes(),
            input: game.input().into_bytes(),
            expected: Expected::default(),
        };
        let transcript = written.play(edition, FlawSet::default());
        // Nothing was cut off: a random game always has an end.
        written.expected = reference::expected(&transcript).unwrap_or_default();
        written
    }

    /// Plays the game in memory with some flaws.
    pub(super) fn play(&self, edition: &Edition, flaws: FlawSet) -> Transcript {
        let seed = SeedFile::in_memory(&self.case.seed, self.seed.as_slice());
        reference::play_flawed(edition, flaws, seed, &self.input, usize::MAX)
    }

    /// Whether a flaw shows in the game, as far as it does without others.
    pub(super) fn shows(&self, flaw: &Flaw, edition: &Edition) -> bool {
        let flawed = self.play(edition, FlawSet::default().with(flaw));
        reference::expected(&flawed).as_ref() != Some(&self.expected)
    }

    /// What a run of the game is given.
    pub(super) fn given(&self) -> Given<'_> {
        Given {
            seed: Content::Bytes(&self.seed),
            input: Content::Bytes(&self.input),
        }
    }

    /// The seed and the input, for people.
    pub(super) fn describe(&self) -> String {
        let file = |(name, content): (&str, &Vec<u8>)| {
            let lines = content.split_inclusive(|&byte| byte == b'\n');
            let lines = lines.map(|line| format!("  {}\n", visible(line)));
            format!("{name}:\n") + &lines.collect::<String>()
        };
        let files = [("seed", &self.seed), ("input", &self.input)];
        files.into_iter().map(file).collect()
    }

    /// Saves the game as a case under a name that no case has yet.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub(super) fn save(&self, edition: &Edition, folder: &Path) -> Result<Case, GradeError> {
        fs::create_dir_all(folder).map_err(|error| GradeError::file(folder, error))?;
        let mut number = 1;
        loop {
            let name = match number {
                1 => "random".to_owned(),
                _ => format!("random-{number}"),
            };
            number += 1;
            let case = Case::unwritten(&folder.join(name), edition.case_ending);
            let mut files = case.files().into_iter();
            if files.any(|file| file.symlink_metadata().is_ok()) {
                continue;
            }
            write_new(&case.seed, &self.seed)?;
            if let Some(input) = &case.input {
                write_new(input, &self.input)?;
            }
            for (artifact, content) in self.expected.files() {
                write_new(&case.file(artifact), &content)?;
            }
            return Ok(case);
        }
    }
}

/// Writes a file that is not there yet.
fn write_new(path: &Path, content: &[u8]) -> Result<(), GradeError> {
    File::create_new(path)
        .and_then(|mut file| file.write_all(content))
        .map_err(|error| GradeError::file(path, error))
}

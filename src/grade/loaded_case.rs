//! A case with all its files in memory.

use std::path::{Path, PathBuf};

use super::error::GradeError;
use crate::cases::case::{Case, Expected};
use crate::cases::load::{Given, StoredCase};
use crate::compare::reference;
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::transcript::Transcript;
use crate::io::store::{Content, Store};
use crate::sample::game::Game;

/// A case with all its files in memory.
#[derive(Clone, Debug)]
pub(crate) struct LoadedCase {
    /// The names of the files.
    pub(crate) case: Case,
    /// The seed.
    pub(crate) seed: Vec<u8>,
    /// The input.
    pub(crate) input: Vec<u8>,
    /// What is expected.
    pub(crate) expected: Expected,
}

impl LoadedCase {
    /// Reads a case.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn read(stored: &StoredCase, store: &Store) -> Result<Self, GradeError> {
        let given = stored.given(store);
        Ok(Self {
            case: stored.case.clone(),
            seed: given.seed.bytes()?,
            input: given.input.bytes()?,
            expected: stored.expected(store)?,
        })
    }

    /// A game as a case of this path, none of whose files is there yet, that expects
    /// what the built-in game prints.
    pub(crate) fn of_game(stem: &Path, game: &Game, edition: &Edition) -> Self {
        let mut case = Self {
            case: Case::unwritten(stem, edition.case_ending),
            seed: game.seed().into_bytes(),
            input: game.input().into_bytes(),
            expected: Expected::default(),
        };
        let transcript = case.play(edition, FlawSet::default(), usize::MAX);
        // Nothing was cut off: the input has an end.
        case.expected = reference::expected(&transcript).unwrap_or_default();
        case
    }

    /// Plays the game with some flaws, or as much of it as prints `most` bytes.
    pub(crate) fn play(&self, edition: &Edition, flaws: FlawSet, most: usize) -> Transcript {
        let seed = SeedFile::in_memory(&self.case.seed, self.seed.as_slice());
        reference::play_flawed(edition, flaws, seed, &self.input, most)
    }

    /// The same beside a game that has been played; none if that has printed the same.
    pub(crate) fn play_other(
        &self,
        edition: &Edition,
        flaws: FlawSet,
        game: (&Transcript, usize),
    ) -> Option<Transcript> {
        let seed = SeedFile::in_memory(&self.case.seed, self.seed.as_slice());
        reference::play_other(edition, flaws, seed, &self.input, game)
    }

    /// Whether a flaw shows in the game, as far as it does without others.
    pub(crate) fn shows(&self, flaw: &Flaw, edition: &Edition) -> bool {
        let flawed = self.play(edition, FlawSet::default().with(flaw), usize::MAX);
        reference::expected(&flawed).as_ref() != Some(&self.expected)
    }

    /// What a run of the case is given.
    pub(crate) fn given(&self) -> Given<'_> {
        Given {
            seed: Content::Bytes(&self.seed),
            input: Content::Bytes(&self.input),
        }
    }

    /// The files that make it a case of another name, with their contents.
    pub(crate) fn files(&self, case: &Case) -> Vec<(PathBuf, Vec<u8>)> {
        let input = case.input.clone().map(|path| (path, self.input.clone()));
        [(case.seed.clone(), self.seed.clone())]
            .into_iter()
            .chain(input)
            .chain(
                self.expected
                    .files()
                    .into_iter()
                    .map(|(artifact, content)| (case.file(artifact), content)),
            )
            .collect()
    }
}

//! A case with all its files in memory.

use std::path::Path;

use crate::analyse::flaws::{self, Flaw};
use crate::analyse::reference;
use crate::cases::case::{Case, Expected};
use crate::cases::error::GradeError;
use crate::cases::load::StoredCase;
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::transcript::Transcript;
use crate::io::atomic_file;
use crate::io::error::FileError;
use crate::io::store::Store;

/// A case with all its files in memory.
#[derive(Clone, Debug)]
pub(crate) struct LoadedCase {
    /// The paths of the files.
    pub(crate) case: Case,
    /// The seed.
    pub(crate) seed: Vec<u8>,
    /// The input.
    pub(crate) input: Vec<u8>,
    /// The expected results.
    pub(crate) expected: Expected,
}

impl LoadedCase {
    /// Reads a case from the store.
    pub(crate) fn read(stored: &StoredCase, store: &Store) -> Result<Self, GradeError> {
        let given = stored.given(store);
        Ok(Self {
            case: stored.case.clone(),
            seed: given.seed.bytes()?,
            input: given.input.bytes()?,
            expected: stored.expected(store)?,
        })
    }

    /// Writes the case to the store.
    pub(crate) fn stored(&self, store: &mut Store) -> Result<StoredCase, FileError> {
        let case = self.case.clone();
        StoredCase::in_memory(case, &self.seed, &self.input, &self.expected, store)
    }

    /// Creates a case of this path that expects the output of the built-in game. Its files need not exist.
    pub(crate) fn of_game(stem: &Path, seed: String, input: String, edition: &Edition) -> Self {
        let mut case = Self {
            case: Case::unwritten(stem, edition.case_ending),
            seed: seed.into_bytes(),
            input: input.into_bytes(),
            expected: Expected::default(),
        };
        let transcript = case.play(edition, &[], usize::MAX);
        // Without an output limit, the transcript is complete.
        case.expected = reference::expected(&transcript).unwrap_or_default();
        case
    }

    /// Plays the game with these flaws until it has printed `most` bytes.
    pub(crate) fn play(&self, edition: &Edition, flaws: &[&Flaw], most: usize) -> Transcript {
        let seed = SeedFile::in_memory(&self.case.seed, self.seed.as_slice());
        flaws::play(edition, flaws, seed, &self.input, most)
    }

    /// Reports whether a flaw alone changes the output.
    pub(crate) fn shows(&self, flaw: &Flaw, edition: &Edition) -> bool {
        let flawed = self.play(edition, &[flaw], usize::MAX);
        reference::expected(&flawed).as_ref() != Some(&self.expected)
    }

    /// Writes the files of the case, none of which must exist yet.
    pub(crate) fn write(&self) -> Result<(), GradeError> {
        let mut files = vec![(self.case.seed.clone(), self.seed.clone())];
        files.extend(
            self.case
                .input
                .clone()
                .map(|path| (path, self.input.clone())),
        );
        for (artifact, content) in self.expected.files() {
            files.push((self.case.file(artifact), content));
        }
        for (path, content) in files {
            atomic_file::create(&path, &content).map_err(|error| GradeError::file(path, error))?;
        }
        Ok(())
    }
}

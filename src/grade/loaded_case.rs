//! A case with all its files in memory.

use std::fs;
use std::path::{Path, PathBuf};

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
use crate::sample::game::Game;

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

    /// Converts a game into a case of this path that expects the output of the built-in game. Its
    /// files need not exist.
    pub(crate) fn of_game(stem: &Path, game: &Game, edition: &Edition) -> Self {
        let mut case = Self {
            case: Case::unwritten(stem, edition.case_ending),
            seed: game.seed().into_bytes(),
            input: game.input().into_bytes(),
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

    /// Saves the files of the case in a folder, under its name or with a number added to it. Returns
    /// the path of the files without their endings.
    pub(crate) fn save(&self, folder: &Path, edition: &Edition) -> Result<PathBuf, GradeError> {
        fs::create_dir_all(folder).map_err(|error| GradeError::file(folder, error))?;
        let mut stem = folder.join(&self.case.name);
        for number in 2.. {
            let case = Case::unwritten(&stem, edition.case_ending);
            if !case
                .files()
                .iter()
                .any(|file| file.symlink_metadata().is_ok())
            {
                break;
            }
            stem = folder.join(format!("{}-{number}", self.case.name));
        }
        let case = Case::unwritten(&stem, edition.case_ending);
        for (path, content) in self.files(&case) {
            atomic_file::create(&path, &content).map_err(|error| GradeError::file(path, error))?;
        }
        Ok(stem)
    }

    /// The files of this case under the name of another case, with their contents.
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

//! A case with all its files in memory.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cases::case::{Artifact, Case, Expected};
use crate::cases::load::StoredCase;
use crate::compare::reference;
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::grade::error::GradeError;
use crate::io::store::Store;
use crate::sample::game::Game;

/// The longest seed or input that is played, in bytes.
const LONGEST_GIVEN: u64 = 1 << 20;

/// The longest output of which a case is measured, in bytes.
const LONGEST_EXPECTED: u64 = 64 << 20;

/// A case with all its files in memory.
#[derive(Clone, Debug)]
pub(crate) struct LoadedCase {
    /// What it is called.
    pub(crate) name: String,
    /// The name of the seed's file, which some messages tell.
    pub(crate) seed_name: OsString,
    /// The seed.
    pub(crate) seed: Vec<u8>,
    /// The input.
    pub(crate) input: Vec<u8>,
    /// What the case expects.
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
            name: stored.case.name.clone(),
            seed_name: stored.case.seed.clone().into(),
            seed: given.seed.bytes()?,
            input: given.input.bytes()?,
            expected: stored.expected(store)?,
        })
    }

    /// A case of this path that expects what the built-in game prints.
    pub(crate) fn unwritten(stem: &Path, game: &Game, edition: &Edition) -> Self {
        let case = Case::unwritten(stem, edition.case_ending);
        let (seed, input) = (game.seed().into_bytes(), game.input().into_bytes());
        let file = SeedFile::in_memory(&case.seed, seed.as_slice());
        let transcript = reference::play(edition, file, &input, usize::MAX);
        Self {
            name: case.name,
            seed_name: case.seed.into(),
            seed,
            input,
            // Nothing was cut off: the input has an end.
            expected: reference::expected(&transcript).unwrap_or_default(),
        }
    }
}

/// The first file of a case that is too large to be looked at, and how many
/// mebibytes it may have.
pub(crate) fn too_large(case: &Case) -> Option<(PathBuf, u64)> {
    let given = [Some(case.seed.clone()), case.input.clone()];
    let expected = Artifact::ALL.map(|artifact| case.file(artifact));
    given
        .into_iter()
        .flatten()
        .map(|path| (path, LONGEST_GIVEN))
        .chain(expected.into_iter().map(|path| (path, LONGEST_EXPECTED)))
        // What cannot be read is told by whoever reads it.
        .find(|(path, longest)| fs::metadata(path).is_ok_and(|data| data.len() > *longest))
        .map(|(path, longest)| (path, longest >> 20))
}

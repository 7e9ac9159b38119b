//! Flaws: deviations from the rules that programs are known to have. The same table names the causes of
//! differences and plays games with flaws.

mod facts;
mod judge;
mod reader;
mod seed;
mod session;
mod squares;
mod table;

pub(in crate::analyse) use facts::Aspect;
pub(in crate::analyse) use judge::judge;
pub use session::start;
#[cfg(test)]
use table::FLAWS;
pub use table::{Flaw, of_edition};
#[cfg(test)]
pub(in crate::analyse) use tests::is_part;

use std::collections::BTreeMap;
use std::path::Path;

use super::reference;
use crate::cases::case::{Case, Expected};
use crate::cases::load::LoadedCase;
use crate::edition::row::{self, Edition};
use crate::edition::setup::Setup;
use crate::field::seed_file::SeedFile;
use crate::game::transcript::Transcript;

/// Flaws that explain answers.
#[derive(Clone, Debug)]
pub(crate) struct FlawFinding {
    /// Several flaws if the cases cannot distinguish them.
    pub(crate) flaws: Vec<&'static Flaw>,
    /// The answers that support the flaws: the indices of a case and of an answer.
    pub(crate) support: Vec<(usize, usize)>,
}

/// The aspects of each answer that are as the flaws predict, and whether the rules predict something else. Answers have the
/// indices of their cases and in the case.
pub(in crate::analyse) type Covers = BTreeMap<(usize, usize), BTreeMap<Aspect, bool>>;

/// Plays a case with flaws until the game has printed `most` bytes.
pub(crate) fn play(
    edition: &Edition,
    flaws: &[&Flaw],
    seed: SeedFile,
    input: &[u8],
    most: usize,
) -> Transcript {
    if flaws.is_empty() {
        return edition.play(seed, input, most);
    }
    let started = start(edition, &Setup::of_file(seed), flaws);
    row::transcript(started, input, most)
}

impl LoadedCase {
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
        play(edition, flaws, seed, &self.input, most)
    }

    /// Reports whether a flaw alone changes the output.
    pub(crate) fn shows(&self, flaw: &Flaw, edition: &Edition) -> bool {
        let flawed = self.play(edition, &[flaw], usize::MAX);
        reference::expected(&flawed).as_ref() != Some(&self.expected)
    }
}

#[cfg(test)]
mod tests;

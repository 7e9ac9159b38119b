//! Flaws: deviations from the rules that programs are known to have. One table serves to find the
//! flaws that explain a program's output, and to play games with flaws.

mod facts;
mod judge;
mod seed;
mod session;
mod table;

pub(super) use facts::Aspect;
pub(super) use judge::{Covers, FlawFinding, judge};
pub use session::start;
#[cfg(test)]
use table::FLAWS;
pub use table::{Flaw, of_edition};
#[cfg(test)]
pub(super) use tests::is_implied;

use std::path::Path;

use super::subject;
use crate::{
    cases::{Case, Expected, LoadedCase},
    edition::{Edition, Setup, row},
    field::SeedFile,
    game::Transcript,
};

/// Plays a game with flaws until it has printed `max_bytes` bytes.
pub fn play(
    edition: &Edition,
    flaws: &[&Flaw],
    seed: SeedFile,
    input: &[u8],
    max_bytes: usize,
) -> Transcript {
    if flaws.is_empty() {
        return edition.play(seed, input, max_bytes);
    }
    let started = start(edition, &Setup::of_file(seed), flaws);
    row::transcript(started, input, max_bytes)
}

impl LoadedCase {
    /// Creates a case at a path that expects the output of the built-in game. Files of the case
    /// need not exist.
    pub fn of_game(stem: &Path, seed: String, input: String, edition: &Edition) -> Self {
        let mut case = Self {
            case: Case::unwritten(stem, edition.case_ending),
            seed: seed.into_bytes(),
            input: input.into_bytes(),
            expected: Expected::default(),
        };
        let transcript = case.play(edition, &[], usize::MAX);
        // Without an output limit, the transcript is complete.
        case.expected = subject::expected(&transcript).unwrap_or_default();
        case
    }

    /// Plays the case with some flaws until the game has printed `max_bytes` bytes.
    pub fn play(&self, edition: &Edition, flaws: &[&Flaw], max_bytes: usize) -> Transcript {
        let seed = SeedFile::in_memory(&self.case.seed_path, self.seed.as_slice());
        play(edition, flaws, seed, &self.input, max_bytes)
    }

    /// Reports whether a flaw, without any other, changes the output.
    pub fn shows(&self, flaw: &Flaw, edition: &Edition) -> bool {
        let flawed = self.play(edition, &[flaw], usize::MAX);
        subject::expected(&flawed).as_ref() != Some(&self.expected)
    }
}

#[cfg(test)]
mod tests;

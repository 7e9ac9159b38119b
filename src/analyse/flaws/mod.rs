//! Flaws: deviations from the rules that programs are known to have. One table serves to find the
//! flaws that explain a program's output, and to play games with flaws.

mod facts;
mod search;
mod seed;
mod session;
mod table;

pub(super) use facts::Aspect;
pub(super) use search::{Covers, FlawFinding, search};
pub use session::start;
#[cfg(test)]
use table::FLAWS;
pub use table::{Flaw, of_edition};
#[cfg(test)]
pub(super) use tests::is_implied;

use super::subject;
use crate::{
    cases::LoadedCase,
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

/// Plays a case with flaws until the game has printed `max_bytes` bytes.
pub fn play_case(
    case: &LoadedCase,
    edition: &Edition,
    flaws: &[&Flaw],
    max_bytes: usize,
) -> Transcript {
    let seed = SeedFile::in_memory(&case.case.seed_path, case.seed.as_slice());
    play(edition, flaws, seed, &case.input, max_bytes)
}

/// Reports whether a flaw, without any other, changes the output of a case.
pub fn changes_output(flaw: &Flaw, case: &LoadedCase, edition: &Edition) -> bool {
    let flawed = play_case(case, edition, &[flaw], usize::MAX);
    subject::expected_results(&flawed).as_ref() != Some(&case.expected)
}

#[cfg(test)]
mod tests;

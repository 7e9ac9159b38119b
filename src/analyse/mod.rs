//! Compares runs of a program with the built-in game: verdicts, diffs, and the few causes behind
//! many differences.
//!
//! An answer is the output between two lines of input. The script of a case is the output of the
//! built-in game. The output of a program is split into answers at the prompts of the program,
//! which may differ from those of the assignment (`prompt`, `program`), and aligned with the script
//! (`aligned`, `pairing`). Each difference is split into independent parts (`parts`). A part that
//! differs everywhere, or in every place of a situation such as "after a blank line", is a cause
//! (`causes`). Deviations from the rules of the game are found by playing games with known flaws
//! (`flaws`). All other differences are shown without a cause.

mod aligned;
mod causes;
mod diff;
mod failures;
pub mod findings;
pub mod flaws;
#[cfg(test)]
mod guard;
mod kinds;
mod output;
mod pairing;
mod parts;
mod program;
mod prompt;
pub mod runs;
mod steps;
pub mod subject;
mod survey;
#[cfg(test)]
mod tests;
mod text;
pub mod tolerance;
mod trace;
pub mod verdict;
mod words;

pub use findings::{Material, Settings, analyse};
pub use flaws::Flaw;
pub use runs::{Evidence, Runs};
pub use subject::{CaseRuns, Subject};
pub use tolerance::{Tolerance, Tolerances};
pub use verdict::Judge;

//! Compares runs of a program with the built-in game: verdicts, diffs, and the few causes behind
//! many differences.
//!
//! The `script` of a case is the output of the built-in game, and `output` that of the program. Of two
//! lines, answers or texts, `expected` belongs to the script and `found` to the output.
//!
//! An answer is the output between two lines of input. The output of a program is split into answers
//! at the prompts of the program, which may differ from those of the assignment (`prompt`,
//! `program`), and aligned with the script (`aligned`, `pairing`). Each difference is split into
//! independent parts (`parts`). A part that differs everywhere, or in every place of a situation such
//! as "after a blank line", is a cause (`causes`). Deviations from the rules of the game are found by
//! playing games with known flaws (`flaws`): an answer that the program `printed` is compared with
//! two `predicted` ones, of the `right` and of a `flawed` game. All other differences are shown
//! without a cause.

mod aligned;
mod causes;
mod classifier;
mod diff;
mod failures;
pub mod findings;
pub mod flaws;
#[cfg(test)]
mod guard;
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

pub use findings::{Settings, analyse, explain_failures};
pub use flaws::Flaw;
pub use runs::{Evidence, Runs};
pub use subject::{CaseRuns, Subject};
pub use tolerance::{Tolerance, Tolerances};
pub use verdict::Judge;

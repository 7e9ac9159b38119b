//! Compares runs of a program with the built-in game: verdicts, diffs, and the few causes behind
//! many differences.
//!
//! An answer is the output between two lines of input. The script of a case is the output of the
//! built-in game. The output of a program is split into answers at the prompts of the program,
//! which may differ from those of the assignment (`prompt`, `program`), and aligned with the script
//! (`aligned`, `align`). Each difference is split into independent parts (`parts`). A part that
//! differs everywhere, or in every place of a situation such as "after a blank line", is a cause
//! (`causes`). Deviations from the rules of the game are found by playing games with known flaws
//! (`flaws`). All other differences are shown without a cause.

mod align;
mod aligned;
mod causes;
pub(crate) mod diff;
mod failures;
pub(crate) mod findings;
pub(crate) mod flaws;
#[cfg(test)]
mod guard;
mod interleaving;
mod kinds;
pub(crate) mod material;
mod output;
mod parts;
mod place;
mod program;
mod prompt;
pub(crate) mod reference;
pub(crate) mod runs;
mod situation;
mod steps;
pub(crate) mod subject;
mod survey;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod tolerance;
mod trace;
pub(crate) mod verdict;
mod words;

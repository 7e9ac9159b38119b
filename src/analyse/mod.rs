//! Compares runs of a program with the built-in game: verdicts, diffs, and the few causes behind many differences.
//!
//! A program's output is cut into answers at its own prompt (`prompt`, `program`) and aligned with the game's
//! (`aligned`, `align`). Each difference is split into independent parts (`parts`). A part that differs everywhere, or in
//! every place of a situation, is a cause (`causes`). All other differences are shown without a cause.

mod align;
mod aligned;
mod causes;
pub(crate) mod diff;
mod failures;
pub(crate) mod findings;
pub(crate) mod flaws;
#[cfg(test)]
mod guard;
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
mod stream_order;
pub(crate) mod subject;
mod survey;
#[cfg(test)]
mod tests;
mod text;
pub(crate) mod tolerance;
mod trace;
pub(crate) mod verdict;
mod words;

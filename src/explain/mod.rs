//! Finds the few causes behind many differences.
//!
//! The program's answers are aligned with the game's. The facts in the answers decide which flaws the program has (`facts`,
//! `trial`, `flaws`). Then the texts are compared piece by piece (`forms`, `change`): a change that shows everywhere, or in every
//! instance of some situation, is a cause (`causes`). The report lists all other differences as unexplained.

mod causes;
mod change;
mod contrast;
pub(crate) mod evidence;
mod example;
pub(crate) mod explanation;
mod facts;
pub(crate) mod failures;
mod flaws;
mod forms;
#[cfg(test)]
mod guard;
pub(crate) mod idle;
mod joined;
pub(crate) mod material;
mod shown;
mod situation;
pub(crate) mod subject;
mod template;
mod tolerated;
mod trial;
pub(crate) mod wording;

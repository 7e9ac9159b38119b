//! Why cases fail: the few causes behind many differences.
//!
//! What a program printed is aligned with what the game prints, answer by answer. Two
//! layers are told apart: what is said decides which flaws the program has (`facts`,
//! `trial`, `flaws`); how it is written is counted for each piece of the game (`forms`, `change`), and a
//! change that is seen wherever it can be, or in all of some situation, is a cause
//! (`causes`). Everything else is left as it is, and said to be left.

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
mod remarks;
mod shown;
mod situation;
pub(crate) mod subject;
mod template;
mod tolerated;
mod trial;
pub(crate) mod wording;

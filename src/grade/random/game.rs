//! A random game, in a form that can be made smaller and written as a case.

use std::borrow::Cow;

use crate::field::minefield::{Size, Square};

/// A field, in a form that can be made smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    /// The size.
    pub(crate) size: Size,
    /// The squares with mines, each once.
    pub(crate) mines: Vec<Square>,
}

/// What is done to a square, which need not be in the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Act {
    /// What is done.
    pub(crate) kind: Kind,
    /// The row.
    pub(crate) row: i64,
    /// The column.
    pub(crate) col: i64,
    /// Whether the long form of the command is used.
    pub(crate) long: bool,
}

/// What is done to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is said to be safe.
    Reveal,
    /// It is said to have a mine.
    Mark,
    /// It is supposed to have one.
    Guess,
}

/// Some of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A move.
    Act(Act),
    /// Another line.
    Text(Cow<'static, str>),
}

/// A random game: a seed and an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// The field.
    pub(crate) field: Field,
    /// The tokens of a seed that is wrong, in place of that of the field.
    pub(crate) malformed: Option<Vec<String>>,
    /// The input.
    pub(crate) steps: Vec<Step>,
}

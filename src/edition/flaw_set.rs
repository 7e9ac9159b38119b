//! Flaws: what programs do otherwise than the rules have it, each with a name.
//! A table of them explains failures, makes the players of tests, and measures
//! what test cases would catch.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A row of an edition's table of flaws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Its name, which does not change.
    pub name: &'static str,
    /// What a program does that has it, in a sentence.
    pub sentence: &'static str,
    /// What the assignment says, in a sentence.
    pub rule: &'static str,
    /// What that is about.
    pub(crate) area: Area,
    /// Its place in the table of its dialect, of which an edition may leave
    /// some out.
    pub(crate) index: usize,
}

/// What a rule of the game is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Area {
    /// The seed file.
    Seed,
    /// How a line of input is read, what is invalid, and the errors that say so.
    Commands,
    /// Which commands use up a round.
    Rounds,
    /// What commands do to squares, and what those show.
    Squares,
    /// What `nofog` shows.
    Nofog,
    /// The list of commands.
    Help,
    /// When a game is over, its last words and the score.
    GameOver,
    /// The end of the input.
    EndOfInput,
}

/// Some flaws of a table: a bit for each of its rows.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FlawSet([u128; 2]);

impl FlawSet {
    /// How many rows a table may have. A longer one does not compile.
    pub(crate) const ROOM: usize = 256;

    /// The same flaws and one more.
    #[must_use]
    pub fn with(mut self, flaw: &Flaw) -> Self {
        self.0[flaw.index / 128] |= 1 << (flaw.index % 128);
        self
    }

    /// The same flaws but for one.
    #[must_use]
    pub(crate) fn without(mut self, flaw: &Flaw) -> Self {
        self.0[flaw.index / 128] &= !(1 << (flaw.index % 128));
        self
    }

    /// Whether a flaw is among them.
    #[must_use]
    #[inline]
    pub fn has(self, flaw: Flaw) -> bool {
        self.0[flaw.index / 128] & 1 << (flaw.index % 128) != 0
    }

    /// Whether one of these flaws is among them.
    #[must_use]
    #[inline]
    pub(crate) fn has_any(self, flaws: &[Flaw]) -> bool {
        flaws.iter().any(|&flaw| self.has(flaw))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The rows of a table that are among them, in its order.
    pub fn rows(self, table: &[Flaw]) -> impl Iterator<Item = &Flaw> {
        table.iter().filter(move |&&flaw| self.has(flaw))
    }
}

impl<'table> FromIterator<&'table Flaw> for FlawSet {
    fn from_iter<I: IntoIterator<Item = &'table Flaw>>(flaws: I) -> Self {
        flaws.into_iter().fold(Self::default(), Self::with)
    }
}

impl fmt::Debug for FlawSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.0;
        write!(f, "FlawSet({high:#x}, {low:#x})")
    }
}

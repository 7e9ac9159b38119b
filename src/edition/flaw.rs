//! Flaws: what programs do otherwise than the rules have it, each with a name.
//! A table of them explains failures, makes the players of tests, and measures
//! what test cases would catch.

use std::fmt;

/// A row of an edition's table of flaws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Its name, which does not change.
    pub name: &'static str,
    /// What a program does that has it, in a sentence.
    pub sentence: &'static str,
    /// What the assignment says, in a sentence.
    pub rule: &'static str,
    /// Its number in the table of its dialect, of which an edition may leave
    /// some out.
    pub(crate) index: usize,
}

/// Some flaws of a table.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct FlawSet([u128; 2]);

impl FlawSet {
    /// The same flaws and one more.
    #[must_use]
    pub fn with(mut self, flaw: &Flaw) -> Self {
        let (word, bit) = Self::place(flaw.index);
        self.0[word] |= bit;
        self
    }

    /// Whether the flaw at this place of the table is among them.
    #[must_use]
    pub(crate) fn contains(self, index: usize) -> bool {
        let (word, bit) = Self::place(index);
        self.0[word] & bit != 0
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Where the flaw at a place of the table is told: no table is longer than
    /// there are bits.
    fn place(index: usize) -> (usize, u128) {
        (index / 128 % 2, 1 << (index % 128))
    }
}

impl<'table> FromIterator<&'table Flaw> for FlawSet {
    fn from_iter<I: IntoIterator<Item = &'table Flaw>>(flaws: I) -> Self {
        flaws.into_iter().fold(Self::default(), Self::with)
    }
}

impl fmt::Debug for FlawSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indices = (0..256).filter(|&index| self.contains(index));
        f.debug_set().entries(indices).finish()
    }
}

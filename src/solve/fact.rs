//! What is known of squares, and what that follows from.

/// The row-major index of a square.
pub(super) type Index = u32;

/// What is known of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Nothing.
    Unknown,
    /// It shows a number.
    Revealed,
    /// It shows a mine.
    Visible,
    /// It is proved to have no mine.
    Safe,
    /// It is proved to have a mine.
    Mined,
}

/// What a fact follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    /// A number and the squares around it.
    Number(Index),
    /// Two numbers that share squares: the mines of the first that the second
    /// cannot share fill all squares that it cannot share.
    Numbers(Index, Index),
    /// The number of all mines, by the number of what was found out with it.
    Count(usize),
    /// All cases around some numbers.
    Cases,
    /// All cases in which the number of all mines is right.
    CasesWithCount,
}

/// What is proved of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) square: Index,
    /// Whether it has a mine.
    pub(super) mined: bool,
    pub(super) cause: Cause,
}

/// No edition has so many squares that their indices need more.
pub(super) fn as_index(index: usize) -> Index {
    Index::try_from(index).unwrap_or(Index::MAX)
}

//! What is written, and in what way it differs from what the game writes.

use super::situation::Situation;
use crate::game::sink::{Kind, Stream};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    /// How an answer ends.
    Finish,
    /// A piece of the game, or one line of a grid.
    Piece(Kind),
    /// A square of a grid.
    Square,
    /// What stands before a piece, or at the end of an answer.
    Before(Option<Kind>),
    /// What stands between two rows of a grid.
    BetweenRows,
    /// Text between a prompt and the answer.
    BeforeAnswer,
    /// The ends of lines.
    LineEnd,
}

/// In what way it is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Change {
    /// It is not there.
    Missing,
    /// Nothing of the round is there.
    NoRound,
    /// It is another text: patterns of what is expected and of what is found, in which
    /// signs stand for what varies.
    Text {
        /// What is expected.
        expected: Vec<u8>,
        /// What is found.
        found: Vec<u8>,
        /// Where it is found, if that is another stream.
        stream: Option<Stream>,
    },
    /// It has as many numbers as the grid has rows, not as it has columns.
    NumbersOfRows,
    /// It says something else.
    Content(Vec<u8>),
    /// The blank lines that are expected, and what is found in their place.
    Lines {
        /// The blank lines that are expected.
        expected: Vec<Stream>,
        /// The lines that are found.
        found: Vec<Found>,
    },
    /// The blank line before it is printed behind it.
    BlankLineBehind,
    /// Lines end in a carriage return and a line feed.
    CarriageReturn,
    /// An exception was not caught.
    Exception {
        /// Its name.
        name: String,
        /// The file that was not found, if that is what it says.
        missing_file: Option<String>,
    },
    /// Nothing of the game was printed.
    NoGame {
        /// The first line that was printed, if any was.
        line: Option<Vec<u8>>,
        /// Whether the program ended with a status of its own and nothing on standard
        /// output.
        is_refused: bool,
    },
    /// The program did not end by itself.
    Cut(Cut),
    /// The program ended where the game goes on.
    Ended,
    /// The program goes on where the game has ended.
    GoesOn,
    /// The program goes on where the game has ended with its input.
    GoesOnAfterInput,
    /// The program ended with another status.
    Status {
        /// That which is expected.
        expected: i32,
        /// That which is found.
        found: i32,
    },
    /// Nothing was printed, not even a prompt.
    NoAnswer,
    /// There is an answer more, with more than a prompt.
    SeveralAnswers,
}

/// Why a program did not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cut {
    /// It would have gone on for ever.
    Endless,
    /// It printed too much while the game was on, and may have gone on for ever.
    Flood,
    /// A signal killed it.
    Killed(i32),
    /// Another limit.
    Limit,
}

/// A line that was found where blank lines are expected.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Found {
    /// Its stream.
    pub(crate) stream: Stream,
    /// What it is.
    pub(crate) text: FoundText,
}

/// What a line is that was found where blank lines are expected.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum FoundText {
    /// Nothing but this white space.
    Blank(Vec<u8>),
    /// A line of a piece of the game.
    Piece(Kind),
    /// Something else: its pattern.
    Other(Vec<u8>),
}

/// One thing that is written somewhere.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// What is written.
    pub(crate) class: Class,
    /// In what way, unless it is as it should be.
    pub(crate) change: Option<Change>,
    /// The place of the case in the list.
    pub(crate) case: usize,
    /// The number of the answer.
    pub(crate) answer: usize,
    /// The situations that it is in.
    pub(crate) situations: Vec<Situation>,
    /// The lines of the game and of the program that it is about.
    pub(crate) lines: [Option<(usize, usize)>; 2],
}

impl Instance {
    /// Whether the program says something else here than the game.
    pub(super) fn says_otherwise(&self) -> bool {
        self.change.as_ref().is_some_and(Change::says_otherwise)
    }
}

impl Change {
    /// Whether all of another answer is found, with its prompt.
    pub(super) fn is_answer(&self) -> bool {
        let Self::Lines { found, .. } = self else {
            return false;
        };
        let prompt = FoundText::Piece(Kind::Prompt);
        found.iter().any(|line| line.text == prompt)
    }

    /// Whether it is about what is said, not about the way in which it is written.
    pub(super) fn says_otherwise(&self) -> bool {
        matches!(
            self,
            Self::Content(_)
                | Self::NumbersOfRows
                | Self::Missing
                | Self::NoRound
                | Self::NoAnswer
                | Self::SeveralAnswers
                | Self::Exception { .. }
                | Self::GoesOn
                | Self::GoesOnAfterInput
                | Self::Ended
        )
    }
}

/// Whether a piece is always the same text.
pub(super) fn is_block(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Banner | Kind::Help | Kind::Win | Kind::Loss | Kind::Quit
    )
}

/// Whether a piece is of the last words of a game.
pub(super) fn is_ending(kind: Kind) -> bool {
    matches!(kind, Kind::Win | Kind::Score | Kind::Loss | Kind::Quit)
}

//! Ways in which text differs from the game's text.

use super::situation::Situation;
use crate::game::sink::{Kind, Stream};

/// Kind of text that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Class {
    /// End of an answer.
    Finish,
    /// A piece of the game, or one line of a grid.
    Piece(Kind),
    /// A square of a grid.
    Square,
    /// Text before a piece, or at the end of an answer.
    Before(Option<Kind>),
    /// Text between two rows of a grid.
    BetweenRows,
    /// Text between a prompt and the answer.
    BeforeAnswer,
    /// Line ends.
    LineEnd,
}

/// Way in which text differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Change {
    /// The text is missing.
    Missing,
    /// The whole round is missing.
    NoRound,
    /// The text is another one. Both are patterns with signs for the parts that vary.
    Text {
        expected: Vec<u8>,
        found: Vec<u8>,
        /// The stream, if it is the wrong one.
        stream: Option<Stream>,
    },
    /// The column line has a number for each row of the grid, not for each column.
    NumbersOfRows,
    /// The text states something else.
    Content(Vec<u8>),
    /// Other lines stand in place of the expected blank lines, if any.
    Lines {
        expected: Vec<Stream>,
        found: Vec<Found>,
    },
    /// Lines end in a carriage return and a line feed.
    CarriageReturn,
    /// An exception was not caught.
    Exception {
        name: String,
        /// The missing file, if a missing file caused the exception.
        missing_file: Option<String>,
    },
    /// Nothing of the game was printed.
    NoGame {
        /// The first line of the output.
        line: Option<Vec<u8>>,
        /// True if the program failed and printed nothing on standard output.
        is_refused: bool,
    },
    /// The program did not end by itself.
    Cut(Cut),
    /// The program ended where the game goes on.
    Ended,
    /// The program continues where the game has ended.
    GoesOn,
    /// The program continues at the end of the input.
    GoesOnAfterInput,
    /// The program ended with another status.
    Status { expected: i32, found: i32 },
    /// The answer is empty: it has not even a prompt.
    NoAnswer,
    /// A line has several answers, with more text than prompts.
    SeveralAnswers,
}

/// Why a program did not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Cut {
    /// The program does not end.
    Endless,
    /// The program printed too much during the game, perhaps without end.
    Flood,
    /// A signal killed the program.
    Killed(i32),
    /// Another limit.
    Limit,
}

/// A line in place of expected blank lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Found {
    pub(crate) stream: Stream,
    pub(crate) text: FoundText,
}

/// Kind of a line in place of expected blank lines.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum FoundText {
    /// Only this whitespace.
    Blank(Vec<u8>),
    /// A line of a piece of the game.
    Piece(Kind),
    /// Pattern of any other text.
    Other(Vec<u8>),
}

/// One occurrence of a kind of text.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) class: Class,
    /// `None` if the text is right.
    pub(crate) change: Option<Change>,
    /// Index of the case.
    pub(crate) case: usize,
    pub(crate) answer: usize,
    pub(crate) situations: Vec<Situation>,
    /// Lines of the game and of the program.
    pub(crate) lines: [Option<(usize, usize)>; 2],
}

impl Instance {
    pub(super) fn says_otherwise(&self) -> bool {
        self.change.as_ref().is_some_and(Change::says_otherwise)
    }
}

impl Change {
    /// Reports whether another whole answer stands here, with its prompt.
    pub(super) fn is_answer(&self) -> bool {
        let Self::Lines { found, .. } = self else {
            return false;
        };
        let prompt = FoundText::Piece(Kind::Prompt);
        found.iter().any(|line| line.text == prompt)
    }

    /// Reports whether the program states something else, not only writes it in another way.
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

/// Reports whether a piece is a fixed text.
pub(super) fn is_block(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Banner | Kind::Help | Kind::Win | Kind::Loss | Kind::Quit
    )
}

/// Reports whether a piece ends a game.
pub(super) fn is_ending(kind: Kind) -> bool {
    matches!(kind, Kind::Win | Kind::Score | Kind::Loss | Kind::Quit)
}

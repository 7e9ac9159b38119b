//! Where a change of a text shows: everywhere, or only in some situation.

use crate::edition::row::CommandWords;
use crate::field::text::Tokens;
use crate::game::sink::Kind;

/// What a line of input is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LineKind {
    /// None has been given yet.
    Start,
    /// It begins with this word.
    Word {
        /// The word or its beginning; of a command, the long form.
        word: Vec<u8>,
        /// Whether that is a command for a square.
        is_for_square: bool,
        /// Whether the built-in game answers the line with an error.
        is_invalid: bool,
    },
    /// It has no word.
    Blank,
    /// It is longer than lines may be.
    TooLong,
    /// The input has ended.
    End,
}

/// The longest word that a situation is named by, in bytes.
const LONGEST_WORD: usize = 16;

impl LineKind {
    /// What a line is.
    pub(crate) fn of(line: &[u8], is_invalid: bool, commands: &[CommandWords]) -> Self {
        let Some(word) = Tokens::new(line).next() else {
            return Self::Blank;
        };
        let mut commands = commands.iter();
        let is_word = |text: &str| text.as_bytes() == word;
        let command = commands.find(|command| is_word(command.long) || is_word(command.short));
        let word = command.map_or(word, |command| command.long.as_bytes());
        Self::Word {
            word: word[..word.len().min(LONGEST_WORD)].to_vec(),
            is_for_square: command.is_some_and(|command| command.has_square),
            is_invalid,
        }
    }

    /// The line in a few words, to stand behind what it led to.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Start => "at the start".to_owned(),
            Self::Word {
                word, is_invalid, ..
            } => {
                let what = if *is_invalid { "an invalid " } else { "" };
                format!("after {what}{}", quoted(word))
            }
            Self::Blank => "after a blank line".to_owned(),
            Self::TooLong => "after a line that is too long".to_owned(),
            Self::End => "at the end of the input".to_owned(),
        }
    }

    /// The same as part of a name.
    pub(crate) fn slug(&self) -> String {
        match self {
            Self::Start => "at-start".to_owned(),
            Self::Word {
                word, is_invalid, ..
            } => {
                let what = if *is_invalid { "invalid-" } else { "" };
                format!("after-{what}{}", slug(word))
            }
            Self::TooLong => format!("after-{OTHER}"),
            Self::Blank => "after-blank-line".to_owned(),
            Self::End => "at-end-of-input".to_owned(),
        }
    }
}

/// Lines that a name cannot spell.
const OTHER: &str = "other-line";

/// A word in a sentence.
pub(super) fn quoted(word: &[u8]) -> String {
    format!("`{}`", String::from_utf8_lossy(word).escape_debug())
}

/// A word as part of a name.
pub(super) fn slug(word: &[u8]) -> String {
    if word.iter().all(u8::is_ascii_alphanumeric) {
        String::from_utf8_lossy(word).to_lowercase()
    } else {
        OTHER.to_owned()
    }
}

/// Where a change of a text shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Wherever the piece is printed.
    Everywhere,
    /// Where it follows a piece of this kind, or nothing.
    After(Option<Kind>),
    /// Where a line of this kind led to it.
    Answering(LineKind),
    /// Where a line that begins with this word led to it, valid or not.
    AnsweringWord(Vec<u8>),
    /// Where a valid command for a square led to it.
    AnsweringSquare,
    /// Where any valid command led to it.
    AnsweringValid,
    /// Where any invalid line led to it.
    AnsweringInvalid,
    /// Not before the first line of input.
    NotAtStart,
    /// In one place: the number of the case and that of the piece.
    Once(usize, usize),
}

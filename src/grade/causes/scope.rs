//! Where a change of a text shows: everywhere, or only in some situation.

use crate::field::text::Tokens;
use crate::game::sink::Kind;

/// What a line of input is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum LineKind {
    /// None has been given yet.
    Start,
    /// It begins with this word.
    Word(Vec<u8>),
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
    pub(crate) fn of(line: &[u8]) -> Self {
        match Tokens::new(line).next() {
            None => Self::Blank,
            Some(word) => Self::Word(word[..word.len().min(LONGEST_WORD)].to_vec()),
        }
    }

    /// The line in a few words, to stand behind what it led to.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Start => "at the start".to_owned(),
            Self::Word(word) => format!("after `{}`", String::from_utf8_lossy(word).escape_debug()),
            Self::Blank => "after a blank line".to_owned(),
            Self::TooLong => "after a line that is too long".to_owned(),
            Self::End => "at the end of the input".to_owned(),
        }
    }

    /// The same as part of a name.
    pub(crate) fn slug(&self) -> String {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric();
        match self {
            Self::Start => "at-start".to_owned(),
            Self::Word(word) if word.iter().all(is_plain) => {
                format!("after-{}", String::from_utf8_lossy(word).to_lowercase())
            }
            Self::Word(_) | Self::TooLong => "after-other-line".to_owned(),
            Self::Blank => "after-blank-line".to_owned(),
            Self::End => "at-end-of-input".to_owned(),
        }
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
    /// Not before the first line of input.
    NotAtStart,
    /// In one place: the number of the case and that of the piece.
    Once(usize, usize),
}

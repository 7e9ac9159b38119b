//! What a cause is: something that makes the built-in game print what a program
//! printed.

use super::scope::Scope;
use super::script::Class;
use crate::edition::flaw::{Flaw, FlawSet};
use crate::game::sink::{Kind, Stream};

/// Something that makes the built-in game print what a program printed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cause {
    /// The rules are others.
    Flaw(&'static Flaw),
    /// A text is another one.
    Edit(Edit),
    /// A text is on another stream.
    Move(Move),
    /// Lines end in carriage return and line feed.
    CarriageReturns,
    /// Each stream is right, but not the order of the two.
    Order,
}

/// Another text for a piece of the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edit {
    /// The piece.
    pub(crate) class: Class,
    /// Where.
    pub(crate) scope: Scope,
    /// What is done to it.
    pub(crate) change: Change,
}

impl Edit {
    /// Whether it is not narrowed to some situation.
    pub(super) fn is_wide(&self) -> bool {
        self.scope == Scope::Everywhere
    }
}

/// What is done to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// It is this.
    Whole(Vec<u8>),
    /// It is not there, nor is the blank line before it.
    Gone,
    /// Each of its lines begins with the second in place of the first.
    LineStart(Vec<u8>, Vec<u8>),
    /// Each of its lines ends with the second in place of the first.
    LineEnd(Vec<u8>, Vec<u8>),
    /// It has the second in place of the first, throughout.
    Each(Vec<u8>, Vec<u8>),
    /// It tells this version.
    Version(Vec<u8>),
    /// This stands before it.
    Before(Vec<u8>),
    /// This stands behind it.
    After(Vec<u8>),
    /// This is printed on standard error before it.
    Aside(Vec<u8>),
    /// Behind the marker of its messages its words are others, up to the end of
    /// the line.
    Words,
}

/// A text on another stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// What is moved; everything if there is none.
    pub(crate) kind: Option<Kind>,
    /// What of it.
    pub(crate) part: Part,
    /// The stream that it is on.
    pub(crate) to: Stream,
}

/// What of a text is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// The text and the blank line before it.
    Whole,
    /// The text without that blank line.
    Text,
    /// The blank line.
    Blank,
}

/// The flaws among causes.
pub(crate) fn flaws(causes: &[Cause]) -> FlawSet {
    let flaws = causes.iter().filter_map(|cause| match cause {
        Cause::Flaw(flaw) => Some(*flaw),
        _ => None,
    });
    flaws.collect()
}

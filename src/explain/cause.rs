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
    /// Lines end in carriage return and line feed: those of one stream, or of both
    /// if there is none.
    CarriageReturns(Option<Stream>),
    /// Each stream is right, but not the order of the two.
    Order,
}

/// Another text for a piece of the game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edit {
    /// What has another text.
    pub(crate) target: Target,
    /// Where.
    pub(crate) scope: Scope,
    /// What is done to it.
    pub(crate) change: Change,
}

impl Edit {
    /// A change wherever the piece is printed.
    pub(super) fn everywhere(target: Target, change: Change) -> Self {
        Self {
            target,
            scope: Scope::Everywhere,
            change,
        }
    }

    /// Whether it is not narrowed to some situation.
    pub(super) fn is_wide(&self) -> bool {
        self.scope == Scope::Everywhere
    }
}

/// What has another text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// A piece of this class.
    Piece(Class),
    /// The first piece of each answer to a line of input, whatever it is.
    Answer,
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
    Before(Extra),
    /// This stands behind it.
    After(Extra),
    /// This is printed on standard error before it.
    Aside(Extra),
    /// Behind the marker of its messages its words are others, up to the end of
    /// the line.
    Words,
}

/// A text that belongs nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Extra {
    /// What it begins with.
    pub(crate) text: Vec<u8>,
    /// What follows that.
    pub(crate) rest: ExtraRest,
}

/// What the beginning of a text that belongs nowhere is followed by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExtraRest {
    /// Nothing: it is the same text everywhere.
    Nothing,
    /// The line of input that is being answered, and this.
    Line(Vec<u8>),
    /// Other words each time, up to where the game goes on.
    Anything,
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

impl Cause {
    /// Whether it is text on standard error that belongs nowhere.
    pub(super) fn is_aside(&self) -> bool {
        matches!(self, Self::Edit(edit) if matches!(edit.change, Change::Aside(_)))
    }

    /// By what its gain is multiplied, from 0.8 to 1, before it is compared with that of
    /// others: what fits almost any text explains less.
    pub(super) fn weight(&self) -> f64 {
        let Self::Edit(edit) = self else { return 1.0 };
        match &edit.change {
            Change::Before(extra) | Change::After(extra) | Change::Aside(extra) => {
                match extra.rest {
                    ExtraRest::Nothing | ExtraRest::Line(_) => 1.0,
                    ExtraRest::Anything if !extra.text.is_empty() => 0.9,
                    ExtraRest::Anything => 0.8,
                }
            }
            _ => 1.0,
        }
    }
}

/// The flaws among causes.
pub(crate) fn flaws(causes: &[Cause]) -> FlawSet {
    let flaws = causes.iter().filter_map(|cause| match cause {
        Cause::Flaw(flaw) => Some(*flaw),
        _ => None,
    });
    flaws.collect()
}

//! Going through what a program printed and what is rendered, side by side.

use std::ops::Range;

use memchr::memmem::find;

use super::anchor::{REACH, SHORT_ANCHOR, anchor};
use super::no_game::has_sign;
use super::render::{Open, Rendered};
use crate::edition::row::Markers;
use crate::game::sink::Stream;

/// How many pieces tell at most where the game goes on.
const FOLLOWING: usize = 8;

/// What is rendered of a stream, or of both if there is none, with its numbers.
pub(super) fn of_stream<'piece, 'script>(
    rendered: &'piece [Rendered<'script>],
    stream: Option<Stream>,
) -> Vec<(usize, &'piece Rendered<'script>)> {
    let is_of_stream = |piece: &Rendered<'_>| stream.is_none_or(|stream| piece.stream == stream);
    let all = rendered.iter().enumerate();
    all.filter(|(_, piece)| is_of_stream(piece)).collect()
}

/// How far what was found and what is rendered agree.
pub(super) struct Walk {
    /// How many bytes of what was found agree.
    pub(super) matched: usize,
    /// Where they part.
    pub(super) left: Option<Left>,
    /// The piece at which the program stopped.
    pub(super) stop: Option<usize>,
    /// The number behind that of the last piece that was printed.
    pub(super) reached: usize,
    /// What stands for the rendered pieces whose words are open, by their numbers.
    pub(super) words: Vec<(usize, Range<usize>)>,
}

/// Where what was found and what is rendered part.
#[derive(Clone, Copy)]
pub(super) struct Left {
    /// The number of the piece.
    pub(super) piece: usize,
    /// The number of what is rendered.
    pub(super) rendered: usize,
    /// Where in what was found it should begin.
    pub(super) start: usize,
}

/// What was found of one artifact, and what is compared with it.
pub(super) struct Walker<'fit> {
    /// What was found.
    pub(super) found: &'fit [u8],
    /// What is rendered, with its numbers.
    pub(super) pieces: &'fit [(usize, &'fit Rendered<'fit>)],
    /// Whether the program may have stopped anywhere.
    pub(super) may_stop: bool,
    /// How many pieces the script has, and how many are rendered.
    pub(super) end: (usize, usize),
    /// What only a game prints.
    pub(super) markers: &'fit Markers,
}

impl Walker<'_> {
    /// Goes through both as far as they agree.
    pub(super) fn walk(&self) -> Walk {
        let found = self.found;
        let (mut at, mut reached) = (0, 0);
        let mut words = Vec::new();
        for (place, &(number, piece)) in self.pieces.iter().enumerate() {
            let rest = &found[at..];
            let bytes = &piece.bytes[..];
            let agreed = bytes.iter().zip(rest);
            let agreed = agreed.take_while(|(one, other)| one == other).count();
            let open = if agreed == bytes.len() {
                self.open_length(place, &rest[agreed..])
            } else {
                None
            };
            let Some(open) = open else {
                let has_stopped = self.may_stop && agreed == rest.len();
                return Walk {
                    matched: at + agreed,
                    left: (!has_stopped).then_some(Left {
                        piece: piece.piece,
                        rendered: number,
                        start: at,
                    }),
                    stop: has_stopped.then_some(piece.piece),
                    reached,
                    words,
                };
            };
            let start = at;
            at += agreed + open;
            if !bytes.is_empty() {
                reached = piece.piece + 1;
            }
            if piece.open.is_some() {
                words.push((number, start..at));
            }
        }
        let has_more = at < found.len();
        Walk {
            matched: at,
            left: has_more.then_some(Left {
                piece: self.end.0,
                rendered: self.end.1,
                start: at,
            }),
            stop: None,
            reached,
            words,
        }
    }

    /// How much of the rest belongs to the piece at a place, whose known bytes end
    /// where it begins; nothing if the rest cannot be what stands there.
    fn open_length(&self, place: usize, rest: &[u8]) -> Option<usize> {
        let line = || {
            let end = rest.iter().position(|&byte| byte == b'\n');
            end.map_or(rest.len(), |end| end + 1)
        };
        match self.pieces[place].1.open {
            None => Some(0),
            Some(Open::Line) => Some(line()),
            Some(Open::Extra) => {
                let following = self.pieces[place + 1..].iter().map(|(_, piece)| *piece);
                // Behind the known bytes of an open piece anything may stand.
                let open = following.clone().position(|piece| piece.open.is_some());
                let known = open.map_or(FOLLOWING, |open| FOLLOWING.min(open + 1));
                let following: Vec<&Rendered<'_>> = following.take(known).collect();
                let near = &rest[..rest.len().min(REACH)];
                let end = anchor(&following, SHORT_ANCHOR).and_then(|next| find(near, &next));
                let length = end.unwrap_or_else(line);
                (length > 0 && !has_sign(&rest[..length], self.markers)).then_some(length)
            }
        }
    }
}

//! Text that belongs nowhere: what a program logs, repeats or greets with.

use memchr::memmem::find;

use super::anchor::{REACH, SHORT_ANCHOR, anchor};
use super::cause::{Change, Edit, Extra, ExtraRest, Target};
use super::fit::{Spot, stream_of};
use super::render::Rendered;
use super::script::{Class, Script, ScriptPiece};
use crate::game::sink::{Kind, Stream};

/// In how many places of a text the line that is answered is looked for.
const MOST_LINES: usize = 3;

impl Extra {
    /// The same text everywhere.
    pub(super) fn fixed(text: &[u8]) -> Self {
        Self {
            text: text.to_vec(),
            rest: ExtraRest::Nothing,
        }
    }

    /// What such a text may be, if it was seen where a line of input was answered:
    /// the same everywhere, that line between other words, or other words each time.
    pub(super) fn variants(text: &[u8], line: Option<&[u8]>) -> Vec<Self> {
        let mut variants = vec![Self::fixed(text)];
        if text.trim_ascii().is_empty() {
            return variants;
        }
        let line = line.filter(|line| !line.is_empty()).unwrap_or_default();
        variants.extend(places(text, line).into_iter().rev().map(|at| Self {
            text: text[..at].to_vec(),
            rest: ExtraRest::Line(text[at + line.len()..].to_vec()),
        }));
        let is_word = |byte: &u8| byte.is_ascii_alphabetic() || b" _:=-".contains(byte);
        let blank = text.iter().take_while(|&&byte| byte == b'\n').count();
        let words = text[blank..].iter().take_while(|byte| is_word(byte));
        let mut beginnings = vec![blank + words.count(), 0];
        beginnings.retain(|&length| length == 0 || length > blank);
        beginnings.dedup();
        variants.extend(beginnings.into_iter().map(|length| Self {
            text: text[..length].to_vec(),
            rest: ExtraRest::Anything,
        }));
        variants
    }
}

/// Where a line stands in a text, not as part of a word: the last few places.
fn places(text: &[u8], line: &[u8]) -> Vec<usize> {
    if line.is_empty() {
        return Vec::new();
    }
    let is_part = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let windows = text.windows(line.len()).enumerate();
    let stands = windows.filter(|(_, part)| *part == line).map(|(at, _)| at);
    let mut places: Vec<usize> = stands
        .filter(|&at| {
            let before = at.checked_sub(1).and_then(|before| text.get(before));
            !is_part(before) && !is_part(text.get(at + line.len()))
        })
        .collect();
    places.drain(..places.len().saturating_sub(MOST_LINES));
    places
}

/// Text on one stream that was seen before a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen<'fit> {
    pub(super) text: &'fit [u8],
    /// The line of input that is answered there.
    pub(super) line: Option<&'fit [u8]>,
    /// The place of the piece among those of the stream.
    pub(super) at: usize,
    pub(super) pieces: &'fit [&'fit Rendered<'fit>],
    pub(super) script: &'fit Script,
}

impl Seen<'_> {
    fn piece(&self, at: usize) -> &ScriptPiece {
        &self.script.pieces[self.pieces[at].piece]
    }

    fn is_blank(&self) -> bool {
        self.text.iter().all(|&byte| byte == b'\n')
    }

    /// Text before the answer to a line, if the piece begins one as far as is seen.
    pub(super) fn before_answer(&self) -> Vec<Edit> {
        let begins = |at: usize| {
            let before = at.checked_sub(1).map(|before| self.piece(before).line);
            let line = self.piece(at).line;
            line > 0 && before != Some(line)
        };
        let blank = self.at.checked_sub(1);
        let blank = blank.filter(|&at| begins(at) && self.piece(at).class.kind == Kind::Blank);
        let text = if begins(self.at) {
            self.text.to_vec()
        } else if let Some(blank) = blank.map(|blank| &self.pieces[blank].bytes[..])
            && let Some(rest) = self.text.strip_suffix(blank)
        {
            // The blank line before the text was taken for the one behind it.
            [blank, rest].concat()
        } else {
            return Vec::new();
        };
        // The prompt may have a line end too many.
        if self.is_blank() {
            return Vec::new();
        }
        let variants = Extra::variants(&text, self.line).into_iter();
        variants
            .map(|extra| Edit::everywhere(Target::Answer, Change::Before(extra)))
            .collect()
    }

    /// Text before or behind the pieces on both sides.
    pub(super) fn beside(&self) -> Vec<Edit> {
        let edit = |at: usize, change| {
            let target = Target::Piece(self.piece(at).class);
            Edit::everywhere(target, change)
        };
        let mut edits = Vec::new();
        // Blank lines that follow each other cannot be told apart.
        let has_words = |&at: &usize| self.piece(at).class.kind != Kind::Blank;
        if self.is_blank()
            && let Some(words) = (0..self.at).rev().find(has_words)
        {
            edits.push(edit(words, Change::After(Extra::fixed(self.text))));
        }
        let variants = Extra::variants(self.text, self.line);
        let own = variants.iter().cloned().map(Change::Before);
        edits.extend(own.map(|change| edit(self.at, change)));
        if let Some(before) = self.at.checked_sub(1) {
            let behind = variants.into_iter().map(Change::After);
            edits.extend(behind.map(|change| edit(before, change)));
        }
        edits
    }
}

/// Text on standard error that belongs nowhere, before what goes to standard output:
/// before the piece at which the order of both streams has it, or before any if that is
/// not known. The line is that to which it was an answer, if that is known.
pub(super) fn asides(
    found: &[u8],
    spot: Spot,
    place: Option<usize>,
    line: Option<&[u8]>,
    script: &Script,
    rendered: &[Rendered<'_>],
) -> Vec<Edit> {
    if stream_of(spot.artifact) != Some(Stream::Error) {
        return Vec::new();
    }
    let rest = &found[spot.start..];
    let rest = &rest[..rest.len().min(REACH)];
    let following = rendered.iter().skip(spot.rendered);
    let following: Vec<&Rendered<'_>> = following
        .filter(|piece| piece.stream == Stream::Error)
        .collect();
    let end = anchor(&following, SHORT_ANCHOR).and_then(|anchor| find(rest, &anchor));
    let all = &rest[..end.unwrap_or(rest.len())];
    let first = all.split_inclusive(|&byte| byte == b'\n').next();
    let mut texts: Vec<&[u8]> = first.into_iter().chain([all]).collect();
    texts.dedup();
    texts.retain(|text| !text.is_empty());
    let aside = |target, extra| Edit::everywhere(target, Change::Aside(extra));
    let mut edits = Vec::new();
    if place.is_none_or(|place| script.begins_answer(place)) {
        let extras = texts.iter().flat_map(|text| Extra::variants(text, line));
        edits.extend(extras.map(|extra| aside(Target::Answer, extra)));
    }
    for class in classes(script, place) {
        let extras = texts.iter().flat_map(|text| match place {
            Some(_) => Extra::variants(text, line),
            None => vec![Extra::fixed(text)],
        });
        edits.extend(extras.map(|extra| aside(Target::Piece(class), extra)));
    }
    edits
}

/// What is printed on standard output at a place; anything if it is not known.
fn classes(script: &Script, place: Option<usize>) -> Vec<Class> {
    let owner = place.and_then(|place| script.pieces.get(place));
    let owner = owner.map(|piece| piece.owner);
    let mut classes: Vec<Class> = Vec::new();
    for piece in &script.pieces {
        let may_be = match owner {
            // Its blank line may belong to the text.
            Some(owner) => piece.owner == owner,
            None => piece.class.kind != Kind::Blank,
        };
        if may_be && piece.stream == Stream::Output && !classes.contains(&piece.class) {
            classes.push(piece.class);
        }
    }
    classes
}

//! Text that belongs nowhere: what a program logs, repeats or greets with.

use super::cause::{Change, Edit, Extra, ExtraRest, Target};
use super::fit::{Spot, stream_of};
use super::propose::{REACH, SHORT_ANCHOR, anchor};
use super::render::Rendered;
use super::script::{Class, Script};
use crate::game::sink::{Kind, Stream};
use crate::grade::bytes::find;

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
        if text.trim_ascii().is_empty() && line.is_none_or(<[u8]>::is_empty) {
            return variants;
        }
        if let Some(line) = line.filter(|line| !line.is_empty())
            && let Some(at) = find(text, line)
        {
            variants.push(Self {
                text: text[..at].to_vec(),
                rest: ExtraRest::Line(text[at + line.len()..].to_vec()),
            });
        }
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

/// Text on standard output before the answer to a line, if the piece at a place begins
/// one as far as is seen. The text was seen before that piece.
pub(super) fn before_answer(
    text: &[u8],
    line: Option<&[u8]>,
    at: usize,
    pieces: &[&Rendered<'_>],
    script: &Script,
) -> Vec<Edit> {
    let piece = |at: usize| &script.pieces[pieces[at].piece];
    let begins = |at: usize| {
        let before = at.checked_sub(1).map(|before| piece(before).line);
        piece(at).line > 0 && before != Some(piece(at).line)
    };
    let blank = at.checked_sub(1);
    let blank = blank.filter(|&at| begins(at) && piece(at).class.kind == Kind::Blank);
    let text = if begins(at) {
        text.to_vec()
    } else if let Some(blank) = blank.map(|blank| &pieces[blank].bytes[..])
        && let Some(rest) = text.strip_suffix(blank)
    {
        // The blank line before the text was taken for the one behind it.
        [blank, rest].concat()
    } else {
        return Vec::new();
    };
    // The prompt may have a line end too many.
    if text.iter().all(|&byte| byte == b'\n') {
        return Vec::new();
    }
    let variants = Extra::variants(&text, line).into_iter();
    variants
        .map(|extra| Edit::everywhere(Target::Answer, Change::Before(extra)))
        .collect()
}

/// Text before or behind a piece: it was seen before the one at a place.
pub(super) fn beside(
    text: &[u8],
    line: Option<&[u8]>,
    at: usize,
    pieces: &[&Rendered<'_>],
    script: &Script,
) -> Vec<Edit> {
    let target = |piece: &Rendered<'_>| Target::Piece(script.pieces[piece.piece].class);
    let mut edits = Vec::new();
    // Blank lines that follow each other cannot be told apart.
    let mut before = pieces[..at].iter().rev();
    let has_words = |piece: &&&Rendered<'_>| script.pieces[piece.piece].class.kind != Kind::Blank;
    if text.iter().all(|&byte| byte == b'\n')
        && let Some(words) = before.find(has_words)
    {
        let change = Change::After(Extra::fixed(text));
        edits.push(Edit::everywhere(target(words), change));
    }
    let variants = Extra::variants(text, line);
    let own = variants.iter().cloned().map(Change::Before);
    edits.extend(own.map(|change| Edit::everywhere(target(pieces[at]), change)));
    if let Some(before) = at.checked_sub(1).map(|before| pieces[before]) {
        let behind = variants.into_iter().map(Change::After);
        edits.extend(behind.map(|change| Edit::everywhere(target(before), change)));
    }
    edits
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
    let errors = rendered
        .iter()
        .filter(|piece| piece.stream == Stream::Error);
    let following: Vec<&Rendered<'_>> = errors.filter(|piece| piece.piece >= spot.piece).collect();
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

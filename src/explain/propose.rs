//! Texts that could explain a difference: what stands in the place of a piece,
//! and how the piece would have to be changed for that.

use memchr::memmem::find;

use super::anchor::{ANCHOR, REACH, SHORT_ANCHOR, anchor};
use super::cause::{Cause, Change, Edit, Extra, Move, Part, Target};
use super::extras::Seen;
use super::fit::{Spot, stream_of};
use super::render::{Rendered, around_version};
use super::scope::{LineKind, Scope};
use super::script::{Class, Script};
use super::walk::of_stream;
use crate::edition::row::Markers;
use crate::game::sink::{Kind, Stream};

/// Changes of text that could explain a difference, wherever the piece is
/// printed. The line is the one that is being answered there.
pub(crate) fn edits(
    found: &[u8],
    spot: Spot,
    line: Option<&[u8]>,
    script: &Script,
    rendered: &[Rendered<'_>],
    markers: &Markers,
) -> Vec<Edit> {
    let stream = stream_of(spot.artifact);
    let numbered = of_stream(rendered, stream);
    let at = numbered
        .iter()
        .position(|(number, _)| *number >= spot.rendered);
    let pieces: Vec<&Rendered<'_>> = numbered.into_iter().map(|(_, piece)| piece).collect();
    let rest = &found[spot.start..];
    let rest = &rest[..rest.len().min(REACH)];
    let class = |piece: &Rendered<'_>| script.pieces[piece.piece].class;
    let mut edits = Vec::new();
    // What is missing is missed at its blank line, if it has one.
    if let Some(owner) = script.pieces.get(spot.piece).map(|piece| piece.owner)
        && let Some(owner) = script.pieces.get(owner)
    {
        edits.push(Edit::everywhere(Target::Piece(owner.class), Change::Gone));
    }
    let mut add = |class, change| {
        let text = match &change {
            Change::Whole(text) | Change::After(Extra { text, .. }) => text.as_slice(),
            _ => b"",
        };
        if !holds_a_round(text, markers) {
            edits.push(Edit::everywhere(Target::Piece(class), change));
        }
    };
    let Some(at) = at else {
        if let Some(last) = pieces.last() {
            add(class(last), Change::After(Extra::fixed(rest)));
        }
        return edits;
    };
    let (piece, following) = (pieces[at], &pieces[at + 1..]);
    let ends = if piece.is_extra {
        // Another text that belongs nowhere is no other text for the piece.
        Vec::new()
    } else {
        resyncs(rest, &piece.bytes, following)
    };
    for end in ends {
        let other = &rest[..end];
        let has_words = !other.trim_ascii().is_empty();
        if class(piece).kind != Kind::Blank || !has_words {
            for change in changes(class(piece), &piece.bytes, other, markers) {
                add(class(piece), change);
            }
        } else if let Some(text) = other.strip_suffix(&piece.bytes[..])
            && let Some(before) = at.checked_sub(1)
        {
            // Words in front of a blank line are not its own.
            add(class(pieces[before]), Change::After(Extra::fixed(text)));
        }
    }
    let same_and_following = &pieces[at..];
    let found_at = |length| anchor(same_and_following, length).and_then(|it| find(rest, &it));
    // What follows may have been changed too.
    let extra = found_at(ANCHOR).or_else(|| found_at(SHORT_ANCHOR));
    if let Some(extra) = extra.filter(|&extra| extra > 0) {
        let text = &rest[..extra];
        if !holds_a_round(text, markers) {
            let seen = Seen {
                text,
                line,
                at,
                pieces: &pieces,
                script,
            };
            if stream == Some(Stream::Error) {
                edits.extend(seen.beside());
            } else {
                // Without a line end it goes with what it follows.
                let is_line = text.ends_with(b"\n");
                let place = if is_line { 0 } else { edits.len() };
                edits.extend(seen.beside());
                edits.splice(place..place, seen.before_answer());
            }
        }
    }
    edits
}

/// Whether a text would print a round in the place of words: that is no matter of
/// text.
fn holds_a_round(text: &[u8], markers: &Markers) -> bool {
    let round = markers.round.map(str::as_bytes);
    round.is_some_and(|round| find(text, round).is_some())
}

/// Where what follows a piece may begin in what was found.
fn resyncs(rest: &[u8], piece: &[u8], following: &[&Rendered<'_>]) -> Vec<usize> {
    let Some(anchor) = anchor(following, ANCHOR) else {
        return vec![rest.len()];
    };
    let mut ends: Vec<usize> = find(rest, &anchor).into_iter().collect();
    // What follows may have been changed too: its first words will do.
    let words = following.iter().map(|piece| piece.bytes.trim_ascii());
    let words = words.map(|words| {
        words
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default()
    });
    if let Some((number, words)) = words.enumerate().find(|(_, words)| words.len() > 3)
        && let Some(mut end) = find(rest, words)
    {
        // Without the white space that belongs to it.
        let own_start = following[number].bytes.iter();
        let mut spaces = own_start.take_while(|byte| **byte == b' ').count();
        while spaces > 0 && end > 0 && rest[end - 1] == b' ' {
            (spaces, end) = (spaces - 1, end - 1);
        }
        for blank in &following[..number] {
            let is_there = rest[..end].ends_with(&blank.bytes);
            end -= if is_there { blank.bytes.len() } else { 0 };
        }
        ends.push(end);
    }
    ends.extend(same_lines(rest, piece));
    ends.dedup();
    ends
}

/// Where as many lines end as a piece has: right before a line end if the piece
/// has no end itself.
fn same_lines(rest: &[u8], piece: &[u8]) -> Option<usize> {
    let feeds = |text: &[u8]| -> Vec<usize> {
        let bytes = text.iter().enumerate();
        let feeds = bytes.filter(|(_, byte)| **byte == b'\n');
        feeds.map(|(at, _)| at).collect()
    };
    let (own, found) = (feeds(piece).len(), feeds(rest));
    if piece.ends_with(b"\n") {
        found.get(own - 1).map(|at| at + 1)
    } else {
        found.get(own).copied()
    }
}

/// How a text could be changed to become another one.
fn changes(class: Class, text: &[u8], other: &[u8], markers: &Markers) -> Vec<Change> {
    if text == other {
        return Vec::new();
    }
    if let Some(version) = other_version(class, text, other, markers) {
        return vec![Change::Version(version)];
    }
    let mut changes = Vec::new();
    let is_message = |bytes: &[u8]| {
        let mut messages = markers.messages.iter();
        messages.any(|marker| bytes.starts_with(marker.as_bytes()))
    };
    let (lines, other_lines) = (lines(text), lines(other));
    if lines.len() == other_lines.len() {
        let mut pairs = lines.iter().zip(&other_lines);
        if let Some((line, other)) = pairs.find(|(line, other)| line != other) {
            changes.extend(line_changes(line, other));
        }
    }
    if varies(class.kind) {
        changes.retain(|change| !has_digits(change));
    }
    let is_known = |bytes: &[u8]| {
        let mut errors = markers.errors.iter();
        errors.any(|error| bytes.starts_with(error.text.as_bytes()))
    };
    let are_messages = class.kind == Kind::Error && is_message(text) && is_message(other);
    if are_messages && is_left_to_students(class, markers) {
        return vec![Change::Words];
    }
    if other.is_empty() || !varies(class.kind) || !text.iter().any(u8::is_ascii_digit) {
        changes.push(Change::Whole(other.to_vec()));
    }
    if are_messages && !is_known(other) {
        changes.push(Change::Words);
    }
    changes
}

/// The version that a banner tells, if nothing else in it is another one.
fn other_version(class: Class, banner: &[u8], other: &[u8], markers: &Markers) -> Option<Vec<u8>> {
    if class.kind != Kind::Banner {
        return None;
    }
    let (before, _, after) = around_version(banner, markers)?;
    let (other_before, version, other_after) = around_version(other, markers)?;
    ((before, after) == (other_before, other_after)).then(|| version.to_vec())
}

/// Whether an error's text in the table is no more than a marker of messages: the
/// words behind it are left to the student.
fn is_left_to_students(class: Class, markers: &Markers) -> bool {
    let error = class.error.and_then(|number| markers.errors.get(number));
    error.is_some_and(|error| markers.messages.contains(&error.text))
}

/// The lines of a text without their ends; what follows the last end counts.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split(|&byte| byte == b'\n').collect()
}

/// Whether the words of such a piece depend on the game.
fn varies(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::RoundLine | Kind::Grid | Kind::ColumnLine | Kind::Score | Kind::Error | Kind::Message
    )
}

fn has_digits(change: &Change) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().any(u8::is_ascii_digit);
    match change {
        Change::LineStart(from, to) | Change::LineEnd(from, to) | Change::Each(from, to) => {
            digits(from) || digits(to)
        }
        Change::Whole(text) => digits(text),
        Change::Before(extra) | Change::After(extra) | Change::Aside(extra) => digits(&extra.text),
        Change::Version(_) | Change::Gone | Change::Words => false,
    }
}

/// How a line could be changed to become another one.
fn line_changes(line: &[u8], other: &[u8]) -> Vec<Change> {
    let mut changes = Vec::new();
    let shortest = line.len().min(other.len());
    let prefix = common(line.iter(), other.iter()).min(shortest);
    let suffix = common(line.iter().rev(), other.iter().rev());
    let suffix_left = suffix.min(shortest - prefix);
    let prefix_left = prefix.min(shortest - suffix);
    for (prefix, suffix) in [(prefix, suffix_left), (prefix_left, suffix)] {
        let from = &line[prefix..line.len() - suffix];
        let to = &other[prefix..other.len() - suffix];
        if suffix == 0 {
            changes.push(Change::LineEnd(from.to_vec(), to.to_vec()));
        }
        if prefix == 0 {
            changes.push(Change::LineStart(from.to_vec(), to.to_vec()));
        }
        if !from.is_empty() {
            changes.push(Change::Each(from.to_vec(), to.to_vec()));
        }
        if prefix > 0 {
            let left = &line[prefix - 1..prefix];
            changes.push(Change::Each([left, from].concat(), [left, to].concat()));
        }
        if suffix > 0 {
            let end = line.len() - suffix;
            let right = &line[end..=end];
            changes.push(Change::Each([from, right].concat(), [to, right].concat()));
        }
    }
    changes.dedup();
    changes
}

/// How many bytes agree from the beginning on.
fn common<'text>(
    one: impl Iterator<Item = &'text u8>,
    other: impl Iterator<Item = &'text u8>,
) -> usize {
    one.zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}

/// The situations in which a change may show, from the piece where it was seen.
pub(crate) fn scopes(
    script: &Script,
    piece: usize,
    lines: &[LineKind],
    target: Target,
) -> Vec<Scope> {
    let Some(piece) = script.pieces.get(piece) else {
        return Vec::new();
    };
    let mut scopes = Vec::new();
    if target != Target::Answer {
        scopes.push(Scope::After(piece.after));
    }
    if let Some(kind) = lines.get(piece.line) {
        scopes.push(Scope::Answering(kind.clone()));
        if let LineKind::Word { word, .. } = kind {
            scopes.push(Scope::AnsweringWord(word.clone()));
        }
    }
    scopes.extend(if target == Target::Answer {
        vec![
            Scope::AnsweringSquare,
            Scope::AnsweringValid,
            Scope::AnsweringInvalid,
        ]
    } else {
        vec![Scope::NotAtStart]
    });
    scopes
}

/// Causes that are not of one piece: streams, their order and line ends.
pub(crate) fn of_streams(script: &Script) -> Vec<Cause> {
    let mut causes: Vec<Cause> = [None, Some(Stream::Output), Some(Stream::Error)]
        .map(Cause::CarriageReturns)
        .to_vec();
    causes.push(Cause::Order);
    let kinds = script
        .pieces
        .iter()
        .map(|piece| (piece.class.kind, piece.stream));
    let mut seen: Vec<(Kind, Stream)> = Vec::new();
    for (kind, stream) in kinds {
        if kind == Kind::Blank || seen.contains(&(kind, stream)) {
            continue;
        }
        seen.push((kind, stream));
        // Only errors have their blank line printed by itself now and then.
        let parts: &[Part] = match kind {
            Kind::Error => &[Part::Whole, Part::Text, Part::Blank],
            _ => &[Part::Whole],
        };
        for &part in parts {
            causes.push(Cause::Move(Move {
                kind: Some(kind),
                part,
                to: other_stream(stream),
            }));
        }
    }
    for to in [Stream::Output, Stream::Error] {
        causes.push(Cause::Move(Move {
            kind: None,
            part: Part::Whole,
            to,
        }));
    }
    causes
}

fn other_stream(stream: Stream) -> Stream {
    match stream {
        Stream::Output => Stream::Error,
        Stream::Error => Stream::Output,
    }
}

//! What a game prints when causes are applied to it.

use std::borrow::Cow;

use super::cause::{Cause, Change, Edit, Move, Part};
use super::scope::{LineKind, Scope};
use super::script::{Script, ScriptPiece};
use crate::edition::row::Markers;
use crate::game::sink::{Kind, Stream};
use crate::grade::bytes::{find, replaced};

/// A piece as it is printed.
#[derive(Clone, Debug)]
pub(crate) struct Rendered<'script> {
    /// The stream.
    pub(crate) stream: Stream,
    /// The bytes.
    pub(crate) bytes: Cow<'script, [u8]>,
    /// The number of the piece in the script.
    pub(crate) piece: usize,
    /// Behind these bytes anything may stand, up to the end of the line.
    pub(crate) is_open: bool,
}

/// Whose script it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'subject> {
    /// The number of the case.
    pub(crate) subject: usize,
    /// What its lines of input are.
    pub(crate) lines: &'subject [LineKind],
    /// What a grader has to know of the edition's output.
    pub(crate) markers: &'subject Markers,
}

/// Applies causes to a script; its flaws must be in it already.
pub(crate) fn render<'script>(
    script: &'script Script,
    causes: &[Cause],
    context: Context<'_>,
) -> Vec<Rendered<'script>> {
    let carriage_returns = causes.contains(&Cause::CarriageReturns);
    let mut all = Vec::with_capacity(script.pieces.len());
    for (number, piece) in script.pieces.iter().enumerate() {
        let mut rendered = Rendered {
            stream: piece.stream,
            bytes: Cow::Borrowed(piece.bytes.as_slice()),
            piece: number,
            is_open: false,
        };
        for cause in causes {
            match cause {
                Cause::Edit(edit) => {
                    // A blank line goes with what it stands before.
                    let number = match edit.change {
                        Change::Gone => piece.owner,
                        _ => number,
                    };
                    if !applies(edit, &script.pieces[number], number, context) {
                        continue;
                    }
                    match &edit.change {
                        Change::Aside(text) => all.push(Rendered {
                            stream: Stream::Error,
                            bytes: Cow::Owned(text.clone()),
                            ..rendered.clone()
                        }),
                        other => change(other, &mut rendered, context.markers),
                    }
                }
                Cause::Move(moved) if is_moved(*moved, piece) => rendered.stream = moved.to,
                _ => {}
            }
        }
        if carriage_returns {
            rendered.bytes = Cow::Owned(replaced(&rendered.bytes, b"\n", b"\r\n"));
        }
        all.push(rendered);
    }
    all
}

/// Whether an edit changes a piece.
pub(crate) fn applies(
    edit: &Edit,
    piece: &ScriptPiece,
    number: usize,
    context: Context<'_>,
) -> bool {
    edit.class == piece.class
        && match &edit.scope {
            Scope::Everywhere => true,
            Scope::After(kind) => piece.after == *kind,
            Scope::Answering(kind) => context.lines.get(piece.line) == Some(kind),
            Scope::AnsweringWord(wanted) => matches!(
                context.lines.get(piece.line),
                Some(LineKind::Word { word, .. }) if word == wanted
            ),
            Scope::NotAtStart => piece.line > 0,
            Scope::Once(subject, once) => (*subject, *once) == (context.subject, number),
        }
}

/// Whether a piece is on another stream.
pub(crate) fn is_moved(moved: Move, piece: &ScriptPiece) -> bool {
    let Some(kind) = moved.kind else { return true };
    let is_blank = piece.class.kind == Kind::Blank && piece.class.before == Some(kind);
    let is_text = piece.class.kind == kind;
    match moved.part {
        Part::Whole => is_blank || is_text,
        Part::Text => is_text,
        Part::Blank => is_blank,
    }
}

fn change(change: &Change, rendered: &mut Rendered<'_>, markers: &Markers) {
    let bytes = &rendered.bytes;
    let changed = match change {
        Change::Whole(text) => text.clone(),
        Change::Gone => Vec::new(),
        Change::LineStart(from, to) => by_line(bytes, |line| {
            let rest = line.strip_prefix(from.as_slice());
            rest.map_or_else(|| line.to_vec(), |rest| [to, rest].concat())
        }),
        Change::LineEnd(from, to) => by_line(bytes, |line| {
            let rest = line.strip_suffix(from.as_slice());
            rest.map_or_else(|| line.to_vec(), |rest| [rest, to].concat())
        }),
        Change::Each(from, to) if from.is_empty() => [&bytes[..], to].concat(),
        Change::Each(from, to) => replaced(bytes, from, to),
        Change::Version(version) => {
            let Some((before, _, after)) = around_version(bytes, markers) else {
                return;
            };
            [before, version, after].concat()
        }
        Change::Before(text) => [text, &bytes[..]].concat(),
        Change::After(text) => [&bytes[..], text].concat(),
        // It is no part of the piece.
        Change::Aside(_) => return,
        Change::Words => {
            let marker = markers.messages.iter().map(|marker| marker.as_bytes());
            let Some(marker) = marker.into_iter().find(|marker| bytes.starts_with(marker)) else {
                return;
            };
            rendered.is_open = true;
            marker.to_vec()
        }
    };
    rendered.bytes = Cow::Owned(changed);
}

/// What stands before the version in a banner, the version, and what follows it.
pub(crate) fn around_version<'text>(
    banner: &'text [u8],
    markers: &Markers,
) -> Option<(&'text [u8], &'text [u8], &'text [u8])> {
    let mark = markers.version?.as_bytes();
    let start = find(banner, mark)? + mark.len();
    let rest = banner[start..].iter();
    let length = rest.take_while(|&&byte| byte != b'\n').count();
    let (before, rest) = banner.split_at(start);
    let (version, after) = rest.split_at(length);
    Some((before, version, after))
}

/// The text with each line, without its end, made another one.
fn by_line(text: &[u8], change: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    let mut changed = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let (line, end) = match line.strip_suffix(b"\n") {
            Some(line) => (line, &b"\n"[..]),
            None => (line, &b""[..]),
        };
        changed.extend(change(line));
        changed.extend_from_slice(end);
    }
    changed
}

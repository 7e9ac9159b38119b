//! What a game prints when causes are applied to it.

use std::borrow::Cow;

use memchr::memmem::find;

use super::cause::{Cause, Change, Edit, Extra, ExtraRest, Move, Part, Target};
use super::scope::{LineKind, Scope};
use super::script::{Script, ScriptPiece};
use crate::edition::row::Markers;
use crate::field::lines::{self, Line};
use crate::game::sink::{Kind, Stream};
use crate::io::bytes::replaced;

/// A piece as it is printed.
#[derive(Clone, Debug)]
pub(crate) struct Rendered<'script> {
    /// The stream.
    pub(crate) stream: Stream,
    /// The bytes.
    pub(crate) bytes: Cow<'script, [u8]>,
    /// The number of the piece in the script.
    pub(crate) piece: usize,
    /// What may stand behind these bytes.
    pub(crate) open: Option<Open>,
    /// Whether they are text that belongs nowhere, before or behind the piece.
    pub(crate) is_extra: bool,
}

/// What may stand behind bytes that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// Anything, up to the end of the line.
    Line,
    /// Any text that belongs nowhere, up to where the game goes on; not nothing.
    Extra,
}

/// Whose script it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'subject> {
    /// The number of the case.
    pub(crate) subject: usize,
    /// The input.
    pub(crate) input: &'subject [u8],
    /// What its lines are.
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
    let mut input = Input::new(context.input);
    let mut all = Vec::with_capacity(script.pieces.len());
    for (number, piece) in script.pieces.iter().enumerate() {
        let mut own = Rendered {
            stream: piece.stream,
            bytes: Cow::Borrowed(piece.bytes.as_slice()),
            piece: number,
            open: None,
            is_extra: false,
        };
        let (mut asides, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
        for cause in causes {
            match cause {
                Cause::Edit(edit) => {
                    // A blank line goes with what it stands before.
                    let number = match edit.change {
                        Change::Gone => piece.owner,
                        _ => number,
                    };
                    if !applies(edit, script, number, context) {
                        continue;
                    }
                    let mut extra = |extra: &Extra| {
                        let is_answer = edit.target == Target::Answer;
                        let stream = is_answer.then_some(Stream::Output);
                        (stream, with_line(extra, &mut input, piece.line))
                    };
                    match &edit.change {
                        // What was found later stands farther out.
                        Change::Before(text) => before.insert(0, extra(text)),
                        Change::After(text) => after.push(extra(text)),
                        Change::Aside(text) => asides.push((Some(Stream::Error), extra(text).1)),
                        other => change(other, &mut own, context.markers),
                    }
                }
                Cause::Move(moved) if is_moved(*moved, piece) => own.stream = moved.to,
                _ => {}
            }
        }
        let home = own.stream;
        let placed =
            |(stream, (bytes, open)): (Option<Stream>, (Vec<u8>, Option<Open>))| Rendered {
                stream: stream.unwrap_or(home),
                bytes: Cow::Owned(bytes),
                piece: number,
                open,
                is_extra: true,
            };
        all.extend(asides.into_iter().chain(before).map(placed));
        all.push(own);
        all.extend(after.into_iter().map(placed));
    }
    for cause in causes {
        if let Cause::CarriageReturns(stream) = cause {
            let is_of_stream =
                |piece: &&mut Rendered<'_>| stream.is_none_or(|stream| stream == piece.stream);
            for piece in all.iter_mut().filter(is_of_stream) {
                piece.bytes = Cow::Owned(replaced(&piece.bytes, b"\n", b"\r\n"));
            }
        }
    }
    all
}

/// An extra text where a line of input is answered, and what may follow it.
fn with_line(extra: &Extra, input: &mut Input<'_>, line: usize) -> (Vec<u8>, Option<Open>) {
    match &extra.rest {
        ExtraRest::Nothing => (extra.text.clone(), None),
        ExtraRest::Line(end) => ([&extra.text, input.line(line), end].concat(), None),
        ExtraRest::Anything => (extra.text.clone(), Some(Open::Extra)),
    }
}

/// The lines of an input, looked up in their order.
struct Input<'input> {
    rest: Box<dyn Iterator<Item = Line<'input>> + 'input>,
    number: usize,
    text: &'input [u8],
}

impl<'input> Input<'input> {
    fn new(input: &'input [u8]) -> Self {
        Self {
            rest: Box::new(lines::split(input)),
            number: 0,
            text: b"",
        }
    }

    /// A line, counted from 1: the same as before, or one behind it.
    fn line(&mut self, number: usize) -> &'input [u8] {
        while self.number < number {
            self.number += 1;
            self.text = match self.rest.next() {
                Some(Line::Text(text)) => text,
                _ => b"",
            };
        }
        self.text
    }
}

/// Whether an edit changes the piece of this number.
fn applies(edit: &Edit, script: &Script, number: usize, context: Context<'_>) -> bool {
    let piece = &script.pieces[number];
    let is_target = match edit.target {
        Target::Piece(class) => class == piece.class,
        Target::Answer => script.begins_answer(number),
    };
    let line = || context.lines.get(piece.line);
    is_target
        && match &edit.scope {
            // Nothing is typed at the end of the input.
            Scope::Everywhere => edit.target != Target::Answer || line() != Some(&LineKind::End),
            Scope::After(kind) => piece.after == *kind,
            Scope::Answering(kind) => line() == Some(kind),
            Scope::AnsweringWord(wanted) => {
                matches!(line(), Some(LineKind::Word { word, .. }) if word == wanted)
            }
            Scope::AnsweringSquare => matches!(
                line(),
                Some(LineKind::Word {
                    is_invalid: false,
                    is_for_square: true,
                    ..
                })
            ),
            Scope::AnsweringValid => matches!(
                line(),
                Some(LineKind::Word {
                    is_invalid: false,
                    ..
                })
            ),
            Scope::AnsweringInvalid => matches!(
                line(),
                Some(
                    LineKind::Word {
                        is_invalid: true,
                        ..
                    } | LineKind::Blank
                        | LineKind::TooLong
                )
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
        // They are no part of the piece.
        Change::Before(_) | Change::After(_) | Change::Aside(_) => return,
        Change::Words => {
            let marker = markers.messages.iter().map(|marker| marker.as_bytes());
            let Some(marker) = marker.into_iter().find(|marker| bytes.starts_with(marker)) else {
                return;
            };
            rendered.open = Some(Open::Line);
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

//! How far a rendered game and what a program printed agree.

use std::borrow::Cow;
use std::ops::Range;

use super::cause::Cause;
use super::render::{Context, Rendered, render};
use super::script::Script;
use super::subject::Subject;
use crate::game::sink::Stream;
use crate::grade::case::Artifact;
use crate::grade::runner::run::End;

/// How far a subject is explained.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    /// Which part of each output agrees, from the beginning on, added up.
    agreed: f64,
    /// How many outputs there are.
    outputs: usize,
    /// Which part of standard output and of standard error agrees.
    separate: [f64; 2],
    /// Whether the exit status agrees.
    pub(crate) status: bool,
    /// The first difference that is left.
    pub(crate) spot: Option<Spot>,
    /// The first piece of which something is left, as far as it is known: what is
    /// too much on one stream has its place by the order of both.
    pub(crate) left: Option<usize>,
    /// The piece at which both streams as they came differ first.
    pub(crate) merged: Option<usize>,
    /// The piece at which the program stopped, if it was cut short.
    pub(crate) stop: Option<usize>,
}

/// A difference that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The artifact.
    pub(crate) artifact: Artifact,
    /// The number of the piece that the game prints there; that of the pieces if
    /// it has come to its end.
    pub(crate) piece: usize,
    /// Where in what was found this piece should begin.
    pub(crate) start: usize,
    /// The first byte in what was found that differs.
    pub(crate) byte: usize,
}

impl Fit {
    /// Whether nothing is left to be explained, but perhaps the exit status.
    pub(crate) fn is_explained(&self) -> bool {
        self.spot.is_none()
    }

    /// Whether less of one of the streams agrees than there.
    pub(crate) fn is_worse_than(&self, other: &Self) -> bool {
        let pairs = self.separate.iter().zip(other.separate);
        pairs.into_iter().any(|(own, other)| *own < other - 1e-9)
    }

    /// How good it is: at most 1, and that only where nothing is left.
    pub(crate) fn score(&self) -> f64 {
        let agreed = self.agreed / ratio(self.outputs.max(1), 1);
        let whole = if self.is_explained() { 0.2 } else { 0.0 };
        let status = if self.status { 0.01 } else { 0.0 };
        agreed * 0.79 + whole + status
    }
}

/// A number by another: both are lengths of outputs, far below 2^52.
#[expect(clippy::cast_precision_loss, reason = "see above")]
fn ratio(number: usize, by: usize) -> f64 {
    number as f64 / by as f64
}

/// Compares what a program printed with a script to which causes are applied.
pub(crate) fn fit(
    subject: &Subject,
    script: &Script,
    causes: &[Cause],
    context: Context<'_>,
) -> Fit {
    let rendered = render(script, causes, context);
    let in_any_order = causes.contains(&Cause::Order);
    let mut fit = Fit {
        agreed: 0.0,
        outputs: subject.outputs.len(),
        separate: [1.0; 2],
        status: script.status.map(|status| End::Exited(status.into())) == Some(subject.end),
        spot: None,
        left: None,
        merged: None,
        stop: None,
    };
    let may_stop = subject.was_cut_short();
    let (mut reached, mut stops) = (0, Vec::new());
    for output in &subject.outputs {
        let found = output.bytes.as_slice();
        let stream = stream_of(output.artifact);
        if stream.is_none() && in_any_order && is_interleaved(found, &rendered, may_stop) {
            fit.agreed += 1.0;
            continue;
        }
        let of_stream = || {
            let pieces = rendered.iter();
            pieces.filter(move |piece| stream.is_none_or(|stream| piece.stream == stream))
        };
        let walk = walk(found, of_stream(), may_stop, script.pieces.len());
        let longest = if walk.left.is_some() {
            let wanted = of_stream().map(|piece| piece.bytes.len()).sum();
            found.len().max(wanted)
        } else {
            walk.matched
        };
        let agreed = ratio(walk.matched + 1, longest + 1);
        fit.agreed += agreed;
        match stream {
            Some(Stream::Output) => fit.separate[0] = agreed,
            Some(Stream::Error) => fit.separate[1] = agreed,
            None => {}
        }
        reached = reached.max(walk.reached);
        stops.extend(walk.stop);
        if stream.is_none() {
            fit.merged = walk.left.map(|(piece, _)| piece);
        }
        let is_extra = fit.left.is_some_and(|left| left == script.pieces.len());
        if let Some((piece, _)) = walk.left
            && (fit.left.is_none() || is_extra)
        {
            fit.left = Some(piece);
        }
        if let Some((piece, start)) = walk.left
            && fit.spot.is_none()
        {
            fit.spot = Some(Spot {
                artifact: output.artifact,
                piece,
                start,
                byte: walk.matched,
            });
        }
    }
    // What was kept back on one stream may have been printed before something on the
    // other.
    let stop = stops.into_iter().min();
    fit.stop = stop.map(|stop| stop.max(reached));
    fit
}

/// The stream of an artifact; none for both.
pub(crate) fn stream_of(artifact: Artifact) -> Option<Stream> {
    match artifact {
        Artifact::Out => Some(Stream::Output),
        Artifact::Err => Some(Stream::Error),
        Artifact::Merged | Artifact::Status => None,
    }
}

/// Puts the words that were found where causes leave them open, and the game's
/// own where none were found.
pub(crate) fn fill<'script>(
    rendered: &mut [Rendered<'script>],
    script: &'script Script,
    subject: &Subject,
) {
    for output in &subject.outputs {
        let stream = stream_of(output.artifact);
        let of_stream = rendered
            .iter()
            .filter(|piece| stream.is_none_or(|stream| piece.stream == stream));
        let words = walk(&output.bytes, of_stream, true, 0).words;
        for (number, words) in words {
            if let Some(piece) = rendered.iter_mut().find(|piece| piece.piece == number) {
                piece.bytes = Cow::Owned(output.bytes[words].to_vec());
                piece.is_open = false;
            }
        }
    }
    for piece in rendered.iter_mut().filter(|piece| piece.is_open) {
        piece.bytes = Cow::Borrowed(&script.pieces[piece.piece].bytes);
        piece.is_open = false;
    }
}

struct Walk {
    matched: usize,
    /// The piece at which they part, and where it should begin.
    left: Option<(usize, usize)>,
    /// The piece at which the program stopped.
    stop: Option<usize>,
    /// The number behind that of the last piece that was printed.
    reached: usize,
    /// What stands for the pieces whose words are open.
    words: Vec<(usize, Range<usize>)>,
}

/// Goes through what was found and the pieces of one artifact.
fn walk<'piece, 'script: 'piece>(
    found: &[u8],
    pieces: impl Iterator<Item = &'piece Rendered<'script>>,
    may_stop: bool,
    count: usize,
) -> Walk {
    let (mut at, mut reached) = (0, 0);
    let mut words = Vec::new();
    for piece in pieces {
        let rest = &found[at..];
        let bytes = &piece.bytes[..];
        if rest.starts_with(bytes) {
            at += bytes.len();
            if !bytes.is_empty() {
                reached = piece.piece + 1;
            }
            if piece.is_open {
                let line = found[at..].iter().position(|&byte| byte == b'\n');
                let start = at - bytes.len();
                at = line.map_or(found.len(), |end| at + end + 1);
                words.push((piece.piece, start..at));
            }
            continue;
        }
        let agreed = bytes
            .iter()
            .zip(rest)
            .take_while(|(one, other)| one == other);
        let agreed = agreed.count();
        let has_stopped = may_stop && agreed == rest.len();
        return Walk {
            matched: at + agreed,
            left: (!has_stopped).then_some((piece.piece, at)),
            stop: has_stopped.then_some(piece.piece),
            reached,
            words,
        };
    }
    let has_more = at < found.len();
    Walk {
        matched: at,
        left: has_more.then_some((count, at)),
        stop: None,
        reached,
        words,
    }
}

/// Whether merged output consists of the two streams, each in its own order.
fn is_interleaved(found: &[u8], rendered: &[Rendered<'_>], may_stop: bool) -> bool {
    let mut outputs: Vec<u8> = Vec::new();
    let mut errors: Vec<Vec<u8>> = Vec::new();
    let mut joins = false;
    for piece in rendered {
        if piece.is_open {
            return false;
        }
        match piece.stream {
            Stream::Output => {
                outputs.extend_from_slice(&piece.bytes);
                joins = false;
            }
            Stream::Error => {
                match errors.last_mut() {
                    Some(last) if joins => last.extend_from_slice(&piece.bytes),
                    _ => errors.push(piece.bytes.to_vec()),
                }
                joins = true;
            }
        }
    }
    let mut errors = errors.iter().filter(|error| !error.is_empty()).peekable();
    let (mut at, mut printed) = (0, 0);
    while at < found.len() {
        let rest = &found[at..];
        if let Some(error) = errors.next_if(|error| rest.starts_with(error)) {
            at += error.len();
        } else if outputs.get(printed) == Some(&rest[0]) {
            at += 1;
            printed += 1;
        } else {
            return false;
        }
    }
    may_stop || errors.peek().is_none() && printed == outputs.len()
}

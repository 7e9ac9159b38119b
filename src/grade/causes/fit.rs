//! How far a rendered game and what a program printed agree.

use std::borrow::Cow;
use std::ops::Range;

use super::anchor::{REACH, SHORT_ANCHOR, anchor};
use super::cause::Cause;
use super::no_game::has_sign;
use super::render::{Context, Open, Rendered, render};
use super::script::{Script, ScriptPiece};
use super::subject::Subject;
use crate::edition::row::Markers;
use crate::game::sink::{Kind, Stream};
use crate::grade::bytes::find;
use crate::grade::case::Artifact;
use crate::grade::runner::run::End;

/// How many pieces tell at most where the game goes on.
const FOLLOWING: usize = 8;

/// How far a subject is explained.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    /// Which part of each output agrees, from the beginning on, added up.
    agreed: f64,
    /// How many outputs there are.
    outputs: usize,
    /// Which part of standard output and of standard error agrees.
    separate: [f64; 2],
    /// Which part of both streams as they came agrees.
    together: f64,
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
    /// The piece at which the program ended by itself, if all that it printed
    /// agrees and the game would have gone on to ask for a line.
    pub(crate) early_end: Option<usize>,
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

    /// The same if a program that ends too early needs no other explanation.
    pub(super) fn with_early_end(mut self) -> Self {
        if self.early_end.is_some() {
            (self.spot, self.left, self.merged) = (None, None, None);
            self.stop = self.early_end;
        }
        self
    }

    /// Whether less of one of the streams agrees than there.
    pub(crate) fn is_worse_than(&self, other: &Self) -> bool {
        let pairs = self.separate.iter().zip(other.separate);
        pairs.into_iter().any(|(own, other)| *own < other - 1e-9)
    }

    /// Whether less of both streams as they came agrees than there.
    pub(crate) fn has_worse_order_than(&self, other: &Self) -> bool {
        self.together < other.together - 1e-9
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
    let may_stop = subject.was_cut_short();
    let mut fit = Fit {
        agreed: 0.0,
        outputs: subject.outputs.len(),
        separate: [1.0; 2],
        together: 1.0,
        // How a program ends that is cut short says nothing of the game.
        status: may_stop
            || script.status.map(|status| End::Exited(status.into())) == Some(subject.end),
        spot: None,
        left: None,
        merged: None,
        stop: None,
        early_end: None,
    };
    let (mut reached, mut stops, mut ends) = (0, Vec::new(), Vec::new());
    for output in &subject.outputs {
        let found = output.bytes.as_slice();
        let stream = stream_of(output.artifact);
        if stream.is_none() && in_any_order && is_interleaved(found, &rendered, may_stop) {
            fit.agreed += 1.0;
            continue;
        }
        let pieces = of_stream(&rendered, stream);
        let walk = Walker {
            found,
            pieces: &pieces,
            may_stop,
            count: script.pieces.len(),
            markers: context.markers,
        }
        .walk();
        ends.push(match walk.left {
            Some((piece, at)) if at == found.len() => Some(piece),
            Some(_) => None,
            None => Some(usize::MAX),
        });
        let longest = if walk.left.is_some() {
            let wanted = pieces.iter().map(|(_, piece)| piece.bytes.len()).sum();
            found.len().max(wanted)
        } else {
            walk.matched
        };
        let agreed = ratio(walk.matched + 1, longest + 1);
        fit.agreed += agreed;
        match stream {
            Some(Stream::Output) => fit.separate[0] = agreed,
            Some(Stream::Error) => fit.separate[1] = agreed,
            None => fit.together = agreed,
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
    let end = ends.into_iter().collect::<Option<Vec<_>>>();
    let end = end.and_then(|ends| ends.into_iter().min());
    fit.early_end = end.filter(|&end| {
        let missing = script.pieces.get(end..).unwrap_or_default();
        let asks = |piece: &ScriptPiece| piece.class.kind == Kind::Prompt;
        !may_stop && end >= reached && missing.iter().any(asks)
    });
    fit
}

/// What is rendered of a stream, or of both if there is none, with its numbers.
fn of_stream<'piece, 'script>(
    rendered: &'piece [Rendered<'script>],
    stream: Option<Stream>,
) -> Vec<(usize, &'piece Rendered<'script>)> {
    let is_of_stream = |piece: &Rendered<'_>| stream.is_none_or(|stream| piece.stream == stream);
    let all = rendered.iter().enumerate();
    all.filter(|(_, piece)| is_of_stream(piece)).collect()
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
    markers: &Markers,
) {
    for output in &subject.outputs {
        let walker = Walker {
            found: &output.bytes,
            pieces: &of_stream(rendered, stream_of(output.artifact)),
            may_stop: true,
            count: 0,
            markers,
        };
        for (number, words) in walker.walk().words {
            rendered[number].bytes = Cow::Owned(output.bytes[words].to_vec());
            rendered[number].open = None;
        }
    }
    for piece in rendered {
        if piece.open.take() == Some(Open::Line) {
            piece.bytes = Cow::Borrowed(&script.pieces[piece.piece].bytes);
        }
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
    /// What stands for the rendered pieces whose words are open, by their numbers.
    words: Vec<(usize, Range<usize>)>,
}

/// What was found of one artifact, and what is compared with it.
struct Walker<'fit> {
    found: &'fit [u8],
    /// What is rendered, with its numbers.
    pieces: &'fit [(usize, &'fit Rendered<'fit>)],
    may_stop: bool,
    /// How many pieces the script has.
    count: usize,
    markers: &'fit Markers,
}

impl Walker<'_> {
    /// Goes through both as far as they agree.
    fn walk(&self) -> Walk {
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
                    left: (!has_stopped).then_some((piece.piece, at)),
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
            left: has_more.then_some((self.count, at)),
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
                let following: Vec<&Rendered<'_>> = self.pieces[place + 1..]
                    .iter()
                    .map(|(_, piece)| *piece)
                    .take_while(|piece| piece.open.is_none())
                    .take(FOLLOWING)
                    .collect();
                let near = &rest[..rest.len().min(REACH)];
                let end = anchor(&following, SHORT_ANCHOR).and_then(|next| find(near, &next));
                let length = end.unwrap_or_else(line);
                (length > 0 && !has_sign(&rest[..length], self.markers)).then_some(length)
            }
        }
    }
}

/// Whether merged output consists of the two streams, each in its own order.
fn is_interleaved(found: &[u8], rendered: &[Rendered<'_>], may_stop: bool) -> bool {
    let mut outputs: Vec<u8> = Vec::new();
    let mut errors: Vec<Vec<u8>> = Vec::new();
    let mut joins = false;
    for piece in rendered {
        if piece.open.is_some() {
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

//! How far a rendered game and what a program printed agree.

use std::borrow::Cow;

use super::cause::Cause;
use super::render::{Context, Open, Rendered, render};
use super::script::Script;
use super::subject::Subject;
use super::walk::{Walker, of_stream};
use crate::cases::case::Artifact;
use crate::edition::row::Markers;
use crate::game::sink::{Kind, Stream};
use crate::run::result::End;

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
    /// The number of what is rendered there, which may be text that was put before or
    /// behind the piece.
    pub(crate) rendered: usize,
    /// Where in what was found it should begin.
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
    // Whether a prompt is left where prompts are looked at.
    let mut asks = false;
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
            end: (script.pieces.len(), rendered.len()),
            markers: context.markers,
        }
        .walk();
        ends.push(match walk.left {
            Some(left) if left.start == found.len() => Some(left.piece),
            Some(_) => None,
            None => Some(usize::MAX),
        });
        asks |= stream != Some(Stream::Error)
            && walk.left.is_some_and(|left| {
                let mut missing = pieces
                    .iter()
                    .skip_while(|(number, _)| *number < left.rendered);
                missing.any(|(_, piece)| script.pieces[piece.piece].class.kind == Kind::Prompt)
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
            fit.merged = walk.left.map(|left| left.piece);
        }
        let is_extra = fit.left.is_some_and(|left| left == script.pieces.len());
        if let Some(left) = walk.left
            && (fit.left.is_none() || is_extra)
        {
            fit.left = Some(left.piece);
        }
        if let Some(left) = walk.left
            && fit.spot.is_none()
        {
            fit.spot = Some(Spot {
                artifact: output.artifact,
                piece: left.piece,
                rendered: left.rendered,
                start: left.start,
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
    fit.early_end = end.filter(|&end| !may_stop && asks && end >= reached);
    if fit.early_end.is_some() {
        // All that was printed agrees.
        fit.agreed = ratio(fit.outputs, 1);
        (fit.separate, fit.together) = ([1.0; 2], 1.0);
    }
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
    markers: &Markers,
) {
    for output in &subject.outputs {
        let walker = Walker {
            found: &output.bytes,
            pieces: &of_stream(rendered, stream_of(output.artifact)),
            may_stop: true,
            end: (0, 0),
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

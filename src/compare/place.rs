//! Places differences: the round and the line of input that led to each.

use super::diff::Outputs;
use super::errors::Errors;
use super::guide::Guide;
use super::locate::{self, Moment};
use super::order;
use super::result::{Difference, Failure};
use super::tolerance::lines;
use super::verdict::{Judge, line_feeds};
use crate::cases::case::{Artifact, Expected};
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::Transcript;
use crate::io::store::Content;
use crate::run::result::Run;

/// The runs of a case, as far as there are any.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// That with separate streams.
    pub(crate) separate: Option<Run>,
    /// That with merged streams.
    pub(crate) merged: Option<Run>,
}

impl Runs {
    /// Whether they printed exactly what is expected.
    pub(crate) fn are_exactly(&self, expected: &Expected) -> bool {
        let outputs = [
            (Artifact::Out, &expected.out),
            (Artifact::Err, &expected.err),
            (Artifact::Merged, &expected.merged),
        ];
        outputs.into_iter().all(|(artifact, expected)| {
            expected
                .as_ref()
                .is_none_or(|expected| self.found(artifact) == expected)
        })
    }

    /// What was found on one stream, or on both.
    fn found(&self, artifact: Artifact) -> &[u8] {
        let (run, is_err) = match artifact {
            Artifact::Merged => (&self.merged, false),
            Artifact::Err => (&self.separate, true),
            Artifact::Out | Artifact::Status => (&self.separate, false),
        };
        let found = run
            .as_ref()
            .map(|run| if is_err { &run.err } else { &run.out });
        found.map(Vec::as_slice).unwrap_or_default()
    }
}

impl Judge<'_> {
    /// Says of every difference where the game was.
    pub(crate) fn place(
        &self,
        failures: &mut [Failure],
        guide: &Guide,
        expected: &Expected,
        input: Content<'_>,
        runs: &Runs,
    ) {
        match guide {
            Guide::Prompts(source) => {
                for failure in failures {
                    let artifact = failure.artifact;
                    if let Some(difference) = &mut failure.difference {
                        let moment = self.by_prompts(artifact, difference, expected, input);
                        difference.moment = moment.map(|moment| Moment {
                            source: *source,
                            ..moment
                        });
                    }
                }
            }
            Guide::Transcript(transcript) => Placing {
                judge: self,
                transcript,
                expected,
                input,
                runs,
            }
            .place(failures),
        }
    }

    /// Where the game was by the prompts in what is expected.
    fn by_prompts(
        &self,
        artifact: Artifact,
        difference: &Difference,
        expected: &Expected,
        input: Content<'_>,
    ) -> Option<Moment> {
        let markers = self.markers();
        let out = expected.out.as_deref().unwrap_or_default();
        match artifact {
            Artifact::Out => Some(locate::moment(out, difference.byte, markers, input)),
            Artifact::Merged => {
                let merged = expected.merged.as_deref()?;
                Some(locate::moment(merged, difference.byte, markers, input))
            }
            Artifact::Err => {
                let line = line_feeds(&expected.err.as_deref()?[..difference.byte]);
                locate::moment_of_error(out, line, markers, input)
            }
            Artifact::Status => None,
        }
    }
}

/// An entry of the transcript, and a byte of what both streams print, in it or
/// at its end.
#[derive(Clone, Copy)]
struct Spot {
    entry: usize,
    byte: usize,
}

/// Placing the differences of a case by the transcript.
struct Placing<'run> {
    judge: &'run Judge<'run>,
    transcript: &'run Transcript,
    expected: &'run Expected,
    input: Content<'run>,
    runs: &'run Runs,
}

impl Placing<'_> {
    fn place(&self, failures: &mut [Failure]) {
        let mut out = None;
        let merged = |failure: &Failure| {
            failure.artifact == Artifact::Merged && failure.difference.is_some()
        };
        let merged_differs = failures.iter().any(merged);
        for failure in failures.iter_mut() {
            let stream = match failure.artifact {
                Artifact::Out => Some(Stream::Output),
                Artifact::Merged => None,
                Artifact::Err | Artifact::Status => continue,
            };
            let found = self.runs.found(failure.artifact);
            if let Some(difference) = &mut failure.difference {
                let found = found.get(difference.found_byte..).unwrap_or_default();
                let spot = self.spot(stream, difference.byte, found);
                let earlier = stream.and_then(|_| self.missing_before(spot?, merged_differs));
                let spot = earlier.or(spot);
                difference.moment = spot.and_then(|spot| self.moment(spot));
                out = out.or(spot.filter(|_| stream.is_some()));
            }
        }
        let is_err = |failure: &&mut Failure| failure.artifact == Artifact::Err;
        if let Some(failure) = failures.iter_mut().find(is_err) {
            self.place_error(failure, out, merged_differs);
        }
    }

    /// Where something is missing on standard output before a spot of it, by the
    /// order of both streams: rounds may be equal but for the errors between
    /// them.
    fn missing_before(&self, spot: Spot, merged_differs: bool) -> Option<Spot> {
        let outputs = order::Outputs {
            transcript: self.transcript,
            merged: &self.runs.merged.as_ref().filter(|_| merged_differs)?.out,
            err: self.runs.found(Artifact::Err),
            out_is_right: false,
        };
        let (tolerances, markers) = (self.judge.tolerances, self.judge.markers());
        let byte = order::first_missing_output(outputs, tolerances, markers)?;
        let entries = self.transcript.entries();
        let entry = self.transcript.entry_at(byte)?;
        (entries[entry].line < entries[spot.entry].line).then_some(Spot { entry, byte })
    }

    fn moment(&self, spot: Spot) -> Option<Moment> {
        locate::moment_of_entry(self.transcript, spot.entry, spot.byte, self.input)
    }

    /// The spot of a byte of one stream, or of both, and what was found from
    /// there on. What follows the end belongs to what was printed last.
    fn spot(&self, stream: Option<Stream>, byte: usize, found: &[u8]) -> Option<Spot> {
        let entries = self.transcript.entries();
        let is_of_stream = |index: &usize| stream.is_none_or(|it| entries[*index].stream == it);
        let in_both = stream.map_or(Some(byte), |stream| self.transcript.in_merged(stream, byte));
        let at = in_both.and_then(|byte| Some((self.transcript.entry_at(byte)?, byte)));
        let Some((entry, byte)) = at else {
            // A game that is refused prints nothing on one of the streams.
            let last = (0..entries.len()).rev().find(is_of_stream).or(Some(0))?;
            let byte = entries.get(last)?.end;
            return Some(Spot { entry: last, byte });
        };
        if byte == entries[entry].start
            && let Some(before) = (0..entry).rev().find(is_of_stream)
            && entries[before].kind == Kind::Prompt
            && self.is_led_by_blanks(byte, found)
        {
            // More space than there should be behind a prompt.
            return Some(Spot {
                entry: before,
                byte: entries[before].start,
            });
        }
        Some(Spot { entry, byte })
    }

    /// Whether what was found is, to the end of the line, what is expected from
    /// a byte of both streams on, with some space before it.
    fn is_led_by_blanks(&self, byte: usize, found: &[u8]) -> bool {
        let rest = self.transcript.merged()[byte..].iter();
        let length = rest.take_while(|&&byte| byte != b'\n').count() + 1;
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let blanks = found.iter().take_while(is_blank).count();
        let expected = self.transcript.merged()[byte..].iter().take(length);
        blanks > 0 && found[blanks..].iter().take(length).eq(expected)
    }

    /// Places what differs on standard error. `out` is where standard output
    /// differs, if it does.
    fn place_error(&self, failure: &mut Failure, out: Option<Spot>, merged_differs: bool) {
        let (Some(err), Some(difference)) = (&self.expected.err, &failure.difference) else {
            return;
        };
        let found = self.runs.found(Artifact::Err);
        let (tolerances, markers) = (self.judge.tolerances, self.judge.markers());
        let (here, there) = tolerances.first_wrong_line(markers, err, found);
        let merged = self.runs.merged.as_ref();
        let looks_alike = err[..here] != found[..there];
        let errors = Errors {
            tolerances,
            markers,
            transcript: self.transcript,
            expected: err,
            found,
            byte: difference.byte,
            wrong_line: here,
            found_rest: &found[there..],
            looks_alike,
            out_is_right: out.is_none() && self.expected.out.is_some(),
            out_line: out.map(|spot| self.transcript.entries()[spot.entry].line),
            merged: merged.map(|run| run.out.as_slice()),
            merged_differs,
        };
        let wrong = errors.first_wrong();
        if let Some(wrong) = wrong.filter(|wrong| wrong.missing + wrong.extra > 0)
            && looks_alike
        {
            // Among lines that are tolerated, the one that is wrong is shown.
            let line = line_feeds(&err[..wrong.byte]);
            let there = lines(found).take(line).map(<[u8]>::len).sum();
            let outputs = Outputs {
                expected: err,
                here: wrong.byte,
                found,
                there,
                missing: wrong.missing,
                extra: wrong.extra,
            };
            *failure = self.judge.difference(Artifact::Err, outputs);
        }
        let spot = wrong.and_then(|wrong| self.spot(None, wrong.place, b""));
        if let Some(difference) = &mut failure.difference {
            difference.moment = spot.and_then(|spot| self.moment(spot));
        }
    }
}

//! Locates differences: the round, and the line of input before each.

use std::ops::Range;

use memchr::memmem;
use similar::{DiffOp, DiffTag};

use super::align::{self, InputLines};
use super::diff::{self, Outputs};
use super::kinds::Kinds;
use super::moment::{Moment, Source};
use super::output::MAX_UNKNOWN;
use super::printed::Printed;
use super::reference;
use super::result::{Difference, Failure};
use super::tolerance::{Tolerance, Tolerances, lines};
use super::verdict::{Judge, line_feeds};
use crate::cases::case::{Artifact, Case, Expected};
use crate::cases::load::Given;
use crate::edition::row::OutputFormat;
use crate::field::seed_file::SeedFile;
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::{Entry, Transcript};
use crate::io::error::FileError;
use crate::io::store::Content;
use crate::run::result::Run;

/// Longest seed, input or expected output for which the game is played, in bytes.
const LONGEST: usize = 4 << 20;

/// Maximum output of the game if the case expects neither standard output nor the combined output, in bytes.
const MOST_UNSEEN: usize = 8 << 20;

/// Output that the game may print beyond the expected output and the input, in bytes. Its own words may be longer.
const MORE: usize = 64 * 1024;

/// The runs of a case.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// The run with separate streams.
    pub(crate) separate: Option<Run>,
    /// The run with merged streams.
    pub(crate) merged: Option<Run>,
}

impl Runs {
    /// Reports whether the runs printed the expected bytes.
    pub(crate) fn are_exactly(&self, expected: &Expected) -> bool {
        let is_exactly = |artifact, expected: &Option<Vec<u8>>| {
            let expected = expected.as_ref();
            expected.is_none_or(|expected| self.found(artifact) == expected)
        };
        is_exactly(Artifact::Out, &expected.out)
            && is_exactly(Artifact::Err, &expected.err)
            && is_exactly(Artifact::Merged, &expected.merged)
    }

    /// Returns one of the outputs.
    fn found(&self, artifact: Artifact) -> &[u8] {
        let found = match artifact {
            Artifact::Merged => self.merged.as_ref().map(|run| &run.out),
            Artifact::Err => self.separate.as_ref().map(|run| &run.err),
            Artifact::Out | Artifact::Status => self.separate.as_ref().map(|run| &run.out),
        };
        found.map_or(&[], Vec::as_slice)
    }
}

impl Judge<'_> {
    /// Sets the moment of every difference. Fails if the seed or the input cannot be read.
    pub(crate) fn place(
        &self,
        failures: &mut [Failure],
        case: &Case,
        given: Given<'_>,
        expected: &Expected,
        runs: &Runs,
    ) -> Result<(), FileError> {
        match self.transcript(case, given, expected)? {
            Ok(transcript) => {
                let input_lines = InputLines::new(&given.input.bytes()?);
                let placing = Placing {
                    judge: self,
                    script: Printed::of_transcript(&transcript, self.output_format()),
                    transcript: &transcript,
                    input: given.input,
                    input_lines,
                    runs,
                };
                placing.place(failures);
            }
            Err(source) => {
                for failure in failures {
                    let artifact = failure.artifact;
                    if let Some(difference) = &mut failure.difference {
                        let place =
                            by_prompts(artifact, difference, expected, self.output_format());
                        difference.moment = place
                            .map(|(round, lines)| Moment::new(round, lines, given.input, source));
                    }
                }
            }
        }
        Ok(())
    }

    /// Plays a case in its expected words. The inner error is the fallback for a case that is too long or expects another
    /// game.
    fn transcript(
        &self,
        case: &Case,
        given: Given<'_>,
        expected: &Expected,
    ) -> Result<Result<Transcript, Source>, FileError> {
        let given_most = given.seed.length().max(given.input.length());
        if given_most > LONGEST as u64 || expected.longest() > LONGEST {
            return Ok(Err(Source::Prompts));
        }
        let (seed, input) = (given.seed.bytes()?, given.input.bytes()?);
        let sees_all = expected.out.is_some() || expected.merged.is_some();
        let most = if sees_all {
            let outputs = [&expected.out, &expected.err, &expected.merged];
            let known = outputs.into_iter().flatten().map(Vec::len).sum::<usize>() + input.len();
            2 * known + MORE
        } else {
            MOST_UNSEEN
        };
        let seed = SeedFile::in_memory(&case.seed, seed);
        let transcript = reference::play(self.edition, seed, &input, most);
        if transcript.status().is_none() && !sees_all {
            return Ok(Err(Source::Prompts));
        }
        let reworded = reference::as_expected(&transcript, expected, self.output_format());
        Ok(reworded.ok_or(Source::PromptsOfAnother))
    }
}

/// Returns the number of rounds and of lines of input before a difference, by the prompts in the expected output.
fn by_prompts(
    artifact: Artifact,
    difference: &Difference,
    expected: &Expected,
    output_format: &OutputFormat,
) -> Option<(Option<u64>, usize)> {
    let out = expected.out.as_deref().unwrap_or_default();
    let (text, byte) = match artifact {
        Artifact::Out => (out, difference.byte),
        Artifact::Merged => (expected.merged.as_deref()?, difference.byte),
        Artifact::Err => {
            let line = line_feeds(&expected.err.as_deref()?[..difference.byte]);
            (
                out,
                nth_error(
                    out,
                    line.checked_div(output_format.error_lines)?,
                    output_format,
                )?,
            )
        }
        Artifact::Status => return None,
    };
    let before = &text[..byte];
    let prompts = output_format.prompts.iter();
    let lines = prompts.map(|prompt| memmem::find_iter(before, prompt).count());
    Some((last_round(text, byte, output_format), lines.sum()))
}

/// Returns the offset in standard output at which an error belongs. Errors are counted from 0 and come before a round that
/// repeats its number.
fn nth_error(out: &[u8], error: usize, output_format: &OutputFormat) -> Option<usize> {
    let [prompt] = output_format.prompts else {
        return None;
    };
    let places = memmem::find_iter(out, prompt).map(|at| at + prompt.len());
    let rounds: Vec<_> = places
        .map(|place| (place, last_round(out, place, output_format)))
        .collect();
    let mut shown_again = rounds.windows(2).filter(|pair| pair[0].1 == pair[1].1);
    Some(shown_again.nth(error)?[0].0)
}

/// Returns the last number of rounds before a place, or at it.
fn last_round(output: &[u8], place: usize, output_format: &OutputFormat) -> Option<u64> {
    let marker = output_format.round?;
    let at = memmem::rfind(&output[..place], marker.as_bytes())? + marker.len();
    let digits = output[at..].split(|byte| !byte.is_ascii_digit()).next()?;
    str::from_utf8(digits).ok()?.parse().ok()
}

/// A byte of the combined output, and its answer.
#[derive(Clone, Copy)]
struct Spot {
    answer: usize,
    byte: usize,
}

/// First difference on standard error.
#[derive(Clone, Copy)]
struct WrongError {
    spot: Spot,
    /// Offset in the expected standard error.
    here: usize,
    /// Offset in the found standard error.
    there: usize,
    /// Number of missing lines, if no others replace them.
    missing: usize,
    /// Number of extra lines, if they replace no others.
    extra: usize,
}

/// A line, prepared for comparison.
struct Token {
    stream: Stream,
    answer: usize,
    /// Offset in the output.
    start: usize,
    length: usize,
    /// The line without its tolerated parts.
    key: Vec<u8>,
}

impl Token {
    fn is_error(&self) -> bool {
        self.stream == Stream::Error
    }

    fn is_blank(&self) -> bool {
        self.key.trim_ascii().is_empty()
    }

    fn spot(&self) -> Spot {
        Spot {
            answer: self.answer,
            byte: self.start,
        }
    }
}

/// Locates the differences of a case by the transcript of the built-in game.
struct Placing<'run> {
    judge: &'run Judge<'run>,
    transcript: &'run Transcript,
    script: Printed,
    input: Content<'run>,
    input_lines: InputLines,
    runs: &'run Runs,
}

impl Placing<'_> {
    fn place(&self, failures: &mut [Failure]) {
        let (by_order, uneven) = self.by_order().unwrap_or_default();
        let mut out = None;
        for failure in failures.iter_mut() {
            let stream = match failure.artifact {
                Artifact::Out => Some(Stream::Output),
                Artifact::Merged => None,
                Artifact::Err | Artifact::Status => continue,
            };
            let found = self.runs.found(failure.artifact);
            let Some(difference) = &mut failure.difference else {
                continue;
            };
            let found = found.get(difference.found_byte..).unwrap_or_default();
            let mut spot = self.spot(stream, difference.byte, found);
            if stream.is_some() {
                // Rounds may differ only in the errors between them.
                let is_earlier =
                    |uneven: &Spot| spot.is_some_and(|spot| uneven.answer < spot.answer);
                spot = uneven.filter(is_earlier).or(spot);
                out = spot.map(|spot| spot.answer);
            }
            difference.moment = spot.map(|spot| self.moment(spot));
        }
        let is_err = |failure: &&mut Failure| failure.artifact == Artifact::Err;
        if let Some(failure) = failures.iter_mut().find(is_err)
            && failure.difference.is_some()
        {
            self.place_error(failure, by_order, out);
        }
    }

    fn moment(&self, spot: Spot) -> Moment {
        let round = self.transcript.round_at(spot.byte);
        Moment::new(round, spot.answer, self.input, Source::Transcript)
    }

    /// Returns the spot of a byte of one stream, or of both. `found` is the found output from there on. A byte after the end
    /// belongs to the last entry.
    fn spot(&self, stream: Option<Stream>, byte: usize, found: &[u8]) -> Option<Spot> {
        let entries = self.transcript.entries();
        let of_stream = |entry: &&Entry| stream.is_none_or(|stream| entry.stream == stream);
        let in_both = stream.map_or(Some(byte), |stream| self.transcript.in_merged(stream, byte));
        let at = in_both.and_then(|byte| Some((byte, self.transcript.entry_at(byte)?)));
        let Some((byte, number)) = at else {
            // A refused game prints on one stream only.
            let last = entries.iter().rfind(of_stream).or(entries.first())?;
            return Some(Spot {
                answer: last.line,
                byte: last.end,
            });
        };
        let entry = &entries[number];
        let before = entries[..number].iter().rfind(of_stream);
        let prompt = before.filter(|before| before.kind == Kind::Prompt && byte == entry.start);
        // Extra whitespace after a prompt belongs to the prompt.
        let prompt = prompt.filter(|_| self.is_led_by_blanks(byte, found));
        Some(Spot {
            answer: prompt.unwrap_or(entry).line,
            byte: prompt.map_or(byte, |prompt| prompt.start),
        })
    }

    /// Reports whether the found line is the expected line with extra whitespace before it.
    fn is_led_by_blanks(&self, byte: usize, found: &[u8]) -> bool {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let blanks = found.iter().take_while(is_blank).count();
        let line = lines(&self.transcript.merged()[byte..]).next();
        blanks > 0 && line.is_some_and(|line| found[blanks..].starts_with(line))
    }

    /// Locates a difference on standard error. `out` is the answer in which standard output differs.
    fn place_error(&self, failure: &mut Failure, by_order: Option<WrongError>, out: Option<usize>) {
        let expected = &self.transcript.separate(Stream::Error);
        let found = self.runs.found(Artifact::Err);
        let tolerances = self.judge.tolerances;
        let (here, there) =
            tolerances.first_wrong_line(self.judge.output_format(), expected, found);
        let wrong = by_order
            .filter(|wrong| wrong.here <= here)
            .or_else(|| self.by_itself(found, out));
        let shown = wrong.filter(|wrong| wrong.missing + wrong.extra > 0);
        if let Some(wrong) = shown
            && expected[..here] != found[..there]
        {
            // Show the wrong line instead of a tolerated one before it.
            let outputs = Outputs {
                expected,
                here: wrong.here,
                found,
                there: wrong.there,
                missing: wrong.missing,
                extra: wrong.extra,
            };
            *failure = self.judge.difference(Artifact::Err, outputs);
        }
        if let Some(difference) = &mut failure.difference {
            difference.moment = wrong.map(|wrong| self.moment(wrong.spot));
        }
    }

    /// Returns the first difference on standard error, and the first missing or extra line of standard output, by the order
    /// of both streams.
    fn by_order(&self) -> Option<(Option<WrongError>, Option<Spot>)> {
        let (separate, merged) = (self.runs.separate.as_ref()?, self.runs.merged.as_ref()?);
        let output_format = &self.judge.edition.output_format;
        let kinds = Kinds::new([&self.script], output_format).only_alike();
        let found = Printed::in_order(
            separate,
            merged,
            &self.script,
            &self.input_lines,
            &kinds,
            output_format,
        )?;
        let count = self.script.answer_count();
        let matched = align::answers(&self.script, &found, &self.input_lines);
        let tolerances = self.judge.tolerances;
        let (mut wrong, mut uneven) = (None, None);
        let mut before = 0;
        for (old_answers, new_answers) in groups(&matched, found.answer_count()) {
            let old = tokens(&self.script, old_answers.clone(), tolerances, output_format);
            let new = tokens(&found, new_answers.clone(), tolerances, output_format);
            // A line after several answers may belong to one more answer.
            let more = usize::from(new_answers.len() > old_answers.len());
            let end = Spot {
                answer: (old_answers.end - 1 + more).min(count - 1),
                byte: self.start_of(old_answers.end),
            };
            for change in changes(&old, &new) {
                uneven = uneven.or_else(|| uneven_output(&change, &old, &new, end));
                wrong = wrong.or_else(|| {
                    let (spot, counts) = wrong_error(&change, &old, &new, end)?;
                    let there = before + errors_length(&new[..change.new_range().start]);
                    Some(self.wrong(spot, there, counts))
                });
            }
            before += errors_length(&new);
            if wrong.is_some() && uneven.is_some() {
                break;
            }
        }
        Some((wrong, uneven))
    }

    /// Returns the offset of an answer in the combined output.
    fn start_of(&self, answer: usize) -> usize {
        let lines = self.script.answers.get(answer).map(|lines| lines.start);
        let first = lines.and_then(|first| self.script.lines.get(first));
        first.map_or(self.script.bytes.len(), |line| line.range.start)
    }

    fn wrong(&self, spot: Spot, there: usize, (missing, extra): (usize, usize)) -> WrongError {
        WrongError {
            spot,
            here: self.transcript.printed_before(Stream::Error, spot.byte),
            there,
            missing,
            extra,
        }
    }

    /// Returns the first difference on standard error without the order of the streams. Among several possible answers, the
    /// one in which standard output differs is chosen. Returns `None` if the text may belong to several answers.
    fn by_itself(&self, found: &[u8], out: Option<usize>) -> Option<WrongError> {
        let output_format = self.judge.output_format();
        let last = self.script.answer_count() - 1;
        let compared = |tolerances: &Tolerances| {
            let mut old = tokens(&self.script, 0..last + 1, tolerances, output_format);
            old.retain(Token::is_error);
            let most = 2 * old.len() + MAX_UNKNOWN;
            let new: Vec<Token> = lines(found)
                .take(most)
                .map(|line| Token {
                    stream: Stream::Error,
                    answer: 0,
                    start: 0,
                    length: line.len(),
                    key: tolerances.reduce(output_format, line),
                })
                .collect();
            let changes = changes(&old, &new);
            (old, new, changes)
        };
        // Identify messages by their words, unless the student may choose these.
        let words = self.judge.tolerances.without(Tolerance::Message);
        let mut all = compared(&words);
        let is_pure = |changes: &[DiffOp]| {
            let tag = changes.first().map(|change| change.tag());
            tag != Some(DiffTag::Replace) && changes.iter().all(|change| Some(change.tag()) == tag)
        };
        if !is_pure(&all.2) {
            all = compared(self.judge.tolerances);
        }
        let (old, new, changes) = all;
        let first = changes.first()?;
        let begins = |at: &usize| {
            let answer = |at: usize| old.get(at).map(|token| token.answer);
            *at == 0 || answer(*at) != answer(at - 1)
        };
        // Among equal lines, an earlier run may be missing or extra as well.
        let (run, all) = match first {
            DiffOp::Delete { .. } => (first.old_range(), &old),
            _ => (first.new_range(), &new),
        };
        let is_same = |&at: &usize| all[at].key == all[at + run.len()].key;
        let slides = match first {
            DiffOp::Replace { .. } => 0,
            _ => (0..run.start).rev().take_while(is_same).count(),
        };
        let start = first.old_range().start;
        let mut starts = (start - slides..=start).rev().filter(begins);
        let wrong = |at: usize, spot, counts| {
            let there = first.new_range().start - (start - at);
            Some(self.wrong(spot, errors_length(&new[..there]), counts))
        };
        let at = starts.clone().next().unwrap_or(start);
        match first {
            DiffOp::Delete { old_len, .. } => {
                let at = starts.find(|&at| Some(old[at].answer) == out).unwrap_or(at);
                wrong(at, old[at].spot(), (*old_len, 0))
            }
            DiffOp::Replace {
                old_len, new_len, ..
            } if old_len == new_len => wrong(at, old[at].spot(), (0, 0)),
            _ => {
                let extra = new[run].iter().find(|token| !token.is_blank());
                let is_other = |token: &&Token| {
                    !token.is_blank() && Some(&token.key) != extra.map(|extra| &extra.key)
                };
                let before = old[..at].iter().rfind(is_other);
                let lowest = before.map_or(0, |token| token.answer);
                let next = old.get(at).map(|token| token.answer);
                let by_output = out.filter(|out| (lowest..=next.unwrap_or(last)).contains(out));
                let only = (lowest == last).then_some(last);
                // Extra text between errors may belong to any answer between them.
                let is_between = extra.is_some() && begins(&at) && first.tag() == DiffTag::Insert;
                let answer = by_output.or(next.filter(|_| !is_between)).or(only)?;
                let byte = self.start_of(answer);
                let extra = match first {
                    DiffOp::Insert { new_len, .. } => *new_len,
                    _ => 0,
                };
                wrong(at, Spot { answer, byte }, (0, extra))
            }
        }
    }
}

/// Returns the answers of the game and of the program to compare with each other. A missing answer is compared together
/// with the previous one, unless the program had ended. Without prompts, all answers are compared at once.
fn groups(matched: &[Range<usize>], count: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let mut groups: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let mut next = 0;
    for (answer, found) in matched.iter().enumerate() {
        let end = found.end.max(next);
        match groups.last_mut() {
            Some((old, _)) if end == next && (next < count || count == 1) => old.end = answer + 1,
            _ => groups.push((answer..answer + 1, next..end)),
        }
        next = end;
    }
    if let Some((_, new)) = groups.last_mut() {
        new.end = count;
    }
    groups
}

/// Prepares the lines of some answers for comparison.
fn tokens(
    printed: &Printed,
    answers: Range<usize>,
    tolerances: &Tolerances,
    output_format: &OutputFormat,
) -> Vec<Token> {
    let lines = answers.flat_map(|answer| {
        let lines = printed.answer(answer).iter();
        lines.map(move |line| (answer, line))
    });
    lines
        .map(|(answer, line)| Token {
            stream: line.stream,
            answer,
            start: line.range.start,
            length: printed.whole(line).len(),
            key: tolerances.reduce(output_format, printed.whole(line)),
        })
        .collect()
}

/// Returns the length of the lines on standard error, in bytes.
fn errors_length(tokens: &[Token]) -> usize {
    let errors = tokens.iter().filter(|token| token.is_error());
    errors.map(|token| token.length).sum()
}

/// Returns the differences between two lists of lines.
fn changes(old: &[Token], new: &[Token]) -> Vec<DiffOp> {
    fn keys(tokens: &[Token]) -> Vec<(Stream, &[u8])> {
        let keys = tokens.iter().map(|token| (token.stream, &*token.key));
        keys.collect()
    }
    let mut operations = diff::operations(&keys(old), &keys(new));
    operations.retain(|operation| operation.tag() != DiffTag::Equal);
    operations
}

/// Returns the spot of a change if it only adds or only removes lines of standard output.
fn uneven_output(change: &DiffOp, old: &[Token], new: &[Token], end: Spot) -> Option<Spot> {
    let is_output = |token: &&Token| !token.is_error() && !token.is_blank();
    let missing = old[change.old_range()].iter().find(is_output);
    let extra = new[change.new_range()].iter().find(is_output);
    match change {
        DiffOp::Delete { .. } => missing.map(Token::spot),
        _ if missing.is_none() && extra.is_some() => {
            let next = old.get(change.old_range().start);
            Some(next.map_or(end, Token::spot))
        }
        _ => None,
    }
}

/// Returns the spot of a change on standard error, and the numbers of missing and of extra lines.
fn wrong_error(
    change: &DiffOp,
    old: &[Token],
    new: &[Token],
    end: Spot,
) -> Option<(Spot, (usize, usize))> {
    let count = |tokens: &[Token]| tokens.iter().filter(|token| token.is_error()).count();
    let missing = count(&old[change.old_range()]);
    let extra = count(&new[change.new_range()]);
    if missing + extra == 0 {
        return None;
    }
    let start = change.old_range().start;
    let first = change.old_range().find(|&at| old[at].is_error());
    // Text in place of standard output is not one of the errors after it.
    let is_first = |at: &usize| extra == 0 || old[start..*at].iter().all(Token::is_blank);
    let at = first.filter(is_first).unwrap_or(start);
    let spot = old.get(at).map_or(end, Token::spot);
    let counts = match (missing, extra) {
        (_, 0) => (missing, 0),
        (0, _) => (0, extra),
        _ => (0, 0),
    };
    Some((spot, counts))
}

//! Places differences: the round and the line of input that led to each.

use std::ops::Range;

use memchr::memmem;
use similar::{DiffOp, DiffTag};

use super::align::{self, InputLines};
use super::diff::{self, Outputs};
use super::kinds::Kinds;
use super::moment::{Moment, Source};
use super::output::MOST_STRAY;
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

/// The longest seed, input and output, in bytes, with which the game is played
/// to place differences.
const LONGEST: usize = 4 << 20;

/// How many bytes are played where neither standard output nor the combined
/// output is expected.
const MOST_UNSEEN: usize = 8 << 20;

/// How much more may be played than what is expected and given, in bytes: room
/// for the built-in game's own words.
const MORE: usize = 64 * 1024;

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
        let is_exactly = |artifact, expected: &Option<Vec<u8>>| {
            let expected = expected.as_ref();
            expected.is_none_or(|expected| self.found(artifact) == expected)
        };
        is_exactly(Artifact::Out, &expected.out)
            && is_exactly(Artifact::Err, &expected.err)
            && is_exactly(Artifact::Merged, &expected.merged)
    }

    /// What was found on one stream, or on both.
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
    /// Says of every difference where the game was.
    ///
    /// # Errors
    ///
    /// The seed or the input cannot be read.
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

    /// Plays a case, in the words that it expects; how to do without if it is too long
    /// or expects another game.
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

/// The number of rounds and of lines of input before a difference, by the prompts in
/// what is expected.
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

/// Where in standard output an error belongs, counted from 0: errors come where a round
/// is shown again with the number that it had.
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

/// The number of rounds that is shown last before a place, or right there.
fn last_round(output: &[u8], place: usize, output_format: &OutputFormat) -> Option<u64> {
    let marker = output_format.round?;
    let at = memmem::rfind(&output[..place], marker.as_bytes())? + marker.len();
    let digits = output[at..].split(|byte| !byte.is_ascii_digit()).next()?;
    str::from_utf8(digits).ok()?.parse().ok()
}

/// A byte of what both streams print, and the answer that it belongs to.
#[derive(Clone, Copy)]
struct Spot {
    answer: usize,
    byte: usize,
}

/// The first thing that is wrong on standard error.
#[derive(Clone, Copy)]
struct WrongError {
    spot: Spot,
    /// Where it is in what is expected on standard error, ...
    here: usize,
    /// ... and in what was found there.
    there: usize,
    /// How many lines are missing there, if nothing stands in their place.
    missing: usize,
    /// How many lines are too many there, if nothing else was expected.
    extra: usize,
}

/// A line as it is compared.
struct Token {
    stream: Stream,
    answer: usize,
    /// Where it begins in what was printed.
    start: usize,
    length: usize,
    /// What counts of it.
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

/// Placing the differences of a case by what the built-in game prints for it.
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
                // Rounds may be equal but for the errors between them.
                let is_earlier = |uneven: &Spot| spot.is_some_and(|it| uneven.answer < it.answer);
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

    /// The spot of a byte of one stream, or of both, and what was found from
    /// there on. What follows the end belongs to what was printed last.
    fn spot(&self, stream: Option<Stream>, byte: usize, found: &[u8]) -> Option<Spot> {
        let entries = self.transcript.entries();
        let of_stream = |entry: &&Entry| stream.is_none_or(|it| entry.stream == it);
        let in_both = stream.map_or(Some(byte), |stream| self.transcript.in_merged(stream, byte));
        let at = in_both.and_then(|byte| Some((byte, self.transcript.entry_at(byte)?)));
        let Some((byte, number)) = at else {
            // A game that is refused prints nothing on one of the streams.
            let last = entries.iter().rfind(of_stream).or(entries.first())?;
            return Some(Spot {
                answer: last.line,
                byte: last.end,
            });
        };
        let entry = &entries[number];
        let before = entries[..number].iter().rfind(of_stream);
        let prompt = before.filter(|before| before.kind == Kind::Prompt && byte == entry.start);
        // More space than there should be behind a prompt is the prompt's.
        let prompt = prompt.filter(|_| self.is_led_by_blanks(byte, found));
        Some(Spot {
            answer: prompt.unwrap_or(entry).line,
            byte: prompt.map_or(byte, |prompt| prompt.start),
        })
    }

    /// Whether what was found is, to the end of the line, what is expected from
    /// a byte of both streams on, with some space before it.
    fn is_led_by_blanks(&self, byte: usize, found: &[u8]) -> bool {
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let blanks = found.iter().take_while(is_blank).count();
        let line = lines(&self.transcript.merged()[byte..]).next();
        blanks > 0 && line.is_some_and(|line| found[blanks..].starts_with(line))
    }

    /// Places what differs on standard error, by the order of both streams or by itself.
    /// `out` is the answer in which standard output differs, if it does.
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
            // Among lines that are tolerated, the one that is wrong is shown.
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

    /// What is first wrong on standard error, and what is first missing or too much on
    /// standard output, as far as the order of both streams tells.
    fn by_order(&self) -> Option<(Option<WrongError>, Option<Spot>)> {
        let (separate, merged) = (self.runs.separate.as_ref()?, self.runs.merged.as_ref()?);
        let output_format = &self.judge.edition.output_format;
        let kinds = Kinds::new([&self.script], output_format).only_alike();
        let found = Printed::in_order(separate, merged, &self.script, &kinds, output_format)?;
        let count = self.script.answer_count();
        let matched = align::answers(&self.script, &found, &self.input_lines);
        let tolerances = self.judge.tolerances;
        let (mut wrong, mut uneven) = (None, None);
        let mut before = 0;
        for (old_answers, new_answers) in groups(&matched, found.answer_count()) {
            let old = tokens(&self.script, old_answers.clone(), tolerances, output_format);
            let new = tokens(&found, new_answers.clone(), tolerances, output_format);
            // What stands behind several answers may belong to one more.
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

    /// Where an answer begins in what both streams print.
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

    /// What is first wrong on standard error, by itself, and where that leaves several
    /// answers, by the one in which standard output differs. None if it is text that may
    /// belong to several.
    fn by_itself(&self, found: &[u8], out: Option<usize>) -> Option<WrongError> {
        let output_format = self.judge.output_format();
        let last = self.script.answer_count() - 1;
        let compared = |tolerances: &Tolerances| {
            let mut old = tokens(&self.script, 0..last + 1, tolerances, output_format);
            old.retain(Token::is_error);
            let most = 2 * old.len() + MOST_STRAY;
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
        // Messages are known by their words, unless these are the student's.
        let words = self.judge.tolerances.without(Tolerance::Message);
        let mut all = compared(&words);
        let is_pure = |changes: &[DiffOp]| {
            let tag = changes.first().map(|it| it.tag());
            tag != Some(DiffTag::Replace) && changes.iter().all(|it| Some(it.tag()) == tag)
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
        // An equal run may as well be missing, or too much, before that.
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
                let told = out.filter(|out| (lowest..=next.unwrap_or(last)).contains(out));
                let only = (lowest == last).then_some(last);
                // Text between errors may belong to any answer between them.
                let is_between = extra.is_some() && begins(&at) && first.tag() == DiffTag::Insert;
                let answer = told.or(next.filter(|_| !is_between)).or(only)?;
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

/// Which answers of the game and of the program are compared with each other: where an
/// answer is missing, with the one before it, unless the program had ended. Where there
/// is no prompt, all are compared at once.
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

/// The lines of some answers as they are compared.
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

/// How long those of them are that are on standard error, in bytes.
fn errors_length(tokens: &[Token]) -> usize {
    let errors = tokens.iter().filter(|token| token.is_error());
    errors.map(|token| token.length).sum()
}

/// What has to be done to make one text of the other.
fn changes(old: &[Token], new: &[Token]) -> Vec<DiffOp> {
    fn keys(tokens: &[Token]) -> Vec<(Stream, &[u8])> {
        let keys = tokens.iter().map(|token| (token.stream, &*token.key));
        keys.collect()
    }
    let mut operations = diff::operations(&keys(old), &keys(new));
    operations.retain(|operation| operation.tag() != DiffTag::Equal);
    operations
}

/// Where a change tells that lines of standard output are missing or too many, with
/// nothing in their place.
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

/// Where a change tells that something is wrong on standard error, and how many lines
/// are missing there or too many.
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
    // What is found in place of standard output is not one of the errors after that.
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

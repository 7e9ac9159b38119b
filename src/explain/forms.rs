//! Compares how the program writes each piece of the game: other words, missing text, extra text.

use std::collections::BTreeMap;
use std::ops::Range;

use super::change::{Change, Class, Cut, Found, FoundText, Instance, is_block, is_ending};
use super::joined;
use super::situation::{self, LineKind, Situation};
use super::subject::Subject;
use super::template;
use crate::compare::align::{self, Pair};
use crate::compare::printed::{Printed, PrintedLine, What};
use crate::compare::tolerance::Tolerances;
use crate::edition::row::{Edition, OutputFormat};
use crate::game::sink::{Kind, Stream};
use crate::run::result::End;

/// Squares of an answer, by the expected text: the found text, and the lines of both.
type Squares = BTreeMap<Vec<u8>, Vec<(Vec<u8>, usize, usize)>>;

/// How an answer ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnswerEnd {
    Complete,
    /// The program continues where the game has ended, or never ends.
    Unexpected,
    /// The program broke off.
    Truncated,
}

/// Compares the texts of an answer.
struct AnswerReader<'case> {
    subject: &'case Subject,
    script: &'case Printed,
    output: &'case Printed,
    tolerances: &'case Tolerances,
    output_format: &'case OutputFormat,
    case: usize,
    answer: usize,
    situations: Vec<Situation>,
    /// Number of prompts in the answers up to this one, beyond one each.
    extra_parts: usize,
    /// Number of rows and columns of the grid.
    shape: Option<(usize, usize)>,
    /// True if the program prints an error here.
    shows_error: bool,
    ending: AnswerEnd,
    /// False if the assignment does not define how a grid of this size looks.
    is_allowed: bool,
    instances: Vec<Instance>,
}

/// Compares the texts of a case.
pub(crate) fn instances(
    case: usize,
    subject: &Subject,
    tolerances: &Tolerances,
    edition: &Edition,
) -> Vec<Instance> {
    let (fields, output_format) = (&edition.fields, &edition.output_format);
    let mut instances = Vec::new();
    let model = &subject.model;
    let script = &model.script;
    let shape = situation::shape(script);
    let lines = subject.lines_as_taken();
    let is_allowed = shape.is_none_or(|(rows, cols)| fields.size(rows, cols).is_some());
    let mut extra_parts = 0;
    for answer in 0..model.evidence.len() {
        if answer < script.answer_count() {
            extra_parts += script.part_count(answer) - 1;
        }
        let mut reader = AnswerReader {
            subject,
            script,
            output: &subject.output.printed,
            tolerances,
            output_format,
            case,
            answer,
            situations: situation::in_game(lines.get(answer), script, answer, shape),
            extra_parts,
            shape,
            shows_error: false,
            ending: if model.evidence[answer].is_partial || model.evidence[answer].has_ended {
                AnswerEnd::Truncated
            } else {
                AnswerEnd::Complete
            },
            is_allowed,
            instances: Vec::new(),
        };
        reader.read();
        joined::join(&mut reader.instances, script, answer);
        instances.append(&mut reader.instances);
    }
    joined::errors_elsewhere(&mut instances, script, &subject.output.printed);
    instances
}

impl AnswerReader<'_> {
    fn read(&mut self) {
        let model = &self.subject.model;
        let has_answer = self.finish();
        let expected = self.script.line_range(self.answer..self.answer + 1);
        let found = self.output.line_range(model.matched[self.answer].clone());
        if !has_answer || (expected.is_empty() && found.is_empty()) {
            return;
        }
        let mut lines = self.output.lines[found.clone()].iter();
        self.shows_error = self.answer > 0 && lines.any(PrintedLine::is_error);
        self.line_ends(found.clone());
        let pairs = align::lines(self.script, expected.clone(), self.output, found.clone());
        // First found line that is not assigned yet.
        let mut waiting = found.start;
        if self.answer > 0 && !self.misses_first_block(&pairs) {
            let others = self.output.lines[found.clone()].iter();
            waiting += others.take_while(|line| line.what == What::Other).count();
            self.before_answer(found.start..waiting);
        }
        let mut before: Option<Kind> = None;
        let mut is_end_missing = false;
        let mut squares = BTreeMap::new();
        let mut at = 0;
        while at < pairs.len() {
            let length = self.block_length(&pairs[at..]);
            let block = &pairs[at..at + length];
            at += length;
            let Some(first) = block.iter().find_map(Pair::expected) else {
                // Attribute this line to the following block.
                continue;
            };
            let What::Piece(piece) = self.script.lines[first].what else {
                continue;
            };
            let is_row = piece.kind == Kind::Grid && piece.nth > 0;
            let class = if is_row {
                Class::BetweenRows
            } else {
                Class::Before(Some(piece.kind))
            };
            let found_lines: Vec<usize> = block.iter().filter_map(Pair::found).collect();
            is_end_missing = found_lines.is_empty();
            match (found_lines.first(), found_lines.last()) {
                (Some(&start), Some(&end)) => {
                    self.gap(class, before, first, waiting..start);
                    waiting = end + 1 + self.more_of_block(block, end + 1..found.end);
                    self.piece(piece.kind, before, block, start..waiting, &mut squares);
                }
                _ if self.ending == AnswerEnd::Truncated && Self::is_none_found(&pairs[at..]) => {
                    return self.squares(squares);
                }
                _ => {
                    // Unknown words may replace the piece.
                    let end = pairs[at..]
                        .iter()
                        .find_map(Pair::paired_found)
                        .unwrap_or(found.end);
                    let others: Vec<usize> = (waiting..end)
                        .filter(|&line| self.output.lines[line].what == What::Other)
                        .collect();
                    let is_last_missing =
                        pairs[at..]
                            .iter()
                            .find_map(Pair::expected)
                            .is_none_or(|next| {
                                pairs[at..]
                                    .iter()
                                    .any(|pair| matches!(pair, Pair::Both(one, _) if *one == next))
                            });
                    // Among several missing pieces, unknown words replace an error; each of several errors has one line.
                    let is_error = piece.kind == Kind::Error;
                    let last = if is_error && self.misses_error(&pairs[at..]) {
                        others.first()
                    } else {
                        others.last()
                    };
                    if let (Some(&start), Some(&last), true) =
                        (others.first(), last, is_last_missing || is_error)
                    {
                        self.gap(class, before, first, waiting..start);
                        self.replaced(piece.kind, block, start..last + 1);
                        waiting = last + 1;
                        is_end_missing = false;
                    } else if !(self.ending == AnswerEnd::Unexpected && is_ending(piece.kind)) {
                        self.add(
                            Class::Piece(piece.kind),
                            Some(Change::Missing),
                            before,
                            [Some(align::expected_lines(block)), None],
                        );
                    }
                }
            }
            before = Some(piece.kind);
        }
        self.squares(squares);
        if self.ending != AnswerEnd::Truncated && !is_end_missing {
            self.gap(
                Class::Before(None),
                before,
                expected.end,
                waiting..found.end,
            );
        }
    }

    /// Reports whether all expected lines are missing.
    fn is_none_found(pairs: &[Pair]) -> bool {
        pairs.iter().all(|pair| pair.paired_found().is_none())
    }

    /// Reports whether an error is missing before the next found line.
    fn misses_error(&self, pairs: &[Pair]) -> bool {
        let missing = pairs
            .iter()
            .take_while(|pair| !matches!(pair, Pair::Both(..)));
        missing
            .filter_map(Pair::expected)
            .any(|line| self.script.lines[line].is_error())
    }

    /// Reports whether a fixed text at the start of the answer is missing. Unknown words stand in its place then, not before it.
    fn misses_first_block(&self, pairs: &[Pair]) -> bool {
        let at = pairs
            .iter()
            .take_while(|pair| pair.expected().is_none())
            .count();
        let rest = &pairs[at..];
        let Some(line) = rest.first().and_then(Pair::expected) else {
            return false;
        };
        matches!(self.script.lines[line].what, What::Piece(piece) if is_block(piece.kind))
            && Self::is_none_found(&rest[..self.block_length(rest)])
    }

    /// Returns the number of pairs in the first piece: the whole piece of a fixed text, otherwise one line.
    fn block_length(&self, pairs: &[Pair]) -> usize {
        let kind = |line: usize| match self.script.lines[line].what {
            What::Piece(piece) => Some(piece),
            _ => None,
        };
        let Some(piece) = pairs[0].expected().and_then(kind) else {
            return 1;
        };
        if !is_block(piece.kind) {
            return 1;
        }
        let mut length = 1;
        for (number, pair) in pairs.iter().enumerate().skip(1) {
            match pair.expected().and_then(kind) {
                Some(other) if other.kind == piece.kind && other.nth > 0 => length = number + 1,
                Some(_) => break,
                None => {}
            }
        }
        length
    }

    /// Counts unknown lines after a block that replace missing lines at its end.
    fn more_of_block(&self, block: &[Pair], behind: Range<usize>) -> usize {
        let missing = block.iter().rev().take_while(|pair| pair.found().is_none());
        let mut own = self.output.lines[behind].iter();
        missing
            .take_while(|_| own.next().is_some_and(|line| line.what == What::Other))
            .count()
    }

    fn add(
        &mut self,
        class: Class,
        change: Option<Change>,
        before: Option<Kind>,
        lines: [Option<(usize, usize)>; 2],
    ) {
        let is_grid = matches!(
            class,
            Class::Piece(Kind::Grid | Kind::ColumnLine) | Class::Square
        );
        let change = match change {
            Some(_) if is_grid && !self.is_allowed => Some(Change::Content(Vec::new())),
            change => change,
        };
        let mut situations = self.situations.clone();
        // The shape of the grid does not matter to messages.
        if !is_grid && !matches!(class, Class::BetweenRows | Class::Finish) {
            situations.retain(|situation| !situation.is_shape());
        }
        // An error follows a prompt, or other wrong text.
        if class != Class::Before(Some(Kind::Error)) {
            situations.extend(before.map(Situation::Behind));
        }
        if class == Class::Piece(Kind::RoundLine)
            && let Some((line, _)) = lines[0]
            && let Some(0..10) = align::number_in(self.script.text(&self.script.lines[line]))
        {
            situations.push(Situation::OneDigit);
        }
        let is_of_error = matches!(
            class,
            Class::Piece(Kind::Error) | Class::Before(Some(Kind::Error)) | Class::BeforeAnswer
        );
        situations.extend((self.shows_error && !is_of_error).then_some(Situation::ErrorShown));
        self.instances.push(Instance {
            class,
            change,
            case: self.case,
            answer: self.answer,
            situations,
            lines,
        });
    }

    /// Compares the end of the answer. Returns whether its texts can be compared.
    fn finish(&mut self) -> bool {
        let (model, output) = (&self.subject.model, &self.subject.output);
        let found = model.matched[self.answer].clone();
        let is_expected = self.answer < self.script.answer_count();
        let has_ended =
            self.answer + 1 == self.script.answer_count() && self.script.status.is_some();
        let is_last = found.contains(&(self.output.answer_count() - 1));
        let has_asked_for_all = found.end >= self.subject.input_lines.count() + self.extra_parts;
        // Only the first of several lines without an answer counts.
        let is_behind_silence = self.answer > 0
            && model.matched[self.answer - 1].is_empty()
            && !self.script.answer(self.answer - 1).is_empty();
        if found.is_empty() && is_behind_silence {
            return false;
        }
        let is_several = self.is_several(found.clone());
        let trace = found.clone().find_map(|number| output.trace_in(number));
        let is_refused = self.script.answer_count() == 1 && self.script.status.is_some();
        // A game that should not have started is no mistake of its own.
        if is_refused && self.answer > 0 {
            return false;
        }
        let change = match output.end {
            _ if found.is_empty() && self.script.answer(self.answer).is_empty() => None,
            _ if found.is_empty() => Some(Change::NoAnswer),
            _ if trace.is_some() => trace.map(|trace| Change::Exception {
                name: trace.name.clone(),
                missing_file: trace.missing_file.clone(),
            }),
            _ if !is_expected => Some(Change::GoesOn),
            _ if is_several && !has_ended => Some(Change::SeveralAnswers),
            _ if is_several => Some(Change::GoesOn),
            _ if !is_last && self.situations.contains(&Situation::End) => {
                has_ended.then_some(Change::GoesOnAfterInput)
            }
            _ if !is_last => has_ended.then_some(Change::GoesOn),
            End::TooMuchOutput if !has_asked_for_all && !has_ended => Some(Change::Cut(Cut::Flood)),
            End::TimedOut | End::CpuTime | End::TooMuchOutput => Some(Change::Cut(Cut::Endless)),
            End::Killed(signal) => Some(Change::Cut(Cut::Killed(signal))),
            End::Exited(_) if !has_ended => Some(Change::Ended),
            End::Exited(found) => {
                let is_wrong = self.subject.expects_status
                    && self.script.status != Some(found)
                    && self.subject.right.status != Some(found);
                let expected = self.script.status.filter(|_| is_wrong);
                expected.map(|expected| Change::Status { expected, found })
            }
            _ => Some(Change::Cut(Cut::Limit)),
        };
        let continues_anyway = matches!(
            change,
            Some(Change::GoesOn | Change::GoesOnAfterInput | Change::Cut(_))
        );
        if continues_anyway && self.ending == AnswerEnd::Complete {
            self.ending = AnswerEnd::Unexpected;
        }
        // The text of a game that should not start is no mistake of its own.
        let starts_wrongly = self.answer == 0 && change == Some(Change::GoesOn);
        // Several answers cannot be assigned.
        let is_unknown = is_several || matches!(change, Some(Change::NoAnswer));
        let stops = is_unknown || starts_wrongly || !is_expected;
        // Only the first answer after the end of the game is evidence, unless the program broke off in another.
        if is_expected || self.answer == self.script.answer_count() || trace.is_some() {
            let here = self.situations.clone();
            if has_asked_for_all && !here.contains(&Situation::End) {
                // The input ends here, whatever the state of the game.
                self.situations = situation::of_answer(Some(&LineKind::End), false, self.shape);
            }
            self.situations
                .extend(is_refused.then_some(Situation::Refused));
            self.add(Class::Finish, change, None, [None, None]);
            self.situations = here;
        }
        !stops
    }

    /// Reports whether there are more answers than expected, not counting mere prompts.
    fn is_several(&self, found: Range<usize>) -> bool {
        let has_text = |number: &usize| {
            let mut lines = self.output.answer(*number).iter();
            lines.any(|line| !line.is_prompt() && !line.is_blank())
        };
        found.filter(has_text).count() > self.script.part_count(self.answer)
    }

    /// Compares the line ends of an answer, for each kind of line.
    fn line_ends(&mut self, found: Range<usize>) {
        let mut ends: BTreeMap<(Stream, Option<Kind>), (usize, usize, usize)> = BTreeMap::new();
        for number in found {
            let line = &self.output.lines[number];
            let kind = match line.what {
                What::Piece(piece) => Some(piece.kind),
                What::Blank | What::Other => None,
            };
            if line.is_ended {
                let (all, returns, first) =
                    ends.entry((line.stream, kind)).or_insert((0, 0, number));
                *all += 1;
                *returns += usize::from(line.has_return);
                if line.has_return && *returns == 1 {
                    *first = number;
                }
            }
        }
        for ((stream, kind), (all, returns, first)) in ends {
            let is_tolerated = self.reduced(b"\r\n") == self.reduced(b"\n");
            let change = match returns {
                _ if is_tolerated => None,
                0 => None,
                _ if returns == all => Some(Change::CarriageReturn),
                _ => Some(Change::Content(Vec::new())),
            };
            self.add(
                Class::LineEnd,
                change,
                None,
                [None, Some((first, first + 1))],
            );
            if let Some(last) = self.instances.last_mut() {
                last.situations.push(Situation::On(stream));
                last.situations.extend(kind.map(Situation::In));
            }
        }
    }

    /// Records text between the prompt and the answer.
    fn before_answer(&mut self, found: Range<usize>) {
        let lines = found.clone().map(|line| self.found(line, &[]));
        let lines: Vec<Found> = lines.collect();
        let change = (!lines.is_empty()).then(|| Change::Lines {
            expected: Vec::new(),
            found: lines,
        });
        let lines = [None, Some((found.start, found.end))];
        self.add(Class::BeforeAnswer, change, None, lines);
    }

    /// Describes a line in place of these blank lines.
    fn found(&self, line: usize, expected: &[Stream]) -> Found {
        let line = &self.output.lines[line];
        let text = &self.subject.without_path(self.output.text(line));
        let input = self.subject.line_text(self.answer);
        Found {
            stream: self.stream_of(line, expected),
            text: match line.what {
                What::Blank => FoundText::Blank(self.reduced(text)),
                What::Piece(piece) => FoundText::Piece(piece.kind),
                What::Other => FoundText::Other(template::of_other(text, input)),
            },
        }
    }

    /// Compares the text before a line.
    fn gap(&mut self, class: Class, before: Option<Kind>, line: usize, found: Range<usize>) {
        let start = self.script.lines[..line]
            .iter()
            .rposition(|line| !line.is_blank())
            .map_or(0, |line| line + 1)
            .max(self.script.line_range(self.answer..self.answer + 1).start);
        let expected: Vec<Stream> = self.script.lines[start..line]
            .iter()
            .map(|line| line.stream)
            .collect();
        let found_lines = found.clone().map(|line| self.found(line, &expected));
        let mut found_lines: Vec<Found> = found_lines.collect();
        // The number of rows does not matter.
        let row = FoundText::Piece(Kind::Grid);
        found_lines.dedup_by(|line, before| line.text == row && line == before);
        let is_right = expected.len() == found_lines.len()
            && expected.iter().zip(&found_lines).all(|(stream, line)| {
                *stream == line.stream && line.text == FoundText::Blank(Vec::new())
            });
        let change = (!is_right).then_some(Change::Lines {
            expected,
            found: found_lines,
        });
        let lines = [Some((start, line)), Some((found.start, found.end))];
        self.add(class, change, before, lines);
    }

    /// Returns the stream of a found line, or the expected stream if streams are unknown.
    fn stream_of(&self, line: &PrintedLine, expected: &[Stream]) -> Stream {
        match expected.first() {
            Some(&stream) if !self.subject.output.has_streams => stream,
            _ => line.stream,
        }
    }

    fn reduced(&self, text: &[u8]) -> Vec<u8> {
        self.tolerances.reduce(self.output_format, text)
    }

    /// Compares a piece that was found.
    fn piece(
        &mut self,
        kind: Kind,
        before: Option<Kind>,
        block: &[Pair],
        found: Range<usize>,
        squares: &mut Squares,
    ) {
        let (script, output) = (self.script, self.output);
        let span = align::expected_lines(block);
        let found = (found.start, found.end);
        let (one, other) = (&script.lines[span.0], &output.lines[found.0]);
        let stream =
            (self.subject.output.has_streams && one.stream != other.stream).then_some(other.stream);
        let texts = |printed: &Printed, (start, end): (usize, usize)| -> Vec<u8> {
            let lines = printed.lines[start..end].iter();
            lines
                .flat_map(|line| {
                    let end: &[u8] = if line.is_ended { b"\n" } else { b"" };
                    [printed.text(line), end].concat()
                })
                .collect()
        };
        let (text, mut found_text) = (
            self.reduced(&texts(script, span)),
            self.reduced(&texts(output, found)),
        );
        if kind == Kind::Error
            && self.tolerances.ignore_words(self.output_format)
            && text.len() < found_text.len()
        {
            // The student may choose the words after another label too.
            found_text = template::label(&found_text);
        }
        if kind == Kind::Error {
            found_text = self.subject.without_path(&found_text);
        }
        let class = Class::Piece(kind);
        let lines = [Some(span), Some(found)];
        if text == found_text && stream.is_none() && kind != Kind::Grid {
            return self.add(class, None, before, lines);
        }
        if is_block(kind)
            && self.ending == AnswerEnd::Truncated
            && !text.starts_with(&found_text)
            && found_text.len() < text.len()
            && self.output.lines.len() == found.1
        {
            // The piece was truncated.
            return;
        }
        if kind == Kind::ColumnLine
            && let Some((rows, cols)) = self.shape
            && [cols, rows] == [&text, &found_text].map(|text| template::count_numbers(text))
            && rows != cols
        {
            return self.add(class, Some(Change::NumbersOfRows), before, lines);
        }
        let patterns = if is_block(kind) {
            (text != found_text).then(|| (text.clone(), found_text.clone()))
        } else {
            let input = self.subject.line_text(self.answer);
            match template::of_line(kind, &text, &found_text, input) {
                template::Comparison::Same => None,
                template::Comparison::Form(expected, found) => Some((expected, found)),
                template::Comparison::Content => {
                    return self.add(class, Some(Change::Content(Vec::new())), before, lines);
                }
            }
        };
        if kind == Kind::Grid {
            template::squares(&text, &found_text, |expected, square| {
                squares
                    .entry(expected)
                    .or_default()
                    .push((square, span.0, found.0));
            });
        }
        let change = (patterns.is_some() || stream.is_some()).then(|| {
            // The text does not matter if only the stream differs.
            let (expected, found) = patterns.unwrap_or_default();
            Change::Text {
                expected,
                found,
                stream,
            }
        });
        self.add(class, change, before, lines);
    }

    /// Records unknown words in place of a piece.
    fn replaced(&mut self, kind: Kind, block: &[Pair], found: Range<usize>) {
        let span = align::expected_lines(block);
        if !is_block(kind) && kind != Kind::Error {
            let change = Some(Change::Content(Vec::new()));
            let lines = [Some(span), Some((found.start, found.end))];
            return self.add(Class::Piece(kind), change, None, lines);
        }
        let input = self.subject.line_text(self.answer);
        let lines = &self.output.lines[found.clone()];
        let texts: Vec<Vec<u8>> = lines
            .iter()
            .map(|line| {
                let text = self.subject.without_path(self.output.text(line));
                template::of_other(&text, input)
            })
            .collect();
        let stream = (self.subject.output.has_streams
            && self.script.lines[span.0].stream != lines[0].stream)
            .then_some(lines[0].stream);
        let (mut expected, mut found_text) = (
            self.reduced(self.script.text(&self.script.lines[span.0])),
            texts.join(&b'\n'),
        );
        if kind == Kind::Error && self.tolerances.ignore_words(self.output_format) {
            (expected, found_text) = (
                [&expected[..], b"\n"].concat(),
                template::label(&found_text),
            );
        }
        let change = Change::Text {
            expected: template::of_other(&expected, input),
            found: found_text,
            stream,
        };
        self.add(
            Class::Piece(kind),
            Some(change),
            None,
            [Some(span), Some((found.start, found.end))],
        );
    }

    /// Compares the signs of squares, each sign once.
    fn squares(&mut self, squares: Squares) {
        for (expected, found) in squares {
            let situation = Situation::Sign(template::symbol_of(&expected));
            let is_one = found.iter().all(|square| square.0 == found[0].0);
            let change = if found.iter().all(|square| square.0 == expected) {
                None
            } else if is_one {
                Some(template::square_change(&expected, &found[0].0))
            } else {
                Some(Change::Content(expected.clone()))
            };
            let wrong = found
                .iter()
                .find(|square| square.0 != expected)
                .unwrap_or(&found[0]);
            let lines = [Some((wrong.1, wrong.1 + 1)), Some((wrong.2, wrong.2 + 1))];
            self.add(Class::Square, change, None, lines);
            if let Some(last) = self.instances.last_mut() {
                last.situations.push(situation);
            }
        }
    }
}

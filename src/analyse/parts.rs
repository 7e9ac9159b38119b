//! Splits aligned outputs into independent parts, and records for each part whether it is right or
//! differs.

use std::collections::{HashMap, HashSet};

use super::{
    aligned::Aligned,
    output::{OutputLine, OutputLines, PieceLine, input_lines},
    pairing::ItemPair,
    survey::{
        BlankPosition, CellState, Difference, Extent, Key, Part, Site, Situation, Slot, Survey,
        is_fixed,
    },
    text::{Cell, Row, first_difference, indent, label, numbers, skeleton, template, trailing},
    tolerance::{Tolerance, Tolerances},
};
use crate::{
    edition::OutputFormat,
    game::{Kind, Stream},
};

pub(super) fn add_case(
    survey: &mut Survey,
    case: usize,
    aligned: &Aligned,
    situations: &[Vec<Situation>],
    tolerances: &Tolerances,
    format: &OutputFormat,
) {
    if survey.never_starts || aligned.is_cut && !aligned.program.output.has_game() {
        return;
    }
    let mut splitter = Splitter {
        survey,
        aligned,
        script: &aligned.subject.script,
        output: &aligned.program.output,
        situations,
        tolerances,
        format,
        site: Site {
            spot: (case, 0),
            context: 0,
            lines: (None, None),
            has_passed: aligned.subject.played.has_passed,
        },
        round_error: 0,
        wrong_cells: HashMap::new(),
        inputs: input_lines(&aligned.subject.played.input),
    };
    for pair in 0..=aligned.last {
        splitter.add_answer(pair);
    }
}

struct Splitter<'case> {
    survey: &'case mut Survey,
    aligned: &'case Aligned,
    script: &'case OutputLines,
    output: &'case OutputLines,
    situations: &'case [Vec<Situation>],
    tolerances: &'case Tolerances,
    format: &'case OutputFormat,
    /// Place of the parts that are added.
    site: Site,
    /// Found minus expected number of rounds, in the last pair of round lines.
    round_error: i64,
    /// Last differences of the cells that still differ, by row and column.
    wrong_cells: HashMap<(u16, usize), Difference>,
    inputs: Vec<&'case [u8]>,
}

/// Blank lines since the last pair of lines with text.
#[derive(Default)]
struct Gap {
    expected: Vec<usize>,
    found: Vec<usize>,
    /// True if text between the blank lines is missing or extra.
    is_disturbed: bool,
}

impl Splitter<'_> {
    fn ignores_layout(&self) -> bool {
        self.tolerances.contains(Tolerance::Layout)
    }

    /// Enters a place in an answer. In a piece with fixed lines, the line is a situation, too.
    fn enter(&mut self, answer: usize, lines: ItemPair) {
        let mut situations = self.situations[answer].clone();
        if let Some(line) = lines.0
            && let Some(piece) = self.script[line].piece()
            && is_fixed(piece.kind)
        {
            let words = format!("in line {}", piece.nth + 1);
            situations.push(Situation::new(Extent::Line, words));
        }
        self.site.spot.1 = answer;
        self.site.context = self.survey.contexts.intern(situations);
        self.site.lines = lines;
    }

    fn right(&mut self, slot: Slot, part: Part) {
        self.survey.add_right(Key { slot, part }, self.site.context);
    }

    fn wrong(&mut self, slot: Slot, part: Part, difference: Difference) {
        self.survey
            .add_wrong(Key { slot, part }, self.site, difference);
    }

    /// Records whether two texts of a part agree.
    fn compare(&mut self, slot: Slot, part: Part, [expected, found]: [impl AsRef<[u8]>; 2]) {
        if expected.as_ref() == found.as_ref() {
            self.right(slot, part);
        } else {
            self.wrong(slot, part, Difference::new(expected, found));
        }
    }

    /// Adds a pair of answers. Missing text at the end of a cut output is no evidence.
    fn add_answer(&mut self, index: usize) {
        let pair = &self.aligned.answers[index];
        if pair.expected.is_empty() {
            return;
        }
        let mut lines = &self.aligned.lines[index][..];
        let is_cut = self.aligned.is_cut && index == self.aligned.last;
        if is_cut {
            // Only the lines up to the last pair with a complete line are evidence.
            let last = lines.iter().rposition(|pair| match *pair {
                (Some(expected), Some(found)) => {
                    self.output[found].is(Kind::Prompt)
                        || self.output.whole(found).ends_with(b"\n")
                        || self.script.whole(expected) == self.output.whole(found)
                }
                _ => false,
            });
            lines = &lines[..last.map_or(0, |last| last + 1)];
        }
        let last_answer = pair.expected.end - 1;
        let mut answer = pair.expected.start;
        let mut gap = Gap::default();
        let (mut missing, mut extra) = (Vec::new(), Vec::new());
        for &(expected, found) in lines {
            if let Some(line) = expected {
                answer = self.script.answer_of(line);
            }
            let line = expected.map(|line| &self.script[line]);
            let line = line.or(found.map(|line| &self.output[line]));
            if line.is_some_and(OutputLine::is_blank) {
                gap.expected.extend(expected);
                gap.found.extend(found);
            } else if let (Some(line), Some(found_line)) = (expected, found) {
                self.enter(answer, (expected, found));
                self.add_line(line, found_line, &gap);
                gap = Gap::default();
            } else {
                missing.extend(expected);
                extra.extend(found);
                gap.is_disturbed = true;
            }
        }
        if is_cut {
            return;
        }
        // A prompt ends its answer, so that no blank lines follow.
        let mut backwards = self.script.answers[last_answer].clone().rev();
        if let Some(piece) = backwards.find_map(|line| self.script[line].piece())
            && piece.kind != Kind::Prompt
        {
            let blanks = (gap.expected.first().copied(), gap.found.first().copied());
            self.enter(last_answer, blanks);
            self.add_gap(Slot::Blank(BlankPosition::After, piece.kind), &gap, true);
        }
        self.add_missing(&missing, &extra);
        self.add_extra(&extra, &missing, last_answer);
    }

    /// Adds the number of blank lines, their whitespace and, with `has_streams`, their streams.
    fn add_gap(&mut self, slot: Slot, gap: &Gap, has_streams: bool) {
        if gap.is_disturbed || self.ignores_layout() {
            return;
        }
        let counts = [gap.expected.len(), gap.found.len()];
        self.compare(slot, Part::Count, counts.map(|n| n.to_string()));
        let mut texts = gap.found.iter().map(|&line| self.output.text(line));
        let whitespace = texts.find(|text| !text.is_empty()).unwrap_or_default();
        if !self.tolerances.contains(Tolerance::TrailingSpace) {
            self.compare(slot, Part::Text, [&[][..], whitespace]);
        }
        if has_streams && counts[0] == counts[1] {
            for (&line, &found_line) in gap.expected.iter().zip(&gap.found) {
                self.add_stream(slot, line, found_line);
            }
        }
    }

    fn add_stream(&mut self, slot: Slot, line: usize, found_line: usize) {
        if self.aligned.program.has_streams {
            let streams = [
                self.script.on_stream(line).0,
                self.output.on_stream(found_line).0,
            ];
            self.compare(slot, Part::Stream, streams);
        }
    }

    /// Adds the parts of a line and its counterpart, and the blank lines before them.
    fn add_line(&mut self, line: usize, found_line: usize, gap: &Gap) {
        let Some(PieceLine { kind, nth, .. }) = self.script[line].piece() else {
            return;
        };
        let slot = Slot::Line(kind);
        self.right(slot, Part::Presence);
        self.right(slot, Part::Order);
        self.add_stream(slot, line, found_line);
        // Blank lines are on the stream of the text after them: a wrong stream is one difference.
        let is_moved = self.script[line].stream != self.output[found_line].stream;
        let position = match nth {
            0 => BlankPosition::Before,
            _ => BlankPosition::Inside,
        };
        self.add_gap(Slot::Blank(position, kind), gap, !is_moved);
        let texts = match kind {
            Kind::Prompt => [self.script.whole(line), self.output.whole(found_line)],
            _ => [self.script.text(line), self.output.text(found_line)],
        };
        if kind == Kind::RoundLine {
            self.right(Slot::Round, Part::Presence);
            self.add_rounds(texts);
        }
        let form = self.form(kind, texts);
        let (tolerances, format) = (self.tolerances, self.format);
        let passes = tolerances.passes_line(format, texts[0], texts[1]);
        let is_free = form.fixed_words > 0 && tolerances.contains(Tolerance::Message);
        let starts = texts.map(|text| text.trim_ascii().first());
        let mut is_text_right = true;
        let found_parts = form.split(self.output, found_line);
        for ((part, expected), (_, found)) in
            form.split(self.script, line).into_iter().zip(found_parts)
        {
            let is_tolerated = match part {
                Part::Indent => self.ignores_layout(),
                Part::LineEnd | Part::Return => tolerances.pass(format, &expected, &found),
                Part::Words | Part::Value if is_free => true,
                _ => passes,
            };
            let slot = match part {
                Part::Return => Slot::AnyLine,
                // The indent of a text that starts with another character is not compared.
                Part::Indent if starts[0] != starts[1] => continue,
                // The value of a wrong text is not compared, either.
                Part::Words | Part::Value if !is_text_right => continue,
                _ => slot,
            };
            if expected == found || is_tolerated {
                self.right(slot, part);
                continue;
            }
            is_text_right &= match part {
                Part::Text => form.fixed_words > 0 && skeleton(&expected) == skeleton(&found),
                part => part != Part::Words,
            };
            self.wrong(slot, part, form.difference(part, &expected, &found));
        }
        if kind == Kind::Grid {
            self.add_cells(nth, [texts[0], form.row(texts[1])]);
        }
    }

    fn form(&self, kind: Kind, texts: [&[u8]; 2]) -> LineForm {
        let mut starts = self.format.messages.iter().map(|start| start.trim());
        let text = texts[0].trim_ascii();
        let message = starts.find(|start| text.starts_with(start.as_bytes()));
        let fixed = message.filter(|_| kind == Kind::Error);
        let bars = texts.map(|text| memchr::memchr_iter(b'|', text).count());
        LineForm {
            kind,
            fixed_words: fixed.map_or(0, |start| start.split(' ').count()),
            is_open: kind == Kind::Grid && bars[1] + 1 == bars[0] && !texts[1].ends_with(b"|"),
        }
    }

    /// Compares the numbers of rounds. Reports an error only in the first round that has it.
    fn add_rounds(&mut self, texts: [&[u8]; 2]) {
        let rounds = texts.map(|text| numbers(text).last().copied());
        let [Some(expected), Some(found)] = rounds else {
            return;
        };
        let error = found.saturating_sub(expected);
        let change = error.saturating_sub(self.round_error);
        self.round_error = error;
        let slot = Slot::Line(Kind::RoundLine);
        if change == 0 || self.round_error == 0 {
            self.right(slot, Part::Value);
        } else {
            let change = format!("{change:+}");
            self.wrong(slot, Part::Value, Difference::new("", change));
        }
    }

    fn add_cells(&mut self, row: u16, texts: [&[u8]; 2]) {
        let [Some(expected), Some(found)] = texts.map(Row::parse) else {
            return;
        };
        for (column, cells) in expected.cells.into_iter().zip(found.cells).enumerate() {
            let (expected, found) = (Cell::parse(cells.0), Cell::parse(cells.1));
            let marks = [expected.marks, found.marks];
            self.compare(Slot::Cell(CellState::Any), Part::Value, marks);
            self.add_cell((row, column), &expected, &found);
        }
    }

    fn add_cell(&mut self, square: (u16, usize), expected: &Cell, found: &Cell) {
        let is_alike =
            expected.marks == found.marks && (expected.sign == b" ") == (found.sign == b" ");
        if is_alike && !self.ignores_layout() {
            // The whitespace around signs is one part, and the whitespace of covered cells another.
            let slot = Slot::Cell(match &expected.sign[..] {
                b" " => CellState::Covered,
                _ => CellState::Any,
            });
            self.compare(slot, Part::Frame, [&expected.frame, &found.frame]);
        }
        let slot = Slot::Cell(CellState::of(&expected.sign));
        if expected.sign == found.sign {
            self.wrong_cells.remove(&square);
            self.right(slot, Part::Text);
            self.right(slot, Part::Value);
            return;
        }
        let difference = Difference::new(sign_class(&expected.sign), sign_class(&found.sign));
        if !matches!(&difference.found[..], b" " | b"F" | b"?" | b"#") {
            self.wrong(slot, Part::Text, difference);
        } else if self.wrong_cells.get(&square) != Some(&difference) {
            self.wrong_cells.insert(square, difference.clone());
            self.wrong(slot, Part::Value, difference);
        }
    }

    /// Adds missing lines: one difference for each piece, and only one for a whole round.
    fn add_missing(&mut self, missing: &[usize], extra: &[usize]) {
        let with_skeleton = |&line: &usize| (skeleton(self.output.text(line)), line);
        let extra: HashMap<_, _> = extra.iter().map(with_skeleton).collect();
        for lines in missing.chunk_by(|&a, &b| self.script.answer_of(a) == self.script.answer_of(b))
        {
            let has = |kind| lines.iter().any(|&line| self.script[line].is(kind));
            let is_round = has(Kind::RoundLine) && has(Kind::Grid);
            let mut last_kind = None;
            for &line in lines {
                let Some(PieceLine { kind, nth, .. }) = self.script[line].piece() else {
                    continue;
                };
                let slot = match kind {
                    Kind::RoundLine if is_round => Slot::Round,
                    Kind::Grid | Kind::ColumnLine | Kind::Prompt if is_round => continue,
                    kind => Slot::Line(kind),
                };
                if last_kind.replace(kind) == Some(kind) && kind != Kind::Error {
                    continue;
                }
                let moved = extra.get(&skeleton(self.script.text(line))).copied();
                let part = match moved {
                    Some(_) => Part::Order,
                    // The first lines of the piece are not missing.
                    None if is_fixed(kind) && nth > 0 => Part::Text,
                    None => Part::Presence,
                };
                self.enter(self.script.answer_of(line), (Some(line), moved));
                self.wrong(slot, part, Difference::default());
            }
        }
    }

    /// Adds extra text, apart from missing text in another place.
    fn add_extra(&mut self, extra: &[usize], missing: &[usize], answer: usize) {
        let lines = missing.iter();
        let moved: HashSet<_> = lines
            .map(|&line| skeleton(self.script.text(line)))
            .collect();
        let input = self.inputs.get(answer.wrapping_sub(1)).copied();
        let mut is_last_piece = None;
        for &line in extra {
            let text = self.output.text(line);
            if moved.contains(&skeleton(text)) {
                continue;
            }
            let kind = self.output[line].piece().map(|piece| piece.kind);
            let label = match kind {
                // Successive lines of pieces, such as a repeated round, are one difference.
                Some(_) if is_last_piece == Some(true) => continue,
                Some(_) => Vec::new(),
                None => label(text, input.unwrap_or_default()),
            };
            is_last_piece = Some(kind.is_some());
            self.enter(answer, (None, Some(line)));
            if self.output[line].stream == Stream::Error && !self.aligned.program.has_order {
                // Without the order of the streams, the line may belong to any answer.
                self.site.context = self.survey.contexts.intern(Vec::new());
            }
            let difference = Difference::new("", label);
            self.wrong(Slot::Extra(kind), Part::Presence, difference);
        }
        if is_last_piece.is_none() {
            self.enter(answer, (None, None));
            self.right(Slot::Extra(None), Part::Presence);
        }
    }
}

/// The form of a line and its counterpart, which determines their parts.
#[derive(Clone, Copy)]
struct LineForm {
    kind: Kind,
    /// Number of words before the free words of a message; 0 for other lines.
    fixed_words: usize,
    /// True if the found row lacks its last bar.
    is_open: bool,
}

impl LineForm {
    /// Splits a line into parts. The text comes first, because `add_line` skips the words and the
    /// value of a wrong text.
    fn split(self, output: &OutputLines, line: usize) -> Vec<(Part, Vec<u8>)> {
        let (text, whole) = (output.text(line), output.whole(line));
        if self.kind == Kind::Prompt {
            return vec![(Part::Text, whole.to_vec())];
        }
        let end = &whole[text.len()..];
        let blanks = if self.is_open { &[] } else { trailing(text) };
        let feed = end.strip_prefix(b"\r").unwrap_or(end);
        let line_break = if feed == end { b"\n" } else { end };
        let mut parts = vec![
            (Part::Indent, indent(text).to_vec()),
            (Part::LineEnd, [blanks, feed].concat()),
            (Part::Return, line_break.to_vec()),
        ];
        let text = text.trim_ascii();
        match (self.kind, Row::parse(text)) {
            (Kind::Grid, Some(row)) => {
                let label = row.label.trim_ascii_start();
                let cells = row.cells.len().to_string();
                let frame = if self.is_open { text } else { cells.as_bytes() };
                parts.extend([
                    (Part::Text, template(label, Kind::Grid)),
                    (Part::Frame, frame.to_vec()),
                    (Part::Value, label.to_vec()),
                ]);
            }
            (Kind::Error, _) if self.fixed_words > 0 => {
                let mut ends = memchr::memchr_iter(b' ', text);
                let end = ends.nth(self.fixed_words - 1).unwrap_or(text.len());
                let (start, words) = (&text[..end], text[end..].trim_ascii());
                parts.extend([
                    (Part::Text, template(start, Kind::Error)),
                    (Part::Words, template(words, Kind::Error)),
                    (Part::Value, words.to_vec()),
                ]);
            }
            // `add_rounds` compares the number of rounds.
            (Kind::RoundLine, _) => parts.push((Part::Text, template(text, self.kind))),
            (kind, _) if kind == Kind::Grid || is_fixed(kind) => {
                parts.push((Part::Text, text.to_vec()));
            }
            (kind, _) => {
                parts.push((Part::Text, template(text, kind)));
                parts.push((Part::Value, text.to_vec()));
            }
        }
        parts
    }

    /// Returns a found row. If the row lacks its last bar, the last cell is left out.
    fn row(self, found: &[u8]) -> &[u8] {
        match memchr::memrchr(b'|', found) {
            Some(bar) if self.is_open => &found[..=bar],
            _ => found,
        }
    }

    /// Returns the difference of a part, which is empty if the texts vary from place to place.
    fn difference(self, part: Part, expected: &[u8], found: &[u8]) -> Difference {
        let has_feed = |text: &[u8]| text.ends_with(b"\n");
        match part {
            Part::Frame if self.is_open => Difference::new("|", ""),
            Part::Frame | Part::Words | Part::Value => Difference::default(),
            Part::Text | Part::LineEnd
                if is_fixed(self.kind) && has_feed(expected) == has_feed(found) =>
            {
                Difference::default()
            }
            // The lines of a piece have different indents: only what is added or missing counts.
            Part::Indent => {
                let same = first_difference(expected, found);
                Difference::new(&expected[same..], &found[same..])
            }
            _ => Difference::new(expected, found),
        }
    }
}

/// Returns a sign, or `#` for a number.
fn sign_class(sign: &[u8]) -> &[u8] {
    match sign {
        _ if sign.iter().all(u8::is_ascii_digit) => b"#",
        _ => sign,
    }
}

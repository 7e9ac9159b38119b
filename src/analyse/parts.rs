//! Splits the differences of aligned outputs into independent parts, and counts each part by kind of piece and by situation.

use std::collections::HashMap;

use super::align::LinePair;
use super::kinds::{Row, skeleton};
use super::output::Output;
use super::situation::Situation;
use super::subject::Aligned;
use super::tolerance::{Tolerance, Tolerances};
use crate::edition::row::OutputFormat;
use crate::game::sink::{Kind, Stream};

/// Subject of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Slot {
    /// A line of a piece.
    Line(Kind),
    /// The blank lines around a piece.
    Blank(Location, Kind),
    /// A cell of the grid.
    Cell(State),
    /// The number of rounds, the grid and the prompt together.
    Round,
    /// Text that the game does not print here; a piece of the game in the wrong place.
    Extra(Option<Kind>),
    /// Every line.
    AnyLine,
    /// The end of the program.
    End,
}

/// Place of blank lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Location {
    Before,
    Inside,
    /// After the piece that ends the output.
    After,
}

/// State of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum State {
    Any,
    Covered,
    Revealed,
    Marked,
    Guessed,
}

/// Independent property of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Part {
    /// Whether the text is there at all.
    Presence,
    /// The numbers and signs: the state of the game.
    Value,
    Stream,
    /// The place among the other lines of the answer.
    Order,
    /// The text without the whitespace around it; of a message whose words vary, the text before them.
    Text,
    /// The words of a message.
    Words,
    /// The whitespace before the text.
    Indent,
    /// The whitespace after the text, and the line feed.
    LineEnd,
    /// The carriage return before the line feed.
    Return,
    /// Whitespace and bars around signs.
    Frame,
    /// The number of blank lines.
    Count,
}

/// A property of a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) slot: Slot,
    pub(super) part: Part,
}

/// Expected and found text of a part. Both are empty where the texts vary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Difference {
    pub(super) expected: Vec<u8>,
    pub(super) found: Vec<u8>,
}

/// A place where a part differs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Observation {
    pub(super) key: Key,
    /// Index in [`Survey::differences`].
    pub(super) difference: usize,
    /// Index of the case.
    pub(super) case: usize,
    /// Answer of the game.
    pub(super) answer: usize,
    /// Index in [`Survey::settings`].
    pub(super) setting: usize,
    /// The two lines.
    pub(super) lines: LinePair,
    /// True if the case passes because the difference is tolerated.
    pub(super) has_passed: bool,
}

/// All parts of all cases.
#[derive(Debug, Default)]
pub(super) struct Survey {
    pub(super) observations: Vec<Observation>,
    pub(super) differences: Vec<Difference>,
    /// Sets of situations.
    pub(super) settings: Vec<Vec<Situation>>,
    /// Number of places where a part is right, by setting.
    pub(super) right: HashMap<(Key, usize), usize>,
    difference_numbers: HashMap<Difference, usize>,
    setting_numbers: HashMap<Vec<Situation>, usize>,
}

/// Parts of a line that is not a row.
const LINE_PARTS: [Part; 7] = [
    Part::Presence,
    Part::Value,
    Part::Stream,
    Part::Text,
    Part::Words,
    Part::Indent,
    Part::LineEnd,
];

/// Maximum number of differences to keep.
const MAX_OBSERVATIONS: usize = 1 << 18;

impl Survey {
    pub(super) fn setting(&mut self, situations: &[Situation]) -> usize {
        if let Some(&number) = self.setting_numbers.get(situations) {
            return number;
        }
        let number = self.settings.len();
        self.settings.push(situations.to_vec());
        self.setting_numbers.insert(situations.to_vec(), number);
        number
    }

    pub(super) fn difference(&mut self, difference: Difference) -> usize {
        if let Some(&number) = self.difference_numbers.get(&difference) {
            return number;
        }
        let number = self.differences.len();
        self.differences.push(difference.clone());
        self.difference_numbers.insert(difference, number);
        number
    }

    pub(super) fn add_right(&mut self, slot: Slot, part: Part, setting: usize) {
        *self.right.entry((Key { slot, part }, setting)).or_default() += 1;
    }

    pub(super) fn add(&mut self, observation: Observation) {
        if !self.is_full() {
            self.observations.push(observation);
        }
    }

    /// Reports whether there may be more differences than are kept.
    pub(super) fn is_full(&self) -> bool {
        self.observations.len() >= MAX_OBSERVATIONS
    }
}

/// Adds the parts of a case to a survey.
pub(super) fn add_case(
    survey: &mut Survey,
    case: usize,
    aligned: &Aligned,
    tolerances: &Tolerances,
    output_format: &OutputFormat,
) {
    if aligned.is_cut && !aligned.has_game {
        return;
    }
    let mut splitter = Splitter {
        survey,
        case,
        aligned,
        tolerances,
        output_format,
        rounds: 0,
        cells: HashMap::new(),
    };
    for pair in 0..=aligned.last.min(aligned.answers.len().saturating_sub(1)) {
        splitter.add_answer(pair);
    }
}

/// Splits the differences of a case.
struct Splitter<'case> {
    survey: &'case mut Survey,
    case: usize,
    aligned: &'case Aligned,
    tolerances: &'case Tolerances,
    output_format: &'case OutputFormat,
    /// Difference of the numbers of rounds in the round before.
    rounds: i64,
    /// Cells that differ in the grid before, with their signs.
    cells: HashMap<(usize, usize), Difference>,
}

/// The place of a part.
#[derive(Clone, Copy)]
struct Spot {
    answer: usize,
    setting: usize,
    lines: LinePair,
}

/// Blank lines since the last line with text.
#[derive(Default)]
struct Gap {
    expected: Vec<usize>,
    found: Vec<usize>,
    /// True if text between the blank lines is missing or extra.
    is_disturbed: bool,
}

impl Splitter<'_> {
    fn script(&self) -> &Output {
        &self.aligned.subject.script
    }

    fn found(&self) -> &Output {
        &self.aligned.program.output
    }

    fn ignores_line_feeds(&self) -> bool {
        self.tolerances.contains(Tolerance::Layout)
            || self.tolerances.contains(Tolerance::FinalNewline)
    }

    fn place(&mut self, answer: usize, lines: LinePair) -> Spot {
        let situations = &self.aligned.situations[answer];
        let piece = lines.0.and_then(|line| self.script().lines[line].piece());
        let nth = piece.filter(|piece| is_fixed(piece.kind));
        let setting = match nth {
            Some(piece) => {
                let nth = Situation::Nth(piece.kind, piece.nth);
                self.survey.setting(&[&situations[..], &[nth]].concat())
            }
            None => self.survey.setting(situations),
        };
        Spot {
            answer,
            setting,
            lines,
        }
    }

    fn right(&mut self, slot: Slot, part: Part, place: Spot) {
        self.survey.add_right(slot, part, place.setting);
    }

    fn wrong(&mut self, slot: Slot, part: Part, place: Spot, difference: Difference) {
        let difference = self.survey.difference(difference);
        self.survey.add(Observation {
            key: Key { slot, part },
            difference,
            case: self.case,
            answer: place.answer,
            setting: place.setting,
            lines: place.lines,
            has_passed: self.aligned.subject.has_passed,
        });
    }

    /// Compares two texts of a part.
    fn compare<Text: AsRef<[u8]>>(
        &mut self,
        slot: Slot,
        part: Part,
        place: Spot,
        [expected, found]: [Text; 2],
    ) {
        if expected.as_ref() == found.as_ref() {
            self.right(slot, part, place);
        } else {
            self.wrong(slot, part, place, Difference::new(expected, found));
        }
    }

    /// Adds a pair of answers. Missing text at the end of the output of a program that broke off is no evidence.
    fn add_answer(&mut self, number: usize) {
        let pair = &self.aligned.answers[number];
        if pair.script.is_empty() {
            return;
        }
        let mut pairs = &self.aligned.lines[number][..];
        let is_last = number == self.aligned.last;
        if is_last && self.aligned.is_cut {
            pairs = self.before_cut(pairs);
        }
        let last_answer = pair.script.end - 1;
        let mut answer = pair.script.start;
        let mut gap = Gap::default();
        let mut missing: Vec<usize> = Vec::new();
        let mut extra: Vec<usize> = Vec::new();
        for &(expected, found) in pairs {
            if let Some(line) = expected {
                answer = self.script().answer_of(line);
            }
            let is_blank = match (expected, found) {
                (Some(line), _) => self.script().lines[line].is_blank(),
                (None, Some(line)) => self.found().lines[line].is_blank(),
                (None, None) => continue,
            };
            if is_blank {
                gap.expected.extend(expected);
                gap.found.extend(found);
                continue;
            }
            let place = self.place(answer, (expected, found));
            match (expected, found) {
                (Some(_), Some(_)) => {
                    self.add_gap(&gap, place);
                    self.add_line(place);
                    gap = Gap::default();
                }
                (Some(line), None) => {
                    missing.push(line);
                    gap.is_disturbed = true;
                }
                (None, found) => {
                    extra.extend(found);
                    gap.is_disturbed = true;
                }
            }
        }
        let is_over = last_answer + 1 == self.script().answers.len();
        let is_whole = !is_last || !self.aligned.is_cut;
        if is_over && is_whole {
            self.add_end_gap(&gap, last_answer);
        }
        if is_whole {
            self.add_missing(&missing, &extra);
            self.add_extra(&extra, &missing, last_answer);
        }
    }

    /// Returns the lines up to the last pair that is certain.
    fn before_cut<'pairs>(&self, pairs: &'pairs [LinePair]) -> &'pairs [LinePair] {
        let is_certain = |pair: &LinePair| match *pair {
            (Some(expected), Some(found)) => {
                let is_prompt = self.found().lines[found].is(Kind::Prompt);
                is_prompt
                    || self.found().whole(found).ends_with(b"\n")
                    || self.script().whole(expected) == self.found().whole(found)
            }
            _ => false,
        };
        let end = pairs
            .iter()
            .rposition(is_certain)
            .map_or(0, |last| last + 1);
        &pairs[..end]
    }

    /// Adds the blank lines before a line.
    fn add_gap(&mut self, gap: &Gap, place: Spot) {
        let line = place.lines.0.map(|line| self.script().lines[line]);
        let Some(piece) = line.and_then(|line| line.piece()) else {
            return;
        };
        let location = match piece.nth {
            1.. if piece.kind != Kind::Prompt => Location::Inside,
            _ => Location::Before,
        };
        self.compare_gap(Slot::Blank(location, piece.kind), gap, place);
    }

    /// Adds the blank lines after the last text of the output.
    fn add_end_gap(&mut self, gap: &Gap, answer: usize) {
        let mut lines = self.script().answers[answer].clone().rev();
        let piece = lines.find_map(|line| self.script().lines[line].piece());
        if let Some(piece) = piece.filter(|piece| piece.kind != Kind::Prompt) {
            let lines = (gap.expected.first().copied(), gap.found.first().copied());
            let place = self.place(answer, lines);
            self.compare_gap(Slot::Blank(Location::After, piece.kind), gap, place);
        }
    }

    fn compare_gap(&mut self, slot: Slot, gap: &Gap, place: Spot) {
        if gap.is_disturbed || self.tolerances.contains(Tolerance::Layout) {
            return;
        }
        let counts = [gap.expected.len(), gap.found.len()];
        self.compare(
            slot,
            Part::Count,
            place,
            counts.map(|count| count.to_string()),
        );
        let mut texts = gap
            .found
            .iter()
            .map(|&line| self.found().text(line).to_vec());
        let whitespace = texts.find(|text| !text.is_empty()).unwrap_or_default();
        if !self.tolerances.contains(Tolerance::TrailingSpace) {
            self.compare(slot, Part::Text, place, [&[][..], &whitespace]);
        }
        if self.aligned.program.has_streams && counts[0] == counts[1] {
            let expected = gap
                .expected
                .iter()
                .map(|&line| self.script().lines[line].stream);
            let found = gap
                .found
                .iter()
                .map(|&line| self.found().lines[line].stream);
            let wrong = expected.zip(found).find(|(one, other)| one != other);
            match wrong {
                Some(streams) => {
                    self.compare(
                        slot,
                        Part::Stream,
                        place,
                        <[_; 2]>::from(streams).map(stream_name),
                    );
                }
                None => self.right(slot, Part::Stream, place),
            }
        }
    }

    /// Adds the parts of a line and its counterpart.
    fn add_line(&mut self, place: Spot) {
        let (Some(one), Some(other)) = place.lines else {
            return;
        };
        let (expected, found) = (self.script().lines[one], self.found().lines[other]);
        let Some(piece) = expected.piece() else {
            return;
        };
        let slot = Slot::Line(piece.kind);
        let (text, found_text) = (
            self.script().text(one).to_vec(),
            self.found().text(other).to_vec(),
        );
        if expected.is_ended && found.is_ended && !self.tolerances.contains(Tolerance::Crlf) {
            let returns = [&b""[..], if found.has_return { &b"\r"[..] } else { b"" }];
            self.compare(Slot::AnyLine, Part::Return, place, returns);
        }
        if piece.kind == Kind::RoundLine {
            self.right(Slot::Round, Part::Presence, place);
            self.add_rounds(&text, &found_text, place);
        }
        let is_same = self
            .tolerances
            .passes_line(self.output_format, &text, &found_text);
        let is_ended_alike = expected.is_ended == found.is_ended || self.ignores_line_feeds();
        if is_same && is_ended_alike && expected.stream == found.stream {
            self.add_right_line(piece.kind, &text, place);
            return;
        }
        self.right(slot, Part::Presence, place);
        if self.aligned.program.has_streams {
            let streams = [expected.stream, found.stream].map(stream_name);
            self.compare(slot, Part::Stream, place, streams);
        }
        match piece.kind {
            Kind::Prompt => {
                let texts =
                    [self.script().whole(one), self.found().whole(other)].map(<[u8]>::to_vec);
                self.compare(slot, Part::Text, place, texts);
                return;
            }
            Kind::Grid => self.add_row(&text, &found_text, place),
            kind => self.add_text(kind, &text, &found_text, place),
        }
        if !self.tolerances.contains(Tolerance::Layout) {
            self.add_indent(slot, place, [indent(&text), indent(&found_text)]);
            self.add_line_end(
                slot,
                place,
                [(&text, expected.is_ended), (&found_text, found.is_ended)],
            );
        }
    }

    /// Compares the ends of two lines. The lines of a piece may end with different whitespace, as one mistake.
    fn add_line_end(&mut self, slot: Slot, place: Spot, lines: [(&[u8], bool); 2]) {
        let [(text, is_ended), (found, is_found_ended)] = lines;
        // Without its last bar, a row ends with the whitespace of its last cell.
        let is_open = slot == Slot::Line(Kind::Grid) && lacks_bar(text, found);
        let feeds =
            [is_ended, is_found_ended].map(|is_ended| is_ended || self.ignores_line_feeds());
        let end = |text, feed| [trailing(text), if feed { &b"\n"[..] } else { b"" }].concat();
        let ends = [end(text, feeds[0]), end(found, feeds[1])];
        let is_varied = matches!(slot, Slot::Line(kind) if is_fixed(kind));
        if feeds[0] == feeds[1] && is_open {
            self.right(slot, Part::LineEnd, place);
        } else if feeds[0] == feeds[1] && is_varied && ends[0] != ends[1] {
            self.wrong(slot, Part::LineEnd, place, Difference::default());
        } else {
            self.compare(slot, Part::LineEnd, place, ends);
        }
    }

    /// Compares the whitespace before two texts. The lines of a piece have different indents, so that only the change counts.
    fn add_indent(&mut self, slot: Slot, place: Spot, [expected, found]: [&[u8]; 2]) {
        if expected == found {
            self.right(slot, Part::Indent, place);
            return;
        }
        let are_spaces = [expected, found].concat().iter().all(|&byte| byte == b' ');
        let difference = if are_spaces && expected.len() < found.len() {
            Difference::new(b"", &found[expected.len()..])
        } else if are_spaces {
            Difference::new(&expected[found.len()..], b"")
        } else {
            Difference::new(expected, found)
        };
        self.wrong(slot, Part::Indent, place, difference);
    }

    /// Counts all parts of a line as right.
    fn add_right_line(&mut self, kind: Kind, text: &[u8], place: Spot) {
        for part in LINE_PARTS {
            if part != Part::Value || kind != Kind::RoundLine {
                self.right(Slot::Line(kind), part, place);
            }
        }
        if kind != Kind::Grid {
            return;
        }
        self.right(Slot::Line(kind), Part::Frame, place);
        let Some(row) = Row::parse(text) else { return };
        let number = row_number(row.label);
        for (column, cell) in row.cells.into_iter().enumerate() {
            let sign = Cell::parse(cell).sign;
            let state = State::of(&sign);
            self.right(Slot::Cell(State::of_frame(&sign)), Part::Frame, place);
            self.right(Slot::Cell(State::Any), Part::Value, place);
            self.right(Slot::Cell(state), Part::Text, place);
            self.right(Slot::Cell(state), Part::Value, place);
            self.cells.remove(&(number, column));
        }
    }

    /// Compares the numbers of rounds. Only a change of the difference is news.
    fn add_rounds(&mut self, text: &[u8], found: &[u8], place: Spot) {
        let [expected, found] = [text, found].map(|text| numbers(text).last().copied());
        let (Some(expected), Some(found)) = (expected, found) else {
            return;
        };
        let news = (found - expected) - self.rounds;
        self.rounds = found - expected;
        let slot = Slot::Line(Kind::RoundLine);
        if news == 0 || self.rounds == 0 {
            self.right(slot, Part::Value, place);
        } else {
            let difference = Difference::found(format!("{news:+}"));
            self.wrong(slot, Part::Value, place, difference);
        }
    }

    /// Compares the words and the numbers of a line.
    fn add_text(&mut self, kind: Kind, text: &[u8], found: &[u8], place: Spot) {
        let slot = Slot::Line(kind);
        let (text, found) = (text.trim_ascii(), found.trim_ascii());
        if kind == Kind::Error && self.add_message(text, found, place) {
            return;
        }
        if is_fixed(kind) {
            let difference = Difference::default();
            if text == found {
                self.right(slot, Part::Text, place);
            } else {
                self.wrong(slot, Part::Text, place, difference);
            }
            return;
        }
        let [expected, printed] = [text, found].map(|text| template(text, kind));
        if expected == printed {
            self.right(slot, Part::Text, place);
        } else {
            let difference = Difference::of_words(&expected, &printed);
            self.wrong(slot, Part::Text, place, difference);
        }
        match kind {
            Kind::RoundLine => {}
            // The score follows from the number of rounds.
            Kind::Score if self.rounds != 0 => {}
            _ if expected == printed && text != found => {
                self.wrong(slot, Part::Value, place, Difference::default());
            }
            _ => self.right(slot, Part::Value, place),
        }
    }

    /// Compares a message whose words vary: the text before them, and the words. Returns false for other messages.
    fn add_message(&mut self, text: &[u8], found: &[u8], place: Spot) -> bool {
        let mut starts = self
            .output_format
            .messages
            .iter()
            .map(|start| start.trim_ascii_end().as_bytes());
        let Some(start) = starts.find(|start| text.starts_with(start)) else {
            return false;
        };
        let slot = Slot::Line(Kind::Error);
        let words = text[start.len()..].trim_ascii();
        let length = first_words(found, start.split(|&byte| byte == b' ').count());
        let (found_start, found_words) = (&found[..length], found[length..].trim_ascii());
        self.compare(slot, Part::Text, place, [start, found_start]);
        if skeleton(start) != skeleton(found_start) {
            return true;
        }
        if words == found_words {
            self.right(slot, Part::Words, place);
            self.right(slot, Part::Value, place);
        } else if template(words, Kind::Error) == template(found_words, Kind::Error) {
            self.right(slot, Part::Words, place);
            self.wrong(slot, Part::Value, place, Difference::default());
        } else {
            self.wrong(slot, Part::Words, place, Difference::default());
        }
        true
    }

    /// Compares a row of the grid, cell by cell.
    fn add_row(&mut self, text: &[u8], found: &[u8], place: Spot) {
        let slot = Slot::Line(Kind::Grid);
        let (Some(expected), Some(printed)) = (Row::parse(text), Row::parse(found)) else {
            self.wrong(slot, Part::Text, place, Difference::default());
            return;
        };
        let labels = [expected.label, printed.label]
            .map(|label| template(label.trim_ascii_start(), Kind::Grid));
        self.compare(slot, Part::Text, place, labels);
        let counts = [expected.cells.len(), printed.cells.len()];
        let is_open = lacks_bar(text, found);
        if is_open {
            self.wrong(slot, Part::Frame, place, Difference::new(b"|", b""));
        } else if counts[0] == counts[1] {
            self.right(slot, Part::Frame, place);
        } else {
            self.wrong(slot, Part::Frame, place, Difference::default());
        }
        let number = row_number(expected.label);
        let count = expected.cells.len() - usize::from(is_open);
        let cells = expected.cells.iter().zip(&printed.cells).take(count);
        for (column, (expected, found)) in cells.enumerate() {
            self.add_cell((number, column), expected, found, place);
        }
    }

    fn add_cell(&mut self, square: (usize, usize), expected: &[u8], found: &[u8], place: Spot) {
        let [expected, found] = [expected, found].map(Cell::parse);
        let layout = self.tolerances.contains(Tolerance::Layout);
        let [is_marked, is_found_marked] =
            [&expected, &found].map(|cell| cell.frame.contains(&b'<'));
        if is_marked == is_found_marked {
            self.right(Slot::Cell(State::Any), Part::Value, place);
            let slot = Slot::Cell(State::of_frame(&expected.sign));
            if !layout && (expected.sign == b" ") == (found.sign == b" ") {
                self.compare(slot, Part::Frame, place, [&expected.frame, &found.frame]);
            }
        } else {
            let marks =
                [is_marked, is_found_marked].map(|marks| if marks { &b"<>"[..] } else { b"" });
            let difference = Difference::new(marks[0], marks[1]);
            self.wrong(Slot::Cell(State::Any), Part::Value, place, difference);
        }
        let state = State::of(&expected.sign);
        let slot = Slot::Cell(state);
        if expected.sign == found.sign {
            self.cells.remove(&square);
            self.right(slot, Part::Text, place);
            self.right(slot, Part::Value, place);
            return;
        }
        let difference = Difference::new(class(&expected.sign), class(&found.sign));
        if !matches!(&found.sign[..], b" " | b"F" | b"?" | b"#")
            && found.sign.iter().any(|byte| !byte.is_ascii_digit())
        {
            self.wrong(slot, Part::Text, place, difference);
            return;
        }
        self.right(slot, Part::Text, place);
        if self.cells.get(&square) == Some(&difference) {
            return;
        }
        self.cells.insert(square, difference.clone());
        self.wrong(slot, Part::Value, place, difference);
    }

    /// Adds missing lines, one difference for each kind of piece; for a whole round only one.
    fn add_missing(&mut self, missing: &[usize], extra: &[usize]) {
        let mut last: Option<(usize, Kind)> = None;
        for &line in missing {
            let Some(piece) = self.script().lines[line].piece() else {
                continue;
            };
            let answer = self.script().answer_of(line);
            let slot = match piece.kind {
                Kind::RoundLine if self.has_grid_among(missing, answer) => Slot::Round,
                Kind::Grid | Kind::ColumnLine | Kind::Prompt
                    if self.has_round_among(missing, answer) =>
                {
                    continue;
                }
                kind => Slot::Line(kind),
            };
            if last == Some((answer, piece.kind)) && piece.kind != Kind::Error {
                continue;
            }
            last = Some((answer, piece.kind));
            let is_same = |other: &&usize| {
                skeleton(self.found().text(**other)) == skeleton(self.script().text(line))
            };
            let moved = extra.iter().find(is_same).copied();
            let place = self.place(answer, (Some(line), moved));
            let part = match moved {
                Some(_) => Part::Order,
                // The rest of the piece is there.
                None if is_fixed(piece.kind) && piece.nth > 0 => Part::Text,
                None => Part::Presence,
            };
            self.wrong(slot, part, place, Difference::default());
        }
    }

    fn has_grid_among(&self, missing: &[usize], answer: usize) -> bool {
        self.has_among(missing, answer, Kind::Grid)
    }

    fn has_round_among(&self, missing: &[usize], answer: usize) -> bool {
        self.has_among(missing, answer, Kind::RoundLine) && self.has_grid_among(missing, answer)
    }

    fn has_among(&self, missing: &[usize], answer: usize, kind: Kind) -> bool {
        let mut lines = missing.iter();
        lines.any(|&line| {
            self.script().lines[line].is(kind) && self.script().answer_of(line) == answer
        })
    }

    /// Adds extra text, unless it is a missing text in another place.
    fn add_extra(&mut self, extra: &[usize], missing: &[usize], answer: usize) {
        let mut last = None;
        for &line in extra {
            let text = self.found().text(line).to_vec();
            let is_moved =
                |other: &&usize| skeleton(self.script().text(**other)) == skeleton(&text);
            if missing.iter().any(|other| is_moved(&other)) {
                continue;
            }
            let kind = self.found().lines[line].piece().map(|piece| piece.kind);
            let label = match kind {
                Some(_) => Vec::new(),
                None => template(text.trim_ascii(), Kind::Message),
            };
            // The lines of a round that is printed again are one difference.
            if kind.is_some() && last == Some(true) {
                continue;
            }
            last = Some(kind.is_some());
            let place = self.place(answer, (None, Some(line)));
            self.wrong(
                Slot::Extra(kind),
                Part::Presence,
                place,
                Difference::found(label),
            );
        }
        if last.is_none() {
            let place = self.place(answer, (None, None));
            self.right(Slot::Extra(None), Part::Presence, place);
        }
    }
}

impl Difference {
    pub(super) fn new(expected: impl AsRef<[u8]>, found: impl AsRef<[u8]>) -> Self {
        Self {
            expected: expected.as_ref().to_vec(),
            found: found.as_ref().to_vec(),
        }
    }

    fn found(found: impl Into<Vec<u8>>) -> Self {
        Self {
            expected: Vec::new(),
            found: found.into(),
        }
    }

    /// Creates the difference of two texts without the words that they have in common at their starts and ends.
    fn of_words(expected: &[u8], found: &[u8]) -> Self {
        let words = |text: &[u8]| -> Vec<Vec<u8>> {
            text.split(|&byte| byte == b' ')
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (mut one, mut other) = (words(expected), words(found));
        while one.len() > 1 && other.len() > 1 && one.first() == other.first() {
            one.remove(0);
            other.remove(0);
        }
        while one.len() > 1 && other.len() > 1 && one.last() == other.last() {
            one.pop();
            other.pop();
        }
        Self {
            expected: one.join(&b' '),
            found: other.join(&b' '),
        }
    }
}

/// A cell of the grid.
struct Cell {
    /// The cell with `S` in place of its sign.
    frame: Vec<u8>,
    /// The sign; a space in a cell without one.
    sign: Vec<u8>,
}

impl Cell {
    fn parse(cell: &[u8]) -> Self {
        let is_sign = |byte: &u8| !byte.is_ascii_whitespace() && !matches!(byte, b'<' | b'>');
        let (start, end) = match (
            cell.iter().position(is_sign),
            cell.iter().rposition(is_sign),
        ) {
            (Some(start), Some(last)) => (start, last + 1),
            _ => (cell.len() / 2, (cell.len() / 2 + 1).min(cell.len())),
        };
        let sign = match &cell[start..end] {
            b"" => b" ",
            sign => sign,
        };
        // In a blank cell, any space may be the one in place of the sign.
        let frame = match sign {
            b" " => cell.to_vec(),
            _ => [&cell[..start], b"S", &cell[end..]].concat(),
        };
        Self {
            frame,
            sign: sign.to_vec(),
        }
    }
}

impl Location {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Inside => "inside",
            Self::After => "after",
        }
    }
}

impl State {
    /// Returns the state in a word and a space; nothing for any state.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Covered => "covered ",
            Self::Revealed => "revealed ",
            Self::Marked => "marked ",
            Self::Guessed => "guessed ",
        }
    }

    /// Returns the state that whitespace around a sign is counted by.
    fn of_frame(sign: &[u8]) -> Self {
        if sign == b" " {
            Self::Covered
        } else {
            Self::Any
        }
    }

    fn of(sign: &[u8]) -> Self {
        match sign {
            b" " => Self::Covered,
            b"F" => Self::Marked,
            b"?" => Self::Guessed,
            _ => Self::Revealed,
        }
    }
}

/// Returns a sign, with `#` for any number.
fn class(sign: &[u8]) -> Vec<u8> {
    if !sign.is_empty() && sign.iter().all(u8::is_ascii_digit) {
        b"#".to_vec()
    } else {
        sign.to_vec()
    }
}

/// Reports whether a row has all bars of another row but the last.
fn lacks_bar(expected: &[u8], found: &[u8]) -> bool {
    let [expected, count] = [expected, found].map(|text| memchr::memchr_iter(b'|', text).count());
    count + 1 == expected && !found.ends_with(b"|")
}

fn row_number(label: &[u8]) -> usize {
    numbers(label)
        .first()
        .and_then(|number| usize::try_from(*number).ok())
        .unwrap_or(0)
}

/// Reports whether a piece consists of several lines with fixed texts.
pub(super) fn is_fixed(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Banner | Kind::Help | Kind::Win | Kind::Loss | Kind::Quit
    )
}

pub(super) fn stream_name(stream: Stream) -> &'static str {
    match stream {
        Stream::Output => "standard output",
        Stream::Error => "standard error",
    }
}

pub(super) fn indent(text: &[u8]) -> &[u8] {
    &text[..text.len() - text.trim_ascii_start().len()]
}

pub(super) fn trailing(text: &[u8]) -> &[u8] {
    let trimmed = text.trim_ascii_end().len();
    &text[trimmed..]
}

/// Returns the length of the first words of a text.
fn first_words(text: &[u8], count: usize) -> usize {
    let mut ends = memchr::memchr_iter(b' ', text);
    ends.nth(count.saturating_sub(1)).unwrap_or(text.len())
}

/// Returns the integers in a text.
pub(super) fn numbers(text: &[u8]) -> Vec<i64> {
    let mut numbers = Vec::new();
    for part in text.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit()) {
        if let Some(number) = str::from_utf8(part).ok().and_then(|part| part.parse().ok()) {
            numbers.push(number);
        }
    }
    numbers
}

/// Returns a text with `#` for each number and each quoted text. The column line has as many numbers as columns, so that only
/// what stands between two of them counts.
fn template(text: &[u8], kind: Kind) -> Vec<u8> {
    let mut template: Vec<u8> = Vec::with_capacity(text.len());
    let mut is_quoted = false;
    for &byte in text {
        if byte == b'"' && kind == Kind::Error {
            is_quoted = !is_quoted;
            if is_quoted {
                template.extend_from_slice(b"\"#");
                continue;
            }
        }
        if is_quoted {
            continue;
        }
        if !byte.is_ascii_digit() {
            template.push(byte);
        } else if template.last() != Some(&b'#') {
            template.push(b'#');
        }
    }
    if kind != Kind::ColumnLine {
        return template;
    }
    let mut separators: Vec<&[u8]> = template.split(|&byte| byte == b'#').collect();
    separators.retain(|separator| !separator.is_empty());
    separators.sort_unstable();
    separators.dedup();
    match separators[..] {
        [separator] => [b"#", separator, b"#"].concat(),
        _ => template,
    }
}

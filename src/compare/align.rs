//! Aligns a program's output with the built-in game's output: first the answers, then the lines of each answer.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::kinds::{Row, skeleton, symbol};
use super::printed::{Piece, Printed, PrintedLine, What};
use super::steps;
use crate::field::lines::{Line, split};
use crate::game::sink::{Kind, Stream};

/// An expected line, a found line, or both, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pair {
    /// The second line corresponds to the first.
    Both(usize, usize),
    /// The expected line is missing.
    Expected(usize),
    /// The found line is extra.
    Found(usize),
}

impl Pair {
    pub(crate) fn expected(&self) -> Option<usize> {
        match self {
            Self::Both(line, _) | Self::Expected(line) => Some(*line),
            Self::Found(_) => None,
        }
    }

    pub(crate) fn found(&self) -> Option<usize> {
        match self {
            Self::Both(_, line) | Self::Found(line) => Some(*line),
            Self::Expected(_) => None,
        }
    }

    /// Returns the found line if it corresponds to an expected one.
    pub(crate) fn paired_found(&self) -> Option<usize> {
        match self {
            Self::Both(_, line) => Some(*line),
            Self::Expected(_) | Self::Found(_) => None,
        }
    }
}

/// Returns the first expected line of some pairs, and the line after the last. At least one pair must have one.
pub(crate) fn expected_lines(pairs: &[Pair]) -> (usize, usize) {
    let lines: Vec<usize> = pairs.iter().filter_map(Pair::expected).collect();
    (lines[0], lines[lines.len() - 1] + 1)
}

/// Cost of a missing or extra line.
const GAP: u32 = 6;

/// Cost of a missing or extra answer: that of a pair of answers with nothing in common.
const ANSWER_GAP: u32 = 100;

/// Maximum number of cells of an alignment. Found lines beyond are extra.
const MAX_CELLS: usize = 1 << 24;

/// A line, prepared to be compared with many others. Texts are compared by their hashes.
struct PreparedLine {
    number: usize,
    /// `None` if the line is no piece of the game.
    piece: Option<Piece>,
    stream: Stream,
    text: u64,
    normalized: u64,
    skeleton: u64,
}

impl PreparedLine {
    /// Prepares all lines in a range that are not blank.
    fn all(printed: &Printed, range: Range<usize>) -> Vec<Self> {
        let mut lines = Vec::new();
        for number in range {
            let line = &printed.lines[number];
            if line.is_blank() {
                continue;
            }
            let text = printed.text(line);
            steps::count(text.len());
            let mut prepared = Self {
                number,
                piece: None,
                stream: line.stream,
                text: 0,
                normalized: 0,
                skeleton: 0,
            };
            if let What::Piece(piece) = line.what {
                prepared.piece = Some(piece);
                prepared.text = hash(&text);
                prepared.normalized = hash(&normalized(text));
                prepared.skeleton = hash(&skeleton(text));
            }
            lines.push(prepared);
        }
        lines
    }

    /// Returns the cost of another line in place of this one, or `None` if the two cannot correspond.
    fn cost(&self, found: &Self) -> Option<u32> {
        let (piece, other) = (self.piece?, found.piece?);
        let are_ends = [piece.kind, other.kind]
            .iter()
            .all(|kind| matches!(kind, Kind::Win | Kind::Score));
        if piece.kind != other.kind && !are_ends {
            return None;
        }
        let is_same_piece = piece.error == other.error && piece.nth == other.nth;
        let cost = if self.text == found.text {
            0
        } else if self.normalized == found.normalized {
            1
        } else if piece.kind == Kind::Grid || is_same_piece && self.skeleton == found.skeleton {
            2
        } else if is_same_piece {
            3
        } else {
            4
        };
        Some(cost + u32::from(self.stream != found.stream))
    }
}

/// Aligns the lines of two answers, without the blank ones.
pub(crate) fn lines(
    script: &Printed,
    expected: Range<usize>,
    output: &Printed,
    found: Range<usize>,
) -> Vec<Pair> {
    let old = PreparedLine::all(script, expected);
    let new = PreparedLine::all(output, found);
    let is_same = |(one, other): &(&PreparedLine, &PreparedLine)| one.cost(other) == Some(0);
    let start = old.iter().zip(&new).take_while(is_same).count();
    let most = old.len().min(new.len()) - start;
    let ends = old.iter().rev().zip(new.iter().rev()).take(most);
    let end = ends.take_while(is_same).count();
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let both = |(one, other): (&PreparedLine, &PreparedLine)| Pair::Both(one.number, other.number);
    let mut pairs: Vec<Pair> = old[..start].iter().zip(&new[..start]).map(both).collect();
    let old_part = &old[start..old_end];
    let new_part = &new[start..new_end];
    let (new_part, beyond) =
        new_part.split_at(new_part.len().min(MAX_CELLS / (old_part.len() + 1)));
    let gaps = Gaps {
        missing: |_| GAP,
        extra: GAP,
        extra_at_end: GAP,
    };
    let cost = |i: usize, j: usize| old_part[i].cost(&new_part[j]);
    for pair in cheapest(old_part.len(), new_part.len(), &gaps, cost) {
        pairs.push(match pair {
            Pair::Both(i, j) => Pair::Both(old_part[i].number, new_part[j].number),
            Pair::Expected(i) => Pair::Expected(old_part[i].number),
            Pair::Found(j) => Pair::Found(new_part[j].number),
        });
    }
    pairs.extend(beyond.iter().map(|line| Pair::Found(line.number)));
    pairs.extend(old[old_end..].iter().zip(&new[new_end..]).map(both));
    pairs
}

/// Costs of gaps in an alignment of two sequences.
struct Gaps<Missing> {
    /// Cost of a missing item of the first sequence.
    missing: Missing,
    /// Cost of an extra item of the second sequence.
    extra: u32,
    /// Cost of an extra item after the end of the first sequence.
    extra_at_end: u32,
}

/// Returns the cheapest alignment of two sequences, as pairs of their indices. Of several, missing items come first.
fn cheapest(
    old_count: usize,
    new_count: usize,
    gaps: &Gaps<impl Fn(usize) -> u32>,
    cost: impl Fn(usize, usize) -> Option<u32>,
) -> Vec<Pair> {
    let width = new_count + 1;
    let mut costs = vec![0_u32; (old_count + 1) * width];
    steps::count(costs.len());
    for i in (0..=old_count).rev() {
        let extra = if i == old_count {
            gaps.extra_at_end
        } else {
            gaps.extra
        };
        for j in (0..=new_count).rev() {
            let mut least = u32::MAX;
            if i < old_count && j < new_count {
                let pair = cost(i, j).map(|cost| cost + costs[(i + 1) * width + j + 1]);
                least = pair.unwrap_or(least);
            }
            if i < old_count {
                least = least.min((gaps.missing)(i) + costs[(i + 1) * width + j]);
            }
            if j < new_count {
                least = least.min(extra + costs[i * width + j + 1]);
            }
            costs[i * width + j] = if least == u32::MAX { 0 } else { least };
        }
    }
    let at = |i: usize, j: usize| costs[i * width + j];
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::with_capacity(old_count.max(new_count));
    while i < old_count || j < new_count {
        let pair_cost = if i < old_count && j < new_count {
            cost(i, j)
        } else {
            None
        };
        if pair_cost.is_some_and(|cost| at(i, j) == cost + at(i + 1, j + 1)) {
            pairs.push(Pair::Both(i, j));
            (i, j) = (i + 1, j + 1);
        } else if i < old_count && at(i, j) == (gaps.missing)(i) + at(i + 1, j) {
            pairs.push(Pair::Expected(i));
            i += 1;
        } else {
            pairs.push(Pair::Found(j));
            j += 1;
        }
    }
    pairs
}

/// Returns a line without whitespace, case, and the bars at the ends of a row.
pub(crate) fn normalized(text: &[u8]) -> Vec<u8> {
    if let Some(row) = Row::read(text) {
        let mut squares = Vec::with_capacity(text.len());
        for square in row.squares {
            squares.extend_from_slice(&symbol(square));
            squares.push(b'|');
        }
        return squares;
    }
    let letters = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    letters.map(u8::to_ascii_lowercase).collect()
}

/// The first letters of the lines of an input, from the start of the input to its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputLines(Vec<LineStart>);

/// Start of a line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineStart {
    /// First letter, in lower case.
    Letter(u8),
    /// Only whitespace.
    Blank,
    /// The start or the end of the input, or a line that is too long.
    NoLine,
}

impl InputLines {
    pub(crate) fn new(input: &[u8]) -> Self {
        let start = |line: Line<'_>| match line {
            Line::Text(text) => match text.trim_ascii_start().first() {
                Some(letter) => LineStart::Letter(letter.to_ascii_lowercase()),
                None => LineStart::Blank,
            },
            Line::TooLong | Line::End => LineStart::NoLine,
        };
        let mut lines = vec![LineStart::NoLine];
        lines.extend(split(input).map(start));
        lines.push(LineStart::NoLine);
        Self(lines)
    }

    /// Returns the number of lines, including the start and the end of the input.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    fn start_of(&self, line: usize) -> LineStart {
        self.0.get(line).copied().unwrap_or(LineStart::NoLine)
    }

    fn is_blank(&self, line: usize) -> bool {
        self.start_of(line) == LineStart::Blank
    }

    /// Reports whether a line may end the game in this way, whatever its square. Some programs quit at a blank line.
    fn may_lead_to(&self, line: usize, end: Kind) -> bool {
        match (self.start_of(line), end) {
            (LineStart::Letter(letter), Kind::Quit) => letter == b'q',
            (LineStart::Letter(letter), _) => b"rmg".contains(&letter),
            (start, _) => start == LineStart::Blank && end == Kind::Quit,
        }
    }
}

/// Number of answers to align at a time.
const WINDOW: usize = 256;

/// Returns the maximum number of answers of a program that [`answers`] inspects.
pub(super) fn max_answers(script: &Printed, input: &InputLines) -> usize {
    let parts: usize = (0..script.answer_count())
        .map(|answer| script.part_count(answer))
        .sum();
    // A game with flaws may have more answers than the right one.
    4 * (input.count() + parts) + 8
}

/// Returns the program's answers that correspond to each answer of the game: one for each, as long as the program prompts
/// once for each line of input. An extra answer is part of the previous one.
pub(crate) fn answers(script: &Printed, output: &Printed, input: &InputLines) -> Vec<Range<usize>> {
    let Some((cut, counts)) = script.cut_at_prompts() else {
        return answers_for_prompts(script, output, input, input.count());
    };
    let most = input.count() + cut.answer_count();
    // Unknown which prompt belongs to which line.
    let unknown = InputLines::default();
    let mut parts = answers_for_prompts(&cut, output, &unknown, most).into_iter();
    let whole = |count: usize| -> Option<Range<usize>> {
        let parts: Vec<Range<usize>> = parts.by_ref().take(count).collect();
        Some(parts.first()?.start..parts.last()?.end)
    };
    let mut matched: Vec<Range<usize>> = counts.into_iter().map_while(whole).collect();
    matched.extend(parts);
    matched
}

/// Implements [`answers`] for a game with at most one prompt in each answer.
fn answers_for_prompts(
    script: &Printed,
    output: &Printed,
    input: &InputLines,
    lines: usize,
) -> Vec<Range<usize>> {
    let old = script.answer_count();
    // Endless output after the last line answers nothing.
    let mut new = output.answer_count().min(2 * lines + 8);
    while new > lines + 1 && output.has_same_answer(new - 1, output, new - 2) {
        new -= 1;
    }
    if old == new {
        return one_for_each(0..new).collect();
    }
    let final_one = new.saturating_sub(1);
    let ends: Vec<Kind> = output.ends(final_one).collect();
    let has_ended = ends.iter().any(|&end| input.may_lead_to(final_one, end));
    // A program that continues after the end of the game answers one line after the other, unless it prompted too often
    // before.
    let has_extra_prompts = !has_ended && ends.iter().any(|&end| end != Kind::Quit);
    let continues = script.status.is_some() && new <= input.count() && !has_extra_prompts;
    let resembling = answers_by_news(script, output, new, continues);
    if !has_ended {
        return resembling;
    }
    let mut in_step: Vec<Range<usize>> = one_for_each(0..new).collect();
    in_step.resize(new.max(old), new..new);
    // A program that ended answers none of the following lines. It may also have skipped some lines, if it is in step with
    // the lines after these.
    let steps = |matched: &[Range<usize>]| {
        let matched = &matched[..old];
        let is_last = |found: &Range<usize>| !found.is_empty() && found.end == new;
        let last = matched.iter().position(is_last).unwrap_or(old);
        // No program ends at a line without an answer of its own.
        let is_part = last < old && script.answer(last).is_empty();
        usize::from(is_part) + steps_out(script, output, &matched[..last], input)
    };
    if steps(&in_step) <= steps(&resembling) {
        in_step
    } else {
        resembling
    }
}

/// Counts how often a program falls out of step with the game: it skips lines, prints other messages for a line, or its
/// number of rounds drifts from the game's. The squares do not matter.
fn steps_out(
    script: &Printed,
    output: &Printed,
    matched: &[Range<usize>],
    input: &InputLines,
) -> usize {
    let mut count = 0;
    let mut distance = None;
    let (mut skipped, mut is_behind_blank) = (0, false);
    for (answer, found) in matched.iter().enumerate() {
        let own = answer..answer + 1;
        if found.is_empty() {
            // A program that skips a blank line also skips the blank lines after it.
            let is_counted = is_behind_blank && input.is_blank(answer);
            skipped += usize::from(!script.answer(answer).is_empty() && !is_counted);
            is_behind_blank = input.is_blank(answer);
            continue;
        }
        is_behind_blank = false;
        // A program without a prompt after an error answers that line together with the next one: each extra error is a
        // line that it did not skip.
        let more = output
            .error_count(found.clone())
            .saturating_sub(script.error_count(own.clone()));
        count += std::mem::take(&mut skipped).saturating_sub(more);
        count += usize::from(script.messages(own.clone()) != output.messages(found.clone()));
        if let (Some(round), Some(found)) = (script.round_in(own), output.round_in(found.clone())) {
            let now = found - round;
            count += usize::from(distance.is_some_and(|before| before != now));
            distance = Some(now);
        }
    }
    count + skipped
}

fn one_for_each(numbers: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    numbers.map(|number| number..number + 1)
}

/// Aligns answers by their news. A program that continues after the end of the game may print any number of answers
/// there.
fn answers_by_news(
    script: &Printed,
    output: &Printed,
    new: usize,
    continues: bool,
) -> Vec<Range<usize>> {
    let old = script.answer_count();
    // An empty answer does not show which line it belongs to.
    let same = |one: usize, other: usize| {
        !script.answer(one).is_empty() && script.has_same_answer(one, output, other)
    };
    let least = old.min(new);
    let start = (0..least).take_while(|&at| same(at, at)).count();
    let ends = (1..=least - start).take_while(|&at| same(old - at, new - at));
    let end = ends.count();
    let (old_end, new_end) = (old - end, new - end);
    let (expected, found) = (script.find_news(start..old_end), output.news());
    let cost = |one: usize, other: usize| {
        // An answer that is part of the next one has no counterpart.
        if script.answer(one).is_empty() && !output.answer(other).is_empty() {
            return None;
        }
        // A program that ended silently may have ended at any line.
        let is_silent = other + 1 == new && found[other].is_empty();
        let cost = if is_silent {
            0
        } else {
            differing(&expected[one - start], &found[other])
        };
        Some(cost)
    };
    let missing = |number: usize| {
        if script.answer(number).is_empty() {
            0
        } else {
            ANSWER_GAP
        }
    };
    let mut matched: Vec<Range<usize>> = one_for_each(0..start).collect();
    let mut next = start;
    while matched.len() < old_end && next < new_end {
        let (first, first_new) = (matched.len(), next);
        let old_count = WINDOW.min(old_end - first);
        let new_count = WINDOW.min(new_end - first_new);
        let has_last = first + old_count == old_end;
        let is_whole = has_last && first_new + new_count == new_end;
        let gaps = Gaps {
            missing: |i: usize| missing(first + i),
            extra: ANSWER_GAP,
            extra_at_end: if continues && end == 0 && has_last {
                0
            } else {
                ANSWER_GAP
            },
        };
        let cost = |i: usize, j: usize| cost(first + i, first_new + j);
        let pairs = cheapest(old_count, new_count, &gaps, cost);
        // The last pairs may change with the following answers.
        let sure = if is_whole { pairs.len() } else { WINDOW / 2 };
        for pair in &pairs[..sure] {
            match pair {
                // Text before the first answer is part of it.
                Pair::Both(..) if matched.is_empty() => matched.push(0..next + 1),
                Pair::Both(..) => matched.push(next..next + 1),
                Pair::Expected(_) => matched.push(next..next),
                // Answers after the end of the game have no counterpart.
                Pair::Found(_) if matched.len() == old_end && end == 0 => {}
                Pair::Found(_) => {
                    if let Some(before) = matched.last_mut() {
                        before.end = next + 1;
                    }
                }
            }
            next += usize::from(pair.found().is_some());
        }
    }
    let is_complete = matched.len() == old_end;
    if let Some(last) = matched.last_mut()
        && is_complete
    {
        let is_prompt = |line: &&PrintedLine| line.is_prompt() && !script.is_prompted_at_end();
        last.end = if end > 0 {
            new_end
        } else {
            // A game that prompts once more before its last words has one answer more.
            new.min(last.end + script.answer(old - 1).iter().filter(is_prompt).count())
        };
    }
    matched.resize(old_end, new_end..new_end);
    matched.extend(one_for_each(new_end..new));
    matched
}

impl Printed {
    /// Returns the ends of a game that an answer announces.
    fn ends(&self, answer: usize) -> impl Iterator<Item = Kind> {
        let lines = self.answer(answer).iter();
        lines.filter_map(|line| match line.what {
            What::Piece(piece) => match piece.kind {
                Kind::Quit | Kind::Win | Kind::Score | Kind::Loss => Some(piece.kind),
                _ => None,
            },
            _ => None,
        })
    }

    /// Returns for each answer hashes of its lines that are not in the previous answer, and of the change of the number of
    /// rounds. They are sorted.
    fn news(&self) -> &[Vec<u64>] {
        self.news
            .get_or_init(|| self.find_news(0..self.answer_count()))
    }

    fn find_news(&self, answers: Range<usize>) -> Vec<Vec<u64>> {
        let before_it = answers.start.saturating_sub(1);
        let mut before = Vec::new();
        let mut rounds = self.round_before(before_it).unwrap_or_default();
        let mut all = Vec::with_capacity(answers.len());
        for number in before_it..answers.end {
            let mut own = Vec::new();
            let mut news = Vec::new();
            for line in self.answer(number) {
                let text = self.text(line);
                match line.what {
                    What::Piece(piece) if piece.kind == Kind::RoundLine => {
                        let number = number_in(text).unwrap_or(rounds);
                        news.push(hash(&(number - rounds)));
                        rounds = number;
                    }
                    // An error is news even if the previous answer has the same one.
                    What::Piece(piece) if piece.kind == Kind::Error => {
                        news.push(hash(&normalized(text)));
                    }
                    What::Piece(piece) if piece.kind != Kind::Prompt => {
                        own.push(hash(&normalized(text)));
                    }
                    _ => {}
                }
            }
            own.sort_unstable();
            let is_new = |value: &&u64| before.binary_search(*value).is_err();
            news.extend(own.iter().filter(is_new));
            news.sort_unstable();
            news.dedup();
            if answers.contains(&number) {
                all.push(news);
            }
            before = own;
        }
        all
    }

    /// Counts the errors in some answers, including those in the program's own words.
    fn error_count(&self, answers: Range<usize>) -> usize {
        let lines = self.lines[self.line_range(answers)].iter();
        let errors = lines.filter(|line| line.is_error() || line.what == What::Other);
        errors.count()
    }

    /// Returns the kinds of the messages in some answers: lines that are neither blank nor part of a round.
    fn messages(&self, answers: Range<usize>) -> Vec<Kind> {
        let lines = self.lines[self.line_range(answers)].iter();
        let kinds = lines.filter_map(|line| match line.what {
            What::Piece(piece) => Some(piece.kind),
            // Possibly an error in other words.
            What::Other => Some(Kind::Error),
            What::Blank => None,
        });
        let of_round = [Kind::RoundLine, Kind::Grid, Kind::ColumnLine, Kind::Prompt];
        let mut kinds: Vec<Kind> = kinds.filter(|kind| !of_round.contains(kind)).collect();
        kinds.dedup();
        kinds
    }

    /// Returns the last number of rounds before an answer.
    pub(crate) fn round_before(&self, answer: usize) -> Option<i64> {
        self.round_in(0..answer)
    }

    /// Returns the last number of rounds in some answers.
    fn round_in(&self, answers: Range<usize>) -> Option<i64> {
        let mut before = answers
            .rev()
            .flat_map(|number| self.answer(number).iter().rev());
        before.find_map(|line| match line.what {
            What::Piece(piece) if piece.kind == Kind::RoundLine => number_in(self.text(line)),
            _ => None,
        })
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the last number in a text.
pub(crate) fn number_in(text: &[u8]) -> Option<i64> {
    let end = text.iter().rposition(u8::is_ascii_digit)? + 1;
    let digits = text[..end]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit());
    let start = end - digits.count();
    str::from_utf8(&text[start..end]).ok()?.parse().ok()
}

/// Returns the share of two sorted sets that is not in both, in percent.
fn differing(one: &[u64], other: &[u64]) -> u32 {
    let is_shared = |value: &&u64| other.binary_search(value).is_ok();
    let shared = one.iter().filter(is_shared).count();
    let all = one.len() + other.len() - shared;
    if all == 0 {
        return 0;
    }
    u32::try_from(100 - 100 * shared / all).unwrap_or(100)
}

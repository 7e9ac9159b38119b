//! The one alignment of what a program printed with what the built-in game prints:
//! answer by answer, and line by line within an answer.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::kinds::{Row, skeleton, symbol};
use super::printed::{Printed, PrintedLine, What};
use crate::field::lines::{Line, split};
use crate::game::sink::Kind;

/// A line that is expected, a line that was found, or both, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pair {
    /// The second stands for the first.
    Both(usize, usize),
    /// Nothing stands for this one.
    Expected(usize),
    /// This one stands for nothing.
    Found(usize),
}

impl Pair {
    /// The line that is expected.
    pub(crate) fn expected(&self) -> Option<usize> {
        match self {
            Self::Both(line, _) | Self::Expected(line) => Some(*line),
            Self::Found(_) => None,
        }
    }

    /// The line that was found in the place of another, or of nothing.
    pub(crate) fn found(&self) -> Option<usize> {
        match self {
            Self::Both(_, line) | Self::Found(line) => Some(*line),
            Self::Expected(_) => None,
        }
    }

    /// The line that was found in the place of another.
    pub(crate) fn paired_found(&self) -> Option<usize> {
        match self {
            Self::Both(_, line) => Some(*line),
            Self::Expected(_) | Self::Found(_) => None,
        }
    }
}

/// The lines that are expected in some pairs, from the first to behind the last. There has
/// to be one.
pub(crate) fn expected_lines(pairs: &[Pair]) -> (usize, usize) {
    let lines: Vec<usize> = pairs.iter().filter_map(Pair::expected).collect();
    (lines[0], lines[lines.len() - 1] + 1)
}

/// What it costs that a line stands for nothing.
const GAP: u32 = 6;

/// What it costs that an answer stands for nothing: as much as if it had nothing in
/// common with its counterpart.
const ANSWER_GAP: u32 = 100;

/// Aligns the lines of two answers that are not blank.
pub(crate) fn lines(
    script: &Printed,
    expected: Range<usize>,
    output: &Printed,
    found: Range<usize>,
) -> Vec<Pair> {
    let solid = |printed: &Printed, range: Range<usize>| -> Vec<usize> {
        range
            .filter(|&line| !printed.lines[line].is_blank())
            .collect()
    };
    let (old, new) = (solid(script, expected), solid(output, found));
    let cost =
        |one: usize, other: usize| cost(script, &script.lines[one], output, &output.lines[other]);
    let same = |one: &usize, other: &usize| cost(*one, *other) == Some(0);
    let start = old
        .iter()
        .zip(&new)
        .take_while(|(one, other)| same(one, other))
        .count();
    let most = old.len().min(new.len()) - start;
    let ends = old.iter().rev().zip(new.iter().rev()).take(most);
    let end = ends.take_while(|(one, other)| same(one, other)).count();
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let both = |(one, other): (&usize, &usize)| Pair::Both(*one, *other);
    let mut pairs: Vec<Pair> = old[..start].iter().zip(&new[..start]).map(both).collect();
    let (old_part, new_part) = (&old[start..old_end], &new[start..new_end]);
    let gaps = Gaps {
        missing: |_| GAP,
        extra: GAP,
        extra_behind: GAP,
    };
    pairs.extend(cheapest(old_part, new_part, &gaps, cost));
    pairs.extend(old[old_end..].iter().zip(&new[new_end..]).map(both));
    pairs
}

/// What gaps in an alignment of two sequences cost.
struct Gaps<Missing> {
    /// What it costs that one of the first is missing.
    missing: Missing,
    /// What it costs that one of the second is too much.
    extra: u32,
    /// The same behind the end of the first.
    extra_behind: u32,
}

/// The alignment of two sequences that costs least, where something costs that one stands
/// for another, if it can. Of several, the one in which what is missing stands first.
fn cheapest(
    old: &[usize],
    new: &[usize],
    gaps: &Gaps<impl Fn(usize) -> u32>,
    cost: impl Fn(usize, usize) -> Option<u32>,
) -> Vec<Pair> {
    let width = new.len() + 1;
    let extra = |i: usize| {
        if i == old.len() {
            gaps.extra_behind
        } else {
            gaps.extra
        }
    };
    let mut costs = vec![0_u32; (old.len() + 1) * width];
    for i in (0..=old.len()).rev() {
        for j in (0..=new.len()).rev() {
            let at = |i: usize, j: usize| costs[i * width + j];
            let mut least = u32::MAX;
            if i < old.len()
                && j < new.len()
                && let Some(cost) = cost(old[i], new[j])
            {
                least = cost + at(i + 1, j + 1);
            }
            if i < old.len() {
                least = least.min((gaps.missing)(old[i]) + at(i + 1, j));
            }
            if j < new.len() {
                least = least.min(extra(i) + at(i, j + 1));
            }
            costs[i * width + j] = if least == u32::MAX { 0 } else { least };
        }
    }
    let at = |i: usize, j: usize| costs[i * width + j];
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::with_capacity(old.len().max(new.len()));
    while i < old.len() || j < new.len() {
        let paired = (i < old.len() && j < new.len())
            .then(|| cost(old[i], new[j]))
            .flatten();
        if paired.is_some_and(|cost| at(i, j) == cost + at(i + 1, j + 1)) {
            pairs.push(Pair::Both(old[i], new[j]));
            (i, j) = (i + 1, j + 1);
        } else if i < old.len() && at(i, j) == (gaps.missing)(old[i]) + at(i + 1, j) {
            pairs.push(Pair::Expected(old[i]));
            i += 1;
        } else {
            pairs.push(Pair::Found(new[j]));
            j += 1;
        }
    }
    pairs
}

/// What it costs that a line stands for another; none if it cannot.
fn cost(script: &Printed, one: &PrintedLine, output: &Printed, other: &PrintedLine) -> Option<u32> {
    let (What::Piece(piece), What::Piece(found)) = (one.what, other.what) else {
        return None;
    };
    let similar = match (piece.kind, found.kind) {
        (Kind::Win | Kind::Score, Kind::Win | Kind::Score) => true,
        (one, other) => one == other,
    };
    if !similar {
        return None;
    }
    let (text, found_text) = (script.text(one), output.text(other));
    let cost = if text == found_text {
        0
    } else if said(text) == said(found_text) {
        1
    } else if piece.kind == Kind::Grid {
        2
    } else if piece.error == found.error && piece.nth == found.nth {
        if skeleton(text) == skeleton(found_text) {
            2
        } else {
            3
        }
    } else {
        4
    };
    Some(cost + u32::from(one.stream != other.stream))
}

/// What a line says, whatever its white space, case and bars at its ends.
pub(crate) fn said(text: &[u8]) -> Vec<u8> {
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

/// The lines of an input, as far as they tell what may be printed for them: the start and
/// the end are among them.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputLines(Vec<LineStart>);

/// How a line begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineStart {
    /// With a letter, here in lower case.
    Letter(u8),
    /// There is nothing but white space.
    Blank,
    /// It is no line, but the start or the end of the input, or too long to be read.
    NoLine,
}

impl InputLines {
    /// The lines of an input.
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

    /// How many there are, the start and the end among them.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    fn start_of(&self, line: usize) -> LineStart {
        self.0.get(line).copied().unwrap_or(LineStart::NoLine)
    }

    fn is_blank(&self, line: usize) -> bool {
        self.start_of(line) == LineStart::Blank
    }

    /// Whether a program may take a line for one that leads to an end, whatever its square:
    /// some leave the game at a blank one.
    fn may_lead_to(&self, line: usize, end: Kind) -> bool {
        match (self.start_of(line), end) {
            (LineStart::Letter(letter), Kind::Quit) => letter == b'q',
            (LineStart::Letter(letter), _) => b"rmg".contains(&letter),
            (start, _) => start == LineStart::Blank && end == Kind::Quit,
        }
    }
}

/// How many answers are aligned at once.
const WINDOW: usize = 256;

/// Which answers of a program stand for each answer of the game: one for each, as long as
/// the program asks once for each line of the input. One too many is taken as part of the
/// one before it.
pub(crate) fn answers(script: &Printed, output: &Printed, input: &InputLines) -> Vec<Range<usize>> {
    let Some((cut, counts)) = script.cut_at_prompts() else {
        return answers_for_prompts(script, output, input, input.count());
    };
    let most = input.count() + cut.answer_count();
    // Which prompt is for which line is not known.
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

/// The same for a game of which no answer has more than one prompt, and so many lines.
fn answers_for_prompts(
    script: &Printed,
    output: &Printed,
    input: &InputLines,
    lines: usize,
) -> Vec<Range<usize>> {
    let old = script.answer_count();
    // What is printed without end after the last line answers nothing.
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
    // A program that goes on where the game has ended answers one line after the other,
    // unless it has asked too often before.
    let has_asked_too_often = !has_ended && ends.iter().any(|&end| end != Kind::Quit);
    let goes_on = script.status.is_some() && new <= input.count() && !has_asked_too_often;
    let resembling = answers_by_news(script, output, new, goes_on);
    if !has_ended {
        return resembling;
    }
    let mut in_step: Vec<Range<usize>> = one_for_each(0..new).collect();
    in_step.resize(new.max(old), new..new);
    // A program that has ended at its line says nothing of those behind; but it may also have
    // passed over some, if it is in step with those behind these.
    let steps = |matched: &[Range<usize>]| {
        let matched = &matched[..old];
        let is_last = |found: &Range<usize>| !found.is_empty() && found.end == new;
        let last = matched.iter().position(is_last).unwrap_or(old);
        // A line without an answer of its own is none that a program ends at.
        let is_part = last < old && script.answer(last).is_empty();
        usize::from(is_part) + steps_out(script, output, &matched[..last], input)
    };
    if steps(&in_step) <= steps(&resembling) {
        in_step
    } else {
        resembling
    }
}

/// How often a program falls out of step with the game: it passes over lines, it prints other
/// messages for one, or the distance between its number of rounds and the game's changes. What
/// the squares show says nothing of that.
fn steps_out(
    script: &Printed,
    output: &Printed,
    matched: &[Range<usize>],
    input: &InputLines,
) -> usize {
    let mut count = 0;
    let mut distance = None;
    let (mut passed_over, mut is_behind_blank) = (0, false);
    for (answer, found) in matched.iter().enumerate() {
        let own = answer..answer + 1;
        if found.is_empty() {
            // What passes over blank lines passes over all in a row.
            let is_counted = is_behind_blank && input.is_blank(answer);
            passed_over += usize::from(!script.answer(answer).is_empty() && !is_counted);
            is_behind_blank = input.is_blank(answer);
            continue;
        }
        is_behind_blank = false;
        // A program that prints no prompt behind an error answers that line together with the
        // next one: it has passed over as many lines less as there are errors more.
        let more = output
            .error_count(found.clone())
            .saturating_sub(script.error_count(own.clone()));
        count += std::mem::take(&mut passed_over).saturating_sub(more);
        count += usize::from(script.messages(own.clone()) != output.messages(found.clone()));
        if let (Some(round), Some(found)) = (script.round_in(own), output.round_in(found.clone())) {
            let now = found - round;
            count += usize::from(distance.is_some_and(|before| before != now));
            distance = Some(now);
        }
    }
    count + passed_over
}

fn one_for_each(numbers: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    numbers.map(|number| number..number + 1)
}

/// Which of so many answers of a program resemble those of the game most. A program that goes
/// on behind the game's end may give any number of answers there.
fn answers_by_news(
    script: &Printed,
    output: &Printed,
    new: usize,
    goes_on: bool,
) -> Vec<Range<usize>> {
    let old = script.answer_count();
    // Where nothing is said, nothing tells which line it answers.
    let same = |one: usize, other: usize| {
        !script.answer(one).is_empty() && script.has_same_answer(one, output, other)
    };
    let least = old.min(new);
    let start = (0..least).take_while(|&at| same(at, at)).count();
    let ends = (1..=least - start).take_while(|&at| same(old - at, new - at));
    let end = ends.count();
    let (old_end, new_end) = (old - end, new - end);
    let (expected, found) = (script.find_news(start..old_end), output.news());
    let pair = |one: usize, other: usize| {
        // Nothing stands for an answer that is part of the next.
        if script.answer(one).is_empty() && !output.answer(other).is_empty() {
            return None;
        }
        // Where a program has ended without a word, it says nothing of the line.
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
        let old_part: Vec<usize> = (matched.len()..old_end).take(WINDOW).collect();
        let new_part: Vec<usize> = (next..new_end).take(WINDOW).collect();
        let has_last = old_part.last() == Some(&(old_end - 1));
        let is_whole = has_last && new_part.last() == Some(&(new_end - 1));
        let gaps = Gaps {
            missing,
            extra: ANSWER_GAP,
            extra_behind: if goes_on && end == 0 && has_last {
                0
            } else {
                ANSWER_GAP
            },
        };
        let pairs = cheapest(&old_part, &new_part, &gaps, pair);
        // What follows may change what belongs to the last of them.
        let sure = if is_whole { pairs.len() } else { WINDOW / 2 };
        for pair in &pairs[..sure] {
            match pair {
                // What stands before the first answer is part of it.
                Pair::Both(..) if matched.is_empty() => matched.push(0..next + 1),
                Pair::Both(..) => matched.push(next..next + 1),
                Pair::Expected(_) => matched.push(next..next),
                // What a program prints after the game's end stands for nothing.
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
        let is_asked = |line: &&PrintedLine| line.is_prompt() && !script.is_prompted_at_end();
        last.end = if end > 0 {
            new_end
        } else {
            // A game that asks once more before its last words has one answer more.
            new.min(last.end + script.answer(old - 1).iter().filter(is_asked).count())
        };
    }
    matched.resize(old_end, new_end..new_end);
    matched.extend(one_for_each(new_end..new));
    matched
}

impl Printed {
    /// The ends of a game whose words are in an answer.
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

    /// For each answer, what it says that the one before it did not, and by how much more
    /// rounds than that; in order.
    fn news(&self) -> &[Vec<u64>] {
        self.news
            .get_or_init(|| self.find_news(0..self.answer_count()))
    }

    /// The same for some answers.
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
                        let told = number_in(text).unwrap_or(rounds);
                        news.push(hash(&(told - rounds)));
                        rounds = told;
                    }
                    // What is told of a line is news even if the same was told before.
                    What::Piece(piece) if piece.kind == Kind::Error => {
                        news.push(hash(&said(text)));
                    }
                    What::Piece(piece) if piece.kind != Kind::Prompt => {
                        own.push(hash(&said(text)));
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

    /// How many errors are told in some answers, by words of the program's own as well.
    fn error_count(&self, answers: Range<usize>) -> usize {
        let lines = self.lines[self.line_range(answers)].iter();
        let errors = lines.filter(|line| line.is_error() || line.what == What::Other);
        errors.count()
    }

    /// The kinds of the messages in some answers: what is neither of the round nor blank.
    fn messages(&self, answers: Range<usize>) -> Vec<Kind> {
        let lines = self.lines[self.line_range(answers)].iter();
        let kinds = lines.filter_map(|line| match line.what {
            What::Piece(piece) => Some(piece.kind),
            // It may be an error in other words.
            What::Other => Some(Kind::Error),
            What::Blank | What::Remark => None,
        });
        let of_round = [Kind::RoundLine, Kind::Grid, Kind::ColumnLine, Kind::Prompt];
        let mut kinds: Vec<Kind> = kinds.filter(|kind| !of_round.contains(kind)).collect();
        kinds.dedup();
        kinds
    }

    /// The number of rounds that is told last before an answer.
    pub(crate) fn round_before(&self, answer: usize) -> Option<i64> {
        self.round_in(0..answer)
    }

    /// The number of rounds that is told last in some answers.
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

/// The last number in a text.
pub(crate) fn number_in(text: &[u8]) -> Option<i64> {
    let end = text.iter().rposition(u8::is_ascii_digit)? + 1;
    let digits = text[..end]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit());
    let start = end - digits.count();
    str::from_utf8(&text[start..end]).ok()?.parse().ok()
}

/// How much of two sets is not in both, in hundredths.
fn differing(one: &[u64], other: &[u64]) -> u32 {
    let is_shared = |value: &&u64| other.binary_search(value).is_ok();
    let shared = one.iter().filter(is_shared).count();
    let all = one.len() + other.len() - shared;
    if all == 0 {
        return 0;
    }
    u32::try_from(100 - 100 * shared / all).unwrap_or(100)
}

//! Aligns a program's output with the game's: answers with answers, and the lines of each pair of answers with each other. Time
//! and memory are linear in the output.

use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasher, BuildHasherDefault, Hash};
use std::ops::Range;

use super::kinds::Row;
use super::output::{LineKind, OutputLines};
use super::steps;
use super::text::{Cell, skeleton};
use crate::game::sink::Kind;

/// Answers of the game, and the answers of the program that respond to the same lines of input. Usually there is one of each.
#[derive(Clone, Debug)]
pub(super) struct AnswerPair {
    pub(super) script: Range<usize>,
    pub(super) found: Range<usize>,
}

/// Items of the game and of the program. An expected one without a counterpart is missing, a found one is extra.
pub(super) type ItemPair = (Option<usize>, Option<usize>);

/// Number of alternatives to follow for each answer.
const WIDTH: usize = 33;

/// Cost of an answer without a counterpart.
const GAP: u32 = 80;

/// Cost of an answer without a counterpart if there must be such answers: the program prints fewer answers than the game, or more
/// than there are lines of input.
const CERTAIN_GAP: u32 = 45;

/// Cost of an unanswered blank line: programs that read words, not lines, skip it.
const SKIPPED: u32 = 16;

/// Cost of an answer paired with an empty one.
const EMPTY: u32 = 60;

/// Cost of unanswered lines whose errors are all printed in the next answer: the program prints only the errors.
const UNPROMPTED: u32 = 6;

/// Cost of a new error message or a new cell that differs.
const NEWS: u32 = 8;

/// Additional cost if only one of two answers has the text of `quit`, which the end of the input causes too.
const QUIT: u32 = 20;

/// Cost of a kind of piece that one of two answers lacks.
const KIND: u32 = 10;

/// A summary of what is new in an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Gist {
    /// Set of the kinds of pieces.
    kinds: u32,
    /// Hashes of the error messages.
    errors: Vec<u64>,
    /// Hash of the first cell that changed, and its sign.
    change: u64,
}

impl Gist {
    fn cost(&self, other: &Self) -> u32 {
        if (self.kinds == 0) != (other.kinds == 0) {
            return EMPTY;
        }
        let kinds = (self.kinds ^ other.kinds).count_ones().min(3) * KIND;
        let error = u32::from(self.errors.last() != other.errors.last()) * NEWS / 2;
        let change = u32::from(self.change != other.change) * NEWS;
        let quit = (self.kinds ^ other.kinds) >> (Kind::Quit as u32) & 1;
        kinds + error + change + quit * QUIT
    }
}

/// Returns what is new in each answer.
fn gists(output: &OutputLines) -> Vec<Gist> {
    let mut grid: Vec<Vec<Vec<u8>>> = Vec::new();
    let mut gists = Vec::with_capacity(output.answers.len());
    for answer in &output.answers {
        let mut gist = Gist::default();
        let mut row_number = 0;
        for line in answer.clone() {
            let Some(piece) = output.lines[line].piece() else {
                continue;
            };
            match piece.kind {
                Kind::Prompt | Kind::Blank => continue,
                Kind::Error => gist.errors.push(hash_of(&skeleton(output.text(line)))),
                Kind::RoundLine => row_number = 0,
                Kind::Grid => {
                    let signs = signs(output.text(line));
                    if grid.len() == row_number {
                        grid.push(signs.clone());
                    }
                    let mut pairs = grid[row_number].iter().zip(&signs);
                    let column = pairs.position(|(one, other)| one != other);
                    if let Some(column) = column.filter(|_| gist.change == 0) {
                        gist.change = hash_of(&(row_number, column, &signs[column]));
                    }
                    grid[row_number] = signs;
                    row_number += 1;
                }
                _ => {}
            }
            gist.kinds |= 1 << piece.kind as u32;
        }
        gists.push(gist);
    }
    gists
}

/// Returns the signs of a row of a grid, without the marks of mines.
fn signs(text: &[u8]) -> Vec<Vec<u8>> {
    Row::parse(text)
        .map_or_else(Vec::new, |row| row.cells)
        .into_iter()
        .map(|cell| Cell::parse(cell).sign)
        .collect()
}

fn hash_of(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// Aligns two sequences by cost. `cost` is that of a pair or of an item without a counterpart, and may depend on the index of the
/// next item of the second sequence. `tail` is the cost of each item after the end of the other sequence. Follows `width`
/// alternatives for each item of the first sequence. Of equal alternatives, items of the second sequence without a counterpart
/// come as late as possible.
pub(super) fn cheapest(
    lengths: [usize; 2],
    width: usize,
    tail: usize,
    cost: impl Fn(ItemPair, usize) -> u32,
) -> Vec<ItemPair> {
    // For each number of items of both sequences, whether the cheapest alignment ends with an item of each.
    let mut moves: Vec<(bool, bool)> = Vec::new();
    let mut firsts: Vec<usize> = Vec::new();
    let mut before: Vec<u32> = Vec::new();
    let mut end = (u32::MAX, 0, 0);
    for i in 0..=lengths[0] {
        let best = (0..before.len()).min_by_key(|&at| before[at]);
        let first_before = firsts.last().copied().unwrap_or(0);
        let first = best.map_or(0, |at| (first_before + at + 1).saturating_sub(width / 2));
        let cost_before = |j: usize| {
            let at = j.checked_sub(first_before);
            at.and_then(|at| before.get(at))
                .copied()
                .unwrap_or(u32::MAX)
        };
        steps::count(width);
        let mut costs = vec![u32::MAX; width];
        for j in first..(first + width).min(lengths[1] + 1) {
            let mut best = (if i + j == 0 { 0 } else { u32::MAX }, (false, false));
            if j > first {
                let before = costs[j - first - 1];
                best = best.min((
                    before.saturating_add(cost((None, Some(j - 1)), j)),
                    (false, true),
                ));
            }
            if i > 0 && cost_before(j) < best.0 {
                let missing = cost_before(j).saturating_add(cost((Some(i - 1), None), j));
                best = best.min((missing, (true, false)));
            }
            if i > 0 && j > 0 && cost_before(j - 1) < best.0 {
                let pair = cost_before(j - 1).saturating_add(cost((Some(i - 1), Some(j - 1)), j));
                best = best.min((pair, (true, true)));
            }
            costs[j - first] = best.0;
            moves.resize(i * width + j - first, (false, false));
            moves.push(best.1);
            let left = (lengths[0] - i).max(lengths[1] - j) * tail;
            let left = u32::try_from(left).unwrap_or(u32::MAX);
            let total = best.0.saturating_add(left);
            if (i == lengths[0] || j == lengths[1]) && total < end.0 {
                end = (total, i, j);
            }
        }
        firsts.push(first);
        before = costs;
    }
    let (_, mut i, mut j) = end;
    let mut steps: Vec<ItemPair> = (j..lengths[1]).rev().map(|j| (None, Some(j))).collect();
    steps.extend((i..lengths[0]).rev().map(|i| (Some(i), None)));
    while i + j > 0 {
        let (has_one, has_other) = moves[i * width + j - firsts[i]];
        i -= usize::from(has_one);
        j -= usize::from(has_other);
        steps.push((has_one.then_some(i), has_other.then_some(j)));
    }
    steps.reverse();
    steps
}

/// Returns the cost of the first line, which is unanswered, if an answer of the program has its error besides those of the next.
fn unprompted(lines: &[Gist], printed: Option<&Gist>) -> Option<u32> {
    let (error, printed) = (lines[0].errors.first()?, printed?);
    let expected = lines.get(1).map_or(0, |next| next.errors.len());
    let errors = printed.errors.len();
    let has_error = errors > expected && printed.errors.contains(error);
    has_error.then(|| UNPROMPTED.div_ceil(u32::try_from(errors).unwrap_or(u32::MAX)))
}

/// Aligns the answers of the game and of a program. Answers are compared by their news, so that an earlier mistake does not
/// matter. An unanswered answer of the game is joined with the next pair, and an extra answer of the program with the pair
/// before. Answers behind the last pair stand alone.
pub(super) fn answers(script: &OutputLines, found: &OutputLines) -> Vec<AnswerPair> {
    let (expected, printed) = (gists(script), gists(found));
    // A program may repeat itself at the end of the input.
    let last_first = printed.iter().rev();
    let repeated = last_first.take_while(|gist| Some(*gist) == printed.last());
    let has_extra = printed.len() - repeated.count() >= script.follows_blank.len();
    let gap = |answer: usize| match script.follows_blank.get(answer) {
        _ if printed.len() >= expected.len() => GAP,
        Some(true) => SKIPPED,
        _ => CERTAIN_GAP,
    };
    let steps = cheapest(
        [expected.len(), printed.len()],
        WIDTH,
        1,
        |step, next| match step {
            // The first answers are the starts of both.
            (Some(0), Some(0)) => 0,
            (Some(one), Some(other)) => expected[one].cost(&printed[other]),
            (Some(one), None) => {
                unprompted(&expected[one..], printed.get(next)).unwrap_or(gap(one))
            }
            (None, Some(_)) if has_extra => CERTAIN_GAP,
            _ => GAP,
        },
    );
    let mut pairs: Vec<AnswerPair> = Vec::new();
    let mut script_end = 0;
    for step in &steps {
        let (Some(one), Some(other)) = *step else {
            continue;
        };
        let found_start = pairs.last_mut().map_or(0, |before| {
            before.found.end = other;
            other
        });
        pairs.push(AnswerPair {
            script: script_end..one + 1,
            found: found_start..other + 1,
        });
        script_end = one + 1;
    }
    let found_end = pairs.last().map_or(0, |pair| pair.found.end);
    for number in script_end..expected.len() {
        pairs.push(AnswerPair {
            script: number..number + 1,
            found: found_end..found_end,
        });
    }
    if found_end < printed.len() {
        pairs.push(AnswerPair {
            script: expected.len()..expected.len(),
            found: found_end..printed.len(),
        });
    }
    pairs
}

/// Maximum number of comparisons between the lines of two answers, if they do not have more than [`WIDTH`] lines each.
const MAX_COMPARISONS: usize = 1 << 18;

/// Cost of a text and another in its place, less than that of a missing and an extra text.
const REPLACED: u32 = 17;

/// Cost of a pair that must not be.
const NEVER: u32 = 1 << 20;

/// Cost of a text without a counterpart, and of a blank line without one.
const MISSING: u32 = 10;
const MISSING_BLANK: u32 = 4;

/// Aligns the lines of some answers by cost.
pub(super) fn lines(
    script: &OutputLines,
    expected: Range<usize>,
    found: &OutputLines,
    printed: Range<usize>,
) -> Vec<ItemPair> {
    let is_same = |pair: &(usize, usize)| {
        script.whole(pair.0) == found.whole(pair.1)
            && script.lines[pair.0].stream == found.lines[pair.1].stream
    };
    let mut last_pairs = expected.clone().rev().zip(printed.clone().rev());
    // If several lines of input have equal answers, the program has answered the last.
    let is_all_last = printed.len() < expected.len() && last_pairs.all(|pair| is_same(&pair));
    let first_pairs = expected.clone().zip(printed.clone());
    let start = first_pairs.take_while(|pair| !is_all_last && is_same(pair));
    let start: Vec<(usize, usize)> = start.collect();
    let expected = expected.start + start.len()..expected.end;
    let printed = printed.start + start.len()..printed.end;
    let last_pairs = expected.clone().rev().zip(printed.clone().rev());
    let mut end: Vec<(usize, usize)> = last_pairs.take_while(is_same).collect();
    end.reverse();
    let lengths = [expected.len() - end.len(), printed.len() - end.len()];
    let enough = (MAX_COMPARISONS / lengths[0].max(1)).max(WIDTH);
    let width = (2 * (lengths[1] + 1)).min(enough);
    let shifted = |(one, other): ItemPair| {
        let one = one.map(|one| expected.start + one);
        (one, other.map(|other| printed.start + other))
    };
    let steps = cheapest(lengths, width, MISSING as usize, |step, _| {
        match shifted(step) {
            (Some(one), Some(other)) => line_cost(script, one, found, other),
            (Some(line), None) if script.lines[line].is_blank() => MISSING_BLANK,
            (None, Some(line)) if found.lines[line].is_blank() => MISSING_BLANK,
            _ => MISSING,
        }
    });
    let both = |(one, other)| (Some(one), Some(other));
    let mut pairs: Vec<ItemPair> = start.into_iter().map(both).collect();
    pairs.extend(steps.into_iter().map(shifted));
    pairs.extend(end.into_iter().map(both));
    pairs
}

/// Returns the cost of pairing an expected line with a found line.
fn line_cost(script: &OutputLines, one: usize, found: &OutputLines, other: usize) -> u32 {
    let (expected, printed) = (&script.lines[one], &found.lines[other]);
    let stream = u32::from(expected.stream != printed.stream);
    let (text, found_text) = (script.text(one), found.text(other));
    let cost = match (expected.kind, printed.kind) {
        (LineKind::Blank, LineKind::Blank) => u32::from(text != found_text),
        (LineKind::Blank, _) | (_, LineKind::Blank) => NEVER,
        (LineKind::Piece(one), LineKind::Piece(other))
            if one.kind == Kind::Grid && one.kind == other.kind && one.nth != other.nth =>
        {
            // Rows may have equal cells, or be numbered in another way.
            3 + u32::from(label(text) != label(found_text))
        }
        _ if text == found_text => 0,
        (LineKind::Piece(_), LineKind::Own) => NEVER,
        (LineKind::Piece(piece), LineKind::Other) => match piece.kind {
            Kind::Error | Kind::Message | Kind::Help | Kind::Win | Kind::Loss | Kind::Quit
                if found_text.iter().any(u8::is_ascii_alphabetic) =>
            {
                REPLACED
            }
            _ => NEVER,
        },
        (LineKind::Piece(one), LineKind::Piece(other)) => match (one.kind, other.kind) {
            _ if skeleton(text) == skeleton(found_text) && one.kind != Kind::Grid => 2,
            _ if one == other => 4,
            (Kind::Error, Kind::Error) => 6,
            (Kind::Win | Kind::Score, Kind::Win | Kind::Score) if one.nth == other.nth => 4,
            (Kind::Win, Kind::Score) | (Kind::Score, Kind::Win) => 7,
            (one_kind, other_kind) if one_kind == other_kind => 7,
            (Kind::Error, Kind::Message) | (Kind::Message, Kind::Error) => REPLACED,
            _ => NEVER,
        },
        (LineKind::Other | LineKind::Own, _) => REPLACED,
    };
    cost + stream
}

/// Returns the number of a row.
fn label(text: &[u8]) -> &[u8] {
    Row::parse(text).map_or(text, |row| row.label.trim_ascii())
}

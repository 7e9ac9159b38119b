//! Aligns a program's output with the game's: answers with answers, and the lines of each pair of answers with each other. Time
//! and memory are linear in the output.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::kinds::{Row, skeleton};
use super::output::{LineKind, Output};
use crate::game::sink::Kind;

/// Answers of the game, and the answers of the program that respond to the same lines of input. Usually there is one of each.
#[derive(Clone, Debug)]
pub(super) struct AnswerPair {
    pub(super) script: Range<usize>,
    pub(super) found: Range<usize>,
}

/// Lines of the game and of the program. An expected line without a counterpart is missing, a found one is extra.
pub(super) type LinePair = (Option<usize>, Option<usize>);

/// Number of alternatives to follow for each answer.
const WIDTH: usize = 33;

/// Cost of an answer without a counterpart. Two answers always cost less as a pair than one of them without the other.
const GAP: u32 = 25;

/// Cost of a new error message or a new cell that differs.
const NEWS: u32 = 8;

/// Cost of a kind of piece that one of two answers lacks.
const KIND: u32 = 10;

/// The news of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Gist {
    /// Set of the kinds of pieces.
    kinds: u32,
    /// Hash of the error message.
    error: u64,
    /// Hash of the first cell that changed, and its sign.
    change: u64,
}

impl Gist {
    fn cost(self, other: Self) -> u32 {
        let kinds = (self.kinds ^ other.kinds).count_ones().min(3) * KIND;
        let error = u32::from(self.error != other.error) * NEWS / 2;
        let change = u32::from(self.change != other.change) * NEWS;
        (kinds + error + change).min(GAP - 1)
    }
}

/// Returns the news of each answer.
fn gists(output: &Output) -> Vec<Gist> {
    let mut grid: Vec<Vec<u8>> = Vec::new();
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
                Kind::Error => gist.error = hash_of(&skeleton(output.text(line))),
                Kind::RoundLine => row_number = 0,
                Kind::Grid => {
                    let signs = signs(output.text(line));
                    if grid.len() == row_number {
                        grid.push(signs.clone());
                    }
                    let differ = |(one, other): (&u8, &u8)| one != other;
                    let column = grid[row_number].iter().zip(&signs).position(differ);
                    if let Some(column) = column.filter(|_| gist.change == 0) {
                        gist.change = hash_of(&(row_number, column, signs[column]));
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
fn signs(text: &[u8]) -> Vec<u8> {
    let Some(row) = Row::parse(text) else {
        return text.trim_ascii().to_vec();
    };
    let is_sign = |byte: &&u8| !byte.is_ascii_whitespace() && !matches!(byte, b'<' | b'>');
    let sign = |cell: &&[u8]| cell.iter().find(is_sign).copied().unwrap_or(b' ');
    row.cells.iter().map(sign).collect()
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish().max(1)
}

/// Last step of an alternative.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Move {
    Start,
    Pair,
    Unanswered,
    Extra,
}

/// A row of the table of alternatives: the costs of aligning the first answers of the game with `first` answers of the
/// program, and with more.
struct Alternatives {
    first: usize,
    costs: [u32; WIDTH],
    moves: [Move; WIDTH],
}

impl Alternatives {
    fn new(first: usize) -> Self {
        Self {
            first,
            costs: [u32::MAX; WIDTH],
            moves: [Move::Start; WIDTH],
        }
    }

    fn cost(&self, found: usize) -> u32 {
        let index = found.checked_sub(self.first);
        index
            .and_then(|index| self.costs.get(index).copied())
            .unwrap_or(u32::MAX)
    }

    fn offer(&mut self, found: usize, cost: u32, step: Move) {
        let index = found - self.first;
        if cost < self.costs[index] {
            self.costs[index] = cost;
            self.moves[index] = step;
        }
    }

    /// Returns the cheapest number of answers of the program.
    fn best(&self) -> usize {
        let index = (0..WIDTH).min_by_key(|&index| self.costs[index]);
        self.first + index.unwrap_or(0)
    }
}

/// Aligns the answers of the game and of a program. Answers are compared by their news, so that an earlier mistake does not
/// matter. Answers behind the last pair stand alone.
pub(super) fn answers(script: &Output, found: &Output) -> Vec<AnswerPair> {
    let (expected, printed) = (gists(script), gists(found));
    let mut table: Vec<Alternatives> = Vec::with_capacity(expected.len() + 1);
    // The cheapest alternative that uses up all answers of the program, or of the game.
    let mut end = (u32::MAX, 0, 0);
    for number in 0..=expected.len() {
        let before = table.last();
        let first = before.map_or(0, |before| (before.best() + 1).saturating_sub(WIDTH / 2));
        let mut row = Alternatives::new(first);
        if number == 0 {
            row.costs[0] = 0;
        }
        for count in row.first..(row.first + WIDTH).min(printed.len() + 1) {
            // Of equal alternatives, an extra answer comes as late as possible.
            if count > row.first {
                let extra = row.cost(count - 1).saturating_add(GAP);
                row.offer(count, extra, Move::Extra);
            }
            if let Some(before) = before {
                let unanswered = before.cost(count).saturating_add(GAP);
                row.offer(count, unanswered, Move::Unanswered);
                if let Some(previous) = count.checked_sub(1) {
                    let cost = expected[number - 1].cost(printed[previous]);
                    row.offer(
                        count,
                        before.cost(previous).saturating_add(cost),
                        Move::Pair,
                    );
                }
            }
            let left = (expected.len() - number).max(printed.len() - count);
            let is_end = number == expected.len() || count == printed.len();
            let cost = row
                .cost(count)
                .saturating_add(u32::try_from(left).unwrap_or(u32::MAX));
            if is_end && cost < end.0 {
                end = (cost, number, count);
            }
        }
        table.push(row);
    }
    let (_, mut number, mut count) = end;
    let mut moves = Vec::new();
    while number + count > 0 {
        let step = table[number].moves[count - table[number].first];
        match step {
            Move::Pair => (number, count) = (number - 1, count - 1),
            Move::Unanswered => number -= 1,
            Move::Extra => count -= 1,
            Move::Start => break,
        }
        moves.push(step);
    }
    moves.reverse();
    pairs(&moves, expected.len(), printed.len())
}

/// Joins each unanswered answer of the game with the next pair, and each extra answer of the program with the pair before.
fn pairs(moves: &[Move], expected: usize, printed: usize) -> Vec<AnswerPair> {
    let mut pairs: Vec<AnswerPair> = Vec::new();
    let (mut script_start, mut script_end, mut found_end) = (0, 0, 0);
    for step in moves {
        match step {
            Move::Pair => {
                script_end += 1;
                pairs.push(AnswerPair {
                    script: script_start..script_end,
                    found: found_end..found_end + 1,
                });
                found_end += 1;
                script_start = script_end;
            }
            Move::Unanswered => script_end += 1,
            Move::Start => {}
            Move::Extra => {
                found_end += 1;
                match pairs.last_mut() {
                    Some(pair) => pair.found.end = found_end,
                    None => pairs.push(AnswerPair {
                        script: 0..0,
                        found: 0..found_end,
                    }),
                }
            }
        }
    }
    for number in script_start..expected {
        pairs.push(AnswerPair {
            script: number..number + 1,
            found: found_end..found_end,
        });
    }
    if found_end < printed {
        pairs.push(AnswerPair {
            script: expected..expected,
            found: found_end..printed,
        });
    }
    pairs
}

/// Maximum number of comparisons between the lines of two answers.
const MAX_COMPARISONS: usize = 1 << 18;

/// Cost of a text and another in its place, less than that of a missing and an extra text.
const REPLACED: u32 = 17;

/// Cost of a pair that must not be.
const NEVER: u32 = 1 << 20;

/// Aligns the lines of some answers by cost.
pub(super) fn lines(
    script: &Output,
    mut expected: Range<usize>,
    found: &Output,
    mut printed: Range<usize>,
) -> Vec<LinePair> {
    let is_same = |one: usize, other: usize| {
        script.whole(one) == found.whole(other)
            && script.lines[one].stream == found.lines[other].stream
    };
    let mut pairs = Vec::with_capacity(expected.len().max(printed.len()));
    while !expected.is_empty() && !printed.is_empty() && is_same(expected.start, printed.start) {
        pairs.push((Some(expected.start), Some(printed.start)));
        expected.start += 1;
        printed.start += 1;
    }
    let mut suffix = Vec::new();
    while !expected.is_empty() && !printed.is_empty() && is_same(expected.end - 1, printed.end - 1)
    {
        suffix.push((Some(expected.end - 1), Some(printed.end - 1)));
        expected.end -= 1;
        printed.end -= 1;
    }
    let most = MAX_COMPARISONS / expected.len().max(1);
    let compared = printed.start..printed.end.min(printed.start + most);
    if expected.len() > MAX_COMPARISONS {
        pairs.extend(expected.clone().map(|line| (Some(line), None)));
        pairs.extend(compared.clone().map(|line| (None, Some(line))));
    } else {
        pairs.extend(cheapest(script, expected, found, compared.clone()));
    }
    pairs.extend((compared.end..printed.end).map(|line| (None, Some(line))));
    pairs.extend(suffix.into_iter().rev());
    pairs
}

/// Returns the cheapest alignment of some lines.
fn cheapest(
    script: &Output,
    expected: Range<usize>,
    found: &Output,
    printed: Range<usize>,
) -> Vec<LinePair> {
    let width = printed.len() + 1;
    let mut costs = vec![0; (expected.len() + 1) * width];
    let gap = |output: &Output, line: usize| if output.lines[line].is_blank() { 4 } else { 10 };
    for i in (0..=expected.len()).rev() {
        for j in (0..=printed.len()).rev() {
            let (one, other) = (expected.start + i, printed.start + j);
            let missing =
                (i < expected.len()).then(|| costs[(i + 1) * width + j] + gap(script, one));
            let extra = (j < printed.len()).then(|| costs[i * width + j + 1] + gap(found, other));
            let pair = (i < expected.len() && j < printed.len())
                .then(|| costs[(i + 1) * width + j + 1] + line_cost(script, one, found, other));
            let best = [pair, missing, extra].into_iter().flatten().min();
            costs[i * width + j] = best.unwrap_or(0);
        }
    }
    let mut pairs = Vec::with_capacity(width);
    let (mut i, mut j) = (0, 0);
    while i < expected.len() || j < printed.len() {
        let (one, other) = (expected.start + i, printed.start + j);
        let cost = costs[i * width + j];
        if i < expected.len()
            && j < printed.len()
            && cost == costs[(i + 1) * width + j + 1] + line_cost(script, one, found, other)
        {
            pairs.push((Some(one), Some(other)));
            (i, j) = (i + 1, j + 1);
        } else if i < expected.len() && cost == costs[(i + 1) * width + j] + gap(script, one) {
            pairs.push((Some(one), None));
            i += 1;
        } else {
            pairs.push((None, Some(other)));
            j += 1;
        }
    }
    pairs
}

/// Returns the cost of pairing an expected line with a found line.
fn line_cost(script: &Output, one: usize, found: &Output, other: usize) -> u32 {
    let (expected, printed) = (&script.lines[one], &found.lines[other]);
    let stream = u32::from(expected.stream != printed.stream);
    let (text, found_text) = (script.text(one), found.text(other));
    let cost = match (expected.kind, printed.kind) {
        (LineKind::Blank, LineKind::Blank) => u32::from(text != found_text),
        (LineKind::Blank, _) | (_, LineKind::Blank) => NEVER,
        _ if text == found_text => 0,
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
            (Kind::Grid, Kind::Grid) if label(text) == label(found_text) => 3,
            (Kind::Error, Kind::Error) => 4 + 2 * u32::from(one.error != other.error),
            (Kind::Win | Kind::Score, Kind::Win | Kind::Score) => {
                4 + 3 * u32::from(one.nth != other.nth)
            }
            (one_kind, other_kind) if one_kind == other_kind => {
                4 + 3 * u32::from(one.nth != other.nth)
            }
            (Kind::Error, Kind::Message) | (Kind::Message, Kind::Error) => REPLACED,
            _ => NEVER,
        },
        (LineKind::Other, _) => REPLACED,
    };
    cost + stream
}

/// Returns the number of a row.
fn label(text: &[u8]) -> &[u8] {
    Row::parse(text).map_or(text, |row| row.label.trim_ascii())
}

//! Pairs the answers of a program with those of the game, and the lines of two answers, at the lowest
//! cost. Time and memory are linear in the output.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{BuildHasher, BuildHasherDefault, Hash},
    ops::Range,
};

use super::{
    output::{LineKind, OutputLines},
    steps,
    text::{Cell, Row, skeleton},
};
use crate::game::Kind;

/// Answers of the game, and the answers of the program that respond to the same lines of input.
#[derive(Debug)]
pub(super) struct AnswerPair {
    /// Indices of answers of the game.
    pub expected: Range<usize>,
    /// Indices of answers of the program.
    pub found: Range<usize>,
}

/// Indices of an expected item and of its counterpart in the output of the program. Without a
/// counterpart, an expected item is missing, and one of the program is extra.
pub(super) type ItemPair = (Option<usize>, Option<usize>);

/// Width of the alignment of answers: see [`cheapest`].
const WIDTH: usize = 33;

/// Cost of an answer without a counterpart.
const GAP: u32 = 80;

/// Cost of an answer without a counterpart if there must be such answers: the program prints fewer
/// answers than the game, or more than there are lines of input.
const CERTAIN_GAP: u32 = 45;

/// Cost of an unanswered blank line, which programs that read words skip.
const SKIPPED: u32 = 16;

/// Cost of pairing an answer with an empty one.
const EMPTY: u32 = 60;

/// Cost of all unanswered lines whose errors are printed in the same answer: the program prints no
/// prompt after an error.
const UNPROMPTED: u32 = 6;

/// Cost of a pair of answers whose first changed cells differ. If the last errors differ, the cost
/// is half of that.
const NEWS: u32 = 8;

/// Additional cost if only one of two answers has the text of `quit`, which is also printed at the
/// end of the input.
const QUIT: u32 = 20;

/// Cost of a kind of piece that one of two answers lacks. At most three kinds count.
const KIND: u32 = 10;

/// Aligns the answers of the game and of a program. Answers are compared by their news, so that an
/// earlier mistake does not matter. An answer of the game without a counterpart is joined with the
/// next pair, and an answer of the program without a counterpart with the pair before. Answers
/// after the last pair get pairs of their own.
pub(super) fn answers(script: &OutputLines, output: &OutputLines) -> Vec<AnswerPair> {
    let (expected, found) = (gists(script), gists(output));
    // A program may repeat its last answer at the end of the input.
    let backwards = found.iter().rev();
    let repeated = backwards.take_while(|gist| Some(*gist) == found.last());
    let has_extra = found.len() - repeated.count() >= script.follows_blank.len();
    let gap_cost = |answer: usize| match script.follows_blank.get(answer) {
        _ if found.len() >= expected.len() => GAP,
        Some(true) => SKIPPED,
        _ => CERTAIN_GAP,
    };
    let lengths = [expected.len(), found.len()];
    let aligned = cheapest(lengths, WIDTH, 1, |pair, next| match pair {
        // Both outputs begin with the start of the game.
        (Some(0), Some(0)) => 0,
        (Some(i), Some(j)) => expected[i].cost(&found[j]),
        (Some(i), None) => unprompted_cost(&expected[i..], found.get(next)).unwrap_or(gap_cost(i)),
        (None, Some(_)) if has_extra => CERTAIN_GAP,
        _ => GAP,
    });
    let mut pairs: Vec<AnswerPair> = Vec::new();
    let mut expected_end = 0;
    for pair in aligned {
        let (Some(i), Some(j)) = pair else { continue };
        let found_start = pairs.last_mut().map_or(0, |before| {
            before.found.end = j;
            j
        });
        pairs.push(AnswerPair {
            expected: expected_end..i + 1,
            found: found_start..j + 1,
        });
        expected_end = i + 1;
    }
    let found_end = pairs.last().map_or(0, |pair| pair.found.end);
    for number in expected_end..expected.len() {
        pairs.push(AnswerPair {
            expected: number..number + 1,
            found: found_end..found_end,
        });
    }
    if found_end < found.len() {
        pairs.push(AnswerPair {
            expected: expected.len()..expected.len(),
            found: found_end..found.len(),
        });
    }
    pairs
}

/// Returns the cost of leaving the first of some answers of the game unanswered, if the next answer
/// of the program has its error besides those of the next answer of the game.
fn unprompted_cost(expected: &[Gist], next: Option<&Gist>) -> Option<u32> {
    let (error, found) = (expected[0].errors.first()?, &next?.errors);
    let next_count = expected.get(1).map_or(0, |next| next.errors.len());
    let has_error = found.len() > next_count && found.contains(error);
    has_error.then(|| UNPROMPTED.div_ceil(u32::try_from(found.len()).unwrap_or(u32::MAX)))
}

/// Bit in [`Gist::kinds`] of an answer that has only text of no known kind, such as another text of
/// a loss.
const OTHER_TEXT: u32 = 1 << 31;

/// A summary of the news in an answer.
#[derive(Debug, Default, PartialEq)]
struct Gist {
    /// Set of the kinds of pieces, as bits.
    kinds: u32,
    /// Hashes of the error messages.
    errors: Vec<u64>,
    /// Hash of the place and the sign of the first cell that changed; 0 if none did.
    change: u64,
}

impl Gist {
    /// Returns the cost of pairing two answers.
    fn cost(&self, other: &Self) -> u32 {
        if (self.kinds == 0) != (other.kinds == 0) {
            return EMPTY;
        }
        let kinds = self.kinds ^ other.kinds;
        let error = u32::from(self.errors.last() != other.errors.last()) * NEWS / 2;
        let change = u32::from(self.change != other.change) * NEWS;
        let quit = kinds >> (Kind::Quit as u32) & 1;
        kinds.count_ones().min(3) * KIND + error + change + quit * QUIT
    }
}

fn gists(output: &OutputLines) -> Vec<Gist> {
    let mut grid = Vec::new();
    let mut gists = Vec::with_capacity(output.answers.len());
    for answer in &output.answers {
        let mut gist = Gist::default();
        let mut row_number = 0;
        let mut has_other_text = false;
        for line in answer.clone() {
            let Some(piece) = output[line].piece() else {
                has_other_text |= output[line].kind == LineKind::Other;
                continue;
            };
            match piece.kind {
                Kind::Prompt | Kind::Blank => continue,
                Kind::Error => gist.errors.push(hash_of(&skeleton(output.text(line)))),
                Kind::RoundLine => row_number = 0,
                Kind::Grid => {
                    let row = Row::parse(output.text(line));
                    let cells = row.iter().flat_map(|row| &row.cells);
                    // The marks of mines are no news.
                    let signs: Vec<_> = cells.map(|cell| Cell::parse(cell).sign).collect();
                    if grid.len() == row_number {
                        grid.push(signs.clone());
                    }
                    let mut pairs = grid[row_number].iter().zip(&signs);
                    if gist.change == 0
                        && let Some(column) = pairs.position(|(before, now)| before != now)
                    {
                        gist.change = hash_of(&(row_number, column, &signs[column]));
                    }
                    grid[row_number] = signs;
                    row_number += 1;
                }
                _ => {}
            }
            gist.kinds |= 1 << piece.kind as u32;
        }
        if gist.kinds == 0 && has_other_text {
            gist.kinds = OTHER_TEXT;
        }
        gists.push(gist);
    }
    gists
}

fn hash_of(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// Maximum number of cells of the table that aligns the lines of two answers, unless a row would
/// have fewer than [`WIDTH`] cells.
const MAX_CELLS: usize = 1 << 18;

/// Cost of a text with another text in its place, less than the cost of a missing and an extra
/// text.
const REPLACED: u32 = 17;

/// Cost of a pair that must not be chosen.
const NEVER: u32 = 1 << 20;

/// Cost of a text without a counterpart, and of a blank line without one.
const MISSING: u32 = 10;
const MISSING_BLANK: u32 = 4;

/// Aligns some lines of the script with some lines of the output of a program. Equal lines at both
/// ends are paired at once.
pub(super) fn lines(
    script: &OutputLines,
    mut expected: Range<usize>,
    output: &OutputLines,
    mut found: Range<usize>,
) -> Vec<ItemPair> {
    let is_same = |(line, found_line): (usize, usize)| {
        script.whole(line) == output.whole(found_line)
            && script[line].stream == output[found_line].stream
    };
    let mut last_pairs = expected.clone().rev().zip(found.clone().rev());
    // If the answers to several lines of input are equal, the program has answered the last line.
    let is_all_last = found.len() < expected.len() && last_pairs.all(is_same);
    let mut pairs = Vec::new();
    let mut first_pairs = expected.clone().zip(found.clone());
    while !is_all_last && first_pairs.next().is_some_and(is_same) {
        pairs.push((expected.next(), found.next()));
    }
    let mut same_end = Vec::new();
    let mut last_pairs = expected.clone().rev().zip(found.clone().rev());
    while last_pairs.next().is_some_and(is_same) {
        same_end.push((expected.next_back(), found.next_back()));
    }
    let lengths = [expected.len(), found.len()];
    let max_width = (MAX_CELLS / lengths[0].max(1)).max(WIDTH);
    let width = (2 * (lengths[1] + 1)).min(max_width);
    let starts = (expected.start, found.start);
    let line_pair = |(i, j): ItemPair| (i.map(|i| starts.0 + i), j.map(|j| starts.1 + j));
    let cost = |pair: ItemPair, _: usize| match line_pair(pair) {
        (Some(line), Some(found_line)) => line_cost(script, line, output, found_line),
        (Some(line), None) if script[line].is_blank() => MISSING_BLANK,
        (None, Some(line)) if output[line].is_blank() => MISSING_BLANK,
        _ => MISSING,
    };
    let aligned = cheapest(lengths, width, MISSING as usize, cost);
    pairs.extend(aligned.into_iter().map(line_pair));
    pairs.extend(same_end.into_iter().rev());
    pairs
}

/// Returns the cost of pairing a line of the script with a line of the output.
fn line_cost(script: &OutputLines, line: usize, output: &OutputLines, found_line: usize) -> u32 {
    let (expected, printed) = (&script[line], &output[found_line]);
    let stream = u32::from(expected.stream != printed.stream);
    let (text, found_text) = (script.text(line), output.text(found_line));
    let cost = match (expected.piece(), printed.piece()) {
        _ if expected.is_blank() && printed.is_blank() => u32::from(text != found_text),
        _ if expected.is_blank() || printed.is_blank() => NEVER,
        (Some(piece), Some(found))
            if [piece.kind, found.kind] == [Kind::Grid; 2] && piece.nth != found.nth =>
        {
            // Rows may have equal cells, or be numbered in another way.
            3 + u32::from(row_label(text) != row_label(found_text))
        }
        _ if text == found_text => 0,
        (Some(piece), Some(found)) => match (piece.kind, found.kind) {
            _ if skeleton(text) == skeleton(found_text) && piece.kind != Kind::Grid => 2,
            _ if piece == found => 4,
            (Kind::Error, Kind::Error) => 6,
            (Kind::Win | Kind::Score, Kind::Win | Kind::Score) if piece.nth == found.nth => 4,
            (Kind::Win | Kind::Score, Kind::Win | Kind::Score) => 7,
            (kind, found_kind) if kind == found_kind => 7,
            (Kind::Error, Kind::Message) | (Kind::Message, Kind::Error) => REPLACED,
            _ => NEVER,
        },
        (Some(piece), None) => match piece.kind {
            Kind::Error | Kind::Message | Kind::Help | Kind::Win | Kind::Loss | Kind::Quit
                if printed.kind == LineKind::Other
                    && found_text.iter().any(u8::is_ascii_alphabetic) =>
            {
                REPLACED
            }
            _ => NEVER,
        },
        (None, _) => REPLACED,
    };
    cost + stream
}

/// Returns the number of a row, as text.
fn row_label(text: &[u8]) -> &[u8] {
    Row::parse(text).map_or(text, |row| row.label.trim_ascii())
}

/// Aligns two sequences at the lowest cost, by dynamic programming. `cost` returns the cost of a
/// pair or of an item without a counterpart; it may depend on the index of the next item of the
/// second sequence. After the end of one sequence, each item of the other costs `tail`. Of equal
/// alignments, chooses the one in which items of the second sequence without a counterpart come as
/// late as possible.
///
/// Row `i` of the table has the costs after `i` items of the first sequence. Only `width` cells of
/// each row are filled, around the cheapest cell of the row before.
pub(super) fn cheapest(
    lengths: [usize; 2],
    width: usize,
    tail: usize,
    cost: impl Fn(ItemPair, usize) -> u32,
) -> Vec<ItemPair> {
    // For each cell, whether the cheapest alignment ends with an item of the first and of the
    // second sequence.
    let mut moves = Vec::new();
    // The number of the first filled cell of each row.
    let mut firsts = Vec::new();
    let mut row_before = Vec::new();
    let mut end = (usize::MAX, 0, 0);
    // The indices of items before the first filled cell wrap around.
    let cost_at = |row: &[u32], first: usize, j: usize| {
        let cell = row.get(j.wrapping_sub(first));
        cell.copied().unwrap_or(u32::MAX)
    };
    for i in 0..=lengths[0] {
        let center = (0..row_before.len()).min_by_key(|&at| row_before[at]);
        let first_before = firsts.last().copied().unwrap_or(0);
        let first = center.map_or(0, |at| (first_before + at + 1).saturating_sub(width / 2));
        steps::count_in_tests(width);
        let mut row = vec![u32::MAX; width];
        for j in first..(first + width).min(lengths[1] + 1) {
            let mut best = (if i + j == 0 { 0 } else { u32::MAX }, (false, false));
            for (cost_before, has) in [
                (cost_at(&row, first + 1, j), (false, true)),
                (cost_at(&row_before, first_before, j), (true, false)),
                (cost_at(&row_before, first_before + 1, j), (true, true)),
            ] {
                if cost_before < best.0 {
                    let items = (has.0.then(|| i - 1), has.1.then(|| j - 1));
                    best = best.min((cost_before.saturating_add(cost(items, j)), has));
                }
            }
            row[j - first] = best.0;
            moves.resize(i * width + j - first, (false, false));
            moves.push(best.1);
            let rest = (lengths[0] - i).max(lengths[1] - j) * tail;
            let total = best.0 as usize + rest;
            if (i == lengths[0] || j == lengths[1]) && total < end.0 {
                end = (total, i, j);
            }
        }
        firsts.push(first);
        row_before = row;
    }
    let (_, mut i, mut j) = end;
    let mut pairs = Vec::new();
    pairs.extend((j..lengths[1]).rev().map(|j| (None, Some(j))));
    pairs.extend((i..lengths[0]).rev().map(|i| (Some(i), None)));
    while i + j > 0 {
        let (has_first, has_second) = moves[i * width + j - firsts[i]];
        i -= usize::from(has_first);
        j -= usize::from(has_second);
        pairs.push((has_first.then_some(i), has_second.then_some(j)));
    }
    pairs.reverse();
    pairs
}

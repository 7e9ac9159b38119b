//! The one alignment of what a program printed with what the built-in game prints:
//! answer by answer, and line by line within an answer.

use std::collections::BTreeSet;
use std::ops::Range;

use super::kinds::{Row, skeleton, symbol};
use super::printed::{Printed, PrintedLine, What};
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
    pairs.extend(cheapest(&old[start..old_end], &new[start..new_end], cost));
    pairs.extend(old[old_end..].iter().zip(&new[new_end..]).map(both));
    pairs
}

/// The alignment of two sequences that costs least. Of several, the one in which what
/// is missing stands first.
fn cheapest(old: &[usize], new: &[usize], cost: impl Fn(usize, usize) -> Option<u32>) -> Vec<Pair> {
    let width = new.len() + 1;
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
                least = least.min(GAP + at(i + 1, j));
            }
            if j < new.len() {
                least = least.min(GAP + at(i, j + 1));
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
        } else if i < old.len() && at(i, j) == GAP + at(i + 1, j) {
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
        let squares = row.squares.iter().map(|square| symbol(square));
        return squares.collect::<Vec<_>>().join(&b'|');
    }
    let letters = text.iter().filter(|byte| !byte.is_ascii_whitespace());
    letters.map(u8::to_ascii_lowercase).collect()
}

/// Which answers of a program stand for each answer of the game, where the input has so
/// many lines, its start and its end among them: one for each, as long as the program
/// asks once for each line. One too many is taken as part of the one before it.
pub(crate) fn answers(script: &Printed, output: &Printed, lines: usize) -> Vec<Range<usize>> {
    let old = script.answer_count();
    // What is printed without end after the last line answers nothing.
    let new = output.answer_count().min(2 * lines + 8);
    if old == new {
        return (0..old).map(|number| number..number + 1).collect();
    }
    let (expected, found) = (news(script, old), news(output, new));
    let width = new + 1;
    let mut costs = vec![0_u32; (old + 1) * width];
    let pair = |i: usize, j: usize| differing(&expected[i], &found[j]);
    let missing = |i: usize| {
        if script.answer(i).is_empty() {
            0
        } else {
            ANSWER_GAP
        }
    };
    for i in (0..old).rev() {
        for j in (0..new).rev() {
            let at = |i: usize, j: usize| costs[i * width + j];
            let both = pair(i, j) + at(i + 1, j + 1);
            let least = both
                .min(missing(i) + at(i + 1, j))
                .min(ANSWER_GAP + at(i, j + 1));
            costs[i * width + j] = least;
        }
    }
    let at = |i: usize, j: usize| costs[i * width + j];
    let mut matched = vec![0..0; old];
    let (mut i, mut j) = (0, 0);
    while i < old && j < new {
        if at(i, j) == pair(i, j) + at(i + 1, j + 1) {
            matched[i] = j..j + 1;
            (i, j) = (i + 1, j + 1);
        } else if at(i, j) == ANSWER_GAP + at(i, j + 1) {
            if let Some(before) = i.checked_sub(1) {
                matched[before] = matched[before].start.min(j)..j + 1;
            }
            j += 1;
        } else {
            matched[i] = j..j;
            i += 1;
        }
    }
    // A game that asks once more before its last words has one answer more.
    if i == old
        && let Some(last) = matched.last_mut()
    {
        let prompts = script
            .answer(old - 1)
            .iter()
            .filter(|line| line.is_prompt());
        let more = if script.is_prompted_at_end() {
            0
        } else {
            prompts.count()
        };
        last.end = new.min(last.end + more);
    }
    for rest in matched.iter_mut().skip(i) {
        *rest = new..new;
    }
    matched
}

/// For each answer, what it says that the one before it did not, and by how much more
/// rounds than that.
fn news(printed: &Printed, count: usize) -> Vec<BTreeSet<Vec<u8>>> {
    let mut before = BTreeSet::new();
    let mut rounds = 0;
    let mut news = Vec::with_capacity(count);
    for number in 0..count {
        let mut own = BTreeSet::new();
        let mut new = BTreeSet::new();
        for line in printed.answer(number) {
            let text = printed.text(line);
            match line.what {
                What::Piece(piece) if piece.kind == Kind::RoundLine => {
                    let told = number_in(text).unwrap_or(rounds);
                    new.insert(format!("{:+}", told - rounds).into_bytes());
                    rounds = told;
                }
                What::Piece(piece) if piece.kind != Kind::Prompt => {
                    own.insert(said(text));
                }
                _ => {}
            }
        }
        new.extend(own.difference(&before).cloned());
        news.push(new);
        before = own;
    }
    news
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
fn differing(one: &BTreeSet<Vec<u8>>, other: &BTreeSet<Vec<u8>>) -> u32 {
    let shared = one.intersection(other).count();
    let all = one.len() + other.len() - shared;
    if all == 0 {
        return 0;
    }
    u32::try_from(100 - 100 * shared / all).unwrap_or(100)
}

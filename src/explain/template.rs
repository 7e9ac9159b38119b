//! Patterns of lines, with signs for the parts that vary.

use super::change::Change;
use crate::compare::kinds::{Row, symbol};
use crate::game::sink::Kind;

/// Difference of a line from the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Same,
    /// The line has the same meaning: the two patterns.
    Form(Vec<u8>, Vec<u8>),
    /// The line has another meaning.
    Content,
}

/// Sign for a right number.
const NUMBER: u8 = b'#';

/// Compares two lines of the same kind, with their ends.
pub(super) fn of_line(kind: Kind, text: &[u8], found: &[u8], input: &[u8]) -> Comparison {
    if text == found {
        return Comparison::Same;
    }
    match kind {
        Kind::Grid => of_row(text, found),
        Kind::ColumnLine => of_columns(text, found),
        _ => of_text(kind, text, found, input),
    }
}

/// Compares two rows, apart from their squares.
fn of_row(text: &[u8], found: &[u8]) -> Comparison {
    let (Some(row), Some(other)) = (Row::read(text), Row::read(found)) else {
        return of_text(Kind::Grid, text, found, b"");
    };
    if row.squares.len() != other.squares.len() {
        return Comparison::Content;
    }
    let label = |label: &[u8], wanted: &[u8]| -> Vec<u8> {
        let (number, wanted) = (label.trim_ascii(), wanted.trim_ascii());
        let parsed = |text: &[u8]| str::from_utf8(text).ok()?.parse::<i64>().ok();
        let sign: Vec<u8> = match (parsed(number), parsed(wanted)) {
            _ if number == wanted => vec![NUMBER],
            (Some(number), Some(wanted)) => format!("#{:+}", number - wanted).into_bytes(),
            _ => number.to_vec(),
        };
        let start = label.len() - label.trim_ascii_start().len();
        let end = label.len() - label.trim_ascii_end().len();
        [
            &label[..start],
            &sign,
            &label[label.len() - end.min(label.len() - start)..],
        ]
        .concat()
    };
    let pattern = |row: &Row<'_>, wanted: &Row<'_>| {
        [&label(row.label, wanted.label)[..], b"|...|", row.end].concat()
    };
    let (one, two) = (pattern(&row, &row), pattern(&other, &row));
    if one == two {
        Comparison::Same
    } else {
        Comparison::Form(one, two)
    }
}

/// Calls a function with each expected square of a row and the found one.
pub(super) fn squares(text: &[u8], found: &[u8], mut visit: impl FnMut(Vec<u8>, Vec<u8>)) {
    if let (Some(row), Some(other)) = (Row::read(text), Row::read(found))
        && row.squares.len() == other.squares.len()
    {
        for (square, found) in row.squares.iter().zip(&other.squares) {
            visit(square.to_vec(), found.to_vec());
        }
    }
}

/// Returns the sign of a square, without the frame of a mine.
pub(super) fn symbol_of(square: &[u8]) -> Vec<u8> {
    let symbol = symbol(square);
    let sign = symbol.iter().filter(|byte| !b"<>".contains(byte));
    sign.copied().collect()
}

/// Compares two lines of numbers.
fn of_columns(text: &[u8], found: &[u8]) -> Comparison {
    let numbers = |text: &[u8]| -> Vec<i64> {
        let words = text
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty());
        words
            .filter_map(|word| str::from_utf8(word).ok()?.parse().ok())
            .collect()
    };
    let (one, two) = (numbers(text), numbers(found));
    let shift = match (one.first(), two.first()) {
        (Some(one), Some(two)) => two - one,
        _ => return Comparison::Content,
    };
    let is_run =
        |numbers: &[i64], from: i64| numbers.iter().copied().eq((from..).take(numbers.len()));
    if !is_run(&one, one[0]) || !is_run(&two, two[0]) {
        return Comparison::Content;
    }
    let count = two.len().cmp(&one.len());
    let spaces = |text: &[u8]| {
        let lead = text.len() - text.trim_ascii_start().len();
        let gap = text[lead..]
            .iter()
            .skip_while(|byte| byte.is_ascii_digit())
            .take_while(|byte| byte.is_ascii_whitespace())
            .count();
        [lead, gap]
    };
    // Right spaces are left out of the pattern, because their number depends on the grid.
    let [lead, gap] = spaces(text);
    let [has_lead, has_gap] = spaces(found);
    let pattern = |text: &[u8], sign: String| -> Vec<u8> {
        let [own_lead, own_gap] = spaces(text);
        let line = text.strip_suffix(b"\n").unwrap_or(text);
        let behind = &text[line.trim_ascii_end().len()..];
        let space = |count: usize, differs: bool| " ".repeat(if differs { count } else { 0 });
        let start = [
            space(own_lead, lead != has_lead),
            sign,
            space(own_gap, gap != has_gap),
            "...".to_owned(),
        ];
        [start.concat().as_bytes(), behind].concat()
    };
    let sign = match (shift, count) {
        (0, std::cmp::Ordering::Equal) => "#".to_owned(),
        (shift, count) => format!(
            "#{shift:+}{}",
            match count {
                std::cmp::Ordering::Less => " too few",
                std::cmp::Ordering::Equal => "",
                std::cmp::Ordering::Greater => " too many",
            }
        ),
    };
    let (one, two) = (pattern(text, "#".to_owned()), pattern(found, sign));
    if one == two {
        Comparison::Same
    } else {
        Comparison::Form(one, two)
    }
}

/// Compares two lines with words.
fn of_text(kind: Kind, text: &[u8], found: &[u8], input: &[u8]) -> Comparison {
    let (one, two) = (runs(text), runs(found));
    let numbers = |runs: &[Run<'_>]| -> Vec<Vec<u8>> {
        runs.iter()
            .filter(|run| run.is_number)
            .map(|run| run.text.to_vec())
            .collect()
    };
    if kind != Kind::Error && numbers(&one) != numbers(&two) {
        return Comparison::Content;
    }
    let known = numbers(&one);
    let pattern = |runs: &[Run<'_>]| -> Vec<u8> {
        let parts = runs.iter().map(|run| {
            if run.is_number && known.contains(&run.text.to_vec()) {
                vec![NUMBER]
            } else {
                run.text.to_vec()
            }
        });
        quoted_out(&parts.collect::<Vec<_>>().concat(), input)
    };
    let (one, two) = (pattern(&one), pattern(&two));
    if one == two {
        Comparison::Content
    } else if kind == Kind::Error {
        let (one, two) = without_words(&one, &two);
        Comparison::Form(one, two)
    } else {
        Comparison::Form(one, two)
    }
}

/// Replaces common words of two messages, after their labels or between their outer whitespace, by dots.
fn without_words(one: &[u8], two: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let behind_label = |text: &[u8]| Some(memchr::memchr(b':', text)? + 1);
    let (core, other) = (one.trim_ascii(), two.trim_ascii());
    let start = |text: &[u8]| text.len() - text.trim_ascii_start().len();
    let (ranges, is_same) = match (behind_label(one), behind_label(two)) {
        _ if core == other => (
            [
                start(one)..start(one) + core.len(),
                start(two)..start(two) + core.len(),
            ],
            true,
        ),
        (Some(old), Some(new)) => ([old..one.len(), new..two.len()], one[old..] == two[new..]),
        _ => ([0..0, 0..0], false),
    };
    let cut = |text: &[u8], range: &std::ops::Range<usize>| {
        [&text[..range.start], b"...", &text[range.end..]].concat()
    };
    if is_same {
        (cut(one, &ranges[0]), cut(two, &ranges[1]))
    } else {
        (one.to_vec(), two.to_vec())
    }
}

/// Returns the pattern of an unknown text, with signs for numbers and for the line of input.
pub(super) fn of_other(text: &[u8], input: &[u8]) -> Vec<u8> {
    quoted_out(&without_numbers(text), input)
}

/// Replaces the line of input, or else a quotation, by dots.
fn quoted_out(text: &[u8], input: &[u8]) -> Vec<u8> {
    let line = without_numbers(input.trim_ascii());
    let is_whole = |at: &usize| {
        let outside = [
            at.checked_sub(1).and_then(|before| text.get(before)),
            text.get(at + line.len()),
        ];
        line.len() > 1
            || outside
                .into_iter()
                .flatten()
                .all(|byte| !byte.is_ascii_alphanumeric())
    };
    let mut places = memchr::memmem::find_iter(text, &line);
    if !line.is_empty()
        && let Some(at) = places.find(is_whole)
    {
        return [&text[..at], b"...", &text[at + line.len()..]].concat();
    }
    let mut parts: Vec<&[u8]> = text.split(|&byte| byte == b'"').collect();
    if parts.len() == 3 {
        parts[1] = b"...";
    }
    parts.join(&b'"')
}

/// Replaces numbers by signs.
fn without_numbers(text: &[u8]) -> Vec<u8> {
    let runs = runs(text);
    let parts: Vec<&[u8]> = runs
        .iter()
        .map(|run| if run.is_number { &[NUMBER] } else { run.text })
        .collect();
    parts.concat()
}

/// Consecutive digits, or the text between them.
struct Run<'text> {
    text: &'text [u8],
    is_number: bool,
}

fn runs(text: &[u8]) -> Vec<Run<'_>> {
    let runs = text.chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit());
    runs.map(|text| Run {
        text,
        is_number: text[0].is_ascii_digit(),
    })
    .collect()
}

/// Compares a square with the expected one.
pub(super) fn square_change(expected: &[u8], found: &[u8]) -> Change {
    let pattern = |square: &[u8]| -> Vec<u8> {
        let sign = symbol_of(square);
        match sign.first() {
            // A blank square is as wide as the others.
            None => {
                let middle = square.len() / 2;
                [
                    &square[..middle],
                    b"S",
                    square.get(middle + 1..).unwrap_or_default(),
                ]
                .concat()
            }
            Some(first) => {
                let at = memchr::memchr(*first, square).unwrap_or_default();
                [
                    &square[..at],
                    b"S",
                    square.get(at + sign.len()..).unwrap_or_default(),
                ]
                .concat()
            }
        }
    };
    let (one, other) = (symbol_of(expected), symbol_of(found));
    if one == other {
        let (expected, found) = (pattern(expected), pattern(found));
        return Change::Text {
            expected,
            found,
            stream: None,
        };
    }
    // Another number of mines has another meaning.
    let is_count = |symbol: &[u8]| matches!(symbol, [b'0'..=b'9']);
    if is_count(&one) && (is_count(&other) || other.is_empty()) && one != b"0" {
        return Change::Content(expected.to_vec());
    }
    Change::Text {
        expected: one,
        found: other,
        stream: None,
    }
}

/// Returns the label of a message, with a line end.
pub(super) fn label(text: &[u8]) -> Vec<u8> {
    let colon = memchr::memchr(b':', text).map_or(text.len(), |colon| colon + 1);
    let space = usize::from(text.get(colon) == Some(&b' '));
    [&text[..colon + space], b"\n"].concat()
}

/// Counts the numbers in a line.
pub(super) fn count_numbers(text: &[u8]) -> usize {
    let words = text.split(|byte| !byte.is_ascii_digit());
    words.filter(|word| !word.is_empty()).count()
}

//! The lines in which two outputs differ, with a few before them.

use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::tolerance::{first_difference, lines};
use super::visible::{LONGEST, visible};

/// How many lines before a difference are shown, and how many from there on.
const CONTEXT: usize = 2;
const SHOWN: usize = 8;

/// A line of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DiffLine {
    /// Whose line it is.
    pub(crate) side: Side,
    /// The line, made visible.
    pub(crate) text: String,
}

/// Whose a line of a diff is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// It is the same in both.
    Both,
    /// It is expected, and not found.
    Expected,
    /// It is found, and not expected.
    Found,
}

impl Side {
    /// The sign before the line.
    pub(crate) fn sign(self) -> char {
        match self {
            Self::Both => ' ',
            Self::Expected => '-',
            Self::Found => '+',
        }
    }
}

/// The first lines that differ, with some before them: the places are where
/// the first of them begins in each text.
pub(crate) fn diff(expected: &[u8], here: usize, found: &[u8], there: usize) -> Vec<DiffLine> {
    let few = |text| lines(text).take(SHOWN).collect::<Vec<_>>();
    let (old, new) = (few(&expected[here..]), few(&found[there..]));
    let column = match (old.first(), new.first()) {
        (Some(old), Some(new)) => first_difference(old, new),
        _ => 0,
    };
    let changes = capture_diff_slices(Algorithm::Myers, &old, &new);
    let changes = changes
        .iter()
        .flat_map(|change| change.iter_changes(&old, &new));
    let changes = changes.map(|change| match change.tag() {
        ChangeTag::Equal => (Side::Both, around(change.value(), column)),
        ChangeTag::Delete => (Side::Expected, with_spaces(change.value(), column)),
        ChangeTag::Insert => (Side::Found, with_spaces(change.value(), column)),
    });
    let context = last_lines(&expected[..here], CONTEXT).into_iter();
    let context = context.map(|line| (Side::Both, around(line, column)));
    context
        .chain(changes)
        .map(|(side, text)| DiffLine { side, text })
        .collect()
}

/// The last lines of a text.
pub(crate) fn last_lines(text: &[u8], count: usize) -> Vec<&[u8]> {
    let end = text.strip_suffix(b"\n").unwrap_or(text);
    let feeds = end
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, byte)| **byte == b'\n');
    let start = feeds
        .map(|(at, _)| at + 1)
        .nth(count.saturating_sub(1))
        .unwrap_or(0);
    lines(&text[start..]).collect()
}

/// A line with its spaces shown as dots, and a missing end told.
fn with_spaces(line: &[u8], column: usize) -> String {
    let end = if line.ends_with(b"\n") {
        ""
    } else {
        "  (no newline at the end)"
    };
    around(line, column).replace(' ', "·") + end
}

/// A line made visible; if it is long, the part around a column.
fn around(line: &[u8], column: usize) -> String {
    let start = column.saturating_sub(LONGEST / 2);
    if line.len() <= LONGEST || start == 0 {
        return visible(line);
    }
    format!("...{}", visible(&line[start.min(line.len())..]))
}

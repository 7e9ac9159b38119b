//! Where outputs differ, in words that help: the round, the line of input that
//! led there, and a few lines of both.

use std::fmt::Write;

use similar::{Algorithm, ChangeTag, capture_diff_slices};

use crate::check::compare::{first_difference, lines};

/// How many lines before a difference are shown, and how many from there on.
const CONTEXT: usize = 2;
const SHOWN: usize = 8;

/// The longest line that is shown whole, in characters.
const LONGEST: usize = 200;

/// How a game is followed: what its output shows when it waits for a line.
pub type Prompts = &'static [&'static str];

/// Where the game was when it should have printed something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The number of rounds completed, if the game counts them.
    pub round: Option<u64>,
    /// How many lines of input it had been given.
    pub lines: usize,
    /// The last of them, made visible; none if the input had ended.
    pub line: Option<String>,
}

impl Moment {
    /// The moment in words; `file` is the name of the input's file.
    #[must_use]
    pub fn describe(&self, file: &str) -> String {
        let round = self
            .round
            .map(|round| format!("in round {round}, "))
            .unwrap_or_default();
        match (&self.line, self.lines) {
            (_, 0) => format!("{round}before the first line of input"),
            (Some(line), number) => format!("{round}after line {number} of {file}: {line}"),
            (None, _) => format!("{round}at the end of the input"),
        }
    }
}

/// Follows an expected output to a place in it.
#[must_use]
pub fn moment(expected: &[u8], place: usize, prompts: Prompts, input: &[Vec<u8>]) -> Moment {
    let before = &expected[..place.min(expected.len())];
    let lines = prompts
        .iter()
        .map(|prompt| count(before, prompt.as_bytes()))
        .sum();
    Moment {
        round: last_round(expected, place),
        lines,
        line: lines
            .checked_sub(1)
            .and_then(|last| input.get(last))
            .map(|line| visible(line)),
    }
}

/// Follows an expected standard output to the error of this number: errors
/// come where a round is shown again with the number that it had. None if there
/// are fewer.
#[must_use]
pub fn moment_of_error(
    out: &[u8],
    error: usize,
    prompts: Prompts,
    input: &[Vec<u8>],
) -> Option<Moment> {
    let [prompt] = prompts else {
        return None;
    };
    let mut rounds = Vec::new();
    let mut place = 0;
    while let Some(at) = find(&out[place..], prompt.as_bytes()) {
        place += at + prompt.len();
        rounds.push((place, last_round(out, place)));
    }
    let mut restarted = rounds.windows(2).filter(|pair| pair[0].1 == pair[1].1);
    let (place, _) = restarted.nth(error)?[0];
    Some(moment(out, place, prompts, input))
}

/// The number of rounds that is shown last before a place, or right there.
fn last_round(output: &[u8], place: usize) -> Option<u64> {
    const ROUNDS: &[u8] = b" Rounds Completed: ";
    let before = &output[..place.min(output.len())];
    let at = before
        .windows(ROUNDS.len())
        .rposition(|part| part == ROUNDS)?
        + ROUNDS.len();
    let digits = output[at..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    str::from_utf8(&output[at..at + digits]).ok()?.parse().ok()
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

fn count(text: &[u8], part: &[u8]) -> usize {
    text.windows(part.len())
        .filter(|&window| window == part)
        .count()
}

/// A line of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// Whose line it is.
    pub side: Side,
    /// The line, made visible.
    pub text: String,
}

/// Whose a line of a diff is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// It is the same in both.
    Both,
    /// It is expected, and not found.
    Expected,
    /// It is found, and not expected.
    Found,
}

impl Side {
    /// The sign before the line.
    #[must_use]
    pub fn sign(self) -> char {
        match self {
            Self::Both => ' ',
            Self::Expected => '-',
            Self::Found => '+',
        }
    }
}

/// The first lines that differ, with some before them: the places are where
/// the first of them begins in each text.
#[must_use]
pub fn diff(expected: &[u8], here: usize, found: &[u8], there: usize) -> Vec<DiffLine> {
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
#[must_use]
pub fn last_lines(text: &[u8], count: usize) -> Vec<&[u8]> {
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

/// A line without its end, and with everything in it that cannot be seen made
/// visible.
#[must_use]
pub fn visible(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    // No character has more bytes than this, and no more are looked at.
    let line = &line[..line.len().min(4 * (LONGEST + 1))];
    let mut text = String::new();
    for chunk in line.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\t' => text.push_str("\\t"),
                '\r' => text.push_str("\\r"),
                _ if is_plain(character) => text.push(character),
                // Writing to a `String` always succeeds.
                _ => drop(write!(text, "\\u{{{:x}}}", u32::from(character))),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Whether a character can be seen, or is a plain space.
fn is_plain(character: char) -> bool {
    let invisible = matches!(character, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    character == ' ' || !(character.is_control() || character.is_whitespace() || invisible)
}

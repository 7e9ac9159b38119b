//! Describes the difference between two texts in words and quotations.

use super::change::{Class, is_block};
use crate::io::visible::{listed, visible_in_quotes};

/// A cause without its situation.
pub(super) struct Phrase {
    /// Start of the name.
    pub(super) stem: String,
    /// Start of the sentence.
    pub(super) sentence: String,
    /// Quotations at the end of the sentence, if any.
    pub(super) quotes: String,
}

impl Phrase {
    pub(super) fn new(stem: impl Into<String>, sentence: impl Into<String>) -> Self {
        Self {
            stem: stem.into(),
            sentence: sentence.into(),
            quotes: String::new(),
        }
    }

    pub(super) fn quoting(self, quotes: String) -> Self {
        Self { quotes, ..self }
    }
}

/// Describes a text that is written in another way.
pub(super) fn of_text(slug: &str, noun: &str, class: Class, text: &[u8], found: &[u8]) -> Phrase {
    let lines = |text: &[u8]| -> Vec<Vec<u8>> {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        text.split(|&byte| byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect()
    };
    let (old, new) = (lines(text), lines(found));
    let is_of_many = matches!(class, Class::Piece(kind) if is_block(kind));
    let differing: Vec<usize> = if old.len() == new.len() {
        (0..old.len())
            .filter(|&line| old[line] != new[line])
            .collect()
    } else {
        Vec::new()
    };
    let Some(&first) = differing.first() else {
        let (what, first_line) = if old.len() == new.len() {
            let what = if found.ends_with(b"\n") {
                "ends with a line end too many"
            } else {
                "lacks the end of its last line"
            };
            (what.to_owned(), String::new())
        } else {
            of_count(&old, &new)
        };
        return Phrase::new(format!("{slug}-differs"), format!("{noun} {what}"))
            .quoting(first_line);
    };
    let (one, other) = (&old[first], &new[first]);
    let edges = edges(one, other);
    let is_same = differing
        .iter()
        .all(|&line| self::edges(&old[line], &new[line]) == edges);
    let subject = match differing.as_slice() {
        _ if !is_of_many || old.len() == 1 => noun.to_owned(),
        [line] => format!("Line {} of {}", line + 1, decapital(noun)),
        all if all.len() == old.len() => format!("Each line of {}", decapital(noun)),
        all => {
            let last = all[all.len() - 1];
            let dense = last - first + 1 == all.len() && all.len() > 2;
            let numbers = if dense {
                format!("{} to {}", first + 1, last + 1)
            } else {
                listed(all.iter().map(|line| (line + 1).to_string()).collect())
            };
            format!("Each of the lines {numbers} of {}", decapital(noun))
        }
    };
    match edges {
        Some(edges) if is_same => Phrase::new(
            format!("{slug}-{}", edges.slug()),
            format!("{subject} {}", edges.words()),
        )
        .quoting(quoted_pair(one, other)),
        _ => {
            let has_same_letters = |&line: &usize| old[line].eq_ignore_ascii_case(&new[line]);
            let what = if differing.iter().all(has_same_letters) {
                "is written with other capitals"
            } else {
                "is written differently"
            };
            let mut quotes = quoted_pair(one, other);
            let mut others = differing.iter();
            // A line with another difference than the first.
            let another = others.find(|&&line| self::edges(&old[line], &new[line]) != edges);
            if let Some(&line) = another {
                let (mut text, mut found) = (old[line].as_slice(), new[line].as_slice());
                if text.trim_ascii() != found.trim_ascii() {
                    (text, found) = (text.trim_ascii(), found.trim_ascii());
                }
                let pair = quoted_pair(text, found);
                quotes = format!("{quotes}, and in line {}, {pair}", line + 1);
            }
            Phrase::new(format!("{slug}-differs"), format!("{subject} {what}")).quoting(quotes)
        }
    }
}

/// Describes a wrong number of lines, and the first different line.
fn of_count(old: &[Vec<u8>], new: &[Vec<u8>]) -> (String, String) {
    let mut others = new.iter().peekable();
    let missing: Vec<&Vec<u8>> = old
        .iter()
        .filter(|line| others.next_if(|other| other == line).is_none())
        .collect();
    if let [line] = missing.as_slice()
        && others.next().is_none()
    {
        return ("lacks a line".to_owned(), quoted(line));
    }
    let lines = if new.len() == 1 { "line" } else { "lines" };
    let what = format!("has {} {lines}, not {}", new.len(), old.len());
    let first = old.iter().zip(new).take_while(|(one, other)| one == other);
    let first = first.count();
    let first_differing = match (old.get(first), new.get(first)) {
        (Some(one), Some(other)) if other.trim_ascii().is_empty() => {
            format!("there is a blank line before {}", quoted(one))
        }
        (Some(one), Some(other)) => quoted_pair(one, other),
        (Some(one), None) => format!("{} is missing", quoted(one)),
        (None, Some(other)) => format!("{} is too much", quoted(other)),
        (None, None) => String::new(),
    };
    (what, first_differing)
}

/// Different whitespace at the ends of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Edges {
    start: (usize, usize),
    end: (usize, usize),
    has_return: bool,
}

/// How two lines differ that are the same but for white space at their ends.
fn edges(one: &[u8], other: &[u8]) -> Option<Edges> {
    let has_return = other.ends_with(b"\r") && !one.ends_with(b"\r");
    let plain = if has_return {
        &other[..other.len() - 1]
    } else {
        other
    };
    let start = |text: &[u8]| text.len() - text.trim_ascii_start().len();
    let end = |text: &[u8]| text.len() - text.trim_ascii_end().len();
    (one.trim_ascii() == plain.trim_ascii()).then(|| Edges {
        start: (start(one), start(plain)),
        end: (end(one), end(plain)),
        has_return,
    })
}

impl Edges {
    fn slug(self) -> String {
        let side = |(old, new): (usize, usize), place: &str| match (old, new) {
            (old, new) if new > old => format!("extra-{place}-space"),
            (_, 0) => format!("no-{place}-space"),
            _ => format!("less-{place}-space"),
        };
        let mut parts = Vec::new();
        if self.start.0 != self.start.1 {
            parts.push(side(self.start, "leading"));
        }
        if self.end.0 != self.end.1 {
            parts.push(side(self.end, "trailing"));
        }
        if self.has_return {
            parts.push("carriage-return".to_owned());
        }
        parts.join("-")
    }

    fn words(self) -> String {
        let (start, end) = (self.start, self.end);
        let mut parts = Vec::new();
        if start.0 != start.1 {
            parts.push(match start {
                (1, 0) => "lacks its leading space".to_owned(),
                (old, 0) => format!("lacks its {old} leading spaces"),
                (0, 1) => "has an extra space at its start".to_owned(),
                (0, new) => format!("has {new} extra spaces at its start"),
                (old, new) => format!("begins with {}, not {}", spaces(new), number(old)),
            });
        }
        if end.0 != end.1 {
            parts.push(match end {
                (1, 0) => "lacks its trailing space".to_owned(),
                (old, 0) => format!("lacks its {old} trailing spaces"),
                (0, 1) => "has an extra space at its end".to_owned(),
                (0, new) => format!("has {new} extra spaces at its end"),
                (old, new) => format!("ends with {}, not {}", spaces(new), number(old)),
            });
        }
        if self.has_return {
            parts.push("ends in a carriage return".to_owned());
        }
        // Each part may have a comma of its own.
        parts.join(if self.start.1 > 0 && parts.len() > 1 {
            ", and "
        } else {
            " and "
        })
    }
}

/// Returns a number of spaces with the noun.
fn spaces(count: usize) -> String {
    match count {
        1 => "1 space".to_owned(),
        count => format!("{count} spaces"),
    }
}

/// Returns a number of spaces without the noun.
fn number(count: usize) -> String {
    match count {
        0 => "none".to_owned(),
        count => count.to_string(),
    }
}

/// Maximum length of a quotation, in characters.
const LONGEST_QUOTE: usize = 60;

/// Longest line to quote whole, in characters.
const LONGEST_WHOLE: usize = 22;

/// Number of characters to quote on both sides of a difference in a longer line.
const AROUND: usize = 8;

/// Quotes the expected and the found line. Of long lines, only the text around the difference is quoted.
pub(super) fn quoted_pair(text: &[u8], found: &[u8]) -> String {
    let [text, found] = [text, found].map(|text| visible_in_quotes(first_line(text)));
    let [one, other]: [Vec<char>; 2] = [&text, &found].map(|text| text.chars().collect());
    let same = |(one, other): &(&char, &char)| one == other;
    let shorter = one.len().min(other.len());
    let start = one.iter().zip(&other).take_while(same).count();
    let ends = one.iter().rev().zip(other.iter().rev());
    let end = ends.take(shorter - start).take_while(same).count();
    let is_long = one.len().max(other.len()) > LONGEST_WHOLE;
    let left_out = |same: usize| match same.checked_sub(AROUND) {
        Some(rest) if is_long && rest > "...".len() => rest,
        _ => 0,
    };
    let (from, behind) = (left_out(start), left_out(end));
    let quoted = |text: &[char]| {
        let inner: String = text[from..text.len() - behind].iter().collect();
        let [before, after] = [from, behind].map(|left_out| if left_out > 0 { "..." } else { "" });
        let count = inner.chars().count();
        if count > LONGEST_QUOTE {
            let inner: String = inner.chars().take(LONGEST_QUOTE).collect();
            return format!("`{before}{inner}...`");
        }
        format!("`{before}{inner}{after}`")
    };
    if one.is_empty() || other.is_empty() {
        let [one, other] = [&one, &other].map(|text| {
            if text.is_empty() {
                "a blank line".to_owned()
            } else {
                quoted(text)
            }
        });
        return format!("{one} is printed as {other}");
    }
    format!("{} is printed as {}", quoted(&one), quoted(&other))
}

/// Quotes the first line of a text, or the start of a long one.
fn quoted(text: &[u8]) -> String {
    let shown = visible_in_quotes(first_line(text));
    if shown.chars().count() > LONGEST_QUOTE {
        let start: String = shown.chars().take(LONGEST_QUOTE).collect();
        format!("`{start}...`")
    } else {
        format!("`{shown}`")
    }
}

fn first_line(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

fn decapital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::quoted_pair;

    #[test]
    fn backquotes_in_output_are_escaped() {
        assert_eq!(
            quoted_pair(b"Type help\n", b"Type `help`\n"),
            "`Type help` is printed as `Type \\u{60}help\\u{60}`"
        );
    }
}

//! Bytes and numbers for people: everything that cannot be seen is spelled out.

use std::fmt::Write;
use std::path::Path;

/// The longest line that is shown whole, in characters.
pub(crate) const LONGEST: usize = 200;

/// A path on one line, with everything in it that cannot be seen made visible.
pub(crate) fn visible_path(path: &Path) -> String {
    let mut text = String::new();
    for character in path.to_string_lossy().chars() {
        match character {
            _ if is_plain(character) => text.push(character),
            _ => text.extend(character.escape_default()),
        }
    }
    text
}

/// Things in a row, with `and` before the last.
pub(crate) fn listed(mut things: Vec<String>) -> String {
    match things.pop() {
        Some(last) if !things.is_empty() => format!("{} and {last}", things.join(", ")),
        Some(last) => last,
        None => String::new(),
    }
}

/// A number and what it counts.
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// A line without its end, and with everything in it that cannot be seen made visible: spelled
/// with a backslash. A backslash that is in the line is two where it would read as such a
/// spelling.
pub(crate) fn visible(line: &[u8]) -> String {
    cut(escaped(line, line.len(), Spaces::Plain))
}

/// The same for a quotation between backquotes: those that are in the line are spelled out.
pub(crate) fn visible_in_quotes(line: &[u8]) -> String {
    visible(line).replace('`', "\\u{60}")
}

/// The same with spaces as dots, and with a dot that is in the line spelled out.
pub(crate) fn with_dots(line: &[u8]) -> String {
    cut(escaped(line, line.len(), Spaces::Dots))
}

/// How many characters that are before a byte of the line.
pub(crate) fn width_with_dots(line: &[u8], end: usize) -> usize {
    cut(escaped(line, end, Spaces::Dots)).chars().count()
}

/// How spaces are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spaces {
    Plain,
    Dots,
}

/// What stands for a space.
const DOT: char = '·';

/// What is shown of a line before one of its bytes.
fn escaped(line: &[u8], end: usize, spaces: Spaces) -> String {
    let whole = line.strip_suffix(b"\n").unwrap_or(line);
    // No character has more bytes than this, and no more are looked at.
    let start = &whole[..whole.len().min(4 * (LONGEST + 1))];
    let mut text = String::new();
    let mut at = 0;
    for chunk in start[..start.len().min(end)].utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' if reads_as_spelling(&start[at..], spaces) => text.push_str("\\\\"),
                _ => push(&mut text, character, spaces),
            }
            at += character.len_utf8();
        }
        for byte in chunk.invalid() {
            // Writing to a `String` always succeeds.
            let _ = write!(text, "\\x{byte:02x}");
        }
        at += chunk.invalid().len();
    }
    text
}

/// No more of a line than is shown.
fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Whether the backslashes that a line begins with would read as the spelling of something
/// that cannot be seen.
fn reads_as_spelling(line: &[u8], spaces: Spaces) -> bool {
    let count = line.iter().take_while(|byte| **byte == b'\\').count();
    let Some(chunk) = line[count..].utf8_chunks().next() else {
        return false;
    };
    let mut shown = String::new();
    match chunk.valid().chars().next() {
        Some(next) => push(&mut shown, next, spaces),
        None => return true,
    }
    shown.starts_with(['\\', 't', 'r', 'u', 'x'])
}

fn push(text: &mut String, character: char, spaces: Spaces) {
    let has_dots = spaces == Spaces::Dots;
    match character {
        '\t' => text.push_str("\\t"),
        '\r' => text.push_str("\\r"),
        ' ' if has_dots => text.push(DOT),
        DOT if has_dots => push_escaped(text, DOT),
        _ if is_plain(character) => text.push(character),
        _ => push_escaped(text, character),
    }
}

fn push_escaped(text: &mut String, character: char) {
    // Writing to a `String` always succeeds.
    let _ = write!(text, "\\u{{{:x}}}", u32::from(character));
}

/// Where to begin to show a line so that a place in it can be seen, and what
/// stands for what is left out before.
pub(crate) fn start_around(line: &[u8], place: usize) -> (usize, &'static str) {
    let start = place.saturating_sub(LONGEST / 2);
    if line.len() <= LONGEST || start == 0 {
        return (0, "");
    }
    // Not in the middle of a character.
    let is_inside = |at: &usize| line.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let start = (start..place).find(|at| !is_inside(at)).unwrap_or(start);
    (start, "...")
}

/// Whether a character can be seen, or is a plain space.
pub(crate) fn is_plain(character: char) -> bool {
    // What Unicode has displays ignore, and a Braille pattern without dots.
    let invisible = matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    character == ' ' || !(character.is_control() || character.is_whitespace() || invisible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backslash_is_doubled_only_where_it_reads_as_a_spelling() {
        for (line, shown) in [
            (r"/\/\ (F)_ \__ \\ V", r"/\/\ (F)_ \__ \\ V"),
            (r"a\", r"a\"),
            ("\t", r"\t"),
            (r"\t", r"\\t"),
            (r"\\t", r"\\\\t"),
            ("\\\t", r"\\\t"),
            ("\\\\\t", r"\\\\\t"),
            ("\\\u{200b}", r"\\\u{200b}"),
        ] {
            assert_eq!(visible(line.as_bytes()), shown, "{line:?}");
        }
        assert_eq!(visible(b"\\\xff"), r"\\\xff");
        // What is before a byte is as wide as in the whole line.
        assert_eq!(width_with_dots(br"a \t", 3), 4);
        assert_eq!(width_with_dots(br"a \/", 3), 3);
    }
}

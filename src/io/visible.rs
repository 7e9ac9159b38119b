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

/// A line without its end, and with everything in it that cannot be seen made
/// visible. What is written with a backslash is not in the line itself: a
/// backslash is two.
pub(crate) fn visible(line: &[u8]) -> String {
    escaped(line, Spaces::Plain)
}

/// The same for a quotation between backquotes: those that are in the line are spelled out.
pub(crate) fn visible_in_quotes(line: &[u8]) -> String {
    visible(line).replace('`', "\\u{60}")
}

/// The same with spaces as dots, and with a dot that is in the line spelled out.
pub(crate) fn with_dots(line: &[u8]) -> String {
    escaped(line, Spaces::Dots)
}

/// How spaces are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spaces {
    Plain,
    Dots,
}

/// What stands for a space.
const DOT: char = '·';

fn escaped(line: &[u8], spaces: Spaces) -> String {
    let whole = line.strip_suffix(b"\n").unwrap_or(line);
    // No character has more bytes than this, and no more are looked at.
    let start = &whole[..whole.len().min(4 * (LONGEST + 1))];
    let mut text = String::new();
    for chunk in start.utf8_chunks() {
        for character in chunk.valid().chars() {
            match (character, spaces) {
                ('\t', _) => text.push_str("\\t"),
                ('\r', _) => text.push_str("\\r"),
                ('\\', _) => text.push_str("\\\\"),
                (' ', Spaces::Dots) => text.push(DOT),
                (DOT, Spaces::Dots) => push_escaped(&mut text, DOT),
                _ if is_plain(character) => text.push(character),
                _ => push_escaped(&mut text, character),
            }
        }
        for byte in chunk.invalid() {
            // Writing to a `String` always succeeds.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
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

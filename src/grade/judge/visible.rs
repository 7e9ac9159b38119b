//! Bytes for people: everything that cannot be seen is spelled out.

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

/// A line without its end, and with everything in it that cannot be seen made
/// visible.
pub(crate) fn visible(line: &[u8]) -> String {
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

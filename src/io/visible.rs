//! Makes text printable for people: invisible characters are escaped.

use std::path::Path;

use serde::Serialize;

/// Maximum length of a displayed line, in characters. Three dots replace the rest.
const MAX_CHARACTERS: usize = 200;

const DOT: char = '·';

/// Returns a path on one line, with invisible characters escaped.
pub fn visible_path(path: &Path) -> String {
    let mut text = String::new();
    for character in path.to_string_lossy().chars() {
        match character {
            _ if is_plain(character) => text.push(character),
            _ => text.extend(character.escape_default()),
        }
    }
    text
}

/// Joins words to a list: `a, b and c`.
pub fn listed(mut words: Vec<String>) -> String {
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} and {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// Returns the variant of an enum in words: its name in JSON, with spaces for underscores.
pub fn variant_in_words(variant: impl Serialize) -> String {
    let name = serde_json::to_value(variant).unwrap_or_default();
    name.as_str().unwrap_or_default().replace('_', " ")
}

/// Returns a number with its noun: `1 mine`, `2 mines`.
pub fn counted(count: usize, singular: &str, plural: &str) -> String {
    format!("{count} {}", if count == 1 { singular } else { plural })
}

/// Returns a line without its line feed, with invisible characters escaped by a backslash. Doubles
/// backslashes that would read as the beginning of such an escape.
pub fn visible(line: &[u8]) -> String {
    escaped(line, line.len(), false)
}

/// Returns [`visible`] with escaped backquotes, for a quotation between backquotes.
pub fn visible_in_quotes(line: &[u8]) -> String {
    visible(line).replace('`', "\\u{60}")
}

/// Returns [`visible`] with a dot for each space.
pub fn with_dots(line: &[u8]) -> String {
    escaped(line, line.len(), true)
}

/// Returns the width of the part of [`with_dots`] that shows the bytes before `end`, in characters.
pub fn width_with_dots(line: &[u8], end: usize) -> usize {
    escaped(line, end, true).chars().count()
}

/// Escapes the bytes of a line before `end`, and shortens it. With `has_dots`, spaces become dots.
fn escaped(line: &[u8], end: usize, has_dots: bool) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    // A character has up to four bytes. More text would not be displayed.
    let line = &line[..line.len().min(4 * (MAX_CHARACTERS + 1))];
    let mut text = String::new();
    let mut at = 0;
    for chunk in line[..line.len().min(end)].utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\\' if reads_as_escape(&line[at..], has_dots) => text.push_str("\\\\"),
                '\t' | '\r' => text.extend(character.escape_default()),
                ' ' if has_dots => text.push(DOT),
                DOT if has_dots => text.extend(character.escape_unicode()),
                _ if is_plain(character) => text.push(character),
                _ => text.extend(character.escape_unicode()),
            }
            at += character.len_utf8();
        }
        text += &chunk.invalid().escape_ascii().to_string();
        at += chunk.invalid().len();
    }
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARACTERS) {
        text.replace_range(end.., "...");
    }
    text
}

/// Reports whether the backslashes at the start of a line would read as the beginning of an escape.
fn reads_as_escape(line: &[u8], has_dots: bool) -> bool {
    let backslashes = line.iter().take_while(|byte| **byte == b'\\').count();
    let next = &line[backslashes..line.len().min(backslashes + 4)];
    escaped(next, next.len(), has_dots).starts_with(['\\', 't', 'r', 'u', 'x'])
}

/// Returns the index of the byte at which the display of a long line starts so that the byte at
/// `place` is visible, and the text that replaces the bytes before the start.
pub fn start_around(line: &[u8], place: usize) -> (usize, &'static str) {
    let start = place.saturating_sub(MAX_CHARACTERS / 2);
    if line.len() <= MAX_CHARACTERS || start == 0 {
        return (0, "");
    }
    // Bytes of the form 10xxxxxx continue a character of UTF-8.
    let boundary = (start..place).find(|&at| line.get(at).is_none_or(|byte| byte & 0xC0 != 0x80));
    (boundary.unwrap_or(start), "...")
}

/// Reports whether a character is visible or a plain space.
pub fn is_plain(character: char) -> bool {
    // Unicode's default ignorable code points, and the Braille pattern without dots.
    let is_invisible = matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}');
    character == ' ' || !(character.is_control() || character.is_whitespace() || is_invisible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslash_is_doubled_only_if_it_looks_like_an_escape() {
        for (line, expected) in [
            (r"/\/\ (F)_ \__ \\ V", r"/\/\ (F)_ \__ \\ V"),
            (r"a\", r"a\"),
            ("\t", r"\t"),
            (r"\t", r"\\t"),
            (r"\\t", r"\\\\t"),
            ("\\\t", r"\\\t"),
            ("\\\\\t", r"\\\\\t"),
            ("\\\u{200b}", r"\\\u{200b}"),
        ] {
            assert_eq!(visible(line.as_bytes()), expected, "{line:?}");
        }
        assert_eq!(visible(b"\\\xff"), r"\\\xff");
        // The width of a prefix depends on the characters behind it.
        assert_eq!(width_with_dots(br"a \t", 3), 4);
        assert_eq!(width_with_dots(br"a \/", 3), 3);
    }
}

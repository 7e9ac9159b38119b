//! White space, tokens and integers by Java's rules.
//!
//! The assignment splits seed files and commands with `java.util.Scanner`, so white space is what
//! `Character.isWhitespace` accepts. The functions work on bytes that may be invalid UTF-8: a white
//! space character is recognized after any other bytes, valid or not.

use std::str::FromStr;

/// Maximum length of a white space character, in bytes.
pub const MAX_WHITE_SPACE_LENGTH: usize = 3;

/// Returns the length in bytes of a white space character at the start, or 0.
///
/// White space is U+0009 to U+000D, U+001C to U+001F, and Unicode's space, line and paragraph
/// separators except the non-breaking ones: U+00A0, U+2007 and U+202F.
#[must_use]
pub fn white_space_length(bytes: &[u8]) -> usize {
    match *bytes {
        [b' ' | 0x09..=0x0D | 0x1C..=0x1F, ..] => 1,
        // U+1680, U+2000 to U+200A, U+2028, U+2029, U+205F, U+3000.
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x86 | 0x88..=0x8A | 0xA8 | 0xA9, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

/// Returns the length in bytes of a white space character at the end, or 0.
#[must_use]
pub fn trailing_white_space_length(bytes: &[u8]) -> usize {
    // No white space character has two bytes.
    [1, MAX_WHITE_SPACE_LENGTH]
        .into_iter()
        .find(|&length| {
            bytes.len() >= length && white_space_length(&bytes[bytes.len() - length..]) == length
        })
        .unwrap_or(0)
}

#[derive(Debug)]
pub struct Tokens<'line> {
    rest: &'line [u8],
}

impl<'line> Tokens<'line> {
    #[must_use]
    pub fn new(line: &'line [u8]) -> Self {
        Self { rest: line }
    }
}

impl<'line> Iterator for Tokens<'line> {
    type Item = &'line [u8];

    fn next(&mut self) -> Option<&'line [u8]> {
        loop {
            // A loop over spaces only is faster than the match below.
            let spaces = self.rest.iter().take_while(|&&byte| byte == b' ').count();
            self.rest = &self.rest[spaces..];
            match white_space_length(self.rest) {
                0 => break,
                length => self.rest = &self.rest[length..],
            }
        }
        let is_in_token = |rest: &[u8]| rest[0].is_ascii_graphic() || white_space_length(rest) == 0;
        let mut end = 0;
        while end < self.rest.len() && is_in_token(&self.rest[end..]) {
            end += 1;
        }
        let token;
        (token, self.rest) = self.rest.split_at(end);
        (!token.is_empty()).then_some(token)
    }
}

/// Parses a 32-bit signed integer: an optional sign and decimal digits.
#[must_use]
pub fn integer(token: &[u8]) -> Option<i32> {
    // Fast path: nearly every integer in a game is a single digit.
    if let [digit @ b'0'..=b'9'] = token {
        return Some(i32::from(digit - b'0'));
    }
    str::from_utf8(token).ok()?.parse().ok()
}

/// Parses a number that consists of digits only, without a sign.
#[must_use]
pub fn number<T: FromStr>(digits: &str) -> Option<T> {
    let has_only_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| has_only_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All characters that `Character.isWhitespace` accepts in Java 17, which the assignment
    /// prescribes.
    const JAVA_WHITE_SPACE: [char; 25] = [
        '\t', '\n', '\u{b}', '\u{c}', '\r', '\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}', ' ',
        '\u{1680}', '\u{2000}', '\u{2001}', '\u{2002}', '\u{2003}', '\u{2004}', '\u{2005}',
        '\u{2006}', '\u{2008}', '\u{2009}', '\u{200a}', '\u{2028}', '\u{2029}', '\u{205f}',
        '\u{3000}',
    ];

    #[test]
    fn whitespace_is_that_of_java() {
        for character in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).as_bytes();
            let expected = if JAVA_WHITE_SPACE.contains(&character) {
                bytes.len()
            } else {
                0
            };
            assert_eq!(white_space_length(bytes), expected, "{character:?}");
            assert_eq!(
                trailing_white_space_length(bytes),
                expected,
                "{character:?}"
            );
        }
    }

    #[test]
    fn whitespace_separates_tokens() {
        let tokens = |line| Tokens::new(line).collect::<Vec<_>>();
        assert_eq!(tokens(b""), [b""; 0]);
        assert_eq!(tokens(b" \t\x0b\x1f"), [b""; 0]);
        assert_eq!(
            tokens("\u{2003}r\u{3000}1 \u{a0}2".as_bytes()),
            ["r".as_bytes(), b"1", "\u{a0}2".as_bytes()]
        );
        assert_eq!(
            tokens(b"\xe2\x80 \xff\xe2 \x85"),
            [&b"\xe2\x80"[..], b"\xff\xe2", b"\x85"]
        );
    }

    #[test]
    fn integers_are_those_of_a_java_int() {
        for (token, value) in [
            ("0", 0),
            ("9", 9),
            ("007", 7),
            ("+5", 5),
            ("-0", 0),
            ("-12", -12),
            ("2147483647", i32::MAX),
            ("-2147483648", i32::MIN),
            ("00000000000000000000042", 42),
        ] {
            assert_eq!(integer(token.as_bytes()), Some(value), "{token}");
        }
        for token in [
            "",
            "+",
            "-",
            "+-5",
            "--5",
            "5-",
            "5.0",
            "0x5",
            "1_0",
            "1,0",
            "2147483648",
            "-2147483649",
            "99999999999999999999",
            "five",
            "\u{feff}5",
            "5\0",
            "٣",
        ] {
            assert_eq!(integer(token.as_bytes()), None, "{token}");
        }
        assert_eq!(integer(b"5\xff"), None);
    }
}

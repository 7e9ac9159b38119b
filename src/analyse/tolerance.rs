//! Compares outputs, byte by byte or with tolerances for kinds of differences.

use std::fmt;

use clap::ValueEnum;
use memchr::memmem;

use super::text::lines;
use crate::edition::OutputFormat;

/// A kind of difference that can be tolerated.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Tolerance {
    /// Spaces and tabs at the ends of lines.
    TrailingSpace,
    /// The words of messages that the student may choose: what follows the fixed beginning of an
    /// error.
    Message,
    /// The version in the banner.
    Version,
    /// The line feed at the very end.
    FinalNewline,
    /// Carriage returns before line feeds.
    Crlf,
    /// Whitespace within and around lines, blank lines, and the line feed at the very end.
    Layout,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tolerances(Vec<Tolerance>);

impl fmt::Display for Tolerances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.0.iter().filter_map(Tolerance::to_possible_value);
        let names: Vec<_> = values.map(|value| value.get_name().to_owned()).collect();
        f.write_str(&names.join(","))
    }
}

impl Tolerances {
    pub fn new(tolerances: Vec<Tolerance>) -> Self {
        Self(tolerances)
    }

    pub fn contains(&self, tolerance: Tolerance) -> bool {
        self.0.contains(&tolerance)
    }

    /// Reports whether an output differs from the expected one only in tolerated ways.
    pub fn pass(&self, format: &OutputFormat, expected: &[u8], found: &[u8]) -> bool {
        if expected == found {
            return true;
        }
        let [expected, found] = [expected, found].map(|text| self.reduce(format, text));
        expected == found
            || self.contains(Tolerance::FinalNewline)
                && (expected.strip_suffix(b"\n") == Some(&found)
                    || found.strip_suffix(b"\n") == Some(&expected))
    }

    /// Reports whether a line differs from the expected one only in tolerated ways.
    pub fn passes_line(&self, format: &OutputFormat, expected: &[u8], found: &[u8]) -> bool {
        expected == found || self.reduce(format, expected) == self.reduce(format, found)
    }

    /// Returns the offsets of the first line that does not pass, in both outputs.
    pub fn first_wrong_line(
        &self,
        format: &OutputFormat,
        expected: &[u8],
        found: &[u8],
    ) -> (usize, usize) {
        let mut here = 0;
        let mut there = 0;
        let has_layout = self.contains(Tolerance::Layout);
        let skips = |line: &[u8]| has_layout && line.trim_ascii().is_empty();
        while let Some(line) = lines(&expected[here..]).next()
            && let Some(found_line) = lines(&found[there..]).next()
        {
            if skips(line) {
                here += line.len();
            } else if skips(found_line) {
                there += found_line.len();
            } else if self.passes_line(format, line, found_line) {
                here += line.len();
                there += found_line.len();
            } else {
                break;
            }
        }
        (here, there)
    }

    /// Returns an output without the tolerated parts of its lines.
    pub fn reduce(&self, format: &OutputFormat, bytes: &[u8]) -> Vec<u8> {
        if self.0.is_empty() {
            return bytes.to_vec();
        }
        let has_layout = self.contains(Tolerance::Layout);
        let messages = format
            .messages
            .iter()
            .map(|mark| (Tolerance::Message, mark));
        let version = format.version.iter().map(|mark| (Tolerance::Version, mark));
        let mut marks = Vec::new();
        for (tolerance, mark) in messages.chain(version) {
            if self.contains(tolerance) {
                let mut mark = (*mark).to_owned();
                mark.retain(|letter| letter != ' ' || !has_layout);
                // Without line ends, a message may follow a prompt.
                let is_anywhere = has_layout || tolerance == Tolerance::Version;
                marks.push((mark, is_anywhere));
            }
        }
        let mut reduced = Vec::with_capacity(bytes.len());
        for line in lines(bytes) {
            let mut text = line.strip_suffix(b"\n").unwrap_or(line);
            let end = &line[text.len()..];
            if self.contains(Tolerance::Crlf) && !end.is_empty() {
                text = text.strip_suffix(b"\r").unwrap_or(text);
            }
            let stripped: Vec<u8>;
            if has_layout {
                let visible = text.iter().filter(|byte| !byte.is_ascii_whitespace());
                stripped = visible.copied().collect();
                text = &stripped;
            }
            for (mark, is_anywhere) in &marks {
                let at = memmem::find(text, mark.as_bytes());
                let at = at.filter(|at| *at == 0 || *is_anywhere);
                text = at.map_or(text, |at| &text[..at + mark.len()]);
            }
            if self.contains(Tolerance::TrailingSpace) {
                let last = text.iter().rposition(|byte| !matches!(byte, b' ' | b'\t'));
                text = &text[..last.map_or(0, |last| last + 1)];
            }
            reduced.extend(text);
            if !has_layout {
                reduced.extend(end);
            }
        }
        reduced
    }

    /// Returns the smallest set of further tolerances with which the output would pass, if there is
    /// one. Returns `None` for very long outputs, too.
    pub fn missing(&self, format: &OutputFormat, expected: &[u8], found: &[u8]) -> Option<Self> {
        const MAX_LENGTH: usize = 1 << 20;
        if expected.len().max(found.len()) > MAX_LENGTH {
            return None;
        }
        let mut sets: Vec<Vec<Tolerance>> = vec![Vec::new()];
        for &tolerance in Tolerance::value_variants() {
            if !self.contains(tolerance) {
                let sets_without = sets.clone().into_iter();
                sets.extend(sets_without.map(|set| [&set[..], &[tolerance]].concat()));
            }
        }
        sets.sort_by_key(Vec::len);
        sets.into_iter()
            .find(|set| Self([&self.0[..], set].concat()).pass(format, expected, found))
            .map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT_FORMAT: OutputFormat = OutputFormat {
        messages: &["Error: ", "Invalid Command: "],
        version: Some("|_| v"),
        ..OutputFormat::of_prompts(&[])
    };

    fn passes(tolerances: &[Tolerance], expected: &str, found: &str) -> bool {
        let tolerances = Tolerances::new(tolerances.to_vec());
        tolerances.pass(&OUTPUT_FORMAT, expected.as_bytes(), found.as_bytes())
    }

    #[test]
    fn each_tolerance_accepts_only_its_own_difference() {
        let differences = [
            (Tolerance::TrailingSpace, "a \nb\n", "a\nb\t\n"),
            (
                Tolerance::Message,
                "Invalid Command: this\n",
                "Invalid Command: that\n",
            ),
            (Tolerance::Message, "\nError: this\n", "\nError: \n"),
            (
                Tolerance::Version,
                "  ALPHA EDITION |_| v2022.sp\n",
                "  ALPHA EDITION |_| v2025.sp\n",
            ),
            (Tolerance::FinalNewline, "a\n", "a"),
            (Tolerance::FinalNewline, "a\n", "a\n\n"),
            (Tolerance::Crlf, "a\nb\n", "a\r\nb\n"),
        ];
        for (right, expected, found) in differences {
            assert!(!passes(&[], expected, found), "{right:?}");
            for &tolerance in Tolerance::value_variants() {
                let accepted = [
                    passes(&[tolerance], expected, found),
                    passes(&[tolerance], found, expected),
                ];
                let is_whitespace = !matches!(right, Tolerance::Message | Tolerance::Version);
                let accepts = tolerance == right || tolerance == Tolerance::Layout && is_whitespace;
                assert_eq!(accepted, [accepts; 2], "{right:?} {tolerance:?}");
            }
            let missing = Tolerances::default().missing(
                &OUTPUT_FORMAT,
                expected.as_bytes(),
                found.as_bytes(),
            );
            assert_eq!(missing, Some(Tolerances::new(vec![right])));
        }
        assert!(!passes(&[Tolerance::FinalNewline], "a\n\n\n", "a\n"));
        assert!(!passes(
            &[Tolerance::Message],
            "x Invalid Command: this",
            "x Invalid Command: that"
        ));
        assert!(!passes(Tolerance::value_variants(), "a\n", "b\n"));
        for (expected, found) in [
            ("\nError: this\n", "\n  Error :that\n"),
            ("> \nError: this\n", "> Error: that\n"),
            ("  |_| v2022.sp\n", "|_|  v 2025.sp\n"),
        ] {
            assert!(
                passes(Tolerance::value_variants(), expected, found),
                "{found}"
            );
        }
        let two = Tolerances::default()
            .missing(&OUTPUT_FORMAT, b"Error: b \n", b"Error: a")
            .expect("two are enough");
        assert_eq!(two.to_string(), "message,final-newline");
        let layout = Tolerances::default().missing(&OUTPUT_FORMAT, b"a \n", b"a");
        assert_eq!(layout, Some(Tolerances::new(vec![Tolerance::Layout])));
    }
}

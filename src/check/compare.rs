//! Comparing bytes: whole, or with what a course may want to let pass.

use std::fmt;

/// A difference that may be let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lenience {
    /// Spaces and tabs at the ends of lines.
    TrailingSpace,
    /// The text after `Seed File Malformed Error: ` and `Invalid Command: `,
    /// which the assignment leaves to the student.
    Message,
    /// The version in the banner.
    Version,
    /// Whether there is a line feed at the very end.
    FinalNewline,
}

impl Lenience {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::TrailingSpace,
        Self::Message,
        Self::Version,
        Self::FinalNewline,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TrailingSpace => "trailing-space",
            Self::Message => "message",
            Self::Version => "version",
            Self::FinalNewline => "final-newline",
        }
    }
}

/// A set of differences that are let pass.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leniences(Vec<Lenience>);

impl fmt::Display for Leniences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|lenience| lenience.name()).collect();
        f.write_str(&names.join(","))
    }
}

impl Leniences {
    /// Reads names with commas between them; `Err` is the first that is none.
    ///
    /// # Errors
    ///
    /// The name that is not known.
    pub fn parse(list: &str) -> Result<Self, &str> {
        let find = |name| {
            Lenience::ALL
                .into_iter()
                .find(|lenience| lenience.name() == name)
                .ok_or(name)
        };
        list.split(',')
            .map(find)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whether nothing is let pass.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn contains(&self, lenience: Lenience) -> bool {
        self.0.contains(&lenience)
    }

    /// Whether these bytes pass for those that are expected.
    #[must_use]
    pub fn pass(&self, expected: &[u8], found: &[u8]) -> bool {
        if expected == found || self.0.is_empty() {
            return expected == found;
        }
        let (expected, found) = (self.reduce(expected), self.reduce(found));
        expected == found
            || self.contains(Lenience::FinalNewline)
                && (expected.strip_suffix(b"\n") == Some(&found)
                    || found.strip_suffix(b"\n") == Some(&expected))
    }

    /// Where the first line begins, in both, that does not pass.
    #[must_use]
    pub fn first_wrong_line(&self, expected: &[u8], found: &[u8]) -> (usize, usize) {
        let (mut here, mut there) = (0, 0);
        for (one, other) in lines(expected).zip(lines(found)) {
            if one != other && self.reduce(one) != self.reduce(other) {
                break;
            }
            here += one.len();
            there += other.len();
        }
        (here, there)
    }

    /// The bytes without what does not count, line by line.
    #[must_use]
    pub fn reduce(&self, bytes: &[u8]) -> Vec<u8> {
        let mut reduced = Vec::with_capacity(bytes.len());
        for line in lines(bytes) {
            let (mut text, end) = match line.strip_suffix(b"\n") {
                Some(text) => (text, &b"\n"[..]),
                None => (line, &b""[..]),
            };
            if self.contains(Lenience::Message) {
                text = cut_after(text, b"Seed File Malformed Error: ", true);
                text = cut_after(text, b"Invalid Command: ", true);
            }
            if self.contains(Lenience::Version) {
                text = cut_after(text, b"|_| v", false);
            }
            if self.contains(Lenience::TrailingSpace) {
                let blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
                text = &text[..text.len() - text.iter().rev().take_while(blank).count()];
            }
            reduced.extend_from_slice(text);
            reduced.extend_from_slice(end);
        }
        reduced
    }

    /// The fewest more leniences with which the bytes would pass, if any do.
    /// Very long outputs are not tried.
    #[must_use]
    pub fn missing(&self, expected: &[u8], found: &[u8]) -> Option<Self> {
        const LONGEST: usize = 1 << 20;
        if expected.len().max(found.len()) > LONGEST {
            return None;
        }
        let mut sets: Vec<Vec<Lenience>> = (1..1_usize << Lenience::ALL.len())
            .map(|set| {
                let chosen = Lenience::ALL
                    .into_iter()
                    .enumerate()
                    .filter(|(bit, _)| set >> bit & 1 == 1);
                chosen
                    .map(|(_, lenience)| lenience)
                    .filter(|&lenience| !self.contains(lenience))
                    .collect()
            })
            .collect();
        sets.sort_by_key(Vec::len);
        let with = |set: &Vec<Lenience>| Self([&self.0[..], set].concat());
        sets.into_iter()
            .find(|set| !set.is_empty() && with(set).pass(expected, found))
            .map(Self)
    }
}

/// The text up to the end of a mark that stands in it, or at its beginning.
fn cut_after<'text>(text: &'text [u8], mark: &[u8], at_beginning: bool) -> &'text [u8] {
    let place = if at_beginning {
        text.starts_with(mark).then_some(0)
    } else {
        text.windows(mark.len()).position(|part| part == mark)
    };
    place.map_or(text, |at| &text[..at + mark.len()])
}

/// The lines of a text with their ends.
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|&byte| byte == b'\n')
}

/// The place of the first byte that differs.
#[must_use]
pub fn first_difference(expected: &[u8], found: &[u8]) -> usize {
    expected
        .iter()
        .zip(found)
        .take_while(|(one, other)| one == other)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(list: &str, expected: &str, found: &str) -> bool {
        let leniences = if list.is_empty() {
            Leniences::default()
        } else {
            Leniences::parse(list).expect("names")
        };
        leniences.pass(expected.as_bytes(), found.as_bytes())
    }

    #[test]
    fn each_lenience_lets_its_difference_pass_and_no_other() {
        let differences = [
            ("trailing-space", "a \nb\n", "a\nb\t\n"),
            (
                "message",
                "Invalid Command: this\n",
                "Invalid Command: that\n",
            ),
            (
                "message",
                "\nSeed File Malformed Error: this\n",
                "\nSeed File Malformed Error: \n",
            ),
            (
                "version",
                "  ALPHA EDITION |_| v2022.sp\n",
                "  ALPHA EDITION |_| v2025.sp\n",
            ),
            ("final-newline", "a\n", "a"),
            ("final-newline", "a\n", "a\n\n"),
        ];
        for (name, expected, found) in differences {
            assert!(!passes("", expected, found), "{name}");
            for lenience in Lenience::ALL {
                let list = lenience.name();
                assert_eq!(
                    passes(list, expected, found),
                    list == name,
                    "{name} with {list}"
                );
                assert_eq!(
                    passes(list, found, expected),
                    list == name,
                    "{name} with {list}"
                );
            }
            let missing = Leniences::default().missing(expected.as_bytes(), found.as_bytes());
            assert_eq!(missing.expect("one is enough").to_string(), name);
        }
        assert!(!passes("final-newline", "a\n\n\n", "a\n"));
        assert!(!passes(
            "message",
            "x Invalid Command: this",
            "x Invalid Command: that"
        ));
        assert!(!passes(
            "trailing-space,message,version,final-newline",
            "a\n",
            "b\n"
        ));
        let two = Leniences::default()
            .missing(b"a \n", b"a")
            .expect("two are enough");
        assert_eq!(two.to_string(), "trailing-space,final-newline");
        assert_eq!(Leniences::parse("message,spaces"), Err("spaces"));
    }
}

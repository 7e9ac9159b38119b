//! Learns the prompt that a program prints, which may differ from the assignment's. Output is cut into answers at prompts, so a
//! misspelt prompt must not hide everything else.

use std::collections::HashMap;

use memchr::memmem;

use super::kinds::Kinds;
use super::output::{LineKind, Piece};
use super::parts::trailing;
use super::tolerance::lines;
use crate::edition::row::OutputFormat;
use crate::game::sink::Kind;

/// Longest prompt, in bytes.
const MAX_LENGTH: usize = 120;

/// Maximum length of output to learn from, in bytes.
const MAX_LEARNED: usize = 1 << 20;

/// Minimum number of places to learn a prompt that is not the assignment's.
const MIN_PLACES: usize = 2;

/// The texts with which a program asks for a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prompts {
    /// Texts of prompts, the longest first.
    texts: Vec<Vec<u8>>,
    /// The most frequent prompt; `None` if the program prints no prompts.
    pub(super) main: Option<Vec<u8>>,
    /// True if a line feed ends every prompt.
    pub(super) is_own_line: bool,
    /// Part of the prompt that is recognized anywhere in a line.
    core: Vec<u8>,
}

impl Prompts {
    /// The prompts of the assignment.
    pub(super) fn expected(output_format: &OutputFormat) -> Self {
        let texts = output_format
            .prompts
            .iter()
            .map(|text| text.as_bytes().to_vec());
        let mut texts: Vec<Vec<u8>> = texts.collect();
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        Self {
            main: texts.first().cloned(),
            texts,
            is_own_line: false,
            core: Vec::new(),
        }
    }

    /// Learns the prompts from the outputs of a program.
    pub(super) fn learn(
        outputs: &[&[u8]],
        kinds: &mut Kinds,
        output_format: &OutputFormat,
    ) -> Self {
        let expected = Self::expected(output_format);
        let ([prompt], Some(_)) = (output_format.prompts, output_format.round) else {
            return expected;
        };
        let mut learner = Learner {
            core: core(prompt),
            kinds,
            counts: HashMap::new(),
            grids: 0,
        };
        let mut left = MAX_LEARNED;
        for output in outputs {
            let part = &output[..output.len().min(left)];
            left -= part.len();
            learner.read(part);
        }
        let mut prompts = learner.prompts(prompt.as_bytes());
        prompts.is_own_line = prompts.are_followed_by_blank_lines(outputs, learner.kinds);
        prompts
    }

    /// Returns the length of the prompt that a line begins with, and of whitespace before it.
    pub(super) fn length_at(&self, line: &[u8]) -> Option<usize> {
        let start = line
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let whole = self.texts.iter().find(|text| line.starts_with(text));
        let indented = || {
            self.texts
                .iter()
                .find(|text| line[start..].starts_with(text))
        };
        let length = whole
            .map(Vec::len)
            .or_else(|| Some(start + indented()?.len()))?;
        Some(length)
    }

    /// Returns the offset of a prompt that other text precedes on its line.
    pub(super) fn find_in(&self, line: &[u8]) -> Option<usize> {
        if self.core.is_empty() {
            return None;
        }
        let at = memmem::find(line, &self.core)?;
        self.length_at(&line[at..]).map(|_| at)
    }

    /// Reports whether nearly all prompts, before different pieces, are followed by two line feeds, where the game prints one.
    fn are_followed_by_blank_lines(&self, outputs: &[&[u8]], kinds: &mut Kinds) -> bool {
        let (mut with, mut without, mut followers) = (0, 0, Vec::new());
        for output in outputs {
            let output = &output[..output.len().min(MAX_LEARNED)];
            let mut rest = output;
            while let Some(line) = lines(rest).next() {
                rest = &rest[line.len()..];
                let text = without_end(line);
                if self.length_at(text) != Some(text.len()) || rest.is_empty() {
                    continue;
                }
                let next = lines(rest).next().unwrap_or_default();
                if !without_end(next).is_empty() || text.len() == line.len() {
                    without += 1;
                    continue;
                }
                with += 1;
                let follower = kinds.of(lines(&rest[next.len()..]).next().unwrap_or_default());
                if !followers.contains(&follower) {
                    followers.push(follower);
                }
            }
        }
        with >= MIN_PLACES && with >= 20 * without && followers.len() > 1
    }
}

/// Returns the words of a prompt.
fn core(prompt: &str) -> Vec<u8> {
    let words = prompt.trim_matches(|letter: char| !letter.is_alphanumeric());
    words.as_bytes().to_ascii_lowercase()
}

struct Learner<'kinds> {
    core: Vec<u8>,
    kinds: &'kinds mut Kinds,
    /// Number of places of each text that may be a prompt.
    counts: HashMap<Vec<u8>, usize>,
    /// Number of grids.
    grids: usize,
}

impl Learner<'_> {
    /// Counts the texts that stand where a prompt belongs: after a grid, and wherever the words of the prompt stand.
    fn read(&mut self, output: &[u8]) {
        let mut is_after_grid = false;
        for line in lines(output) {
            let text = without_end(line);
            if text.trim_ascii().is_empty() {
                continue;
            }
            let has_core = self.count_cores(text);
            let kind = self.kinds.of(&text[..text.len().min(MAX_LENGTH)]);
            if is_after_grid && !has_core {
                self.count_after_grid(text);
            }
            is_after_grid = is(kind, Kind::ColumnLine);
            self.grids += usize::from(is_after_grid);
        }
    }

    fn count_after_grid(&mut self, text: &[u8]) {
        let end = self.end_of_prompt(text);
        if end > 0 {
            *self.counts.entry(text[..end].to_vec()).or_default() += 1;
        }
    }

    /// Counts each prompt in a line by its words, whatever their case. Reports whether there are any.
    fn count_cores(&mut self, text: &[u8]) -> bool {
        let lower = text.to_ascii_lowercase();
        let mut starts: Vec<usize> = memmem::find_iter(&lower, &self.core).collect();
        starts.push(text.len());
        for pair in starts.windows(2) {
            let indent = text[..pair[0]].iter().all(u8::is_ascii_whitespace);
            let start = if indent { 0 } else { pair[0] };
            let end = self.end_of_prompt(&text[start..pair[1]]);
            if end > 0 {
                *self
                    .counts
                    .entry(text[start..start + end].to_vec())
                    .or_default() += 1;
            }
        }
        starts.len() > 1
    }

    /// Returns the length of the text before a piece of the game that follows on the same line; 0 for whitespace.
    fn end_of_prompt(&self, text: &[u8]) -> usize {
        let most = text.len().min(MAX_LENGTH);
        let mut end = most;
        for at in 0..most {
            let is_start = at == 0 || !text[at - 1].is_ascii_alphanumeric();
            if !is_start || text[at].is_ascii_whitespace() {
                continue;
            }
            if let Some(indent) = self.kinds.known_indent(&text[at..]) {
                let blanks = trailing(&text[..at]).len();
                end = at - indent.min(blanks);
                break;
            }
        }
        if text[..end].trim_ascii().is_empty() {
            0
        } else {
            end
        }
    }

    fn prompts(&self, expected: &[u8]) -> Prompts {
        let mut ranked: Vec<(&Vec<u8>, usize)> = self
            .counts
            .iter()
            .map(|(text, count)| (text, *count))
            .collect();
        ranked.sort_by_key(|(text, count)| (std::cmp::Reverse(*count), *text != expected, *text));
        let Some(&(main, most)) = ranked
            .first()
            .filter(|(text, count)| *count >= MIN_PLACES || *text == expected)
        else {
            return Prompts {
                texts: if self.grids >= MIN_PLACES {
                    Vec::new()
                } else {
                    vec![expected.to_vec()]
                },
                main: None,
                is_own_line: false,
                core: Vec::new(),
            };
        };
        // Whitespace behind only some prompts belongs to the next answer.
        let is_plain = |text: &Vec<u8>| {
            text.trim_ascii_end() == main.trim_ascii_end() && trailing(text) == trailing(expected)
        };
        let plain = ranked
            .iter()
            .find(|(text, count)| is_plain(text) && *count >= MIN_PLACES);
        let main = plain
            .filter(|(text, _)| text.len() < main.len())
            .map_or(main, |(text, _)| *text);
        let mut texts = vec![main.clone()];
        for (text, count) in ranked {
            let is_longer = text.starts_with(main.trim_ascii_end());
            if count >= MIN_PLACES && 50 * count >= most && !is_longer {
                texts.push(text.clone());
            }
        }
        texts.push(main.trim_ascii_end().to_vec());
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        Prompts {
            main: Some(main.clone()),
            texts,
            is_own_line: false,
            core: main.trim_ascii().to_vec(),
        }
    }
}

/// Returns a line without its line feed, and without a carriage return before it.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Reports whether a line is a piece of a kind.
fn is(kind: LineKind, wanted: Kind) -> bool {
    matches!(kind, LineKind::Piece(Piece { kind, .. }) if kind == wanted)
}

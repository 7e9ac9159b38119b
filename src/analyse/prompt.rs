//! Learns the prompt that a program prints, which may differ from the assignment's. Output is cut into answers at prompts, so a
//! misspelt prompt must not hide everything else.

use std::collections::{HashMap, HashSet};

use memchr::memmem;

use super::kinds::Kinds;
use super::output::LineKind;
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
            kinds,
            counts: HashMap::new(),
            grids: 0,
        };
        let mut left = MAX_LEARNED;
        for output in outputs {
            let part = &output[..output.len().min(left)];
            left -= part.len();
            learner.read(part, prompt);
        }
        let mut prompts = learner.prompts(prompt.as_bytes());
        prompts.is_own_line = prompts.are_followed_by_blank_lines(outputs, kinds);
        prompts
    }

    /// Returns the length of the prompt that a line begins with, and of whitespace before it.
    pub(super) fn length_at(&self, line: &[u8]) -> Option<usize> {
        let start = line
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        for start in [0, start] {
            if let Some(text) = self
                .texts
                .iter()
                .find(|text| line[start..].starts_with(text))
            {
                return Some(start + text.len());
            }
        }
        None
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
        let (mut with, mut without, mut followers) = (0, 0, HashSet::new());
        for output in outputs {
            let output = &output[..output.len().min(MAX_LEARNED)];
            let lines: Vec<&[u8]> = lines(output).collect();
            for three in lines.windows(3) {
                let text = without_end(three[0]);
                if self.length_at(text) != Some(text.len()) {
                    continue;
                }
                if without_end(three[1]).is_empty() {
                    with += 1;
                    followers.insert(kinds.of(three[2]));
                } else {
                    without += 1;
                }
            }
        }
        with >= MIN_PLACES && with >= 20 * without && followers.len() > 1
    }
}

struct Learner<'kinds> {
    kinds: &'kinds mut Kinds,
    /// Number of places of each text that may be a prompt.
    counts: HashMap<Vec<u8>, usize>,
    /// Number of grids.
    grids: usize,
}

impl Learner<'_> {
    /// Counts the texts that stand where a prompt belongs: after a grid, and where a line begins with the words of the prompt.
    fn read(&mut self, output: &[u8], prompt: &str) {
        let words = prompt
            .trim_matches(|letter: char| !letter.is_alphanumeric())
            .as_bytes();
        let mut is_after_grid = false;
        for line in lines(output) {
            let text = without_end(line);
            if text.trim_ascii().is_empty() {
                continue;
            }
            let start = text.trim_ascii_start().get(..words.len());
            let has_words = start.is_some_and(|start| start.eq_ignore_ascii_case(words));
            if is_after_grid || has_words {
                let end = self.end_of_prompt(text);
                if !text[..end].trim_ascii().is_empty() {
                    *self.counts.entry(text[..end].to_vec()).or_default() += 1;
                }
            }
            let kind = self.kinds.of(&text[..text.len().min(MAX_LENGTH)]);
            is_after_grid =
                matches!(kind, LineKind::Piece(piece) if piece.kind == Kind::ColumnLine);
            self.grids += usize::from(is_after_grid);
        }
    }

    /// Returns the length of the text before a piece of the game that follows on the same line.
    fn end_of_prompt(&self, text: &[u8]) -> usize {
        let most = text.len().min(MAX_LENGTH);
        for at in 0..most {
            let is_start = at == 0 || !text[at - 1].is_ascii_alphanumeric();
            if !is_start || text[at].is_ascii_whitespace() {
                continue;
            }
            if let Some(indent) = self.kinds.known_indent(&text[at..]) {
                return at - indent.min(trailing(&text[..at]).len());
            }
        }
        most
    }

    fn prompts(self, expected: &[u8]) -> Prompts {
        let mut ranked: Vec<(Vec<u8>, usize)> = self.counts.into_iter().collect();
        ranked.sort_by_key(|(text, count)| {
            (std::cmp::Reverse(*count), text != expected, text.clone())
        });
        let is_learned = |one: &&(Vec<u8>, usize)| one.1 >= MIN_PLACES || one.0 == expected;
        let Some((main, most)) = ranked.first().filter(is_learned) else {
            let is_without = self.grids >= MIN_PLACES;
            return Prompts {
                texts: if is_without {
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
        let is_plain = |(text, count): &&(Vec<u8>, usize)| {
            *count >= MIN_PLACES
                && text.trim_ascii_end() == main.trim_ascii_end()
                && trailing(text) == trailing(expected)
                && text.len() < main.len()
        };
        let main = ranked.iter().find(is_plain).map_or(main, |(text, _)| text);
        let mut texts = vec![main.clone(), main.trim_ascii_end().to_vec()];
        for (text, count) in &ranked {
            let is_longer = text.starts_with(main.trim_ascii_end());
            if *count >= MIN_PLACES && 50 * count >= *most && !is_longer {
                texts.push(text.clone());
            }
        }
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

//! Learns the prompt that a program prints, which may differ from the assignment's. Output is cut into answers at prompts, so a
//! misspelt prompt must not hide everything else.

use std::cmp::Reverse;
use std::collections::HashMap;

use memchr::memmem;

use super::kinds::Kinds;
use super::output::LineKind;
use super::text::{lines, skeleton, trailing};
use crate::edition::row::OutputFormat;
use crate::game::sink::{Kind, Stream};
use crate::run::result::Run;

/// Longest prompt, in bytes.
const MAX_LENGTH: usize = 120;

/// Maximum length of output to learn from, in bytes.
const MAX_LEARNED: usize = 1 << 20;

/// Minimum number of places to learn a prompt that differs from the assignment's in more than whitespace and case.
const MIN_PLACES: usize = 2;

/// The texts with which a program asks for a line of input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Prompts {
    /// Stream of the prompts; none if the program prints no prompts.
    pub(super) stream: Option<Stream>,
    /// Texts of prompts, the longest first.
    texts: Vec<Vec<u8>>,
    /// True if a line feed ends every prompt.
    pub(super) is_own_line: bool,
    /// Part of the prompt that is recognized anywhere in a line.
    core: Vec<u8>,
}

impl Prompts {
    /// Returns the prompts of the assignment.
    pub(super) fn expected(output_format: &OutputFormat) -> Self {
        let texts = output_format.prompts.iter();
        let mut texts: Vec<Vec<u8>> = texts.map(|text| text.as_bytes().to_vec()).collect();
        texts.sort_by_key(|text| Reverse(text.len()));
        Self {
            stream: Some(Stream::Output),
            texts,
            ..Self::default()
        }
    }

    /// Learns the prompts from the runs of a program. On standard error, only the assignment's prompt is recognized: nothing
    /// separates prompts there.
    pub(super) fn learn(runs: &[&Run], kinds: &mut Kinds, output_format: &OutputFormat) -> Self {
        let ([prompt], Some(_)) = (output_format.prompts, output_format.round) else {
            return Self::expected(output_format);
        };
        let mut counts = HashMap::new();
        let mut left = MAX_LEARNED;
        for run in runs {
            let part = &run.out[..run.out.len().min(left)];
            left -= part.len();
            count_prompts(part, prompt, kinds, &mut counts);
        }
        let mut prompts = Self::of_counts(counts, prompt.as_bytes());
        let is_frequent = |run: &&Run| memmem::find_iter(&run.err, prompt).count() >= MIN_PLACES;
        if prompts.stream.is_none() && runs.iter().any(is_frequent) {
            prompts = Self::expected(output_format);
            prompts.stream = Some(Stream::Error);
        }
        prompts.is_own_line = prompts.are_followed_by_blank_lines(runs, kinds);
        prompts
    }

    /// Selects the most frequent text, and others that are frequent and do not begin with it.
    fn of_counts(counts: HashMap<Vec<u8>, usize>, expected: &[u8]) -> Self {
        let mut ranked: Vec<(Vec<u8>, usize)> = counts.into_iter().collect();
        ranked.sort_by_key(|(text, count)| (Reverse(*count), text != expected, text.clone()));
        let Some((main, most)) = ranked
            .first()
            .filter(|(text, count)| *count >= MIN_PLACES || skeleton(text) == skeleton(expected))
        else {
            return Self::default();
        };
        let mut main = shared_start(main, &ranked);
        if main.starts_with(expected) && ranked.iter().all(|(text, _)| *text != main) {
            // What follows varies, so that it belongs to the next answer.
            main = expected.to_vec();
        }
        let mut texts = vec![main.clone(), main.trim_ascii_end().to_vec()];
        for (text, count) in &ranked {
            let is_longer = text.starts_with(main.trim_ascii_end());
            if *count >= MIN_PLACES && 50 * count >= *most && !is_longer {
                texts.push(text.clone());
            }
        }
        texts.sort_by_key(|text| Reverse(text.len()));
        Self {
            stream: Some(Stream::Output),
            texts,
            core: main.trim_ascii().to_vec(),
            ..Self::default()
        }
    }

    /// Returns the length of the prompt that a line begins with, and of whitespace before it.
    pub(super) fn length_at(&self, line: &[u8]) -> Option<usize> {
        let text = line.iter().position(|byte| !matches!(byte, b' ' | b'\t'));
        for start in [0, text.unwrap_or(line.len())] {
            let mut texts = self.texts.iter();
            if let Some(text) = texts.find(|text| line[start..].starts_with(text)) {
                return Some(start + text.len());
            }
        }
        None
    }

    /// Returns the offset of a prompt that other text precedes on its line.
    pub(super) fn find_in(&self, line: &[u8]) -> Option<usize> {
        let at = memmem::find(line, &self.core)?;
        self.length_at(&line[at..]).map(|_| at)
    }

    /// Reports whether prompts are followed by two line feeds, where the game prints one, before most kinds of
    /// pieces.
    fn are_followed_by_blank_lines(&self, runs: &[&Run], kinds: &mut Kinds) -> bool {
        let mut followers: HashMap<LineKind, [usize; 2]> = HashMap::new();
        for run in runs {
            let output = &run.out[..run.out.len().min(MAX_LEARNED)];
            let lines: Vec<&[u8]> = lines(output).collect();
            for three in lines.windows(3) {
                let text = without_end(three[0]);
                if self.length_at(text) == Some(text.len()) {
                    let has_line = without_end(three[1]).is_empty();
                    let follower = kinds.classify(three[1 + usize::from(has_line)]);
                    followers.entry(follower).or_default()[usize::from(has_line)] += 1;
                }
            }
        }
        let (mut with, mut without) = (0, 0);
        for counts in followers.values() {
            match counts {
                [0, _] => with += 1,
                [_, 0] => without += 1,
                _ => {}
            }
        }
        with > 1 && with > without
    }
}

/// Counts the texts that stand where a prompt belongs: after a grid, and where a line begins with the words of the prompt.
fn count_prompts(
    output: &[u8],
    prompt: &str,
    kinds: &mut Kinds,
    counts: &mut HashMap<Vec<u8>, usize>,
) {
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
            let mut found = &text[..end_of_prompt(text, kinds)];
            // The space may belong to the prompt or be the indent of what follows.
            if text.starts_with(prompt.as_bytes()) && found == prompt.trim_end().as_bytes() {
                found = prompt.as_bytes();
            }
            if !found.trim_ascii().is_empty() {
                *counts.entry(found.to_vec()).or_default() += 1;
            }
        }
        let kind = kinds.classify(&text[..text.len().min(MAX_LENGTH)]);
        is_after_grid = kind.is(Kind::ColumnLine);
    }
}

/// Returns the length of the text before a piece of the game that follows on the same line.
fn end_of_prompt(text: &[u8], kinds: &Kinds) -> usize {
    let most = text.len().min(MAX_LENGTH);
    for at in 0..most {
        let is_start = at == 0 || !text[at - 1].is_ascii_alphanumeric();
        if !is_start || text[at].is_ascii_whitespace() {
            continue;
        }
        if let Some(indent) = kinds.known_indent(&text[at..]) {
            return at - indent.min(trailing(&text[..at]).len());
        }
    }
    most
}

/// Returns the start of a prompt that (nearly) all prompts with the same first word share. What stands behind only some of them
/// belongs to the next answer.
fn shared_start(main: &[u8], counts: &[(Vec<u8>, usize)]) -> Vec<u8> {
    let count = |start: &[u8]| -> usize {
        let with_start = counts.iter().filter(|(text, _)| text.starts_with(start));
        with_start.map(|(_, count)| count).sum()
    };
    let space = main.iter().position(u8::is_ascii_whitespace);
    let word = space.unwrap_or(main.len()).max(1);
    let all = count(&main[..word]);
    let mut lengths = (word..=main.len()).rev();
    let length = lengths.find(|&length| 20 * count(&main[..length]) >= 19 * all);
    main[..length.unwrap_or(main.len())].to_vec()
}

/// Returns a line without its line feed, and without a carriage return before it.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

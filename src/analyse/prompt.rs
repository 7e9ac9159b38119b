//! Learns the prompts of a program, which may differ from those of the assignment. Output is split
//! into answers at prompts, so that a misspelt prompt must not hide everything else.

use std::{cmp::Reverse, collections::HashMap};

use memchr::memmem;

use super::{
    classifier::Classifier,
    text::{indent, lines, skeleton, trailing, without_end},
};
use crate::{
    edition::OutputFormat,
    game::{Kind, Stream},
    run::Run,
};

/// Maximum length of a prompt, in bytes.
const MAX_LENGTH: usize = 120;

/// Maximum length of output to learn from, in bytes.
const MAX_LEARNED: usize = 1 << 20;

/// Minimum number of places of a prompt that differs from the prompt of the assignment in more than
/// whitespace, case and the text after it.
const MIN_PLACES: usize = 2;

/// Maximum number of prompts, the most frequent ones.
const MAX_PROMPTS: usize = 16;

#[derive(Debug, Default)]
pub(super) struct Prompts {
    /// Stream of the prompts; `None` if the program prints no prompts.
    pub stream: Option<Stream>,
    texts: Vec<Vec<u8>>,
    /// True if a line feed ends every prompt.
    pub is_own_line: bool,
    /// The most frequent prompt, without whitespace around it: recognized anywhere in a line.
    core: Vec<u8>,
}

impl Prompts {
    /// Returns the prompts of the assignment.
    fn of_assignment(format: &OutputFormat) -> Self {
        let prompts = format.prompts.iter();
        Self {
            stream: Some(Stream::Output),
            texts: prompts.map(|text| text.as_bytes().to_vec()).collect(),
            ..Self::default()
        }
    }

    /// Learns the prompts from the runs of a program. Without runs, returns the prompts of the
    /// assignment. On standard error, only these are recognized, because nothing separates prompts
    /// there.
    pub fn learn(runs: &[&Run], classifier: &mut Classifier, format: &OutputFormat) -> Self {
        let ([prompt], Some(_), [_, ..]) = (format.prompts, format.round, runs) else {
            return Self::of_assignment(format);
        };
        let mut counts = HashMap::new();
        let mut remaining = MAX_LEARNED;
        for run in runs {
            let part = &run.out[..run.out.len().min(remaining)];
            remaining -= part.len();
            count_prompts(part, prompt, classifier, &mut counts);
        }
        let mut prompts = Self::of_counts(counts, prompt.as_bytes());
        let has_prompts = |run: &&Run| memmem::find_iter(&run.err, prompt).count() >= MIN_PLACES;
        if prompts.stream.is_none() && runs.iter().any(has_prompts) {
            prompts = Self::of_assignment(format);
            prompts.stream = Some(Stream::Error);
        }
        prompts.is_own_line = prompts.end_lines(runs, classifier);
        prompts
    }

    /// Selects the most frequent text, and other texts that are frequent enough and do not begin
    /// with it.
    fn of_counts(counts: HashMap<Vec<u8>, usize>, expected: &[u8]) -> Self {
        let mut ranked: Vec<_> = counts.into_iter().collect();
        ranked.sort_by_key(|(text, count)| (Reverse(*count), text != expected, text.clone()));
        let Some((first, max_count)) = ranked.first().filter(|(text, count)| {
            *count >= MIN_PLACES || skeleton(text).starts_with(&skeleton(expected))
        }) else {
            return Self::default();
        };
        let mut main = shared_start(first, &ranked);
        if main.starts_with(expected) && main != *first {
            // The text after the expected prompt varies, so that it belongs to the next answer.
            main = expected.to_vec();
        }
        let mut texts = vec![main.clone(), main.trim_ascii_end().to_vec()];
        for (text, count) in ranked.iter().take(MAX_PROMPTS) {
            let is_longer = text.starts_with(main.trim_ascii_end());
            if *count >= MIN_PLACES && 50 * count >= *max_count && !is_longer {
                texts.push(text.clone());
            }
        }
        Self {
            stream: Some(Stream::Output),
            texts,
            core: main.trim_ascii().to_vec(),
            ..Self::default()
        }
    }

    /// Returns the length of the longest prompt that begins a line, with the blanks before it.
    pub fn length_at(&self, line: &[u8]) -> Option<usize> {
        let blanks = line.iter().take_while(|byte| b" \t".contains(byte));
        [0, blanks.count()].into_iter().find_map(|start| {
            let texts = self.texts.iter();
            let matching = texts.filter(|text| line[start..].starts_with(text));
            matching.map(|text| start + text.len()).max()
        })
    }

    /// Returns the offset of a prompt in a line, which may have other text before the prompt.
    pub fn find_in(&self, line: &[u8]) -> Option<usize> {
        let at = memmem::find(line, &self.core)?;
        self.length_at(&line[at..]).map(|_| at)
    }

    /// Reports whether a line feed belongs to the prompt. In the game, the line feed before a piece
    /// ends the line of the prompt. If a blank line follows that line before most kinds of pieces,
    /// the program prints a line feed of its own.
    fn end_lines(&self, runs: &[&Run], classifier: &mut Classifier) -> bool {
        let mut followers: HashMap<_, [usize; 2]> = HashMap::new();
        for run in runs {
            let output = &run.out[..run.out.len().min(MAX_LEARNED)];
            let lines: Vec<_> = lines(output).collect();
            for window in lines.windows(3) {
                let text = without_end(window[0]);
                if self.length_at(text) == Some(text.len()) {
                    let blanks = usize::from(without_end(window[1]).is_empty());
                    let follower = classifier.classify(window[1 + blanks]);
                    followers.entry(follower).or_default()[blanks] += 1;
                }
            }
        }
        let (mut with, mut without) = (0, 0);
        for counts in followers.values() {
            with += usize::from(counts[0] == 0);
            without += usize::from(counts[1] == 0);
        }
        with > 1 && with > without
    }
}

/// Counts the texts in the places of prompts: after a grid, and at the start of a line that begins
/// with the words of the prompt.
fn count_prompts(
    output: &[u8],
    prompt: &str,
    classifier: &mut Classifier,
    counts: &mut HashMap<Vec<u8>, usize>,
) {
    let words = prompt
        .trim_matches(|letter: char| !letter.is_alphanumeric())
        .as_bytes();
    let prompt = prompt.as_bytes();
    let mut is_after_grid = false;
    for line in lines(output) {
        let text = without_end(line);
        if text.trim_ascii().is_empty() {
            continue;
        }
        let start = text.trim_ascii_start().get(..words.len());
        let has_words = start.is_some_and(|start| start.eq_ignore_ascii_case(words));
        if is_after_grid || has_words {
            let mut candidate = &text[..end_of_prompt(text, classifier)];
            // The space may belong to the prompt, or be the indent of the text after it.
            if text.starts_with(prompt) && candidate == prompt.trim_ascii_end() {
                candidate = prompt;
            }
            if !candidate.trim_ascii().is_empty() {
                *counts.entry(candidate.to_vec()).or_default() += 1;
            }
        }
        let kind = classifier.classify(&text[..text.len().min(MAX_LENGTH)]);
        is_after_grid = kind.is(Kind::ColumnLine);
    }
}

/// Returns the length of the text before a piece of the game on the same line, or else the length
/// of the line, up to the maximum.
fn end_of_prompt(text: &[u8], classifier: &Classifier) -> usize {
    let end = text.len().min(MAX_LENGTH);
    for at in 0..end {
        let (before, rest) = text.split_at(at);
        let is_in_word = before.last().is_some_and(u8::is_ascii_alphanumeric);
        if is_in_word || rest[0].is_ascii_whitespace() {
            continue;
        }
        if let Some(indent) = classifier.known_indent(rest) {
            return at - indent.min(trailing(before).len());
        }
    }
    end
}

/// Returns the longest start of a prompt that at least 19 in 20 prompts with the same first word
/// share. Text after only some of them belongs to the next answer.
fn shared_start(prompt: &[u8], counts: &[(Vec<u8>, usize)]) -> Vec<u8> {
    let count = |start: &[u8]| -> usize {
        counts
            .iter()
            .filter(|(text, _)| text.starts_with(start))
            .map(|(_, count)| count)
            .sum()
    };
    let start = indent(prompt).len();
    let space = prompt[start..].iter().position(u8::is_ascii_whitespace);
    let word_end = space.map_or(prompt.len(), |length| start + length);
    let all = count(&prompt[..word_end]);
    let mut lengths = (word_end..=prompt.len()).rev();
    let length = lengths.find(|&length| 20 * count(&prompt[..length]) >= 19 * all);
    prompt[..length.unwrap_or(prompt.len())].to_vec()
}

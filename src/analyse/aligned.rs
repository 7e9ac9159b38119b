//! Aligns the outputs of a program with the scripts: first the answers, then their lines.

use std::collections::HashMap;

use super::{
    output::{LineKind, OutputLines, input_lines},
    pairing::{self, AnswerPair, ItemPair},
    program::{OutputReader, ProgramOutput},
    subject::{Subject, WordReading},
    text,
    tolerance::Tolerances,
};
use crate::{
    edition::{Edition, OutputFormat},
    field::SeedFile,
    game::{Kind, Stream},
    report::Moment,
    run::End,
    sample::draw::draw,
};

/// A case with the program's output aligned with the script.
#[derive(Debug)]
pub(super) struct Aligned {
    pub subject: Subject,
    pub program: ProgramOutput,
    pub answers: Vec<AnswerPair>,
    /// Aligned lines of each pair of answers.
    pub lines: Vec<Vec<ItemPair>>,
    /// Index of the last pair with answers of both: the answer in which the program stops.
    pub last: usize,
    /// True if the last answer may be incomplete, so that missing text there is no evidence.
    pub is_cut: bool,
    /// True if the program stops where the game does.
    pub is_over: bool,
}

/// Maximum number of cases to analyse.
const MAX_CASES: usize = 400;

/// Maximum memory for the cases, in bytes.
const MAX_MEMORY: usize = 128 << 20;

/// Maximum number of stack traces of a case.
const MAX_TRACES: usize = 8;

/// Number of random games whose lines are recognized in any case.
const RANDOM_GAMES: u64 = 40;

/// Aligns the cases of a check, up to the limits of number and memory. If the program reads words in
/// place of lines, rewrites the inputs accordingly and aligns the cases again. The evidence is the
/// number of answers: at least two more cases must agree with a program that reads words than
/// disagree. A case that agrees counts twice if its whole output does, or if its number of answers is
/// far from that of a program that reads lines.
pub(super) fn align_as_read(subjects: Vec<Subject>, edition: &'static Edition) -> Vec<Aligned> {
    let random = random_games(edition);
    let cases = align(within_limits(subjects), &random, edition);
    let mut best = (1, None);
    for reading in WordReading::ALL {
        let mut evidence = 0;
        // A crash may come before the difference.
        for case in cases.iter().filter(|it| it.program.traces.is_empty()) {
            if let Some(by_words) = case.subject.by_words(reading, edition)
                && by_words.reads_words == Some(true)
            {
                let (script, output) = (&by_words.script, &case.program.output);
                let agrees = script.answers.len() == output.answers.len();
                let by_lines = case.subject.script.answers.len();
                let is_clear = script.answers.len().abs_diff(by_lines) > 2;
                evidence += if agrees { 1 } else { -1 };
                evidence += i32::from(agrees && is_clear || script.bytes == output.bytes);
            }
        }
        if evidence > best.0 {
            best = (evidence, Some(reading));
        }
    }
    let Some(reading) = best.1 else {
        return cases;
    };
    let subjects = cases.into_iter().map(|case| case.subject);
    let by_words = subjects.map(|it| it.by_words(reading, edition).unwrap_or(it));
    align(within_limits(by_words), &random, edition)
}

/// Returns the first cases, up to the limits of number and memory.
fn within_limits(subjects: impl IntoIterator<Item = Subject>) -> Vec<Subject> {
    let mut size = 0;
    let is_within = |subject: &Subject| {
        size += subject.size();
        size < MAX_MEMORY
    };
    subjects
        .into_iter()
        .take(MAX_CASES)
        .take_while(is_within)
        .collect()
}

/// Plays random games. A program may print any line of the game, also one that no case expects.
fn random_games(edition: &Edition) -> Vec<OutputLines> {
    let games = (0..RANDOM_GAMES).map(|number| draw(edition, 1, number));
    let scripts = games.map(|game| {
        let seed = SeedFile::in_memory("seed.txt", game.seed().into_bytes());
        let input = game.input().into_bytes();
        let transcript = edition.play(seed, &input, usize::MAX);
        OutputLines::of_transcript(&transcript, &input, &edition.format)
    });
    scripts.collect()
}

/// Aligns the outputs of a program with the scripts. Leaves out cases without runs. `others` are
/// outputs of further games, whose lines the program may print, too.
pub(super) fn align(
    subjects: Vec<Subject>,
    others: &[OutputLines],
    edition: &'static Edition,
) -> Vec<Aligned> {
    let format = &edition.format;
    let scripts = subjects.iter().map(|subject| &subject.script);
    let runs = subjects.iter().filter_map(|it| it.played.runs.first());
    let runs: Vec<_> = runs.collect();
    let mut reader = OutputReader::learn(scripts.chain(others), &runs, format);
    let mut cases = Vec::new();
    for subject in subjects {
        cases.extend(Aligned::new(subject, &mut reader));
    }
    mark_own_text(&mut cases);
    cases.iter_mut().for_each(Aligned::align_lines);
    cases
}

/// Minimum number of places with a text for the text to be the program's own.
const MIN_OWN: usize = 2;

/// Marks text that the program prints mostly where no message is due: it replaces no message.
fn mark_own_text(cases: &mut [Aligned]) {
    let other_lines: Vec<_> = cases.iter().map(Aligned::other_lines).collect();
    let mut counts: HashMap<_, [usize; 2]> = HashMap::new();
    for (_, label, has_message) in other_lines.iter().flatten() {
        counts.entry(label).or_default()[usize::from(*has_message)] += 1;
    }
    for (case, lines) in cases.iter_mut().zip(&other_lines) {
        for (line, label, _) in lines {
            let [without, with] = counts[label];
            if without >= MIN_OWN && without > with {
                case.program.output.lines[*line].kind = LineKind::Own;
            }
        }
    }
}

impl Aligned {
    /// Aligns the answers of a case, but not yet their lines. Returns `None` if there was no run.
    fn new(subject: Subject, reader: &mut OutputReader) -> Option<Self> {
        let mut program = reader.read(&subject.played.runs, &subject.script)?;
        // Each stack trace may become a finding. The last one shows how the program ends.
        let count = program.traces.len();
        if count > MAX_TRACES {
            program.traces.drain(MAX_TRACES - 1..count - 1);
        }
        let answers = pairing::answers(&subject.script, &program.output);
        let is_answered = |pair: &AnswerPair| !pair.found.is_empty() && !pair.expected.is_empty();
        Some(Self {
            lines: Vec::new(),
            last: answers.iter().rposition(is_answered).unwrap_or(0),
            is_cut: false,
            is_over: false,
            answers,
            program,
            subject,
        })
    }

    /// Returns the lines that the game does not print, each with its label, and with whether the
    /// answer of the game has a message that the line may replace.
    fn other_lines(&self) -> Vec<(usize, Vec<u8>, bool)> {
        let script = &self.subject.script;
        let output = &self.program.output;
        let mut inputs = input_lines(&self.subject.played.input);
        // The first answer precedes the first line of input.
        inputs.insert(0, b"");
        let mut others = Vec::new();
        for pair in self.answers.iter().filter(|pair| !pair.expected.is_empty()) {
            let input = inputs.get(pair.expected.end - 1).copied();
            let mut expected = script.lines_of(&pair.expected);
            let has_message = expected.any(|line| script[line].is_message());
            for line in output.lines_of(&pair.found) {
                if output[line].kind == LineKind::Other {
                    let label = text::label(output.text(line), input.unwrap_or_default());
                    others.push((line, label, has_message));
                }
            }
        }
        others
    }

    fn align_lines(&mut self) {
        let script = &self.subject.script;
        let output = &self.program.output;
        for pair in &self.answers {
            let expected = script.lines_of(&pair.expected);
            let found = output.lines_of(&pair.found);
            let lines = pairing::lines(script, expected, output, found);
            self.lines.push(lines);
        }
        let mut pairs = self.lines[self.last].iter().rev();
        let is_text = |line: usize| !script[line].is_blank();
        let last_text = pairs.find(|pair| pair.0.is_some_and(is_text));
        // A program may print another prompt before the last text of a game.
        self.is_over = self.last + 1 == self.answers.len()
            && (self.answers[self.last].found.len() <= 1
                || last_text.is_some_and(|pair| pair.1.is_some()));
        self.is_cut = !self.is_over
            || self.program.ends_with_trace()
            || self.subject.played.runs.is_cut
            || !matches!(self.program.end, End::Exited(_));
    }

    /// Returns the expected and the found text of a pair of lines, empty without a line.
    pub fn texts(&self, (expected, found): ItemPair) -> [&[u8]; 2] {
        let expected = expected.map(|line| self.subject.script.text(line));
        let found = found.map(|line| self.program.output.text(line));
        [expected, found].map(Option::unwrap_or_default)
    }

    /// Returns the same texts, with their line ends. Those of lines on different streams begin with
    /// the names of the streams.
    pub fn texts_by_stream(&self, (expected, found): ItemPair) -> [Vec<u8>; 2] {
        let lines = [
            expected.map(|line| self.subject.script.on_stream(line)),
            found.map(|line| self.program.output.on_stream(line)),
        ];
        let is_moved = self.program.has_streams
            && matches!(lines, [Some(expected), Some(found)] if expected.0 != found.0);
        lines.map(|line| match line.unwrap_or_default() {
            (stream, text) if is_moved => [b"[", stream.as_bytes(), b"] ", text].concat(),
            (_, text) => text.to_vec(),
        })
    }

    /// Returns the moment at a line of the script, in an answer.
    pub fn moment(&self, line: usize, answer: usize, input: &[u8]) -> Moment {
        Moment::new(self.round_before(line), answer, input)
    }

    /// Returns the line of the script at the first difference, on one stream or on both. Returns
    /// `None` if the difference is an extra error whose place the combined output does not show.
    pub fn first_difference(
        &self,
        stream: Option<Stream>,
        tolerances: &Tolerances,
        format: &OutputFormat,
    ) -> Option<usize> {
        let script = &self.subject.script;
        let program = &self.program;
        let output = &program.output;
        for (pair, lines) in self.answers.iter().zip(&self.lines) {
            let answer = script.lines_of(&pair.expected);
            for (index, &(expected, found)) in lines.iter().enumerate() {
                let streams = [
                    expected.map(|line| script[line].stream),
                    found.map(|line| output[line].stream),
                ];
                if let (Some(line), Some(other)) = (expected, found)
                    && (streams[0] == streams[1] || !program.has_streams)
                {
                    let [line, other] = [script.whole(line), output.whole(other)];
                    if tolerances.passes_line(format, line, other) {
                        continue;
                    }
                }
                if stream.is_some() && !streams.contains(&stream) {
                    continue;
                }
                let has_place = program.has_order || script.answers.len() == 1;
                if !has_place && streams == [None, Some(Stream::Error)] {
                    return None;
                }
                // Extra text precedes the next line of the script.
                let next = lines[index..].iter().find_map(|(line, _)| *line);
                return next.or(Some(answer.end));
            }
            let mut traces = program.traces.iter();
            if stream != Some(Stream::Output) && traces.any(|(index, _)| pair.found.contains(index))
            {
                return Some(answer.start);
            }
        }
        Some(script.lines.len())
    }

    /// Returns the number of rounds in the last round line of the script up to a line.
    fn round_before(&self, line: usize) -> Option<u64> {
        let script = &self.subject.script;
        let mut lines = script.lines.iter().take(line + 1);
        let round = lines.rposition(|line| line.is(Kind::RoundLine))?;
        let numbers = text::numbers(script.text(round));
        u64::try_from(*numbers.first()?).ok()
    }
}

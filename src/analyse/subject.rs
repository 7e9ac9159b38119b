//! A case to analyse: the game, the program's output, and their alignment.

use std::collections::HashMap;
use std::ffi::OsString;

use super::align::{self, AnswerPair, ItemPair};
use super::kinds::Kinds;
use super::output::{LineKind, OutputLines};
use super::program::ProgramOutput;
use super::prompt::Prompts;
use super::reference;
use super::runs::Runs;
use super::situation::{self, Situation};
use super::text;
use crate::cases::case::Expected;
use crate::cases::load::LoadedCase;
use crate::edition::row::{Edition, OutputFormat};
use crate::edition::setup::Setup;
use crate::edition::start_error::StartError;
use crate::field::lines::{self, Line};
use crate::field::seed_error::{SeedError, SeedToken};
use crate::field::seed_file::SeedFile;
use crate::field::text::Tokens;
use crate::game::sink::Kind;
use crate::game::transcript::Transcript;
use crate::run::result::End;

/// Longest seed, input or expected output for which the game is played, in bytes.
const LONGEST: usize = 1 << 20;

/// A case and its runs.
#[derive(Clone, Debug)]
pub(crate) struct CaseRuns {
    pub(crate) number: usize,
    pub(crate) has_passed: bool,
    /// Path of the seed file, as the case names it.
    pub(crate) seed_name: OsString,
    pub(crate) seed: Vec<u8>,
    pub(crate) input: Vec<u8>,
    /// Empty if the program printed exactly the expected output.
    pub(crate) runs: Runs,
}

impl CaseRuns {
    /// Takes the files of a failed case, unless they are too long to play the game.
    pub(crate) fn new(case: &LoadedCase, runs: Runs) -> Self {
        let longest = case.seed.len().max(case.input.len());
        let is_long = longest.max(case.expected.longest()) > LONGEST;
        let (seed, input) = if is_long {
            Default::default()
        } else {
            (case.seed.clone(), case.input.clone())
        };
        Self {
            number: 0,
            has_passed: false,
            seed_name: case.case.seed.clone().into_os_string(),
            seed,
            input,
            runs,
        }
    }
}

/// A case to analyse.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(super) case: CaseRuns,
    /// False if the case expects the output of another game.
    pub(super) is_of_game: bool,
    /// Fault or feature of the seed, in words.
    pub(super) seed_feature: &'static str,
    pub(super) script: OutputLines,
    /// Exit status of the game.
    pub(super) status: Option<i32>,
    pub(super) expects_status: bool,
}

impl Subject {
    /// Returns `None` if the case expects anything else than the output of the built-in game.
    pub(crate) fn of_game(
        case: CaseRuns,
        expected: &Expected,
        edition: &'static Edition,
    ) -> Option<Self> {
        let subject = Self::new(case, expected, edition);
        let has_status = expected.status.is_none() || expected.status == subject.status;
        (subject.is_of_game && has_status).then_some(subject)
    }

    /// Returns the subject as the case with this number.
    pub(crate) fn with_number(mut self, number: usize) -> Self {
        self.case.number = number;
        self
    }

    /// Plays the game. If the case expects another one, the prompts of the expected output separate its answers.
    pub(super) fn new(mut case: CaseRuns, expected: &Expected, edition: &'static Edition) -> Self {
        if case.has_passed && case.runs.first().is_none() {
            case.runs = Runs::as_expected(expected);
        }
        let output_format = &edition.output_format;
        let seed = SeedFile::in_memory(&case.seed_name, case.seed.clone());
        let transcript = reference::script(edition, seed, &case.input, expected);
        let script = match &transcript {
            Some(transcript) => OutputLines::of_transcript(transcript, &case.input, output_format),
            None => by_prompts(expected, output_format).unwrap_or_default(),
        };
        let status = transcript.as_ref().and_then(Transcript::status);
        Self {
            is_of_game: transcript.is_some(),
            seed_feature: seed_feature(edition, &case.seed),
            script,
            status: status.map(i32::from),
            expects_status: expected.status.is_some(),
            case,
        }
    }

    /// Returns an estimate of the memory that the analysis of the case takes, in bytes.
    pub(super) fn size(&self) -> usize {
        let runs = [&self.case.runs.separate, &self.case.runs.merged]
            .into_iter()
            .flatten();
        let printed: usize = runs.map(|run| run.out.len() + run.err.len()).sum();
        4 * (printed + self.script.bytes.len()) + self.case.seed.len() + self.case.input.len()
    }
}

/// Separates an expected output into answers by the prompts of the assignment. Returns `None` if the case expects no output.
fn by_prompts(expected: &Expected, output_format: &'static OutputFormat) -> Option<OutputLines> {
    let mut runs = Runs::as_expected(expected);
    runs.outputs().for_each(|text| text.truncate(LONGEST));
    let mut kinds = Kinds::new([], output_format);
    let prompts = Prompts::expected(output_format);
    let program = ProgramOutput::parse(&runs, &OutputLines::default(), &prompts, &mut kinds)?;
    Some(program.output)
}

/// Returns the fault of a seed, or a feature that programs handle in different ways, in words; empty for a plain seed.
fn seed_feature(edition: &Edition, seed: &[u8]) -> &'static str {
    let file = SeedFile::in_memory("seed.txt", seed.to_vec());
    match edition.start(&Setup::of_file(file)) {
        Ok(_) => accepted_seed_feature(seed),
        Err(StartError::SeedMalformed(error)) => match error {
            SeedError::Size => "a size that is not allowed",
            SeedError::Missing { .. } => "a missing number",
            SeedError::NotAnInteger { .. } | SeedError::TooLong { .. } => {
                "a word that is no integer"
            }
            SeedError::OutOfRange {
                place: SeedToken::Mines,
                ..
            } => "a number of mines that is not allowed",
            SeedError::OutOfRange { .. } => "a mine outside the grid",
            _ => "a file that cannot be read",
        },
        Err(StartError::SizeInFall2019) => "a size that is not allowed",
        Err(_) => "a fault",
    }
}

fn accepted_seed_feature(seed: &[u8]) -> &'static str {
    let tokens: Vec<&[u8]> = Tokens::new(seed).collect();
    let count = tokens
        .get(2)
        .and_then(|count| str::from_utf8(count).ok()?.parse::<usize>().ok());
    let end = count.map_or(tokens.len(), |count| 3 + 2 * count);
    let mut mines: Vec<&[&[u8]]> = tokens.get(3..end).unwrap_or_default().chunks(2).collect();
    let mine_count = mines.len();
    mines.sort_unstable();
    mines.dedup();
    if mines.len() < mine_count {
        "two mines on one square"
    } else if tokens.len() > end {
        "text after the last mine"
    } else if !seed.ends_with(b"\n") {
        "no line feed at its end"
    } else {
        ""
    }
}

/// A case with its output aligned with the game's.
#[derive(Debug)]
pub(super) struct Aligned {
    pub(super) subject: Subject,
    pub(super) program: ProgramOutput,
    pub(super) answers: Vec<AnswerPair>,
    /// Lines of each pair of answers.
    pub(super) lines: Vec<Vec<ItemPair>>,
    /// Situations of each answer of the game.
    pub(super) situations: Vec<Vec<Situation>>,
    /// Index of the pair of answers in which the program stops.
    pub(super) last: usize,
    /// True if the program stops in the middle of its last answer, so that missing text there is no evidence.
    pub(super) is_cut: bool,
    /// True if the program stops where the game does.
    pub(super) is_over: bool,
    /// True if the program prints anything of the game besides errors.
    pub(super) has_game: bool,
}

/// Aligns the outputs of a program with the game's, apart from cases without runs. `others` are further texts of the game.
pub(super) fn align(
    subjects: Vec<Subject>,
    others: &[OutputLines],
    edition: &'static Edition,
) -> Vec<Aligned> {
    let output_format = &edition.output_format;
    let scripts = subjects.iter().map(|subject| &subject.script);
    let mut kinds = Kinds::new(scripts.chain(others), output_format);
    let runs = subjects
        .iter()
        .filter_map(|subject| subject.case.runs.first());
    let outputs: Vec<&[u8]> = runs.map(|run| &run.out[..]).collect();
    let prompts = Prompts::learn(&outputs, &mut kinds, output_format);
    let mut paired: Vec<Paired> = subjects
        .into_iter()
        .filter_map(|subject| Paired::new(subject, &prompts, &mut kinds))
        .collect();
    mark_own_text(&mut paired);
    let aligned = paired.into_iter();
    aligned.map(|one| Aligned::new(one, edition)).collect()
}

/// A case whose answers are aligned, but not their lines.
#[derive(Debug)]
struct Paired {
    subject: Subject,
    program: ProgramOutput,
    answers: Vec<AnswerPair>,
}

impl Paired {
    fn new(subject: Subject, prompts: &Prompts, kinds: &mut Kinds) -> Option<Self> {
        let program = ProgramOutput::parse(&subject.case.runs, &subject.script, prompts, kinds)?;
        let answers = align::answers(&subject.script, &program.output);
        Some(Self {
            subject,
            program,
            answers,
        })
    }

    /// Returns the lines that the game does not print, with their labels, and whether the game prints a message in their place.
    fn other_lines(&self) -> Vec<(usize, Vec<u8>, bool)> {
        let (script, found) = (&self.subject.script, &self.program.output);
        let inputs = input_lines(&self.subject.case.input);
        let mut others = Vec::new();
        for pair in self.answers.iter().filter(|pair| !pair.script.is_empty()) {
            let index = pair.script.end.checked_sub(2);
            let input = index.and_then(|index| inputs.get(index).copied());
            let mut expected = script.lines_of(pair.script.clone());
            let has_message = expected.any(|line| script.lines[line].is_message());
            for line in found.lines_of(pair.found.clone()) {
                if found.lines[line].kind == LineKind::Other {
                    let label = text::label(found.text(line), input.unwrap_or_default());
                    others.push((line, label, has_message));
                }
            }
        }
        others
    }
}

/// Minimum number of places of the program's own text.
const MIN_OWN: usize = 2;

/// Marks the text that the program prints mostly where the game prints no message. Such text replaces no message.
fn mark_own_text(paired: &mut [Paired]) {
    let others: Vec<_> = paired.iter().map(Paired::other_lines).collect();
    let mut counts: HashMap<&[u8], [usize; 2]> = HashMap::new();
    for (_, label, has_message) in others.iter().flatten() {
        counts.entry(label).or_default()[usize::from(*has_message)] += 1;
    }
    for (one, others) in paired.iter_mut().zip(&others) {
        for (line, label, _) in others {
            let [without, with] = counts[&label[..]];
            if without >= MIN_OWN && without > with {
                one.program.output.lines[*line].kind = LineKind::Own;
            }
        }
    }
}

/// Returns the lines of input. Those that are too long are empty.
pub(super) fn input_lines(input: &[u8]) -> Vec<&[u8]> {
    let lines = lines::split(input).map(|line| match line {
        Line::Text(text) => text,
        Line::TooLong | Line::End => b"",
    });
    lines.collect()
}

impl Aligned {
    fn new(paired: Paired, edition: &'static Edition) -> Self {
        let Paired {
            subject,
            program,
            answers,
        } = paired;
        let mut lines: Vec<Vec<ItemPair>> = Vec::new();
        for pair in &answers {
            let expected = subject.script.lines_of(pair.script.clone());
            let found = program.output.lines_of(pair.found.clone());
            lines.push(align::lines(
                &subject.script,
                expected,
                &program.output,
                found,
            ));
        }
        let last = answers
            .iter()
            .rposition(|pair| !pair.found.is_empty() && !pair.script.is_empty())
            .unwrap_or(0);
        let has_trace = program
            .traces
            .iter()
            .any(|(answer, _)| answer + 1 == program.output.answers.len());
        // A game that is over may print another prompt before its last words.
        let last_text = lines.get(last).and_then(|pairs: &Vec<ItemPair>| {
            pairs.iter().rfind(|pair| {
                pair.0
                    .is_some_and(|line| !subject.script.lines[line].is_blank())
            })
        });
        let has_last_words = last_text.is_some_and(|pair| pair.1.is_some());
        let has_one_answer = answers.get(last).is_none_or(|pair| pair.found.len() <= 1);
        let is_over = last + 1 == answers.len() && (has_one_answer || has_last_words);
        Self {
            situations: situation::of_answers(
                &subject.script,
                &subject.case.input,
                subject.seed_feature,
                &edition.output_format,
            ),
            is_cut: has_trace
                || !is_over
                || subject.case.runs.is_cut
                || !matches!(program.end, End::Exited(_)),
            is_over,
            has_game: program.output.has_game(),
            lines,
            last,
            answers,
            program,
            subject,
        }
    }

    /// Returns the pair of answers to which an answer of the game belongs.
    pub(super) fn pair_of(&self, answer: usize) -> usize {
        self.answers
            .partition_point(|pair| pair.script.end <= answer)
            .min(self.answers.len() - 1)
    }

    /// Returns the number of rounds that the game shows last, up to a line.
    pub(super) fn round_before(&self, line: usize) -> Option<u64> {
        let script = &self.subject.script;
        let lines = 0..script.lines.len().min(line + 1);
        let round = lines
            .rev()
            .find(|&line| script.lines[line].is(Kind::RoundLine))?;
        let number = text::numbers(script.text(round)).first().copied()?;
        u64::try_from(number).ok()
    }
}

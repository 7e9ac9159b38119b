//! A case to analyse: the game, and the program's output.

use std::ffi::OsString;

use super::kinds::Kinds;
use super::output::{OutputLines, input_lines};
use super::program::ProgramOutput;
use super::prompt::Prompts;
use super::reference;
use super::runs::Runs;
use crate::cases::case::Expected;
use crate::cases::load::LoadedCase;
use crate::edition::row::{Edition, OutputFormat};
use crate::edition::seed_feature;
use crate::edition::uga::{self, command};
use crate::field::seed_file::SeedFile;
use crate::field::text::Tokens;
use crate::game::transcript::Transcript;

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
    pub(crate) case: CaseRuns,
    /// False if the case expects the output of another game.
    pub(super) is_of_game: bool,
    /// Fault or feature of the seed, in words.
    pub(super) seed_feature: &'static str,
    pub(super) script: OutputLines,
    /// Exit status of the game.
    pub(super) status: Option<i32>,
    pub(super) expects_status: bool,
    /// True if the input has a line for each command that the program reads, which takes words from several lines or leaves some.
    pub(super) reads_words: bool,
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
            seed_feature: seed_feature::of(edition, &case.seed),
            script,
            status: status.map(i32::from),
            expects_status: expected.status.is_some(),
            reads_words: false,
            case,
        }
    }

    /// Returns the case of a program that reads words in place of lines. `None` if that changes nothing.
    pub(super) fn by_words(&self, edition: &'static Edition) -> Option<Self> {
        uga::rules(edition).filter(|_| self.is_of_game)?;
        let commands = commands_of_words(&self.case.input);
        let lines = input_lines(&self.case.input).into_iter();
        let lines: Vec<Vec<&[u8]>> = lines.map(|line| Tokens::new(line).collect()).collect();
        if commands == lines {
            return None;
        }
        let commands: Vec<Vec<u8>> = commands.iter().map(|words| words.join(&b' ')).collect();
        let case = CaseRuns {
            input: commands.join(&b'\n'),
            ..self.case.clone()
        };
        let subject = Self::new(case, &Expected::default(), edition);
        subject.is_of_game.then_some(Self {
            expects_status: self.expects_status,
            reads_words: true,
            ..subject
        })
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

/// Splits an input into the words of each command, as a program does that reads words in place of lines.
fn commands_of_words(input: &[u8]) -> Vec<Vec<&[u8]>> {
    let mut words = Tokens::new(input);
    let mut commands = Vec::new();
    while let Some(word) = words.next() {
        let has_square = matches!(command::verb(word), Some(command::Verb::OnSquare(_)));
        let square = words.by_ref().take(2 * usize::from(has_square));
        commands.push([word].into_iter().chain(square).collect());
    }
    commands
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

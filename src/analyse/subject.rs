//! A case to analyse: the game, and the program's output.

use std::ffi::OsString;
use std::iter;

use super::kinds::Kinds;
use super::output::OutputLines;
use super::program::ProgramOutput;
use super::prompt::Prompts;
use super::reference;
use super::runs::Runs;
use crate::cases::case::Expected;
use crate::cases::load::LoadedCase;
use crate::edition::row::{Edition, OutputFormat};
use crate::edition::setup::Setup;
use crate::edition::start_error::StartError;
use crate::field::seed_error::{SeedError, SeedToken};
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
    let words = seed
        .split(|&byte| byte == b'\n')
        .map(|line| Tokens::new(line).count());
    let usual = [2, 1].into_iter().chain(iter::repeat(2));
    let mut mines: Vec<&[&[u8]]> = tokens.get(3..end).unwrap_or_default().chunks(2).collect();
    let mine_count = mines.len();
    mines.sort_unstable();
    mines.dedup();
    let mut lines = words.zip(usual).take(1 + mine_count);
    if lines.any(|(words, usual)| words != usual) {
        "numbers on unusual lines"
    } else if mines.len() < mine_count {
        "two mines on one square"
    } else if tokens.len() > end {
        "text after the last mine"
    } else if !seed.ends_with(b"\n") {
        "no line feed at its end"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_have_these_features() {
        for (seed, feature) in [
            ("5 5\n2\n0 0\n1 1\n", ""),
            ("5 5 2 0 0 1 1\n", "numbers on unusual lines"),
            ("5 5\n2 0 0\n1 1\n", "numbers on unusual lines"),
            ("5 5\n\n2\n0 0\n1 1\n", "numbers on unusual lines"),
            ("5 5\n2\n0 0\n0 0\n", "two mines on one square"),
            ("5 5\n2\n0 0\n1 1 2\n", "text after the last mine"),
            ("5 5\n2\n0 0\n1 1", "no line feed at its end"),
        ] {
            assert_eq!(accepted_seed_feature(seed.as_bytes()), feature, "{seed}");
        }
    }
}

//! A case to analyse: the runs of the program, and the script, which is the output of the built-in
//! game.

use std::{ffi::OsString, path::Path};

use super::{
    output::{OutputLines, input_lines},
    program::OutputReader,
    runs::{MAX_PLAYED, Runs},
    text::lines,
    tolerance::{Tolerance, Tolerances},
};
use crate::{
    cases::{Case, Expected, LoadedCase},
    edition::{Edition, OutputFormat, uga, uga::command},
    field::{SeedFile, Tokens, tokens},
    game::{Stream, Transcript},
};

/// The files of a case, and the runs of the program.
#[derive(Clone, Debug)]
pub struct CaseRuns {
    /// Index of the case in the check.
    pub number: usize,
    pub has_passed: bool,
    /// Path of the seed file, as the case names it.
    pub seed_name: OsString,
    pub seed: Vec<u8>,
    pub input: Vec<u8>,
    /// Empty if the program printed exactly the expected output.
    pub runs: Runs,
}

impl CaseRuns {
    /// Copies the seed and the input of a case, unless they are too long to play the game.
    pub fn new(number: usize, case: &LoadedCase, runs: Runs, has_passed: bool) -> Self {
        let longest = case.seed.len().max(case.input.len());
        let is_long = longest.max(case.expected.longest()) > MAX_PLAYED;
        let copy = |bytes: &Vec<u8>| if is_long { Vec::new() } else { bytes.clone() };
        Self {
            number,
            has_passed,
            seed_name: case.case.seed_path.clone().into_os_string(),
            seed: copy(&case.seed),
            input: copy(&case.input),
            runs,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Subject {
    pub played: CaseRuns,
    /// False if the case expects the output of another game.
    is_of_game: bool,
    /// Output of the game; the expected output if that is of another game.
    pub(super) script: OutputLines,
    /// Exit status of the game, if the case and the assignment specify an exit status.
    pub(super) status: Option<u8>,
    /// `None` unless the input has been rewritten for a program that reads words. True if the game
    /// has another number of answers, and the input another number of commands than nonblank lines.
    /// Only that is evidence, unless a program that reads lines and skips blank lines and surplus
    /// words plays the same game.
    pub reads_words: Option<bool>,
}

impl Subject {
    /// Creates the subject of a case. Returns `None` if the case expects another output or exit
    /// status than that of the built-in game.
    pub fn of_game(case: CaseRuns, expected: &Expected, edition: &'static Edition) -> Option<Self> {
        let mut subject = Self::new(case, expected, edition);
        let has_status = expected.status == subject.status.map(i32::from);
        // The assignment need not specify the status of the game.
        let statuses = edition.format.statuses;
        subject.status = subject.status.filter(|it| statuses.contains(it));
        (subject.is_of_game && has_status).then_some(subject)
    }

    /// Plays the game. If the case expects the output of another game, the script is the expected
    /// output, split into answers at its prompts.
    pub fn new(mut case: CaseRuns, expected: &Expected, edition: &'static Edition) -> Self {
        // Runs that printed exactly the expected outputs are not stored.
        if case.has_passed && case.runs.first().is_none() {
            case.runs = Runs::as_expected(expected);
        }
        let format = &edition.format;
        let seed = SeedFile::in_memory(&case.seed_name, case.seed.clone());
        let transcript = play_script(edition, seed, &case.input, expected);
        let script = match &transcript {
            Some(transcript) => OutputLines::of_transcript(transcript, &case.input, format),
            None => by_prompts(expected, format),
        };
        let status = transcript.as_ref().and_then(Transcript::status);
        Self {
            is_of_game: transcript.is_some(),
            script,
            status: expected.status.and(status),
            reads_words: None,
            played: case,
        }
    }

    /// Returns an estimate of the memory that the analysis of the case takes, in bytes. Short lines
    /// take more memory than their text.
    pub fn size(&self) -> usize {
        let case = &self.played;
        let runs = case.runs.separate.iter().chain(&case.runs.merged);
        let texts = runs.flat_map(|run| [&run.out, &run.err]);
        let size = |text: &Vec<u8>| 4 * text.len() + 32 * lines(text).count();
        let printed: usize = texts.map(size).sum();
        printed + 4 * self.script.bytes.len() + case.seed.len() + case.input.len()
    }

    /// Rewrites the input for a program that reads words in place of lines: one line for each
    /// command. Returns `None` if that changes nothing, or if the case expects other words of
    /// errors than the game prints.
    pub fn by_words(&self, reading: WordReading, edition: &'static Edition) -> Option<Self> {
        let case = &self.played;
        uga::rules(edition).filter(|_| self.is_of_game && case.input.len() <= MAX_REWRITTEN)?;
        let commands = commands_of_words(&case.input, reading);
        let lines = input_lines(&case.input);
        let words: Vec<Vec<_>> = lines.iter().map(|it| Tokens::new(it).collect()).collect();
        let expected = Expected {
            status: self.status.map(i32::from),
            ..Expected::default()
        };
        let of_case = |case| Self::new(case, &expected, edition);
        if commands == words || of_case(case.clone()).script.bytes != self.script.bytes {
            return None;
        }
        let of_commands = |commands: &[Vec<&[u8]>]| {
            let mut case = case.clone();
            let input: Vec<_> = commands.iter().map(|words| words.join(&b' ')).collect();
            case.input = input.join(&b'\n');
            of_case(case)
        };
        let mut subject = of_commands(&commands);
        // The commands of a program that reads lines and skips blank lines and surplus words.
        let mut by_lines = Vec::new();
        for line in lines {
            by_lines.extend(commands_of_words(
                line,
                WordReading(BadNumber::ReadsOn, true),
            ));
        }
        let has_evidence = by_lines.len() != commands.len()
            && subject.script.answers.len() != self.script.answers.len()
            && of_commands(&by_lines).script.bytes != subject.script.bytes;
        subject.reads_words = Some(has_evidence);
        subject.is_of_game.then_some(subject)
    }
}

/// Length of the output that the game may print beyond twice the expected output and the input, in
/// bytes. The words of the game may be longer than the expected ones.
const MORE: usize = 64 * 1024;

/// Maximum output if the case expects neither standard output nor combined output, in bytes.
const MAX_UNSEEN: usize = 8 << 20;

/// Plays the game for a case, and replaces the words of its errors by the expected words. Returns
/// `None` if the case expects the output of another game.
pub fn play_script(
    edition: &Edition,
    seed: SeedFile,
    input: &[u8],
    expected: &Expected,
) -> Option<Transcript> {
    let max_output = match (&expected.out, &expected.merged) {
        (None, None) => MAX_UNSEEN,
        _ => 2 * (expected.longest() + input.len()) + MORE,
    };
    let transcript = edition.play(seed, input, max_output);
    transcript.status()?;
    let messages = Tolerances::new(vec![Tolerance::Message]);
    if !prints_expected(edition, &transcript, expected, &messages) {
        return None;
    }
    // The assignment leaves the words of errors to the student.
    let mut out = expected.out.as_deref();
    let mut err = expected.err.as_deref();
    let mut merged = expected.merged.as_deref();
    transcript.reworded(|entry, text| {
        let separate = match entry.stream {
            Stream::Output => &mut out,
            Stream::Error => &mut err,
        };
        let words = [separate, &mut merged].map(|rest| Some(take_words(rest.as_mut()?, text)));
        match words {
            [Some(on_stream), Some(in_merged)] if on_stream != in_merged => None,
            [on_stream, in_merged] => Some(on_stream.or(in_merged).unwrap_or(text)),
        }
    })
}

/// Reports whether a game printed the expected output, apart from tolerated differences.
pub fn prints_expected(
    edition: &Edition,
    transcript: &Transcript,
    expected: &Expected,
    tolerances: &Tolerances,
) -> bool {
    let passes = |expected: &Option<Vec<u8>>, printed: &[u8]| match expected {
        Some(expected) => tolerances.pass(&edition.format, expected, printed),
        None => true,
    };
    passes(&expected.merged, transcript.merged())
        && passes(&expected.out, &transcript.separate(Stream::Output))
        && passes(&expected.err, &transcript.separate(Stream::Error))
}

/// Removes from the start of an expected output the counterpart of a text of the game: the same
/// text, or as many lines.
fn take_words<'text>(rest: &mut &'text [u8], text: &[u8]) -> &'text [u8] {
    let length = if rest.starts_with(text) {
        text.len()
    } else {
        lines(rest).take(lines(text).count()).map(<[u8]>::len).sum()
    };
    let (taken, remaining) = rest.split_at(length);
    *rest = remaining;
    taken
}

/// Returns the results that a program must reproduce, or `None` if the game did not end.
pub fn expected_results(transcript: &Transcript) -> Option<Expected> {
    Some(Expected {
        status: Some(transcript.status()?.into()),
        out: Some(transcript.separate(Stream::Output)),
        err: Some(transcript.separate(Stream::Error)),
        merged: Some(transcript.merged().to_vec()),
    })
}

/// Creates a case at a path that expects the output of the built-in game. Files of the case need
/// not exist.
pub fn case_of_game(stem: &Path, seed: String, input: String, edition: &Edition) -> LoadedCase {
    let case = Case::unwritten(stem, edition.case_ending);
    let (seed, input) = (seed.into_bytes(), input.into_bytes());
    let file = SeedFile::in_memory(&case.seed_path, seed.as_slice());
    let transcript = edition.play(file, &input, usize::MAX);
    LoadedCase {
        // Without an output limit, the transcript is complete.
        expected: expected_results(&transcript).unwrap_or_default(),
        case,
        seed,
        input,
    }
}

/// Splits an expected output into answers at the prompts of the assignment.
fn by_prompts(expected: &Expected, format: &'static OutputFormat) -> OutputLines {
    let mut runs = Runs::as_expected(expected);
    runs.outputs().for_each(|text| text.truncate(MAX_PLAYED));
    let mut reader = OutputReader::learn([], &[], format);
    let program = reader.read(&runs, &OutputLines::default());
    program.map(|program| program.output).unwrap_or_default()
}

/// Maximum length of an input to rewrite for a program that reads words, in bytes.
const MAX_REWRITTEN: usize = 1 << 17;

/// A way to end a command for a program that reads words in place of lines, and whether it then
/// skips the rest of the line.
#[derive(Clone, Copy, Debug)]
pub struct WordReading(pub BadNumber, pub bool);

/// Treatment of a word that is no integer in place of a row or column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadNumber {
    /// Reads all words of the command before it parses them.
    ReadsOn,
    /// Ends the command.
    EndsCommand,
    /// Ends the command, and begins the next one with the same word.
    BeginsCommand,
    /// Ends the command, and skips the rest of the line.
    SkipsLine,
}

impl WordReading {
    /// The ways that change the number of commands, the plainest first. A program that skips the rest
    /// of the line after [`BadNumber::BeginsCommand`] has one command for each nonblank line.
    pub const ALL: [Self; 6] = [
        Self(BadNumber::ReadsOn, false),
        Self(BadNumber::ReadsOn, true),
        Self(BadNumber::EndsCommand, false),
        Self(BadNumber::EndsCommand, true),
        Self(BadNumber::BeginsCommand, false),
        Self(BadNumber::SkipsLine, false),
    ];
}

/// Splits an input into commands of one or three words, as a program does that reads words in place
/// of lines. A command that ends at a bad number gets a column, so that it has the same error.
fn commands_of_words(input: &[u8], reading: WordReading) -> Vec<Vec<&[u8]>> {
    let WordReading(bad_number, skips_rest) = reading;
    let lines = input_lines(input).into_iter().enumerate();
    let mut words = lines
        .flat_map(|(number, line)| Tokens::new(line).map(move |word| (number, word)))
        .peekable();
    let mut commands = Vec::new();
    while let Some((mut line, word)) = words.next() {
        let mut command = vec![word];
        let mut is_line_over = skips_rest;
        if let Some(command::Verb::OnSquare(_)) = command::verb(word) {
            while command.len() < 3
                && let Some(&(number, word)) = words.peek()
            {
                command.push(word);
                if bad_number != BadNumber::ReadsOn && tokens::integer(word).is_none() {
                    command.resize(3, b"0");
                    if bad_number == BadNumber::BeginsCommand {
                        break;
                    }
                    is_line_over |= bad_number == BadNumber::SkipsLine;
                }
                line = number;
                words.next();
            }
        }
        while is_line_over && words.next_if(|(number, _)| *number == line).is_some() {}
        commands.push(command);
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::table;

    #[test]
    fn short_lines_count_with_the_memory_of_their_lines() {
        let size = |out: Vec<u8>| {
            let expected = Expected {
                out: Some(out),
                ..Expected::default()
            };
            let case = CaseRuns {
                number: 0,
                has_passed: false,
                seed_name: "case".into(),
                seed: Vec::new(),
                input: Vec::new(),
                runs: Runs::as_expected(&expected),
            };
            Subject::new(case, &Expected::default(), table::default()).size()
        };
        assert!(size(vec![b'\n'; 1000]) > 8 * size(vec![b'x'; 1000]));
    }
}

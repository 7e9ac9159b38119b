//! Locates differences: the round, and the line of input before each.

use super::align;
use super::kinds::Kinds;
use super::moment::Moment;
use super::output::Output;
use super::program::Program;
use super::prompt::Prompts;
use super::reference;
use super::result::Failure;
use super::runs::Runs;
use super::subject::round_before;
use super::verdict::Judge;
use crate::cases::case::{Artifact, Case, Expected};
use crate::cases::load::Given;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::io::error::FileError;

/// Longest seed, input or expected output for which the game is played, in bytes.
const LONGEST: usize = 4 << 20;

impl Judge<'_> {
    /// Sets the moment of every difference. Fails if the seed or the input cannot be read.
    pub(crate) fn place(
        &self,
        failures: &mut [Failure],
        case: &Case,
        given: Given<'_>,
        expected: &Expected,
        runs: &Runs,
    ) -> Result<(), FileError> {
        let format = self.output_format();
        let given_most = given.seed.length().max(given.input.length());
        let is_short = given_most.max(expected.longest() as u64) <= LONGEST as u64;
        let mut script = None;
        if is_short {
            let seed = SeedFile::in_memory(&case.seed, given.seed.bytes()?);
            let input = given.input.bytes()?;
            let transcript = reference::script(self.edition, seed, &input, expected);
            script = transcript.map(|game| Output::of_transcript(&game, &input, format));
        }
        let is_of_another = is_short && script.is_none();
        if script.is_none() {
            // The prompts of the expected output show the places.
            let mut expected = Runs::as_expected(expected);
            expected.outputs().for_each(|text| text.truncate(LONGEST));
            let (prompts, mut kinds) = (Prompts::expected(format), Kinds::new([], format));
            let game = Program::parse(&expected, &Output::default(), &prompts, &mut kinds);
            script = game.map(|game| game.output);
        }
        let (Some(script), Some(run)) = (script, runs.first()) else {
            return Ok(());
        };
        let mut kinds = Kinds::new([&script], format);
        let prompts = Prompts::learn(&[&run.out], &mut kinds, format);
        let Some(program) = Program::parse(runs, &script, &prompts, &mut kinds) else {
            return Ok(());
        };
        for failure in failures {
            let stream = match failure.artifact {
                Artifact::Out if program.has_streams => Some(Stream::Output),
                Artifact::Err if program.has_streams => Some(Stream::Error),
                _ => None,
            };
            if let Some(difference) = &mut failure.difference
                && let Some(line) = self.first_difference(&script, &program, stream)
            {
                let last = script.answers.len().saturating_sub(1);
                let answer = script.answer_of(line).min(last);
                let round = round_before(&script, line);
                difference.moment = Some(Moment::new(round, answer, given.input, is_of_another));
            }
        }
        Ok(())
    }

    /// Returns the expected line of the first difference, on one stream or on both. The place of an extra error is unknown
    /// without a combined output.
    fn first_difference(
        &self,
        script: &Output,
        program: &Program,
        stream: Option<Stream>,
    ) -> Option<usize> {
        let found = &program.output;
        let has_place = program.has_order || script.answers.len() == 1;
        for pair in align::answers(script, found) {
            let expected = script.lines_of(pair.script.clone());
            let printed = found.lines_of(pair.found.clone());
            let (start, end) = (expected.start, expected.end);
            let pairs = align::lines(script, expected, found, printed);
            for (index, &(one, other)) in pairs.iter().enumerate() {
                let own = one.map(|line| script.lines[line].stream);
                let others = other.map(|line| found.lines[line].stream);
                if let (Some(one), Some(other)) = (one, other)
                    && (own == others || !program.has_streams)
                    && self.tolerances.passes_line(
                        self.output_format(),
                        script.whole(one),
                        found.whole(other),
                    )
                {
                    continue;
                }
                if stream.is_none() || own == stream || others == stream {
                    if one.is_none() && others == Some(Stream::Error) && !has_place {
                        return None;
                    }
                    // Extra text precedes the next expected line.
                    let next = pairs[index..].iter().find_map(|(line, _)| *line);
                    return Some(next.unwrap_or(end));
                }
            }
            let mut traces = program.traces.iter();
            if stream != Some(Stream::Output)
                && traces.any(|(answer, _)| pair.found.contains(answer))
            {
                return Some(start);
            }
        }
        Some(script.lines.len())
    }
}

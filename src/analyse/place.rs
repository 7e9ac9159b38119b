//! Locates differences: the round, and the line of input before each.

use super::align;
use super::kinds::Kinds;
use super::material::Runs;
use super::moment::Moment;
use super::output::Output;
use super::program::{Program, parse_text};
use super::prompt::Prompts;
use super::reference;
use super::result::Failure;
use super::subject::round_before;
use super::verdict::Judge;
use crate::cases::case::{Artifact, Case, Expected};
use crate::cases::load::Given;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::io::error::FileError;
use crate::run::result::{End, Run};

/// Longest seed, input or expected output for which the game is played, in bytes.
const LONGEST: usize = 4 << 20;

/// Output to compare beyond twice the expected output, in bytes.
const MORE: usize = 64 * 1024;

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
        let (script, is_of_another) = self.script(case, given, expected)?;
        let most = 2 * expected.longest() + MORE;
        let [separate, merged] =
            [&runs.separate, &runs.merged].map(|run| run.as_ref().map(|run| start_of(run, most)));
        let (separate, merged) = (separate.as_ref(), merged.as_ref());
        let Some(run) = separate.or(merged) else {
            return Ok(());
        };
        let mut kinds = Kinds::new([&script], self.output_format());
        let prompts = Prompts::learn(&[&run.out], &mut kinds, self.output_format());
        let program = Program::parse(separate, merged, &script, &prompts, &mut kinds);
        let Some(program) = program else {
            return Ok(());
        };
        for failure in failures {
            let stream = match failure.artifact {
                Artifact::Out if program.has_streams => Some(Stream::Output),
                Artifact::Err if program.has_streams => Some(Stream::Error),
                _ => None,
            };
            if let Some(difference) = &mut failure.difference {
                let Some(line) = self.first_difference(&script, &program, stream) else {
                    continue;
                };
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
                let is_right = match (one, other) {
                    (Some(one), Some(other)) => {
                        let [text, found_text] = [script.whole(one), found.whole(other)];
                        let format = self.output_format();
                        (own == others || !program.has_streams)
                            && self.tolerances.passes_line(format, text, found_text)
                    }
                    _ => false,
                };
                if !is_right && (stream.is_none() || own == stream || others == stream) {
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

    /// Plays a case in its expected words, or cuts the expected output at prompts if it is too long or another game's. Also
    /// reports whether it is another game's.
    fn script(
        &self,
        case: &Case,
        given: Given<'_>,
        expected: &Expected,
    ) -> Result<(Output, bool), FileError> {
        let output_format = self.output_format();
        let given_most = given.seed.length().max(given.input.length());
        let is_short = given_most.max(expected.longest() as u64) <= LONGEST as u64;
        if is_short {
            let seed = SeedFile::in_memory(&case.seed, given.seed.bytes()?);
            let input = given.input.bytes()?;
            if let Some(transcript) = reference::script(self.edition, seed, &input, expected) {
                let script = Output::of_transcript(&transcript, output_format);
                return Ok((script, false));
            }
        }
        let text = expected.merged.as_ref().or(expected.out.as_ref());
        let text = text.map_or(&[][..], |text| &text[..text.len().min(LONGEST)]);
        let mut kinds = Kinds::new([], output_format);
        let mut script = parse_text(text, &Prompts::expected(output_format), &mut kinds);
        if output_format.error_lines > 0 {
            script.move_errors();
        }
        Ok((script, is_short))
    }
}

/// Returns a run with the start of its output.
fn start_of(run: &Run, most: usize) -> Run {
    let is_longer = run.out.len().max(run.err.len()) > most;
    Run {
        out: run.out[..run.out.len().min(most)].to_vec(),
        err: run.err[..run.err.len().min(most)].to_vec(),
        end: if is_longer {
            End::TooMuchOutput
        } else {
            run.end
        },
        seed: run.seed.clone(),
    }
}

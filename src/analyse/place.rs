//! Locates differences: the round, and the line of input before each.

use super::align;
use super::kinds::Kinds;
use super::material::Runs;
use super::moment::{Moment, Source};
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

/// Maximum output of the game if the case expects neither standard output nor the combined output, in bytes.
const MOST_UNSEEN: usize = 8 << 20;

/// Output that the game may print beyond the expected output and the input, in bytes. Its own words may be longer.
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
        let (script, source) = match self.script(case, given, expected)? {
            Ok(script) => (script, Source::Transcript),
            Err(source) => (self.script_of_text(expected), source),
        };
        let most = 2 * expected.longest() + MORE;
        let [separate, merged] =
            [&runs.separate, &runs.merged].map(|run| run.as_ref().map(|run| start_of(run, most)));
        let mut kinds = Kinds::new([&script], self.output_format());
        let outs: Vec<&[u8]> = separate
            .as_ref()
            .or(merged.as_ref())
            .iter()
            .map(|run| &run.out[..])
            .collect();
        let prompts = Prompts::learn(&outs, &mut kinds, self.output_format());
        let program = Program::parse(
            separate.as_ref(),
            merged.as_ref(),
            &script,
            &prompts,
            &mut kinds,
        );
        let Some(program) = program else {
            return Ok(());
        };
        for failure in failures {
            let stream = match failure.artifact {
                Artifact::Out => Some(Stream::Output),
                Artifact::Err => Some(Stream::Error),
                Artifact::Merged | Artifact::Status => None,
            };
            let Some(difference) = &mut failure.difference else {
                continue;
            };
            let spot =
                self.first_difference(&script, &program, stream.filter(|_| program.has_streams));
            difference.moment = spot.map(|(answer, line)| {
                let round = round_before(&script, line);
                Moment::new(round, answer, given.input, source)
            });
        }
        Ok(())
    }

    /// Returns the answer and the expected line of the first difference, on one stream or on both.
    fn first_difference(
        &self,
        script: &Output,
        program: &Program,
        stream: Option<Stream>,
    ) -> Option<(usize, usize)> {
        let found = &program.output;
        let last = script.answers.len().checked_sub(1)?;
        let is_of_stream = |own: Stream| stream.is_none_or(|stream| stream == own);
        for pair in align::answers(script, found) {
            let expected = script.lines_of(pair.script.clone());
            let printed = found.lines_of(pair.found.clone());
            let (start, after) = (expected.start, expected.end);
            let pairs = align::lines(script, expected, found, printed);
            for (index, &(one, other)) in pairs.iter().enumerate() {
                let is_wrong = match (one, other) {
                    (Some(one), Some(other)) => {
                        let (own, its) = (script.lines[one].stream, found.lines[other].stream);
                        (is_of_stream(own) || is_of_stream(its))
                            && ((program.has_streams && own != its)
                                || !self.tolerances.passes_line(
                                    self.output_format(),
                                    script.whole(one),
                                    found.whole(other),
                                ))
                    }
                    (Some(line), None) => is_of_stream(script.lines[line].stream),
                    (None, Some(line)) => is_of_stream(found.lines[line].stream),
                    (None, None) => false,
                };
                if is_wrong {
                    // Extra text precedes the next expected line.
                    let next = pairs[index..].iter().find_map(|(line, _)| *line);
                    let line = next.unwrap_or(after);
                    return Some((script.answer_of(line).min(last), line));
                }
            }
            let mut traces = program.traces.iter();
            if is_of_stream(Stream::Error) && traces.any(|(answer, _)| pair.found.contains(answer))
            {
                return Some((script.answer_of(start).min(last), start));
            }
        }
        Some((last, script.lines.len()))
    }

    /// Plays a case in its expected words. The inner error is the source for a case that is too long or expects another game.
    fn script(
        &self,
        case: &Case,
        given: Given<'_>,
        expected: &Expected,
    ) -> Result<Result<Output, Source>, FileError> {
        let given_most = given.seed.length().max(given.input.length());
        if given_most > LONGEST as u64 || expected.longest() > LONGEST {
            return Ok(Err(Source::Prompts));
        }
        let (seed, input) = (given.seed.bytes()?, given.input.bytes()?);
        let sees_all = expected.out.is_some() || expected.merged.is_some();
        let outputs = [&expected.out, &expected.err, &expected.merged];
        let known = outputs.into_iter().flatten().map(Vec::len).sum::<usize>() + input.len();
        let most = if sees_all {
            2 * known + MORE
        } else {
            MOST_UNSEEN
        };
        let seed = SeedFile::in_memory(&case.seed, seed);
        let transcript = reference::play(self.edition, seed, &input, most);
        if transcript.status().is_none() && !sees_all {
            return Ok(Err(Source::Prompts));
        }
        let reworded = reference::as_expected(&transcript, expected, self.output_format());
        let script =
            reworded.map(|transcript| Output::of_transcript(&transcript, self.output_format()));
        Ok(script.ok_or(Source::PromptsOfAnother))
    }

    /// Cuts the expected output at prompts.
    fn script_of_text(&self, expected: &Expected) -> Output {
        let text = expected.merged.as_ref().or(expected.out.as_ref());
        let text = text.map_or(&[][..], |text| &text[..text.len().min(LONGEST)]);
        let output_format = self.output_format();
        let mut kinds = Kinds::new([], output_format);
        let mut script = parse_text(text, &Prompts::expected(output_format), &mut kinds);
        if output_format.error_lines > 0 {
            script.move_errors();
        }
        script
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

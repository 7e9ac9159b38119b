//! The lines of input, each with what the program printed after it.

use std::collections::HashMap;

use super::flaws::{self, End, FlawFinding, Observed};
use super::subject::Aligned;
use crate::edition::row::Edition;
use crate::field::lines::{self, Line as InputLine};
use crate::game::sink::{Kind, Stream};
use crate::run;

/// A line of input and what the program printed after it, without the prompt.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// `None` before the first line, and after the last one.
    pub(crate) input: Option<Vec<u8>>,
    pub(crate) out: Vec<Line>,
    pub(crate) err: Vec<Line>,
    /// False if the output ended inside this answer.
    pub(crate) is_complete: bool,
    /// Whether a prompt ends it; `None` if the program never prints one.
    pub(crate) has_prompt: Option<bool>,
}

/// A line of output, without its end.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) text: Vec<u8>,
    /// The kind of the piece that the line was aligned with.
    pub(crate) kind: Option<Kind>,
}

/// Names the flaws that explain the answers of a program.
pub(super) fn judge(edition: &'static Edition, aligned: &[Aligned]) -> Vec<FlawFinding> {
    let answers: Vec<Vec<Answer>> = aligned.iter().map(of_case).collect();
    let mut observed = Vec::new();
    for (one, answers) in aligned.iter().zip(&answers) {
        let is_whole = !one.subject.runs.is_cut;
        observed.push(Observed {
            edition,
            seed: &one.subject.seed,
            answers,
            end: match one.program.end {
                run::result::End::Exited(status) if is_whole => End::Exited(status),
                _ => End::Stopped,
            },
        });
    }
    flaws::judge(&observed)
}

/// Returns the answers of a program, by the lines of input.
fn of_case(one: &Aligned) -> Vec<Answer> {
    let mut inputs = lines::split(&one.subject.input);
    let mut answers = Vec::new();
    let mut lines = one.program.output.lines.iter();
    let has_prompts = lines.any(|line| line.is(Kind::Prompt));
    for (pair, lines) in one.answers.iter().zip(&one.lines) {
        let start = answers.len();
        for _ in 1..pair.script.len() {
            answers.push(empty(input(&mut inputs, answers.len())));
        }
        if pair.found.is_empty() {
            break;
        }
        let last_input = if pair.script.is_empty() {
            None
        } else {
            input(&mut inputs, answers.len())
        };
        answers.push(empty(last_input));
        let own = &mut answers[start..];
        for answer in own.iter_mut() {
            answer.has_prompt = has_prompts.then_some(false);
        }
        let last = own.len() - 1;
        let counterparts: HashMap<usize, usize> = lines
            .iter()
            .filter_map(|&(line, found)| Some((found?, line?)))
            .collect();
        let found = one.program.output.lines_of(pair.found.clone());
        for line in found.clone() {
            let printed = &one.program.output.lines[line];
            if printed.is(Kind::Prompt) && line + 1 == found.end {
                own[last].is_complete = true;
                own[last].has_prompt = Some(true);
                continue;
            }
            let counterpart = counterparts.get(&line).copied();
            let expected = counterpart.map(|line| one.subject.script.lines[line]);
            let piece = expected.map_or(printed.piece(), |line| line.piece());
            // Lines of input without rounds of their own may have messages. All else follows the last line.
            let place = match counterpart {
                Some(line) if expected.is_some_and(|line| line.is(Kind::Error)) => {
                    one.subject.script.answer_of(line) - pair.script.start
                }
                _ => last,
            };
            let line = Line {
                text: one.program.output.text(line).to_vec(),
                kind: piece.map(|piece| piece.kind),
            };
            match printed.stream {
                Stream::Output => own[place].out.push(line),
                Stream::Error => own[place].err.push(line),
            }
        }
        own[last].is_complete |= !one.is_cut;
    }
    answers
}

fn empty(input: Option<Vec<u8>>) -> Answer {
    Answer {
        input,
        out: Vec::new(),
        err: Vec::new(),
        is_complete: false,
        has_prompt: None,
    }
}

/// Returns the line of input before an answer.
fn input<'text>(
    inputs: &mut impl Iterator<Item = InputLine<'text>>,
    answer: usize,
) -> Option<Vec<u8>> {
    if answer == 0 {
        return None;
    }
    match inputs.next()? {
        InputLine::Text(text) => Some(text.to_vec()),
        // The game answers it like an unknown command.
        InputLine::TooLong => Some(b"?".to_vec()),
        InputLine::End => Some(Vec::new()),
    }
}

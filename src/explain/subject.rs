//! A case to explain: the transcript of the game, and the output of the program.

use std::ffi::OsString;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;

use super::facts::{Facts, Key, Reader};
use super::situation::{LineKind, line_kinds};
use crate::cases::case::Expected;
use crate::compare::align::{self, InputLines};
use crate::compare::kinds::Kinds;
use crate::compare::output::Output;
use crate::compare::printed::{Printed, What};
use crate::compare::reference::{self, Reworded};
use crate::compare::tolerance::Tolerances;
use crate::edition::flaw_set::FlawSet;
use crate::edition::row::{Edition, OutputFormat};
use crate::field::lines::{self, Line};
use crate::field::seed_file::SeedFile;
use crate::game::transcript::Transcript;
use crate::run::result::{End, Run};

/// Longest seed, input or expected output of a case to explain, in bytes.
pub(crate) const LONGEST: u64 = 1 << 20;

/// Output that a game with flaws may print beyond the length of the program's output, in bytes.
const MORE: usize = 8 * 1024;

/// Output to inspect of a program that did not end, beyond twice the expected length, in bytes. The rest of an endless
/// output is no evidence.
const ENDLESS: usize = 16 * 1024;

/// Seed and input of a case.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// Path of the seed file, as the case names it.
    pub(crate) seed_name: OsString,
    pub(crate) seed: Vec<u8>,
    pub(crate) input: Vec<u8>,
    /// Maximum output of a game, in bytes.
    pub(crate) most: usize,
}

impl Played {
    /// Plays the built-in game with these flaws.
    pub(crate) fn transcript(&self, edition: &Edition, flaws: FlawSet) -> Transcript {
        let seed = SeedFile::in_memory(&self.seed_name, self.seed.clone());
        reference::play_flawed(edition, flaws, seed, &self.input, self.most)
    }

    /// Plays the game, and returns `None` if another game printed the same.
    fn other_transcript(
        &self,
        edition: &Edition,
        flaws: FlawSet,
        game: &Transcript,
    ) -> Option<Transcript> {
        let seed = SeedFile::in_memory(&self.seed_name, self.seed.clone());
        let game = (game, self.most);
        reference::play_other(edition, flaws, seed, &self.input, game)
    }
}

/// A case before its output is parsed.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub(crate) number: usize,
    played: Played,
    words: Reworded,
    transcript: Transcript,
    /// Output of the game.
    pub(crate) script: Printed,
    separate: Option<Run>,
    merged: Option<Run>,
    expects_status: bool,
    /// True if the runs have the whole output.
    is_whole: bool,
}

/// A case and its runs.
#[derive(Clone, Debug)]
pub(crate) struct Material<'case> {
    pub(crate) number: usize,
    /// Path of the seed file, as the case names it.
    pub(crate) seed_name: OsString,
    pub(crate) seed: Vec<u8>,
    pub(crate) input: Vec<u8>,
    pub(crate) expected: &'case Expected,
    /// The run with separate streams.
    pub(crate) separate: Option<Run>,
    /// The run with merged streams.
    pub(crate) merged: Option<Run>,
}

impl Draft {
    /// Returns `None` if the case expects anything else than the output of the built-in game, or was not run.
    pub(crate) fn new(mut material: Material<'_>, edition: &Edition) -> Option<Self> {
        let enough = 2 * material.expected.longest() + ENDLESS;
        let mut is_whole = true;
        for run in [&mut material.separate, &mut material.merged]
            .into_iter()
            .flatten()
        {
            if !matches!(run.end, End::Exited(_)) {
                is_whole &= run.out.len().max(run.err.len()) <= enough;
                run.out.truncate(enough);
                run.err.truncate(enough);
            }
        }
        let runs = [&material.separate, &material.merged].into_iter().flatten();
        let longest = runs.map(|run| run.out.len() + run.err.len()).max()?;
        let played = Played {
            seed_name: material.seed_name,
            seed: material.seed,
            input: material.input,
            most: longest.max(2 * material.expected.longest()) + MORE,
        };
        let transcript = played.transcript(edition, FlawSet::default());
        let status = transcript.status().map(i32::from);
        let expects_status = material.expected.status.is_some();
        if expects_status && material.expected.status != status {
            return None;
        }
        let words = Reworded::new(&transcript, material.expected, &edition.output_format)?;
        Some(Self {
            number: material.number,
            script: Printed::of_transcript(&words.apply(&transcript), &edition.output_format),
            transcript,
            played,
            words,
            separate: material.separate,
            merged: material.merged,
            expects_status,
            is_whole,
        })
    }

    /// Notes whether the runs have the whole output.
    pub(super) fn of_whole_output(self, is_whole: bool) -> Self {
        Self {
            is_whole: self.is_whole && is_whole,
            ..self
        }
    }

    /// Changes the number of the case.
    pub(crate) fn numbered(self, number: usize) -> Self {
        Self { number, ..self }
    }

    /// Returns an estimate of the memory that the case takes, in bytes.
    pub(crate) fn size(&self) -> usize {
        let runs = [&self.separate, &self.merged].into_iter().flatten();
        let printed: usize = runs.map(|run| run.out.len() + run.err.len()).sum();
        4 * printed + self.played.seed.len() + self.played.input.len()
    }
}

/// A case to explain.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) number: usize,
    pub(crate) played: Played,
    /// Lines of the input; empty where a line is too long.
    input_texts: Vec<Vec<u8>>,
    words: Reworded,
    output_format: &'static OutputFormat,
    /// Output of the program.
    pub(crate) output: Output,
    pub(crate) input_lines: InputLines,
    /// Output of the game without flaws.
    pub(crate) right: Printed,
    /// The game with the flaws chosen so far.
    pub(crate) model: Model,
    /// True if the case compares the exit status.
    pub(crate) expects_status: bool,
    /// True if the case passed: all its differences are tolerated.
    pub(crate) has_passed: bool,
    words_count: bool,
    /// Number of rounds before each answer of the program, and the facts of the answer.
    program_facts: Vec<(i64, Facts)>,
}

/// A game, and the evidence for it in the program's output.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    /// Output of the game, in its own words.
    transcript: Transcript,
    /// Output of the game, in the words of the case.
    pub(crate) script: Printed,
    /// Facts of each answer of the game.
    pub(super) facts: Vec<Facts>,
    /// Number of rounds before each answer of the game.
    rounds: Vec<i64>,
    /// Answers of the program that correspond to each answer of the game.
    pub(crate) matched: Vec<Range<usize>>,
    /// Evidence in these answers.
    pub(super) evidence: Vec<Evidence>,
    /// Number of lines of input, including the start and the end.
    pub(super) line_count: usize,
    /// Number of lines in the answers that the program prints exactly, less those in answers that it leaves out.
    pub(super) to_the_byte: isize,
}

/// Evidence in an answer of a program.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the flags are independent")]
pub(super) struct Evidence {
    pub(super) facts: Facts,
    /// True if the program broke off here. A missing fact is no evidence then.
    pub(super) is_partial: bool,
    /// True if the program exited here where the game continues. A missing prompt is evidence, other missing facts are not.
    pub(super) has_ended: bool,
    /// True if the program has no such answer.
    pub(super) is_empty: bool,
    /// True if the answer has unknown words, which may replace known ones.
    pub(super) has_other_words: bool,
}

impl Subject {
    /// Parses the output of the program.
    pub(crate) fn new(
        draft: Draft,
        edition: &'static Edition,
        kinds: &Kinds,
        tolerances: &Tolerances,
    ) -> Option<Self> {
        let input_lines = InputLines::new(&draft.played.input);
        let mut output = Output::new(
            draft.separate.as_ref(),
            draft.merged.as_ref(),
            &draft.script,
            &input_lines,
            kinds,
            &edition.output_format,
        )?;
        output.is_whole &= draft.is_whole;
        let mut subject = Self {
            number: draft.number,
            input_lines,
            input_texts: lines::split(&draft.played.input)
                .map(|line| match line {
                    Line::Text(text) => text.to_vec(),
                    Line::TooLong | Line::End => Vec::new(),
                })
                .collect(),
            played: draft.played,
            words: draft.words,
            output_format: &edition.output_format,
            output,
            right: draft.script,
            model: Model::default(),
            expects_status: draft.expects_status,
            has_passed: false,
            words_count: !tolerances.ignore_words(&edition.output_format),
            program_facts: Vec::new(),
        };
        let printed = &subject.output.printed;
        let mut reader = Reader::new(printed, subject.words_count);
        subject.program_facts = (0..printed.answer_count())
            .map(|answer| (reader.rounds(), reader.facts(answer..answer + 1)))
            .collect();
        subject.model = subject.model_of(draft.transcript);
        Some(subject)
    }

    /// Replaces the path of the seed file with dots.
    pub(crate) fn without_path(&self, text: &[u8]) -> Vec<u8> {
        let path = self.played.seed_name.as_bytes();
        match memchr::memmem::find(text, path) {
            Some(at) if !path.is_empty() => {
                [&text[..at], b"...", &text[at + path.len()..]].concat()
            }
            _ => text.to_vec(),
        }
    }

    /// Returns the line of input before an answer, which is empty at the start and at the end.
    pub(crate) fn line_text(&self, answer: usize) -> &[u8] {
        let text = answer
            .checked_sub(1)
            .and_then(|number| self.input_texts.get(number));
        text.map_or(&[], Vec::as_slice)
    }

    /// Returns the game with these flaws, or `None` if it prints the same as the current model.
    pub(super) fn other_model(&self, edition: &Edition, flaws: FlawSet) -> Option<Model> {
        self.model_if_other(self.other_transcript(edition, flaws)?)
    }

    /// Plays the game with these flaws. Returns `None` if it is played like the current model.
    pub(super) fn other_transcript(&self, edition: &Edition, flaws: FlawSet) -> Option<Transcript> {
        let game = &self.model.transcript;
        self.played.other_transcript(edition, flaws, game)
    }

    /// Returns the model of a game, or `None` if it prints the same as the current model.
    pub(super) fn model_if_other(&self, transcript: Transcript) -> Option<Model> {
        let model = self.model_of(transcript);
        (!model.script.prints_the_same(&self.model.script)).then_some(model)
    }

    /// Reports whether the program does not respond to a line of input.
    pub(super) fn leaves_a_line_unanswered(&self) -> bool {
        let is_unanswered = |answer: usize| {
            let answers = self.model.matched.get(answer).cloned().unwrap_or_default();
            self.output.printed.line_range(answers).is_empty()
        };
        let mut lines = 1..self.right.answer_count();
        lines.any(|line| !self.right.answer(line).is_empty() && is_unanswered(line))
    }

    /// Reports whether the game prints the same with either of two sets of flaws.
    pub(super) fn plays_the_same(&self, edition: &Edition, one: FlawSet, other: FlawSet) -> bool {
        let game = self.played.transcript(edition, one);
        let other = self.played.other_transcript(edition, other, &game);
        other.is_none()
    }

    /// Returns the facts of the answers of a game, and the number of rounds before each. Reuses facts of the current model.
    fn facts_of(&self, script: &Printed) -> (Vec<Facts>, Vec<i64>) {
        let known = &self.model;
        // The last answer may have a status too.
        let known_count = known.facts.len().saturating_sub(1);
        let mut reader = Reader::new(script, self.words_count);
        let mut rounds = Vec::with_capacity(script.answer_count());
        let mut facts = Vec::with_capacity(script.answer_count());
        // Number of answers by which the game lags behind the current model.
        let mut shift = 0;
        for answer in 0..script.answer_count() {
            rounds.push(reader.rounds());
            let is_known = |shift: &isize| {
                answer.checked_add_signed(*shift).is_some_and(|other| {
                    other < known_count
                        && known.rounds[other] == reader.rounds()
                        && script.is_same_answer(answer, &known.script, other)
                })
            };
            let shifts = [shift, shift - 1, shift + 1];
            let own = answer..answer + 1;
            if let Some(found) = shifts.into_iter().find(is_known) {
                shift = found;
                reader.skip(own);
                facts.push(known.facts[answer.wrapping_add_signed(shift)].clone());
            } else {
                facts.push(reader.facts(own));
            }
        }
        if self.expects_status
            && let (Some(status), Some(last)) = (script.status, facts.last_mut())
        {
            last.push(Key::Status, super::facts::hash(&status));
        }
        (facts, rounds)
    }

    /// Classifies the lines of the input for a program with the chosen flaws, from the start to the end of the input.
    pub(super) fn lines_as_taken(&self) -> Vec<LineKind> {
        let transcript = self.words.apply(&self.model.transcript);
        let script = Printed::of_transcript(&transcript, self.output_format);
        line_kinds(&self.played.input, &script, self.output_format)
    }

    /// Returns the facts of some of the program's answers together.
    fn facts_in(&self, answers: Range<usize>) -> Facts {
        match (answers.len(), self.program_facts.get(answers.start)) {
            (0, _) | (_, None) => Facts::default(),
            (1, Some((_, facts))) => facts.clone(),
            (_, Some((rounds, _))) => {
                let reader = Reader::new(&self.output.printed, self.words_count);
                reader.after(*rounds).facts(answers)
            }
        }
    }

    fn model_of(&self, transcript: Transcript) -> Model {
        let script = Printed::of_transcript(&self.words.apply(&transcript), self.output_format);
        let script = script.into_seen();
        let mut matched = align::answers(&script, &self.output.printed, &self.input_lines);
        let count = self.output.printed.answer_count();
        // The program may continue after the end of the game.
        let mut next = matched.last().map_or(0, |last| last.end);
        while matched.len() < self.input_lines.count() && next < count {
            matched.push(next..next + 1);
            next += 1;
        }
        let broke_off = self.output.broke_off();
        // If the program broke off without any text of the game, all answers after the last known one are unknown.
        let mut last_lines = self.output.printed.answer(count - 1).iter();
        let is_silent = broke_off && !last_lines.any(|line| matches!(line.what, What::Piece(_)));
        let last_known = matched
            .iter()
            .rposition(|answers| !answers.is_empty() && answers.start + 1 < count)
            .unwrap_or_default();
        let continues =
            |answer: usize| answer + 1 < script.answer_count() || script.status.is_none();
        let mut evidence: Vec<Evidence> = matched
            .iter()
            .enumerate()
            .map(|(number, answers)| {
                let lines = answers
                    .clone()
                    .flat_map(|number| self.output.printed.answer(number));
                let has_other_words = lines.clone().any(|line| line.what == What::Other);
                let has_last = answers.contains(&(count - 1));
                let mut facts = self.facts_in(answers.clone());
                if has_last
                    && self.expects_status
                    && !broke_off
                    && let Some(status) = self.output.printed.status
                {
                    facts.push(Key::Status, super::facts::hash(&status));
                }
                Evidence {
                    facts,
                    is_partial: (has_last && broke_off) || (is_silent && number > last_known),
                    has_ended: has_last && continues(number),
                    is_empty: answers.is_empty(),
                    has_other_words,
                }
            })
            .collect();
        let last = matched
            .iter()
            .position(|answers| answers.contains(&(count - 1)));
        if let Some(last) = last {
            evidence.truncate(last + 1);
        }
        let printed = &self.output.printed;
        let is_printed: Vec<bool> = matched
            .iter()
            .enumerate()
            .map(|(answer, found)| {
                !found.is_empty() && script.has_same_text_in(answer, printed, found)
            })
            .collect();
        let lines = matched.iter().zip(&is_printed).enumerate();
        let lines = lines.map(|(answer, (found, is_printed))| {
            let lines = script.answer(answer).len().cast_signed();
            match (found.is_empty(), is_printed) {
                // Answers that were never printed are no evidence.
                (true, _) if broke_off && answer >= evidence.len() => 0,
                (false, _) if answer >= script.answer_count() => 0,
                (true, _) => -lines,
                // An empty answer counts as one line.
                (false, true) => lines.max(1),
                (false, false) => 0,
            }
        });
        let (facts, rounds) = self.facts_of(&script);
        Model {
            line_count: self.input_lines.count(),
            to_the_byte: lines.sum(),
            facts,
            rounds,
            transcript,
            script,
            matched,
            evidence,
        }
    }
}

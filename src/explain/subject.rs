//! A case to be explained: the game as it should have been, and what the program did.

use std::ffi::OsString;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt;

use super::facts::{Facts, Key, Reader, Signs};
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

/// The longest seed, input or expected output of a case whose causes are looked
/// for, in bytes.
pub(crate) const LONGEST: u64 = 1 << 20;

/// How many more bytes than the program's a game may print here: flaws may make
/// it longer.
const MORE: usize = 8 * 1024;

/// How many more bytes than the game's are looked at of a program that did not end: what
/// is printed without end says nothing more.
const ENDLESS: usize = 16 * 1024;

/// What a game is played with.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The seed's path, as the case has it.
    pub(crate) seed_name: OsString,
    /// The seed.
    pub(crate) seed: Vec<u8>,
    /// The input.
    pub(crate) input: Vec<u8>,
    /// The most that a game may print, in bytes.
    pub(crate) most: usize,
}

impl Played {
    /// What the built-in game prints with these flaws.
    pub(crate) fn transcript(&self, edition: &Edition, flaws: FlawSet) -> Transcript {
        let seed = SeedFile::in_memory(&self.seed_name, self.seed.clone());
        reference::play_flawed(edition, flaws, seed, &self.input, self.most)
    }

    /// The same beside a game that has been played; none if that has printed the same.
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

/// A case before it is known what its lines are.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The number of the case.
    pub(crate) number: usize,
    played: Played,
    words: Reworded,
    transcript: Transcript,
    /// What the game prints.
    pub(crate) script: Printed,
    separate: Option<Run>,
    merged: Option<Run>,
    expects_status: bool,
    /// Whether the runs have all that was printed.
    is_whole: bool,
}

/// What is known of a case and its runs.
#[derive(Clone, Debug)]
pub(crate) struct Material<'case> {
    /// The number of the case.
    pub(crate) number: usize,
    /// The seed's path, as the case has it.
    pub(crate) seed_name: OsString,
    /// The seed.
    pub(crate) seed: Vec<u8>,
    /// The input.
    pub(crate) input: Vec<u8>,
    /// What the case expects.
    pub(crate) expected: &'case Expected,
    /// The run with separate streams, if there was one.
    pub(crate) separate: Option<Run>,
    /// The run with merged streams, if there was one.
    pub(crate) merged: Option<Run>,
}

impl Draft {
    /// Makes a draft; none if the case expects something else than the built-in game
    /// prints, or was not run.
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

    /// The same where the runs may not have all that was printed.
    pub(super) fn of_whole_output(self, is_whole: bool) -> Self {
        Self {
            is_whole: self.is_whole && is_whole,
            ..self
        }
    }

    /// The same case under another number.
    pub(crate) fn numbered(self, number: usize) -> Self {
        Self { number, ..self }
    }

    /// About how much memory it takes, in bytes.
    pub(crate) fn size(&self) -> usize {
        let runs = [&self.separate, &self.merged].into_iter().flatten();
        let printed: usize = runs.map(|run| run.out.len() + run.err.len()).sum();
        4 * printed + self.played.seed.len() + self.played.input.len()
    }
}

/// A case to be explained.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The number of the case.
    pub(crate) number: usize,
    /// What it is played with.
    pub(crate) played: Played,
    words: Reworded,
    output_format: &'static OutputFormat,
    /// What the program printed.
    pub(crate) output: Output,
    /// The lines of the input.
    pub(crate) input_lines: InputLines,
    /// What the game prints as it should be.
    pub(crate) right: Printed,
    /// The game with the flaws that are known so far.
    pub(crate) model: Model,
    /// Whether the exit status is looked at.
    pub(crate) expects_status: bool,
    /// Whether the case passed: what differs is tolerated.
    pub(crate) has_passed: bool,
    words_count: bool,
    /// What the program shows in the place of the signs of squares.
    signs: Signs,
    /// What each of the program's answers says by itself, and how many rounds it had told
    /// before.
    said: Vec<(i64, Facts)>,
}

/// A game, and what of the program's output is the evidence for it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    /// What the game prints, in its own words.
    transcript: Transcript,
    /// What the game prints.
    pub(crate) script: Printed,
    /// What each of its answers says.
    pub(super) facts: Vec<Facts>,
    /// How many rounds had been told before each of them.
    rounds: Vec<i64>,
    /// Which answers of the program stand for which of the game.
    pub(crate) matched: Vec<Range<usize>>,
    /// What they say.
    pub(super) evidence: Vec<Evidence>,
    /// How many lines the input has, its start and its end among them.
    pub(super) line_count: usize,
    /// Which of its answers the program prints to the byte.
    pub(super) is_printed: Vec<bool>,
    /// How many lines there are in those, less those in answers that it does not give.
    pub(super) to_the_byte: isize,
}

/// What an answer of a program says.
#[derive(Clone, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a question of its own, and any of them may go together"
)]
pub(super) struct Evidence {
    /// What it says.
    pub(super) facts: Facts,
    /// Whether the program broke off here: what is missing says nothing.
    pub(super) is_partial: bool,
    /// Whether the program ended here by itself where the game goes on: what is missing
    /// says nothing but that it did not ask for another line.
    pub(super) has_ended: bool,
    /// Whether the program gave no answer.
    pub(super) is_empty: bool,
    /// Whether there are words that the game does not have: they may stand for others.
    pub(super) has_other_words: bool,
}

impl Subject {
    /// Reads what the program printed.
    pub(crate) fn new(
        draft: Draft,
        edition: &'static Edition,
        kinds: &Kinds,
        tolerances: &Tolerances,
    ) -> Option<Self> {
        let mut output = Output::new(
            draft.separate.as_ref(),
            draft.merged.as_ref(),
            &draft.script,
            kinds,
            &edition.output_format,
        )?;
        output.is_whole &= draft.is_whole;
        let mut subject = Self {
            number: draft.number,
            input_lines: InputLines::new(&draft.played.input),
            played: draft.played,
            words: draft.words,
            output_format: &edition.output_format,
            output,
            right: draft.script,
            model: Model::default(),
            expects_status: draft.expects_status,
            has_passed: false,
            words_count: !tolerances.ignore_words(&edition.output_format),
            signs: Signs::new(),
            said: Vec::new(),
        };
        let as_they_are = Signs::new();
        let printed = &subject.output.printed;
        let mut reader = Reader::new(printed, &as_they_are, subject.words_count);
        let said = (0..printed.answer_count())
            .map(|answer| (reader.rounds(), reader.facts(answer..answer + 1)));
        subject.said = said.collect();
        subject.model = subject.model_of(draft.transcript);
        Some(subject)
    }

    /// A text with a sign in place of the seed's path.
    pub(crate) fn without_path(&self, text: &[u8]) -> Vec<u8> {
        let path = self.played.seed_name.as_bytes();
        match memchr::memmem::find(text, path) {
            Some(at) if !path.is_empty() => {
                [&text[..at], b"...", &text[at + path.len()..]].concat()
            }
            _ => text.to_vec(),
        }
    }

    /// The line of input that an answer is to; empty for the start and the end.
    pub(crate) fn line_text(&self, answer: usize) -> &[u8] {
        let Some(number) = answer.checked_sub(1) else {
            return b"";
        };
        match lines::split(&self.played.input).nth(number) {
            Some(Line::Text(text)) => text,
            _ => b"",
        }
    }

    /// The game with these flaws; none if it prints what the game prints so far.
    pub(super) fn other_model(&self, edition: &Edition, flaws: FlawSet) -> Option<Model> {
        self.model_if_other(self.other_transcript(edition, flaws)?)
    }

    /// How the game with these flaws is played; none if that is as it is played so far.
    pub(super) fn other_transcript(&self, edition: &Edition, flaws: FlawSet) -> Option<Transcript> {
        let game = &self.model.transcript;
        self.played.other_transcript(edition, flaws, game)
    }

    /// The game that is played so; none if it prints what the game prints so far.
    pub(super) fn model_if_other(&self, transcript: Transcript) -> Option<Model> {
        let model = self.model_of(transcript);
        (!model.script.prints_the_same(&self.model.script)).then_some(model)
    }

    /// Whether the program says nothing to a line of input that the game answers.
    pub(super) fn leaves_a_line_unanswered(&self) -> bool {
        let is_unanswered = |answer: usize| {
            let answers = self.model.matched.get(answer).cloned().unwrap_or_default();
            self.output.printed.line_range(answers).is_empty()
        };
        let mut lines = 1..self.right.answer_count();
        lines.any(|line| !self.right.answer(line).is_empty() && is_unanswered(line))
    }

    /// Whether the game prints the same with either of two sets of flaws.
    pub(super) fn plays_the_same(&self, edition: &Edition, one: FlawSet, other: FlawSet) -> bool {
        let game = self.played.transcript(edition, one);
        let other = self.played.other_transcript(edition, other, &game);
        other.is_none()
    }

    /// Tells what the program shows in the place of the signs of squares.
    pub(super) fn set_signs(&mut self, signs: &Signs) {
        self.signs.clone_from(signs);
        let model = std::mem::take(&mut self.model);
        self.model = self.model_of(model.transcript);
    }

    /// Tells which lines of the program's are in every answer.
    pub(super) fn set_remarks(&mut self, lines: &[usize]) {
        for &line in lines {
            self.output.printed.lines[line].what = What::Remark;
        }
        let model = std::mem::take(&mut self.model);
        self.model = self.model_of(model.transcript);
    }

    /// What the answers of a game say, and how many rounds had been told before each.
    fn facts_of(&self, script: &Printed) -> (Vec<Facts>, Vec<i64>) {
        let known = &self.model;
        // The last one may have a status too.
        let known_count = known.facts.len().saturating_sub(1);
        let mut reader = Reader::new(script, &self.signs, self.words_count);
        let mut rounds = Vec::with_capacity(script.answer_count());
        let mut facts = Vec::with_capacity(script.answer_count());
        // By how many answers the game is behind the one that is known.
        let mut shift = 0;
        for answer in 0..script.answer_count() {
            rounds.push(reader.rounds());
            let is_known = |shift: &isize| {
                answer.checked_add_signed(*shift).is_some_and(|its| {
                    its < known_count
                        && known.rounds[its] == reader.rounds()
                        && script.is_same_answer(answer, &known.script, its)
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

    /// What the lines of the input are to a program with the flaws that are known: first
    /// the start, last the end.
    pub(super) fn lines_as_taken(&self) -> Vec<LineKind> {
        let transcript = self.words.apply(&self.model.transcript);
        let script = Printed::of_transcript(&transcript, self.output_format);
        line_kinds(&self.played.input, &script, self.output_format)
    }

    /// What some of the program's answers say together.
    fn said(&self, answers: Range<usize>) -> Facts {
        match (answers.len(), self.said.get(answers.start)) {
            (0, _) | (_, None) => Facts::default(),
            (1, Some((_, facts))) => facts.clone(),
            (_, Some((rounds, _))) => {
                let as_they_are = Signs::new();
                let reader = Reader::new(&self.output.printed, &as_they_are, self.words_count);
                reader.after(*rounds).facts(answers)
            }
        }
    }

    /// A game, and what is the evidence for it.
    fn model_of(&self, transcript: Transcript) -> Model {
        let script = Printed::of_transcript(&self.words.apply(&transcript), self.output_format);
        let script = script.into_seen();
        let mut matched = align::answers(&script, &self.output.printed, &self.input_lines);
        let count = self.output.printed.answer_count();
        // Where the game is over, the program may go on.
        let mut next = matched.last().map_or(0, |last| last.end);
        while matched.len() < self.input_lines.count() && next < count {
            matched.push(next..next + 1);
            next += 1;
        }
        let broke_off = self.output.broke_off();
        // Where the program broke off without a word of the game, nobody knows what it would
        // have said.
        let mut last_lines = self.output.printed.answer(count - 1).iter();
        let is_silent = broke_off && !last_lines.any(|line| matches!(line.what, What::Piece(_)));
        let last_said = matched
            .iter()
            .rposition(|answers| !answers.is_empty() && answers.start + 1 < count)
            .unwrap_or_default();
        let goes_on = |answer: usize| answer + 1 < script.answer_count() || script.status.is_none();
        let mut evidence: Vec<Evidence> = matched
            .iter()
            .enumerate()
            .map(|(number, answers)| {
                let lines = answers
                    .clone()
                    .flat_map(|number| self.output.printed.answer(number));
                let has_other_words = lines.clone().any(|line| line.what == What::Other);
                let has_last = answers.contains(&(count - 1));
                let mut facts = self.said(answers.clone());
                if has_last
                    && self.expects_status
                    && !broke_off
                    && let Some(status) = self.output.printed.status
                {
                    facts.push(Key::Status, super::facts::hash(&status));
                }
                Evidence {
                    facts,
                    is_partial: (has_last && broke_off) || (is_silent && number > last_said),
                    has_ended: has_last && goes_on(number),
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
                // What was never printed is no evidence.
                (true, _) if broke_off && answer >= evidence.len() => 0,
                (false, _) if answer >= script.answer_count() => 0,
                (true, _) => -lines,
                // That there is nothing in an answer is as much as a line.
                (false, true) => lines.max(1),
                (false, false) => 0,
            }
        });
        let (facts, rounds) = self.facts_of(&script);
        Model {
            line_count: self.input_lines.count(),
            to_the_byte: lines.sum(),
            is_printed,
            facts,
            rounds,
            transcript,
            script,
            matched,
            evidence,
        }
    }
}

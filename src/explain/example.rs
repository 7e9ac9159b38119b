//! Finds the shortest game that shows a cause, with the expected output and the output of a program with that cause.

use std::collections::BTreeSet;

use super::causes::FormCause;
use super::change::{Change, Class, is_block};
use super::explanation::Example;
use super::situation::{self, Situation, line_kinds};
use super::subject::Subject;
use crate::compare::diff::{self, DiffLine};
use crate::compare::printed::{Printed, What};
use crate::compare::reference;
use crate::compare::tolerance::Tolerances;
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Kind;
use crate::sample::draw::draw;
use crate::sample::game::Game;
use crate::sample::language::Step;
use crate::sample::shrink::shrink;

/// Maximum number of games to try while shrinking one.
const TRIALS: usize = 400;

/// Number of random games to try to distinguish two flaws.
const DRAWN: u64 = 300;

/// Maximum output of a game, in bytes.
const MOST: usize = 1 << 18;

/// Longest input to shrink, in lines.
const LONGEST: usize = 400;

/// Plays games in memory to find examples.
pub(super) struct Stage<'check> {
    edition: &'static Edition,
    tolerances: &'check Tolerances,
}

impl<'check> Stage<'check> {
    pub(super) fn new(edition: &'static Edition, tolerances: &'check Tolerances) -> Self {
        Self {
            edition,
            tolerances,
        }
    }

    fn play(&self, game: &Game, flaws: FlawSet) -> Printed {
        let seed = SeedFile::in_memory("seed.txt", seed_of(game).into_bytes());
        let input = game.input();
        let transcript = reference::play_flawed(self.edition, flaws, seed, input.as_bytes(), MOST);
        Printed::of_transcript(&transcript, &self.edition.output_format)
    }

    fn differ(&self, game: &Game, one: FlawSet, other: FlawSet) -> bool {
        let (one, other) = (self.play(game, one), self.play(game, other));
        !one.passes_for(&other, self.tolerances, &self.edition.output_format)
    }

    /// Returns the kinds of text before the first line of input.
    fn kinds_at_start(&self, game: &Game, flaws: FlawSet) -> BTreeSet<Kind> {
        let printed = self.play(game, flaws);
        let kinds = printed.answer(0).iter().filter_map(|line| match line.what {
            What::Piece(piece) => Some(piece.kind),
            _ => None,
        });
        kinds.collect()
    }

    /// Returns the first difference of two games as an example.
    fn example(&self, game: &Game, one: FlawSet, other: FlawSet) -> Option<Example> {
        let (expected, found) = (self.play(game, one), self.play(game, other));
        let is_drawn_so = |printed: &Printed| {
            let shape = situation::shape(printed);
            shape.is_none_or(|(rows, cols)| self.edition.fields.size(rows, cols).is_some())
        };
        if !is_drawn_so(&expected) || !is_drawn_so(&found) {
            // The assignment does not define how such a grid looks.
            return None;
        }
        let count = expected.answer_count().max(found.answer_count());
        let text = |printed: &Printed, answer: usize| {
            let lines = printed.line_range(answer..answer + 1);
            printed.joined(Some((lines.start, lines.end)))
        };
        let output_format = &self.edition.output_format;
        let passes = |answer: &usize| {
            let (expected, found) = (text(&expected, *answer), text(&found, *answer));
            self.tolerances.pass(output_format, &expected, &found)
        };
        let answer = (0..count).find(|answer| !passes(answer));
        let diff = answer.map_or_else(Vec::new, |answer| {
            let (expected, found) = (text(&expected, answer), text(&found, answer));
            diff::of_texts(&expected, &found, true, self.tolerances, output_format)
        });
        // A different exit status has no diff.
        (!diff.is_empty()).then(|| example(game, diff))
    }

    /// Reports whether a program with all these flaws prints the same as one with a single flaw, up to the first effect of
    /// that flaw.
    fn is_true_beside(&self, game: &Game, flaw: &Flaw, all: FlawSet) -> bool {
        let sets = [FlawSet::default(), FlawSet::default().with(flaw), all];
        let [right, wrong, all] = sets.map(|flaws| self.play(game, flaws));
        let count = wrong.answer_count().max(right.answer_count());
        let shown = (0..count).find(|&answer| !wrong.is_same_answer(answer, &right, answer));
        (0..=shown.unwrap_or(count)).all(|answer| wrong.is_same_answer(answer, &all, answer))
    }

    /// Checks [`Self::is_true_beside`] for a case, up to an answer.
    pub(super) fn is_true_in(
        &self,
        flaw: &Flaw,
        all: FlawSet,
        subject: &Subject,
        answer: usize,
    ) -> bool {
        up_to(self.edition, subject, answer)
            .is_some_and(|game| self.is_true_beside(&game, flaw, all))
    }

    /// Shrinks a case to the shortest game that shows a flaw. If possible, a program with all these flaws prints the same in that
    /// game.
    pub(super) fn of_flaw(
        &self,
        flaw: &Flaw,
        all: FlawSet,
        subject: &Subject,
        answer: usize,
    ) -> Option<Example> {
        let (right, wrong) = (FlawSet::default(), FlawSet::default().with(flaw));
        let game = up_to(self.edition, subject, answer)?;
        let is_true = self.is_true_beside(&game, flaw, all);
        // Keep unusual whitespace in the last line: it is the cause of the difference.
        let odd = game
            .steps
            .last()
            .filter(|step| has_odd_space(step))
            .cloned();
        if !self.differ(&game, right, wrong) {
            return None;
        }
        // Do not replace an accepted seed by one that is refused in another way.
        let kinds = self.kinds_at_start(&game, wrong);
        let game = shrink(self.edition, game, TRIALS, |game| {
            odd.as_ref()
                .is_none_or(|odd| game.steps.last() == Some(odd))
                && self.differ(game, right, wrong)
                && self.kinds_at_start(game, wrong) == kinds
                && (!is_true || self.is_true_beside(game, flaw, all))
        });
        self.example(&game, right, wrong)
    }

    /// Finds the shortest game that distinguishes two flaws next to others. Its diff compares the outputs with each flaw.
    pub(super) fn telling(&self, one: &Flaw, other: &Flaw, beside: FlawSet) -> Option<Example> {
        let (one, other) = (beside.with(one), beside.with(other));
        let mut games = (0..DRAWN).map(|number| draw(self.edition, 1, number));
        let game = games.find(|game| self.differ(game, one, other))?;
        let game = shrink(self.edition, game, TRIALS, |game| {
            self.differ(game, one, other)
        });
        let example = self.example(&game, one, other)?;
        Some(Example {
            tells_apart: true,
            ..example
        })
    }

    /// Finds the shortest game with a text that the program writes in another way.
    pub(super) fn of_form(
        &self,
        form: &FormCause,
        subject: &Subject,
        answer: usize,
        found: &[u8],
    ) -> Option<Example> {
        let game = up_to(self.edition, subject, answer)?;
        let is_at_end = answer + 1 >= subject.input_lines.count();
        let place = |game: &Game| {
            let printed = self.play(game, FlawSet::default());
            let lines = line_kinds(
                game.input().as_bytes(),
                &printed,
                &self.edition.output_format,
            );
            let answers = 0..printed.answer_count();
            let (answer, text) = answers
                .filter(|&answer| {
                    let situations = situation::of_answer(lines.get(answer), false, None);
                    // An example of a response needs a line of input.
                    let is_end = situations.contains(&Situation::End);
                    (is_at_end || !is_end) && is_in(&form.situation, &situations)
                })
                .find_map(|answer| Some((answer, written(form, &printed, answer)?)))?;
            Some((answer, text))
        };
        place(&game)?;
        let game = shrink(self.edition, game, TRIALS, |game| place(game).is_some());
        let (_, text) = place(&game)?;
        let predicted = predicted(form, &text, found)?;
        let output_format = &self.edition.output_format;
        let diff = diff::of_texts(&text, &predicted, true, self.tolerances, output_format);
        Some(example(&game, diff))
    }
}

/// Returns the seed of an example, on one line.
fn seed_of(game: &Game) -> String {
    game.seed().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn example(game: &Game, diff: Vec<DiffLine>) -> Example {
    Example {
        tells_apart: false,
        seed: seed_of(game),
        input: game.input().lines().map(str::to_owned).collect(),
        diff,
    }
}

/// Reports whether a line has whitespace other than spaces and tabs.
fn has_odd_space(step: &Step) -> bool {
    let is_odd = |letter: char| {
        (letter.is_whitespace() || letter.is_control()) && !matches!(letter, ' ' | '\t')
    };
    matches!(step, Step::Text(text) if text.contains(is_odd))
}

/// Returns the game of a case up to an answer.
fn up_to(edition: &Edition, subject: &Subject, answer: usize) -> Option<Game> {
    let mut game = Game::read(edition, &subject.played.seed, &subject.played.input);
    game.steps.truncate(answer);
    (game.steps.len() <= LONGEST).then_some(game)
}

/// Reports whether an answer is in a situation, by its line of input.
fn is_in(situation: &Situation, situations: &[Situation]) -> bool {
    match situation {
        Situation::Except(exceptions) => !exceptions.iter().any(|one| situations.contains(one)),
        Situation::AnyOf(all) => all.iter().any(|one| situations.contains(one)),
        situation => situations.contains(situation),
    }
}

/// Returns the text of the game at a place.
fn written(form: &FormCause, printed: &Printed, answer: usize) -> Option<Vec<u8>> {
    let Class::Piece(kind) = form.class else {
        return None;
    };
    let lines = printed.line_range(answer..answer + 1);
    let is_of_kind = |line: &usize| matches!(printed.lines[*line].what, What::Piece(piece) if piece.kind == kind);
    let first = lines.clone().find(is_of_kind)?;
    let end = if is_block(kind) {
        lines
            .take_while(|line| *line < first || is_of_kind(line))
            .last()?
            + 1
    } else {
        first + 1
    };
    Some(printed.joined(Some((first, end))))
}

/// Returns the text of a program with the cause in its place.
fn predicted(form: &FormCause, text: &[u8], found: &[u8]) -> Option<Vec<u8>> {
    let Class::Piece(kind) = form.class else {
        return None;
    };
    match &form.change {
        Change::Text {
            stream: Some(_), ..
        }
        | Change::Missing
        | Change::NoRound => None,
        Change::Text { .. } if is_block(kind) => Some(found.to_vec()),
        Change::Text {
            expected, found, ..
        } => rewritten(expected, found, text),
        _ => None,
    }
}

/// Replaces the difference between two patterns in a line. Returns `None` if the patterns have variable parts on both sides of
/// the difference.
fn rewritten(expected: &[u8], found: &[u8], text: &[u8]) -> Option<Vec<u8>> {
    let same = |(one, other): &(&u8, &u8)| one == other;
    let start = expected.iter().zip(found).take_while(same).count();
    let rest = expected.len().min(found.len()) - start;
    let ends = expected.iter().rev().zip(found.iter().rev()).take(rest);
    let end = ends.take_while(same).count();
    let (from, to) = (
        &expected[start..expected.len() - end],
        &found[start..found.len() - end],
    );
    let varies =
        |pattern: &[u8]| pattern.contains(&b'#') || pattern.windows(3).any(|part| part == b"...");
    let at = if !varies(&expected[..start]) {
        start
    } else if !varies(&expected[expected.len() - end..]) {
        text.len().checked_sub(end + from.len())?
    } else {
        return None;
    };
    let matches = !varies(from) && !varies(to) && text.get(at..)?.starts_with(from);
    matches.then(|| [&text[..at], to, &text[at + from.len()..]].concat())
}

/// Reports whether a text is rare enough for an example. Most texts are in every round.
pub(super) fn is_rare(class: Class, situation: &Situation) -> bool {
    *situation != Situation::Everywhere
        || !matches!(
            class,
            Class::Piece(
                Kind::RoundLine | Kind::Grid | Kind::ColumnLine | Kind::Prompt | Kind::Banner
            )
        )
}

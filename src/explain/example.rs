//! The shortest game that shows a cause, drawn in memory: what should be printed, and
//! what a program prints that has the cause.

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
use crate::sample::game::{Game, Step};
use crate::sample::shrink::shrink;

/// How many games are tried to make one smaller.
const TRIALS: usize = 400;

/// How many random games are tried to tell two flaws apart.
const DRAWN: u64 = 300;

/// The most that such a game prints, in bytes.
const MOST: usize = 1 << 18;

/// The longest input that is made shorter, in lines.
const LONGEST: usize = 400;

/// Where games are played in memory to show something.
pub(super) struct Stage<'check> {
    edition: &'static Edition,
    tolerances: &'check Tolerances,
}

impl<'check> Stage<'check> {
    /// Games of an edition, in which what is tolerated shows nothing.
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

    /// What is printed before the first line of input.
    fn kinds_at_start(&self, game: &Game, flaws: FlawSet) -> BTreeSet<Kind> {
        let printed = self.play(game, flaws);
        let kinds = printed.answer(0).iter().filter_map(|line| match line.what {
            What::Piece(piece) => Some(piece.kind),
            _ => None,
        });
        kinds.collect()
    }

    /// Where two games differ first, as an example.
    fn example(&self, game: &Game, one: FlawSet, other: FlawSet) -> Option<Example> {
        let (expected, found) = (self.play(game, one), self.play(game, other));
        let is_drawn_so = |printed: &Printed| {
            let shape = situation::shape(printed);
            shape.is_none_or(|(rows, cols)| self.edition.fields.size(rows, cols).is_some())
        };
        if !is_drawn_so(&expected) || !is_drawn_so(&found) {
            // Nobody says how a grid is drawn that the game does not allow.
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
        // A status alone is no text.
        (!diff.is_empty()).then(|| example(game, diff))
    }

    /// Whether a program with all these flaws prints what one with this flaw prints, up to
    /// where that shows.
    fn is_true_beside(&self, game: &Game, flaw: &Flaw, all: FlawSet) -> bool {
        let sets = [FlawSet::default(), FlawSet::default().with(flaw), all];
        let [right, wrong, all] = sets.map(|flaws| self.play(game, flaws));
        let count = wrong.answer_count().max(right.answer_count());
        let shown = (0..count).find(|&answer| !wrong.is_same_answer(answer, &right, answer));
        (0..=shown.unwrap_or(count)).all(|answer| wrong.is_same_answer(answer, &all, answer))
    }

    /// The same for what a case is played with up to an answer.
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

    /// The shortest game in which a flaw shows, made from a case in which it does; if it can
    /// be, one in which a program with all these flaws prints the same.
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
        // White space that no key makes is what the program was seen to take otherwise.
        let odd = game
            .steps
            .last()
            .filter(|step| has_odd_space(step))
            .cloned();
        if !self.differ(&game, right, wrong) {
            return None;
        }
        // A seed that is accepted is not to become one that is refused in another way.
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

    /// The shortest game that tells two flaws apart beside others: what a program prints in
    /// it that has the first, and one that has the second; none if nothing tells them apart.
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

    /// The shortest game in which something is written that a program writes in another way.
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
                    // What a line is answered with is not shown where none is typed.
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

/// The seed of an example, which is told and played on one line.
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

/// Whether there is white space in a line that is neither a blank nor a tab.
fn has_odd_space(step: &Step) -> bool {
    let is_odd = |letter: char| {
        (letter.is_whitespace() || letter.is_control()) && !matches!(letter, ' ' | '\t')
    };
    matches!(step, Step::Text(text) if text.contains(is_odd))
}

/// The game of a case up to an answer.
fn up_to(edition: &Edition, subject: &Subject, answer: usize) -> Option<Game> {
    let mut game = Game::read(edition, &subject.played.seed, &subject.played.input);
    game.steps.truncate(answer);
    (game.steps.len() <= LONGEST).then_some(game)
}

/// Whether an answer is in a situation, as far as its line tells.
fn is_in(situation: &Situation, situations: &[Situation]) -> bool {
    match situation {
        Situation::Except(exceptions) => !exceptions.iter().any(|one| situations.contains(one)),
        Situation::AnyOf(all) => all.iter().any(|one| situations.contains(one)),
        situation => situations.contains(situation),
    }
}

/// What the game writes there.
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

/// What a program writes in its place.
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

/// A line in which what differs between two patterns is exchanged; none if a sign for
/// what varies stands before it and behind it.
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

/// Whether a kind of piece is worth an example: most stand in every round.
pub(super) fn is_rare(class: Class, situation: &Situation) -> bool {
    *situation != Situation::Everywhere
        || !matches!(
            class,
            Class::Piece(
                Kind::RoundLine | Kind::Grid | Kind::ColumnLine | Kind::Prompt | Kind::Banner
            )
        )
}

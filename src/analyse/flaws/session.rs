//! Plays a game with flaws: takes steps and prints their parts.

use super::seed;
use super::squares::State;
use super::stepper::{Answered, Part, RoundPart, Step};
use super::table::{Effects, Flaw};
use crate::edition::row::{Edition, Started};
use crate::edition::setup::Setup;
use crate::edition::uga;
use crate::edition::uga::printer::Printer;
use crate::edition::uga::rules::Rules;
use crate::field::lines::Line;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Piece, Sink, Stream};
use crate::game::view::{Outcome, View};

/// Starts a game of a seed file with some flaws. Editions without flaws play as they are.
///
/// # Errors
///
/// Neither the rules nor the flaws accept the seed file, or there is none.
pub fn start(edition: &Edition, setup: &Setup, flaws: &[&Flaw]) -> Started {
    let (Some(rules), Some(file)) = (uga::rules(edition), setup.file(&[])?) else {
        return edition.start(setup);
    };
    let effects = flaws.iter().copied().collect();
    let planted = file
        .open()
        .map_err(Into::into)
        .and_then(|source| seed::read(source, &rules.limits, &effects))
        .map_err(|error| (rules.seed_error)(file, error))?;
    let state = State::new(&effects, planted);
    Ok(Box::new(FlawedSession {
        rules,
        printer: Printer::new(rules, state.size()),
        effects,
        state,
        outcome: None,
    }))
}

#[derive(Debug)]
struct FlawedSession {
    rules: &'static Rules,
    effects: Effects,
    state: State,
    printer: Printer,
    outcome: Option<Outcome>,
}

impl FlawedSession {
    fn print(&mut self, answered: Answered<'_>, out: &mut dyn Sink) -> Flow {
        for part in answered.parts {
            match part {
                Part::Error(error) => self.printer.invalid(&error, out),
                Part::Help => self.printer.help(out),
                Part::Round(round) => self.print_round(&round, out),
                Part::Win(score) => self.printer.win(&score, out),
                Part::Loss => self.printer.loss(out),
                Part::Quit => self.printer.quit(out),
            }
        }
        match answered.end {
            Some((outcome, status)) => {
                self.outcome = Some(outcome);
                Flow::Ended(status)
            }
            None => Flow::Continue,
        }
    }

    fn print_round(&mut self, round: &RoundPart, out: &mut dyn Sink) {
        let frame = &mut self.printer.frame;
        frame.set_rounds(round.rounds);
        for (square, cell) in self.state.size().squares().zip(&round.cells) {
            frame.set_square(square, cell.shown);
            frame.set_mine_shown(square, cell.shows_mine);
        }
        let length = |pieces: &[Piece]| pieces.iter().map(|piece| piece.length).sum::<usize>();
        let start = length(&frame.pieces()[..round.pieces.start]);
        let pieces = &frame.pieces()[round.pieces.clone()];
        let bytes = &frame.bytes()[start..start + length(pieces)];
        out.print(Stream::Output, bytes, pieces);
    }
}

impl Session for FlawedSession {
    fn open(&mut self, out: &mut dyn Sink) {
        self.printer.welcome(out);
        let step = Step::new(self.rules, &self.effects, &mut self.state);
        let answered = step.open();
        self.print(answered, out);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let step = Step::new(self.rules, &self.effects, &mut self.state);
        let answered = step.answer(line);
        self.print(answered, out)
    }

    fn view(&self) -> View<'_> {
        View::new(self.state.size(), self.state.board.squares())
            .with_rounds(self.state.rounds)
            .with_outcome(self.outcome)
    }
}

//! Connects the parser, the game and the printer of the UGA editions to a [`Session`].

use super::{
    command::{self, Command, InvalidCommand},
    frame::Frame,
    game::{Effect, UgaGame},
    printer::UgaPrinter,
    rules::Rules,
};
use crate::{
    field::{Line, Minefield, Square},
    game::{Flow, Outcome, Session, Sink, View},
};

/// A game from the welcome to its end: won, lost, quit or out of input.
#[derive(Debug)]
pub(super) struct UgaSession {
    rules: &'static Rules,
    game: UgaGame,
    /// The rendered text of the next round.
    frame: Frame,
    printer: UgaPrinter,
    outcome: Option<Outcome>,
}

impl UgaSession {
    /// Creates a game. The minefield must be within the limits of the rules.
    pub fn new(rules: &'static Rules, minefield: Minefield) -> Self {
        Self {
            rules,
            frame: Frame::new(minefield.size(), rules.columns_end),
            printer: UgaPrinter::new(rules),
            game: UgaGame::new(minefield, rules.is_won),
            outcome: None,
        }
    }

    fn end(&mut self, outcome: Outcome) -> Flow {
        self.outcome = Some(outcome);
        Flow::Ended(0)
    }
}

impl Session for UgaSession {
    fn open(&mut self, out: &mut dyn Sink) {
        self.printer.welcome(out);
        self.frame.print(out);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let size = self.game.board().size();
        let command = match line {
            Line::Text(text) => command::parse(text, size),
            Line::TooLong => Err(InvalidCommand::NotRecognized),
            Line::End => Ok(Command::Quit),
        };
        let effect = match command {
            Ok(command) => self.game.apply(command),
            Err(invalid) => {
                self.printer.invalid(&invalid, out);
                if !self.rules.invalid_line.completes_round {
                    self.frame.print(out);
                    return Flow::Continue;
                }
                self.game.pass()
            }
        };
        match effect {
            Effect::Changed { square, shown } => self.frame.set_square(square, shown),
            Effect::Helped => self.printer.help(out),
            Effect::FogLifted | Effect::Passed => {}
            Effect::Won => {
                let score = (self.rules.score)(self.game.board(), self.game.rounds());
                self.printer.win(&score, out);
                return self.end(Outcome::Won);
            }
            Effect::Lost => {
                self.printer.loss(out);
                return self.end(Outcome::Lost);
            }
            Effect::Quit => {
                self.printer.quit(out);
                return self.end(Outcome::Quit);
            }
        }
        // `nofog` shows the mines for one round only.
        let is_fog_lifted = effect == Effect::FogLifted;
        let mines = self.game.board().minefield().mines();
        self.frame.set_fog_lifted(is_fog_lifted, mines);
        self.frame.set_rounds(self.game.rounds());
        self.frame.print(out);
        Flow::Continue
    }

    fn view(&self) -> View<'_> {
        self.game
            .board()
            .view(self.outcome)
            .with_rounds(self.game.rounds())
    }

    fn peek(&self) -> Option<Vec<Square>> {
        // The last response of a finished game contains no round.
        if self.outcome.is_some() || !self.frame.shows_mines() {
            return None;
        }
        let mines = self.game.board().minefield().mines();
        Some(mines.collect())
    }

    fn score(&self) -> Option<String> {
        let rounds = self.game.rounds();
        if rounds == 0 {
            return None;
        }
        Some((self.rules.score)(self.game.board(), rounds))
    }
}

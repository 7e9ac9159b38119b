//! A game of the UGA editions as a session: lines to commands, what comes of
//! them to bytes.

use super::command::{Command, InvalidCommand};
use super::frame::Frame;
use super::game::{Effect, Game};
use super::rules::{Round, Rules};
use crate::field::lines::Line;
use crate::field::minefield::Minefield;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Piece, Sink, Stream, print, print_block};
use crate::game::view::{Outcome, View};

/// A game from the welcome to its end: won, lost, quit or out of input.
#[derive(Debug)]
pub struct UgaSession {
    rules: Rules,
    game: Game,
    frame: Frame,
    outcome: Option<Outcome>,
    /// Where the answer to an invalid line is put together.
    answer: Vec<u8>,
}

impl UgaSession {
    /// A game by these rules on a minefield within their limits.
    #[must_use]
    pub fn new(rules: Rules, minefield: Minefield) -> Self {
        Self {
            frame: Frame::new(minefield.size(), rules.columns_end),
            game: Game::new(minefield, rules.is_won),
            rules,
            outcome: None,
            answer: Vec::new(),
        }
    }

    fn print_frame(&self, out: &mut dyn Sink) {
        out.print(Stream::Output, self.frame.bytes(), self.frame.pieces());
    }

    /// Answers a line that is no command; whether the round is over.
    fn answer(&mut self, invalid: &InvalidCommand<'_>, out: &mut dyn Sink) -> Round {
        self.answer.clear();
        let rule = &self.rules.invalid_line;
        (rule.answer)(invalid, &mut self.answer);
        print_block(out, rule.stream, Kind::Error, &self.answer);
        rule.round
    }

    fn end(&mut self, outcome: Outcome) -> Flow {
        self.outcome = Some(outcome);
        Flow::Ended(0)
    }
}

/// Prints what a win ends with.
pub(super) fn print_win(rules: &Rules, score: &str, out: &mut dyn Sink) {
    let text = [rules.game_won, score, rules.after_score].concat();
    let pieces = [
        Piece::new(Kind::Blank, 1),
        Piece::new(Kind::Win, rules.game_won.len() - 1),
        Piece::new(Kind::Score, score.len()),
        Piece::new(Kind::Blank, rules.after_score.len()),
    ];
    out.print(Stream::Output, text.as_bytes(), &pieces);
}

impl Session for UgaSession {
    fn open(&mut self, out: &mut dyn Sink) {
        print(out, Kind::Banner, self.rules.welcome);
        self.print_frame(out);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let size = self.game.board().minefield().size();
        let command = match line {
            Line::Text(line) => (self.rules.parse)(line, size),
            Line::TooLong => Err(InvalidCommand::NotRecognized),
            Line::End => Ok(Command::Quit),
        };
        let effect = match command {
            Ok(command) => self.game.apply(command),
            Err(invalid) => match self.answer(&invalid, out) {
                Round::Completed => self.game.pass(),
                Round::Restarted => {
                    self.print_frame(out);
                    return Flow::Continue;
                }
            },
        };
        match effect {
            Effect::Changed { square, shown } => self.frame.set_square(square, shown),
            Effect::Helped => {
                print_block(
                    out,
                    Stream::Output,
                    Kind::Help,
                    self.rules.commands.as_bytes(),
                );
            }
            Effect::FogLifted | Effect::Passed => {}
            Effect::Won => {
                let score = (self.rules.score)(self.game.board(), self.game.rounds());
                print_win(&self.rules, &score, out);
                return self.end(Outcome::Won);
            }
            Effect::Lost => {
                print_block(
                    out,
                    Stream::Output,
                    Kind::Loss,
                    self.rules.game_over.as_bytes(),
                );
                return self.end(Outcome::Lost);
            }
            Effect::Quit => {
                print_block(out, Stream::Output, Kind::Quit, self.rules.quit.as_bytes());
                return self.end(Outcome::Left);
            }
        }
        let fog_lifted = effect == Effect::FogLifted;
        self.frame
            .set_fog_lifted(fog_lifted, self.game.board().minefield());
        self.frame.set_rounds(self.game.rounds());
        self.print_frame(out);
        Flow::Continue
    }

    fn view(&self) -> View<'_> {
        let board = self.game.board();
        View::new(board.minefield().size(), board.squares())
            .with_rounds(self.game.rounds())
            .with_outcome(self.outcome)
    }

    fn score(&self) -> Option<String> {
        let rounds = self.game.rounds();
        (rounds > 0).then(|| (self.rules.score)(self.game.board(), rounds))
    }
}

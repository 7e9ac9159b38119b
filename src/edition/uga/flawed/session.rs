//! A game with flaws as a session.

use super::Flaws;
use super::command::Understood;
use super::seed::Planted;
use super::table::Deviation as D;
use crate::edition::uga::command::{Command, InvalidCommand};
use crate::edition::uga::frame::{Frame, PROMPT};
use crate::edition::uga::rules::{Round, Rules};
use crate::edition::uga::session::print_win;
use crate::field::lines::Line;
use crate::field::minefield::{Minefield, Square};
use crate::field::text::Tokens;
use crate::game::board::{Board, Cascade};
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Sink, Stream, print, print_block};
use crate::game::view::{Outcome, Shown, View};

/// A game with flaws. Without any it prints what the game itself prints.
#[derive(Debug)]
pub(super) struct FlawedSession {
    rules: Rules,
    flaws: Flaws,
    planted: Planted,
    board: Board,
    rounds: u64,
    frame: Frame,
    /// The mines that the frame shows now.
    shown_mines: Option<Minefield>,
    /// The next round shows the mines.
    fog_is_due: bool,
    /// The game is won, and that has not been seen yet.
    won_unseen: bool,
    outcome: Option<Outcome>,
}

impl FlawedSession {
    pub(super) fn new(rules: Rules, planted: Planted, flaws: Flaws) -> Self {
        let minefield = planted.minefield.clone();
        let rounds = u64::from(flaws.has(D::RoundsFromOne));
        let mut frame = Frame::new(minefield.size(), rules.columns_end);
        frame.set_rounds(rounds);
        Self {
            frame,
            board: Board::new(minefield),
            rules,
            flaws,
            planted,
            rounds,
            shown_mines: None,
            fog_is_due: false,
            won_unseen: false,
            outcome: None,
        }
    }

    fn print_frame(&self, out: &mut dyn Sink) {
        out.print(Stream::Output, self.frame.bytes(), self.frame.pieces());
    }

    /// Prints the round without the prompt.
    fn print_round(&self, out: &mut dyn Sink) {
        let pieces = self.frame.pieces();
        let pieces = &pieces[..pieces.len() - 2];
        let length = pieces.iter().map(|piece| piece.length).sum();
        out.print(Stream::Output, &self.frame.bytes()[..length], pieces);
    }

    fn print_prompt(out: &mut dyn Sink) {
        print_block(
            out,
            Stream::Output,
            Kind::Prompt,
            &[b"\n", PROMPT.as_bytes()].concat(),
        );
    }

    /// Answers an invalid command.
    fn refuse(&mut self, invalid: &InvalidCommand<'_>, is_blank: bool, out: &mut dyn Sink) -> Flow {
        let flaws = self.flaws;
        let (uses_round, ends_game) = match invalid {
            InvalidCommand::NotRecognized => (D::NotRecognizedUsesRound, D::NotRecognizedEndsGame),
            InvalidCommand::NotAnInteger(_) => (D::NotAnIntegerUsesRound, D::NotAnIntegerEndsGame),
            InvalidCommand::OutOfBounds { .. } => (D::OutOfBoundsUsesRound, D::OutOfBoundsEndsGame),
        };
        let not_answered =
            flaws.has(D::InvalidNotAnswered) || is_blank && flaws.has(D::BlankLineNotAnswered);
        if !not_answered {
            let mut answer = Vec::new();
            (self.rules.invalid_line.answer)(invalid, &mut answer);
            print_block(out, self.rules.invalid_line.stream, Kind::Error, &answer);
        }
        if flaws.has_any(&[D::InvalidEndsGame, ends_game]) {
            return self.end(Outcome::Left, 1);
        }
        if self.rules.invalid_line.round == Round::Completed
            || flaws.has_any(&[D::InvalidUsesRound, uses_round])
        {
            return self.next_round(true, false, out);
        }
        if flaws.has(D::NofogEndsEarly) {
            self.show_mines(false);
        }
        if flaws.has(D::InvalidRoundNotShown) {
            Self::print_prompt(out);
        } else {
            self.print_frame(out);
        }
        Flow::Continue
    }

    /// Carries a command out.
    fn carry_out(&mut self, command: Command, out: &mut dyn Sink) -> Flow {
        let flaws = self.flaws;
        match command {
            Command::Quit => {
                print_block(out, Stream::Output, Kind::Quit, self.rules.quit.as_bytes());
                self.end(Outcome::Left, 0)
            }
            Command::Help => {
                let help = self.rules.commands.as_bytes();
                print_block(out, Stream::Output, Kind::Help, help);
                let keeps = flaws.has(D::NofogStaysOverHelp);
                let uses_round = !flaws.has(D::HelpUsesNoRound);
                if !flaws.has(D::HelpRoundNotShown) {
                    return self.next_round(uses_round, keeps, out);
                }
                self.rounds += u64::from(uses_round);
                self.frame.set_rounds(self.rounds);
                Self::print_prompt(out);
                Flow::Continue
            }
            Command::NoFog => {
                self.rounds += u64::from(!flaws.has(D::NofogUsesNoRound));
                self.frame.set_rounds(self.rounds);
                let shows = !flaws.has(D::NofogToggles) || self.shown_mines.is_none();
                if flaws.has(D::NofogLate) {
                    let is_due = std::mem::replace(&mut self.fog_is_due, true);
                    self.show_mines(is_due);
                } else if !flaws.has(D::NofogShowsNothing) {
                    self.show_mines(shows);
                    self.fog_is_due = shows && flaws.has(D::NofogTwoRounds);
                }
                self.print_frame(out);
                Flow::Continue
            }
            Command::Reveal(square) => self.on_square(command, D::RevealUsesNoRound, square, out),
            Command::Mark(square) => self.on_square(command, D::MarkUsesNoRound, square, out),
            Command::Guess(square) => self.on_square(command, D::GuessUsesNoRound, square, out),
        }
    }

    fn on_square(
        &mut self,
        command: Command,
        uses_no_round: D,
        square: Square,
        out: &mut dyn Sink,
    ) -> Flow {
        let flaws = self.flaws;
        let before = self.board.shown(square);
        let may_be_revealed = match before {
            Shown::Marked => !flaws.has_any(&[D::MarkedNotRevealed, D::MarkedRevealIgnored]),
            Shown::Guessed => !flaws.has(D::GuessedNotRevealed),
            _ => true,
        };
        let mut uses_round = !flaws.has(uses_no_round);
        match command {
            Command::Reveal(_) if may_be_revealed => {
                if self.board.minefield().is_mine(square) {
                    self.rounds += u64::from(uses_round);
                    return self.lose(out);
                }
                self.reveal(square);
            }
            Command::Reveal(_) => {
                uses_round &= before != Shown::Marked || !flaws.has(D::MarkedRevealIgnored);
            }
            Command::Mark(_) => {
                let is_refused = match before {
                    Shown::Revealed(_) => flaws.has(D::RevealedNotMarked),
                    Shown::Guessed => flaws.has(D::GuessedNotMarked),
                    _ => false,
                };
                self.put(square, Shown::Marked, is_refused, D::MarkToggles);
            }
            _ => {
                let is_refused = match before {
                    Shown::Revealed(_) => flaws.has(D::RevealedNotGuessed),
                    Shown::Marked => flaws.has(D::MarkedNotGuessed),
                    _ => false,
                };
                self.put(square, Shown::Guessed, is_refused, D::GuessToggles);
            }
        }
        if self.board.shown(square) == before && flaws.has(D::RepeatUsesNoRound) {
            uses_round = false;
        }
        self.rounds += u64::from(uses_round);
        if flaws.is_won(&self.rules, &self.board, &self.planted, command) {
            if flaws.has(D::WinLate) {
                self.won_unseen = true;
            } else {
                return self.win(out);
            }
        }
        self.next_round(false, false, out)
    }

    /// Marks or guesses a square.
    fn put(&mut self, square: Square, shown: Shown, is_refused: bool, toggles: D) {
        let shown = match self.board.shown(square) {
            before if before == shown && self.flaws.has(toggles) => Shown::Covered,
            before if is_refused => before,
            _ => shown,
        };
        self.set(square, shown);
    }

    /// Reveals a square without a mine.
    fn reveal(&mut self, square: Square) {
        let adjacent = self.flaws.adjacent(&self.board, &self.planted, square);
        self.set(square, Shown::Revealed(adjacent));
        if adjacent > 0 || !self.flaws.has(D::ZeroRevealsNeighbours) {
            return;
        }
        let mut following = self.board.clone();
        following.show(square, Shown::Covered);
        following.uncover(square, Cascade::StopsAtMarks);
        for square in following.minefield().size().squares() {
            let is_new = !matches!(self.board.shown(square), Shown::Revealed(_));
            if let Shown::Revealed(_) = following.shown(square)
                && is_new
            {
                let adjacent = self.flaws.adjacent(&self.board, &self.planted, square);
                self.set(square, Shown::Revealed(adjacent));
            }
        }
    }

    fn set(&mut self, square: Square, shown: Shown) {
        self.board.show(square, shown);
        self.draw(square, shown);
    }

    fn draw(&mut self, square: Square, shown: Shown) {
        let shown = match shown {
            Shown::Revealed(0) if self.flaws.has(D::ZeroBlank) => Shown::Covered,
            Shown::Revealed(adjacent) => Shown::Revealed(adjacent.min(9)),
            _ => shown,
        };
        self.frame.set_square(square, shown);
    }

    fn win(&mut self, out: &mut dyn Sink) -> Flow {
        self.frame.set_rounds(self.rounds);
        if self.flaws.has(D::GridBeforeWin) {
            self.print_round(out);
        }
        let score = self.flaws.score(&self.rules, &self.board, self.rounds);
        print_win(&self.rules, &score, out);
        if self.flaws.has(D::GridAfterWin) {
            self.print_round(out);
        }
        if self.flaws.has(D::WinDoesNotEnd) {
            return self.next_round(false, false, out);
        }
        self.end(Outcome::Won, 0)
    }

    fn lose(&mut self, out: &mut dyn Sink) -> Flow {
        self.frame.set_rounds(self.rounds);
        if self.flaws.has(D::GridBeforeLoss) {
            self.print_round(out);
        }
        let words = self.rules.game_over.as_bytes();
        print_block(out, Stream::Output, Kind::Loss, words);
        if self.flaws.has(D::GridAfterLoss) {
            self.print_round(out);
        }
        if self.flaws.has(D::LossDoesNotEnd) {
            return self.next_round(false, false, out);
        }
        self.end(Outcome::Lost, 0)
    }

    fn end(&mut self, outcome: Outcome, status: u8) -> Flow {
        self.outcome = Some(outcome);
        Flow::Ended(status)
    }

    /// Shows the next round, or the same one again.
    fn next_round(&mut self, uses_round: bool, keeps_fog: bool, out: &mut dyn Sink) -> Flow {
        self.rounds += u64::from(uses_round);
        self.frame.set_rounds(self.rounds);
        let stays = keeps_fog || self.flaws.has_any(&[D::NofogStays, D::NofogToggles]);
        let is_due = std::mem::take(&mut self.fog_is_due);
        self.show_mines(is_due || stays && self.shown_mines.is_some());
        self.print_frame(out);
        Flow::Continue
    }

    /// Shows where the mines are, or no longer does.
    fn show_mines(&mut self, wanted: bool) {
        if let Some(shown) = self.shown_mines.take() {
            self.frame.set_fog_lifted(false, &shown);
            if self.flaws.has(D::NofogHidesMarks) {
                for mine in shown.mines() {
                    self.draw(mine, self.board.shown(mine));
                }
            }
        }
        if !wanted {
            return;
        }
        let minefield = self.board.minefield();
        let mines: Vec<Square> = minefield
            .mines()
            .filter(|&mine| self.shows_mine(mine))
            .collect();
        let shown = Minefield::new(minefield.size());
        let shown = mines
            .iter()
            .fold(shown, |shown, &mine| shown.with_mine(mine));
        self.frame.set_fog_lifted(true, &shown);
        if self.flaws.has(D::NofogHidesMarks) {
            for &mine in &mines {
                self.frame.set_square(mine, Shown::Covered);
            }
        }
        self.shown_mines = Some(shown);
    }

    fn shows_mine(&self, mine: Square) -> bool {
        let skips = match self.board.shown(mine) {
            Shown::Marked => D::NofogSkipsMarked,
            Shown::Guessed => D::NofogSkipsGuessed,
            _ => D::NofogSkipsCovered,
        };
        !self.flaws.has(skips)
    }

    fn at_end_of_input(&mut self, out: &mut dyn Sink) -> Flow {
        if self.flaws.has(D::EndError) {
            return self.end(Outcome::Left, 1);
        }
        if self.flaws.has(D::EndSilent) {
            return self.end(Outcome::Left, 0);
        }
        self.carry_out(Command::Quit, out)
    }
}

impl Session for FlawedSession {
    fn open(&mut self, out: &mut dyn Sink) {
        print(out, Kind::Banner, self.rules.welcome);
        self.print_frame(out);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => b"",
            Line::End => return self.at_end_of_input(out),
        };
        if std::mem::take(&mut self.won_unseen) {
            return self.win(out);
        }
        let is_blank = line != Line::TooLong && Tokens::new(text).next().is_none();
        if is_blank && self.flaws.has(D::BlankLineIgnored) {
            return Flow::Continue;
        }
        match self.flaws.understand(text, self.board.minefield().size()) {
            Understood::Command(command) => self.carry_out(command, out),
            Understood::Nothing => self.next_round(true, false, out),
            Understood::Invalid(invalid) => self.refuse(&invalid, is_blank, out),
        }
    }

    fn view(&self) -> View<'_> {
        View::new(self.board.minefield().size(), self.board.squares())
            .with_rounds(self.rounds)
            .with_outcome(self.outcome)
    }
}

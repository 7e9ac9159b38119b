//! A game with flaws as a session.

use std::ops::Range;

use super::command;
use super::game::FlawedGame;
use super::seed::Planted;
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::uga::command::Command;
use crate::edition::uga::game::Effect;
use crate::edition::uga::invalid_command::InvalidCommand;
use crate::edition::uga::printer::Printer;
use crate::edition::uga::rules::{Round, Rules};
use crate::field::lines::Line;
use crate::field::text::Tokens;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Piece, Sink, Stream};
use crate::game::view::{Outcome, Shown, View};

/// A game with flaws. Without any it prints what the game itself prints.
#[derive(Debug)]
pub(super) struct FlawedSession {
    rules: &'static Rules,
    flaws: FlawSet,
    game: FlawedGame,
    printer: Printer,
    /// Whether the round shows mines.
    fog_lifted: bool,
    /// The next round shows the mines.
    fog_is_due: bool,
    /// The game is won, and that has not been seen yet.
    won_unseen: bool,
    outcome: Option<Outcome>,
    /// The words that no command has taken yet, where the input is read word by word.
    words: Vec<Vec<u8>>,
    /// The last line, where that is carried out again when the input has ended.
    last_line: Vec<u8>,
}

impl FlawedSession {
    pub(super) fn new(rules: &'static Rules, flaws: FlawSet, planted: Planted) -> Self {
        let mut printer = Printer::new(rules, planted.minefield.size());
        let game = FlawedGame::new(rules, flaws, planted);
        printer.frame.set_rounds(game.rounds());
        Self {
            rules,
            flaws,
            game,
            printer,
            fog_lifted: false,
            fog_is_due: false,
            won_unseen: false,
            outcome: None,
            words: Vec::new(),
            last_line: Vec::new(),
        }
    }

    /// Answers what is typed on a line.
    fn answer(&mut self, line: &[u8], out: &mut dyn Sink) -> Flow {
        if std::mem::take(&mut self.won_unseen) {
            return self.win(None, out);
        }
        if self.flaws.has_any(&BLANK_LINE) && is_blank(line) {
            if self.flaws.has(Flaw::BLANK_LINE_QUITS) {
                return self.carry_out(Command::Quit, out);
            }
            if self.flaws.has(Flaw::BLANK_LINE_IGNORED) {
                return Flow::Continue;
            }
            if self.flaws.has(Flaw::BLANK_LINE_ENDS_GAME) {
                return self.end(Outcome::Quit, 1);
            }
            if let ended @ Flow::Ended(_) = self.refuse(&InvalidCommand::NotRecognized, line, out) {
                return ended;
            }
        }
        let board = self.game.board();
        match command::parse(self.flaws, line, board.minefield().size()) {
            Ok(Some(Command::Reveal(square)))
                if self.is_not_to_be_revealed(board.shown(square)) =>
            {
                self.refuse(&InvalidCommand::NotRecognized, line, out)
            }
            Ok(Some(command)) => self.carry_out(command, out),
            Ok(None) => {
                self.game.pass();
                self.next_round(false, out)
            }
            Err(InvalidCommand::OutOfBounds { index, length })
                if self.flaws.has(Flaw::JUST_OUTSIDE_ENDS_GAME)
                    && usize::try_from(index) == Ok(length) =>
            {
                self.end(Outcome::Quit, 1)
            }
            Err(InvalidCommand::NotAnInteger(_)) if self.flaws.has(Flaw::BAD_NUMBER_QUITS) => {
                self.carry_out(Command::Quit, out)
            }
            Err(_)
                if self.flaws.has(Flaw::MISSING_WORDS_QUIT)
                    && command::has_missing_words(line, self.flaws) =>
            {
                self.carry_out(Command::Quit, out)
            }
            Err(invalid) => self.refuse(&invalid, line, out),
        }
    }

    /// Whether a `reveal` of a square that shows this is invalid.
    fn is_not_to_be_revealed(&self, shown: Shown) -> bool {
        match shown {
            Shown::Marked => self.flaws.has(Flaw::MARKED_REVEAL_INVALID),
            Shown::Revealed(_) => self.flaws.has(Flaw::REVEAL_AGAIN_INVALID),
            _ => false,
        }
    }

    /// Answers each command that the words of a line complete.
    fn answer_words(&mut self, line: &[u8], out: &mut dyn Sink) -> Flow {
        let words = command::words(line, self.flaws);
        self.words.extend(words.map(<[u8]>::to_vec));
        let size = self.game.board().minefield().size();
        let mut taken = 0;
        while let Some((command, count)) = command::next_in(&self.words[taken..], self.flaws, size)
        {
            taken += count;
            if let ended @ Flow::Ended(_) = self.answer(&command, out) {
                return ended;
            }
        }
        self.words.drain(..taken);
        Flow::Continue
    }

    /// Carries a command out.
    fn carry_out(&mut self, command: Command, out: &mut dyn Sink) -> Flow {
        let effect = self.game.apply(command);
        self.printer.frame.set_rounds(self.game.rounds());
        self.draw_after(command);
        let Some(effect) = effect else {
            return self.end(Outcome::Quit, 1);
        };
        match effect {
            Effect::Changed { .. } | Effect::Passed => {
                let is_reveal = matches!(command, Command::Reveal(_));
                let stays_lifted = !is_reveal && self.flaws.has(Flaw::NOFOG_STAYS_UNTIL_REVEAL);
                self.next_round(stays_lifted, out)
            }
            Effect::Helped => {
                self.printer.help(out);
                if self.flaws.has(Flaw::HELP_ROUND_NOT_SHOWN) {
                    self.print_pieces(PROMPT, out);
                    return Flow::Continue;
                }
                let stays = [Flaw::NOFOG_STAYS_OVER_HELP, Flaw::NOFOG_STAYS_UNTIL_REVEAL];
                self.next_round(self.flaws.has_any(&stays), out)
            }
            Effect::FogLifted => self.lift_fog(out),
            Effect::Won if self.flaws.has(Flaw::WIN_LATE) => {
                self.won_unseen = true;
                self.next_round(false, out)
            }
            Effect::Won => self.win(Some(command), out),
            Effect::Lost => self.lose(out),
            Effect::Quit => {
                self.printer.quit(out);
                self.end(Outcome::Quit, 0)
            }
        }
    }

    /// Answers an invalid command.
    fn refuse(&mut self, invalid: &InvalidCommand<'_>, line: &[u8], out: &mut dyn Sink) -> Flow {
        let flaws = self.flaws;
        let size = self.game.board().minefield().size();
        self.game.note_invalid();
        let (uses_round, ends_game, shows_nothing) = match invalid {
            InvalidCommand::NotRecognized => (
                Flaw::NOT_RECOGNIZED_USES_ROUND,
                Flaw::NOT_RECOGNIZED_ENDS_GAME,
                None,
            ),
            InvalidCommand::NotAnInteger(_) => (
                Flaw::NOT_AN_INTEGER_USES_ROUND,
                Flaw::NOT_AN_INTEGER_ENDS_GAME,
                Some(Flaw::BAD_NUMBER_ROUND_NOT_SHOWN),
            ),
            InvalidCommand::OutOfBounds { .. } => (
                Flaw::OUT_OF_BOUNDS_USES_ROUND,
                Flaw::OUT_OF_BOUNDS_ENDS_GAME,
                Some(Flaw::OUT_OF_BOUNDS_ROUND_NOT_SHOWN),
            ),
        };
        let is_silent = flaws.has(Flaw::INVALID_NOT_ANSWERED)
            || flaws.has(Flaw::BLANK_LINE_NOT_ANSWERED) && is_blank(line)
            || flaws.has(Flaw::EXTRA_WORDS_NOT_ANSWERED) && command::has_extra_words(line, flaws);
        if !is_silent {
            self.printer.invalid(invalid, out);
        }
        if flaws.has_any(&[Flaw::INVALID_ENDS_GAME, ends_game]) {
            return self.end(Outcome::Quit, 1);
        }
        if self.rules.invalid_line.round == Round::Completed
            || flaws.has_any(&[Flaw::INVALID_USES_ROUND, uses_round])
            || *invalid == InvalidCommand::NotRecognized
                && flaws.has_any(&[Flaw::WORD_COUNT_USES_ROUND, Flaw::UNKNOWN_WORD_USES_ROUND])
                && flaws.has(if command::begins_with_verb(line, flaws) {
                    Flaw::WORD_COUNT_USES_ROUND
                } else {
                    Flaw::UNKNOWN_WORD_USES_ROUND
                })
            || flaws.has(Flaw::SQUARE_COMMAND_USES_ROUND) && command::is_for_square(line, flaws)
            || matches!(invalid, InvalidCommand::OutOfBounds { .. })
                && flaws.has_any(command::flaws_of_a_round_outside(line, flaws, size))
        {
            self.game.pass();
            return self.next_round(false, out);
        }
        if flaws.has(Flaw::NOFOG_ENDS_EARLY)
            || flaws.has(Flaw::NOFOG_ENDS_AT_UNKNOWN) && *invalid == InvalidCommand::NotRecognized
        {
            self.show_mines(false);
        }
        if flaws.has(Flaw::INVALID_NOTHING_SHOWN)
            || shows_nothing.is_some_and(|flaw| flaws.has(flaw))
        {
            return Flow::Continue;
        }
        if flaws.has(Flaw::INVALID_ROUND_NOT_SHOWN) {
            self.print_pieces(PROMPT, out);
        } else {
            self.count_shown_round();
            self.printer.round(out);
        }
        Flow::Continue
    }

    /// Ends a game that is won by a command; none if that was an earlier one.
    fn win(&mut self, by: Option<Command>, out: &mut dyn Sink) -> Flow {
        if self.flaws.has(Flaw::GRID_BEFORE_WIN)
            || matches!(by, Some(Command::Mark(_))) && self.flaws.has(Flaw::GRID_BEFORE_WIN_BY_MARK)
        {
            self.print_pieces(WITHOUT_PROMPT, out);
        }
        if self.flaws.has(Flaw::PROMPT_BEFORE_WIN) {
            self.printer.round(out);
        }
        self.printer.win(&self.game.score(), out);
        if self.flaws.has(Flaw::GRID_AFTER_WIN) {
            self.print_pieces(WITHOUT_PROMPT, out);
        }
        if self.flaws.has(Flaw::WIN_DOES_NOT_END) {
            return self.next_round(false, out);
        }
        self.end(Outcome::Won, 0)
    }

    fn lose(&mut self, out: &mut dyn Sink) -> Flow {
        if self.flaws.has(Flaw::GRID_BEFORE_LOSS) {
            self.print_pieces(WITHOUT_PROMPT, out);
        }
        self.printer.loss(out);
        if self.flaws.has(Flaw::GRID_AFTER_LOSS) {
            self.print_pieces(WITHOUT_PROMPT, out);
        }
        if self.flaws.has(Flaw::LOSS_DOES_NOT_END) {
            return self.next_round(false, out);
        }
        self.end(Outcome::Lost, 0)
    }

    fn at_end_of_input(&mut self, out: &mut dyn Sink) -> Flow {
        if self.flaws.has(Flaw::END_ERROR) {
            return self.end(Outcome::Quit, 1);
        }
        if self.flaws.has(Flaw::END_SILENT) {
            return self.end(Outcome::Quit, 0);
        }
        if self.flaws.has(Flaw::END_BLANK) {
            out.print(Stream::Output, b"\n", &[Piece::new(Kind::Blank, 1)]);
            return self.end(Outcome::Quit, 0);
        }
        if self.flaws.has(Flaw::END_NOT_RECOGNIZED) {
            return self.refuse(&InvalidCommand::NotRecognized, b"", out);
        }
        if self.flaws.has(Flaw::END_ROUNDS) {
            self.printer.round(out);
            return Flow::Continue;
        }
        if self.flaws.has(Flaw::END_REPEATS) {
            let last_line = self.last_line.clone();
            return self.answer(&last_line, out);
        }
        self.carry_out(Command::Quit, out)
    }

    fn end(&mut self, outcome: Outcome, status: u8) -> Flow {
        self.outcome = Some(outcome);
        Flow::Ended(status)
    }

    /// Shows the next round.
    fn next_round(&mut self, stays_lifted: bool, out: &mut dyn Sink) -> Flow {
        let stays = [Flaw::NOFOG_STAYS, Flaw::NOFOG_TOGGLES];
        let stays_lifted = stays_lifted || self.flaws.has_any(&stays);
        let is_due = std::mem::take(&mut self.fog_is_due);
        self.show_mines(is_due || stays_lifted && self.fog_lifted);
        self.printer.frame.set_rounds(self.game.rounds());
        self.count_shown_round();
        self.printer.round(out);
        Flow::Continue
    }

    /// Shows the round after `nofog`.
    fn lift_fog(&mut self, out: &mut dyn Sink) -> Flow {
        if self.flaws.has(Flaw::NOFOG_LATE) {
            let is_due = std::mem::replace(&mut self.fog_is_due, true);
            self.show_mines(is_due);
        } else if !self.flaws.has(Flaw::NOFOG_SHOWS_NOTHING) {
            let shows = !(self.flaws.has(Flaw::NOFOG_TOGGLES) && self.fog_lifted);
            self.show_mines(shows);
            self.fog_is_due = shows && self.flaws.has(Flaw::NOFOG_TWO_ROUNDS);
        }
        if self.flaws.has(Flaw::NOFOG_COUNTED_LATE) {
            let rounds = self.game.rounds().saturating_sub(1);
            self.printer.frame.set_rounds(rounds);
        }
        if self.flaws.has(Flaw::NOFOG_AT_ONCE) {
            self.print_pieces(GRID, out);
            self.print_pieces(ROUNDS, out);
            self.print_pieces(PROMPT, out);
        } else {
            self.printer.round(out);
        }
        Flow::Continue
    }

    /// Shows where the mines are, or no longer does.
    fn show_mines(&mut self, shown: bool) {
        if !shown && !self.fog_lifted {
            return;
        }
        self.fog_lifted = shown;
        let board = self.game.board();
        let hides_marks = self.flaws.has(Flaw::NOFOG_HIDES_MARKS);
        for mine in board.minefield().mines() {
            let square = board.shown(mine);
            let is_sign = matches!(square, Shown::Marked | Shown::Guessed);
            let is_skipped = self.flaws.has(skips_mine(square))
                || is_sign && self.flaws.has(Flaw::NOFOG_SKIPS_SIGNS);
            let is_shown = shown && !is_skipped;
            self.printer.frame.set_mine_shown(mine, is_shown);
            if hides_marks {
                let square = if is_shown { Shown::Covered } else { square };
                self.printer
                    .frame
                    .set_square(mine, drawn(self.flaws, square));
            }
        }
    }

    /// Draws what a command may have changed.
    fn draw_after(&mut self, command: Command) {
        let board = self.game.board();
        let (Command::Reveal(square) | Command::Mark(square) | Command::Guess(square)) = command
        else {
            return;
        };
        let frame = &mut self.printer.frame;
        frame.set_square(square, drawn(self.flaws, board.shown(square)));
        // The frame shows its mine if the last command was `nofog`.
        if matches!(command, Command::Guess(_)) && self.flaws.has(Flaw::GUESS_REMOVES_MINE) {
            frame.set_mine_shown(square, false);
        }
        let opens_zeros = [Flaw::ZERO_REVEALS_NEIGHBOURS, Flaw::ZERO_REVEALS_NEXT];
        if self.flaws.has_any(&opens_zeros) {
            for square in board.minefield().size().squares() {
                frame.set_square(square, drawn(self.flaws, board.shown(square)));
            }
        }
    }

    /// Counts a round that is shown, if that is a flaw of the game.
    fn count_shown_round(&mut self) {
        if self.flaws.has(Flaw::ROUNDS_COUNTED_AS_SHOWN) {
            self.game.pass();
            self.printer.frame.set_rounds(self.game.rounds());
        }
    }

    /// Prints some pieces of the round.
    fn print_pieces(&self, some: Range<usize>, out: &mut dyn Sink) {
        let frame = &self.printer.frame;
        let length = |pieces: &[Piece]| pieces.iter().map(|piece| piece.length).sum::<usize>();
        let before = length(&frame.pieces()[..some.start]);
        let pieces = &frame.pieces()[some];
        let bytes = &frame.bytes()[before..before + length(pieces)];
        out.print(Stream::Output, bytes, pieces);
    }
}

/// The pieces of a round with the number of rounds, and the blank line before it.
const ROUNDS: Range<usize> = 0..2;

/// The pieces of a round with the grid, and the blank line before it.
const GRID: Range<usize> = 2..5;

/// The prompt of a round, and the blank line before it.
const PROMPT: Range<usize> = 5..7;

/// What stands before the prompt of a round.
const WITHOUT_PROMPT: Range<usize> = 0..5;

/// The flaws by which a blank line is no invalid command like any other.
const BLANK_LINE: [Flaw; 4] = [
    Flaw::BLANK_LINE_IGNORED,
    Flaw::BLANK_LINE_ENDS_GAME,
    Flaw::BLANK_LINE_QUITS,
    Flaw::BLANK_LINE_ANSWERED_TWICE,
];

/// Whether a line has no words.
fn is_blank(line: &[u8]) -> bool {
    Tokens::new(line).next().is_none()
}

/// The flaw by which `nofog` does not show a mine on a square that shows this.
fn skips_mine(shown: Shown) -> Flaw {
    match shown {
        Shown::Marked => Flaw::NOFOG_SKIPS_MARKED,
        Shown::Guessed => Flaw::NOFOG_SKIPS_GUESSED,
        _ => Flaw::NOFOG_SKIPS_COVERED,
    }
}

/// What is drawn for a square that shows this.
fn drawn(flaws: FlawSet, shown: Shown) -> Shown {
    match shown {
        Shown::Revealed(0) if flaws.has(Flaw::ZERO_BLANK) => Shown::Covered,
        // A square has room for one digit.
        Shown::Revealed(adjacent) => Shown::Revealed(adjacent.min(9)),
        _ => shown,
    }
}

impl Session for FlawedSession {
    fn open(&mut self, out: &mut dyn Sink) {
        self.printer.welcome(out);
        self.count_shown_round();
        self.printer.round(out);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let text = match line {
            Line::Text(text) => text,
            // It has one word at least, which no command has.
            Line::TooLong => b"-",
            Line::End => return self.at_end_of_input(out),
        };
        if self.flaws.has(Flaw::END_REPEATS) {
            self.last_line = text.to_vec();
        }
        if self.flaws.reads_words() {
            self.answer_words(text, out)
        } else {
            self.answer(text, out)
        }
    }

    fn view(&self) -> View<'_> {
        let board = self.game.board();
        View::new(board.minefield().size(), board.squares())
            .with_rounds(self.game.rounds())
            .with_outcome(self.outcome)
    }
}

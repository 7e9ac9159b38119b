//! A session of the UGA game with flaws.

use std::{collections::BTreeSet, ops::Range};

use super::{
    reader::RefusedLine,
    seed::FlawedSeed,
    table::{Effects, Flaw, sign},
};
use crate::{
    edition::{Command, Edition, Frame, Rules, Setup, Started, UgaPrinter, uga},
    field::{Line, Square},
    game::{Board, Cascade, Flow, Outcome, Piece, Session, Shown, Sink, Stream, View},
};

/// Starts a game with some flaws. If the edition has no flaws, or the setup has no seed file,
/// starts the game without flaws.
///
/// # Errors
///
/// The setup has several files or other options, the seed file cannot be read, or neither the rules
/// nor the flaws accept the seed.
pub fn start(edition: &Edition, setup: &Setup, flaws: &[&Flaw]) -> Started {
    let (Some(rules), Some(file)) = (uga::rules(edition), setup.file(&[])?) else {
        return edition.start(setup);
    };
    let effects = Effects::of(flaws.iter().copied());
    let seed = file
        .open()
        .map_err(Into::into)
        .and_then(|source| effects.seed(source, &rules.limits))
        .map_err(|error| (rules.seed_error)(file, error))?;
    Ok(Box::new(FlawedGame::new(rules, effects, seed)))
}

#[derive(Debug)]
pub(super) struct FlawedGame {
    pub rules: &'static Rules,
    pub effects: Effects,
    pub board: Board,
    /// The seed. `nofog` shows its mines, also those that a guess has removed from the board.
    pub seed: FlawedSeed,
    /// Number of rounds completed, as the flawed program counts them.
    pub rounds: u64,
    /// True if the last round showed the mines.
    pub shows_mines: bool,
    /// Signs of all states that commands have given to squares, next to the indices of the squares.
    pub past_signs: BTreeSet<(usize, char)>,
    pub frame: Frame,
    printer: UgaPrinter,
    outcome: Option<Outcome>,
}

/// Pieces of a frame: a blank line and the number of rounds.
const ROUNDS: Range<usize> = 0..2;
/// A blank line, the grid and the column numbers.
const GRID: Range<usize> = 2..5;
/// A blank line and the prompt.
const PROMPT: Range<usize> = 5..7;
const ALL: Range<usize> = 0..7;

impl FlawedGame {
    pub fn new(rules: &'static Rules, effects: Effects, seed: FlawedSeed) -> Self {
        let size = seed.minefield.size();
        Self {
            rules,
            board: Board::new(seed.minefield.clone()),
            rounds: u64::from(effects.has("rounds-from-one")),
            shows_mines: false,
            past_signs: BTreeSet::new(),
            seed,
            effects,
            frame: Frame::new(size, rules.columns_end),
            printer: UgaPrinter::new(rules),
            outcome: None,
        }
    }

    fn end(&mut self, outcome: Outcome, status: u8) -> Flow {
        self.outcome = Some(outcome);
        Flow::Ended(status)
    }

    fn execute(&mut self, command: Command, out: &mut dyn Sink) -> Flow {
        let (verb, square) = match command {
            Command::Reveal(square) => ("reveal", square),
            Command::Mark(square) => ("mark", square),
            Command::Guess(square) => ("guess", square),
            Command::NoFog => {
                self.count_round("nofog");
                return self.show_mines(out);
            }
            Command::Help => {
                self.count_round("help");
                self.printer.help(out);
                return self.show_next_round(out);
            }
            Command::Quit => {
                self.printer.quit(out);
                return self.end(Outcome::Quit, 0);
            }
        };
        let old_sign = sign(self.board.shown(square));
        if !self.has(&format!("{verb}:free-{old_sign}")) {
            self.count_round(verb);
        }
        let shown = self.shown_after(verb, square);
        if shown == Shown::Mine {
            if self.has("prompt-shown-before-loss") {
                self.show(ALL, out);
            }
            self.printer.loss(out);
            return self.end(Outcome::Lost, 0);
        }
        if verb == "guess" && self.has("guess-removes-mine") {
            self.remove_mine(square);
        }
        if shown == Shown::Revealed(0) && self.has("zero-reveals-neighbours") {
            self.board.uncover(square, Cascade::StopsAtMarks);
            for square in self.size().squares() {
                self.set_shown(square, self.board.shown(square));
            }
        }
        self.set_shown(square, shown);
        match self.is_won(verb) {
            Some(true) => {
                let is_shown_after_mark = self.has("round-shown-before-win-by-mark");
                if self.has("round-shown-before-win") || verb == "mark" && is_shown_after_mark {
                    self.show(0..GRID.end, out);
                }
                if self.has("prompt-shown-before-win") {
                    self.show(ALL, out);
                }
                self.printer.win(&self.score(), out);
                self.end(Outcome::Won, 0)
            }
            Some(false) => self.show_next_round(out),
            // The program crashes.
            None => self.end(Outcome::Quit, 1),
        }
    }

    fn count_round(&mut self, verb: &str) {
        let is_free = self.has(&format!("{verb}-uses-no-round"));
        self.rounds += u64::from(!is_free);
    }

    fn refuse(&mut self, line: &RefusedLine<'_>, out: &mut dyn Sink) -> Flow {
        let responds = |response| line.responses.contains(&response);
        if !responds("not-answered") {
            self.printer.invalid(&line.error, out);
        }
        if responds("quits") {
            return self.execute(Command::Quit, out);
        }
        if responds("ends-game") {
            return self.end(Outcome::Quit, 1);
        }
        if self.rules.invalid_line.completes_round || responds("uses-a-round") {
            self.rounds += 1;
            return self.show_next_round(out);
        }
        self.shows_mines &= !responds("hides-mines");
        if responds("shows-nothing") {
            return Flow::Continue;
        }
        self.show_round(out)
    }

    fn end_of_input(&mut self, out: &mut dyn Sink) -> Flow {
        if self.has("end-of-input-silent") {
            self.end(Outcome::Quit, 0)
        } else if self.has("end-of-input-shows-rounds") {
            self.show(ALL, out)
        } else {
            self.execute(Command::Quit, out)
        }
    }

    /// Shows a new round, in which the mines that `nofog` has shown are hidden again.
    fn show_next_round(&mut self, out: &mut dyn Sink) -> Flow {
        self.shows_mines &= self.has("nofog-stays");
        self.show_round(out)
    }

    fn show_round(&mut self, out: &mut dyn Sink) -> Flow {
        self.rounds += u64::from(self.has("rounds-counted-again-when-shown"));
        self.show(ALL, out)
    }

    /// Shows the round after `nofog`.
    fn show_mines(&mut self, out: &mut dyn Sink) -> Flow {
        self.shows_mines |= !self.has("nofog-shows-nothing");
        let rounds = self.rounds;
        self.rounds = rounds.saturating_sub(self.has("nofog-counted-late").into());
        if self.has("nofog-shown-at-once") {
            self.show(GRID, out);
            self.show(ROUNDS, out);
            self.show(PROMPT, out);
        } else {
            self.show(ALL, out);
        }
        self.rounds = rounds;
        Flow::Continue
    }

    /// Prints a range of the pieces of a round, after which the game continues.
    fn show(&mut self, range: Range<usize>, out: &mut dyn Sink) -> Flow {
        let frame = &mut self.frame;
        frame.set_rounds(self.rounds);
        // If the mines are hidden again, the brackets disappear from all squares.
        let is_updated = |mine: &Square| {
            let sign = sign(self.board.shown(*mine));
            !self.shows_mines || !self.effects.has(&format!("fog-skips:{sign}"))
        };
        let mines = self.seed.minefield.mines().filter(is_updated);
        frame.set_fog_lifted(self.shows_mines, mines);
        let length = |pieces: &[Piece]| pieces.iter().map(|piece| piece.length).sum::<usize>();
        let start = length(&frame.pieces()[..range.start]);
        let pieces = &frame.pieces()[range];
        let bytes = &frame.bytes()[start..start + length(pieces)];
        out.print(Stream::Output, bytes, pieces);
        Flow::Continue
    }
}

impl Session for FlawedGame {
    fn open(&mut self, out: &mut dyn Sink) {
        self.printer.welcome(out);
        self.show_next_round(out);
    }

    fn line(&mut self, line: Line<'_>, out: &mut dyn Sink) -> Flow {
        let text = match line {
            Line::Text(text) => text,
            // These words are no command: a line that is too long is invalid.
            Line::TooLong => b"too long",
            Line::End => return self.end_of_input(out),
        };
        match self.effects.command(text, self.size()) {
            Ok(command) => self.execute(command, out),
            Err(line) => self.refuse(&line, out),
        }
    }

    fn view(&self) -> View<'_> {
        self.board.view(self.outcome).with_rounds(self.rounds)
    }
}

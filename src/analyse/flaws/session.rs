//! A session of the UGA game with flaws: parses a line, applies its command, and prints the round.

use std::{collections::BTreeSet, ops::Range};

use super::{
    facts::{Answer, Facts, GridCell},
    seed::FlawedSeed,
    table::{Effects, Flaw, sign},
};
use crate::{
    edition::{
        Command, Edition, Frame, InvalidCommand, Rules, Setup, Started, UgaPrinter, Verb,
        uga::{self, command},
    },
    field::{Line, Minefield, Size, Square, Tokens},
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
        .and_then(|source| effects.parse_seed(source, &rules.limits))
        .map_err(|error| (rules.seed_error)(file, error))?;
    Ok(Box::new(FlawedGame::new(rules, effects, seed)))
}

#[derive(Debug)]
pub(super) struct FlawedGame {
    rules: &'static Rules,
    effects: Effects,
    board: Board,
    /// The seed. `nofog` shows its mines, also those that a guess has removed from the board.
    seed: FlawedSeed,
    /// Number of rounds completed, as the flawed program counts them.
    rounds: u64,
    /// True if the last round showed the mines.
    shows_mines: bool,
    /// Signs of all states that commands have given to squares, next to the indices of the squares.
    past_signs: BTreeSet<(usize, char)>,
    frame: Frame,
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
        match self.effects.parse_command(text, self.size()) {
            Ok(command) => self.execute(command, out),
            Err(line) => self.refuse(&line, out),
        }
    }

    fn view(&self) -> View<'_> {
        self.board.view(self.outcome).with_rounds(self.rounds)
    }
}

#[derive(Debug)]
struct RefusedLine<'a> {
    error: InvalidCommand<'a>,
    /// Responses to the line, from the effects for its classes.
    responses: Vec<&'static str>,
}

impl Effects {
    /// Parses the command on a line, for a grid of a size.
    fn parse_command<'a>(&self, line: &'a [u8], size: Size) -> Result<Command, RefusedLine<'a>> {
        let mut words = self.words(line);
        if self.has("space-before-command-refused")
            && line.first().is_some_and(u8::is_ascii_whitespace)
        {
            words.insert(0, b"");
        }
        let verb = words.first().and_then(|word| self.verb(word));
        let command = match (verb, &words[..]) {
            (Some(Verb::OnSquare(command)), [_, row, col, rest @ ..])
                if rest.is_empty() || self.has("extra-words-accepted-after-square") =>
            {
                self.parse_square([row, col], size).map(command)
            }
            (Some(Verb::Alone(command)), [_, rest @ ..])
                if rest.is_empty() || self.has("extra-words-accepted-after-word") =>
            {
                Ok(command)
            }
            _ => Err(InvalidCommand::NotRecognized),
        };
        command.map_err(|error| {
            let is_outside = matches!(error, InvalidCommand::OutOfBounds { .. });
            let classes = [
                ("invalid-command", true),
                ("unknown-command", error == InvalidCommand::NotRecognized),
                ("unknown-word", verb.is_none()),
                (
                    "bad-number",
                    matches!(error, InvalidCommand::NotAnInteger(_)),
                ),
                ("out-of-bounds", is_outside),
                ("guess-outside", is_outside && b"gG".contains(&words[0][0])),
                (
                    "invalid-square-command",
                    matches!(verb, Some(Verb::OnSquare(_))),
                ),
                ("blank-line", words.is_empty()),
            ];
            let mut responses = Vec::new();
            for (class, _) in classes.iter().filter(|(_, is_in)| *is_in) {
                let response = |it: &&'static str| it.strip_prefix(class)?.strip_prefix('-');
                responses.extend(self.0.iter().filter_map(response));
            }
            RefusedLine { error, responses }
        })
    }

    /// Splits a line into words. A line that is split at each space may have empty words.
    fn words<'a>(&self, line: &'a [u8]) -> Vec<&'a [u8]> {
        if self.has("line-split-at-each-space") {
            let line = line.trim_ascii();
            // Without `take`, a blank line would have one empty word.
            return line.split(|&byte| byte == b' ').take(line.len()).collect();
        }
        let separators: &[u8] = if self.has("only-spaces-separate") {
            b" "
        } else if self.has("only-ascii-space-separates") {
            b" \t\x0b\x0c\r"
        } else {
            return Tokens::new(line).collect();
        };
        let words = line.split(|byte| separators.contains(byte));
        words.filter(|word| !word.is_empty()).collect()
    }

    fn verb(&self, word: &[u8]) -> Option<Verb> {
        if self.has(&format!("{}-unknown", String::from_utf8_lossy(word))) {
            return None;
        }
        if self.has("case-ignored") {
            return command::verb(&word.to_ascii_lowercase());
        }
        command::verb(word)
    }

    /// Parses the row and the column after a command word.
    fn parse_square<'a>(
        &self,
        mut words: [&'a [u8]; 2],
        size: Size,
    ) -> Result<Square, InvalidCommand<'a>> {
        if self.has("row-and-column-swapped") {
            words.reverse();
        }
        let integer = |word: &'a [u8]| match word {
            [b'+', ..] if self.has("plus-sign-refused") => Err(InvalidCommand::NotAnInteger(word)),
            _ => command::integer(word),
        };
        let (row, col) = (integer(words[0])?, integer(words[1])?);
        let shorter_side = size.rows.min(size.cols);
        let index = |index, length, side| {
            if index == 0 && self.has(&format!("first-{side}-refused")) {
                return Err(InvalidCommand::OutOfBounds { index, length });
            }
            // If the other side is longer, the program accepts the index and crashes. The game
            // refuses the index instead.
            let is_crossed = self.has(&format!("{side}-crossed"));
            let limit = if is_crossed { shorter_side } else { length };
            let refused_count = usize::from(self.has(&format!("last-{side}-refused")));
            let first = i32::from(self.has("indices-from-one"));
            command::index(index.saturating_sub(first), limit - refused_count)
        };
        Ok(Square {
            row: index(row, size.rows, "row")?,
            col: index(col, size.cols, "column")?,
        })
    }
}

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

    /// Plays a line, or the start of the game, and returns the facts of the answer. Moves the session
    /// to the state that the program printed.
    pub fn answer(&mut self, (line, printed): &Answer<'_>) -> Facts {
        let mut facts = Facts::new(Some(false));
        match line {
            Some(line) => facts.end = Some(self.line(*line, &mut facts)),
            None => self.open(&mut facts),
        }
        let mut squares = self.size().squares();
        let hides_states = squares.any(|it| self.displayed(it) != self.board.shown(it));
        if hides_states && facts.event == Some(Outcome::Won) && printed.event.is_none() {
            // A program that stores what it displays sees no win.
            facts = Facts::new(Some(false));
            facts.end = Some(self.show_next_round(&mut facts));
        }
        self.correct(&facts, printed);
        facts
    }

    /// Moves the session, which has predicted some facts, to the state that the program printed.
    fn correct(&mut self, predicted: &Facts, printed: &Facts) {
        if let (Some(printed), Some(predicted)) = (printed.rounds, predicted.rounds) {
            self.rounds = (self.rounds + printed).saturating_sub(predicted);
        }
        let size = self.size();
        if (printed.cols, printed.grid.len()) != (size.cols, size.area()) {
            return;
        }
        self.shows_mines = printed.grid.iter().flatten().any(|cell| cell.shows_mine);
        for (square, cell) in size.squares().zip(&printed.grid) {
            if let Some(GridCell { shown, .. }) = *cell
                && shown != self.displayed(square)
            {
                self.set_shown(square, shown);
            }
        }
    }

    fn size(&self) -> Size {
        self.board.size()
    }

    fn has(&self, effect: &str) -> bool {
        self.effects.has(effect)
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

    fn set_shown(&mut self, square: Square, shown: Shown) {
        self.board.show(square, shown);
        self.frame.set_square(square, self.displayed(square));
        self.past_signs
            .insert((self.size().index(square), sign(shown)));
    }

    /// Returns the state that the grid displays for a square.
    fn displayed(&self, square: Square) -> Shown {
        match self.board.shown(square) {
            Shown::Revealed(0) if self.has("zero-shown-as-blank") => Shown::Covered,
            shown => shown,
        }
    }

    fn shown_after(&self, verb: &str, square: Square) -> Shown {
        let before = self.board.shown(square);
        if self.has(&format!("{verb}:keeps-{}", sign(before))) {
            return before;
        }
        let is_mine = self.board.minefield().is_mine(square);
        match verb {
            "reveal" if is_mine && !self.has("loss-never-seen") => Shown::Mine,
            "reveal" => Shown::Revealed(self.adjacent(square)),
            "mark" if before == Shown::Marked && self.has("mark-toggles") => Shown::Covered,
            "mark" if self.has("mark-guesses") => Shown::Guessed,
            "guess" if !self.has("guess-marks") => Shown::Guessed,
            _ => Shown::Marked,
        }
    }

    /// Removes a mine from the board. All squares keep their states.
    fn remove_mine(&mut self, square: Square) {
        let minefield = self.board.minefield();
        let others = minefield.mines().filter(|&mine| mine != square);
        let mut board = Board::new(others.fold(Minefield::new(self.size()), Minefield::with_mine));
        for square in self.size().squares() {
            board.show(square, self.board.shown(square));
        }
        self.board = board;
    }

    /// Returns the number of mines that a revealed square shows.
    fn adjacent(&self, square: Square) -> u8 {
        let has = |name: &str| self.has(name);
        let Size { rows, cols } = self.size();
        let mut count = 0;
        for neighbour in self.size().neighbours(square) {
            if !self.board.minefield().is_mine(neighbour) {
                continue;
            }
            let north_south = ["n", "", "s"][neighbour.row + 1 - square.row];
            let west_east = ["w", "", "e"][neighbour.col + 1 - square.col];
            let sign = sign(self.board.shown(neighbour));
            let is_missed = has(&format!("misses:{north_south}{west_east}"))
                || has(&format!("misses:{sign}"))
                || neighbour.row == 0 && has("first-row-not-counted")
                || neighbour.col == 0 && has("first-column-not-counted")
                || neighbour.row + 1 == rows && has("last-row-not-counted")
                || neighbour.col + 1 == cols && has("last-column-not-counted");
            count += u8::from(!is_missed);
        }
        count
    }

    /// Reports whether the game is won after a command. Returns `None` if the program crashes
    /// because it checks a column that does not exist.
    fn is_won(&self, verb: &str) -> Option<bool> {
        let Size { rows, cols } = self.size();
        if cols > rows && self.has("win-never-seen-on-a-wide-grid")
            || self.seed.has_duplicate && self.has("duplicate-mine-prevents-win")
            || verb != "reveal" && self.has("win-seen-after-reveals-only")
            || verb != "mark" && self.has("win-seen-after-marks-only")
        {
            return Some(false);
        }
        let Some((mines, others)) = self.effects.win() else {
            return Some((self.rules.is_won)(&self.board));
        };
        let mut checked = self.size();
        if self.has("win-checks-square") {
            checked.cols = rows;
        }
        for square in checked.squares() {
            if square.col == cols {
                return None;
            }
            if !self.is_settled(square, mines, others) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Reports whether a square is in a state that a win requires: one of `mines` if the square has
    /// a mine, otherwise one of `others`.
    fn is_settled(&self, square: Square, mines: &str, others: &str) -> bool {
        let is_mine = self.board.minefield().is_mine(square);
        let signs = if is_mine { mines } else { others };
        if !self.has("win-counts-past-signs") {
            return signs.contains(sign(self.board.shown(square)));
        }
        let index = self.size().index(square);
        signs
            .chars()
            .any(|sign| self.past_signs.contains(&(index, sign)))
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "flawed programs calculate with floating-point numbers, too"
    )]
    fn score(&self) -> String {
        // The number of rounds is 0 if no command uses up a round.
        let rounds = self.rounds.max(1);
        let points = 100 * self.size().area() as u64;
        let score = points as f64 / rounds as f64;
        for effect in &self.effects.0 {
            return match *effect {
                "score-divides-integers" => format!("{}.00", points / rounds),
                "score-one-decimal" => {
                    let tenths = (20 * points + rounds) / (2 * rounds);
                    format!("{}.{}", tenths / 10, tenths % 10)
                }
                "score-cut-off" => {
                    let cents = 100 * points / rounds;
                    format!("{}.{:02}", cents / 100, cents % 100)
                }
                "score-half-to-even" => format!("{score:.2}"),
                "score-unformatted" => format!("{score:?}"),
                "score-without-zeros-at-its-end" => {
                    format!("{:?}", (100.0 * score).round() / 100.0)
                }
                "score-rounded-to-whole-number" => format!("{:?}", score.round()),
                _ => continue,
            };
        }
        (self.rules.score)(&self.board, rounds)
    }
}

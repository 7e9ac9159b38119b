//! `hint`: prints the next move and its proof, all proved moves, or the odds.

use std::{ffi::OsString, fmt::Write};

use super::{
    findings::Findings,
    game_source::{GameSource, StartedGame},
    json,
    odds::Odds,
    position::Position,
    words::{MAX_NAMES, Words, percent},
};
use crate::{
    edition::{MarkingAgain, ToWin},
    error::Error,
    field::{Size, Square},
    game::Shown,
    io::{Console, counted},
};

/// The comment on a position that is too hard for the proofs by arrangements.
const INCOMPLETE: &str = "The position is too hard to prove everything: there may be more moves.";

#[derive(Debug)]
pub struct HintRequest {
    pub game: GameSource,
    /// The moves so far: a file, or `-` for standard input.
    pub input: Option<OsString>,
    pub kind: HintKind,
    pub json: bool,
}

#[derive(Debug)]
pub enum HintKind {
    /// One move, with its proof.
    Move,
    AllMoves,
    /// The probability of a mine on each square.
    Odds,
}

pub fn hint(request: &HintRequest, console: &mut Console) -> Result<(), Error> {
    let mut game = request.game.start()?;
    let position = game.play(request.input.as_ref())?;
    let mut adviser = Adviser {
        game: &game,
        position: &position,
        moves: String::new(),
        comments: Vec::new(),
        json: json::HintOutput::new(game.moves.first_index),
    };
    adviser.name_wrong_marks()?;
    match request.kind {
        HintKind::Move => adviser.one_move()?,
        HintKind::AllMoves => adviser.all_moves()?,
        HintKind::Odds => adviser.odds()?,
    }
    if request.json {
        console.print(json::text(&adviser.json).as_bytes())?;
    } else {
        console.print(adviser.moves.as_bytes())?;
        console.flush()?;
        for line in &adviser.comments {
            console.print_error(format!("{line}\n").as_bytes())?;
        }
    }
    Ok(console.flush()?)
}

/// A position, and the output of `hint` about it.
struct Adviser<'game> {
    game: &'game StartedGame,
    position: &'game Position,
    /// Standard output: moves, or the grid of odds.
    moves: String,
    /// Lines of standard error.
    comments: Vec<String>,
    json: json::HintOutput,
}

impl<'game> Adviser<'game> {
    fn shown(&self, square: Square) -> Shown {
        self.game.session.view().shown(square)
    }

    fn is_marked(&self, square: Square) -> bool {
        self.shown(square) == Shown::Marked
    }

    fn size(&self) -> Size {
        self.position.size()
    }

    fn words(&self) -> Words<'game> {
        Words {
            first_index: self.game.moves.first_index,
            position: self.position,
            max_names: MAX_NAMES,
        }
    }

    /// Names marks that are proved wrong, and numbers with too many marks around them.
    fn name_wrong_marks(&mut self) -> Result<(), Error> {
        let size = self.size();
        if !size.squares().any(|square| self.is_marked(square)) {
            return Ok(());
        }
        let words = self.words();
        let mut findings = Findings::new(self.position)?;
        findings.prove_all()?;
        let mut wrong = Vec::new();
        for (square, mined) in findings.facts() {
            if !mined && self.is_marked(square) {
                wrong.push(square);
            }
        }
        wrong.sort_by_key(|&square| size.index(square));
        for &square in &wrong {
            let at = words.square(square);
            self.comments
                .push(format!("The mark at {at} is wrong: there is no mine."));
        }
        for square in size.squares() {
            let Shown::Revealed(number) = self.shown(square) else {
                continue;
            };
            let marks = size
                .neighbours(square)
                .filter(|&near| self.is_marked(near))
                .count();
            if marks > usize::from(number) {
                self.comments.push(format!(
                    "The {number} at {} has {} around it: at least one of them is wrong.",
                    words.square(square),
                    counted(marks, "mark", "marks")
                ));
            }
        }
        self.json.set_wrong_marks(&wrong);
        Ok(())
    }

    /// Reports whether a fact leads to a move: a reveal, or a mark if the edition needs it.
    fn needs_move(&self, square: Square, mined: bool) -> bool {
        match (mined, self.game.moves.to_win) {
            (false, _) => true,
            (true, ToWin::Reveals) => false,
            (true, ToWin::Marks | ToWin::Both) => !self.is_marked(square),
        }
    }

    /// Returns the line that marks a mine or reveals a safe square. If a mark prevents revealing
    /// the square, returns the line that removes the mark.
    fn line(&self, square: Square, mined: bool) -> String {
        let moves = self.game.moves;
        let is_locked = self.is_marked(square) && moves.marking_again == MarkingAgain::Lifts;
        if mined || is_locked {
            (moves.mark)(square)
        } else {
            (moves.reveal)(square)
        }
    }

    /// Returns the start square that the seed notes, as long as no square is revealed.
    fn start(&self) -> Option<Square> {
        let has_begun = self
            .size()
            .squares()
            .any(|square| matches!(self.shown(square), Shown::Revealed(_)));
        self.game.noted_start.filter(|_| !has_begun)
    }

    /// Adds the start square that the seed notes, or the simplest proved move, or the best guess.
    fn one_move(&mut self) -> Result<(), Error> {
        let words = self.words();
        let line;
        if let Some(start) = self.start() {
            line = self.line(start, false);
            let at = words.square(start);
            let comment =
                format!("Start at {at}: the seed notes that no guess is needed from there.");
            self.comments.push(comment);
            self.json.add_move(line.clone(), start, None);
        } else {
            let mut findings = Findings::new(self.position)?;
            let simplest =
                findings.simplest_proof(|square, mined| self.needs_move(square, mined))?;
            if let Some(proof) = simplest {
                line = self.line(proof.square, proof.mined);
                self.comments.extend(words.proof(&proof));
                self.json.add_proof(line.clone(), &proof);
            } else {
                let Some(guess) = findings.guess()? else {
                    return Err(Error::message("every square is known: there is no hint"));
                };
                line = self.line(guess.square, false);
                self.comments.push(format!(
                    "{} A mine is least likely at {}: {}.",
                    nothing_proved(&findings),
                    words.square(guess.square),
                    percent(guess.odds)
                ));
                self.json.add_guess(line.clone(), guess);
            }
        }
        self.moves = line + "\n";
        Ok(())
    }

    /// Adds all proved moves, row by row.
    fn all_moves(&mut self) -> Result<(), Error> {
        let mut findings = Findings::new(self.position)?;
        findings.prove_all()?;
        let mut facts = Vec::new();
        for (square, mined) in findings.facts() {
            if self.needs_move(square, mined) {
                facts.push((square, mined));
            }
        }
        facts.sort_by_key(|&(square, _)| self.size().index(square));
        for (square, mined) in facts {
            let line = self.line(square, mined);
            self.moves += &line;
            self.moves += "\n";
            self.json.add_move(line, square, Some(mined));
        }
        if findings.has_given_up() {
            self.comments.push(INCOMPLETE.to_owned());
        } else if self.moves.is_empty() {
            self.comments.push(nothing_proved(&findings).to_owned());
        }
        Ok(())
    }

    /// Adds the odds as a grid with the numbers of rows and columns. Revealed squares are dots.
    fn odds(&mut self) -> Result<(), Error> {
        let odds = Odds::of(self.position)?;
        let size = self.size();
        let first = self.game.moves.first_index;
        let digits = |last: usize| (last + first).to_string().len();
        let name_width = digits(size.rows - 1);
        let width = digits(size.cols - 1).max("100%".len());
        let mut lines = Vec::new();
        for row in 0..size.rows {
            let mut line = format!("{:>name_width$}", row + first);
            for col in 0..size.cols {
                let square = Square { row, col };
                let cell = match self.shown(square) {
                    Shown::Revealed(_) => ".".to_owned(),
                    _ => percent(odds.at(square)),
                };
                let _ = write!(line, " {cell:>width$}");
            }
            lines.push(line);
        }
        let mut columns = " ".repeat(name_width);
        for col in first..first + size.cols {
            let _ = write!(columns, " {col:>width$}");
        }
        lines.push(columns);
        self.moves = lines.join("\n") + "\n";
        self.json.set_odds(size, &odds);
        Ok(())
    }
}

/// Returns the sentence for a position in which no proof leads to a move.
fn nothing_proved(findings: &Findings<'_>) -> &'static str {
    if findings.facts().next().is_none() {
        "Nothing can be proved."
    } else {
        "No square can be proved to be safe."
    }
}

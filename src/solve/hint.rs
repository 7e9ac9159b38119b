//! `hint`: what can be proved next, or the best guess.

use std::ffi::OsString;
use std::time::Duration;

use super::SolveError;
use super::error::AdviceError;
use super::findings::Findings;
use super::game_source::{Begun, GameSource};
use super::json;
use super::odds::Chances;
use super::position::Position;
use super::words::{MOST_NAMES, Words, fraction, percent};
use crate::edition::row::{MarkingAgain, Moves, ToWin};
use crate::field::minefield::{Size, Square};
use crate::game::view::{Shown, View};
use crate::io::console::Console;
use crate::io::visible::counted;

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Advise {
    /// The game.
    pub(crate) game: GameSource,
    /// What was played of it: a file, or `-` for standard input.
    pub(crate) input: Option<OsString>,
    /// What is wanted.
    pub(crate) wanted: Advice,
    /// Whether it is printed as JSON.
    pub(crate) json: bool,
}

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    /// A move.
    Move,
    /// All moves that can be proved.
    All,
    /// The odds of all squares, if they can be counted in this time.
    Odds(Duration),
}

/// Prints a hint.
///
/// # Errors
///
/// The game does not begin or its input cannot be played, there is nothing to suggest,
/// or a stream fails.
pub(crate) fn advise(advise: &Advise, console: &mut Console) -> Result<(), AdviceError> {
    let mut begun = advise.game.begin()?;
    let position = begun.play(advise.input.as_ref())?;
    let reply = Adviser {
        begun: &begun,
        position: &position,
    }
    .reply(advise.wanted)?;
    if advise.json {
        console.print(reply.json.text().as_bytes())?;
    } else {
        console.print(reply.moves.as_bytes())?;
        console.flush()?;
        for line in &reply.words {
            console.print_error(format!("{line}\n").as_bytes())?;
        }
    }
    Ok(console.flush()?)
}

/// What is printed.
struct Reply {
    /// Moves, or a grid of odds.
    moves: String,
    /// Why, in lines.
    words: Vec<String>,
    json: json::Hint,
}

impl Reply {
    fn say(&mut self, line: String) {
        self.words.push(line);
    }
}

struct Adviser<'game> {
    begun: &'game Begun,
    position: &'game Position,
}

impl Adviser<'_> {
    fn reply(&self, wanted: Advice) -> Result<Reply, AdviceError> {
        let mut reply = Reply {
            moves: String::new(),
            words: Vec::new(),
            json: json::Hint::new(self.begun.moves.first_index),
        };
        self.name_wrong_marks(&mut reply)?;
        match wanted {
            Advice::Move => self.one_move(&mut reply)?,
            Advice::All => self.all_moves(&mut reply)?,
            Advice::Odds(deadline) => self.odds(deadline, &mut reply)?,
        }
        Ok(reply)
    }

    fn view(&self) -> View<'_> {
        self.begun.session.view()
    }

    fn shown(&self, square: Square) -> Shown {
        self.view().shown(square)
    }

    fn size(&self) -> Size {
        self.position.size()
    }

    fn words(&self) -> Words<'_> {
        Words {
            first_index: self.begun.moves.first_index,
            position: self.position,
            most_names: MOST_NAMES,
        }
    }

    /// Names marks that are proved wrong, and numbers with too many of them.
    fn name_wrong_marks(&self, reply: &mut Reply) -> Result<(), AdviceError> {
        let size = self.size();
        let is_marked = |square: &Square| self.shown(*square) == Shown::Marked;
        if !size.squares().any(|square| is_marked(&square)) {
            return Ok(());
        }
        let words = self.words();
        let mut findings = Findings::new(self.position)?;
        findings.all()?;
        let mut wrong: Vec<Square> = findings
            .facts()
            .filter(|(square, mined)| !mined && is_marked(square))
            .map(|(square, _)| square)
            .collect();
        wrong.sort_by_key(|&square| size.index(square));
        for &square in &wrong {
            let at = words.square(square);
            reply.say(format!("The mark at {at} is wrong: there is no mine."));
        }
        for square in size.squares() {
            let Shown::Revealed(number) = self.shown(square) else {
                continue;
            };
            let marks = size.neighbours(square).filter(is_marked).count();
            if marks > usize::from(number) {
                reply.say(format!(
                    "The {number} at {} has {} around it: not all of them are right.",
                    words.square(square),
                    counted(marks, "mark", "marks")
                ));
            }
        }
        reply.json.set_wrong_marks(&wrong);
        Ok(())
    }

    /// Whether a move is left that something proved asks for.
    fn is_to_be_done(&self, square: Square, mined: bool) -> bool {
        match (mined, self.begun.moves.to_win) {
            (false, _) => true,
            (true, ToWin::Reveals) => false,
            (true, ToWin::Marks | ToWin::Both) => self.shown(square) != Shown::Marked,
        }
    }

    /// The line of the game that does what is proved.
    fn line(&self, square: Square, mined: bool) -> String {
        line(self.begun.moves, self.shown(square), square, mined)
    }

    /// The square to start from, where the seed notes one and nothing is revealed.
    fn start(&self) -> Option<Square> {
        let is_revealed = |square| matches!(self.shown(square), Shown::Revealed(_));
        self.begun
            .noted_start
            .filter(|_| !self.size().squares().any(is_revealed))
    }

    fn one_move(&self, reply: &mut Reply) -> Result<(), AdviceError> {
        let words = self.words();
        if let Some(start) = self.start() {
            let line = self.line(start, false);
            reply.moves = format!("{line}\n");
            let at = words.square(start);
            reply.say(format!("No guess is needed from {at}: the seed notes it."));
            reply.json.add_start(line, start);
            return Ok(());
        }
        let mut findings = Findings::new(self.position)?;
        let proof = findings.simplest(|square, mined| self.is_to_be_done(square, mined))?;
        if let Some(proof) = proof {
            let line = self.line(proof.square, proof.mined);
            reply.moves = format!("{line}\n");
            reply.words.extend(words.proof(&proof));
            reply.json.add_proof(line, &proof);
            return Ok(());
        }
        let Some(guess) = findings.guess()? else {
            return Err(AdviceError::Nothing);
        };
        let line = self.line(guess.square, false);
        reply.moves = format!("{line}\n");
        let at = words.square(guess.square);
        let nothing = nothing_to_do(&findings);
        reply.say(match (&guess.odds, &guess.safest) {
            (Some(odds), None) => format!(
                "{nothing} A mine is least likely at {at}: {}.",
                fraction(odds)
            ),
            (Some(odds), Some((safest, least))) => format!(
                "{nothing} The best guess is {at}, where the odds of a mine are {}; they are least at {}: {}.",
                fraction(odds),
                words.square(*safest),
                fraction(least)
            ),
            (None, _) => format!(
                "Nothing is proved that is cheap to find out, and {}: {at} is the first unknown square.",
                SolveError::TooHard
            ),
        });
        reply.json.add_guess(line, &guess);
        Ok(())
    }

    fn all_moves(&self, reply: &mut Reply) -> Result<(), AdviceError> {
        let mut findings = Findings::new(self.position)?;
        findings.all()?;
        let mut facts: Vec<(Square, bool)> = findings
            .facts()
            .filter(|&(square, mined)| self.is_to_be_done(square, mined))
            .collect();
        facts.sort_by_key(|&(square, _)| self.size().index(square));
        for (square, mined) in facts {
            let line = self.line(square, mined);
            reply.moves += &line;
            reply.moves += "\n";
            reply.json.add_move(line, square, mined);
        }
        if reply.moves.is_empty() {
            reply.say(nothing_to_do(&findings).to_owned());
        }
        Ok(())
    }

    fn odds(&self, deadline: Duration, reply: &mut Reply) -> Result<(), AdviceError> {
        let chances = Chances::within(self.position, deadline)?;
        reply.moves = self.grid(&chances);
        reply.json.set_odds(self.size(), &chances);
        Ok(())
    }

    /// The odds as a grid with the numbers of rows and columns; revealed squares
    /// are dots.
    fn grid(&self, chances: &Chances) -> String {
        let Size { rows, cols } = self.size();
        let first = self.begun.moves.first_index;
        let digits = |last: usize| (last + first).to_string().len();
        let (left, width) = (digits(rows - 1), digits(cols - 1).max("100%".len()));
        let line = |name: String, cells: &mut dyn Iterator<Item = String>| {
            let cells: Vec<String> = cells.map(|cell| format!(" {cell:>width$}")).collect();
            format!("{name:>left$}{}\n", cells.concat())
        };
        let cell = |row, col| match self.shown(Square { row, col }) {
            Shown::Revealed(_) => ".".to_owned(),
            _ => percent(&chances.odds(Square { row, col })),
        };
        let mut grid = String::new();
        for row in 0..rows {
            let name = (row + first).to_string();
            grid += &line(name, &mut (0..cols).map(|col| cell(row, col)));
        }
        let names = &mut (first..first + cols).map(|col| col.to_string());
        grid + &line(String::new(), names)
    }
}

/// What is said when nothing that is proved is to be done.
fn nothing_to_do(findings: &Findings<'_>) -> &'static str {
    match (findings.has_given_up(), findings.is_empty()) {
        (true, _) => "Nothing more is proved, but not everything was looked at: that is too hard.",
        (false, true) => "Nothing can be proved.",
        (false, false) => "No square can be proved to be safe.",
    }
}

/// The line of a game that marks a square that has a mine, or reveals one that has
/// none; if that has a mark that must be lifted first, the line that lifts it.
fn line(moves: &Moves, shown: Shown, square: Square, mined: bool) -> String {
    let is_locked = shown == Shown::Marked && moves.marking_again == MarkingAgain::Lifts;
    if mined || is_locked {
        (moves.mark)(square)
    } else {
        (moves.reveal)(square)
    }
}

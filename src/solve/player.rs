//! A player who does what is proved, and guesses where nothing is.

use super::SolveError;
use super::choice::Chooser;
use super::deduce::deduce;
use super::findings::guess;
use super::proof::Difficulty;
use super::reasoner::{Index, Reasoner, State};
use crate::edition::row::{Moves, ToWin};
use crate::field::lines::Line;
use crate::field::minefield::{Minefield, Square};
use crate::game::session::{Flow, Session};
use crate::game::sink::{Piece, Sink, Stream};
use crate::game::view::{Outcome, Shown};

/// A sink that discards everything.
pub(super) struct Discard;

impl Sink for Discard {
    fn print(&mut self, _: Stream, _: &[u8], _: &[Piece]) {}
}

/// What was played of a game, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The lines that were sent, each with its end.
    pub input: Vec<u8>,
    /// How many of them were guesses.
    pub guesses: usize,
    /// The moves, one for each line.
    pub moves: Vec<PlayedMove>,
    /// How it ended; none if it goes on, as nothing is left to be done.
    pub outcome: Option<Outcome>,
}

/// A move that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The square.
    pub square: Square,
    /// Whether it was marked, as it has a mine; else it was revealed.
    pub marks: bool,
    /// Whether it was a guess.
    pub is_guess: bool,
}

/// Plays a game to its end from what can be seen, and the number of mines if it
/// is known. The square to start with, if there is one, is no guess.
///
/// # Errors
///
/// [`SolveError::NoField`] if the game shows what no field agrees with.
///
/// # Panics
///
/// The square to start with is not on the board.
pub fn play(
    session: &mut dyn Session,
    moves: &Moves,
    mines: Option<usize>,
    start: Option<Square>,
) -> Result<Played, SolveError> {
    session.open(&mut Discard);
    let mut player = Player {
        reasoner: Reasoner::new(session.view().size(), mines),
        session,
        moves,
        chooser: Chooser::default(),
        next: 0,
        played: Played::default(),
    };
    if let Some(start) = start {
        player.reveal(player.reasoner.index(start), false)?;
    }
    while player.played.outcome.is_none() && player.go_on()? {}
    Ok(player.played)
}

/// Plays a game to its end with the mines known, with no needless move.
///
/// # Panics
///
/// The minefield has a square that is not on the board of the game.
#[must_use]
pub fn play_known(session: &mut dyn Session, moves: &Moves, minefield: &Minefield) -> Played {
    session.open(&mut Discard);
    let mut played = Played::default();
    // Where squares open by themselves, those around which no mine is open most.
    let opens_most =
        |square: &Square| !minefield.is_mine(*square) && minefield.adjacent(*square) == 0;
    let (first, then): (Vec<Square>, Vec<Square>) =
        minefield.size().squares().partition(opens_most);
    for square in first.into_iter().chain(then) {
        // A cascade may have been there before.
        let is_covered = session.view().shown(square) == Shown::Covered;
        let marks = match (minefield.is_mine(square), moves.to_win) {
            (true, ToWin::Marks | ToWin::Both) => true,
            (false, ToWin::Reveals | ToWin::Both) if is_covered => false,
            _ => continue,
        };
        let next = PlayedMove {
            square,
            marks,
            is_guess: false,
        };
        if played.send(session, moves, next) {
            break;
        }
    }
    played
}

impl Played {
    /// Sends the line of a move; whether the game is over.
    fn send(&mut self, session: &mut dyn Session, moves: &Moves, next: PlayedMove) -> bool {
        let line = if next.marks {
            (moves.mark)(next.square)
        } else {
            (moves.reveal)(next.square)
        };
        self.moves.push(next);
        self.guesses += usize::from(next.is_guess);
        self.input.extend_from_slice(line.as_bytes());
        self.input.push(b'\n');
        let flow = session.line(Line::Text(line.as_bytes()), &mut Discard);
        self.outcome = session.view().outcome();
        flow != Flow::Continue
    }
}

struct Player<'game> {
    session: &'game mut dyn Session,
    moves: &'game Moves,
    reasoner: Reasoner,
    chooser: Chooser,
    /// How many facts have been acted on.
    next: usize,
    played: Played,
}

impl Player<'_> {
    /// Does what is proved, or else finds out more, or else guesses; whether
    /// there was anything to be done.
    fn go_on(&mut self) -> Result<bool, SolveError> {
        if let Some(fact) = self.reasoner.facts().get(self.next).copied() {
            self.next += 1;
            if !fact.mined {
                self.reveal(fact.square, false)?;
            } else if self.moves.to_win != ToWin::Reveals {
                self.send(fact.square, true, false);
            }
            return Ok(true);
        }
        if deduce(&mut self.reasoner, Difficulty::Hard)?.is_some() {
            return Ok(true);
        }
        let square = match self.chooser.guess(&self.reasoner)? {
            Some(square) => square,
            None => match guess(&self.reasoner)? {
                Some((square, _)) => square,
                None => return Ok(false),
            },
        };
        self.reveal(square, true)?;
        Ok(true)
    }

    fn send(&mut self, square: Index, marks: bool, is_guess: bool) {
        let next = PlayedMove {
            square: self.reasoner.square(square),
            marks,
            is_guess,
        };
        self.played.send(self.session, self.moves, next);
    }

    /// Reveals a square, and takes note of all squares that show a number then.
    fn reveal(&mut self, square: Index, is_guess: bool) -> Result<(), SolveError> {
        if self.reasoner.state(square) == State::Revealed {
            return Ok(());
        }
        self.send(square, false, is_guess);
        let view = self.session.view();
        let mut shown = vec![square];
        while let Some(square) = shown.pop() {
            if self.reasoner.state(square) == State::Revealed {
                continue;
            }
            if let Shown::Revealed(number) = view.shown(self.reasoner.square(square)) {
                self.reasoner.reveal(square, number)?;
                if number == 0 {
                    shown.extend(self.reasoner.neighbours(square));
                }
            }
        }
        Ok(())
    }
}

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
    /// How it ended; none if it goes on, as nothing is left to be done.
    pub outcome: Option<Outcome>,
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
        player.reveal(player.reasoner.index(start))?;
    }
    while player.played.outcome.is_none() && player.go_on()? {}
    Ok(player.played)
}

/// Plays a game to its end with the mines known, with no needless move.
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
        let line = match (minefield.is_mine(square), moves.to_win) {
            (true, ToWin::Marks | ToWin::Both) => (moves.mark)(square),
            (false, ToWin::Reveals | ToWin::Both) if is_covered => (moves.reveal)(square),
            _ => continue,
        };
        if played.send(session, &line) {
            break;
        }
    }
    played
}

impl Played {
    /// Sends a line; whether the game is over.
    fn send(&mut self, session: &mut dyn Session, line: &str) -> bool {
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
                self.reveal(fact.square)?;
            } else if self.moves.to_win != ToWin::Reveals {
                let line = (self.moves.mark)(self.reasoner.square(fact.square));
                self.played.send(self.session, &line);
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
        self.played.guesses += 1;
        self.reveal(square)?;
        Ok(true)
    }

    /// Reveals a square, and takes note of all squares that show a number then.
    fn reveal(&mut self, square: Index) -> Result<(), SolveError> {
        if self.reasoner.state(square) == State::Revealed {
            return Ok(());
        }
        let line = (self.moves.reveal)(self.reasoner.square(square));
        self.played.send(self.session, &line);
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

//! Plays whole games, either by proofs and guesses or with knowledge of the mines.

use super::{
    deduce::deduce,
    error::Solved,
    findings::guess,
    proof::Difficulty,
    reasoner::{Index, Reasoner, SquareState},
};
use crate::{
    edition::{Moves, ToWin},
    field::{Line, Minefield, Square},
    game::{Flow, Outcome, Piece, Session, Shown, Sink, Stream},
};

pub(super) struct Discard;

impl Sink for Discard {
    fn print(&mut self, _: Stream, _: &[u8], _: &[Piece]) {}
}

/// The moves and the result of a game.
#[derive(Debug, Default)]
pub struct Played {
    /// The lines sent to the game, with line ends.
    pub input: Vec<u8>,
    pub guesses: usize,
    /// The moves, one for each line.
    pub moves: Vec<PlayedMove>,
    /// The result, or `None` if the game has not ended and no move is left.
    pub outcome: Option<Outcome>,
}

#[derive(Clone, Copy, Debug)]
pub struct PlayedMove {
    pub square: Square,
    /// True if the move marks a mine, false if it reveals the square.
    pub is_mark: bool,
    /// True if the move reveals a square that is neither proved to be safe nor the start square.
    pub is_guess: bool,
}

/// Plays a game to its end by proofs and guesses, from what a player sees. `mines` is the mine
/// count, if it is known. The start square, if there is one, is revealed first, and is not a guess.
///
/// # Errors
///
/// The game contradicts itself, or a position takes too many steps.
///
/// # Panics
///
/// Panics if the start square is not on the board.
pub fn play(
    session: &mut dyn Session,
    moves: &Moves,
    mines: Option<usize>,
    start: Option<Square>,
) -> Solved<Played> {
    session.open(&mut Discard);
    let mut player = ProofPlayer {
        reasoner: Reasoner::new(session.view().size(), mines),
        session,
        moves,
        played: Played::default(),
    };
    if let Some(start) = start {
        player.reveal(player.reasoner.index(start), false)?;
    }
    let mut next = 0;
    while player.played.outcome.is_none() {
        if let Some(fact) = player.reasoner.facts().get(next).copied() {
            next += 1;
            if !fact.mined {
                player.reveal(fact.square, false)?;
            } else if moves.to_win != ToWin::Reveals {
                player.send(fact.square, true, false);
            }
        } else if deduce(&mut player.reasoner, Difficulty::Hard)?.is_none() {
            let Some(guess) = guess(&player.reasoner)? else {
                break;
            };
            player.reveal(player.reasoner.index(guess.square), true)?;
        }
    }
    Ok(player.played)
}

/// Plays a game to its end with knowledge of the mines, without redundant moves.
///
/// # Panics
///
/// Panics if the minefield is larger than the board of the game.
#[must_use]
pub fn play_known(session: &mut dyn Session, moves: &Moves, minefield: &Minefield) -> Played {
    session.open(&mut Discard);
    let mut played = Played::default();
    let mut openings = Vec::new();
    let mut others = Vec::new();
    for square in minefield.size().squares() {
        if minefield.is_mine(square) || minefield.adjacent(square) > 0 {
            others.push(square);
        } else {
            openings.push(square);
        }
    }
    // In a game with a cascade, squares without mines around them open the most squares.
    for square in openings.into_iter().chain(others) {
        let is_covered = session.view().shown(square) == Shown::Covered;
        let is_mark = match (minefield.is_mine(square), moves.to_win) {
            (true, ToWin::Marks | ToWin::Both) => true,
            (false, ToWin::Reveals | ToWin::Both) if is_covered => false,
            _ => continue,
        };
        let next = PlayedMove {
            square,
            is_mark,
            is_guess: false,
        };
        if played.send(session, moves, next) != Flow::Continue {
            break;
        }
    }
    played
}

impl Played {
    fn send(&mut self, session: &mut dyn Session, moves: &Moves, next: PlayedMove) -> Flow {
        let line = if next.is_mark {
            (moves.mark)(next.square)
        } else {
            (moves.reveal)(next.square)
        };
        self.moves.push(next);
        self.guesses += usize::from(next.is_guess);
        self.input.extend(line.as_bytes());
        self.input.push(b'\n');
        let flow = session.line(Line::Text(line.as_bytes()), &mut Discard);
        self.outcome = session.view().outcome();
        flow
    }
}

/// A player that reveals proved squares, and guesses if there are none.
struct ProofPlayer<'game> {
    session: &'game mut dyn Session,
    moves: &'game Moves,
    reasoner: Reasoner,
    played: Played,
}

impl ProofPlayer<'_> {
    fn send(&mut self, square: Index, is_mark: bool, is_guess: bool) {
        let next = PlayedMove {
            square: self.reasoner.square(square),
            is_mark,
            is_guess,
        };
        self.played.send(self.session, self.moves, next);
    }

    /// Reveals a square, and records the numbers of all squares that open.
    fn reveal(&mut self, square: Index, is_guess: bool) -> Solved<()> {
        if self.reasoner.state(square) == SquareState::Revealed {
            return Ok(());
        }
        self.send(square, false, is_guess);
        let view = self.session.view();
        let mut opened = vec![square];
        while let Some(square) = opened.pop() {
            if self.reasoner.state(square) == SquareState::Revealed {
                continue;
            }
            if let Shown::Revealed(number) = view.shown(self.reasoner.square(square)) {
                self.reasoner.reveal(square, number)?;
                if number == 0 {
                    opened.extend(self.reasoner.neighbours(square));
                }
            }
        }
        Ok(())
    }
}

//! The rules that the UGA editions share: a [`Game`] and what a [`Command`]
//! makes of it. No input, no output.

use crate::command::Command;
use crate::minefield::{Minefield, Square};

/// What a square shows to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Nothing: the square was not touched yet.
    Blank,
    /// The number of mines around it, 0 to 8.
    Revealed(u8),
    /// A mine, as the player is sure.
    Marked,
    /// A mine, as the player supposes.
    Guessed,
}

/// What a command led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A square shows something else, and the next round begins.
    Changed {
        /// The square.
        square: Square,
        /// What it shows from now on.
        shown: Shown,
    },
    /// Nothing changed, but a round has passed.
    Passed,
    /// The next round shows where the mines are.
    FogLifted,
    /// The commands are to be listed before the next round.
    Helped,
    /// The game is won.
    Won,
    /// The game is lost: a mine was revealed.
    Lost,
    /// The player has had enough.
    Quit,
}

/// How many squares show what, counted as the game goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Squares that show how many mines are around them.
    pub revealed: usize,
    /// Squares that are marked, with a mine or without.
    pub marked: usize,
    /// Squares with a mine that are marked.
    pub marked_mines: usize,
    /// Squares that are guessed.
    pub guessed: usize,
}

impl Tally {
    /// The counter of what a square shows.
    fn counter(&mut self, shown: Shown) -> Option<&mut usize> {
        match shown {
            Shown::Blank => None,
            Shown::Revealed(_) => Some(&mut self.revealed),
            Shown::Marked => Some(&mut self.marked),
            Shown::Guessed => Some(&mut self.guessed),
        }
    }
}

/// A game: a minefield, what its squares show, and the rounds completed.
#[derive(Clone, Debug)]
pub struct Game {
    minefield: Minefield,
    shown: Vec<Shown>,
    tally: Tally,
    rounds: u64,
    is_won: fn(&Game) -> bool,
}

impl Game {
    /// A game whose first round has not been played, with the condition under
    /// which it is won.
    #[must_use]
    pub fn new(minefield: Minefield, is_won: fn(&Game) -> bool) -> Self {
        Self {
            shown: vec![Shown::Blank; minefield.size().area()],
            minefield,
            tally: Tally::default(),
            rounds: 0,
            is_won,
        }
    }

    /// The minefield.
    #[must_use]
    pub fn minefield(&self) -> &Minefield {
        &self.minefield
    }

    /// How many squares show what.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The number of rounds completed.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Completes a round in which nothing was done.
    pub fn pass(&mut self) -> Outcome {
        self.rounds += 1;
        Outcome::Passed
    }

    /// Carries a command out: the one place where the squares change.
    ///
    /// Every command but `quit` completes a round. A square may be revealed,
    /// marked or guessed whatever it shows.
    pub fn apply(&mut self, command: Command) -> Outcome {
        if command != Command::Quit {
            self.rounds += 1;
        }
        match command {
            Command::Quit => Outcome::Quit,
            Command::NoFog => Outcome::FogLifted,
            Command::Help => Outcome::Helped,
            Command::Mark(square) => self.show(square, Shown::Marked),
            Command::Guess(square) => self.show(square, Shown::Guessed),
            Command::Reveal(square) if self.minefield.is_mine(square) => Outcome::Lost,
            Command::Reveal(square) => {
                self.show(square, Shown::Revealed(self.minefield.adjacent(square)))
            }
        }
    }

    fn show(&mut self, square: Square, shown: Shown) -> Outcome {
        let index = self.minefield.size().index(square);
        let before = std::mem::replace(&mut self.shown[index], shown);
        if let Some(count) = self.tally.counter(before) {
            *count -= 1;
        }
        if let Some(count) = self.tally.counter(shown) {
            *count += 1;
        }
        if self.minefield.is_mine(square) {
            self.tally.marked_mines -= usize::from(before == Shown::Marked);
            self.tally.marked_mines += usize::from(shown == Shown::Marked);
        }
        if (self.is_won)(self) {
            return Outcome::Won;
        }
        Outcome::Changed { square, shown }
    }
}

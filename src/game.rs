//! The rules: a [`Game`] and what a [`Command`] makes of it. No input, no
//! output.

use std::fmt;

use crate::command::Command;
use crate::minefield::{Minefield, Size, Square};

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
    /// The next round shows where the mines are.
    FogLifted,
    /// The commands are to be listed before the next round.
    Helped,
    /// The game is won.
    Won(Score),
    /// The game is lost: a mine was revealed.
    Lost,
    /// The player has had enough.
    Quit,
}

/// A score: 100 at most, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    hundredths: u64,
}

impl Score {
    /// The score of a game that was won in so many rounds: 100 times the
    /// number of squares by the number of rounds, an exact half of the last
    /// decimal rounded up as Java does. Whole numbers throughout: neither the
    /// quotient nor its half is exact in binary floating point.
    #[must_use]
    pub fn new(size: Size, rounds: u64) -> Self {
        let twice = 2 * 100 * 100 * size.area() as u64;
        Self {
            hundredths: (twice + rounds) / (2 * rounds.max(1)),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.hundredths / 100, self.hundredths % 100)
    }
}

/// A game: a minefield, what its squares show, and the rounds completed.
#[derive(Clone, Debug)]
pub struct Game {
    minefield: Minefield,
    shown: Vec<Shown>,
    /// How many squares show what they must show for a win.
    settled: usize,
    rounds: u64,
}

impl Game {
    /// A game whose first round has not been played.
    #[must_use]
    pub fn new(minefield: Minefield) -> Self {
        Self {
            shown: vec![Shown::Blank; minefield.size().area()],
            minefield,
            settled: 0,
            rounds: 0,
        }
    }

    /// The minefield.
    #[must_use]
    pub fn minefield(&self) -> &Minefield {
        &self.minefield
    }

    /// The number of rounds completed.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Carries a command out: the one place where a game changes.
    ///
    /// Every command but `quit` completes a round. A square may be revealed,
    /// marked or guessed whatever it shows.
    pub fn apply(&mut self, command: Command) -> Outcome {
        if command == Command::Quit {
            return Outcome::Quit;
        }
        self.rounds += 1;
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

    /// The game is won when every square with a mine is marked and every
    /// other one is revealed.
    fn show(&mut self, square: Square, shown: Shown) -> Outcome {
        let mine = self.minefield.is_mine(square);
        let settled = |shown| match shown {
            Shown::Marked => mine,
            Shown::Revealed(_) => !mine,
            Shown::Blank | Shown::Guessed => false,
        };
        let size = self.minefield.size();
        let before = std::mem::replace(&mut self.shown[size.index(square)], shown);
        self.settled -= usize::from(settled(before));
        self.settled += usize::from(settled(shown));
        if self.settled == size.area() {
            return Outcome::Won(Score::new(size, self.rounds));
        }
        Outcome::Changed { square, shown }
    }
}

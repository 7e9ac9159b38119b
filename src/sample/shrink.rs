//! Shrinks a game while a property holds for it.

use std::convert::Infallible;

use super::draw::min_side;
use super::game::{CommandKind, Game, Step, signed};
use crate::edition::row::Edition;
use crate::field::minefield::{Minefield, Size, Square};

/// Shrinks games. `first` returns the index of the first of some games that has the property.
#[derive(Debug)]
pub(crate) struct Shrinker<F> {
    min_side: usize,
    trials: usize,
    first: F,
}

/// Shrinks a game while `holds` returns true, in at most `trials` calls.
pub(crate) fn shrink(
    edition: &Edition,
    game: Game,
    trials: usize,
    mut holds: impl FnMut(&Game) -> bool,
) -> Game {
    let first = |games: &[Game]| Ok::<_, Infallible>(games.iter().position(&mut holds));
    let Ok(game) = Shrinker::new(edition, trials, first).shrink(game);
    game
}

impl<E, F: FnMut(&[Game]) -> Result<Option<usize>, E>> Shrinker<F> {
    /// Limits the number of games that are tried. Games after the one that `first` returns do not
    /// count, because `first` may try several games in parallel.
    pub(crate) fn new(edition: &Edition, trials: usize, first: F) -> Self {
        Self {
            min_side: min_side(edition),
            trials,
            first,
        }
    }

    /// Returns the first of some games that has the property.
    pub(crate) fn first(&mut self, games: &[Game]) -> Result<Option<Game>, E> {
        Ok(self.first_index(games)?.map(|first| games[first].clone()))
    }

    fn first_index(&mut self, games: &[Game]) -> Result<Option<usize>, E> {
        let games = &games[..games.len().min(self.trials)];
        if games.is_empty() {
            return Ok(None);
        }
        let first = (self.first)(games)?;
        self.trials -= first.map_or(games.len(), |first| first + 1);
        Ok(first)
    }

    /// Removes steps, tokens of the seed, mines, rows and columns, and simplifies the rest, until
    /// nothing more can be changed.
    pub(crate) fn shrink(&mut self, mut game: Game) -> Result<Game, E> {
        loop {
            let before = game.clone();
            game = self.remove_chunks(game, |game| &mut game.steps)?;
            if game.odd_seed.is_some() {
                game = self.remove_chunks(game, |game| game.odd_seed.get_or_insert_default())?;
            }
            let passes: [fn(&Game, usize) -> Vec<Game>; 4] = [
                |game, _| game.without_each_mine(),
                Game::without_each_row,
                Game::without_each_col,
                |game, _| game.simplified(),
            ];
            for candidates in passes {
                while let Some(smaller) = self.first(&candidates(&game, self.min_side))? {
                    game = smaller;
                }
            }
            if game == before {
                return Ok(game);
            }
        }
    }

    /// Removes chunks of items: first half of the items at once, then ever smaller chunks.
    fn remove_chunks<T>(
        &mut self,
        mut game: Game,
        items: impl Fn(&mut Game) -> &mut Vec<T>,
    ) -> Result<Game, E> {
        let mut length = items(&mut game).len().div_ceil(2);
        while length > 0 {
            let mut start = 0;
            loop {
                let end = items(&mut game).len();
                let mut candidates = Vec::new();
                for start in (start..end).step_by(length) {
                    let mut candidate = game.clone();
                    items(&mut candidate).drain(start..end.min(start + length));
                    candidates.push(candidate);
                }
                let Some(first) = self.first_index(&candidates)? else {
                    break;
                };
                start += first * length;
                game = candidates.swap_remove(first);
            }
            length = if length == 1 { 0 } else { length.div_ceil(2) };
        }
        Ok(game)
    }
}

impl Game {
    /// Returns the game with another size and other mines, if some squares have mines and some
    /// do not.
    fn with_field(&self, size: Size, mines: impl Iterator<Item = Square>) -> Option<Self> {
        let minefield = mines.fold(Minefield::new(size), Minefield::with_mine);
        let is_playable = (1..size.area()).contains(&minefield.mine_count());
        is_playable.then(|| Self {
            minefield,
            ..self.clone()
        })
    }

    /// Returns the games without each of the mines: once with its marks turned into reveals, so
    /// that a right command stays right, and once with the same commands.
    fn without_each_mine(&self) -> Vec<Self> {
        let mut games = Vec::new();
        for mine in self.minefield.mines() {
            let others = self.minefield.mines().filter(|&other| other != mine);
            let Some(unchanged) = self.with_field(self.minefield.size(), others) else {
                continue;
            };
            let mut revealing = unchanged.clone();
            for step in &mut revealing.steps {
                if let Step::Command(command) = step
                    && command.kind == CommandKind::Mark
                    && (command.row, command.col) == (signed(mine.row), signed(mine.col))
                {
                    command.kind = CommandKind::Reveal;
                }
            }
            games.extend([revealing, unchanged]);
        }
        games
    }

    fn without_each_row(&self, min_rows: usize) -> Vec<Self> {
        let rows = self.minefield.size().rows;
        (0..rows)
            .rev()
            .filter(|_| rows > min_rows)
            .filter_map(|row| self.without_row(row))
            .collect()
    }

    fn without_each_col(&self, min_cols: usize) -> Vec<Self> {
        let games = self.transposed().without_each_row(min_cols);
        games.iter().map(Self::transposed).collect()
    }

    /// Removes a row with its mines and commands, and moves those below it up.
    fn without_row(&self, row: usize) -> Option<Self> {
        let Size { rows, cols } = self.minefield.size();
        let mines = self.minefield.mines().filter(|mine| mine.row != row);
        let moved = mines.map(|mine| Square {
            row: mine.row - usize::from(mine.row > row),
            col: mine.col,
        });
        let rows = rows - 1;
        let mut game = self.with_field(Size { rows, cols }, moved)?;
        let row = signed(row);
        game.steps
            .retain(|step| !matches!(step, Step::Command(command) if command.row == row));
        for step in &mut game.steps {
            if let Step::Command(command) = step {
                command.row -= i64::from(command.row > row);
            }
        }
        Some(game)
    }

    fn transposed(&self) -> Self {
        let mut game = self.clone();
        let Size { rows, cols } = self.minefield.size();
        game.minefield = Minefield::new(Size {
            rows: cols,
            cols: rows,
        });
        for Square { row, col } in self.minefield.mines() {
            game.minefield = game.minefield.with_mine(Square { row: col, col: row });
        }
        for step in &mut game.steps {
            if let Step::Command(command) = step {
                (command.row, command.col) = (command.col, command.row);
            }
        }
        game
    }

    /// Returns the games with one step spelled or placed more simply. A command must not become
    /// one that the game has already.
    fn simplified(&self) -> Vec<Self> {
        let mut games = Vec::new();
        for (index, step) in self.steps.iter().enumerate() {
            for simpler in step.simplified() {
                if !self.steps.contains(&simpler) {
                    let mut game = self.clone();
                    game.steps[index] = simpler;
                    games.push(game);
                }
            }
        }
        games
    }
}

impl Step {
    fn simplified(&self) -> Vec<Self> {
        match self {
            Self::Command(command) => {
                let (mut short, mut first_row, mut first_col) = (*command, *command, *command);
                short.is_long = false;
                first_row.row = 0;
                first_col.col = 0;
                [short, first_row, first_col].map(Self::Command).to_vec()
            }
            Self::Text(text) => {
                let words: Vec<&str> = text.split_whitespace().collect();
                vec![Self::Text(words.join(" ").into())]
            }
        }
    }
}

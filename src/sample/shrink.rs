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
            let passes: [fn(&Game, usize) -> Vec<Game>; 3] = [
                |game, _| game.without_each_mine(),
                Game::without_each_line,
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

    /// Returns the games without each of the mines. Commands that mark it become reveals, so that
    /// a right command stays right.
    fn without_each_mine(&self) -> Vec<Self> {
        let mut games = Vec::new();
        for mine in self.minefield.mines() {
            let others = self.minefield.mines().filter(|&other| other != mine);
            let Some(mut game) = self.with_field(self.minefield.size(), others) else {
                continue;
            };
            for step in &mut game.steps {
                if let Step::Command(command) = step
                    && command.kind == CommandKind::Mark
                    && (command.row, command.col) == (signed(mine.row), signed(mine.col))
                {
                    command.kind = CommandKind::Reveal;
                }
            }
            games.push(game);
        }
        games
    }

    fn without_each_line(&self, min_side: usize) -> Vec<Self> {
        let Size { rows, cols } = self.minefield.size();
        let without_row = |row| self.without(Some(row), None);
        let without_col = |col| self.without(None, Some(col));
        let mut games = Vec::new();
        if rows > min_side {
            games.extend((0..rows).rev().filter_map(without_row));
        }
        if cols > min_side {
            games.extend((0..cols).rev().filter_map(without_col));
        }
        games
    }

    /// Removes a row or a column with its mines and commands, and moves those after it.
    fn without(&self, row: Option<usize>, col: Option<usize>) -> Option<Self> {
        let Size { rows, cols } = self.minefield.size();
        let size = Size {
            rows: rows - usize::from(row.is_some()),
            cols: cols - usize::from(col.is_some()),
        };
        let is_kept = |square: &Square| Some(square.row) != row && Some(square.col) != col;
        let mines = self.minefield.mines().filter(is_kept);
        let mut game = self.with_field(
            size,
            mines.map(|mine| Square {
                row: mine.row - usize::from(row.is_some_and(|row| mine.row > row)),
                col: mine.col - usize::from(col.is_some_and(|col| mine.col > col)),
            }),
        )?;
        let (row, col) = (row.map(signed), col.map(signed));
        game.steps.retain_mut(|step| {
            let Step::Command(command) = step else {
                return true;
            };
            let is_kept = Some(command.row) != row && Some(command.col) != col;
            command.row -= i64::from(row.is_some_and(|row| command.row > row));
            command.col -= i64::from(col.is_some_and(|col| command.col > col));
            is_kept
        });
        Some(game)
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

//! Shrinks a game while a property holds for it.

use std::convert::Infallible;

use super::{
    draw::min_side,
    game::Game,
    language::{self, Turn},
};
use crate::{
    edition::Edition,
    field::{Minefield, Size, Square},
};

/// Returns the smallest game found for which `holds` returns true, in at most `trials` calls.
pub fn shrink(
    edition: &Edition,
    game: Game,
    trials: usize,
    mut holds: impl FnMut(&Game) -> bool,
) -> Game {
    let Ok(game) = shrink_with(edition, game, trials, |games| {
        Ok::<_, Infallible>(games.iter().position(&mut holds))
    });
    game
}

/// Removes rows and columns, turns, tokens of the seed, and mines, and simplifies the rest, until
/// nothing more can be changed or `trials` games were tried.
///
/// `first` returns the index of the first of some games that has the property. It may try several
/// games in parallel; games after the returned index do not count as trials.
pub fn shrink_with<E>(
    edition: &Edition,
    mut game: Game,
    mut trials: usize,
    mut first: impl FnMut(&[Game]) -> Result<Option<usize>, E>,
) -> Result<Game, E> {
    let min_side = min_side(edition);
    let mut improve = |game: &mut Game, candidates: &dyn Fn(&Game) -> Vec<Game>| {
        loop {
            let mut games = candidates(game);
            games.truncate(trials);
            if games.is_empty() {
                return Ok(());
            }
            let Some(index) = first(&games)? else {
                trials -= games.len();
                return Ok(());
            };
            trials -= index + 1;
            *game = games.swap_remove(index);
        }
    };
    loop {
        // Rows and columns come first, because many turns may disappear with them.
        let before = game.clone();
        improve(&mut game, &|game| game.without_each_row_or_column(min_side))?;
        let seed_length = game.odd_seed.as_ref().map_or(0, Vec::len);
        let mut length = game.turns.len().max(seed_length);
        while length > 0 {
            improve(&mut game, &|game| game.without_each_chunk(length))?;
            length /= 2;
        }
        improve(&mut game, &Game::with_simpler_seeds)?;
        improve(&mut game, &Game::without_each_mine)?;
        improve(&mut game, &Game::simplified)?;
        if game == before {
            return Ok(game);
        }
    }
}

impl Game {
    /// Returns one game without each row, and one without each column. Mines and commands there
    /// are removed as well, and those behind move.
    fn without_each_row_or_column(&self, min_side: usize) -> Vec<Self> {
        let Size { rows, cols } = self.minefield.size();
        let mut games = Vec::new();
        if rows > min_side {
            for removed in (0..rows).rev() {
                games.extend(self.with_squares(rows - 1, cols, |square| {
                    let row = index_without(removed, square.row)?;
                    Some(Square { row, ..square })
                }));
            }
        }
        if cols > min_side {
            for removed in (0..cols).rev() {
                games.extend(self.with_squares(rows, cols - 1, |square| {
                    let col = index_without(removed, square.col)?;
                    Some(Square { col, ..square })
                }));
            }
        }
        games
    }

    /// Returns the game on a grid of another size, with mines and commands moved or removed.
    fn with_squares(
        &self,
        rows: usize,
        cols: usize,
        moved: impl Fn(Square) -> Option<Square>,
    ) -> Option<Self> {
        let mines = self.minefield.mines().filter_map(&moved);
        let mut game = self.with_mines(Size { rows, cols }, mines)?;
        let turns = self.turns.iter().filter_map(|turn| match *turn {
            Turn::Command(word, square) => Some(Turn::Command(word, moved(square)?)),
            Turn::Text(_) => Some(turn.clone()),
        });
        game.turns = turns.collect();
        Some(game)
    }

    /// Returns the game with other mines, if some squares have mines and some do not.
    fn with_mines(&self, size: Size, mines: impl Iterator<Item = Square>) -> Option<Self> {
        let minefield = mines.fold(Minefield::new(size), Minefield::with_mine);
        let is_playable = (1..size.area()).contains(&minefield.mine_count());
        is_playable.then(|| Self {
            minefield,
            ..self.clone()
        })
    }

    /// Returns one game without each chunk of turns, and one without each chunk of the odd seed.
    fn without_each_chunk(&self, length: usize) -> Vec<Self> {
        let mut games = Vec::new();
        for turns in without_chunks(&self.turns, length) {
            games.push(Self {
                turns,
                ..self.clone()
            });
        }
        for tokens in without_chunks(self.odd_seed.as_deref().unwrap_or_default(), length) {
            games.push(Self {
                odd_seed: Some(tokens),
                ..self.clone()
            });
        }
        games
    }

    /// Returns the game with the plain seed instead of the odd seed, and games with simpler odd
    /// seeds: without one of the mines, or with a smaller number.
    fn with_simpler_seeds(&self) -> Vec<Self> {
        let Some(tokens) = &self.odd_seed else {
            return Vec::new();
        };
        let number_at = |index: usize| tokens.get(index)?.parse::<u32>().ok();
        let mut seeds = vec![None];
        for start in (3..tokens.len()).step_by(2) {
            if let Some(mines @ 1..) = number_at(2) {
                let mut fewer = tokens.clone();
                fewer.drain(start..tokens.len().min(start + 2));
                fewer[2] = (mines - 1).to_string();
                seeds.push(Some(fewer));
            }
        }
        for index in 0..tokens.len() {
            if let Some(number @ 1..) = number_at(index) {
                for smaller in [0, number / 2, number - 1] {
                    let mut simpler = tokens.clone();
                    simpler[index] = smaller.to_string();
                    seeds.push(Some(simpler));
                }
            }
        }
        seeds
            .into_iter()
            .map(|odd_seed| Self {
                odd_seed,
                ..self.clone()
            })
            .collect()
    }

    /// Returns one game without each mine. Commands that mark it become reveals, so that a correct
    /// command stays correct.
    fn without_each_mine(&self) -> Vec<Self> {
        let words = language::words(self.dialect);
        let mut games = Vec::new();
        for mine in self.minefield.mines() {
            let others = self.minefield.mines().filter(|&other| other != mine);
            let Some(mut game) = self.with_mines(self.minefield.size(), others) else {
                continue;
            };
            for turn in &mut game.turns {
                if let Turn::Command(word, square) = turn
                    && *square == mine
                    && word.starts_with(words[1])
                {
                    *word = words[0];
                }
            }
            games.push(game);
        }
        games
    }

    /// Returns games with one simpler turn: a shorter spelling, or row or column 0. A turn must not
    /// become one that the game already has.
    fn simplified(&self) -> Vec<Self> {
        let words = language::words(self.dialect);
        let mut games = Vec::new();
        for (index, turn) in self.turns.iter().enumerate() {
            let simpler = match turn {
                &Turn::Command(word, Square { row, col }) => {
                    let prefix = words.iter().find(|short| word.starts_with(**short));
                    let short = prefix.copied().unwrap_or(word);
                    vec![
                        Turn::Command(short, Square { row, col }),
                        Turn::Command(word, Square { row: 0, col }),
                        Turn::Command(word, Square { row, col: 0 }),
                    ]
                }
                Turn::Text(text) => {
                    let tokens: Vec<&str> = text.split_whitespace().collect();
                    vec![Turn::Text(tokens.join(" ").into())]
                }
            };
            for turn in simpler {
                if !self.turns.contains(&turn) {
                    let mut game = self.clone();
                    game.turns[index] = turn;
                    games.push(game);
                }
            }
        }
        games
    }
}

/// Returns an index after the removal of a row or column, or `None` if it is the removed one.
fn index_without(removed: usize, index: usize) -> Option<usize> {
    (index != removed).then(|| index - usize::from(index > removed))
}

/// Returns the items without each chunk of this length.
fn without_chunks<T: Clone>(items: &[T], length: usize) -> impl Iterator<Item = Vec<T>> {
    (0..items.len()).step_by(length).map(move |start| {
        let end = items.len().min(start + length);
        [&items[..start], &items[end..]].concat()
    })
}

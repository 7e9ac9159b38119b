//! Draws random games: wins, losses, quits, every kind of invalid line, and malformed seeds.

use super::{
    game::{Game, tokens},
    language::{self, Turn},
};
use crate::{
    edition::{Dialect, Edition},
    field::{Minefield, Random, Size, Square},
};

/// Number of plain games, which come before all others. They have a plain seed and only lines that
/// people would type, because a program should pass such games first.
const PLAIN_GAMES: u64 = 10;

/// Returns the minimum side of a drawn field: at least 2, since a game needs several squares.
pub(super) fn min_side(edition: &Edition) -> usize {
    (*edition.fields.sides.start()).max(2)
}

/// Draws game number `number` of a random seed.
pub fn draw(edition: &Edition, rng_seed: u64, number: u64) -> Game {
    let mut random = Random::numbered(rng_seed, number);
    let is_small = random.below(3) == 0;
    let is_plain = number < PLAIN_GAMES;
    let dialect = edition.dialect;
    let min = min_side(edition);
    let max = (*edition.fields.sides.end()).min(language::max_side(dialect));
    let mut rows = min;
    let mut cols = min;
    let mut mines = 1;
    let mut drawer = Drawer {
        dialect,
        lines: language::lines(dialect)
            .filter(|line| !is_plain || language::is_plain(line))
            .collect(),
        random,
        minefield: Minefield::new(Size { rows, cols }),
    };
    if !is_small {
        rows += drawer.below(max - min + 1);
        cols += drawer.below(max - min + 1);
        mines += drawer.below(rows * cols / 3);
    }
    mines = mines.min(rows * cols - 1);
    drawer.minefield = drawer.random.place(Size { rows, cols }, mines);
    let odd_seed = (drawer.one_in(4) && !is_plain).then(|| drawer.odd_seed());
    let mut turns = match drawer.below(10) {
        0..=4 => drawer.winning_turns(),
        5 => drawer.losing_turns(),
        _ => {
            let mut turns = Vec::new();
            for _ in 0..drawer.below(25) {
                turns.push(drawer.any_turn());
            }
            turns
        }
    };
    if drawer.one_in(8) {
        let at = drawer.below(turns.len() + 1);
        turns.insert(at, drawer.text());
    }
    if let Some(quit) = language::quit(dialect)
        && !drawer.one_in(10)
    {
        turns.push(Turn::Text(quit.into()));
    }
    Game {
        dialect,
        minefield: drawer.minefield,
        odd_seed,
        turns,
    }
}

struct Drawer {
    dialect: Dialect,
    /// Lines other than square commands.
    lines: Vec<&'static str>,
    random: Random,
    minefield: Minefield,
}

impl Drawer {
    /// Draws a number below `bound`; 0 if `bound` is 0.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.random.below(bound.max(1) as u64)).unwrap_or_default()
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.random.below(count) == 0
    }

    /// Draws the tokens of an unusual or malformed seed. It ends early, has a wrong token, another
    /// size or mine count, or more tokens at its end. In some seeds, every square has a mine.
    fn odd_seed(&mut self) -> Vec<String> {
        const OUT_OF_RANGE: [&str; 3] = ["0", "4", "11"];

        let size = self.minefield.size();
        let mut minefield = self.minefield.clone();
        if self.one_in(3) {
            minefield = self.random.place(size, size.area());
        }
        let mut tokens = tokens(&language::seed(self.dialect, &minefield));
        let at = self.below(tokens.len());
        let header_at = self.below(tokens.len().min(3));
        match self.below(8) {
            0 => tokens.truncate(at),
            1 => {
                let rows = tokens[0].clone();
                let wrong = ["x", "-1", &rows, "5.0", "99999999999", "+"];
                wrong[self.below(wrong.len())].clone_into(&mut tokens[at]);
            }
            2 | 3 => OUT_OF_RANGE[self.below(3)].clone_into(&mut tokens[header_at]),
            _ => {
                let last_mine = tokens[tokens.len() - 2..].join(" ");
                if let Some(count) = tokens.get_mut(2) {
                    *count = (minefield.mine_count() + self.below(2)).to_string();
                }
                let more = ["", &last_mine, "0 0 1 1 2 2", "0 99", "0 1x"][self.below(5)];
                tokens.extend(more.split_whitespace().map(str::to_owned));
            }
        }
        tokens
    }

    /// Draws the commands that win, in random order, with other turns between them. Half of the
    /// games end with a mark, and half have a score that is hard to round.
    fn winning_turns(&mut self) -> Vec<Turn> {
        let mut squares: Vec<_> = self.minefield.size().squares().collect();
        for last in (1..squares.len()).rev() {
            squares.swap(last, self.below(last + 1));
        }
        let area = squares.len();
        let mine = squares.iter().position(|&at| self.minefield.is_mine(at));
        if let Some(mine) = mine.filter(|_| self.one_in(2)) {
            squares.swap(mine, area - 1);
        }
        let mut turns = Vec::new();
        for &square in &squares {
            turns.push(self.correct_command(square));
        }
        let rounds = language::rounds_for_exact_half(self.dialect, area).filter(|_| self.one_in(2));
        let more = rounds.map_or_else(|| self.below(6), |rounds| rounds - area);
        for _ in 0..more {
            let square = squares[self.below(area)];
            let at = self.below(turns.len());
            // In UGA editions, a repeated correct command only uses up a round.
            let turn = if rounds.is_some() || self.one_in(2) {
                self.correct_command(square)
            } else {
                self.any_turn()
            };
            turns.insert(at, turn);
        }
        turns
    }

    /// Draws commands that reveal a mine at the end, if not before.
    fn losing_turns(&mut self) -> Vec<Turn> {
        let mut turns = self.winning_turns();
        turns.truncate(self.below(12));
        let word = language::words(self.dialect)[0];
        let mine = self.minefield.mines().next();
        turns.extend(mine.map(|square| Turn::Command(word, square)));
        turns
    }

    /// Draws a spelling of the command that a win needs on a square.
    fn correct_command(&mut self, square: Square) -> Turn {
        let words = language::words(self.dialect);
        let short = words[usize::from(self.minefield.is_mine(square))];
        let mut spellings = words.to_vec();
        spellings.retain(|word| word.starts_with(short));
        let word = spellings[self.below(spellings.len())];
        Turn::Command(word, square)
    }

    /// Draws a line other than a square command.
    fn text(&mut self) -> Turn {
        let at = self.below(self.lines.len());
        Turn::Text(self.lines[at].into())
    }

    /// Draws a turn of any kind. Some squares are just outside the field.
    fn any_turn(&mut self) -> Turn {
        if self.one_in(2) {
            return self.text();
        }
        let words = language::words(self.dialect);
        let word = words[self.below(words.len())];
        let Size { rows, cols } = self.minefield.size();
        let mut row = self.below(rows);
        let mut col = self.below(cols);
        match self.below(8) {
            0 => row = rows,
            1 => col = cols,
            _ => {}
        }
        Turn::Command(word, Square { row, col })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::EDITIONS;

    #[test]
    fn plain_games_have_no_unusual_lines() {
        let is_typed = |letter: char| letter.is_ascii_alphanumeric() || " -.,\n".contains(letter);
        let is_plain = |game: &Game| {
            let input = game.input();
            let is_spaced = |line: &str| line.trim() != line || line.contains("  ");
            game.odd_seed.is_none() && input.chars().all(is_typed) && !input.lines().any(is_spaced)
        };
        for edition in EDITIONS {
            assert!((0..10).all(|number| is_plain(&draw(edition, 1, number))));
            let games = (10..300).map(|number| draw(edition, 1, number));
            let odd = games.filter(|game| !is_plain(game)).count();
            assert!(odd > 20, "{odd} in {}", edition.name);
        }
    }
}

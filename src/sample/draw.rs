//! Draws random games: wins, losses, quits, every kind of invalid line, and malformed seeds.

use super::game::{CommandKind, Game, SquareCommand, Step, signed, tokens};
use super::language;
use crate::edition::row::{Dialect, Edition};
use crate::field::minefield::{Minefield, Size, Square};
use crate::field::random::Random;

/// The kinds of seeds and lines in a drawn game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    All,
    /// Only valid seeds, and only lines that people type.
    Plain,
}

/// Draws game number `number` of a random seed.
pub(crate) fn draw(edition: &Edition, rng_seed: u64, number: u64, extent: Extent) -> Game {
    let mut drawer = Drawer::new(edition, extent, Random::numbered(rng_seed, number));
    let is_small = drawer.one_in(3);
    drawer.game(edition, is_small)
}

/// Draws a game on a field of minimum size with one mine.
pub(crate) fn draw_small(edition: &Edition, rng_seed: u64, number: u64, extent: Extent) -> Game {
    Drawer::new(edition, extent, Random::numbered(!rng_seed, number)).game(edition, true)
}

/// Returns the minimum number of rows and columns. A single square is no game.
pub(super) fn min_side(edition: &Edition) -> usize {
    (*edition.fields.sides.start()).max(2)
}

struct Drawer {
    dialect: Dialect,
    extent: Extent,
    /// Lines other than square commands.
    lines: Vec<&'static str>,
    random: Random,
    minefield: Minefield,
}

impl Drawer {
    fn new(edition: &Edition, extent: Extent, random: Random) -> Self {
        let is_plain = |text: &&str| {
            let is_typed = |it: char| it.is_ascii_alphanumeric() || " -.,".contains(it);
            text.chars().all(is_typed) && text.trim() == *text && !text.contains("  ")
        };
        Self {
            dialect: edition.dialect,
            extent,
            lines: language::lines(edition.dialect)
                .filter(|line| extent == Extent::All || is_plain(line))
                .collect(),
            random,
            minefield: Minefield::new(Size { rows: 0, cols: 0 }),
        }
    }

    fn game(mut self, edition: &Edition, is_small: bool) -> Game {
        self.draw_field(edition, is_small);
        let odd_seed = match self.random.below(24) {
            0 | 1 => Some(self.malformed_seed()),
            2 | 3 => self.odd_seed(),
            _ => None,
        };
        let mut steps = match self.random.below(10) {
            0..=4 => self.winning_steps(),
            5 => self.losing_steps(),
            _ => (0..self.below(25)).map(|_| self.any_step()).collect(),
        };
        if self.one_in(8) {
            let at = self.below(steps.len() + 1);
            steps.insert(at, self.text());
        }
        if let Some(quit) = language::quit(self.dialect)
            && !self.one_in(10)
        {
            steps.push(Step::Text(quit.into()));
        }
        Game {
            dialect: self.dialect,
            minefield: self.minefield,
            odd_seed: odd_seed.filter(|_| self.extent == Extent::All),
            steps,
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.random.below(bound.max(1) as u64)).unwrap_or_default()
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.random.below(count) == 0
    }

    fn draw_field(&mut self, edition: &Edition, is_small: bool) {
        let min = min_side(edition);
        let max = (*edition.fields.sides.end()).min(language::max_side(self.dialect));
        let (mut rows, mut cols, mut mines) = (min, min, 1);
        if !is_small {
            rows += self.below(max - min + 1);
            cols += self.below(max - min + 1);
            mines += self.below(rows * cols / 3);
        }
        let size = Size { rows, cols };
        self.minefield = self.random.place(size, mines.min(size.area() - 1));
    }

    /// Draws a seed with one wrong token, or one that ends early.
    fn malformed_seed(&mut self) -> Vec<String> {
        const WRONG: [&str; 8] = ["x", "-1", "4", "11", "1000", "5.0", "99999999999", "+"];

        let mut tokens = tokens(&language::seed(self.dialect, &self.minefield));
        let at = self.below(tokens.len());
        if self.one_in(3) {
            tokens.truncate(at);
        } else {
            WRONG[self.below(WRONG.len())].clone_into(&mut tokens[at]);
        }
        tokens
    }

    fn odd_seed(&mut self) -> Option<Vec<String>> {
        let seeds = language::odd_seeds(self.dialect, &self.minefield);
        seeds.get(self.below(seeds.len())).map(|seed| tokens(seed))
    }

    /// Draws the commands that win, in random order, with harmless lines between them. Half of
    /// the games end with a mark, and half have a score that is hard to round.
    fn winning_steps(&mut self) -> Vec<Step> {
        let mut squares: Vec<Square> = self.minefield.size().squares().collect();
        for last in (1..squares.len()).rev() {
            squares.swap(last, self.below(last + 1));
        }
        if self.one_in(2)
            && let Some(at) = squares.iter().position(|&at| self.minefield.is_mine(at))
        {
            let mine = squares.remove(at);
            squares.push(mine);
        }
        let mut steps: Vec<Step> = squares.iter().map(|&at| self.right_command(at)).collect();
        let area = squares.len();
        let rounds = language::rounds_of_half(self.dialect, area).filter(|_| self.one_in(2));
        let more = rounds.map_or_else(|| self.below(6), |rounds| rounds - area);
        for _ in 0..more {
            let square = squares[self.below(area)];
            let at = self.below(steps.len());
            // A right command may be repeated.
            let step = if rounds.is_some() || self.one_in(2) {
                self.right_command(square)
            } else {
                self.any_step()
            };
            steps.insert(at, step);
        }
        steps
    }

    fn losing_steps(&mut self) -> Vec<Step> {
        let mut steps = self.winning_steps();
        steps.truncate(self.below(12));
        let mine = self.minefield.mines().next();
        if let Some(mine) = mine {
            let command = self.command(CommandKind::Reveal, mine);
            steps.push(Step::Command(command));
        }
        steps
    }

    fn command(&mut self, kind: CommandKind, square: Square) -> SquareCommand {
        SquareCommand {
            kind,
            row: signed(square.row),
            col: signed(square.col),
            is_long: self.one_in(4),
        }
    }

    /// Draws the command that a win needs on a square.
    fn right_command(&mut self, square: Square) -> Step {
        let kind = if self.minefield.is_mine(square) {
            CommandKind::Mark
        } else {
            CommandKind::Reveal
        };
        Step::Command(self.command(kind, square))
    }

    fn text(&mut self) -> Step {
        let at = self.below(self.lines.len());
        Step::Text(self.lines[at].into())
    }

    /// Draws a line of any kind. Some squares are just outside the field.
    fn any_step(&mut self) -> Step {
        if self.one_in(2) {
            return self.text();
        }
        let kinds = [CommandKind::Reveal, CommandKind::Mark, CommandKind::Guess];
        let kind = kinds[self.below(3)];
        let Size { rows, cols } = self.minefield.size();
        let (mut row, mut col) = (self.below(rows), self.below(cols));
        match self.random.below(8) {
            0 => row = rows,
            1 => col = cols,
            _ => {}
        }
        let mut command = self.command(kind, Square { row, col });
        if self.one_in(20) {
            command.row = -1;
        }
        Step::Command(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::table::EDITIONS;

    #[test]
    fn plain_games_have_no_unusual_lines() {
        let is_typed = |it: char| it.is_ascii_alphanumeric() || " -.,\n".contains(it);
        let is_plain = |game: &Game| {
            let input = game.input();
            let is_spaced = |line: &str| line.trim() != line || line.contains("  ");
            game.odd_seed.is_none() && input.chars().all(is_typed) && !input.lines().any(is_spaced)
        };
        for edition in EDITIONS {
            let games = |extent| (0..300).map(move |number| draw(edition, 1, number, extent));
            assert!(games(Extent::Plain).all(|game| is_plain(&game)));
            let odd = games(Extent::All).filter(|game| !is_plain(game)).count();
            assert!(odd > 20, "{odd} in {}", edition.name);
        }
    }
}

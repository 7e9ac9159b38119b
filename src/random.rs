//! Random minefields: every placement of the mines as likely as any other.
//!
//! The numbers come from xoshiro256++ with the state that `SplitMix64` makes of
//! the seed, and what is made of them here never changes either: a seed gives
//! the same field on every machine and in every version.

use std::str::FromStr;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::cli;
use crate::error::Error;
use crate::minefield::{Limits, Minefield, Size};

/// A source of random numbers.
#[derive(Debug)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
}

impl Random {
    /// Begins with a seed, or with one that the operating system draws.
    ///
    /// # Errors
    ///
    /// [`Error::Options`] if the operating system has no random numbers.
    pub fn new(seed: Option<u64>) -> Result<Self, Error> {
        let seed = match seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|error| {
                Error::Options(format!("no random numbers without --rng-seed: {error}"))
            })?,
        };
        Ok(Self {
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }

    /// A number below `bound`, which is not 0, each as likely as any other.
    pub fn below(&mut self, bound: u64) -> u64 {
        // The numbers from `fair` on would favour the small remainders.
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.generator.next_u64();
            if number < fair {
                return number % bound;
            }
        }
    }

    /// A minefield with so many mines, at most as many as there are squares.
    ///
    /// Square by square, row by row, a mine is placed with the probability
    /// that the mines left have among the squares left.
    pub fn place(&mut self, size: Size, mines: usize) -> Minefield {
        let mut minefield = Minefield::new(size);
        let mut mines_left = mines as u64;
        let mut squares_left = size.area() as u64;
        for square in size.squares() {
            if self.below(squares_left) < mines_left {
                minefield = minefield.with_mine(square);
                mines_left -= 1;
            }
            squares_left -= 1;
        }
        minefield
    }
}

/// The size of a random field and its number of mines, as they were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomField {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// The number of mines.
    pub mines: usize,
}

impl RandomField {
    /// Places the mines.
    ///
    /// # Errors
    ///
    /// [`Error::Options`] if the size or the number of mines is not allowed.
    pub fn place(self, limits: &Limits, random: &mut Random) -> Result<Minefield, Error> {
        let Self { rows, cols, mines } = self;
        let size = limits.size(rows, cols).ok_or_else(|| {
            let (least, most) = limits.sides.clone().into_inner();
            let sides = if most < limits.area {
                format!("{least} to {most}")
            } else {
                format!("{least} at least")
            };
            Error::Options(format!(
                "{rows} rows and {cols} columns are not possible: each must be {sides}, with at \
                 most {} squares",
                limits.area
            ))
        })?;
        let range = limits.mines(size);
        if !range.contains(&mines) {
            return Err(Error::Options(format!(
                "{mines} mines are not possible on {rows} by {cols} squares: at least {}, at most {}",
                range.start(),
                range.end()
            )));
        }
        Ok(random.place(size, mines))
    }
}

impl FromStr for RandomField {
    type Err = Error;

    /// Reads `ROWSxCOLSxMINES`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let numbers: Result<Vec<usize>, Error> = text
            .split('x')
            .map(|number| cli::number("", number))
            .collect();
        match numbers.as_deref() {
            Ok(&[rows, cols, mines]) => Ok(Self { rows, cols, mines }),
            _ => Err(Error::Options(format!(
                "{text:?} is not ROWSxCOLSxMINES, as in 10x10x15"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_reach_all_of_them_alike() {
        let mut random = Random::new(Some(1)).expect("a seed");
        let mut counts = [0_u32; 7];
        for _ in 0..70_000 {
            counts[usize::try_from(random.below(7)).expect("small")] += 1;
        }
        assert!(
            counts.iter().all(|count| (9_600..10_400).contains(count)),
            "{counts:?}"
        );
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn the_numbers_of_mines_are_exact() {
        let size = Size { rows: 7, cols: 9 };
        for mines in 0..=size.area() {
            let minefield = Random::new(Some(mines as u64))
                .expect("a seed")
                .place(size, mines);
            assert_eq!(minefield.mine_count(), mines);
        }
    }

    #[test]
    fn a_random_field_is_three_numbers() {
        let field = RandomField {
            rows: 10,
            cols: 9,
            mines: 15,
        };
        assert_eq!("10x9x15".parse::<RandomField>().ok(), Some(field));
        for text in [
            "",
            "10",
            "10x9",
            "10x9x",
            "10x9x15x1",
            "10X9X15",
            "10x9x-1",
            "10 x 9 x 15",
            "+10x9x15",
            "axbxc",
            "10x9x1.5",
        ] {
            assert!(text.parse::<RandomField>().is_err(), "{text}");
        }
    }
}

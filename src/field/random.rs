//! Random minefields: every placement of the mines as likely as any other.
//!
//! The numbers come from xoshiro256++ with the state that `SplitMix64` makes of
//! the seed, and what is made of them here never changes either: a seed gives
//! the same field on every machine and in every version.

use std::ops::RangeInclusive;
use std::str::FromStr;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use thiserror::Error;

use super::minefield::{FieldLimits, Minefield, Size, Square};
use super::text;

/// Why no minefield can be drawn.
#[derive(Debug, Error)]
pub enum RandomError {
    /// The operating system has no random numbers.
    #[error("no random numbers without --rng-seed: {0}")]
    NoNumbers(#[source] getrandom::Error),

    /// The text is not of the form `ROWSxCOLSxMINES`.
    #[error("not ROWSxCOLSxMINES, as in 10x10x15, nor beginner, intermediate or expert")]
    NotAField,

    /// The size is not within the limits.
    #[error(
        "{rows} rows and {cols} columns are not possible: each must be {}, with at most {} squares",
        limits.told_sides(),
        limits.area
    )]
    Size {
        /// The number of rows that was asked for.
        rows: usize,
        /// The number of columns that was asked for.
        cols: usize,
        /// What is allowed.
        limits: FieldLimits,
    },

    /// The number of mines is not within the limits for the size.
    #[error(
        "{mines} mines are not possible on {} by {} squares: at least {}, at most {}",
        size.rows,
        size.cols,
        range.start(),
        range.end()
    )]
    Mines {
        /// The number of mines that was asked for.
        mines: usize,
        /// The size.
        size: Size,
        /// What is allowed.
        range: RangeInclusive<usize>,
    },
}

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
    /// [`RandomError::NoNumbers`].
    pub fn new(seed: Option<u64>) -> Result<Self, RandomError> {
        Ok(Self::seeded(seed.map_or_else(Self::draw_seed, Ok)?))
    }

    /// A seed that the operating system draws, below 2^53: such numbers are
    /// understood by whatever reads them.
    ///
    /// # Errors
    ///
    /// [`RandomError::NoNumbers`].
    pub fn draw_seed() -> Result<u64, RandomError> {
        let bits = getrandom::u64().map_err(RandomError::NoNumbers)?;
        Ok(bits >> 11)
    }

    /// Begins with a seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self {
            generator: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    /// Begins one of many sequences of a seed: those of all numbers have nothing to do
    /// with each other, nor with those of other seeds.
    #[must_use]
    pub(crate) fn numbered(seed: u64, number: u64) -> Self {
        let mut of_seed = Self::seeded(seed);
        let mut of_number = Self::seeded(!number);
        Self::seeded(of_seed.below(u64::MAX) ^ of_number.below(u64::MAX))
    }

    /// A number below `bound`, each as likely as any other.
    ///
    /// # Panics
    ///
    /// `bound` is 0.
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

    /// A minefield with so many mines, or with a mine on every square if there are
    /// fewer squares.
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

    /// A minefield with so many mines, all of them on these squares, whose order
    /// changes.
    ///
    /// # Panics
    ///
    /// There are fewer squares than mines, or one of them is not on the field.
    pub fn place_among(&mut self, size: Size, squares: &mut [Square], mines: usize) -> Minefield {
        let mut minefield = Minefield::new(size);
        let count = squares.len() as u64;
        for chosen in 0..mines {
            let rest = self.below(count - chosen as u64);
            let other = chosen + usize::try_from(rest).unwrap_or_default();
            squares.swap(chosen, other);
            minefield = minefield.with_mine(squares[chosen]);
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

/// The sizes that players know, by their names.
pub(crate) const PRESETS: [(&str, RandomField); 3] = [
    ("beginner", RandomField::new(9, 9, 10)),
    ("intermediate", RandomField::new(16, 16, 40)),
    ("expert", RandomField::new(16, 30, 99)),
];

impl RandomField {
    const fn new(rows: usize, cols: usize, mines: usize) -> Self {
        Self { rows, cols, mines }
    }

    /// Whether it is one of the sizes that players know.
    pub(crate) fn is_known(self) -> bool {
        PRESETS.iter().any(|(_, known)| *known == self)
    }

    /// Places the mines.
    ///
    /// # Errors
    ///
    /// [`RandomError::Size`] and [`RandomError::Mines`].
    pub fn place(
        self,
        limits: &FieldLimits,
        random: &mut Random,
    ) -> Result<Minefield, RandomError> {
        Ok(random.place(self.allowed(limits)?, self.mines))
    }

    /// The size, if the field is within the limits.
    ///
    /// # Errors
    ///
    /// [`RandomError::Size`] and [`RandomError::Mines`].
    pub(crate) fn allowed(self, limits: &FieldLimits) -> Result<Size, RandomError> {
        let Self { rows, cols, mines } = self;
        let size = limits.size(rows, cols).ok_or_else(|| RandomError::Size {
            rows,
            cols,
            limits: limits.clone(),
        })?;
        let range = limits.mines(size);
        if !range.contains(&mines) {
            return Err(RandomError::Mines { mines, size, range });
        }
        Ok(size)
    }
}

impl FromStr for RandomField {
    type Err = RandomError;

    /// Reads `ROWSxCOLSxMINES`, or the name of a size that is known.
    fn from_str(field: &str) -> Result<Self, RandomError> {
        let is_named = |(name, _): &&(&str, Self)| name.eq_ignore_ascii_case(field);
        if let Some((_, known)) = PRESETS.iter().find(is_named) {
            return Ok(*known);
        }
        let numbers: Option<Vec<usize>> = field.split('x').map(text::number).collect();
        match numbers.as_deref() {
            Some(&[rows, cols, mines]) => Ok(Self { rows, cols, mines }),
            _ => Err(RandomError::NotAField),
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
        let expert: Vec<_> = ["expert", "Expert", "EXPERT"]
            .iter()
            .map(|name| name.parse::<RandomField>().ok())
            .collect();
        assert_eq!(expert, [Some(PRESETS[2].1); 3]);
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

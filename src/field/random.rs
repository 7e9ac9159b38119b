//! Random minefields. All placements of the mines are equally likely.
//!
//! The generator is xoshiro256++, seeded with `SplitMix64`. A seed gives the same field on every
//! machine and in every version of this program, so the code that draws must never change.

use std::str::FromStr;

use rand_xoshiro::{
    Xoshiro256PlusPlus,
    rand_core::{Rng, SeedableRng},
};
use serde::{Deserialize, Serialize};

use super::{
    minefield::{FieldLimits, Minefield, Size, Square},
    tokens,
};

#[derive(Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Creates a generator from a seed, or from one that the operating system draws.
    ///
    /// # Errors
    ///
    /// The operating system fails to draw a seed.
    pub fn new(seed: Option<u64>) -> Result<Self, String> {
        Ok(Self::seeded(seed.map_or_else(Self::draw_seed, Ok)?))
    }

    /// Returns a seed that the operating system draws. It is below 2^53, so that every JSON parser
    /// reads it exactly.
    ///
    /// # Errors
    ///
    /// The operating system fails.
    pub fn draw_seed() -> Result<u64, String> {
        let bits = getrandom::u64()
            .map_err(|error| format!("no random numbers without --rng-seed: {error}"))?;
        Ok(bits >> 11)
    }

    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates generator `number` of a seed. Generators with different numbers are independent.
    #[must_use]
    pub(crate) fn numbered(seed: u64, number: u64) -> Self {
        let seed = Self::seeded(seed).below(u64::MAX);
        Self::seeded(seed ^ Self::seeded(!number).below(u64::MAX))
    }

    /// Returns a number below `bound`. All numbers are equally likely.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Numbers from `fair` on would make small remainders more likely.
        let fair = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.0.next_u64();
            if number < fair {
                return number % bound;
            }
        }
    }

    /// Draws a minefield with a number of mines, or one full of mines if they do not fit.
    ///
    /// A square gets a mine with the probability `mines left / squares left`, row by row.
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

    /// Draws a minefield with mines only on the given squares. Reorders the squares.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer squares than mines, or a square is out of bounds.
    pub fn place_among(&mut self, size: Size, squares: &mut [Square], mines: usize) -> Minefield {
        let mut minefield = Minefield::new(size);
        let count = squares.len() as u64;
        for index in 0..mines {
            let offset = self.below(count - index as u64);
            let other = index + usize::try_from(offset).unwrap_or_default();
            squares.swap(index, other);
            minefield = minefield.with_mine(squares[index]);
        }
        minefield
    }
}

/// The requested size and mine count of a random field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RandomField {
    pub rows: usize,
    pub cols: usize,
    pub mines: usize,
}

/// The common field sizes by name.
pub const PRESETS: [(&str, RandomField); 3] = [
    ("beginner", RandomField::new(9, 9, 10)),
    ("intermediate", RandomField::new(16, 16, 40)),
    ("expert", RandomField::new(16, 30, 99)),
];

impl RandomField {
    /// Creates a request, which may be outside the limits of every edition.
    pub const fn new(rows: usize, cols: usize, mines: usize) -> Self {
        Self { rows, cols, mines }
    }

    /// Reports whether this is one of [`PRESETS`].
    pub fn is_preset(self) -> bool {
        PRESETS.iter().any(|(_, preset)| *preset == self)
    }

    /// Draws the minefield.
    ///
    /// # Errors
    ///
    /// The field is outside the limits.
    pub fn place(self, limits: &FieldLimits, random: &mut Random) -> Result<Minefield, String> {
        Ok(random.place(self.allowed(limits)?, self.mines))
    }

    /// Returns the size if the field is within the limits, and else a message.
    pub fn allowed(self, limits: &FieldLimits) -> Result<Size, String> {
        let Self { rows, cols, mines } = self;
        let size = limits.size(rows, cols).ok_or_else(|| {
            format!(
                "{rows} rows and {cols} columns are not possible: each must be {}, with at most \
                 {} squares",
                limits.sides_in_words(),
                limits.area
            )
        })?;
        let range = limits.mines(size);
        if !range.contains(&mines) {
            let (min, max) = range.into_inner();
            return Err(format!(
                "{mines} mines are not possible on {rows} by {cols} squares: at least {min}, at \
                 most {max}"
            ));
        }
        Ok(size)
    }
}

impl FromStr for RandomField {
    type Err = String;

    /// Parses `ROWSxCOLSxMINES` or the name of one of [`PRESETS`].
    fn from_str(field: &str) -> Result<Self, String> {
        let is_named = |(name, _): &&(&str, Self)| name.eq_ignore_ascii_case(field);
        if let Some((_, preset)) = PRESETS.iter().find(is_named) {
            return Ok(*preset);
        }
        let numbers: Option<Vec<usize>> = field.split('x').map(tokens::number).collect();
        match numbers.as_deref() {
            Some(&[rows, cols, mines]) => Ok(Self { rows, cols, mines }),
            _ => Err(
                "not ROWSxCOLSxMINES, as in 10x10x15, nor beginner, intermediate or expert".into(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
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
    fn fields_have_the_requested_number_of_mines() {
        let size = Size { rows: 7, cols: 9 };
        for mines in 0..=size.area() {
            let minefield = Random::new(Some(mines as u64))
                .expect("a seed")
                .place(size, mines);
            assert_eq!(minefield.mine_count(), mines);
        }
    }

    #[test]
    fn a_field_is_three_numbers_or_a_name() {
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

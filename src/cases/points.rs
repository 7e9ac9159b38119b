//! Exact arithmetic with points.

use std::{fmt, iter::Sum};

use serde::{Deserialize, Serialize};

/// Number of units in a point.
const UNITS: f64 = 1e6;

const MAX: f64 = 1e9;

/// A number of points, to six decimal places.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash,
)]
#[serde(try_from = "f64", into = "f64")]
pub struct Points(u64);

impl Points {
    pub const ONE: Self = Self(1_000_000);

    /// Returns the number of millionths of a point.
    pub fn millionths(self) -> u64 {
        self.0
    }
}

impl TryFrom<f64> for Points {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        if !(0.0..=MAX).contains(&number) {
            return Err("not a number of points from 0 to 1000000000");
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the number is in the range"
        )]
        Ok(Self((number * UNITS).round() as u64))
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "sums stay far below 2^53")]
        let units = points.0 as Self;
        units / UNITS
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f64::from(*self).fmt(f)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        Self(points.fold(0, |sum, it| sum.saturating_add(it.0)))
    }
}

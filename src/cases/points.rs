//! Exact arithmetic with points.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Number of units in a point.
const UNITS: u32 = 1_000_000;

/// Maximum worth of a case or a part of a case.
const MOST: f64 = 1e6;

/// A number of points, to six decimal places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Points(u64);

impl Points {
    /// One point.
    pub(crate) const ONE: Self = Self(UNITS as u64);

    /// Converts a number from 0 to 1,000,000.
    pub(crate) fn new(number: f64) -> Option<Self> {
        (0.0..=MOST)
            .contains(&number)
            .then(|| Self::from_number(number))
            .flatten()
    }

    /// Converts a sum of points, which has no maximum.
    fn from_number(number: f64) -> Option<Self> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the number is not negative, and the conversion saturates"
        )]
        (number >= 0.0).then(|| Self((number * f64::from(UNITS)).round() as u64))
    }

    /// Number of millionths of a point.
    pub(crate) fn millionths(self) -> u64 {
        self.0
    }

    /// The points as a number.
    pub(crate) fn number(self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "sums stay far below 2^53")]
        let units = self.0 as f64;
        units / f64::from(UNITS)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::default(), Add::add)
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.number())
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = f64::deserialize(deserializer)?;
        Self::from_number(number)
            .ok_or_else(|| D::Error::custom("points are a number, and at least 0"))
    }
}

/// Deserializes the worth of a case or a part of a case.
pub(crate) fn of_case<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
    let number = f64::deserialize(deserializer)?;
    Points::new(number).ok_or_else(|| D::Error::custom("points are a number from 0 to 1000000"))
}

/// Worth of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Worth {
    /// Points for a case that passed.
    Whole(Points),
    /// Points for each artifact.
    Parts(Parts),
}

/// Worth of each artifact of a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Parts {
    /// Standard output.
    #[serde(deserialize_with = "of_case")]
    pub(crate) out: Points,
    /// Standard error.
    #[serde(deserialize_with = "of_case")]
    pub(crate) err: Points,
    /// Both streams, merged.
    #[serde(deserialize_with = "of_case")]
    pub(crate) combined: Points,
    /// The exit status.
    #[serde(deserialize_with = "of_case")]
    pub(crate) status: Points,
}

impl Default for Worth {
    fn default() -> Self {
        Self::Whole(Points::ONE)
    }
}

impl Worth {
    /// Maximum number of points.
    pub(crate) fn most(&self) -> Points {
        match self {
            Self::Whole(points) => *points,
            Self::Parts(parts) => parts.out + parts.err + parts.combined + parts.status,
        }
    }
}

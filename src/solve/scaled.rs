//! Floating point numbers that neither overflow nor underflow.

use std::ops::{Add, AddAssign, Mul};

/// 2 to the power of 256.
const RADIX: f64 = f64::from_bits(0x4FF0_0000_0000_0000);
/// 2 to the power of -256.
const INVERSE: f64 = f64::from_bits(0x2FF0_0000_0000_0000);

/// A number of at least 0: `mantissa * RADIX^exponent`, with a mantissa that is 0, or at
/// least 1 and less than `RADIX`. Sums and products of positive numbers are positive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scaled {
    mantissa: f64,
    exponent: i64,
}

impl Scaled {
    pub const ZERO: Self = Self {
        mantissa: 0.0,
        exponent: 0,
    };
    pub const ONE: Self = Self {
        mantissa: 1.0,
        exponent: 0,
    };

    pub fn is_zero(self) -> bool {
        self.mantissa == 0.0
    }

    /// Creates a number from a mantissa that is at most one factor of `RADIX` out of range.
    fn normalized(mantissa: f64, exponent: i64) -> Self {
        if mantissa >= RADIX {
            Self {
                mantissa: mantissa * INVERSE,
                exponent: exponent + 1,
            }
        } else if mantissa > 0.0 && mantissa < 1.0 {
            Self {
                mantissa: mantissa * RADIX,
                exponent: exponent - 1,
            }
        } else {
            Self { mantissa, exponent }
        }
    }

    /// Returns `self / (self + other)`: exactly 0 or 1 only if `self` or `other` is zero.
    pub fn share(self, other: Self) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        if other.is_zero() {
            return 1.0;
        }
        let mantissa_ratio = other.mantissa / self.mantissa;
        let ratio = match other.exponent - self.exponent {
            0 => mantissa_ratio,
            1 => mantissa_ratio * RADIX,
            -1 => mantissa_ratio * INVERSE,
            difference if difference > 0 => f64::INFINITY,
            _ => 0.0,
        };
        (1.0 / (1.0 + ratio)).clamp(f64::MIN_POSITIVE, 1.0 - f64::EPSILON)
    }
}

impl Add for Scaled {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let is_other_larger =
            self.is_zero() || (!other.is_zero() && other.exponent > self.exponent);
        let (large, small) = if is_other_larger {
            (other, self)
        } else {
            (self, other)
        };
        let addend = match large.exponent - small.exponent {
            0 => small.mantissa,
            1 => small.mantissa * INVERSE,
            // The smaller number is below the precision of the larger number.
            _ => 0.0,
        };
        Self::normalized(large.mantissa + addend, large.exponent)
    }
}

impl AddAssign for Scaled {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Mul for Scaled {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::normalized(
            self.mantissa * other.mantissa,
            self.exponent + other.exponent,
        )
    }
}

impl Mul<f64> for Scaled {
    type Output = Self;

    /// Multiplies by a factor that is 0, or between `INVERSE` and `RADIX`.
    fn mul(self, factor: f64) -> Self {
        Self::normalized(self.mantissa * factor, self.exponent)
    }
}

/// Returns the dot product of two lists. Ignores the end of the longer list.
pub(super) fn dot(left: &[Scaled], right: &[Scaled]) -> Scaled {
    let products = left.iter().zip(right).map(|(left, right)| *left * *right);
    products.fold(Scaled::ZERO, Add::add)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns 10 to the power of `100 * count`, which may be negative.
    fn power(count: i32) -> Scaled {
        let factor = if count < 0 { 1e-50 } else { 1e50 };
        (0..2 * count.abs()).fold(Scaled::ONE, |power, _| power * factor)
    }

    fn assert_close(value: f64, expected: f64) {
        assert!((value / expected - 1.0).abs() < 1e-9, "{value} {expected}");
    }

    #[test]
    fn a_share_is_0_or_1_only_if_a_number_is_zero() {
        assert_close(Scaled::ONE.share(Scaled::ONE * 3.0), 0.25);
        assert_close(power(900).share(power(900) * 3.0), 0.25);
        assert_close((power(900) * power(-900)).share(Scaled::ONE), 0.5);
        assert_close((power(-900) + power(-900) * 2.0).share(power(-900)), 0.75);
        assert_close((power(900) + power(-900)).share(power(900)), 0.5);
        assert_close(Scaled::ONE.share(power(1)), 1e-100);
        assert!(power(-900).share(power(900)) > 0.0);
        assert!(power(900).share(power(-900)) < 1.0);
        assert!(power(900).share(Scaled::ZERO) >= 1.0);
        assert!(Scaled::ZERO.share(power(-900)) <= 0.0);
    }

    #[test]
    fn zero_stays_zero() {
        assert!((Scaled::ZERO + Scaled::ZERO * power(5)).is_zero());
        assert!(!(Scaled::ZERO + power(-5)).is_zero());
        assert!(!(power(-5) + Scaled::ZERO).is_zero());
    }
}

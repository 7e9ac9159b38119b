//! Calendar dates in UTC, so that "today" is the same day everywhere.

use std::{fmt, time::UNIX_EPOCH};

const SECONDS_PER_DAY: u64 = 86_400;

/// A day of the Gregorian calendar, as the number `YYYYMMDD`.
#[derive(Clone, Copy, Debug)]
pub struct Date(u64);

impl Date {
    /// Returns the current date, or 1970-01-01 if the clock is wrong.
    pub fn today() -> Self {
        let since_epoch = UNIX_EPOCH.elapsed();
        Self::of_day(since_epoch.map_or(0, |time| time.as_secs() / SECONDS_PER_DAY))
    }

    /// Returns the date that is this number of days after 1970-01-01.
    pub fn of_day(days: u64) -> Self {
        // In this calculation, a year starts in March, so that the leap day is its last day. Day 0
        // is 0000-03-01. Four centuries have 146,097 days, four years of one century 1,461 days,
        // and from March on, five months 153 days.
        let quarter_days = 4 * (days + 719_468) + 3;
        let (century, day) = (quarter_days / 146_097, quarter_days % 146_097 / 4);
        let (year, day) = ((4 * day + 3) / 1_461, (4 * day + 3) % 1_461 / 4);
        let (month, day) = ((5 * day + 2) / 153, (5 * day + 2) % 153 / 5);
        let year = 100 * century + year + month / 10;
        Self((100 * year + (month + 2) % 12 + 1) * 100 + day + 1)
    }

    pub fn number(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(number) = self;
        let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_gregorian_calendar() {
        for (days, date) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_454, "2026-01-01"),
            (20_818, "2026-12-31"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(Date::of_day(days).to_string(), date);
        }
        assert_eq!(Date::of_day(20_818).number(), 20_261_231);
    }
}

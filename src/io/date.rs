//! Dates for people.

use std::fmt::{self, Display, Formatter};
use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS_OF_DAY: u64 = 86_400;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// The day that it is in Greenwich, so that it is the same day for everybody.
    pub(crate) fn today() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self::after(since.map_or(0, |since| since.as_secs() / SECONDS_OF_DAY))
    }

    /// The day so many days after 1970-01-01.
    fn after(days: u64) -> Self {
        // Years are counted from March on, so that a leap day is the last of its year;
        // after 400 of them the calendar begins again.
        let days = days + 719_468;
        let (cycle, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let is_next_year = month >= 10;
        Self {
            year: cycle * 400 + year + u64::from(is_next_year),
            month: if is_next_year { month - 9 } else { month + 3 },
            day: day - (153 * month + 2) / 5 + 1,
        }
    }

    /// The date as one number, such as 20260228.
    pub(crate) fn number(self) -> u64 {
        (self.year * 100 + self.month) * 100 + self.day
    }
}

impl Display for Date {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(formatter, "{year:04}-{month:02}-{day:02}")
    }
}

/// A time, given in seconds since the beginning of 1970, as a date and a time of day in
/// Universal Time.
#[cfg(unix)]
pub(crate) fn utc(seconds: u64) -> String {
    let minutes = seconds % SECONDS_OF_DAY / 60;
    let date = Date::after(seconds / SECONDS_OF_DAY);
    format!("{date} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
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
            assert_eq!(Date::after(days).to_string(), date);
        }
        assert_eq!(Date::after(20_818).number(), 20_261_231);
    }

    #[cfg(unix)]
    #[test]
    fn times_are_told_to_the_minute() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (1_735_689_599, "2024-12-31 23:59 UTC"),
            (1_795_369_500, "2026-11-22 17:45 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(utc(seconds), expected);
        }
    }
}

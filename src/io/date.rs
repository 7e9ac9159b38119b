//! Dates for people.

/// The seconds of a day and of an hour.
const DAY: u64 = 86_400;
const HOUR: u64 = 3_600;

/// The days from the first of March of the year 0, with which the years of the calendar
/// begin that end with their leap days, to the beginning of 1970.
const BEFORE_1970: u64 = 719_468;

/// A time, given in seconds since the beginning of 1970, as a date and a time of day in
/// Universal Time.
pub(crate) fn utc(seconds: u64) -> String {
    let days = seconds / DAY + BEFORE_1970;
    // Of 400 years, all have as many days.
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Of the five months from March on, and of the next five, all have as many days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = match month {
        0..10 => (era * 400 + year, month + 3),
        _ => (era * 400 + year + 1, month - 9),
    };
    let (hour, minute) = (seconds % DAY / HOUR, seconds % HOUR / 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
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

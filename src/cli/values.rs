//! The values of arguments: what they look like, and the words for them in
//! help.

use std::num::NonZero;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
#[cfg(unix)]
use glob::Pattern;

#[cfg(unix)]
use crate::cases::points::Points;
#[cfg(unix)]
use crate::cases::selection::Partition;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::table::{self, EDITIONS};
use crate::field::minefield::Square;
use crate::field::text;

/// One of these, by its name.
pub(crate) fn named<T: Copy + Send + Sync>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names = all.iter().map(|&one| name(one)).collect::<Vec<_>>();
    PossibleValuesParser::new(names).try_map(move |text| {
        let one = all.iter().copied().find(|&one| name(one) == text);
        one.ok_or("unknown")
    })
}

/// An edition, by its name.
pub(crate) fn edition() -> impl TypedValueParser<Value = &'static Edition> {
    let names = EDITIONS.iter().map(|edition| edition.name);
    PossibleValuesParser::new(names).try_map(|name| table::find(&name).ok_or("unknown"))
}

/// An edition that has a generator of seeds, by its name.
pub(crate) fn edition_with_generator() -> impl TypedValueParser<Value = &'static Edition> {
    let having = EDITIONS
        .iter()
        .filter(|edition| edition.generates.is_some());
    PossibleValuesParser::new(having.map(|edition| edition.name))
        .try_map(|name| table::find(&name).ok_or("unknown"))
}

/// What an option of some editions does, and which they are.
pub(crate) fn only(what: &str, option: PlayOption) -> String {
    let having = EDITIONS
        .iter()
        .filter(|edition| edition.options.contains(&option));
    let names: Vec<&str> = having.map(|edition| edition.name).collect();
    format!("{what} (only {})", names.join(", "))
}

/// The same for an option that has a default.
pub(crate) fn only_with_default(what: &str, option: PlayOption, default: usize) -> String {
    format!("{} [default: {default}]", only(what, option))
}

/// What the generator takes for a number of rows or columns.
pub(crate) fn sides(what: &str) -> String {
    let sides = &table::default().fields.sides;
    let (least, most) = (sides.start(), sides.end());
    let larger = table::GENERATOR_EDITION;
    format!("The number of {what}: {least} to {most}, or more with --edition {larger}")
}

/// A number in decimal digits, without a sign.
pub(crate) fn number<T: FromStr>(digits: &str) -> Result<T, &'static str> {
    text::number(digits).ok_or("not a number, or too large")
}

/// A number of things: 1 at least.
pub(crate) fn count(digits: &str) -> Result<NonZero<usize>, &'static str> {
    let number = text::number(digits).and_then(NonZero::new);
    number.ok_or("not a number from 1 on")
}

/// How many random games are played: 1 at least.
#[cfg(unix)]
pub(crate) fn games(digits: &str) -> Result<NonZero<u64>, &'static str> {
    NonZero::new(number(digits)?).ok_or("not a number from 1 on")
}

/// What the names of cases are matched with.
#[cfg(unix)]
pub(crate) fn glob(text: &str) -> Result<Pattern, String> {
    Pattern::new(text).map_err(|error| format!("not a glob: {}", error.msg))
}

/// A share, `K/N`.
#[cfg(unix)]
pub(crate) fn partition(share: &str) -> Result<Partition, &'static str> {
    let numbers = share
        .split_once('/')
        .and_then(|(share, of)| Some((share.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((share, of)) if 1 <= share && share <= of => Ok(Partition { share, of }),
        _ => Err("not K/N with K from 1 to N"),
    }
}

/// What a case is worth.
#[cfg(unix)]
pub(crate) fn points(number: &str) -> Result<Points, &'static str> {
    let points = number.parse().ok().and_then(Points::new);
    points.ok_or("not a number from 0 to 1000000")
}

/// A number with a unit behind it, or without one.
fn with_unit(text: &str) -> Option<(f64, &str)> {
    let digits = text
        .find(|character: char| !character.is_ascii_digit() && character != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    Some((number.parse().ok()?, unit))
}

/// A square such as `3,4`.
pub(crate) fn square(text: &str) -> Result<Square, &'static str> {
    let numbers = text.split_once(',');
    let square = numbers.and_then(|(row, col)| {
        Some(Square {
            row: text::number(row)?,
            col: text::number(col)?,
        })
    });
    square.ok_or("not a row and a column such as 3,4")
}

/// A time such as `10s`, above zero and at most a year.
pub(crate) fn duration(text: &str) -> Result<Duration, &'static str> {
    /// More makes no sense, and clocks may not reach that far.
    const YEAR: Duration = Duration::from_secs(31_536_000);

    let seconds = with_unit(text).and_then(|(number, unit)| match unit {
        "" | "s" => Some(number),
        "ms" => Some(number / 1e3),
        "m" | "min" => Some(number * 60.0),
        "h" => Some(number * 3600.0),
        _ => None,
    });
    seconds
        .filter(|&seconds| seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|duration| !duration.is_zero() && *duration <= YEAR)
        .ok_or("not a time such as 10s, 500ms or 2m")
}

/// A size in bytes, such as `16MiB`.
#[cfg(unix)]
pub(crate) fn bytes(text: &str) -> Result<u64, &'static str> {
    let factor = |unit| match unit {
        "" | "B" => Some(1.0),
        "kB" | "KB" => Some(1e3),
        "MB" => Some(1e6),
        "GB" => Some(1e9),
        "KiB" => Some(1024.0),
        "MiB" => Some(1024.0 * 1024.0),
        "GiB" => Some(1024.0 * 1024.0 * 1024.0),
        _ => None,
    };
    let bytes = with_unit(text).and_then(|(number, unit)| Some(number * factor(unit)?));
    let bytes = bytes.filter(|&bytes| (1.0..1e15).contains(&bytes));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range is looked at"
    )]
    bytes
        .map(|bytes| bytes as u64)
        .ok_or("not a size such as 16MiB or 1GB")
}

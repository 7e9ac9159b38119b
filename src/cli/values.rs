//! The values of arguments: what they look like, and the words for them in
//! help.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, Command, ValueEnum};
#[cfg(unix)]
use glob::Pattern;

#[cfg(unix)]
use crate::cases::points::Points;
#[cfg(unix)]
use crate::cases::selection::Partition;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::table::{self, EDITIONS};
use crate::field::minefield::{FieldLimits, Square};
use crate::field::text;
use crate::manual::PAGES;

/// One of an enum's values, by its name. What each of them means is said in the
/// help of the option, if at all.
pub(super) fn named<T: ValueEnum + Send + Sync + 'static>() -> impl TypedValueParser<Value = T> {
    let values = T::value_variants().iter().filter_map(T::to_possible_value);
    PossibleValuesParser::new(values.map(|value| value.help(None::<&str>)))
        .try_map(|name| T::from_str(&name, false))
}

/// The name of an enum's value.
pub(super) fn name(value: &impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// One of these, by its name.
fn one_of<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (&'static str, T)>,
) -> impl TypedValueParser<Value = T> {
    one_of_listed(all, |_| true)
}

/// One of these, by its name; the help lists those for which this holds.
fn one_of_listed<T: Copy + Send + Sync + 'static>(
    all: impl IntoIterator<Item = (&'static str, T)>,
    is_listed: impl Fn(T) -> bool,
) -> impl TypedValueParser<Value = T> {
    let all: Vec<(&str, T)> = all.into_iter().collect();
    let value = |&(name, one): &(&'static str, T)| PossibleValue::new(name).hide(!is_listed(one));
    PossibleValuesParser::new(all.iter().map(value)).try_map(move |given| {
        all.iter()
            .find(|(name, _)| *name == given)
            .map(|&(_, one)| one)
            .ok_or("unknown")
    })
}

/// An edition, by its name.
pub(super) fn edition() -> impl TypedValueParser<Value = &'static Edition> {
    edition_that(|_| true)
}

/// An edition, by its name; the help lists those for which this holds, and whoever takes
/// it says why another cannot be used.
pub(super) fn edition_that(
    is_listed: fn(&Edition) -> bool,
) -> impl TypedValueParser<Value = &'static Edition> {
    let all = EDITIONS.iter().map(|edition| (edition.name, edition));
    one_of_listed(all, is_listed)
}

/// The man page of a subcommand, by its name.
pub(super) fn page_of_subcommand() -> impl TypedValueParser<Value = &'static str> {
    let pages = PAGES.iter().copied();
    one_of(pages.filter(|(name, _)| !name.is_empty()))
}

/// Which seeds are generated for an edition, by its name.
pub(super) fn edition_that_generates() -> impl TypedValueParser<Value = &'static FieldLimits> {
    one_of(
        EDITIONS
            .iter()
            .filter_map(|edition| Some((edition.name, edition.generates.as_ref()?))),
    )
}

/// What an option of some editions does, and which they are.
pub(super) fn only(what: &str, option: PlayOption) -> String {
    let names: Vec<&str> = EDITIONS
        .iter()
        .filter(|edition| edition.options.contains(&option))
        .map(|edition| edition.name)
        .collect();
    format!("{what}{ONLY}{})", names.join(", "))
}

/// What the names of the editions follow in the help of an option.
const ONLY: &str = " (only ";

/// The same without the names, in the help for one edition.
pub(super) fn without_names(help: &str) -> String {
    let (what, names) = help.split_once(ONLY).unwrap_or((help, ""));
    let rest = names.split_once(')').map_or("", |(_, rest)| rest);
    format!("{what}{rest}")
}

/// The same for an option that has a default.
pub(super) fn only_with_default(what: &str, option: PlayOption, default: usize) -> String {
    format!("{} [default: {default}]", only(what, option))
}

/// What the generator takes for a number of rows or columns.
pub(super) fn sides(what: &str) -> String {
    let sides = &table::default().fields.sides;
    let (least, most) = (sides.start(), sides.end());
    let larger = table::GENERATOR_EDITION;
    format!("The number of {what}: {least} to {most}, or more with --edition {larger}")
}

/// A path that is written to, where `-` is no standard output.
pub(super) fn written_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path == Path::new("-") {
            Err("standard output cannot take this; ./- is the path of that name")
        } else {
            Ok(path)
        }
    })
}

/// A number in decimal digits, without a sign.
pub(super) fn number<T: FromStr>(digits: &str) -> Result<T, &'static str> {
    text::number(digits).ok_or("not a number, or too large")
}

/// A number of things: 1 at least.
pub(super) fn count(digits: &str) -> Result<NonZero<usize>, &'static str> {
    text::number(digits)
        .and_then(NonZero::new)
        .ok_or("not a number from 1 on")
}

/// The most seeds that are written at once: a number with a digit too many is not to fill a disk.
const MOST_SEEDS: usize = 1_000_000;

/// How many seeds are written: 1 at least.
pub(super) fn seeds(digits: &str) -> Result<NonZero<usize>, String> {
    text::number(digits)
        .filter(|count: &NonZero<usize>| count.get() <= MOST_SEEDS)
        .ok_or_else(|| format!("not a number from 1 to {MOST_SEEDS}"))
}

/// How many random games are played: 1 at least.
pub(super) fn games(digits: &str) -> Result<NonZero<u64>, &'static str> {
    NonZero::new(number(digits)?).ok_or("not a number from 1 on")
}

/// What the names of cases are matched with.
#[cfg(unix)]
pub(super) fn glob(text: &str) -> Result<Pattern, String> {
    Pattern::new(text).map_err(|error| format!("not a glob: {}", error.msg))
}

/// A share, `K/N`.
#[cfg(unix)]
pub(super) fn partition(share: &str) -> Result<Partition, &'static str> {
    share
        .split_once('/')
        .and_then(|(share, of)| Some((share.parse().ok()?, of.parse().ok()?)))
        .filter(|&(share, of)| 1 <= share && share <= of)
        .map(|(share, of)| Partition { share, of })
        .ok_or("not K/N with K from 1 to N")
}

/// What a case is worth.
#[cfg(unix)]
pub(super) fn points(number: &str) -> Result<Points, &'static str> {
    number
        .parse()
        .ok()
        .and_then(Points::new)
        .ok_or("not a number from 0 to 1000000")
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
pub(super) fn square(text: &str) -> Result<Square, &'static str> {
    text.split_once(',')
        .and_then(|(row, col)| {
            Some(Square {
                row: text::number(row)?,
                col: text::number(col)?,
            })
        })
        .ok_or("not a row and a column such as 3,4")
}

/// A time such as `10s`, above zero and at most a year.
pub(super) fn duration(text: &str) -> Result<Duration, &'static str> {
    /// More makes no sense, and clocks may not reach that far.
    const YEAR: Duration = Duration::from_secs(31_536_000);

    with_unit(text)
        .and_then(|(number, unit)| match unit {
            "" | "s" => Some(number),
            "ms" => Some(number / 1e3),
            "m" | "min" => Some(number * 60.0),
            "h" => Some(number * 3600.0),
            _ => None,
        })
        .filter(|&seconds| seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|duration| !duration.is_zero() && *duration <= YEAR)
        .ok_or("not a time such as 10s, 500ms or 2m")
}

/// A size in bytes, such as `16MiB`.
#[cfg(unix)]
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the range is looked at"
)]
pub(super) fn bytes(text: &str) -> Result<u64, &'static str> {
    with_unit(text)
        .and_then(|(number, unit)| match unit {
            "" | "B" => Some(number),
            "kB" | "KB" => Some(number * 1e3),
            "MB" => Some(number * 1e6),
            "GB" => Some(number * 1e9),
            "KiB" => Some(number * 1024.0),
            "MiB" => Some(number * 1024.0 * 1024.0),
            "GiB" => Some(number * 1024.0 * 1024.0 * 1024.0),
            _ => None,
        })
        .filter(|bytes| (1.0..1e15).contains(bytes))
        .map(|bytes| bytes as u64)
        .ok_or("not a size such as 16MiB or 1GB")
}

/// The arguments of a subcommand that were given and not left at their defaults.
pub(super) fn given<T: Args>(matches: &ArgMatches) -> Vec<Arg> {
    T::augment_args(Command::new(""))
        .get_arguments()
        .filter(|argument| {
            matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
        })
        .cloned()
        .collect()
}

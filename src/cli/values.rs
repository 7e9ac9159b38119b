//! Parsers for option values.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::{
    cases::{Partition, Points},
    edition::{EDITIONS, Edition},
    field::Square,
};
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};

/// Longest duration that an option accepts. An `Instant` may not reach much further.
const YEAR: Duration = Duration::from_secs(31_536_000);

/// Parses the name of any edition.
pub(super) fn edition() -> impl TypedValueParser<Value = &'static Edition> {
    edition_where(|_| true)
}

/// Parses the name of an edition that satisfies `is_supported`.
pub(super) fn edition_where(
    is_supported: fn(&Edition) -> bool,
) -> impl TypedValueParser<Value = &'static Edition> {
    let supported = EDITIONS.iter().filter(|edition| is_supported(edition));
    PossibleValuesParser::new(supported.map(|edition| edition.name)).try_map(|name| {
        let edition = EDITIONS.iter().find(|edition| edition.name == name);
        edition.ok_or("unknown edition")
    })
}

/// Parses the path of a file. Rejects an empty path, for which the system's message has no name.
pub(super) fn path() -> impl TypedValueParser<Value = OsString> {
    PathBufValueParser::new().map(PathBuf::into_os_string)
}

/// Parses the path of a file or folder to write. Rejects `-`, which stands for standard output.
pub(super) fn written_path() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if path == Path::new("-") {
            Err("standard output is not supported here; ./- is the file of that name")
        } else {
            Ok(path)
        }
    })
}

/// Parses a share such as `2/5`: the second of five.
pub(super) fn partition(text: &str) -> Result<Partition, &'static str> {
    const MALFORMED: &str = "not K/N with K from 1 to N";
    let Some((share, of)) = text.split_once('/') else {
        return Err(MALFORMED);
    };
    let (Ok(share), Ok(of)) = (share.parse(), of.parse()) else {
        return Err(MALFORMED);
    };
    if share == 0 || share > of {
        return Err(MALFORMED);
    }
    Ok(Partition { share, of })
}

pub(super) fn points(text: &str) -> Result<Points, &'static str> {
    Points::try_from(text.parse().unwrap_or(f64::NAN))
}

/// Parses a square such as `3,4`.
pub(super) fn square(text: &str) -> Result<Square, &'static str> {
    text.split_once(',')
        .and_then(|(row, col)| {
            Some(Square {
                row: row.parse().ok()?,
                col: col.parse().ok()?,
            })
        })
        .ok_or("not a row and a column such as 3,4")
}

/// Parses a duration such as `10s`, above zero and at most a year.
pub(super) fn duration(text: &str) -> Result<Duration, &'static str> {
    const UNUSABLE: &str = "not a time above 0 and up to a year, such as 10s, 500ms or 2m";
    let units = [
        ("ms", 1e-3),
        ("s", 1.0),
        ("min", 60.0),
        ("m", 60.0),
        ("h", 3600.0),
    ];
    let Some(seconds) = number_with_unit(text, &units) else {
        return Err(UNUSABLE);
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(duration) if !duration.is_zero() && duration <= YEAR => Ok(duration),
        _ => Err(UNUSABLE),
    }
}

/// Parses a size such as `16MiB`, in bytes.
pub(super) fn bytes(text: &str) -> Result<u64, &'static str> {
    let units = [
        ("KiB", 1_024.0),
        ("MiB", 1_048_576.0),
        ("GiB", 1_073_741_824.0),
        ("kB", 1e3),
        ("KB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("B", 1.0),
    ];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range is checked"
    )]
    number_with_unit(text, &units)
        .filter(|bytes| (1.0..1e15).contains(bytes))
        .map(|bytes| bytes as u64)
        .ok_or("not a size from 1B to 999999GB, such as 16MiB or 1GB")
}

/// Parses a memory limit, in bytes: at least 1 MiB.
pub(super) fn memory(text: &str) -> Result<u64, &'static str> {
    let bytes = bytes(text)?;
    if bytes < 1 << 20 {
        return Err("no program runs in less than 1MiB; write a unit, as in 512MiB");
    }
    Ok(bytes)
}

/// Parses a decimal number and multiplies it by the factor of its unit, if it has one. Rejects
/// numbers such as `1e3`, `+1` and `inf`, which `f64` accepts.
fn number_with_unit(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let mut number = text;
    let mut factor = 1.0;
    for (unit, unit_factor) in units {
        if let Some(before) = text.strip_suffix(unit) {
            number = before;
            factor = *unit_factor;
            break;
        }
    }
    let is_decimal = number
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !is_decimal {
        return None;
    }
    let number: f64 = number.parse().ok()?;
    Some(number * factor)
}

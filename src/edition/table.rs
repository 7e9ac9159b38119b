//! The table of editions. To add an edition is to add a row.

use super::play_option::PlayOption;
use super::row::Edition;
use super::{comp182, project1, uga, wise2021};

/// All editions; the first is played when none is named.
pub static EDITIONS: &[Edition] = &[
    uga::V2022_SP,
    uga::V2025_SP,
    uga::V2019_FA,
    wise2021::EDITION,
    comp182::EDITION,
    project1::EDITION,
];

/// The edition of the one-argument game.
#[must_use]
pub(crate) fn default() -> &'static Edition {
    &EDITIONS[0]
}

/// The edition of the assignment that specifies the seed generator `--gen`.
#[must_use]
pub(crate) fn generator() -> &'static Edition {
    &EDITIONS[2]
}

/// The first edition with random fields of so many rows and columns.
#[must_use]
pub(crate) fn with_random_size(rows: usize, cols: usize) -> Option<&'static Edition> {
    EDITIONS.iter().find(|edition| {
        edition.options.contains(&PlayOption::Random) && edition.fields.size(rows, cols).is_some()
    })
}

/// The names of all editions with what they are, a line for each.
#[must_use]
pub(crate) fn list() -> String {
    let line = |edition: &Edition| format!("{:8}  {}\n", edition.name, edition.summary);
    EDITIONS.iter().map(line).collect()
}

//! The table of editions. A new edition is a new row.

use super::{comp182, play_option::PlayOption, project1, row::Edition, uga, wise2021};

/// All editions; the first is the default.
pub static EDITIONS: &[Edition] = &[
    uga::V2022_SP,
    uga::V2025_SP,
    uga::V2019_FA,
    wise2021::EDITION,
    comp182::EDITION,
    project1::EDITION,
];

/// Returns the edition of a game for which the command line names none.
#[must_use]
pub fn default() -> &'static Edition {
    &EDITIONS[0]
}

/// Returns the edition whose assignment specifies the seed generator `--gen`.
#[must_use]
pub fn generator() -> &'static Edition {
    &uga::V2019_FA
}

/// Returns the first edition that allows random fields of this size.
#[must_use]
pub fn with_random_size(rows: usize, cols: usize) -> Option<&'static Edition> {
    EDITIONS.iter().find(|edition| {
        edition.options.contains(&PlayOption::Random) && edition.fields.size(rows, cols).is_some()
    })
}

/// Returns a line with the name and the summary of each edition.
#[must_use]
pub fn list() -> String {
    let mut list = String::new();
    for edition in EDITIONS {
        list += &format!("{:8}  {}\n", edition.name, edition.summary);
    }
    list
}

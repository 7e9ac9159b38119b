//! Faults and unusual features of seed files, in words for reports.

use super::{row::Edition, setup::Setup, start_error::StartError};
use crate::field::{SeedError, SeedFile, SeedToken, Tokens};

/// Returns the fault of a seed, or an unusual feature of a valid seed; empty for a plain seed.
pub fn of(edition: &Edition, seed: &[u8]) -> &'static str {
    let file = SeedFile::in_memory("seed.txt", seed.to_vec());
    match edition.start(&Setup::of_file(file)) {
        Ok(_) => of_valid(seed),
        Err(StartError::SeedMalformed(error)) => match error {
            SeedError::Size => "a size that is not allowed",
            SeedError::Missing { .. } => "a missing number",
            SeedError::NotAnInteger { .. } | SeedError::TooLong { .. } => {
                "a word that is no integer"
            }
            SeedError::OutOfRange {
                place: SeedToken::Mines,
                ..
            } => "a number of mines that is not allowed",
            SeedError::OutOfRange { .. } => "a mine outside the grid",
            _ => "a file that cannot be read",
        },
        Err(StartError::SizeInFall2019) => "a size that is not allowed",
        Err(_) => "a fault",
    }
}

/// Returns an unusual feature of a valid seed.
fn of_valid(seed: &[u8]) -> &'static str {
    let tokens: Vec<&[u8]> = Tokens::new(seed).collect();
    let declared_count = tokens
        .get(2)
        .and_then(|count| str::from_utf8(count).ok()?.parse::<usize>().ok());
    let end = declared_count.map_or(tokens.len(), |count| 3 + 2 * count);
    let mut mines: Vec<_> = tokens.get(3..end).unwrap_or_default().chunks(2).collect();
    let mine_count = mines.len();
    mines.sort_unstable();
    mines.dedup();
    let lines = seed.split(|&byte| byte == b'\n');
    let mut has_unusual_line = false;
    // The line of the last mine is not compared: text may follow the mine.
    for (index, line) in lines.take(1 + mine_count).enumerate() {
        let usual_count = if index == 1 { 1 } else { 2 };
        if Tokens::new(line).count() != usual_count {
            has_unusual_line = true;
        }
    }
    if has_unusual_line {
        "numbers on unusual lines"
    } else if mines.len() < mine_count {
        "two mines on one square"
    } else if tokens.len() > end {
        "text after the last mine"
    } else if !seed.ends_with(b"\n") {
        "no line feed at its end"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unusual_features_of_seeds_are_named() {
        for (seed, feature) in [
            ("5 5\n2\n0 0\n1 1\n", ""),
            ("5 5 2 0 0 1 1\n", "numbers on unusual lines"),
            ("5 5\n2 0 0\n1 1\n", "numbers on unusual lines"),
            ("5 5\n\n2\n0 0\n1 1\n", "numbers on unusual lines"),
            ("5 5\n2\n0 0\n0 0\n", "two mines on one square"),
            ("5 5\n2\n0 0\n1 1 2\n", "text after the last mine"),
            ("5 5\n2\n0 0\n1 1", "no line feed at its end"),
        ] {
            assert_eq!(of_valid(seed.as_bytes()), feature, "{seed}");
        }
    }
}

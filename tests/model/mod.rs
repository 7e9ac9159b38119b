//! A second implementation of the games, as simple as possible: the only state is the list of
//! played commands, and everything is recounted in every round. It shares no code with the
//! program, only the banners.
#![allow(clippy::format_push_string, reason = "plain before fast")]

pub mod comp182;
pub mod project1;
pub mod uga;
pub mod wise2021;

/// A minefield.
#[derive(Clone, Debug)]
pub struct Field {
    pub rows: i32,
    pub cols: i32,
    pub mines: Vec<(i32, i32)>,
}

impl Field {
    /// Returns the field as a seed file.
    pub fn seed(&self) -> String {
        let mut seed = format!("{} {}\n{}\n", self.rows, self.cols, self.mines.len());
        for (row, col) in &self.mines {
            seed += &format!("{row} {col}\n");
        }
        seed
    }

    pub fn squares(&self) -> Vec<(i32, i32)> {
        let row = |row| (0..self.cols).map(move |col| (row, col));
        (0..self.rows).flat_map(row).collect()
    }

    pub fn adjacent(&self, (row, col): (i32, i32)) -> usize {
        let next = |&&(r, c): &&(i32, i32)| {
            (r, c) != (row, col) && (r - row).abs() <= 1 && (c - col).abs() <= 1
        };
        self.squares()
            .iter()
            .filter(next)
            .filter(|square| self.mines.contains(square))
            .count()
    }
}

/// Splits a line into words.
pub fn words(line: &str) -> Vec<String> {
    line.split(java_white_space)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

pub fn java_white_space(character: char) -> bool {
    // Rust and Java disagree about these characters.
    let only_java = matches!(character, '\u{1c}'..='\u{1f}');
    let only_rust = matches!(character, '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}');
    only_java || (character.is_whitespace() && !only_rust)
}

pub fn integer(word: &str) -> Option<i32> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let mut value: i128 = 0;
    for digit in digits.chars() {
        value = (value * 10 + i128::from(digit.to_digit(10)?)).min(i128::from(u64::MAX));
    }
    let signed = if word.starts_with('-') { -value } else { value };
    i32::try_from(signed).ok()
}

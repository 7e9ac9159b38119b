//! A second implementation of the games, as simple as possible: the state is little more than the
//! played commands, and every round is computed from scratch. The models share no code with the
//! program, only texts of the assignment.
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
    /// Returns the content of the seed file.
    pub fn seed(&self) -> String {
        let mut seed = format!("{} {}\n{}\n", self.rows, self.cols, self.mines.len());
        for (row, col) in &self.mines {
            seed += &format!("{row} {col}\n");
        }
        seed
    }

    pub fn squares(&self) -> Vec<(i32, i32)> {
        let squares_of = |row| (0..self.cols).map(move |col| (row, col));
        (0..self.rows).flat_map(squares_of).collect()
    }

    /// Returns the number of mines around a square.
    pub fn adjacent(&self, (row, col): (i32, i32)) -> usize {
        let is_neighbour = |&&(r, c): &&(i32, i32)| {
            (r, c) != (row, col) && (r - row).abs() <= 1 && (c - col).abs() <= 1
        };
        self.squares()
            .iter()
            .filter(is_neighbour)
            .filter(|square| self.mines.contains(square))
            .count()
    }
}

/// Splits a line into words.
pub fn words(line: &str) -> Vec<String> {
    line.split(is_java_white_space)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

pub fn is_java_white_space(character: char) -> bool {
    // Rust and Java disagree about these characters.
    let is_only_java = matches!(character, '\u{1c}'..='\u{1f}');
    let is_only_rust = matches!(character, '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}');
    is_only_java || (character.is_whitespace() && !is_only_rust)
}

/// Parses a 32-bit signed integer.
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

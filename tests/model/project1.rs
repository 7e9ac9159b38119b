//! The edition `project1`.

use super::{Field, integer, words};

/// The error for the end of the input.
struct Ended;

/// The output so far, and the remaining input.
struct Talk<'lines> {
    lines: &'lines [String],
    printed: String,
}

impl Talk<'_> {
    fn ask<T>(&mut self, question: &str, answer: fn(&str) -> Option<T>) -> Result<T, Ended> {
        loop {
            self.printed += question;
            let (line, rest) = self.lines.split_first().ok_or(Ended)?;
            self.lines = rest;
            let words = words(line);
            if let [word] = words.as_slice()
                && let Some(answer) = answer(word)
            {
                return Ok(answer);
            }
        }
    }
}

fn yes(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn index(word: &str) -> Option<i32> {
    integer(word).filter(|index| (0..=7).contains(index))
}

/// Returns the output of the games for these lines.
pub fn play(field: &Field, lines: &[String]) -> String {
    let mut talk = Talk {
        lines,
        printed: String::new(),
    };
    loop {
        match game(field, &mut talk).and_then(|()| talk.ask("Play another game? (yes/no): ", yes)) {
            Ok(true) => {}
            Ok(false) => return talk.printed,
            Err(Ended) => return talk.printed + "\n",
        }
    }
}

fn game(field: &Field, talk: &mut Talk<'_>) -> Result<(), Ended> {
    let mut guessed = Vec::new();
    loop {
        talk.printed += &grid(field, &guessed);
        if guessed.len() == 64 {
            talk.printed += "You win!\n";
            return Ok(());
        }
        if talk.ask("Peek at the mines? (yes/no): ", yes)? {
            talk.printed += &grid(field, &field.mines);
        }
        let mut square = (
            talk.ask("Row (0-7): ", index)?,
            talk.ask("Column (0-7): ", index)?,
        );
        while guessed.contains(&square) {
            talk.printed += "That square has already been guessed.\n";
            square = (
                talk.ask("Row (0-7): ", index)?,
                talk.ask("Column (0-7): ", index)?,
            );
        }
        let mine = talk.ask("Does this square contain a mine? (yes/no): ", yes)?;
        guessed.push(square);
        if mine != field.mines.contains(&square) {
            talk.printed += &grid(field, &guessed);
            talk.printed += "You lose!\n";
            talk.printed += &grid(field, &field.mines);
            return Ok(());
        }
    }
}

fn grid(field: &Field, shown: &[(i32, i32)]) -> String {
    let mut text = String::new();
    for row in 0..8 {
        let mut cells = Vec::new();
        for col in 0..8 {
            let square = (row, col);
            cells.push(if !shown.contains(&square) {
                "-".to_owned()
            } else if field.mines.contains(&square) {
                "M".to_owned()
            } else {
                field.adjacent(square).to_string()
            });
        }
        text += &cells.join(" ");
        text += "\n";
    }
    text
}

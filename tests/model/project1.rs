//! The edition `project1`.

use super::{Field, integer, words};

/// The end of input, which ends the game.
struct EndOfInput;

/// The remaining input, and the output so far.
struct Dialogue<'lines> {
    lines: &'lines [String],
    printed: String,
}

impl Dialogue<'_> {
    /// Prints a question until a line of input is a valid answer.
    fn ask<T>(&mut self, question: &str, parse: fn(&str) -> Option<T>) -> Result<T, EndOfInput> {
        loop {
            self.printed += question;
            let (line, rest) = self.lines.split_first().ok_or(EndOfInput)?;
            self.lines = rest;
            let words = words(line);
            if let [word] = words.as_slice()
                && let Some(answer) = parse(word)
            {
                return Ok(answer);
            }
        }
    }

    fn ask_square(&mut self) -> Result<(i32, i32), EndOfInput> {
        Ok((
            self.ask("Row (0-7): ", index)?,
            self.ask("Column (0-7): ", index)?,
        ))
    }
}

fn yes_or_no(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn index(word: &str) -> Option<i32> {
    integer(word).filter(|index| (0..=7).contains(index))
}

/// Returns the output of the games for these lines of input.
pub fn play(field: &Field, lines: &[String]) -> String {
    let mut dialogue = Dialogue {
        lines,
        printed: String::new(),
    };
    loop {
        match game(field, &mut dialogue) {
            Ok(true) => {}
            Ok(false) => return dialogue.printed,
            Err(EndOfInput) => return dialogue.printed + "\n",
        }
    }
}

/// Plays a game. Reports whether another game follows.
fn game(field: &Field, dialogue: &mut Dialogue<'_>) -> Result<bool, EndOfInput> {
    let another = "Play another game? (yes/no): ";
    let mut guessed = Vec::new();
    loop {
        dialogue.printed += &grid(field, &guessed);
        if guessed.len() == 64 {
            dialogue.printed += "You win!\n";
            return dialogue.ask(another, yes_or_no);
        }
        if dialogue.ask("Peek at the mines? (yes/no): ", yes_or_no)? {
            dialogue.printed += &grid(field, &field.mines);
        }
        let mut square = dialogue.ask_square()?;
        while guessed.contains(&square) {
            dialogue.printed += "That square has already been guessed.\n";
            square = dialogue.ask_square()?;
        }
        let is_mine = dialogue.ask("Does this square contain a mine? (yes/no): ", yes_or_no)?;
        guessed.push(square);
        if is_mine != field.mines.contains(&square) {
            dialogue.printed += &grid(field, &guessed);
            dialogue.printed += "You lose!\n";
            dialogue.printed += &grid(field, &field.mines);
            return dialogue.ask(another, yes_or_no);
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

//! The editions of the UGA assignment.

use super::{Field, integer, words};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edition {
    V2022,
    V2025,
    V2019,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Stream {
    Out,
    Err,
}

/// A played command. In 2019.fa, an invalid line counts as a command, too.
struct PlayedCommand {
    word: String,
    /// The square, if the command has one.
    square: Option<(i32, i32)>,
}

impl PlayedCommand {
    fn new(words: &[String]) -> Self {
        Self {
            word: words[0].clone(),
            square: match words {
                [_, row, col] => integer(row).zip(integer(col)),
                _ => None,
            },
        }
    }
}

/// Returns the output of the game for these lines of input, in the order of printing.
pub fn play(edition: Edition, field: &Field, lines: &[String]) -> Vec<(Stream, String)> {
    let welcome = match edition {
        Edition::V2022 => include_str!("../../resources/uga/welcome-2022.sp.txt"),
        Edition::V2025 => include_str!("../../resources/uga/welcome-2025.sp.txt"),
        Edition::V2019 => include_str!("../../resources/uga/welcome-2019.fa.txt"),
    };
    let mut printed = vec![(Stream::Out, welcome.to_owned())];
    let mut played: Vec<PlayedCommand> = Vec::new();
    printed.push((Stream::Out, round(edition, field, &played)));
    for line in lines {
        let words = words(line);
        match error(field, &words) {
            None => played.push(PlayedCommand::new(&words)),
            Some(_) if edition == Edition::V2019 => {
                let text = "\nಠ_ಠ says, \"Command not recognized!\"\n";
                printed.push((Stream::Out, text.to_owned()));
                played.push(PlayedCommand::new(&["invalid".to_owned()]));
            }
            Some(message) => {
                printed.push((Stream::Err, format!("\nInvalid Command: {message}\n")));
                printed.push((Stream::Out, round(edition, field, &played)));
                continue;
            }
        }
        if let Some(text) = ending(edition, field, &played) {
            printed.push((Stream::Out, text));
            return printed;
        }
        if played[played.len() - 1].word.starts_with('h') {
            let commands = include_str!("../../resources/uga/commands.txt");
            printed.push((Stream::Out, format!("\n{commands}")));
        }
        printed.push((Stream::Out, round(edition, field, &played)));
    }
    printed.push((Stream::Out, quit(edition)));
    printed
}

fn quit(edition: Edition) -> String {
    match edition {
        Edition::V2019 => "\nლ(ಠ_ಠლ)\nY U NO PLAY MORE?\nBye!\n\n".to_owned(),
        _ => "\nQuitting the game...\nBye!\n".to_owned(),
    }
}

/// Returns the message about an invalid line.
fn error(field: &Field, words: &[String]) -> Option<String> {
    let tokens: Vec<&str> = words.iter().map(String::as_str).collect();
    match tokens[..] {
        ["reveal" | "r" | "mark" | "m" | "guess" | "g", row, col] => {
            for word in [row, col] {
                if integer(word).is_none() {
                    return Some(format!("For input string: \"{word}\""));
                }
            }
            for (word, length) in [(row, field.rows), (col, field.cols)] {
                let index = integer(word)?;
                if index < 0 || index >= length {
                    return Some(format!("Index {index} out of bounds for length {length}"));
                }
            }
            None
        }
        ["nofog" | "help" | "h" | "quit" | "q"] => None,
        _ => Some("Command not recognized!".to_owned()),
    }
}

/// Returns the content of a square after these commands.
fn content(field: &Field, played: &[PlayedCommand], square: (i32, i32)) -> String {
    let mut content = " ".to_owned();
    for command in played {
        if command.square == Some(square) {
            content = match &command.word[..1] {
                "r" => field.adjacent(square).to_string(),
                "m" => "F".to_owned(),
                _ => "?".to_owned(),
            };
        }
    }
    content
}

fn round(edition: Edition, field: &Field, played: &[PlayedCommand]) -> String {
    let is_fog_lifted = played.last().is_some_and(|last| last.word == "nofog");
    let row_width = (field.rows - 1).to_string().len();
    let col_width = (field.cols - 1).to_string().len();
    let mut text = format!("\n Rounds Completed: {}\n\n", played.len());
    for row in 0..field.rows {
        text += &format!(" {row:>row_width$} |");
        for col in 0..field.cols {
            let content = content(field, played, (row, col));
            if is_fog_lifted && field.mines.contains(&(row, col)) {
                text += &format!("<{content:>col_width$}>|");
            } else {
                text += &format!(" {content:>col_width$} |");
            }
        }
        text += "\n";
    }
    let number = |col: i32| format!("{col:>col_width$}");
    let numbers: Vec<String> = (0..field.cols).map(number).collect();
    text += &" ".repeat(row_width + 4);
    text += &numbers.join("   ");
    text += if edition == Edition::V2019 { "  " } else { " " };
    text + "\n\nminesweeper-alpha: "
}

/// Returns the final output if the last of these commands ends the game.
fn ending(edition: Edition, field: &Field, played: &[PlayedCommand]) -> Option<String> {
    let last = played.last()?;
    if last.word.starts_with('q') {
        return Some(quit(edition));
    }
    if last.word.starts_with('r') && field.mines.contains(&last.square?) {
        let text = match edition {
            Edition::V2019 => include_str!("../../resources/uga/gameover-2019.fa.txt"),
            _ => include_str!("../../resources/uga/gameover.txt"),
        };
        return Some(format!("\n{text}\n"));
    }
    let squares = field.squares();
    let is_right = |&square: &(i32, i32)| {
        let content = content(field, played, square);
        if field.mines.contains(&square) {
            content == "F"
        } else if edition == Edition::V2019 {
            content != "F"
        } else {
            content.starts_with(|c: char| c.is_ascii_digit())
        }
    };
    if !squares.iter().all(is_right) {
        return None;
    }
    let picture = include_str!("../../resources/uga/gamewon.txt");
    Some(match edition {
        Edition::V2019 => {
            let (mut mines, mut guesses) = (0, 0);
            for square in &squares {
                mines += usize::from(field.mines.contains(square));
                guesses += usize::from(content(field, played, *square) == "?");
            }
            // Each guess was a round. So with fewer mines than guesses, the quotient is above -1,
            // which is truncated to 0.
            let quotient = mines.saturating_sub(guesses) / played.len();
            format!("\n{picture}{}\n\n\n", squares.len() + quotient)
        }
        _ => format!("\n{picture}{}\n\n", score(squares.len(), played.len())),
    })
}

/// Computes the score by long division, digit by digit, with a final rounding.
fn score(area: usize, rounds: usize) -> String {
    let whole = 100 * area / rounds;
    let mut rest = 100 * area % rounds;
    let mut decimals = 0;
    for _ in 0..3 {
        decimals = decimals * 10 + rest * 10 / rounds;
        rest = rest * 10 % rounds;
    }
    let rounded = (whole * 1000 + decimals + 5) / 10;
    format!("{}.{:02}", rounded / 100, rounded % 100)
}

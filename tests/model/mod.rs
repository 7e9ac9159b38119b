//! The game once more, as plainly as it can be written: nothing is kept but
//! what was played, and everything is counted again in every round. Text is
//! made of characters; nothing is shared with the program.
#![allow(clippy::format_push_string, reason = "plain before fast")]

/// A minefield as it was drawn by lot.
#[derive(Clone, Debug)]
pub struct Field {
    pub rows: i32,
    pub cols: i32,
    pub mines: Vec<(i32, i32)>,
}

impl Field {
    /// The field as a seed file.
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

    fn adjacent(&self, (row, col): (i32, i32)) -> usize {
        let next = |&&(r, c): &&(i32, i32)| {
            (r, c) != (row, col) && (r - row).abs() <= 1 && (c - col).abs() <= 1
        };
        let squares = self.squares();
        let around = squares.iter().filter(next);
        around.filter(|square| self.mines.contains(square)).count()
    }
}

/// Where the program prints something.
#[derive(Clone, Copy, PartialEq)]
pub enum Stream {
    Out,
    Err,
}

/// All that the game prints for these lines, in its order.
pub fn play(field: &Field, lines: &[String]) -> Vec<(Stream, String)> {
    let mut printed = vec![(
        Stream::Out,
        include_str!("../../resources/uga/welcome-2022.sp.txt").to_owned(),
    )];
    let mut played: Vec<Vec<String>> = Vec::new();
    printed.push((Stream::Out, round(field, &played)));
    for line in lines {
        let words: Vec<String> = line
            .split(java_white_space)
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        if let Some(message) = complaint(field, &words) {
            printed.push((Stream::Err, format!("\nInvalid Command: {message}\n")));
            printed.push((Stream::Out, round(field, &played)));
            continue;
        }
        played.push(words);
        let ending = ending(field, &played);
        if let Some(text) = ending {
            printed.push((Stream::Out, text));
            return printed;
        }
        if played[played.len() - 1][0].starts_with('h') {
            printed.push((
                Stream::Out,
                format!("\n{}", include_str!("../../resources/uga/commands.txt")),
            ));
        }
        printed.push((Stream::Out, round(field, &played)));
    }
    printed.push((Stream::Out, QUIT.to_owned()));
    printed
}

const QUIT: &str = "\nQuitting the game...\nBye!\n";

fn java_white_space(character: char) -> bool {
    // What Rust calls white space differs from what Java does in these.
    let only_java = matches!(character, '\u{1c}'..='\u{1f}');
    let only_rust = matches!(character, '\u{85}' | '\u{a0}' | '\u{2007}' | '\u{202f}');
    only_java || (character.is_whitespace() && !only_rust)
}

fn integer(word: &str) -> Option<i32> {
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

/// What is wrong with a command, if anything.
fn complaint(field: &Field, words: &[String]) -> Option<String> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
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

/// What the square shows after these commands.
fn shown(field: &Field, played: &[Vec<String>], square: (i32, i32)) -> String {
    let mut shown = " ".to_owned();
    for words in played {
        if words.len() == 3
            && (integer(&words[1]), integer(&words[2])) == (Some(square.0), Some(square.1))
        {
            shown = match &words[0][..1] {
                "r" => field.adjacent(square).to_string(),
                "m" => "F".to_owned(),
                _ => "?".to_owned(),
            };
        }
    }
    shown
}

fn round(field: &Field, played: &[Vec<String>]) -> String {
    let fog_lifted = played.last().is_some_and(|words| words[0] == "nofog");
    let mut text = format!("\n Rounds Completed: {}\n\n", played.len());
    for row in 0..field.rows {
        text += &format!(" {row} |");
        for col in 0..field.cols {
            let centre = shown(field, played, (row, col));
            if fog_lifted && field.mines.contains(&(row, col)) {
                text += &format!("<{centre}>|");
            } else {
                text += &format!(" {centre} |");
            }
        }
        text += "\n";
    }
    let numbers: Vec<String> = (0..field.cols).map(|col| col.to_string()).collect();
    text + "     " + &numbers.join("   ") + " \n\nminesweeper-alpha: "
}

/// What is printed if the last of these commands ends the game.
fn ending(field: &Field, played: &[Vec<String>]) -> Option<String> {
    let last = played.last()?;
    if last[0].starts_with('q') {
        return Some(QUIT.to_owned());
    }
    let square = |words: &[String]| Some((integer(words.get(1)?)?, integer(words.get(2)?)?));
    if last[0].starts_with('r') && field.mines.contains(&square(last)?) {
        return Some(format!(
            "\n{}\n",
            include_str!("../../resources/uga/gameover.txt")
        ));
    }
    let squares = field.squares();
    let won = squares.iter().all(|&square| {
        let shown = shown(field, played, square);
        if field.mines.contains(&square) {
            shown == "F"
        } else {
            shown.starts_with(|c: char| c.is_ascii_digit())
        }
    });
    let picture = include_str!("../../resources/uga/gamewon.txt");
    won.then(|| format!("\n{picture}{}\n\n", score(squares.len(), played.len())))
}

/// By long division, digit by digit, and then the half.
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

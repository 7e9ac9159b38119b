//! The edition `comp182`.

use super::{Field, integer, wise2021::spread, words};

/// Returns the output of the game for these lines of input.
pub fn play(field: &Field, cascade: bool, lines: &[String]) -> String {
    let mut open = Vec::new();
    let mut marks: Vec<(i32, i32)> = Vec::new();
    let mut printed = String::new();
    for line in lines {
        printed += "> ";
        let words = words(line);
        let tokens: Vec<&str> = words.iter().map(String::as_str).collect();
        match tokens[..] {
            [] | ["q"] => return printed,
            ["show"] => printed += &show(field, &open, &marks, false),
            [word @ ("u" | "m"), row, col] if square(field, row, col).is_some() => {
                let square = square(field, row, col).expect("a square, as checked");
                let is_marked = marks.contains(&square);
                match word {
                    _ if open.contains(&square) => {}
                    "m" if is_marked => marks.retain(|&mark| mark != square),
                    "m" => marks.push(square),
                    _ if is_marked => {}
                    _ if field.mines.contains(&square) => {
                        return printed + &show(field, &open, &marks, true) + "You lose!\n";
                    }
                    _ => {
                        if cascade {
                            spread(field, square, &mut open, &marks);
                        } else {
                            open.push(square);
                        }
                    }
                }
            }
            _ => printed += "bad command\n",
        }
        let is_right = |square| {
            if field.mines.contains(square) {
                marks.contains(square)
            } else {
                open.contains(square)
            }
        };
        if field.squares().iter().all(is_right) {
            return printed + &show(field, &open, &marks, false) + "You win!\n";
        }
    }
    printed + "> "
}

fn square(field: &Field, row: &str, col: &str) -> Option<(i32, i32)> {
    let square = (integer(row)?, integer(col)?);
    field.squares().contains(&square).then_some(square)
}

/// Returns the output of `show`, with the content of all squares if the game is lost.
fn show(field: &Field, open: &[(i32, i32)], marks: &[(i32, i32)], is_lost: bool) -> String {
    let mut mines = field.squares();
    mines.retain(|square| field.mines.contains(square));
    let row_width = (field.rows - 1).to_string().len();
    let col_width = (field.cols - 1).to_string().len();
    let mut numbers = " ".repeat(row_width + 2);
    let mut rule = " ".repeat(row_width + 2) + "_";
    for col in 0..field.cols {
        numbers += &format!(" {col:>col_width$}");
        rule += &"_".repeat(col_width + 1);
    }
    let mut text = format!(
        "Status: {:02}/{:02}\n\n{numbers}\n{rule}\n",
        marks.len(),
        mines.len()
    );
    for row in 0..field.rows {
        text += &format!("{row:>row_width$} |");
        for col in 0..field.cols {
            let square = (row, col);
            let cell = if !is_lost && marks.contains(&square) {
                "X".to_owned()
            } else if !is_lost && !open.contains(&square) {
                "?".to_owned()
            } else if field.mines.contains(&square) {
                "*".to_owned()
            } else {
                field.adjacent(square).to_string().replace('0', "_")
            };
            text += &format!(" {cell:>col_width$}");
        }
        text += &format!(" | {row:>row_width$}\n");
    }
    text + &format!("{rule}\n{numbers}\n")
}

//! The edition `wise2021`.

use super::{Field, integer};

/// Returns the content of the board file.
pub fn board(field: &Field) -> String {
    let mut text = String::new();
    for row in 0..field.rows {
        for col in 0..field.cols {
            text += if field.mines.contains(&(row, col)) {
                "*"
            } else {
                "."
            };
        }
        text += "\n";
    }
    text
}

/// Returns the output of the game for these lines of input.
pub fn play(field: &Field, lines: &[String]) -> String {
    let mut open = Vec::new();
    let mut flags = Vec::new();
    let mut printed = screen(field, &open, &flags, false, "") + ">";
    for line in lines {
        let tokens: Vec<&str> = line.split(' ').filter(|token| !token.is_empty()).collect();
        let Some((square, action)) = input(field, &tokens) else {
            printed += &screen(
                field,
                &open,
                &flags,
                false,
                "The provided input is not valid!",
            );
            printed += ">";
            continue;
        };
        if !open.contains(&square) {
            if action == "F" {
                if flags.contains(&square) {
                    flags.retain(|&flag| flag != square);
                } else {
                    flags.push(square);
                }
            } else if field.mines.contains(&square) {
                return printed + &screen(field, &open, &flags, true, "You Lost!");
            } else {
                spread(field, square, &mut open, &[]);
                flags.retain(|flag| !open.contains(flag));
            }
        }
        let mut safe = field.squares();
        safe.retain(|square| !field.mines.contains(square));
        if open.len() == safe.len() {
            return printed + &screen(field, &open, &flags, false, "You Won!");
        }
        printed += &screen(field, &open, &flags, false, "");
        printed += ">";
    }
    printed + &screen(field, &open, &flags, false, "Not enough inputs!")
}

/// Opens a square, and then the neighbours of opened squares without adjacent mines, until nothing
/// changes. Marked squares stay covered.
pub fn spread(field: &Field, square: (i32, i32), open: &mut Vec<(i32, i32)>, marks: &[(i32, i32)]) {
    let mut opened = vec![square];
    loop {
        let old_count = opened.len();
        for (row, col) in field.squares() {
            let is_near = |&&(r, c): &&(i32, i32)| (r - row).abs() <= 1 && (c - col).abs() <= 1;
            let mut neighbours = opened.iter().filter(is_near);
            let is_reached = neighbours.any(|&square| field.adjacent(square) == 0);
            let is_done = [&opened[..], open, marks].concat().contains(&(row, col));
            if is_reached && !is_done {
                opened.push((row, col));
            }
        }
        if opened.len() == old_count {
            open.extend(opened);
            return;
        }
    }
}

/// Parses a line of input: a square and `R` or `F`.
fn input<'line>(field: &Field, tokens: &[&'line str]) -> Option<((i32, i32), &'line str)> {
    let &[row, col, action @ ("R" | "F")] = tokens else {
        return None;
    };
    let (row, col) = (integer(row)?, integer(col)?);
    let is_inside = 1 <= row && row <= field.rows && 1 <= col && col <= field.cols;
    is_inside.then_some(((row - 1, col - 1), action))
}

fn screen(
    field: &Field,
    open: &[(i32, i32)],
    flags: &[(i32, i32)],
    is_lost: bool,
    message: &str,
) -> String {
    let mut text = "┌".to_owned();
    for row in 0..=field.rows {
        if row > 0 && row < field.rows {
            text += "├";
        } else if row == field.rows {
            text += "└";
        }
        for col in 0..field.cols {
            if col > 0 {
                text += if row == 0 {
                    "┬"
                } else if row == field.rows {
                    "┴"
                } else {
                    "┼"
                };
            }
            text += "───";
        }
        text += if row == 0 {
            "┐\n"
        } else if row == field.rows {
            "┘\n"
        } else {
            "┤\n"
        };
        if row == field.rows {
            break;
        }
        for col in 0..field.cols {
            let square = (row, col);
            let shown = if is_lost && field.mines.contains(&square) {
                "*".to_owned()
            } else if flags.contains(&square) {
                "¶".to_owned()
            } else if !open.contains(&square) {
                " ".to_owned()
            } else {
                field.adjacent(square).to_string().replace('0', "▓")
            };
            text += &format!("│ {shown} ");
        }
        text += "│\n";
    }
    let mut line = message.to_owned();
    while line.len() + 1 < usize::try_from(field.cols * 4).expect("small") {
        line += " ";
    }
    let bar = "═".repeat(line.len());
    text + &format!("╔{bar}╗\n║{line}║\n╚{bar}╝\n")
}

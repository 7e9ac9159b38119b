//! Draws random fields and lines of input.

use std::ops::RangeInclusive;

use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
};

use crate::model::Field;

/// Draws fields with any number of mines, mostly few. `sides` is the range of rows and of columns.
pub fn field_of(sides: RangeInclusive<i32>) -> impl Strategy<Value = Field> {
    (sides.clone(), sides).prop_flat_map(|(rows, cols)| {
        let max = usize::try_from(rows * cols - 1)
            .expect("a small number")
            .max(1);
        let count = prop_oneof![1..=max.min(6), 1..=max];
        let mines = count.prop_flat_map(move |count| vec((0..rows, 0..cols), count));
        mines.prop_map(move |mines| Field { rows, cols, mines })
    })
}

pub fn field() -> impl Strategy<Value = Field> {
    field_of(5..=10)
}

/// Draws whitespace between tokens.
fn gap() -> impl Strategy<Value = String> {
    let characters = vec![
        ' ', '\t', '\u{b}', '\u{1c}', '\u{1f}', '\u{1680}', '\u{2003}', '\u{205f}', '\u{3000}',
    ];
    prop_oneof![6 => Just(" ".to_owned()), 1 => vec(select(characters), 1..4).prop_map(String::from_iter)]
}

/// Draws whitespace before or after the tokens of a line, in most cases none.
fn edge() -> impl Strategy<Value = String> {
    prop_oneof![6 => Just(String::new()), 1 => gap()]
}

/// Draws a command word with a square, or an unknown word.
fn word() -> impl Strategy<Value = String> {
    let words = vec![
        "reveal", "r", "mark", "m", "guess", "g", "mark", "m", "guess", "g", "R", "marks", "x",
    ];
    select(words).prop_map(str::to_owned)
}

/// Draws a row or column, or an odd token.
fn number() -> impl Strategy<Value = String> {
    let odd = "-1|10|+3|007|-0|2147483647|2147483648|-2147483649|x|1.0|-|0x1|1_0|٣||5 5|\u{a0}1|💣|\0|\u{1b}[2J";
    let odd_tokens: Vec<&str> = odd.split('|').collect();
    prop_oneof![12 => (0..11).prop_map(|number: i32| number.to_string()), 1 => select(odd_tokens).prop_map(str::to_owned)]
}

/// Draws a line of input for the editions of the UGA assignment.
pub fn line() -> impl Strategy<Value = String> {
    let move_line = (edge(), word(), gap(), number(), gap(), number(), edge())
        .prop_map(|(a, word, b, row, c, col, d)| format!("{a}{word}{b}{row}{c}{col}{d}"));
    let words = vec![
        "nofog", "help", "h", "nofog 1", "NOFOG", "", " ", "r 1", "m", "h h", "quit 0",
    ];
    let other = (edge(), select(words), edge()).prop_map(|(a, word, b)| format!("{a}{word}{b}"));
    let quit = select(vec!["q", "quit"]).prop_map(str::to_owned);
    let anything = "[^\n\r\u{85}\u{2028}\u{2029}]{0,12}";
    prop_oneof![60 => move_line, 20 => other, 2 => quit, 5 => anything]
}

/// Draws winning moves in any order. The lines between them may undo a move. Half of the inputs end
/// with all moves again, and therefore win.
pub fn winning_lines(field: &Field) -> impl Strategy<Value = Vec<String>> + use<> {
    let winning_move = |(row, col)| {
        let word = ["r", "m"][usize::from(field.mines.contains(&(row, col)))];
        format!("{word} {row} {col}")
    };
    let moves: Vec<String> = field.squares().into_iter().map(winning_move).collect();
    let again = moves.clone();
    let squares = field.squares();
    let undo = (select(squares), select(vec!["m", "g"]))
        .prop_map(|((row, col), word)| format!("{word} {row} {col}"));
    let harmless =
        select(vec!["h", "nofog", "bad", "r 99 0", "r 0 x", "help"]).prop_map(str::to_owned);
    let noise = vec(
        (any::<Index>(), prop_oneof![5 => harmless, 1 => undo]),
        0..40,
    );
    (Just(moves).prop_shuffle(), noise, any::<bool>()).prop_map(
        move |(mut lines, noise, is_repeated)| {
            for (place, line) in noise {
                lines.insert(place.index(lines.len() + 1), line);
            }
            if is_repeated {
                lines.extend(again.clone());
            }
            lines
        },
    )
}

pub fn line_end() -> impl Strategy<Value = &'static str> {
    let ends = vec!["\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"];
    prop_oneof![8 => Just("\n"), 2 => select(ends)]
}

/// Joins lines with line ends, which are used in turn.
pub fn input(lines: &[String], ends: &[&str]) -> String {
    let mut input = String::new();
    for (index, line) in lines.iter().enumerate() {
        let mut end = ends[index % ends.len()];
        // A line feed right after a carriage return would belong to the same line end.
        if input.ends_with('\r') && line.is_empty() && end == "\n" {
            end = "\r";
        }
        input += line;
        input += end;
    }
    input
}

/// Draws the right line for each square of a field, in any order, with up to 12 other lines between
/// them: `safe` and `mine` return the lines for a square, `other` are further lines.
pub fn dialect_lines(
    field: &Field,
    safe: fn(i32, i32) -> String,
    mine: fn(i32, i32) -> String,
    other: Vec<&'static str>,
) -> impl Strategy<Value = Vec<String>> + use<> {
    let (mut right_moves, mut all_moves) = (Vec::new(), Vec::new());
    for (row, col) in field.squares() {
        let is_mine = field.mines.contains(&(row, col));
        let line = if is_mine { mine } else { safe };
        right_moves.push(line(row, col));
        all_moves.extend([safe(row, col), mine(row, col)]);
    }
    let noise = prop_oneof![3 => select(other).prop_map(str::to_owned), 2 => select(all_moves)];
    (
        Just(right_moves).prop_shuffle(),
        vec((any::<Index>(), noise), 0..12),
    )
        .prop_map(|(mut lines, noise)| {
            for (place, line) in noise {
                lines.insert(place.index(lines.len() + 1), line);
            }
            lines
        })
}

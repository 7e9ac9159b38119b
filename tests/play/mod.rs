//! Games on the standard streams.

mod conversation;
mod endless;
mod failures;
mod nonblocking;
mod outcomes;
mod rounds;
mod terminal;

use crate::support::{QUIT, Test};

/// Returns the output of the game of [`crate::support::SEED`] before its first command.
fn beginning() -> String {
    let out = Test::game().found().text();
    out.strip_suffix(QUIT).expect("the end").to_owned()
}

/// Returns the output of a round with this number of completed rounds and these rows.
fn round(rounds: u32, rows: [&str; 5]) -> String {
    let mut text = format!("\n Rounds Completed: {rounds}\n\n");
    for (index, row) in rows.iter().enumerate() {
        text = text + " " + &index.to_string() + " |" + row + "|\n";
    }
    text + "     0   1   2   3   4   5 \n\nminesweeper-alpha: "
}

/// A row of covered squares.
const BLANK: &str = "   |   |   |   |   |   ";

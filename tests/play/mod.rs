//! The line loop on the standard streams.

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
    let first = out.strip_suffix(QUIT).expect("the end of a game");
    first.to_owned()
}

fn round(rounds: u32, rows: [&str; 5]) -> String {
    let mut text = format!("\n Rounds Completed: {rounds}\n\n");
    for (index, row) in rows.iter().enumerate() {
        text = text + " " + &index.to_string() + " |" + row + "|\n";
    }
    text + "     0   1   2   3   4   5 \n\nminesweeper-alpha: "
}

const BLANK: &str = "   |   |   |   |   |   ";

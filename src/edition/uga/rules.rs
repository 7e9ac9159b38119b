//! The differences between the editions of the UGA assignment: texts, limits, and functions for
//! the conditions for a win and the scores.

use super::command::InvalidCommand;
use crate::{
    edition::start_error::StartError,
    field::{FieldLimits, SeedError, SeedFile},
    game::{Board, Stream},
};

/// The rules of an edition. Texts include the blank lines before and after them.
#[derive(Debug)]
pub struct Rules {
    /// Name of the Java class that students start.
    pub driver: &'static str,
    pub limits: FieldLimits,
    /// Printed once, before the first round.
    pub welcome: &'static str,
    /// Text after the last column number.
    pub columns_end: &'static str,
    pub commands: &'static str,
    /// Printed for the command `quit` and at the end of the input.
    pub quit: &'static str,
    /// Printed when a mine is revealed.
    pub game_over: &'static str,
    /// Printed when the game is won, before the score.
    pub game_won: &'static str,
    pub after_score: &'static str,
    pub invalid_line: InvalidLine,
    pub is_won: fn(&Board) -> bool,
    /// Returns the score of a game that was won after this number of rounds (at least 1).
    pub score: fn(&Board, u64) -> String,
    /// The stream of the message about wrong arguments.
    pub usage_stream: Stream,
    pub seed_error: fn(&SeedFile, SeedError) -> StartError,
}

/// The response to an invalid line.
#[derive(Debug)]
pub struct InvalidLine {
    pub stream: Stream,
    /// Appends the response to a buffer.
    pub append_response: fn(&InvalidCommand<'_>, &mut Vec<u8>),
    /// True if the round counts as completed. Otherwise it is printed again and does not count.
    pub completes_round: bool,
}

pub const RULES_2022_SP: Rules = Rules {
    driver: "MinesweeperDriver",
    limits: FieldLimits {
        sides: 5..=10,
        area: 100,
        min_mines: 1,
        min_safe: 1,
    },
    welcome: include_str!("../../../resources/uga/welcome-2022.sp.txt"),
    columns_end: " ",
    commands: concat!("\n", include_str!("../../../resources/uga/commands.txt")),
    quit: concat!("\n", include_str!("../../../resources/uga/quit.txt")),
    game_over: concat!(
        "\n",
        include_str!("../../../resources/uga/gameover.txt"),
        "\n"
    ),
    game_won: concat!("\n", include_str!("../../../resources/uga/gamewon.txt")),
    after_score: "\n\n",
    invalid_line: InvalidLine {
        stream: Stream::Error,
        append_response: append_error,
        completes_round: false,
    },
    is_won: every_square_is_settled,
    score: score_in_percent,
    usage_stream: Stream::Error,
    seed_error: StartError::of_seed,
};

pub const RULES_2025_SP: Rules = Rules {
    driver: "MinesweeperRunner",
    welcome: include_str!("../../../resources/uga/welcome-2025.sp.txt"),
    ..RULES_2022_SP
};

pub const RULES_2019_FA: Rules = Rules {
    limits: FieldLimits {
        sides: 5..=usize::MAX,
        area: 10_000_000,
        min_mines: 1,
        min_safe: 0,
    },
    welcome: include_str!("../../../resources/uga/welcome-2019.fa.txt"),
    // Two spaces as in the course's expected output; the rendered assignment shows none.
    columns_end: "  ",
    quit: concat!(
        "\n",
        include_str!("../../../resources/uga/quit-2019.fa.txt")
    ),
    game_over: concat!(
        "\n",
        include_str!("../../../resources/uga/gameover-2019.fa.txt"),
        "\n"
    ),
    after_score: "\n\n\n",
    invalid_line: InvalidLine {
        stream: Stream::Output,
        append_response: append_not_recognized,
        completes_round: true,
    },
    is_won: every_mine_is_marked,
    score: score_by_guesses,
    usage_stream: Stream::Output,
    seed_error: seed_error_in_fall_2019,
    ..RULES_2022_SP
};

/// Prefix of the response to an invalid line since 2022.
pub const INVALID_COMMAND: &str = "Invalid Command: ";

/// Appends the response since 2022, which names the error.
fn append_error(invalid: &InvalidCommand<'_>, out: &mut Vec<u8>) {
    out.push(b'\n');
    out.extend(INVALID_COMMAND.as_bytes());
    invalid.append_to(out);
    out.push(b'\n');
}

/// Appends the response of 2019, which is the same for all errors.
fn append_not_recognized(_: &InvalidCommand<'_>, out: &mut Vec<u8>) {
    out.extend("\nಠ_ಠ says, \"Command not recognized!\"\n".as_bytes());
}

/// Converts an error as in fall 2019: a size that is not allowed is not a failure, by the
/// assignment's section on the constructor, and all other errors have the same message.
#[expect(
    clippy::needless_pass_by_value,
    reason = "it has the signature of `Rules::seed_error`"
)]
fn seed_error_in_fall_2019(file: &SeedFile, error: SeedError) -> StartError {
    match error {
        SeedError::Size => StartError::SizeInFall2019,
        _ => StartError::SeedInFall2019 {
            path: file.name().to_owned(),
        },
    }
}

/// Reports whether a game is won by the rule since 2022: every square with a mine is marked and
/// every other square is revealed.
fn every_square_is_settled(board: &Board) -> bool {
    let tally = board.tally();
    // Revealed squares have no mines: revealing a mine ends the game.
    tally.revealed + tally.marked_mines == board.size().area()
}

/// Reports whether a game is won by the rule of 2019: every square with a mine is marked, and no
/// other square.
fn every_mine_is_marked(board: &Board) -> bool {
    let mine_count = board.minefield().mine_count();
    let tally = board.tally();
    tally.marked_mines == mine_count && tally.marked == mine_count
}

/// Computes the score since 2022: 100 * squares / rounds, with two decimals. Exact halves are
/// rounded up as in Java. Uses integers because `format!` rounds halves of an `f64` to even.
fn score_in_percent(board: &Board, rounds: u64) -> String {
    let dividend = 100 * 100 * board.size().area() as u64;
    // Adding half of the divisor rounds to the nearest integer.
    let hundredths = (2 * dividend + rounds) / (2 * rounds);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Computes the score of 2019: squares + (mines - guesses) / rounds, where the integer division
/// truncates toward zero.
fn score_by_guesses(board: &Board, rounds: u64) -> String {
    let minefield = board.minefield();
    let signed = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let area = signed(minefield.size().area());
    let mines = signed(minefield.mine_count());
    let guesses = signed(board.tally().guessed);
    let rounds = i64::try_from(rounds).unwrap_or(i64::MAX);
    (area + (mines - guesses) / rounds).to_string()
}

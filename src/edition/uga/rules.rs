//! What differs between the editions of the UGA assignment: data and small
//! functions, among them the conditions for a win and the scores.

use super::command::Command;
use super::game::WinCondition;
use super::invalid_command::InvalidCommand;
use crate::edition::setup::seed_error;
use crate::edition::start_error::StartError;
use crate::field::minefield::{FieldLimits, Size};
use crate::field::seed_error::SeedError;
use crate::field::seed_file::SeedFile;
use crate::game::board::Board;
use crate::game::sink::Stream;

/// The data of an edition. The texts are whole: with the blank
/// lines before and after them.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// The class that the assignment has students start.
    pub(crate) driver: &'static str,
    /// The minefields that can be played.
    pub(crate) limits: FieldLimits,
    /// Printed once, before the first round.
    pub(crate) welcome: &'static str,
    /// What follows the last column number on its line.
    pub(crate) columns_end: &'static str,
    /// Printed for the command `help`.
    pub(crate) commands: &'static str,
    /// Printed for the command `quit` and at the end of the input.
    pub(crate) quit: &'static str,
    /// Printed when a mine was revealed.
    pub(crate) game_over: &'static str,
    /// Printed when the game is won, before the score and `after_score`.
    pub(crate) game_won: &'static str,
    /// Printed after the score.
    pub(crate) after_score: &'static str,
    /// Reads a line of input for a grid of the given size.
    pub(crate) parse: fn(&[u8], Size) -> Result<Command, InvalidCommand<'_>>,
    /// What a line does that is no command.
    pub(crate) invalid_line: InvalidLine,
    /// Whether a game is won.
    pub(crate) is_won: WinCondition,
    /// The score of a game that is won in so many rounds.
    pub(crate) score: fn(&Board, u64) -> String,
    /// Where errors are printed that leave no game to be played.
    pub(crate) errors: Stream,
    /// The error for a seed file that cannot be played.
    pub(crate) seed_error: fn(&SeedFile, SeedError) -> StartError,
}

/// What a line does that is no command.
#[derive(Clone, Debug)]
pub(crate) struct InvalidLine {
    /// Where it is answered.
    pub(crate) stream: Stream,
    /// Appends the answer.
    pub(crate) answer: fn(&InvalidCommand<'_>, &mut Vec<u8>),
    /// What becomes of the round.
    pub(crate) round: Round,
}

/// What becomes of a round in which nothing was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Round {
    /// It is over.
    Completed,
    /// It is shown again.
    Restarted,
}

/// The rules of spring 2022.
pub(crate) const RULES_2022_SP: Rules = Rules {
    driver: "MinesweeperDriver",
    limits: FieldLimits {
        sides: 5..=10,
        area: 100,
        fewest_mines: 1,
        fewest_safe: 1,
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
    parse: super::command::parse,
    invalid_line: InvalidLine {
        stream: Stream::Error,
        answer: what_is_wrong,
        round: Round::Restarted,
    },
    is_won: every_square_is_settled,
    score: score_in_percent,
    errors: Stream::Error,
    seed_error,
};

/// The rules of spring 2025.
pub(crate) const RULES_2025_SP: Rules = Rules {
    driver: "MinesweeperRunner",
    welcome: include_str!("../../../resources/uga/welcome-2025.sp.txt"),
    ..RULES_2022_SP
};

/// The rules of fall 2019.
pub(crate) const RULES_2019_FA: Rules = Rules {
    limits: FieldLimits {
        sides: 5..=usize::MAX,
        area: 10_000_000,
        fewest_mines: 1,
        fewest_safe: 0,
    },
    welcome: include_str!("../../../resources/uga/welcome-2019.fa.txt"),
    // The course's expected output of that term has two spaces; its document,
    // as rendered, shows none.
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
        answer: not_recognized,
        round: Round::Completed,
    },
    is_won: every_mine_is_marked,
    score: score_by_guesses,
    errors: Stream::Output,
    seed_error: seed_error_in_fall_2019,
    ..RULES_2022_SP
};

/// What begins the line that answers an invalid command.
pub(crate) const INVALID_COMMAND: &str = "Invalid Command: ";

/// The answer since 2022: what is wrong with the line.
fn what_is_wrong(invalid: &InvalidCommand<'_>, out: &mut Vec<u8>) {
    out.push(b'\n');
    out.extend_from_slice(INVALID_COMMAND.as_bytes());
    invalid.append_to(out);
    out.push(b'\n');
}

/// The answer in 2019, the same to all.
fn not_recognized(_: &InvalidCommand<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice("\nಠ_ಠ says, \"Command not recognized!\"\n".as_bytes());
}

/// In fall 2019 a bad size is no failure, as the document has it where the
/// constructor is described, and all other faults of a seed file have one
/// message.
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

/// The condition for a win since 2022: every square with a mine is marked and
/// every other one is revealed.
fn every_square_is_settled(board: &Board, _: Command) -> bool {
    let (minefield, tally) = (board.minefield(), board.tally());
    // A square with a mine is never revealed without the game being lost.
    tally.revealed + tally.marked_mines == minefield.size().area()
}

/// The condition for a win in 2019: every mine is marked, and nothing else.
fn every_mine_is_marked(board: &Board, _: Command) -> bool {
    let (minefield, tally) = (board.minefield(), board.tally());
    tally.marked_mines == minefield.mine_count() && tally.marked == minefield.mine_count()
}

/// The score since 2022: 100 times the number of squares by the number of
/// rounds, an exact half of the last decimal rounded up as Java does. In whole
/// numbers: formatting a floating-point number would round it to even.
fn score_in_percent(board: &Board, rounds: u64) -> String {
    let twice = 2 * 100 * 100 * board.minefield().size().area() as u64;
    let hundredths = (twice + rounds) / (2 * rounds);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The score in 2019: the number of squares, and what is left of the number of
/// mines without that of guesses when it is divided by the number of rounds.
fn score_by_guesses(board: &Board, rounds: u64) -> String {
    let minefield = board.minefield();
    let signed = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let area = signed(minefield.size().area());
    let spared = signed(minefield.mine_count()) - signed(board.tally().guessed);
    let rounds = i64::try_from(rounds).unwrap_or(i64::MAX);
    (area + spared / rounds).to_string()
}

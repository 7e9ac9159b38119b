//! The editions of the assignment of the University of Georgia: one set of
//! rules, played by [`mod@crate::play`], with different data.

use crate::console::Console;
use crate::edition::{Edition, PlayOption, SEED_ENDING, Setup};
use crate::error::Error;
use crate::game::Game;
use crate::minefield::Limits;
use crate::play;
use crate::rules::{InvalidLine, Refusal, Rules};
use crate::sample::{self, Act, Kind, Sampler};
use crate::screen;
use crate::seed::{self, Malformed, SeedError};

/// CSCI-1302 in spring 2022.
pub const V2022_SP: Edition = Edition {
    name: "2022.sp",
    summary: "CSCI-1302 Minesweeper Alpha, spring 2022 (SEED or --random); the default",
    options: OPTIONS,
    generates: Some(GENERATED),
    case_ending: SEED_ENDING,
    prompts: &[screen::PROMPT],
    sampler: SAMPLER,
    play: |setup, console| start(&RULES_2022_SP, setup, console),
};

/// CSCI-1302 in spring 2025.
pub const V2025_SP: Edition = Edition {
    name: "2025.sp",
    summary: "CSCI-1302 Minesweeper Alpha, spring 2025 (SEED or --random)",
    options: OPTIONS,
    generates: Some(GENERATED),
    case_ending: SEED_ENDING,
    prompts: &[screen::PROMPT],
    sampler: SAMPLER,
    play: |setup, console| start(&RULES_2025_SP, setup, console),
};

/// CSCI-1302 in fall 2019.
pub const V2019_FA: Edition = Edition {
    name: "2019.fa",
    summary: "CSCI-1302 Minesweeper Alpha, fall 2019, fields of any size (SEED or --random)",
    options: OPTIONS,
    generates: Some(GENERATED_2019_FA),
    case_ending: SEED_ENDING,
    prompts: &[screen::PROMPT],
    sampler: SAMPLER_2019_FA,
    play: |setup, console| start(&RULES_2019_FA, setup, console),
};

/// The fields whose seeds can be generated: one square at least has no mine.
const GENERATED: Limits = RULES_2022_SP.limits;

/// The same for fall 2019, which plays fields full of mines too.
const GENERATED_2019_FA: Limits = Limits {
    fewest_free: 1,
    ..RULES_2019_FA.limits
};

const SAMPLER: Sampler = Sampler {
    sides: 5..=10,
    seed: sample::seed,
    act: sample_act,
    texts: &[
        "nofog",
        "nofog",
        "nofog",
        "h",
        "help",
        "q",
        "quit",
        "",
        "   ",
        "\t",
        "R 0 0",
        "reveal",
        "r 0",
        "m 1",
        "r 0 0 0",
        "r x 0",
        "m 0 x",
        "g 1.5 0",
        "r 2147483648 0",
        "m 0 -1",
        "g +1 01",
        "  r   1  1  ",
        "nofog 1",
        "help me",
        "quit 1",
        "fog",
        "F 0 0",
        "0 0",
        "r,0,0",
    ],
    tie: Some(tie),
};

const SAMPLER_2019_FA: Sampler = Sampler {
    sides: 5..=12,
    tie: None,
    ..SAMPLER
};

/// The line for a move in a random game.
fn sample_act(act: &Act) -> String {
    let word = match (act.kind, act.long) {
        (Kind::Reveal, false) => "r",
        (Kind::Reveal, true) => "reveal",
        (Kind::Mark, false) => "m",
        (Kind::Mark, true) => "mark",
        (Kind::Guess, false) => "g",
        (Kind::Guess, true) => "guess",
    };
    format!("{word} {} {}", act.row, act.col)
}

/// A number of rounds, if there is one that is not large, after which the
/// score on so many squares is an exact half above an even last decimal.
fn tie(area: usize) -> Option<usize> {
    let thousandths = 100_000 * area;
    (area..4 * area)
        .find(|&rounds| thousandths.is_multiple_of(rounds) && thousandths / rounds % 20 == 5)
}

const OPTIONS: &[PlayOption] = &[PlayOption::Random, PlayOption::RngSeed];

/// The rules of spring 2022.
pub const RULES_2022_SP: Rules = Rules {
    driver: "MinesweeperDriver",
    limits: Limits {
        sides: 5..=10,
        area: 100,
        fewest_mines: 1,
        fewest_free: 1,
    },
    welcome: include_str!("../../resources/uga/welcome-2022.sp.txt"),
    columns_end: " ",
    commands: concat!("\n", include_str!("../../resources/uga/commands.txt")),
    quit: concat!("\n", include_str!("../../resources/uga/quit.txt")),
    game_over: concat!("\n", include_str!("../../resources/uga/gameover.txt"), "\n"),
    game_won: concat!("\n", include_str!("../../resources/uga/gamewon.txt")),
    after_score: "\n\n",
    invalid_line: InvalidLine::RestartsRound,
    is_won: every_square_is_settled,
    score: score_in_percent,
    refuse: refuse_on_standard_error,
};

const RULES_2025_SP: Rules = Rules {
    driver: "MinesweeperRunner",
    welcome: include_str!("../../resources/uga/welcome-2025.sp.txt"),
    ..RULES_2022_SP
};

const RULES_2019_FA: Rules = Rules {
    limits: Limits {
        sides: 5..=usize::MAX,
        area: 10_000_000,
        fewest_mines: 1,
        fewest_free: 0,
    },
    welcome: include_str!("../../resources/uga/welcome-2019.fa.txt"),
    columns_end: "  ",
    quit: concat!("\n", include_str!("../../resources/uga/quit-2019.fa.txt")),
    game_over: concat!(
        "\n",
        include_str!("../../resources/uga/gameover-2019.fa.txt"),
        "\n"
    ),
    after_score: "\n\n\n",
    invalid_line: InvalidLine::CompletesRound("\nಠ_ಠ says, \"Command not recognized!\"\n"),
    is_won: every_mine_is_marked,
    score: score_by_guesses,
    refuse: refuse_on_standard_output,
    ..RULES_2022_SP
};

/// Begins a game of a seed file or a random one.
fn start(rules: &Rules, setup: &Setup, console: &mut Console) -> Result<u8, Error> {
    let minefield = match (&setup.random, setup.files.as_slice()) {
        (Some(field), []) => field.place(&rules.limits, &mut setup.rng()?)?,
        (None, []) if setup.rng_seed.is_some() => {
            return Err(Error::Options("--rng-seed needs --random".to_owned()));
        }
        (_, [path]) => {
            setup.file(&[])?;
            match seed::load(path, &rules.limits) {
                Ok(minefield) => minefield,
                Err(error) => return (rules.refuse)(rules, Refusal::Seed(path, error), console),
            }
        }
        (_, _) => return (rules.refuse)(rules, Refusal::Usage, console),
    };
    play::play(rules, minefield, console)?;
    Ok(0)
}

fn refuse_on_standard_error(rules: &Rules, refusal: Refusal, _: &mut Console) -> Result<u8, Error> {
    Err(match refusal {
        Refusal::Usage => Error::Usage {
            driver: rules.driver,
        },
        Refusal::Seed(path, error) => Error::seed(path, error),
    })
}

/// In fall 2019 everything is printed on standard output, a bad size is no
/// failure, and all other faults of a seed file have one message.
fn refuse_on_standard_output(
    rules: &Rules,
    refusal: Refusal,
    console: &mut Console,
) -> Result<u8, Error> {
    let status = match refusal {
        Refusal::Usage => {
            let error = Error::Usage {
                driver: rules.driver,
            };
            console.print_message(&error)?;
            error.status()
        }
        Refusal::Seed(_, SeedError::Malformed(size @ Malformed::Size)) => {
            console.print(format!("\nಠ_ಠ says, \"{size}\"\n").as_bytes())?;
            0
        }
        Refusal::Seed(path, _) => {
            console.print(b"Cannot create game with ")?;
            console.print(path.as_encoded_bytes())?;
            console.print(b", because it is not formatted correctly.\n\n")?;
            1
        }
    };
    console.flush()?;
    Ok(status)
}

/// The condition for a win since 2022: every square with a mine is marked and
/// every other one is revealed.
fn every_square_is_settled(game: &Game) -> bool {
    let (minefield, tally) = (game.minefield(), game.tally());
    // A square with a mine is never revealed without the game being lost.
    tally.revealed + tally.marked_mines == minefield.size().area()
}

/// The condition for a win in 2019: every mine is marked, and nothing else.
fn every_mine_is_marked(game: &Game) -> bool {
    let (minefield, tally) = (game.minefield(), game.tally());
    tally.marked_mines == minefield.mine_count() && tally.marked == minefield.mine_count()
}

/// The score since 2022: 100 times the number of squares by the number of
/// rounds, an exact half of the last decimal rounded up as Java does. In whole
/// numbers: formatting a floating-point number would round it to even.
fn score_in_percent(game: &Game) -> String {
    let twice = 2 * 100 * 100 * game.minefield().size().area() as u64;
    let rounds = game.rounds();
    let hundredths = (twice + rounds) / (2 * rounds);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// The score in 2019: the number of squares, and what is left of the number of
/// mines without that of guesses when it is divided by the number of rounds.
fn score_by_guesses(game: &Game) -> String {
    let minefield = game.minefield();
    let signed = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let area = signed(minefield.size().area());
    let spared = signed(minefield.mine_count()) - signed(game.tally().guessed);
    let rounds = i64::try_from(game.rounds()).unwrap_or(i64::MAX);
    (area + spared / rounds).to_string()
}

//! The editions of the University of Georgia's assignment (UGA): one game with different data.

pub mod command;
pub mod frame;
mod game;
pub mod printer;
pub mod rules;
mod session;
mod text_rules;

use super::{
    play_option::PlayOption,
    row::{
        CommandWords, Dialect, Edition, ErrorText, MarkingAgain, Moves, OutputFormat, SEED_ENDING,
        Started, ToWin,
    },
    setup::Setup,
    start_error::StartError,
};
use crate::field::{FieldLimits, Minefield, SEED_MALFORMED, SEED_NOT_FOUND, seed};
use rules::{RULES_2019_FA, RULES_2022_SP, RULES_2025_SP, Rules};
use session::UgaSession;

const MOVES_SINCE_2022: Moves = Moves {
    field: |setup| field(&RULES_2022_SP, setup),
    begin: |_, minefield| Box::new(UgaSession::new(&RULES_2022_SP, minefield)),
    text: seed::text,
    reveal: |square| format!("r {} {}", square.row, square.col),
    mark: |square| format!("m {} {}", square.row, square.col),
    guess: Some(|square| format!("g {} {}", square.row, square.col)),
    nofog: Some("nofog"),
    marking_again: MarkingAgain::Nothing,
    to_win: ToWin::Both,
    first_index: 0,
};

/// Command words, the same in all editions.
const COMMANDS: [CommandWords; 6] = [
    on_square("reveal", "r"),
    on_square("mark", "m"),
    on_square("guess", "g"),
    alone("nofog", "nofog"),
    alone("help", "h"),
    alone("quit", "q"),
];

const fn on_square(long: &'static str, short: &'static str) -> CommandWords {
    CommandWords {
        long,
        short,
        has_square: true,
    }
}

const fn alone(long: &'static str, short: &'static str) -> CommandWords {
    CommandWords {
        long,
        short,
        has_square: false,
    }
}

/// CSCI-1302 in spring 2022.
pub const V2022_SP: Edition = Edition {
    name: "2022.sp",
    summary: "CSCI-1302 Minesweeper Alpha, spring 2022 (SEED or --random); the default",
    dialect: Dialect::Uga,
    options: &[PlayOption::Random, PlayOption::RngSeed],
    fields: RULES_2022_SP.limits,
    generates: Some(with_a_safe_square(RULES_2022_SP.limits)),
    case_ending: SEED_ENDING,
    format: OutputFormat {
        prompts: &[frame::PROMPT],
        commands: &COMMANDS,
        round: Some(frame::ROUND),
        messages: &[SEED_MALFORMED, rules::INVALID_COMMAND],
        version: Some("|_| v"),
        errors: &[
            ErrorText {
                text: "Invalid Command: Command not recognized!",
                name: "unknown command",
            },
            ErrorText {
                text: "Invalid Command: For input string: ",
                name: "bad number",
            },
            ErrorText {
                text: "Invalid Command: Index ",
                name: "square outside the grid",
            },
            ErrorText {
                text: SEED_MALFORMED,
                name: "malformed seed",
            },
            ErrorText {
                text: SEED_NOT_FOUND,
                name: "missing seed file",
            },
        ],
        statuses: &[0, 1, 2, 3, 4],
        text_rule: text_rules::since_2022,
        stream_rule: "The game goes to standard output, each error with its blank line to standard error.",
    },
    random: |setup| setup.random,
    start: |setup| start(&RULES_2022_SP, setup),
    moves: Some(MOVES_SINCE_2022),
};

/// CSCI-1302 in spring 2025.
pub const V2025_SP: Edition = Edition {
    name: "2025.sp",
    summary: "CSCI-1302 Minesweeper Alpha, spring 2025 (SEED or --random)",
    start: |setup| start(&RULES_2025_SP, setup),
    moves: Some(Moves {
        field: |setup| field(&RULES_2025_SP, setup),
        begin: |_, minefield| Box::new(UgaSession::new(&RULES_2025_SP, minefield)),
        ..MOVES_SINCE_2022
    }),
    ..V2022_SP
};

/// CSCI-1302 in fall 2019.
pub const V2019_FA: Edition = Edition {
    name: "2019.fa",
    summary: "CSCI-1302 Minesweeper Alpha, fall 2019, large fields (SEED or --random)",
    fields: RULES_2019_FA.limits,
    generates: Some(with_a_safe_square(RULES_2019_FA.limits)),
    format: OutputFormat {
        messages: &[],
        errors: &[
            ErrorText {
                text: "ಠ_ಠ says, \"Command not recognized!\"",
                name: "unknown command",
            },
            ErrorText {
                text: "ಠ_ಠ says, \"Cannot create a mine field",
                name: "size that is not allowed",
            },
            ErrorText {
                text: "Cannot create game with ",
                name: "malformed seed",
            },
        ],
        statuses: &[0, 1, 4],
        text_rule: text_rules::in_2019,
        stream_rule: "Everything goes to standard output, errors too.",
        ..V2022_SP.format
    },
    start: |setup| start(&RULES_2019_FA, setup),
    moves: Some(Moves {
        field: |setup| field(&RULES_2019_FA, setup),
        begin: |_, minefield| Box::new(UgaSession::new(&RULES_2019_FA, minefield)),
        to_win: ToWin::Marks,
        ..MOVES_SINCE_2022
    }),
    ..V2022_SP
};

/// Restricts the limits to fields with a square without a mine, as `--gen` draws them.
const fn with_a_safe_square(limits: FieldLimits) -> FieldLimits {
    FieldLimits {
        min_safe: 1,
        ..limits
    }
}

/// Begins a game on the field of a seed file or on a random field.
///
/// # Errors
///
/// The seed file is invalid, or a random field of this size cannot be drawn.
pub fn start(rules: &'static Rules, setup: &Setup) -> Started {
    let minefield = field(rules, setup)?;
    Ok(Box::new(UgaSession::new(rules, minefield)))
}

/// Returns the rules of an edition, or `None` if it is not one of the UGA editions.
pub fn rules(edition: &Edition) -> Option<&'static Rules> {
    match edition.name {
        "2022.sp" => Some(&RULES_2022_SP),
        "2025.sp" => Some(&RULES_2025_SP),
        "2019.fa" => Some(&RULES_2019_FA),
        _ => None,
    }
}

/// Reads the seed file or draws a random field.
fn field(rules: &Rules, setup: &Setup) -> Result<Minefield, StartError> {
    match (&setup.random, setup.files.as_slice()) {
        (Some(field), []) => field
            .place(&rules.limits, &mut setup.rng()?)
            .map_err(StartError::Random),
        (None, []) if setup.rng_seed.is_some() => Err(StartError::NothingRandom),
        (_, [file]) => {
            // Rejects options that exclude a file.
            setup.file(&[])?;
            seed::load(file, &rules.limits).map_err(|error| (rules.seed_error)(file, error))
        }
        (_, _) => Err(StartError::Usage {
            driver: rules.driver,
            stream: rules.usage_stream,
        }),
    }
}

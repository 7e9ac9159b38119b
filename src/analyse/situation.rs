//! Situations in a game: the line of input before an answer, and the state of the game.

use super::kinds::Row;
use super::output::{Output, Piece};
use crate::edition::row::{Edition, OutputFormat};
use crate::edition::setup::Setup;
use crate::edition::start_error::StartError;
use crate::field::lines::{self, Line};
use crate::field::seed_error::{SeedError, SeedToken};
use crate::field::seed_file::SeedFile;
use crate::field::text::Tokens;
use crate::game::sink::Kind;

/// A situation. Of two that hold in the same places, the first explains more.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Situation {
    Everywhere,
    /// Before the first line of input.
    Start,
    /// With a seed that is refused.
    Refused,
    /// With a fault or a feature of the seed, in words.
    Seed(&'static str),
    /// At the end of the input.
    EndOfInput,
    /// When the game ends with a piece of this kind.
    Over(Kind),
    /// After any invalid line.
    Invalid,
    /// After a line without words.
    BlankLine,
    /// After a line that causes this error.
    Error(Option<u8>),
    /// After any valid command.
    Valid,
    /// After a valid command with this word.
    Command(&'static str),
    /// After a valid command with a square.
    Square,
    /// After an invalid line that begins with this word of a command.
    InvalidCommand(&'static str),
    /// After such a line that causes this error.
    CommandError(&'static str, Option<u8>),
    /// While the mines are shown.
    Fog,
    /// In the answer after one in which the mines are shown.
    AfterFog,
    /// In an answer with a round.
    Round,
    /// On a grid with more columns than rows.
    WideGrid,
    /// On a grid with more rows than columns.
    TallGrid,
    /// In a line of a piece, counted from 0.
    Nth(Kind, u16),
}

/// Returns the situations of each answer of a game.
pub(super) fn of_answers(
    script: &Output,
    input: &[u8],
    seed: &'static str,
    output_format: &'static OutputFormat,
) -> Vec<Vec<Situation>> {
    let mut inputs = lines::split(input);
    let shape = shape(script);
    let mut was_fog = false;
    let mut all = Vec::with_capacity(script.answers.len());
    for (number, answer) in script.answers.iter().enumerate() {
        let mut situations = vec![Situation::Everywhere];
        let mut error = None;
        let mut is_fog = false;
        let mut has_grid = false;
        for line in answer.clone() {
            let Some(piece) = script.lines[line].piece() else {
                continue;
            };
            match piece.kind {
                Kind::Error => error = Some(piece),
                Kind::Win | Kind::Loss | Kind::Quit if piece.nth == 0 => {
                    situations.push(Situation::Over(piece.kind));
                }
                Kind::Grid => {
                    has_grid = true;
                    is_fog |= script.text(line).contains(&b'<');
                }
                _ => {}
            }
        }
        if number == 0 {
            situations.push(Situation::Start);
            if error.is_some() {
                situations.push(Situation::Refused);
            }
            if !seed.is_empty() {
                situations.push(Situation::Seed(seed));
            }
        } else {
            of_line(inputs.next(), error, output_format, &mut situations);
        }
        match shape {
            Some((rows, cols)) if has_grid && cols > rows => situations.push(Situation::WideGrid),
            Some((rows, cols)) if has_grid && cols < rows => situations.push(Situation::TallGrid),
            _ => {}
        }
        if has_grid {
            situations.push(Situation::Round);
        }
        if is_fog {
            situations.push(Situation::Fog);
        } else if was_fog {
            situations.push(Situation::AfterFog);
        }
        was_fog = is_fog;
        situations.sort_unstable();
        all.push(situations);
    }
    all
}

/// Adds the situations of a line of input, and of the end of the input.
fn of_line(
    line: Option<Line<'_>>,
    error: Option<Piece>,
    output_format: &'static OutputFormat,
    situations: &mut Vec<Situation>,
) {
    let text = match line {
        Some(Line::Text(text)) => text,
        Some(Line::TooLong) => b"...",
        Some(Line::End) | None => {
            situations.push(Situation::EndOfInput);
            return;
        }
    };
    let word = Tokens::new(text).next();
    if word.is_none() {
        situations.push(Situation::BlankLine);
    }
    let is_word = |long: &str| word == Some(long.as_bytes());
    let mut commands = output_format.commands.iter();
    let command = commands.find(|command| is_word(command.long) || is_word(command.short));
    match (error, command) {
        (Some(error), command) => {
            situations.extend([Situation::Invalid, Situation::Error(error.error)]);
            if let Some(command) = command {
                situations.push(Situation::InvalidCommand(command.long));
                situations.push(Situation::CommandError(command.long, error.error));
            }
        }
        (None, Some(command)) => {
            situations.extend([Situation::Valid, Situation::Command(command.long)]);
            situations.extend(command.has_square.then_some(Situation::Square));
        }
        (None, None) => {}
    }
}

/// Returns the number of rows and columns of the first grid.
pub(super) fn shape(script: &Output) -> Option<(usize, usize)> {
    let first = script.answers.first()?;
    let of_grid = |line: &usize| script.lines[*line].is(Kind::Grid);
    let rows: Vec<usize> = first.clone().filter(of_grid).collect();
    let row = Row::parse(script.text(*rows.first()?))?;
    Some((rows.len(), row.cells.len()))
}

/// Returns the fault of a seed, or a feature that programs handle in different ways, in words; empty for a plain seed.
pub(super) fn of_seed(edition: &Edition, seed: &[u8]) -> &'static str {
    let file = SeedFile::in_memory("seed.txt", seed.to_vec());
    match edition.start(&Setup::of_file(file)) {
        Ok(_) => of_accepted_seed(seed),
        Err(StartError::SeedMalformed(error)) => match error {
            SeedError::Size => "a size that is not allowed",
            SeedError::Missing { .. } => "a missing number",
            SeedError::NotAnInteger { .. } | SeedError::TooLong { .. } => {
                "a word that is no integer"
            }
            SeedError::OutOfRange {
                place: SeedToken::Mines,
                ..
            } => "a number of mines that is not allowed",
            SeedError::OutOfRange { .. } => "a mine outside the grid",
            _ => "a file that cannot be read",
        },
        Err(StartError::SizeInFall2019) => "a size that is not allowed",
        Err(_) => "a fault",
    }
}

fn of_accepted_seed(seed: &[u8]) -> &'static str {
    let tokens: Vec<&[u8]> = Tokens::new(seed).collect();
    let count = tokens
        .get(2)
        .and_then(|count| str::from_utf8(count).ok()?.parse::<usize>().ok());
    let end = count.map_or(tokens.len(), |count| 3 + 2 * count);
    let mut mines: Vec<&[&[u8]]> = tokens.get(3..end).unwrap_or_default().chunks(2).collect();
    let mine_count = mines.len();
    mines.sort_unstable();
    mines.dedup();
    if mines.len() < mine_count {
        "two mines on one square"
    } else if tokens.len() > end {
        "text after the last mine"
    } else if !seed.ends_with(b"\n") {
        "no line feed at its end"
    } else {
        ""
    }
}

//! One hint below the assignment's own errors, for people at a terminal who did
//! not know what to type.

use std::ffi::OsString;
use std::io::ErrorKind;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, CommandFactory};

use super::arguments::{Arguments, GEN, is_subcommand};
use crate::edition::start_error::StartError;
use crate::io::visible::visible;

/// What leads on from any mistake.
const SEE_HELP: &str = "Hint: `minesweeper-alpha play --screen` opens a menu to play from; see `minesweeper-alpha --help`.\n";

/// What leads on from a game without a seed.
const NO_SEED: &str = "Hint: a game needs a seed file; `minesweeper-alpha play --screen` opens a menu to play from without one; see `minesweeper-alpha play --help`.\n";

/// What leads on from a game of wise2021 without a board.
const NO_BOARD: &str = "Hint: a game of wise2021 needs a board file, NAME.cfg, with lines of . and *; see `minesweeper-alpha play --edition wise2021 --help`.\n";

/// The subcommand that plays a game.
const PLAY: &str = "play";

/// What leads on from the name of standard input, which is here that of a file.
const SEED_FROM_INPUT: &str = "Hint: `minesweeper-alpha play -` reads the seed from standard input; see `minesweeper-alpha play --help`.\n";

/// What takes the name of a subcommand elsewhere, and is none here.
const HELP_WORD: &str = "help";

/// The hint for arguments that did not start a game, if there is one.
pub(crate) fn hint(arguments: &[OsString], error: &StartError) -> Option<String> {
    match (error, arguments) {
        (StartError::Usage { .. }, [word, name, ..]) if word == HELP_WORD => {
            Some(subcommand(name).map_or(SEE_HELP.to_owned(), of_subcommand))
        }
        (StartError::Usage { .. }, [play, ..]) if play == PLAY => {
            let count = seeds(arguments);
            Some(if count > 1 {
                format!(
                    "Hint: a game has one seed file, and {count} were given; see `minesweeper-alpha play --help`.\n"
                )
            } else {
                NO_SEED.to_owned()
            })
        }
        (StartError::NoBoard, _) => Some(NO_BOARD.to_owned()),
        (StartError::Usage { .. }, _) => Some(
            similar(arguments)
                .map(|name| of_similar(&name))
                .or_else(|| of_play(arguments).map(of_option))
                .or_else(|| misspelt(arguments))
                .unwrap_or(SEE_HELP.to_owned()),
        ),
        (StartError::SeedNotFound { .. }, [name]) if name == HELP_WORD => Some(SEE_HELP.to_owned()),
        (StartError::SeedNotFound { .. }, [name]) if name == "-" => {
            Some(SEED_FROM_INPUT.to_owned())
        }
        (StartError::SeedNotFound { .. }, [name, word]) if word == HELP_WORD => {
            subcommand(name).map(of_subcommand)
        }
        // A folder may have the name of a subcommand.
        (StartError::SeedNotFound { source, .. }, [name])
            if source.kind() == ErrorKind::NotFound || subcommand(name).is_some() =>
        {
            if let Some(option) = of_play(arguments) {
                return Some(of_option(option));
            }
            let name = name.to_str()?;
            if !is_subcommand(name) {
                // A path is no word that is misspelt.
                let is_word = !name.contains(['.', '/']);
                let similar = similar(arguments).filter(|_| is_word);
                return misspelt(arguments).or(similar.map(|name| of_similar(&name)));
            }
            match name {
                PLAY => Some(
                    "Hint: `minesweeper-alpha play --screen` opens a menu to play from; see `minesweeper-alpha play --help`.\n".to_owned(),
                ),
                name => Some(format!(
                    "Hint: the subcommand `{name}` needs arguments; see `minesweeper-alpha {name} --help`.\n"
                )),
            }
        }
        _ => None,
    }
}

/// The name of a subcommand, if it is one.
fn subcommand(name: &OsString) -> Option<&str> {
    name.to_str().filter(|name| is_subcommand(name))
}

/// The hint for somebody who wants to know about a subcommand.
fn of_subcommand(name: &str) -> String {
    format!("Hint: see `minesweeper-alpha {name} --help`.\n")
}

/// The hint for an option of `play` that stands without it.
fn of_option(option: &str) -> String {
    format!(
        "Hint: `{option}` is an option of `minesweeper-alpha play`; see `minesweeper-alpha play --help`.\n"
    )
}

/// The hint for a word that is close to this subcommand.
fn of_similar(name: &str) -> String {
    format!("Hint: there is a subcommand `{name}`; see `minesweeper-alpha --help`.\n")
}

/// The hint for an option that is close to `--gen` or to one of `play`.
fn misspelt(arguments: &[OsString]) -> Option<String> {
    let first = arguments.first()?.to_str()?;
    // No option of `play` begins so.
    if first.trim_start_matches('-').starts_with('g') && first.starts_with('-') {
        let first = visible(first.as_bytes());
        return Some(format!(
            "Hint: `{first}` may be `{GEN}`; see `minesweeper-alpha {GEN} --help`.\n"
        ));
    }
    let command = Arguments::command();
    let play = command.find_subcommand(PLAY)?.clone();
    let error = play
        .try_get_matches_from([OsString::from(PLAY)].iter().chain(arguments))
        .err()?;
    let given = visible(text_of(&error, ContextKind::InvalidArg)?.as_bytes());
    let option = text_of(&error, ContextKind::SuggestedArg)?;
    Some(format!(
        "Hint: `{given}` may be `{option}`, an option of `minesweeper-alpha play`; see `minesweeper-alpha play --help`.\n"
    ))
}

/// How many seeds stand behind `play`.
fn seeds(arguments: &[OsString]) -> usize {
    let words = [OsString::from(Arguments::command().get_name())];
    let matches = Arguments::command().try_get_matches_from(words.iter().chain(arguments));
    let matches = matches.ok();
    let play = matches
        .as_ref()
        .and_then(|all| all.subcommand_matches(PLAY));
    play.and_then(|play| play.get_many::<OsString>("seed"))
        .map_or(0, Iterator::count)
}

/// What an error says of this.
fn text_of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    }
}

/// The first of the arguments that is an option of `play`.
fn of_play(arguments: &[OsString]) -> Option<&str> {
    let command = Arguments::command();
    let play = command.find_subcommand(PLAY)?;
    arguments.iter().find_map(|argument| {
        let option = argument.to_str()?.split('=').next()?;
        let name = option.strip_prefix("--")?;
        let mut options = play.get_arguments().filter_map(Arg::get_long);
        options.any(|long| long == name).then_some(option)
    })
}

/// The subcommand that the first of the arguments is close to.
fn similar(arguments: &[OsString]) -> Option<String> {
    let words = [OsString::from(Arguments::command().get_name())];
    let error = Arguments::command()
        .try_get_matches_from(words.iter().chain(arguments))
        .err()?;
    text_of(&error, ContextKind::SuggestedSubcommand)
}

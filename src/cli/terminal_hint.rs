//! One hint below the assignment's own errors, for people at a terminal who did
//! not know what to type.

use std::ffi::OsString;
use std::io::ErrorKind;

use clap::CommandFactory;

use super::arguments::{Arguments, is_subcommand};
use crate::edition::error::StartError;

/// What leads on from any mistake.
const SEE_HELP: &str = "Hint: `minesweeper-alpha play --screen` opens a menu to play from; see `minesweeper-alpha --help`.\n";

/// What leads on from a game without a seed.
const NO_SEED: &str = "Hint: a game needs a seed file; `minesweeper-alpha play --screen` opens a menu to play from without one; see `minesweeper-alpha play --help`.\n";

/// The subcommand that plays a game.
const PLAY: &str = "play";

/// What takes the name of a subcommand elsewhere, and is none here.
const HELP_WORD: &str = "help";

/// The hint for arguments that did not start a game, if there is one.
pub(crate) fn hint(arguments: &[OsString], error: &StartError) -> Option<String> {
    match (error, arguments) {
        (StartError::Usage { .. }, [word, name, ..]) if word == HELP_WORD => {
            let name = name.to_str().filter(|name| is_subcommand(name));
            Some(name.map_or(SEE_HELP.to_owned(), of_subcommand))
        }
        (StartError::Usage { .. }, [play, ..]) if play == PLAY => Some(NO_SEED.to_owned()),
        (StartError::Usage { .. }, _) => Some(match (similar(arguments), of_play(arguments)) {
            (Some(name), _) => {
                format!("Hint: there is a subcommand `{name}`; see `minesweeper-alpha --help`.\n")
            }
            (None, Some(option)) => of_option(option),
            (None, None) => SEE_HELP.to_owned(),
        }),
        (StartError::SeedNotFound { .. }, [name]) if name == HELP_WORD => Some(SEE_HELP.to_owned()),
        (StartError::SeedNotFound { source, .. }, [name])
            if source.kind() == ErrorKind::NotFound =>
        {
            if let Some(option) = of_play(arguments) {
                return Some(of_option(option));
            }
            match name.to_str().filter(|name| is_subcommand(name))? {
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

/// The first of the arguments that is an option of `play`.
fn of_play(arguments: &[OsString]) -> Option<&str> {
    let command = Arguments::command();
    let play = command.find_subcommand("play")?;
    arguments.iter().find_map(|argument| {
        let option = argument.to_str()?.split('=').next()?;
        let name = option.strip_prefix("--")?;
        let mut options = play.get_arguments().filter_map(clap::Arg::get_long);
        options.any(|long| long == name).then_some(option)
    })
}

/// The subcommand that the first of several arguments is close to.
fn similar(arguments: &[OsString]) -> Option<String> {
    let words = [Arguments::command().get_name().to_owned()].map(OsString::from);
    if arguments.len() < 2 {
        return None;
    }
    let error = Arguments::command()
        .try_get_matches_from(words.iter().chain(arguments))
        .err()?;
    match error.get(clap::error::ContextKind::SuggestedSubcommand)? {
        clap::error::ContextValue::String(name) => Some(name.clone()),
        clap::error::ContextValue::Strings(names) => names.first().cloned(),
        _ => None,
    }
}

//! One hint below the assignment's own errors, for people at a terminal who did
//! not know what to type.

use std::ffi::OsString;
use std::io::ErrorKind;

use clap::CommandFactory;

use super::arguments::{Arguments, is_subcommand};
use crate::edition::error::StartError;

const SEE_HELP: &str = "Hint: see `minesweeper-alpha --help`.\n";

/// The hint for arguments that did not start a game, if there is one.
pub(crate) fn hint(arguments: &[OsString], error: &StartError) -> Option<String> {
    match (error, arguments) {
        (StartError::Usage { .. }, _) => Some(match (similar(arguments), of_play(arguments)) {
            (Some(name), _) => {
                format!("Hint: there is a subcommand `{name}`; see `minesweeper-alpha --help`.\n")
            }
            (None, Some(option)) => {
                format!("Hint: `{option}` is an option of `minesweeper-alpha play`.\n")
            }
            (None, None) => SEE_HELP.to_owned(),
        }),
        (StartError::SeedNotFound { .. }, [name]) if name == "help" => Some(SEE_HELP.to_owned()),
        (StartError::SeedNotFound { source, .. }, [name])
            if source.kind() == ErrorKind::NotFound =>
        {
            let name = name.to_str().filter(|name| is_subcommand(name))?;
            Some(format!(
                "Hint: the subcommand `{name}` needs arguments; see `minesweeper-alpha {name} --help`.\n"
            ))
        }
        _ => None,
    }
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

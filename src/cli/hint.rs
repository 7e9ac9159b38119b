//! One hint below the assignment's own errors, for people at a terminal who did
//! not know what to type.

use std::ffi::OsString;
use std::io::ErrorKind;

use clap::CommandFactory;

use super::arguments::Arguments;
use super::request::is_subcommand;
use crate::edition::error::StartError;

/// The hint for arguments that did not start a game, if there is one.
pub(crate) fn hint(arguments: &[OsString], error: &StartError) -> Option<String> {
    match (error, arguments) {
        (StartError::Usage { .. }, _) => Some(match similar(arguments) {
            Some(name) => {
                format!("Hint: there is a subcommand `{name}`; see `minesweeper-alpha --help`.\n")
            }
            None => "Hint: see `minesweeper-alpha --help`.\n".to_owned(),
        }),
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

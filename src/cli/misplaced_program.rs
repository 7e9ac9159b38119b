//! A program among the cases, where the `--` before the command was forgotten.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::error::ErrorKind;

use super::usage_error::UsageError;
use crate::cases::find::find;
use crate::edition::row::Edition;
use crate::edition::table;
use crate::run::program::Program;

/// Looks whether a program is among the cases that were given without a command: the
/// built-in game would be run in its place.
///
/// # Errors
///
/// One is.
pub(super) fn forbid(given: &ArgMatches) -> Result<(), UsageError> {
    // The first path may be a folder that is misspelt, whatever `PATH` knows.
    match among_cases(given, false) {
        Some(program) => Err(UsageError::NoSeparator { program }),
        None => Ok(()),
    }
}

/// The error for arguments that the parser refuses because a program stands among the cases,
/// if that is so: what follows the program is then taken for options of the subcommand.
pub(super) fn of_refused(
    command: clap::Command,
    arguments: &[OsString],
    error: &clap::Error,
) -> Option<UsageError> {
    if !matches!(
        error.kind(),
        ErrorKind::UnknownArgument
            | ErrorKind::MissingRequiredArgument
            | ErrorKind::ArgumentConflict
    ) {
        return None;
    }
    // What stands behind a `--` is the command.
    if arguments.iter().any(|argument| argument == "--") {
        return None;
    }
    let words = [OsString::from(command.get_name())];
    let matches = command
        .ignore_errors(true)
        .try_get_matches_from(words.iter().chain(arguments))
        .ok()?;
    let (_, given) = matches.subcommand()?;
    let paths = given.try_get_many::<PathBuf>("cases").ok().flatten()?;
    // A single path is more likely a folder that is misspelt, unless none is wanted.
    let is_any = paths.count() > 1 || matches!(given.try_contains_id("random"), Ok(true));
    let program = among_cases(given, is_any)?;
    Some(UsageError::NoSeparator { program })
}

/// The first of the cases that is a program, if there is no command. The first of all may be
/// one of `PATH` only where that is asked for.
fn among_cases(given: &ArgMatches, first_counts: bool) -> Option<PathBuf> {
    // Not every subcommand takes one.
    let lacks_command = matches!(given.try_contains_id("command"), Ok(false));
    let cases = given.try_get_many::<PathBuf>("cases").ok().flatten()?;
    if !lacks_command {
        return None;
    }
    let edition = given
        .try_get_one::<&'static Edition>("edition")
        .ok()
        .flatten();
    let ending = edition.copied().unwrap_or(table::default()).case_ending;
    cases
        .enumerate()
        .filter(|(place, path)| {
            is_executable(path) || (*place > 0 || first_counts) && is_in_path(path)
        })
        .map(|(_, path)| path)
        .find(|path| find(std::slice::from_ref(*path), ending).is_err())
        .cloned()
}

/// Whether a path is that of a file that can be executed.
fn is_executable(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// Whether nothing is here of this name, but a program in a folder of `PATH`.
fn is_in_path(name: &Path) -> bool {
    let is_bare = name.parent() == Some(Path::new(""));
    let program = Program::without_seed(name.into(), Vec::new());
    is_bare && name.symlink_metadata().is_err() && program.missing().is_none()
}

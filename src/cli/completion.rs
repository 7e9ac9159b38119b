//! Completion on the command line. A shell's script, which `docs` prints, runs the
//! program with a variable of the environment set, and is told what can come next.

use std::any::TypeId;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::Path;

use clap::{Arg, Command, ValueHint};
use clap_complete::engine::{
    ArgValueCandidates, ArgValueCompleter, PathCompleter, possible_value_candidates,
};
use clap_complete::env::{EnvCompleter, Shells};

use super::play;
use crate::edition::table::EDITIONS;
use crate::field::random::{PRESETS, RandomField};

/// The variable that holds the name of the shell that asks.
const ASKING: &str = "MINESWEEPER_ALPHA_COMPLETE";

/// The program's name on the command line.
const PROGRAM: &str = "minesweeper-alpha";

/// The end of the script for zsh. In a folder of `$fpath` it is a function that is read
/// when it is wanted first, and then has to do what it defines.
const AUTOLOADED: &str = "\
if [[ $funcstack[1] = _minesweeper-alpha ]]; then
    _clap_dynamic_completer_minesweeper_alpha \"$@\"
fi
";

/// The script that asks for completions in this shell.
///
/// # Errors
///
/// There is no shell of that name.
pub(super) fn script(shell: &str) -> io::Result<String> {
    let mut script = Vec::new();
    let completer = completer(shell).ok_or(io::ErrorKind::Unsupported)?;
    completer.write_registration(ASKING, PROGRAM, PROGRAM, PROGRAM, &mut script)?;
    let script = String::from_utf8_lossy(&script);
    let script = script.trim();
    Ok(match shell {
        "zsh" => format!("{script}\n\n{AUTOLOADED}"),
        _ => format!("{script}\n"),
    })
}

/// What can come next on a command line of this definition, in the words of the shell
/// that asks, if one does: then the arguments are `--` and the command line so far.
///
/// # Errors
///
/// The system cannot say what there is.
pub(crate) fn answer(
    arguments: &[OsString],
    definition: impl FnOnce() -> Command,
) -> Option<io::Result<Vec<u8>>> {
    let [dashes, line @ ..] = arguments else {
        return None;
    };
    if dashes != "--" || line.is_empty() {
        return None;
    }
    let completer = completer(&env::var(ASKING).ok()?)?;
    Some(complete(completer, line, definition()))
}

fn complete(
    completer: &dyn EnvCompleter,
    line: &[OsString],
    definition: Command,
) -> io::Result<Vec<u8>> {
    let mut answer = Vec::new();
    let folder = env::current_dir().ok();
    let definition = definition.mut_subcommand("play", |play| play::of_edition(play, line));
    let mut command = with_hints(definition, &listed(line))
        // A seed may stand in the place of a subcommand.
        .arg(Arg::new("seed").value_hint(ValueHint::FilePath));
    command.build();
    completer.write_complete(&mut command, line.to_vec(), folder.as_deref(), &mut answer)?;
    Ok(answer)
}

fn completer(shell: &str) -> Option<&'static dyn EnvCompleter> {
    let Shells(all) = Shells::builtins();
    all.iter().copied().find(|completer| completer.is(shell))
}

/// What stands in lists with commas on a command line, but for what is typed last.
fn listed(line: &[OsString]) -> Vec<String> {
    let lists = line.iter().filter_map(|word| word.to_str());
    let lists = lists.filter_map(|word| Some(word.rsplit_once(',')?.0));
    // The option may stand before the list, in one word with it.
    let items = lists.flat_map(|list| list.split([',', '=']));
    items.map(str::to_owned).collect()
}

/// Tells what values are that the definition of the command line does not tell: files,
/// cases, or words that stand for random fields; and of lists, what they do not have yet.
fn with_hints(command: Command, listed: &[String]) -> Command {
    command
        .mut_args(|argument| with_hint(argument, listed))
        .mut_subcommands(|subcommand| with_hints(subcommand, listed))
}

fn with_hint(argument: Arg, listed: &[String]) -> Arg {
    let is_path = argument.get_value_parser().type_id() == TypeId::of::<OsString>();
    match argument.get_id().as_str() {
        "random" if argument.get_value_parser().type_id() == TypeId::of::<RandomField>() => {
            let names = || possible_value_candidates(PRESETS.map(|(name, _)| name.into()));
            argument.add(ArgValueCandidates::new(names))
        }
        "cases" => argument.add(ArgValueCompleter::new(PathCompleter::any().filter(is_case))),
        _ if argument.get_value_delimiter().is_some() => {
            let mut values = argument.get_possible_values();
            values.retain(|value| !listed.iter().any(|item| item == value.get_name()));
            argument.add(ArgValueCandidates::new(move || {
                possible_value_candidates(values.clone())
            }))
        }
        _ if is_path && argument.get_value_hint() == ValueHint::Unknown => {
            argument.value_hint(ValueHint::FilePath)
        }
        _ => argument,
    }
}

/// Whether a path may be one of cases: a folder, or the seed of a case.
fn is_case(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    let mut endings = EDITIONS.iter().map(|edition| edition.case_ending);
    path.is_dir() || endings.any(|ending| name.ends_with(ending.as_bytes()))
}

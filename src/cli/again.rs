//! The arguments of a check, as far as they matter for one of its cases alone.

use std::ffi::{OsStr, OsString};

use clap::{Args, Command};

use super::arguments::Check;
use crate::report::again::CommandLine;

/// The options that say which cases are run, how many at once, and where and
/// how that is reported.
const DROPPED: [&str; 7] = [
    "filter",
    "partition",
    "fail-fast",
    "jobs",
    "format",
    "output",
    "points",
];

/// What one case is run again with, from the arguments of `check`, its name
/// first, which the parser has accepted.
pub(crate) fn command_line(arguments: &[OsString]) -> CommandLine {
    let check = Check::augment_args(Command::new("check"));
    let mut before = vec![OsString::from("minesweeper-alpha")];
    let mut after = None;
    let mut words = arguments.iter();
    before.extend(words.next().cloned());
    while let Some(word) = words.next() {
        if word == "--" {
            let rest = after.get_or_insert_with(Vec::new);
            rest.push(word.clone());
            rest.extend(words.by_ref().cloned());
            break;
        }
        let Some((name, has_value)) = option(word) else {
            after.get_or_insert_with(Vec::new);
            continue;
        };
        let kept = (!DROPPED.contains(&name)).then(|| after.as_mut().unwrap_or(&mut before));
        let value = (takes_value(&check, name) && !has_value).then(|| words.next());
        if let Some(kept) = kept {
            kept.push(word.clone());
            kept.extend(value.flatten().cloned());
        }
    }
    CommandLine {
        before,
        after: after.unwrap_or_default(),
    }
}

/// The name of an option without its hyphens, and whether its value is in the
/// same word; none for other words.
fn option(word: &OsStr) -> Option<(&str, bool)> {
    let bytes = word.as_encoded_bytes().strip_prefix(b"--")?;
    let mut parts = bytes.splitn(2, |&byte| byte == b'=');
    let name = str::from_utf8(parts.next()?).ok()?;
    Some((name, parts.next().is_some()))
}

/// Whether an option of this name, or with this alias, takes a value.
fn takes_value(command: &Command, name: &str) -> bool {
    command.get_arguments().any(|argument| {
        let aliases = argument.get_all_aliases().unwrap_or_default();
        (argument.get_long() == Some(name) || aliases.contains(&name))
            && argument.get_action().takes_values()
    })
}

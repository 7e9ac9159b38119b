//! The command that is run, with the place for the seed in its arguments.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::Command;

/// The command that is checked, with the place for the seed in its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    name: OsString,
    arguments: Vec<OsString>,
}

/// Stands for the seed's path in an argument.
const SEED: &[u8] = b"{seed}";

impl Program {
    /// A command; the seed becomes its last argument unless `{seed}` stands
    /// in another.
    pub(crate) fn new(name: OsString, mut arguments: Vec<OsString>) -> Self {
        let has_place = arguments
            .iter()
            .any(|argument| find(argument.as_encoded_bytes()).is_some());
        if !has_place {
            arguments.push("{seed}".into());
        }
        Self { name, arguments }
    }

    /// What is started, for messages.
    pub(crate) fn name(&self) -> &OsStr {
        &self.name
    }

    /// The command for a seed.
    pub(crate) fn command(&self, seed: &Path) -> Command {
        let mut command = Command::new(&self.name);
        command.args(
            self.arguments
                .iter()
                .map(|argument| with_seed(argument, seed)),
        );
        command
    }
}

fn find(argument: &[u8]) -> Option<usize> {
    argument.windows(SEED.len()).position(|part| part == SEED)
}

fn with_seed(argument: &OsStr, seed: &Path) -> OsString {
    let mut rest = argument.as_bytes();
    let mut replaced = Vec::new();
    while let Some(at) = find(rest) {
        replaced.extend_from_slice(&rest[..at]);
        replaced.extend_from_slice(seed.as_os_str().as_bytes());
        rest = &rest[at + SEED.len()..];
    }
    replaced.extend_from_slice(rest);
    OsString::from_vec(replaced)
}

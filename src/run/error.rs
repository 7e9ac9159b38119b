//! Errors that prevent a run or its judgement.

use std::io;

use thiserror::Error;

use super::interference::Doubt;
use crate::io::error::reason;

#[derive(Debug, Error)]
pub(crate) enum RunError {
    /// The command does not exist, is not a program, or is not permitted.
    #[error("{name} could not be started: {}", reason(source))]
    NotStarted {
        /// The command's name as given.
        name: String,
        source: io::Error,
    },
    /// Too many processes exist. Fewer jobs may help.
    #[error("{name} could not be started: there are too many processes")]
    TooManyProcesses {
        /// The program that was not started.
        name: String,
    },
    /// The sandbox is required, and the kernel lacks a feature.
    #[error("--sandbox require: {0}")]
    Sandbox(String),
    /// The keeper could not be started or has ended.
    #[error("the keeper of the command {0}")]
    Keeper(String),
    /// The program is on a file system that is mounted `noexec`.
    #[error(
        "{name} could not be started: no program in {folder} can be, since its disk is mounted noexec: TMPDIR=DIR has copies made in DIR"
    )]
    NoExecution {
        /// The command's name as given.
        name: String,
        /// The folder for private folders.
        folder: String,
    },
    /// Contention makes the result of the run meaningless.
    #[error(transparent)]
    Doubtful(#[from] Doubt),
    /// A system call failed.
    #[error("{what}: {}", reason(source))]
    System {
        /// The file or operation.
        what: String,
        source: io::Error,
    },
}

impl RunError {
    /// Reports whether a shortage of the machine is a possible reason, so that a retry may
    /// succeed.
    pub(super) fn is_of_the_machine(&self) -> bool {
        match self {
            Self::TooManyProcesses { .. } | Self::Keeper(_) | Self::System { .. } => true,
            Self::NotStarted { source, .. } => source.kind() == io::ErrorKind::OutOfMemory,
            Self::Sandbox(_) | Self::NoExecution { .. } | Self::Doubtful(_) => false,
        }
    }

    /// Names the file or operation of a system error; for `map_err`.
    pub(super) fn system<E: Into<io::Error>>(what: impl Into<String>) -> impl FnOnce(E) -> Self {
        let what = what.into();
        move |source| Self::System {
            what,
            source: source.into(),
        }
    }
}

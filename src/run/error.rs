//! What can go wrong around a run, as opposed to in it.

use std::io;

use thiserror::Error;

use super::interference::Doubt;
use crate::io::error::reason;

/// Why there is no run to judge.
#[derive(Debug, Error)]
pub(crate) enum RunError {
    /// The command is missing, no program, or not allowed.
    #[error("{name} could not be started: {}", reason(source))]
    NotStarted {
        /// The command's name as it was given.
        name: String,
        /// The system's reason.
        source: io::Error,
    },
    /// There are too many processes right now: fewer jobs may help.
    #[error("{name} could not be started: there are too many processes")]
    TooManyProcesses {
        /// What was to be started.
        name: String,
    },
    /// The sandbox is required, and the kernel lacks a part of it.
    #[error("--sandbox require: {0}")]
    Sandbox(String),
    /// The process that watches the command could not be started or is gone.
    #[error("the keeper of the command {0}")]
    Keeper(String),
    /// The system mounts the folder that a program lies in so that it cannot be executed.
    #[error(
        "{name} could not be started: no program in {folder} can be, since its disk is mounted noexec: TMPDIR=DIR has copies made in DIR"
    )]
    NoExecution {
        /// The command's name as it was given.
        name: String,
        /// The folder for private folders.
        folder: String,
    },
    /// Others keep the run from showing what its program can.
    #[error(transparent)]
    Doubtful(#[from] Doubt),
    /// The system refuses something.
    #[error("{what}: {}", reason(source))]
    System {
        /// The file or the operation that failed.
        what: String,
        /// The system's reason.
        source: io::Error,
    },
}

impl RunError {
    /// Whether the machine stands in the way, so that it may be possible when there is
    /// nothing else that runs.
    pub(super) fn is_of_the_machine(&self) -> bool {
        match self {
            Self::TooManyProcesses { .. } | Self::Keeper(_) | Self::System { .. } => true,
            Self::NotStarted { source, .. } => source.kind() == io::ErrorKind::OutOfMemory,
            Self::Sandbox(_) | Self::NoExecution { .. } | Self::Doubtful(_) => false,
        }
    }

    /// For `map_err`: names what the system refused.
    pub(super) fn system<E: Into<io::Error>>(what: impl Into<String>) -> impl FnOnce(E) -> Self {
        let what = what.into();
        move |source| Self::System {
            what,
            source: source.into(),
        }
    }
}

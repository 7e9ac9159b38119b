//! Errors that prevent a run.

use std::io;

use thiserror::Error;

use crate::io::reason;

/// The reason why there is no result of a run.
#[derive(Clone, Debug, Error)]
pub enum RunError {
    /// The command does not exist, is not a program, or may not be executed.
    #[error("{name} could not be started: {reason}")]
    NotStarted {
        /// The command's name as given.
        name: String,
        /// The system's message.
        reason: String,
    },
    /// A failure of the machine: a system call, the supervisor or the launcher failed, or the
    /// kernel lacks a required feature.
    #[error("{0}")]
    Machine(String),
}

impl RunError {
    /// Returns a function for `map_err` that names the failed operation.
    pub fn machine<E: Into<io::Error>>(operation: &str) -> impl FnOnce(E) -> Self {
        let operation = operation.to_owned();
        move |source| Self::Machine(format!("{operation}: {}", reason(&source.into())))
    }
}

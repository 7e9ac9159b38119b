//! Results of a run, and errors that prevent one.

use std::{
    fmt, io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use memchr::memmem::find;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::confinement::WORK;
use crate::io::{bytes::replaced, reason};

/// Destination of the command's two output streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Streams {
    /// One pipe each.
    Separate,
    /// One pipe for both.
    Merged,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Standard output, or both streams if they were merged.
    pub out: Vec<u8>,
    /// Standard error; empty if the streams were merged.
    pub err: Vec<u8>,
    pub end: End,
    /// Path of the run's copy of the seed file.
    pub seed: PathBuf,
}

impl Run {
    /// Replaces the path of the run's copy of the seed file in the output.
    pub fn replace_seed_path(&mut self, by: &Path) {
        self.replace(&self.seed.clone(), by);
    }

    /// Replaces the paths of the private folder and of the copy of the submission in it, which
    /// differ between runs.
    pub fn replace_folder_paths(&mut self) {
        // The seed file is in a subfolder of the private folder.
        if let Some(private) = self.seed.ancestors().nth(2).map(Path::to_owned) {
            self.replace(&private.join(WORK), Path::new(SUBMISSION));
            self.replace(&private, Path::new("/private"));
        }
    }

    /// Replaces a path in the output. Reports whether the output contained the path.
    pub fn replace(&mut self, path: &Path, name: &Path) -> bool {
        let path = path.as_os_str().as_bytes();
        let mut is_replaced = false;
        for text in [&mut self.out, &mut self.err] {
            if find(text, path).is_some() {
                *text = replaced(text, path, name.as_os_str().as_bytes());
                is_replaced = true;
            }
        }
        is_replaced
    }
}

/// Name of the copy of a submission in reports.
pub const SUBMISSION: &str = "/submission";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The command exited with this status.
    Exited(i32),
    /// A signal that enforced no limit killed the command, such as SIGSEGV.
    Killed(i32),
    /// The command ended, but other processes of the run outlived it for too long.
    LeftProcesses,
    TimedOut,
    CpuTime,
    TooMuchOutput,
    TooMuchMemory,
    TooManyProcesses,
    /// The files of the run were too large, too many or nested too deeply.
    TooManyFiles,
    CouldNotBeKilled,
}

impl End {
    pub fn is_timeout(self) -> bool {
        matches!(self, Self::TimedOut | Self::CpuTime)
    }
}

/// The predicate of a sentence about the command.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exited(status) => return write!(f, "ended with exit status {status}"),
            Self::Killed(signal) => return write!(f, "was killed by signal {signal}"),
            Self::LeftProcesses => "left processes behind",
            Self::TimedOut => "was still running at the time limit",
            Self::CpuTime => "used more processor time than the limit",
            Self::TooMuchOutput => "printed more than the limit",
            Self::TooMuchMemory => "used more memory than the limit",
            Self::TooManyProcesses => "had more processes than the limit",
            Self::TooManyFiles => "wrote more to files than the limit",
            Self::CouldNotBeKilled => "could not be killed",
        })
    }
}

#[derive(Clone, Debug, Error)]
pub enum RunError {
    /// The command does not exist, is not a program, or may not be executed.
    #[error("{name} could not be started: {reason}")]
    NotStarted {
        /// The command's name as given.
        name: String,
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
        move |source| Self::Machine(format!("{operation}: {}", reason(&source.into())))
    }
}

//! The limits of a run, and the other settings that all runs share.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// Number of threads that are permitted in addition to one per process. Runtimes such as Java's
/// start some threads for each processor.
const MORE_THREADS: usize = 1024;

/// Limits of a run, for all its processes together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunLimits {
    /// Wall-clock time.
    pub timeout: Duration,
    /// Processor time. The default is twice the timeout, so that the timeout ends a program that
    /// loops.
    pub cpu_time: Option<Duration>,
    /// Maximum output of each stream, in bytes.
    pub max_output: usize,
    /// Maximum memory in bytes. Shared memory counts once.
    pub max_memory: Option<u64>,
    pub max_processes: usize,
    /// Maximum disk space of the files that a run creates in the private folder, in bytes.
    pub max_files_size: u64,
    /// Maximum time that other processes may outlive the command.
    pub leak_timeout: Duration,
}

impl RunLimits {
    /// Returns the maximum number of threads at a time, for all processes together.
    pub fn max_threads(&self) -> usize {
        self.max_processes.saturating_add(MORE_THREADS)
    }

    pub fn cpu_time(&self) -> Duration {
        self.cpu_time.unwrap_or(self.timeout.saturating_mul(2))
    }
}

/// Confinement of commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Sandbox {
    /// Confinement as far as the kernel supports it.
    #[default]
    Auto,
    /// Complete confinement; without it, nothing is run.
    Require,
    /// No confinement.
    Off,
}

#[derive(Clone, Debug, Default)]
pub struct RunSettings {
    pub sandbox: Sandbox,
    /// Paths that commands can neither read nor execute, such as cases and the report. They may
    /// be missing.
    pub hidden: Vec<PathBuf>,
    /// Dot files in the user's home folders, which are hidden unless an option allows them by name.
    /// The runner adds them.
    pub dot_files: Vec<PathBuf>,
    /// Paths that the user hides with `--hide`. They must exist.
    pub hide: Vec<PathBuf>,
    /// Paths that are readable although they are dot files in the home folder or in `/dev`. Paths
    /// in `hidden` stay hidden.
    pub allow_read: Vec<PathBuf>,
    /// Paths that commands can write and read.
    pub allow_write: Vec<PathBuf>,
    /// Folders that commands can list although they contain hidden paths, whose names then become
    /// visible. The working folder can always be listed.
    pub listed: Vec<PathBuf>,
    /// Environment variables in addition to those that are always passed on. A variable without a
    /// value is passed on from this process.
    pub variables: Vec<(OsString, Option<OsString>)>,
    /// The working folder. The default is the current folder, or the copy of the submission if
    /// `runs_copies` is set.
    pub dir: Option<PathBuf>,
    /// True if commands run in the copy of a submission.
    pub runs_copies: bool,
    /// Number of simultaneous runs.
    pub simultaneous: usize,
    /// Limits of each run. The default memory limit is a run's share of the machine's memory.
    pub limits: RunLimits,
}

//! Settings of all runs.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::ValueEnum;

use super::limits::RunLimits;

/// Confinement of commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sandbox {
    /// Confinement as far as the kernel supports it.
    #[default]
    Auto,
    /// Complete confinement; without it, nothing is run.
    Require,
    /// No confinement.
    Off,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RunSettings {
    pub(crate) sandbox: Sandbox,
    /// Paths that commands can neither read nor execute, such as cases and the report. They may
    /// be missing.
    pub(crate) hidden: Vec<PathBuf>,
    /// Files and folders in homes that are hidden unless an option allows them by name.
    pub(crate) in_homes: Vec<PathBuf>,
    /// Paths hidden by the user. They must exist.
    pub(crate) hide: Vec<PathBuf>,
    /// Paths that are readable although they are in the home folder, `/dev` or `/proc`. Paths in
    /// `hidden` stay hidden.
    pub(crate) allow_read: Vec<PathBuf>,
    /// Paths that commands can write and read.
    pub(crate) allow_write: Vec<PathBuf>,
    /// Folders that commands can list although they contain hidden paths, whose names then become
    /// visible. The working folder is always included.
    pub(crate) listed: Vec<PathBuf>,
    /// Variables in addition to those that are always passed on, with their values; without a
    /// value, the present one.
    pub(crate) variables: Vec<(OsString, Option<OsString>)>,
    /// The working folder. The default is the current folder.
    pub(crate) dir: Option<PathBuf>,
    /// True if commands run in the copy of a submission.
    pub(crate) runs_copies: bool,
    /// Number of simultaneous runs.
    pub(crate) simultaneous: usize,
    /// Limits of each run. The default memory limit is its share of the machine's memory.
    pub(crate) limits: RunLimits,
}

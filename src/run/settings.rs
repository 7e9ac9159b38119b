//! Settings of all runs.

use std::path::PathBuf;

use clap::ValueEnum;

use super::environment::Variable;
use super::limits::RunLimits;
use super::work_folder::Work;

/// Confinement of commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sandbox {
    /// As far as the kernel supports it.
    #[default]
    Auto,
    /// Complete; otherwise nothing is run.
    Require,
    /// None.
    Off,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) sandbox: Sandbox,
    /// Paths that commands can neither read nor execute, such as cases and the report. They may
    /// be missing.
    pub(crate) hidden: Vec<PathBuf>,
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
    /// Variables in addition to those that are always passed on.
    pub(crate) variables: Vec<Variable>,
    /// The working folder. The default is the current folder.
    pub(crate) dir: Option<PathBuf>,
    /// Access to the working folder, if it was created for the commands.
    pub(crate) work: Option<Work>,
    /// Number of simultaneous runs.
    pub(crate) at_once: usize,
    /// Limits of each run. The default memory limit is its share of the machine's memory.
    pub(crate) limits: RunLimits,
}

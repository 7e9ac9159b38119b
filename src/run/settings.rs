//! What all runs of a runner have in common.

use std::path::PathBuf;

use clap::ValueEnum;

use super::environment::Variable;
use super::limits::RunLimits;
use super::work_folder::Work;

/// Whether commands are confined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sandbox {
    /// As far as the kernel can.
    #[default]
    Auto,
    /// Wholly, or nothing is run.
    Require,
    /// Not at all.
    Off,
}

/// What all runs of a runner have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    /// Whether commands are confined.
    pub(crate) sandbox: Sandbox,
    /// Files and folders that commands may not read or execute: cases, the
    /// report. They need not exist.
    pub(crate) hidden: Vec<PathBuf>,
    /// The same, as the user names them: they exist.
    pub(crate) hide: Vec<PathBuf>,
    /// What commands may read although it would be hidden in the home folder,
    /// `/dev` or `/proc`. Does not reveal what is in `hidden`.
    pub(crate) allow_read: Vec<PathBuf>,
    /// What commands may write and read.
    pub(crate) allow_write: Vec<PathBuf>,
    /// Folders that commands may list although something hidden lies in them;
    /// the names of what is hidden can then be listed too. The working folder
    /// is one of them without being named.
    pub(crate) listed: Vec<PathBuf>,
    /// Variables besides those that are always handed on.
    pub(crate) variables: Vec<Variable>,
    /// The working folder; the caller's if none.
    pub(crate) dir: Option<PathBuf>,
    /// What they may do with the working folder, if it was made for them.
    pub(crate) work: Option<Work>,
    /// How many runs share the machine.
    pub(crate) at_once: usize,
    /// What each run may use; its share of the machine's memory if nothing is said of that.
    pub(crate) limits: RunLimits,
}

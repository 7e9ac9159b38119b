//! The options that `check`, `grade` and `record` share: what is run, and how.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::values;
use crate::edition::row::Edition;
use crate::edition::table;
use crate::grade::setting::DEFAULT_RETRIES;
use crate::run::limits::{
    DEFAULT_LEAK_TIMEOUT, DEFAULT_MAX_FILES_SIZE, DEFAULT_MAX_OUTPUT, DEFAULT_MAX_PROCESSES,
    DEFAULT_TIMEOUT,
};
use crate::run::settings::Sandbox;

/// What is run, and how.
#[derive(Debug, Args)]
pub(crate) struct Running {
    /// The command; the seed's path becomes its last argument, or takes the
    /// place of {seed} in it
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,

    /// The edition of the game
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition(),
        default_value = table::default().name
    )]
    pub(crate) edition: &'static Edition,

    /// How many cases, or with grade submissions, run at once [default: as many as
    /// there are processors]
    #[arg(long, value_name = "N", help_heading = "Running", value_parser = values::count)]
    pub(crate) jobs: Option<NonZero<usize>>,

    /// How long each run may take
    #[arg(
        long,
        value_name = "TIME",
        help_heading = "Running",
        value_parser = values::duration,
        default_value = DEFAULT_TIMEOUT
    )]
    pub(crate) timeout: Duration,

    /// How much a run may print on each stream; four times what is expected is always
    /// allowed
    #[arg(
        long,
        value_name = "SIZE",
        help_heading = "Running",
        value_parser = values::bytes,
        default_value = DEFAULT_MAX_OUTPUT
    )]
    pub(crate) max_output: u64,

    /// How much memory all processes of a run may use [default: no limit]
    #[arg(long, value_name = "SIZE", help_heading = "Running", value_parser = values::bytes)]
    pub(crate) max_memory: Option<u64>,

    /// How much of the processors' time each run may take [default: the timeout]
    #[arg(long, value_name = "TIME", help_heading = "Running", value_parser = values::duration)]
    pub(crate) cpu_time: Option<Duration>,

    /// How many processes a run may have at a time
    #[arg(
        long,
        value_name = "N",
        help_heading = "Running",
        value_parser = values::count,
        default_value = DEFAULT_MAX_PROCESSES
    )]
    pub(crate) max_processes: NonZero<usize>,

    /// How much a run may write into files
    #[arg(
        long,
        value_name = "SIZE",
        help_heading = "Running",
        value_parser = values::bytes,
        default_value = DEFAULT_MAX_FILES_SIZE
    )]
    pub(crate) max_files_size: u64,

    /// How long other processes may outlive the command
    #[arg(
        long,
        value_name = "TIME",
        help_heading = "Running",
        value_parser = values::duration,
        default_value = DEFAULT_LEAK_TIMEOUT
    )]
    pub(crate) leak_timeout: Duration,

    /// How often a run that timed out is repeated, if it had to wait for a processor
    #[arg(
        long,
        value_name = "N",
        help_heading = "Running",
        value_parser = values::number::<u32>,
        default_value_t = DEFAULT_RETRIES
    )]
    pub(crate) retries: u32,

    /// Whether commands are confined: as far as the kernel can, wholly or not at
    /// all, or not
    #[arg(
        long,
        value_name = "MODE",
        help_heading = "Confinement",
        value_parser = values::named(&Sandbox::ALL, Sandbox::name),
        default_value = Sandbox::default().name()
    )]
    pub(crate) sandbox: Sandbox,

    /// Let the command read this, although it would be hidden from it
    #[arg(long, value_name = "PATH", help_heading = "Confinement")]
    pub(crate) allow_read: Vec<PathBuf>,

    /// Let the command write this
    #[arg(long, value_name = "PATH", help_heading = "Confinement")]
    pub(crate) allow_write: Vec<PathBuf>,

    /// Hand on a variable of the environment, or set it
    #[arg(long, value_name = "NAME[=VALUE]", help_heading = "Confinement")]
    pub(crate) env: Vec<OsString>,
}

/// Where it is run, if that is not for each submission to say.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// Run the command in this folder
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    pub(crate) dir: Option<PathBuf>,
}

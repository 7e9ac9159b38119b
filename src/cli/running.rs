//! The options that `check`, `grade` and `record` share: how the program is run, and, for `check`
//! and `grade`, how it is judged.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{ArgGroup, Args};
use glob::Pattern;

use super::values;
use crate::cases::points::Points;
use crate::compare::tolerance::Tolerance;
use crate::edition::row::Edition;
use crate::edition::table;
use crate::grade::players::Setting;
use crate::report::options::Reveal;
use crate::run::environment::Variable;
use crate::run::limits::{
    DEFAULT_LEAK_TIMEOUT, DEFAULT_MAX_FILES_SIZE, DEFAULT_MAX_OUTPUT, DEFAULT_MAX_PROCESSES,
    DEFAULT_TIMEOUT, RunLimits,
};
use crate::run::program::Program;
use crate::run::settings::{Sandbox, Settings};

/// The group of the options that make no sense for a single case: selection, `--jobs` and the format
/// and place of the report.
pub(super) const OF_ALL_CASES: &str = "of-all-cases";

/// Options about running the program.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new(OF_ALL_CASES).multiple(true))]
pub(super) struct Running {
    /// The command; the seed's path becomes its last argument, or takes the
    /// place of {seed} in it
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    /// The edition of the game
    #[arg(
        long,
        value_name = "NAME",
        value_parser = values::edition(),
        default_value = table::default().name
    )]
    edition: &'static Edition,

    /// How many cases are run at once [default: as many as there are processors]
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "Running",
        value_parser = values::count,
        group = OF_ALL_CASES
    )]
    jobs: Option<NonZero<usize>>,

    /// How long each run may take
    #[arg(
        long,
        value_name = "TIME",
        help_heading = "Running",
        value_parser = values::duration,
        default_value = DEFAULT_TIMEOUT
    )]
    timeout: Duration,

    /// How much a run may print on each stream; four times what is expected is always
    /// allowed
    #[arg(
        hide_short_help = true,
        long,
        value_name = "SIZE",
        help_heading = "Running",
        value_parser = values::bytes,
        default_value = DEFAULT_MAX_OUTPUT
    )]
    max_output: u64,

    /// How much memory all processes of a run may use [default: three quarters of what the
    /// machine or the container has, shared by the jobs]
    #[arg(hide_short_help = true, long, value_name = "SIZE", help_heading = "Running", value_parser = values::bytes)]
    max_memory: Option<u64>,

    /// How much of the processors' time each run may take [default: the timeout]
    #[arg(hide_short_help = true, long, value_name = "TIME", help_heading = "Running", value_parser = values::duration)]
    cpu_time: Option<Duration>,

    /// How many processes a run may have at a time
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "Running",
        value_parser = values::count,
        default_value = DEFAULT_MAX_PROCESSES
    )]
    max_processes: NonZero<usize>,

    /// How much a run may write into files
    #[arg(
        hide_short_help = true,
        long,
        value_name = "SIZE",
        help_heading = "Running",
        value_parser = values::bytes,
        default_value = DEFAULT_MAX_FILES_SIZE
    )]
    max_files_size: u64,

    /// How long other processes may outlive the command
    #[arg(
        hide_short_help = true,
        long,
        value_name = "TIME",
        help_heading = "Running",
        value_parser = values::duration,
        default_value = DEFAULT_LEAK_TIMEOUT
    )]
    leak_timeout: Duration,

    /// Whether commands are confined: as far as the kernel can, wholly or not at
    /// all, or not
    #[arg(
        hide_short_help = true,
        long,
        value_name = "MODE",
        help_heading = "Confinement",
        value_enum,
        value_parser = values::named::<Sandbox>(),
        default_value_t
    )]
    sandbox: Sandbox,

    /// Hide this from the command too; may be repeated
    #[arg(
        hide_short_help = true,
        long,
        value_name = "PATH",
        help_heading = "Confinement"
    )]
    hide: Vec<PathBuf>,

    /// Let the command read this, although it would be hidden from it
    #[arg(
        hide_short_help = true,
        long,
        value_name = "PATH",
        help_heading = "Confinement"
    )]
    allow_read: Vec<PathBuf>,

    /// Let the command write this
    #[arg(
        hide_short_help = true,
        long,
        value_name = "PATH",
        help_heading = "Confinement"
    )]
    allow_write: Vec<PathBuf>,

    /// Hand on a variable of the environment, or set it
    #[arg(
        hide_short_help = true,
        long,
        value_name = "NAME[=VALUE]",
        help_heading = "Confinement",
        value_parser = OsStringValueParser::new().map(|text| Variable::new(&text))
    )]
    env: Vec<Variable>,
}

/// The working folder, for commands that do not use the folder of a submission.
#[derive(Debug, Args)]
pub(super) struct Folder {
    /// Run the command in this folder
    #[arg(
        hide_short_help = true,
        long,
        value_name = "DIR",
        help_heading = "Running"
    )]
    pub(super) dir: Option<PathBuf>,
}

/// Options about selecting and judging cases.
#[derive(Debug, Args)]
pub(super) struct Judging {
    /// Tolerate these differences; several with commas between them
    ///
    /// --lenient is the same.
    #[arg(
        long,
        alias = "lenient",
        value_name = "LIST",
        value_delimiter = ',',
        help_heading = "Judging",
        value_parser = values::named::<Tolerance>()
    )]
    pub(super) tolerate: Vec<Tolerance>,

    /// Run only cases whose name, the last part of it or group matches; may be
    /// repeated
    #[arg(
        hide_short_help = true,
        long,
        value_name = "GLOB",
        help_heading = "Selection",
        value_parser = values::glob,
        group = OF_ALL_CASES
    )]
    pub(super) filter: Vec<Pattern>,

    /// What a case is worth if no cases.toml says so
    #[arg(
        hide_short_help = true,
        long,
        value_name = "N",
        help_heading = "Report",
        value_parser = values::points,
        default_value = "1",
        group = OF_ALL_CASES
    )]
    pub(super) points: Points,

    /// What reports (of grade, those for students) show: expected and found, found
    /// only, or verdicts and names of causes only
    #[arg(
        hide_short_help = true,
        long,
        value_name = "WHAT",
        help_heading = "Report",
        value_enum,
        value_parser = values::named::<Reveal>(),
        default_value_t
    )]
    pub(super) reveal: Reveal,
}

impl Running {
    /// Converts the options; `dir` is the working folder if it is not the current one.
    pub(super) fn setting(self, dir: Option<PathBuf>) -> Setting {
        let mut command = self.command.into_iter();
        let jobs = self
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .unwrap_or(NonZero::<usize>::MIN);
        Setting {
            program: command
                .next()
                .map(|name| Program::new(name, command.collect())),
            edition: self.edition,
            run: Settings {
                sandbox: self.sandbox,
                hide: self.hide,
                allow_read: self.allow_read,
                allow_write: self.allow_write,
                variables: self.env,
                dir,
                at_once: jobs.get(),
                limits: RunLimits {
                    timeout: self.timeout,
                    cpu_time: self.cpu_time,
                    max_output: usize::try_from(self.max_output).unwrap_or(usize::MAX),
                    max_memory: self.max_memory,
                    max_processes: self.max_processes.get(),
                    max_files_size: self.max_files_size,
                    leak_timeout: self.leak_timeout,
                },
                ..Settings::default()
            },
            jobs,
        }
    }
}

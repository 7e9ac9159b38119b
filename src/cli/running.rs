//! Options that `check`, `grade` and `record` share: the program, its limits and its confinement.
//! `check` and `grade` also share the rules of judging.

use std::{
    ffi::{OsStr, OsString},
    num::NonZero,
    os::unix::ffi::OsStrExt,
    path::PathBuf,
    thread::available_parallelism,
    time::Duration,
};

use clap::{
    Args,
    builder::{OsStringValueParser, TypedValueParser},
};
use glob::Pattern;

use super::values;
use crate::{
    analyse::{Tolerance, Tolerances},
    cases::Points,
    edition::{Edition, table},
    grade::{Names, Setting},
    report::Reveal,
    run::{Program, RunLimits, RunSettings, Sandbox},
};

#[derive(Debug, Args)]
pub(super) struct RunArguments {
    /// Command to run; {seed} in it, or else its end, becomes the path of the seed
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,

    /// Edition of the game
    #[arg(long, value_name = "NAME", value_parser = values::edition())]
    #[arg(default_value = table::default().name)]
    edition: &'static Edition,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    confinement: ConfinementArguments,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Running")]
struct LimitArguments {
    /// Number of cases (`grade`: submissions) to run at a time [default: the number of
    /// processors]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,

    /// Maximum time of a run
    ///
    /// Times are like 10s, 500ms and 2m; a number alone is seconds.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = values::duration,
        default_value = "10s"
    )]
    timeout: Duration,

    /// Maximum output of a run on each stream; four times the expected output if more is expected
    ///
    /// Sizes are like 16MiB and 1GB; a number alone is bytes.
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = values::bytes,
        default_value = "16MiB"
    )]
    max_output: u64,

    /// Maximum memory of all processes of a run [default: three quarters of the memory of the
    /// machine or container, shared by the jobs]
    #[arg(long, value_name = "SIZE", value_parser = values::memory)]
    max_memory: Option<u64>,

    /// Maximum processor time of a run [default: twice the timeout]
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    cpu_time: Option<Duration>,

    /// Maximum number of processes of a run at a time
    #[arg(long, value_name = "N", default_value = "256")]
    max_processes: NonZero<usize>,

    /// Maximum total size of the files that a run writes
    #[arg(
        long,
        value_name = "SIZE",
        value_parser = values::bytes,
        default_value = "256MiB"
    )]
    max_files_size: u64,

    /// Time that other processes may run after the command has ended
    #[arg(
        long,
        value_name = "TIME",
        value_parser = values::duration,
        default_value = "500ms"
    )]
    leak_timeout: Duration,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Confinement")]
struct ConfinementArguments {
    /// Confinement of commands
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    sandbox: Sandbox,

    /// Additional path to hide from the command; may be repeated
    #[arg(long, value_name = "PATH")]
    hide: Vec<PathBuf>,

    /// Path in the home folder or /dev that the command may read; may be repeated
    #[arg(long, value_name = "PATH")]
    allow_read: Vec<PathBuf>,

    /// Path that the command may write; may be repeated
    #[arg(long, value_name = "PATH")]
    allow_write: Vec<PathBuf>,

    /// Environment variable to pass on, or to set; may be repeated
    #[arg(long, value_name = "NAME[=VALUE]")]
    #[arg(value_parser = OsStringValueParser::new().try_map(|text| variable(&text)))]
    env: Vec<(OsString, Option<OsString>)>,
}

/// Parses the name of an environment variable and, after `=`, its value.
fn variable(text: &OsStr) -> Result<(OsString, Option<OsString>), &'static str> {
    let bytes = text.as_bytes();
    let Some(at) = bytes.iter().position(|&byte| byte == b'=') else {
        return Ok((text.to_owned(), None));
    };
    if at == 0 {
        return Err("the name before = is missing");
    }
    let name = OsStr::from_bytes(&bytes[..at]);
    let value = OsStr::from_bytes(&bytes[at + 1..]);
    Ok((name.to_owned(), Some(value.to_owned())))
}

/// The rules of judging, and how much a report reveals.
#[derive(Debug, Args)]
pub(super) struct JudgingArguments {
    /// Differences to tolerate, separated by commas; may be repeated
    ///
    /// --lenient is an alias of this option.
    #[arg(long, alias = "lenient", value_name = "LIST")]
    #[arg(value_delimiter = ',', help_heading = "Judging", value_enum)]
    pub tolerate: Vec<Tolerance>,

    /// Run only cases whose name, last part of the name or group matches; may be repeated
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    pub filter: Vec<Pattern>,

    /// Points of a case that has none in a cases.toml
    #[arg(
        long,
        value_name = "N",
        help_heading = "Report",
        value_parser = values::points
    )]
    #[arg(default_value = "1")]
    pub points: Points,

    /// Amount of detail in reports (with `grade`: in those for students)
    #[arg(
        long,
        value_name = "DETAILS",
        help_heading = "Report",
        value_enum,
        default_value_t
    )]
    pub reveal: Reveal,
}

impl RunArguments {
    /// Returns the program with the settings of its runs, in `dir` or in the current directory.
    pub fn setting(self, dir: Option<PathBuf>, tolerate: Vec<Tolerance>) -> Setting {
        let mut command = self.command.into_iter();
        let limits = self.limits;
        let confinement = self.confinement;
        let processors = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        let jobs = limits.jobs.unwrap_or(processors);
        Setting {
            program: command
                .next()
                .map(|name| Program::new(name, command.collect())),
            edition: self.edition,
            tolerances: Tolerances::new(tolerate),
            run: RunSettings {
                sandbox: confinement.sandbox,
                hide: confinement.hide,
                allow_read: confinement.allow_read,
                allow_write: confinement.allow_write,
                variables: confinement.env,
                dir,
                simultaneous: jobs.get(),
                limits: RunLimits {
                    timeout: limits.timeout,
                    cpu_time: limits.cpu_time,
                    max_output: usize::try_from(limits.max_output).unwrap_or(usize::MAX),
                    max_memory: limits.max_memory,
                    max_processes: limits.max_processes.get(),
                    max_files_size: limits.max_files_size,
                    leak_timeout: limits.leak_timeout,
                },
                ..RunSettings::default()
            },
            jobs,
            names: Names::default(),
        }
    }
}

//! The arguments of `check` and `record`.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use lexopt::{Arg, Parser};

use crate::check::compare::Leniences;
use crate::check::random::RandomCheck;
use crate::check::record::Record;
use crate::check::report::{self, Format, Reveal};
use crate::check::run::{Limits, Program};
use crate::check::{Check, Partition, Setting, group};
use crate::cli::{number, text};
use crate::edition::{self, EDITIONS};
use crate::error::Error;

/// What is asked for.
#[derive(Debug)]
pub enum Task {
    /// Check cases.
    Check(Box<Check>),
    /// Check random games.
    Random(Box<RandomCheck>),
    /// Record cases.
    Record(Box<Record>),
}

/// What `check` and `record` have in common.
struct Common {
    paths: Vec<PathBuf>,
    setting: Setting,
}

const ONE_JOB: NonZero<usize> = NonZero::<usize>::MIN;

impl Common {
    /// Takes the command after `--` from the arguments.
    fn new(arguments: &mut Vec<OsString>) -> Result<Self, Error> {
        let program = match arguments.iter().position(|argument| argument == "--") {
            None => None,
            Some(at) => {
                let mut command = arguments.split_off(at).into_iter().skip(1);
                let name = command
                    .next()
                    .ok_or_else(|| options("there is no command after --"))?;
                Some(Program::new(name, command.collect()))
            }
        };
        Ok(Self {
            paths: Vec::new(),
            setting: Setting {
                program,
                edition: &EDITIONS[0],
                limits: Limits {
                    timeout: Duration::from_secs(10),
                    max_output: 16 << 20,
                    max_memory: None,
                },
                jobs: std::thread::available_parallelism().unwrap_or(ONE_JOB),
            },
        })
    }

    /// There has to be a case.
    fn with_cases(self, subcommand: &str) -> Result<Self, Error> {
        if self.paths.is_empty() {
            let message = format!("no case: {subcommand} takes folders of cases, or single ones");
            return Err(options(message));
        }
        Ok(self)
    }

    /// Reads an argument, if it is one of those in common.
    fn take(&mut self, name: &str, arguments: &mut Parser) -> Result<bool, Error> {
        let setting = &mut self.setting;
        match name {
            "edition" => setting.edition = edition::find(&text(arguments)?)?,
            "timeout" => setting.limits.timeout = duration(&text(arguments)?)?,
            "max-output" => {
                let bytes = bytes("--max-output", &text(arguments)?)?;
                setting.limits.max_output = usize::try_from(bytes).unwrap_or(usize::MAX);
            }
            "max-memory" => {
                setting.limits.max_memory = Some(bytes("--max-memory", &text(arguments)?)?);
                if !group::can_look_at_processes() {
                    return Err(options("--max-memory needs /proc, which is not there"));
                }
            }
            "jobs" => {
                let jobs = text(arguments)?;
                setting.jobs = jobs
                    .parse()
                    .map_err(|_| options(format!("--jobs: not a number from 1 on: {jobs:?}")))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// What only `check` has.
#[derive(Default)]
struct CheckOptions {
    leniences: Leniences,
    partition: Option<Partition>,
    format: Option<Format>,
    output: Option<PathBuf>,
    points: Option<f64>,
    reveal: Option<Reveal>,
    games: Option<u64>,
    rng_seed: Option<u64>,
    save: Option<PathBuf>,
}

impl CheckOptions {
    /// Reads an argument, if it is one of these.
    fn take(&mut self, name: &str, arguments: &mut Parser) -> Result<bool, Error> {
        match name {
            "lenient" => self.leniences = lenient(&text(arguments)?)?,
            "partition" => self.partition = Some(share(&text(arguments)?)?),
            "format" => {
                let format = one_of("--format", &Format::ALL, Format::name, &text(arguments)?)?;
                self.format = Some(format);
            }
            "output" => self.output = Some(arguments.value()?.into()),
            "points" => self.points = Some(worth(&text(arguments)?)?),
            "reveal" => {
                let reveal = one_of("--reveal", &Reveal::ALL, Reveal::name, &text(arguments)?)?;
                self.reveal = Some(reveal);
            }
            "random" => self.games = Some(number("--random", &text(arguments)?)?),
            "rng-seed" => self.rng_seed = Some(number("--rng-seed", &text(arguments)?)?),
            "save" => self.save = Some(arguments.value()?.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn cases(self, common: Common) -> Result<Task, Error> {
        let only_random = [
            ("--rng-seed", self.rng_seed.is_some()),
            ("--save", self.save.is_some()),
        ];
        refuse(&only_random, "needs --random")?;
        let Common {
            paths: cases,
            setting,
        } = common.with_cases("check")?;
        Ok(Task::Check(Box::new(Check {
            cases,
            setting,
            leniences: self.leniences,
            partition: self.partition.unwrap_or(Partition { share: 1, of: 1 }),
            report: report::Options {
                format: self.format.unwrap_or_default(),
                output: self.output,
                points: self.points.unwrap_or(1.0),
                reveal: self.reveal.unwrap_or_default(),
            },
        })))
    }

    fn random(self, count: u64, common: Common) -> Result<Task, Error> {
        let only_cases = [
            ("--partition", self.partition.is_some()),
            ("--format", self.format.is_some()),
            ("--output", self.output.is_some()),
            ("--points", self.points.is_some()),
            ("--reveal", self.reveal.is_some()),
            ("CASES", !common.paths.is_empty()),
        ];
        refuse(&only_cases, "and --random exclude each other")?;
        if common.setting.program.is_none() {
            return Err(options("--random needs a command after --"));
        }
        Ok(Task::Random(Box::new(RandomCheck {
            count,
            rng_seed: self.rng_seed,
            save: self.save,
            setting: common.setting,
            leniences: self.leniences,
        })))
    }
}

/// Reads the arguments of `check`; none if only help is wanted.
///
/// # Errors
///
/// [`Error::Options`] and [`Error::Arguments`].
pub fn check(mut arguments: Vec<OsString>) -> Result<Option<Task>, Error> {
    let mut common = Common::new(&mut arguments)?;
    let mut check = CheckOptions::default();
    let take = |name: &str, common: &mut Common, parser: &mut Parser| {
        Ok(check.take(name, parser)? || common.take(name, parser)?)
    };
    if read(arguments, &mut common, take)? == Wanted::Help {
        return Ok(None);
    }
    match check.games {
        Some(count) => check.random(count, common).map(Some),
        None => check.cases(common).map(Some),
    }
}

/// Whether something is to be done.
#[derive(PartialEq, Eq)]
enum Wanted {
    Task,
    Help,
}

/// Reads the arguments up to `--`; `take` reads those with a name.
fn read(
    arguments: Vec<OsString>,
    common: &mut Common,
    mut take: impl FnMut(&str, &mut Common, &mut Parser) -> Result<bool, Error>,
) -> Result<Wanted, Error> {
    let mut parser = Parser::from_args(arguments);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("help") | Arg::Short('h') => return Ok(Wanted::Help),
            Arg::Value(path) => common.paths.push(path.into()),
            Arg::Long(name) => {
                let name = name.to_owned();
                if !take(&name, common, &mut parser)? {
                    return Err(lexopt::Error::UnexpectedOption(format!("--{name}")).into());
                }
            }
            Arg::Short(_) => return Err(argument.unexpected().into()),
        }
    }
    Ok(Wanted::Task)
}

/// Reads the arguments of `record`; none if only help is wanted.
///
/// # Errors
///
/// [`Error::Options`] and [`Error::Arguments`].
pub fn record(mut arguments: Vec<OsString>) -> Result<Option<Task>, Error> {
    let mut common = Common::new(&mut arguments)?;
    let mut update = false;
    let take = |name: &str, common: &mut Common, parser: &mut Parser| {
        if name == "update" {
            update = true;
            return Ok(true);
        }
        common.take(name, parser)
    };
    if read(arguments, &mut common, take)? == Wanted::Help {
        return Ok(None);
    }
    let Common {
        paths: cases,
        setting,
    } = common.with_cases("record")?;
    Ok(Some(Task::Record(Box::new(Record {
        cases,
        setting,
        update,
    }))))
}

fn options(message: impl Into<String>) -> Error {
    Error::Options(message.into())
}

/// The first of these options that was given is refused.
fn refuse(given: &[(&str, bool)], why: &str) -> Result<(), Error> {
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(options(format!("{name} {why}"))),
        None => Ok(()),
    }
}

fn lenient(list: &str) -> Result<Leniences, Error> {
    Leniences::parse(list).map_err(|name| {
        options(format!("--lenient: unknown {name:?}; known are trailing-space, message, version and final-newline"))
    })
}

fn one_of<T: Copy>(
    option: &str,
    all: &[T],
    name: fn(T) -> &'static str,
    text: &str,
) -> Result<T, Error> {
    all.iter()
        .copied()
        .find(|&one| name(one) == text)
        .ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|&one| name(one)).collect();
            options(format!(
                "{option}: unknown {text:?}; known are {}",
                names.join(", ")
            ))
        })
}

fn share(text: &str) -> Result<Partition, Error> {
    let numbers = text
        .split_once('/')
        .and_then(|(share, of)| Some((share.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((share, of)) if 1 <= share && share <= of => Ok(Partition { share, of }),
        _ => Err(options(format!(
            "--partition: {text:?} is not K/N with K from 1 to N"
        ))),
    }
}

fn worth(text: &str) -> Result<f64, Error> {
    let points = text
        .parse()
        .ok()
        .filter(|points: &f64| points.is_finite() && *points >= 0.0);
    points.ok_or_else(|| options(format!("--points: not a number from 0 on: {text:?}")))
}

/// A number with a unit behind it, or without one.
fn with_unit(text: &str) -> Option<(f64, &str)> {
    let digits = text
        .find(|character: char| !character.is_ascii_digit() && character != '.')
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    Some((number.parse().ok()?, unit))
}

fn duration(text: &str) -> Result<Duration, Error> {
    let seconds = with_unit(text).and_then(|(number, unit)| match unit {
        "" | "s" => Some(number),
        "ms" => Some(number / 1e3),
        "m" | "min" => Some(number * 60.0),
        "h" => Some(number * 3600.0),
        _ => None,
    });
    let duration = seconds
        .filter(|&seconds| seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    // More than a year makes no sense, and clocks may not reach that far.
    let duration = duration.filter(|duration| *duration <= Duration::from_secs(31_536_000));
    duration.ok_or_else(|| {
        options(format!(
            "--timeout: not a time such as 10s, 500ms or 2m: {text:?}"
        ))
    })
}

fn bytes(option: &str, text: &str) -> Result<u64, Error> {
    let factor = |unit| match unit {
        "" | "B" => Some(1.0),
        "kB" | "KB" => Some(1e3),
        "MB" => Some(1e6),
        "GB" => Some(1e9),
        "KiB" => Some(1024.0),
        "MiB" => Some(1024.0 * 1024.0),
        "GiB" => Some(1024.0 * 1024.0 * 1024.0),
        _ => None,
    };
    let bytes = with_unit(text).and_then(|(number, unit)| Some(number * factor(unit)?));
    let bytes = bytes.filter(|&bytes| (1.0..1e15).contains(&bytes));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range is looked at"
    )]
    bytes.map(|bytes| bytes as u64).ok_or_else(|| {
        options(format!(
            "{option}: not a size such as 16MiB or 1GB: {text:?}"
        ))
    })
}

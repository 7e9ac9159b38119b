//! What the program is asked to do: the arguments, understood.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

#[cfg(unix)]
use super::again;
use super::arguments::{Arguments, Command, Generate, Play};
#[cfg(unix)]
use super::arguments::{Check, Record};
use super::docs;
use super::error::UsageError;
#[cfg(unix)]
use super::grade::Grade;
#[cfg(unix)]
use super::running::{Place, Running};
#[cfg(unix)]
use super::suite::Suite;
use crate::edition::play_option::PlayOption;
use crate::edition::setup::Setup;
use crate::edition::table;
use crate::field::random::RandomField;
use crate::field::seed_file::SeedFile;
use crate::generate::Wanted;
use crate::play::request::PlayRequest;
use crate::screen::request::{PlayTask, ReplayTask, ScreenRequest, Task};
use crate::solve::hint::Advise;
use crate::solve::solution;
#[cfg(unix)]
use crate::{
    cases::selection::Selection,
    compare::tolerance::Tolerances,
    grade::{check, class, random::check::RandomCheck, record, setting::Setting, suite},
    report::options,
    run::{environment::Variable, limits::Limits, program::Program, settings::Settings},
};

/// What the program is asked to do.
#[derive(Debug)]
pub(crate) enum Request {
    /// Print a text about the program.
    Tell(Vec<u8>),
    /// Play a game on the standard streams.
    Play(Box<PlayRequest>),
    /// Play on the whole screen.
    Screen(Box<ScreenRequest>),
    /// Write random seed files.
    Generate(Wanted),
    /// Give a hint.
    Advise(Advise),
    /// Print an input that wins.
    Solve(solution::Solve),
    /// Check a program against test cases.
    #[cfg(unix)]
    Check(Box<check::Check>),
    /// Check a program against random games.
    #[cfg(unix)]
    CheckRandom(Box<RandomCheck>),
    /// Grade a whole class.
    #[cfg(unix)]
    Grade(Box<class::order::Order>),
    /// Merge the shares of a class.
    #[cfg(unix)]
    Merge(class::merge::Merge),
    /// Record test cases.
    #[cfg(unix)]
    Record(Box<record::Record>),
    /// Measure test cases, or write some.
    #[cfg(unix)]
    Suite(Box<suite::Suite>),
}

/// What asks for help or the version where nothing else is asked for.
pub(crate) const ABOUT: [&str; 4] = ["--help", "-h", "--version", "-V"];

/// The spelling of `generate` in the fall 2019 assignment.
const GEN: &str = "--gen";

/// Whether a word is a subcommand.
pub(crate) fn is_subcommand(word: &str) -> bool {
    word == GEN || Arguments::command().find_subcommand(word).is_some()
}

/// Reads the arguments, without the program's own name, that are not those of
/// the one-argument game.
///
/// With several, the first may be a subcommand. All else is for the first
/// edition, whose game takes exactly one argument.
///
/// # Errors
///
/// A subcommand does not know what follows it.
pub(crate) fn parse(arguments: Vec<OsString>) -> Result<Request, UsageError> {
    let first = arguments.first().and_then(|argument| argument.to_str());
    match (first, arguments.len()) {
        (Some(about), 1) if ABOUT.contains(&about) => {
            let mut command = Arguments::command();
            Ok(Request::Tell(
                if about.eq_ignore_ascii_case("-v") || about == "--version" {
                    command.render_version().into_bytes()
                } else {
                    command.render_long_help().to_string().into_bytes()
                },
            ))
        }
        (Some(word), 2..) if is_subcommand(word) => subcommand(arguments),
        _ => {
            let files = arguments.into_iter().map(SeedFile::on_disk).collect();
            let setup = Setup {
                files,
                ..Setup::default()
            };
            let request = PlayRequest::new(table::default(), setup);
            Ok(Request::Play(Box::new(request)))
        }
    }
}

fn subcommand(mut arguments: Vec<OsString>) -> Result<Request, UsageError> {
    let mut command = Arguments::command();
    if arguments.first().is_some_and(|first| first == GEN) {
        // The same subcommand, but with the sizes of its own assignment.
        arguments[0] = "generate".into();
        command = command.mut_subcommand("generate", |generate| {
            generate.mut_arg("edition", |edition| {
                edition.default_value(table::GENERATOR_EDITION)
            })
        });
    }
    #[cfg(unix)]
    if announces_nothing(&arguments) {
        return Err(UsageError::NoCommand);
    }
    let name = OsString::from(command.get_name());
    let matches = match command.try_get_matches_from([&name].into_iter().chain(&arguments)) {
        Err(error) if error.kind() == ErrorKind::DisplayHelp => {
            return Ok(Request::Tell(error.render().to_string().into_bytes()));
        }
        matches => matches?,
    };
    match Arguments::from_arg_matches(&matches)?.command {
        Command::Play(arguments) => play(*arguments),
        Command::Generate(arguments) => generate(arguments),
        Command::Hint(arguments) => Ok(Request::Advise(arguments.into())),
        Command::Solve(arguments) => Ok(Request::Solve(arguments.into())),
        #[cfg(unix)]
        Command::Check(check_arguments) => check(*check_arguments, &arguments),
        #[cfg(unix)]
        Command::Grade(arguments) => grade(*arguments),
        #[cfg(unix)]
        Command::Record(arguments) => Ok(record(*arguments)),
        #[cfg(unix)]
        Command::Suite(arguments) => Ok(suite(*arguments)),
        Command::Docs(arguments) => Ok(Request::Tell(docs::text(arguments.document))),
    }
}

fn play(arguments: Play) -> Result<Request, UsageError> {
    let files = arguments.seed.into_iter().map(SeedFile::on_disk).collect();
    let setup = Setup {
        files,
        random: arguments.random,
        rng_seed: arguments.rng_seed,
        rows: arguments.rows,
        cols: arguments.cols,
        mines: arguments.mines,
        cascade: arguments.cascade,
    };
    let no_guess = arguments.without_guessing.wanted();
    let is_drawn = setup.random.is_some() && setup.files.is_empty();
    let can_draw = arguments.edition.options.contains(&PlayOption::Random);
    if !arguments.list && no_guess.is_some() && !(is_drawn && can_draw) {
        return Err(UsageError::NoGuessWithoutRandom);
    }
    if arguments.screen && !arguments.list {
        return Ok(Request::Screen(Box::new(ScreenRequest {
            edition: arguments.edition,
            task: match arguments.replay {
                Some(input) => Task::Replay(ReplayTask {
                    setup,
                    input,
                    at: arguments.at.unwrap_or_default(),
                }),
                None => Task::Play(PlayTask {
                    setup,
                    no_guess,
                    script: arguments.script,
                }),
            },
        })));
    }
    let tells = arguments.scripting.outcome_status || arguments.scripting.result.is_some();
    if !arguments.list {
        return Ok(Request::Play(Box::new(PlayRequest {
            edition: arguments.edition,
            no_guess: setup.random.zip(no_guess),
            setup,
            outcome_status: arguments.scripting.outcome_status,
            result: arguments.scripting.result,
        })));
    }
    if setup == Setup::default() && no_guess.is_none() && !arguments.screen && !tells {
        Ok(Request::Tell(table::list().into_bytes()))
    } else {
        Err(UsageError::ListStandsAlone)
    }
}

fn generate(arguments: Generate) -> Result<Request, UsageError> {
    let edition = arguments.edition;
    let Some(limits) = &edition.generates else {
        return Err(UsageError::NoGenerator(edition.name));
    };
    Ok(Request::Generate(Wanted {
        file: arguments.file,
        field: RandomField {
            rows: arguments.rows,
            cols: arguments.cols,
            mines: arguments.mines,
        },
        limits: limits.clone(),
        rng_seed: arguments.rng_seed,
        count: arguments.count,
        no_guess: arguments.without_guessing.wanted(),
    }))
}

/// Whether a `--`, which announces a command, is the last of the arguments of
/// `check`, `grade` or `record`.
#[cfg(unix)]
fn announces_nothing(arguments: &[OsString]) -> bool {
    let takes_command = arguments
        .first()
        .is_some_and(|name| name == "check" || name == "record" || name == "grade");
    let announced = arguments.iter().position(|argument| argument == "--");
    takes_command && announced.is_some_and(|at| at + 1 == arguments.len())
}

#[cfg(unix)]
fn setting(running: Running, place: Place) -> Setting {
    let mut command = running.command.into_iter();
    let program = command
        .next()
        .map(|name| Program::new(name, command.collect()));
    let processors = std::thread::available_parallelism();
    Setting {
        program,
        edition: running.edition,
        run: Settings {
            sandbox: running.sandbox,
            hidden: Vec::new(),
            allow_read: running.allow_read,
            allow_write: running.allow_write,
            listed: Vec::new(),
            variables: running.env.iter().map(|text| Variable::new(text)).collect(),
            dir: place.dir,
            work: None,
            limits: Limits {
                timeout: running.timeout,
                cpu_time: running.cpu_time,
                max_output: usize::try_from(running.max_output).unwrap_or(usize::MAX),
                max_memory: running.max_memory,
                max_processes: running.max_processes.get(),
                max_files_size: running.max_files_size,
                leak_timeout: running.leak_timeout,
            },
            newest_landlock: None,
        },
        retries: running.retries,
        jobs: running
            .jobs
            .unwrap_or_else(|| processors.unwrap_or(std::num::NonZero::<usize>::MIN)),
    }
}

#[cfg(unix)]
fn check(arguments: Check, words: &[OsString]) -> Result<Request, UsageError> {
    let setting = setting(arguments.running, arguments.place);
    let edition = setting.edition;
    let tolerances = Tolerances::new(arguments.judging.tolerate);
    if let Some(count) = arguments.random {
        let format = arguments.format;
        if !matches!(format, options::Format::Human | options::Format::Json) {
            return Err(UsageError::NoRandomFormat(format.name()));
        }
        return Ok(Request::CheckRandom(Box::new(RandomCheck {
            count: count.get(),
            rng_seed: arguments.rng_seed,
            keep_going: arguments.keep_going,
            save: arguments.save,
            format,
            setting,
            tolerances,
        })));
    }
    Ok(Request::Check(Box::new(check::Check {
        cases: arguments.cases,
        setting,
        tolerances,
        selection: Selection {
            filters: arguments.judging.filter,
            partition: arguments.partition,
        },
        fail_fast: arguments.fail_fast,
        report: options::Options {
            format: arguments.format,
            output: arguments.output,
            points: arguments.judging.points,
            reveal: arguments.judging.reveal,
            audience: options::Audience::Instructor,
            verbose: arguments.verbose,
            command_line: again::command_line(words),
            replayable: edition.moves.is_some().then_some(edition.name),
        },
    })))
}

#[cfg(unix)]
fn grade(arguments: Grade) -> Result<Request, UsageError> {
    let Some(submissions) = arguments.submissions else {
        return Ok(Request::Merge(class::merge::Merge {
            shares: arguments.merge,
            output: arguments.output,
        }));
    };
    let each_in_its_own = Place { dir: None };
    let setting = setting(arguments.running, each_in_its_own);
    if setting.program.is_none() {
        return Err(UsageError::NothingToGrade);
    }
    let timeout = arguments.prepare_timeout;
    let preparation = arguments
        .prepare
        .map(|command| class::order::Preparation { command, timeout });
    Ok(Request::Grade(Box::new(class::order::Order {
        cases: arguments.cases,
        submissions,
        output: arguments.output,
        preparation,
        setting,
        tolerances: Tolerances::new(arguments.judging.tolerate),
        selection: Selection {
            filters: arguments.judging.filter,
            partition: None,
        },
        partition: arguments.partition,
        again: arguments.again,
        reveal: arguments.judging.reveal,
        points: arguments.judging.points,
    })))
}

#[cfg(unix)]
fn record(arguments: Record) -> Request {
    Request::Record(Box::new(record::Record {
        cases: arguments.cases,
        setting: setting(arguments.running, arguments.place),
        update: arguments.update,
    }))
}

#[cfg(unix)]
fn suite(arguments: Suite) -> Request {
    let task = match arguments.write {
        None => suite::Task::Measure(arguments.cases),
        Some(folder) => suite::Task::Write {
            folder,
            size: arguments.size,
            rng_seed: arguments.rng_seed,
        },
    };
    Request::Suite(Box::new(suite::Suite {
        task,
        edition: arguments.edition,
        tolerances: Tolerances::new(arguments.tolerate),
        format: arguments.format,
    }))
}

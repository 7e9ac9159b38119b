//! `check`: any program against test cases.
//!
//! Finding cases, running them, comparing, explaining and reporting are apart:
//! [`case`], [`run`] with [`group`], [`compare`], [`explain`], and [`report`],
//! whose formats are all made from one model, [`result`].

pub mod arguments;
pub mod case;
pub mod compare;
pub mod explain;
pub mod group;
pub mod progress;
pub mod random;
pub mod record;
pub mod report;
pub mod result;
pub mod run;
pub mod shrink;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Instant;

use crate::check::arguments::Task;
use crate::check::case::{Case, Expected};
use crate::check::compare::Leniences;
use crate::check::report::{Reporter, Summary};
use crate::check::result::{CaseResult, Judge};
use crate::check::run::{Limits, Program, Streams};
use crate::console::Console;
use crate::edition::Edition;
use crate::error::{Error, reason};

/// What is run, and how.
#[derive(Debug)]
pub struct Setting {
    /// The program; the built-in game if there is none.
    pub program: Option<Program>,
    /// The game.
    pub edition: &'static Edition,
    /// What each run may use.
    pub limits: Limits,
    /// How many cases run at once.
    pub jobs: NonZero<usize>,
}

/// What is to be checked, and how.
#[derive(Debug)]
pub struct Check {
    /// Folders of cases, or single ones.
    pub cases: Vec<PathBuf>,
    /// What is run.
    pub setting: Setting,
    /// What is let pass.
    pub leniences: Leniences,
    /// The share of the cases that is run.
    pub partition: Partition,
    /// How it is reported.
    pub report: report::Options,
}

/// A share of the cases: every `of`-th one, from the `share`-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The number of the share, from 1.
    pub share: usize,
    /// How many shares there are.
    pub of: usize,
}

/// The exit status when a case failed.
const FAILED: u8 = 1;

/// Does what `check` or `record` is asked for; returns the exit status.
///
/// # Errors
///
/// Those of the task.
pub fn run_task(task: Task, console: &mut Console) -> Result<u8, Error> {
    match task {
        Task::Check(task) => check(&task, console),
        Task::Random(task) => random::check(&task, console),
        Task::Record(task) => record::record(&task, console),
    }
}

/// Checks the cases and reports them; returns the exit status.
///
/// # Errors
///
/// [`Error::Check`] if there is no case, a case expects nothing, a file cannot
/// be read or the command cannot be started; the errors of printing.
pub fn check(check: &Check, console: &mut Console) -> Result<u8, Error> {
    let cases = share(
        case::find(&check.cases, check.setting.edition.case_ending)?,
        check.partition,
    );
    for case in &cases {
        if case.expected()? == Expected::default() {
            return Err(Error::Check(format!("{}: nothing is expected", case.name)));
        }
    }
    let program = check.setting.program()?;
    group::end_with_this_program().map_err(|error| system(&error))?;
    let mut reporter = Reporter::new(&check.report, cases.len());
    let judge = Judge {
        leniences: &check.leniences,
        prompts: check.setting.edition.prompts,
    };
    let test = |case: &Case| test(case, &program, &judge, &check.setting.limits);
    let checked = each_in_order(&cases, check.setting.jobs, test, |result| {
        reporter.add(result?, console)?;
        Ok(ControlFlow::Continue(()))
    });
    if let Err(error) = checked {
        reporter.break_off();
        return Err(error);
    }
    let Summary { failed, .. } = reporter.end(console)?;
    Ok(if failed > 0 { FAILED } else { 0 })
}

fn share(cases: Vec<Case>, Partition { share, of }: Partition) -> Vec<Case> {
    cases.into_iter().skip(share - 1).step_by(of).collect()
}

impl Setting {
    /// The program, or the built-in game.
    fn program(&self) -> Result<Program, Error> {
        self.program
            .clone()
            .map_or_else(|| built_in(self.edition), Ok)
    }
}

/// The built-in game of an edition.
fn built_in(edition: &Edition) -> Result<Program, Error> {
    let this = std::env::current_exe().map_err(|error| system(&error))?;
    let arguments = ["play", "--edition", edition.name, "--"].map(OsString::from);
    Ok(Program::new(this.into(), arguments.to_vec()))
}

fn system(error: &io::Error) -> Error {
    Error::Check(reason(error))
}

/// Runs a case and judges it.
fn test(
    case: &Case,
    program: &Program,
    judge: &Judge,
    limits: &Limits,
) -> Result<CaseResult, Error> {
    let expected = case.expected()?;
    let input = crate::input::split(&case.read_input()?);
    let start = Instant::now();
    let mut failures = Vec::new();
    if expected.out.is_some() || expected.err.is_some() || expected.status.is_some() {
        let run = start_run(case, program, Streams::Apart, limits)?;
        failures.extend(judge.apart(&run, &expected, &input));
    }
    if expected.combined.is_some() {
        let run = start_run(case, program, Streams::Together, limits)?;
        failures.extend(judge.together(&run, &expected, &input));
    }
    Ok(CaseResult::new(case.clone(), failures, start.elapsed()))
}

fn start_run(
    case: &Case,
    program: &Program,
    streams: Streams,
    limits: &Limits,
) -> Result<run::Run, Error> {
    run::run(program, &case.seed, case.input.as_deref(), streams, limits).map_err(|error| {
        let name = program.name().to_string_lossy();
        Error::Check(format!("{name} could not be started: {}", reason(&error)))
    })
}

/// Does work on the numbers below `count`, several at once, and hands the
/// results on in the order of the numbers, until it is told to stop or there is
/// an error.
fn in_order<R: Send>(
    count: u64,
    jobs: NonZero<usize>,
    work: impl Fn(u64) -> R + Sync,
    mut hand_on: impl FnMut(R) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..count.min(jobs.get() as u64) {
            let sender = sender.clone();
            let (next, stop, work) = (&next, &stop, &work);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        let mut outcome = Ok(ControlFlow::Continue(()));
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                wanted += 1;
                if matches!(outcome, Ok(ControlFlow::Continue(()))) {
                    outcome = hand_on(result);
                }
                let goes_on = matches!(outcome, Ok(ControlFlow::Continue(())));
                stop.store(!goes_on, Ordering::Relaxed);
            }
        }
        outcome.map(|_| ())
    })
}

/// The same for the items of a list.
fn each_in_order<T: Sync, R: Send>(
    items: &[T],
    jobs: NonZero<usize>,
    work: impl Fn(&T) -> R + Sync,
    hand_on: impl FnMut(R) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    let work = |number: u64| {
        usize::try_from(number)
            .ok()
            .and_then(|index| items.get(index))
            .map(&work)
    };
    let mut hand_on = hand_on;
    in_order(items.len() as u64, jobs, work, |result| {
        result.map_or(Ok(ControlFlow::Continue(())), &mut hand_on)
    })
}

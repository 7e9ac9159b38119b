//! A worker runs commands, one at a time.

use std::fs::{self, File};
use std::io::{self, PipeReader};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::environment;
use super::error::RunError;
use super::interference::{Doubt, Interference, Shortage, interference};
use super::keeper_process::KeeperProcess;
use super::keepers::Runner;
use super::limits::Company;
use super::machine;
use super::message::send;
use super::output::{Amount, Output};
use super::program::Program;
use super::protocol::{Answer, Request, Setup, Start};
use super::result::{End, Run, Streams, Timing};
use super::turns;
use super::work_folder::Work;
use crate::io::store::Content;
use crate::io::visible::visible_path;

/// Time that a keeper may take after the limit of its run: it waits for leftover processes, kills
/// them and removes files.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);

/// Number of attempts to start a command while there are too many processes, and the pause
/// between them.
const START_ATTEMPTS: u32 = 50;
const START_PAUSE: Duration = Duration::from_millis(100);

/// Input of a run: a seed file, of which it gets its own copy, and its standard input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Inputs<'store> {
    /// Extension of the seed file, such as `.txt`.
    pub(crate) ending: &'store str,
    /// Content of the seed file.
    pub(crate) file: Content<'store>,
    /// Content of standard input.
    pub(crate) stdin: Content<'store>,
}

impl Inputs<'_> {
    /// An empty seed file and an empty input.
    pub(crate) const NONE: Self = Self {
        ending: "",
        file: Content::Bytes(b""),
        stdin: Content::Bytes(b""),
    };
}

#[derive(Debug)]
pub(crate) struct Worker<'runner> {
    runner: &'runner Runner,
    keeper: Option<KeeperProcess>,
    patience: u32,
}

/// The final run after all retries.
#[derive(Debug)]
pub(crate) struct Settled {
    /// The last run.
    pub(crate) run: Run,
    /// Number of retries in isolation.
    pub(crate) repeats: u32,
    /// The reason why a failure may not be the program's fault.
    pub(crate) doubt: Option<Doubt>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Again {
    /// In isolation: all other runs wait.
    Alone,
    /// Together with other runs, with the time that it waits for a processor added to its
    /// timeout.
    WithTimeBack,
}

/// Decides whether and how to retry a run that may have failed because of others. After too many
/// unsuccessful retries, no run is isolated any more. A timeout is then retried together with
/// other runs, since a program that never ends could not be graded on a slow machine otherwise.
fn again(why: Interference, patience: u32) -> Option<Again> {
    match (patience, why) {
        (1.., _) => Some(Again::Alone),
        (0, Interference::Processors) => Some(Again::WithTimeBack),
        (0, _) => None,
    }
}

impl Runner {
    /// Creates a worker for one thread.
    pub(crate) fn worker(&self) -> Worker<'_> {
        Worker {
            runner: self,
            keeper: None,
            patience: u32::MAX,
        }
    }
}

impl Worker<'_> {
    /// Runs a command with an output limit per stream. Afterwards nothing of the run is left,
    /// unless its end is [`End::CouldNotBeKilled`].
    fn run(
        &mut self,
        program: &Program,
        inputs: Inputs<'_>,
        streams: Streams,
        max_output: usize,
        company: Company,
    ) -> Result<(Run, Shortage), RunError> {
        let (keeper, is_fresh) = match self.keeper.take() {
            Some(keeper) => (keeper, false),
            None => self.runner.keeper()?,
        };
        match self.run_with(keeper, program, inputs, streams, max_output, company) {
            // The keeper may have ended after the last run, which is not this run's fault.
            Err(RunError::Keeper(_)) if !is_fresh => {
                let keeper = self.runner.new_keeper()?;
                self.run_with(keeper, program, inputs, streams, max_output, company)
            }
            run => run,
        }
    }

    /// Runs a command together with all other runs, and retries it in isolation up to `retries`
    /// times if others may have caused a failure.
    pub(crate) fn run_fairly(
        &mut self,
        program: &Program,
        inputs: Inputs<'_>,
        streams: Streams,
        max_output: usize,
        retries: u32,
        passes: impl Fn(&Run) -> bool,
    ) -> Result<Settled, RunError> {
        let doubt = |(run, shortage): &(Run, Shortage), company| {
            interference(run.end, run.timing, *shortage, company).filter(|_| !passes(run))
        };
        let may_be_of_others = |outcome: &Result<(Run, Shortage), RunError>, company| match outcome
        {
            Ok(run) => doubt(run, company),
            Err(error) => error.is_of_the_machine().then_some(Interference::Processes),
        };
        let mut outcome = {
            let _turn = turns::beside_others();
            self.run(program, inputs, streams, max_output, Company::Others)
        };
        let mut repeats = 0;
        let mut company = Company::Others;
        while repeats < retries && company != Company::OthersWithTime {
            let Some(why) = may_be_of_others(&outcome, company) else {
                break;
            };
            match again(why, self.patience) {
                Some(Again::Alone) => {
                    let _turn = turns::alone();
                    repeats += 1;
                    company = Company::Nobody;
                    outcome = self.run_when_there_is_room(program, inputs, streams, max_output);
                    if !outcome.as_ref().is_ok_and(|(run, _)| passes(run)) {
                        self.patience -= 1;
                    }
                }
                Some(Again::WithTimeBack) => {
                    let _turn = turns::beside_others();
                    company = Company::OthersWithTime;
                    outcome = self.run(program, inputs, streams, max_output, company);
                }
                None => break,
            }
        }
        let outcome = outcome?;
        let why = doubt(&outcome, company);
        Ok(Settled {
            run: outcome.0,
            repeats,
            doubt: why.map(|why| Doubt { why, repeats }),
        })
    }

    /// Limits the number of unsuccessful retries from now on, since an isolated run keeps all
    /// others waiting.
    pub(crate) fn set_patience(&mut self, patience: u32) {
        self.patience = patience;
    }

    /// Runs a command once it can be started: processes of other runs may take a moment to end.
    fn run_when_there_is_room(
        &mut self,
        program: &Program,
        inputs: Inputs<'_>,
        streams: Streams,
        max_output: usize,
    ) -> Result<(Run, Shortage), RunError> {
        for _ in 0..START_ATTEMPTS {
            match self.run(program, inputs, streams, max_output, Company::Nobody) {
                Err(RunError::TooManyProcesses { .. }) => std::thread::sleep(START_PAUSE),
                outcome => return outcome,
            }
        }
        self.run(program, inputs, streams, max_output, Company::Nobody)
    }

    fn run_with(
        &mut self,
        keeper: KeeperProcess,
        program: &Program,
        inputs: Inputs<'_>,
        streams: Streams,
        max_output: usize,
        company: Company,
    ) -> Result<(Run, Shortage), RunError> {
        let runner = self.runner;
        let started = Started::new(
            runner, &keeper, program, inputs, streams, max_output, company,
        );
        let run = started.and_then(|started| started.finish(&keeper));
        let is_usable = match &run {
            Ok((run, _)) => run.end != End::CouldNotBeKilled,
            Err(error) => matches!(
                error,
                RunError::NotStarted { .. } | RunError::TooManyProcesses { .. }
            ),
        };
        if is_usable {
            self.keeper = Some(keeper);
        }
        run
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if let Some(keeper) = self.keeper.take() {
            self.runner.take_back(keeper);
        }
    }
}

/// A run in progress.
struct Started<'runner> {
    outputs: [Option<Output>; 2],
    max_output: usize,
    deadline: Instant,
    program: &'runner Program,
    setup: &'runner Setup,
    file_path: PathBuf,
}

/// Events during a run.
enum Event {
    Answer(Answer),
    Nothing,
}

impl<'runner> Started<'runner> {
    fn new(
        runner: &'runner Runner,
        keeper: &KeeperProcess,
        program: &'runner Program,
        inputs: Inputs<'_>,
        streams: Streams,
        max_output: usize,
        company: Company,
    ) -> Result<Self, RunError> {
        let setup = &runner.setup;
        let file = program
            .file(&setup.dir, environment::value(&setup.variables, "PATH"))
            .ok_or_else(|| not_started(program, Errno::NOENT.into(), setup))?;
        let folder = keeper.folder().join("given");
        let file_path = folder.join(format!("seed{}", inputs.ending));
        write(&file_path, inputs.file)?;
        let input_path = folder.join("input");
        write(&input_path, inputs.stdin)?;
        let stdin = File::open(&input_path).map_err(RunError::system("the input"))?;

        let pipe = || io::pipe().map_err(RunError::system("a pipe for the output"));
        let (out, out_writer) = pipe()?;
        let (err, err_writer) = match streams {
            Streams::Separate => pipe().map(|(reader, writer)| (Some(reader), writer))?,
            Streams::Merged => {
                let writer = out_writer.try_clone().map_err(RunError::system("a pipe"))?;
                (None, writer)
            }
        };
        let output = |reader: PipeReader| {
            Output::new(reader).map_err(RunError::system::<io::Error>("a pipe"))
        };
        let outputs = [Some(output(out)?), err.map(output).transpose()?];
        let request = Request::Start(Start {
            file,
            name: program.name().to_owned(),
            arguments: program.arguments(&file_path),
            company,
        });
        let descriptors = [stdin.as_fd(), out_writer.as_fd(), err_writer.as_fd()];
        send(keeper.socket()?, &request, &descriptors)
            .map_err(|error| RunError::Keeper(format!("does not listen: {error}")))?;
        Ok(Self {
            outputs,
            max_output,
            deadline: Instant::now() + setup.limits.longest_run(company) + LONGEST_SILENCE,
            program,
            setup,
            file_path,
        })
    }

    /// Reads the output until the run has ended.
    fn finish(mut self, keeper: &KeeperProcess) -> Result<(Run, Shortage), RunError> {
        let mut amount = Amount::WithinLimit;
        let (end, timing, shortage) = loop {
            if amount == Amount::WithinLimit {
                amount = self.take_output()?;
                if amount == Amount::TooMuch {
                    send(keeper.socket()?, &Request::Stop, &[])
                        .map_err(RunError::system("the keeper"))?;
                }
            }
            if Instant::now() >= self.deadline {
                let end = End::CouldNotBeKilled;
                break (end, Timing::default(), Shortage::default());
            }
            match self.wait(keeper, amount)? {
                Event::Answer(Answer::Ended(end, timing, shortage)) => {
                    break (end, timing, shortage);
                }
                Event::Answer(Answer::NotStarted(number)) => {
                    let error = io::Error::from_raw_os_error(number);
                    return Err(not_started(self.program, error, self.setup));
                }
                Event::Answer(Answer::Failed(reason)) => return Err(RunError::Keeper(reason)),
                Event::Answer(Answer::Ready(_) | Answer::NoMounts) | Event::Nothing => {}
            }
        };
        // The rest of the output is in the pipes.
        while amount == Amount::WithinLimit && end != End::CouldNotBeKilled {
            let before = self.taken();
            amount = self.take_output()?;
            if self.taken() == before {
                break;
            }
        }
        let [out, err] = self
            .outputs
            .map(|output| output.map(Output::into_text).unwrap_or_default());
        let run = Run {
            out,
            err,
            end: match (amount, end) {
                (Amount::TooMuch, End::Exited(_) | End::Killed(_) | End::LeftProcesses) => {
                    End::TooMuchOutput
                }
                (_, end) => end,
            },
            timing,
            file_path: self.file_path,
        };
        Ok((run, shortage))
    }

    fn taken(&self) -> usize {
        self.outputs.iter().flatten().map(Output::taken).sum()
    }

    fn take_output(&mut self) -> Result<Amount, RunError> {
        for output in self.outputs.iter_mut().flatten() {
            let amount = output
                .take(self.max_output)
                .map_err(RunError::system("the output"))?;
            if amount == Amount::TooMuch {
                return Ok(amount);
            }
        }
        Ok(Amount::WithinLimit)
    }

    /// Waits for output or an answer of the keeper.
    fn wait(&self, keeper: &KeeperProcess, amount: Amount) -> Result<Event, RunError> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec::try_from(left).unwrap_or_default();
        let mut watched = vec![PollFd::new(keeper.socket()?, PollFlags::IN)];
        // After too much output, the rest is not read.
        if amount == Amount::WithinLimit {
            watched.extend(self.outputs.iter().flatten().filter_map(Output::watched));
        }
        match poll(&mut watched, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(RunError::system("waiting for the command")(error)),
        }
        if watched[0].revents().is_empty() {
            return Ok(Event::Nothing);
        }
        keeper.answer().map(Event::Answer)
    }
}

fn not_started(program: &Program, source: io::Error, setup: &Setup) -> RunError {
    let name = visible_path(Path::new(program.name()));
    let is_in_copy = |work: &Work| {
        let file = setup.dir.join(program.name());
        file.starts_with(work.path()) && machine::forbids_execution(work.path())
    };
    match source.kind() {
        io::ErrorKind::PermissionDenied if setup.work.as_ref().is_some_and(is_in_copy) => {
            let folder = visible_path(&setup.temporary);
            RunError::NoExecution { name, folder }
        }
        io::ErrorKind::WouldBlock => RunError::TooManyProcesses { name },
        _ => RunError::NotStarted { name, source },
    }
}

/// Writes a new file in the private folder.
fn write(path: &Path, content: Content<'_>) -> Result<(), RunError> {
    // Remove an existing file rather than overwriting it: without a sandbox, a run may have left
    // a link to any other file.
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
    .and_then(|()| File::create_new(path))
    .and_then(|mut file| content.write_to(&mut file))
    .map_err(RunError::system("the private folder"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_patience_a_timeout_is_repeated_beside_others() {
        for (why, patience, expected) in [
            (Interference::Processors, 3, Some(Again::Alone)),
            (Interference::Memory, 1, Some(Again::Alone)),
            (Interference::Processors, 0, Some(Again::WithTimeBack)),
            (Interference::Killed, 0, None),
            (Interference::Disk, 0, None),
        ] {
            assert_eq!(again(why, patience), expected, "{why:?} {patience}");
        }
    }
}

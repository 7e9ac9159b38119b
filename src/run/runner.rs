//! Runs commands. [`Runner`] has a pool of [`SupervisorProcess`]es; [`Worker`] runs the commands of
//! one thread; [`ConcurrentRuns`] detects failures that other runs may have caused.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    io::{self, Read, Write},
    net::Shutdown,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

use rustix::process::Signal;
use serde::Serialize;

use super::{
    confinement::{Confinement, GIVEN, HOME, PREFIX, TMP, WORK, dot_files, resolved},
    limits::{RunSettings, Sandbox},
    messages::{
        Connection, Executable, Reply, Request, SupervisorSetup, receive, send, start_self,
    },
    private_folder::{empty, remove},
    program::{Program, Variables, environment, find_executable, folders},
    result::{End, Run, RunError, SUBMISSION, Streams},
    supervisor::INVOCATION,
    system,
    usage::memory_share,
};
use crate::io::{reason, visible_path};

/// Time that a supervisor may need to start, and after the timeout of a run, in which it kills
/// processes and removes files.
const PATIENCE: Duration = Duration::from_secs(60);

/// Settings and idle supervisors, shared by all worker threads.
#[derive(Debug)]
pub struct Runner {
    settings: RunSettings,
    variables: Variables,
    idle: Mutex<Vec<SupervisorProcess>>,
    /// The folder in which private folders are created.
    pub temporary: PathBuf,
    /// Missing kernel features of the sandbox, in one line; empty if there are none.
    pub missing: String,
}

/// Runs commands in one thread, one at a time.
#[derive(Debug)]
pub struct Worker<'runner> {
    runner: &'runner Runner,
    supervisor: Option<SupervisorProcess>,
}

/// A command to run, with the contents of its seed file and its standard input.
#[derive(Clone, Copy, Debug)]
pub struct RunTask<'task> {
    pub program: &'task Program,
    /// Extension of the seed file, such as `.txt`.
    pub extension: &'task str,
    /// Content of the seed file. The command gets the path of a copy.
    pub seed: &'task [u8],
    pub stdin: &'task [u8],
    pub streams: Streams,
    /// Maximum output of each stream, in bytes.
    pub max_output: usize,
    /// Timeout of a preparation, which can write to the copy of a submission; none for other runs.
    pub prepare_timeout: Option<Duration>,
}

#[derive(Debug)]
pub struct RunOutcome {
    pub result: Result<Run, RunError>,
    /// True if the run failed and other runs may have caused that.
    pub is_contended: bool,
}

impl Runner {
    /// Starts the first supervisor and checks how well commands can be confined. Fails if the
    /// sandbox is required and the kernel lacks a feature, if a path of an option does not exist, or
    /// if the supervisor cannot be started.
    pub fn new(mut settings: RunSettings, program: &Program) -> Result<Self, RunError> {
        // Otherwise, an unconfined command could read this process's memory through `/proc`.
        system::hide_memory().map_err(RunError::machine("this program's own memory"))?;
        if !settings.runs_copies {
            let folder = settings.dir.as_deref().unwrap_or(Path::new("."));
            // The slash that `join` appends makes `canonicalize` refuse a file.
            let existing = folder.join("").canonicalize();
            let name = format!("the working folder {}", visible_path(folder));
            settings.dir = Some(existing.map_err(RunError::machine(&name))?);
        }
        let variables = environment(&settings.variables);
        for (option, paths) in [
            ("--hide", &settings.hide),
            ("--allow-read", &settings.allow_read),
            ("--allow-write", &settings.allow_write),
        ] {
            for path in paths {
                // Without this check, a misspelled path would have no effect.
                let name = format!("{option} {}", visible_path(path));
                path.symlink_metadata().map_err(RunError::machine(&name))?;
            }
        }
        settings.hidden.append(&mut settings.hide);
        // This program plays the game correctly, so a submission must not run it. Only the
        // instructor may, by naming it as the command.
        let base = settings.dir.as_deref().unwrap_or(Path::new("/"));
        let command = program
            .words()
            .next()
            .and_then(|name| find_executable(name, base, &variables))
            .map(|file| resolved(&base.join(file)));
        let this_program = env::current_exe().ok().map(|path| resolved(&path));
        settings
            .hidden
            .extend(this_program.filter(|path| Some(path) != command.as_ref()));
        let mut needed = folders(&variables);
        needed.extend_from_slice(&settings.allow_read);
        needed.extend_from_slice(&settings.allow_write);
        for path in settings.hidden.iter_mut().chain(&mut needed) {
            *path = resolved(path);
        }
        settings.dot_files = dot_files(&needed);
        if settings.limits.max_memory.is_none() {
            settings.limits.max_memory = memory_share(settings.simultaneous);
        }
        let mut runner = Self {
            temporary: temporary(&settings.allow_write),
            settings,
            variables,
            idle: Mutex::default(),
            missing: String::new(),
        };
        let first = runner.supervisor()?;
        runner.missing = first.missing.join("; ");
        runner.idle().push(first);
        if runner.settings.sandbox == Sandbox::Require && !runner.missing.is_empty() {
            let reason = format!("--sandbox require: {}", runner.missing);
            return Err(RunError::Machine(reason));
        }
        Ok(runner)
    }

    /// Returns an idle supervisor or a new one.
    fn supervisor(&self) -> Result<SupervisorProcess, RunError> {
        if let Some(idle) = self.idle().pop() {
            return Ok(idle);
        }
        let settings = &self.settings;
        let number = getrandom::u64()
            .map_err(io::Error::other)
            .map_err(RunError::machine("random numbers"))?;
        let name = format!("{PREFIX}{number:016x}");
        let folder = resolved(&self.temporary).join(name);
        SupervisorProcess::start(&SupervisorSetup {
            dir: settings.dir.clone().unwrap_or(folder.join(WORK)).into(),
            confinement: (settings.sandbox != Sandbox::Off)
                .then(|| Confinement::new(settings, &folder)),
            limits: settings.limits.clone(),
            folder: folder.clone().into(),
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<SupervisorProcess>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn worker(&self) -> Worker<'_> {
        Worker {
            runner: self,
            supervisor: None,
        }
    }
}

/// Returns the folder for private folders: the first folder for temporary files that `--allow-write`
/// does not let commands write to, or the system's if there is none.
fn temporary(allow_write: &[PathBuf]) -> PathBuf {
    [env::temp_dir(), "/var/tmp".into(), "/dev/shm".into()]
        .into_iter()
        .filter(|place| place.is_dir())
        .find(|place| {
            !allow_write
                .iter()
                .any(|path| resolved(place).starts_with(resolved(path)))
        })
        .unwrap_or_else(env::temp_dir)
}

impl Worker<'_> {
    /// Empties the folder for the copy of a submission, in the private folder of this worker's
    /// supervisor, and returns its path. The folder stays the same until the next call.
    pub fn empty_work_folder(&mut self) -> Result<PathBuf, RunError> {
        let supervisor = match self.supervisor.take() {
            Some(supervisor) => supervisor,
            None => self.runner.supervisor()?,
        };
        let folder = self.supervisor.insert(supervisor).folder.join(WORK);
        empty(&folder).map_err(RunError::machine("the copy of a submission"))?;
        Ok(folder)
    }

    /// Runs a command. Afterwards its processes have ended, and the private folders that are its
    /// `HOME` and `TMPDIR` are empty, unless its end is [`End::CouldNotBeKilled`].
    pub fn run(&mut self, task: &RunTask<'_>) -> RunOutcome {
        let others = ConcurrentRuns::begin();
        let mut result = self.try_run(task);
        if self.runner.settings.runs_copies
            && let Ok(run) = &mut result
        {
            run.replace_folder_paths();
        }
        RunOutcome {
            is_contended: others.end(&result),
            result,
        }
    }

    fn try_run(&mut self, task: &RunTask<'_>) -> Result<Run, RunError> {
        let runner = self.runner;
        let mut supervisor = match self.supervisor.take() {
            Some(supervisor) => supervisor,
            // The copy of the submission was removed with the private folder of its supervisor.
            None if runner.settings.runs_copies => return Err(gone()),
            None => runner.supervisor()?,
        };
        let folder = supervisor.folder.clone();
        let seed = folder.join(GIVEN).join(format!("seed{}", task.extension));
        let input = folder.join(GIVEN).join("input");
        write(&seed, task.seed)?;
        write(&input, task.stdin)?;
        let mut variables = Variables::from([
            ("HOME".into(), folder.join(HOME).into()),
            ("TMPDIR".into(), folder.join(TMP).into()),
        ]);
        // The user can override these two with `--env`.
        variables.extend(runner.variables.clone());
        let words = task.program.with_paths(&seed, &folder.join(WORK));
        let dir = runner.settings.dir.as_deref().unwrap_or(Path::new("/"));
        // If no file is found, the launcher fails to execute the name and reports that.
        let file = find_executable(&words[0], dir, &variables);
        let command = Executable {
            file: file.map_or(words[0].clone(), OsString::from),
            words,
            variables: variables.into_iter().collect(),
            input: input.into(),
        };
        let request = Request {
            command,
            is_merged: task.streams == Streams::Merged,
            max_output: task.max_output,
            prepare_timeout: task.prepare_timeout,
        };
        let limits = &runner.settings.limits;
        let timeout = task.prepare_timeout.unwrap_or(limits.timeout) + limits.leak_timeout;
        let (reply, [out, err]) = supervisor.run(&request, timeout)?;
        let result = match reply {
            Reply::Ended { end, .. } => Ok(Run {
                out,
                err,
                end,
                seed,
            }),
            Reply::NotStarted(number) => {
                let words = task.program.with_paths(&seed, Path::new(SUBMISSION));
                let name = visible_path(Path::new(&words[0]));
                let reason = reason(&io::Error::from_raw_os_error(number));
                Err(RunError::NotStarted { name, reason })
            }
            _ => return Err(gone()),
        };
        if !matches!(&result, Ok(run) if run.end == End::CouldNotBeKilled) {
            self.supervisor = Some(supervisor);
        }
        result
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        if let Some(supervisor) = self.supervisor.take() {
            self.runner.idle().push(supervisor);
        }
    }
}

/// Writes a new file in the private folder.
fn write(path: &Path, content: &[u8]) -> Result<(), RunError> {
    // Remove an existing file instead of overwriting it: without a sandbox, a run may have left
    // a link to any other file.
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
    .and_then(|()| File::create_new(path))
    .and_then(|mut file| file.write_all(content))
    .map_err(RunError::machine("the private folder"))
}

/// A running supervisor. Dropping it ends the process.
#[derive(Debug)]
struct SupervisorProcess {
    process: Child,
    socket: Connection,
    /// The private folder.
    pub folder: PathBuf,
    /// Kernel features that the sandbox lacks.
    pub missing: Vec<String>,
}

impl SupervisorProcess {
    /// Starts a supervisor and waits until it is ready.
    fn start(setup: &SupervisorSetup) -> Result<Self, RunError> {
        let streams = [Stdio::null(), Stdio::null()];
        let (process, socket) =
            start_self(&system::this_program(), INVOCATION, streams).map_err(failed)?;
        let mut supervisor = Self {
            process,
            socket,
            folder: PathBuf::from(&setup.folder),
            missing: Vec::new(),
        };
        let Reply::Ready { missing } = supervisor.exchange(setup, Duration::ZERO)? else {
            return Err(gone());
        };
        supervisor.missing = missing;
        Ok(supervisor)
    }

    /// Sends a message and receives the reply, which may take `timeout` and [`PATIENCE`]. Fails if
    /// the supervisor reports a failure.
    fn exchange(&mut self, message: &impl Serialize, timeout: Duration) -> Result<Reply, RunError> {
        let reply = self
            .socket
            .get_ref()
            .set_read_timeout(Some(timeout + PATIENCE))
            .and_then(|()| send(&self.socket, message))
            .and_then(|()| receive(&mut self.socket));
        match reply.map_err(failed)? {
            Some(Reply::Failed(reason)) => Err(RunError::Machine(reason)),
            reply => reply.ok_or_else(gone),
        }
    }

    /// Runs a command, which the supervisor ends after `timeout`. Returns the reply and the output
    /// of both streams.
    pub fn run(
        &mut self,
        request: &Request,
        timeout: Duration,
    ) -> Result<(Reply, [Vec<u8>; 2]), RunError> {
        let reply = self.exchange(request, timeout)?;
        let mut output = [Vec::new(), Vec::new()];
        if let Reply::Ended { lengths, .. } = &reply {
            for (text, length) in output.iter_mut().zip(lengths) {
                text.resize(*length, 0);
                self.socket.read_exact(text).map_err(failed)?;
            }
        }
        Ok((reply, output))
    }
}

impl Drop for SupervisorProcess {
    fn drop(&mut self) {
        // Closing the connection makes the supervisor end, if it has not ended yet.
        let _ = self.socket.get_ref().shutdown(Shutdown::Both);
        for _ in 0..PATIENCE.as_millis() {
            if !matches!(self.process.try_wait(), Ok(None)) {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        // A supervisor that hangs is killed, although processes of its run may then remain.
        let _ = self.process.kill();
        remove(&self.folder);
    }
}

/// Returns the error for a supervisor that has ended without a valid reply.
fn gone() -> RunError {
    RunError::Machine("the supervisor of the command has ended".to_owned())
}

fn failed(error: io::Error) -> RunError {
    RunError::machine("the supervisor of the command")(error)
}

static RUNNING: AtomicU64 = AtomicU64::new(0);

static STARTED: AtomicU64 = AtomicU64::new(0);

/// Number of runs so far that a limit of memory, processes or files ended.
static EXHAUSTED: AtomicU64 = AtomicU64::new(0);

/// The other runs during a run in progress. If these may have made the run fail, the run is repeated
/// once, alone, after all others, and the second result counts.
struct ConcurrentRuns {
    /// True if another run was in progress at the start.
    is_concurrent: bool,
    /// Number of runs that had been started, including this one.
    started: u64,
    /// Number of runs that a limit had ended before the start.
    exhausted: u64,
}

impl ConcurrentRuns {
    fn begin() -> Self {
        Self {
            is_concurrent: RUNNING.fetch_add(1, SeqCst) > 0,
            started: STARTED.fetch_add(1, SeqCst) + 1,
            exhausted: EXHAUSTED.load(SeqCst),
        }
    }

    /// Ends the run. Reports whether it failed and other runs may have caused that.
    fn end(self, result: &Result<Run, RunError>) -> bool {
        let is_concurrent = self.is_concurrent || STARTED.load(SeqCst) > self.started;
        let was_exhausted = EXHAUSTED.load(SeqCst) > self.exhausted;
        RUNNING.fetch_sub(1, SeqCst);
        let has_cause = match result.as_ref().map(|run| run.end) {
            Ok(End::TimedOut) | Err(RunError::Machine(_)) => true,
            Ok(End::Killed(signal)) if signal == Signal::KILL.as_raw() => true,
            Ok(End::Exited(_) | End::Killed(_) | End::LeftProcesses) => was_exhausted,
            Ok(End::TooMuchMemory | End::TooManyProcesses | End::TooManyFiles) => {
                EXHAUSTED.fetch_add(1, SeqCst);
                false
            }
            _ => false,
        };
        is_concurrent && has_cause
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(end: End) -> Run {
        Run {
            out: Vec::new(),
            err: Vec::new(),
            end,
            seed: "seed.txt".into(),
        }
    }

    // One test, since all runs of a process are counted together.
    #[test]
    fn failure_during_other_runs_is_contention() {
        let failed = Err(RunError::Machine("a pipe: Too many open files".to_owned()));
        for end in [End::TimedOut, End::Killed(9), End::Exited(1)] {
            assert!(
                !ConcurrentRuns::begin().end(&Ok(run(end))),
                "{end:?}, alone"
            );
        }
        let first = ConcurrentRuns::begin();
        for (result, is_repeated) in [
            (Ok(run(End::TimedOut)), true),
            (Ok(run(End::Killed(9))), true),
            (failed, true),
            (Ok(run(End::Killed(11))), false),
            (Ok(run(End::Exited(1))), false),
            (Ok(run(End::CpuTime)), false),
            (Ok(run(End::TooMuchOutput)), false),
        ] {
            let runs = ConcurrentRuns::begin();
            assert_eq!(runs.end(&result), is_repeated, "{result:?}");
        }
        let second = ConcurrentRuns::begin();
        let exhausting = ConcurrentRuns::begin();
        assert!(!exhausting.end(&Ok(run(End::TooMuchMemory))));
        assert!(second.end(&Ok(run(End::Exited(1)))));
        assert!(first.end(&Ok(run(End::TimedOut))));
        assert!(!ConcurrentRuns::begin().end(&Ok(run(End::Exited(1)))));
    }
}

//! Runs commands: a pool of supervisors, and a worker for each thread.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::confinement::Confinement;
use super::contention::Active;
use super::environment::{self, Variables};
use super::error::RunError;
use super::limits::memory_share;
use super::messages::{Executable, Reply, Request, SupervisorSetup};
use super::paths::{private, resolved};
use super::private_folder::{GIVEN, HOME, PREFIX, TMP, WORK};
use super::program::{Program, file};
use super::result::{End, Run, SUBMISSION, Streams};
use super::settings::{RunSettings, Sandbox};
use super::supervisor_process::{SupervisorProcess, gone};
use super::system;
use crate::io::error::reason;
use crate::io::visible::visible_path;

/// Runs commands. Shared by all worker threads.
#[derive(Debug)]
pub(crate) struct Runner {
    settings: RunSettings,
    variables: Variables,
    idle: Mutex<Vec<SupervisorProcess>>,
    /// Missing kernel features of the sandbox, in one line.
    pub(crate) missing: Option<String>,
}

/// Runs commands in one thread, one at a time.
#[derive(Debug)]
pub(crate) struct Worker<'runner> {
    runner: &'runner Runner,
    supervisor: Option<SupervisorProcess>,
}

/// A command with its input: a seed file, of which it gets its own copy, and its standard input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RunTask<'task> {
    pub(crate) program: &'task Program,
    /// Extension of the seed file, such as `.txt`.
    pub(crate) extension: &'task str,
    /// Content of the seed file.
    pub(crate) seed: &'task [u8],
    /// Content of standard input.
    pub(crate) stdin: &'task [u8],
    pub(crate) streams: Streams,
    /// Maximum output of each stream, in bytes.
    pub(crate) max_output: usize,
    /// Timeout of a preparation, which can write to the copy of a submission; none for other runs.
    pub(crate) preparation: Option<Duration>,
}

/// Result of a run, and whether other runs may have caused its failure, if it failed.
#[derive(Debug)]
pub(crate) struct RunOutcome {
    pub(crate) result: Result<Run, RunError>,
    pub(crate) is_contended: bool,
}

impl Runner {
    /// Starts the first supervisor and checks how well commands can be confined.
    ///
    /// Fails if the sandbox is required and the kernel lacks a feature, or if the supervisor
    /// cannot be started.
    pub(crate) fn new(mut settings: RunSettings, program: &Program) -> Result<Self, RunError> {
        // Commands can read this process's entry in `/proc`.
        system::hide_memory().map_err(RunError::machine("this program's own memory"))?;
        if !settings.runs_copies {
            let folder = settings.dir.as_deref().unwrap_or(Path::new("."));
            // A file is refused too.
            let existing = folder.join("").canonicalize();
            let name = format!("the working folder {}", visible_path(folder));
            settings.dir = Some(existing.map_err(RunError::machine(&name))?);
        }
        let variables = environment::collect(&settings.variables);
        for (option, paths) in [
            ("--hide", &settings.hide),
            ("--allow-read", &settings.allow_read),
            ("--allow-write", &settings.allow_write),
        ] {
            for path in paths {
                // A misspelled path would have no effect.
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
            .and_then(|name| file(name, base, path(&variables)))
            .map(|file| resolved(&base.join(file)));
        let this_program = std::env::current_exe().ok().map(|path| resolved(&path));
        settings
            .hidden
            .extend(this_program.filter(|path| Some(path) != command.as_ref()));
        let mut needed = environment::folders(&variables);
        needed.extend(settings.allow_read.iter().cloned());
        needed.extend(settings.allow_write.iter().cloned());
        for path in settings.hidden.iter_mut().chain(&mut needed) {
            *path = resolved(path);
        }
        for home in environment::homes() {
            settings.in_homes.extend(private(&resolved(&home), &needed));
        }
        if settings.limits.max_memory.is_none() {
            settings.limits.max_memory = memory_share(settings.simultaneous);
        }
        let mut runner = Self {
            settings,
            variables,
            idle: Mutex::default(),
            missing: None,
        };
        let first = runner.supervisor()?;
        runner.missing = Some(first.missing.join("; ")).filter(|lines| !lines.is_empty());
        runner.idle().push(first);
        match runner.missing {
            Some(missing) if runner.settings.sandbox == Sandbox::Require => {
                Err(RunError::Machine(format!("--sandbox require: {missing}")))
            }
            _ => Ok(runner),
        }
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
        let folder = resolved(&temporary(&settings.allow_write)).join(name);
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

    /// Creates a worker for one thread.
    pub(crate) fn worker(&self) -> Worker<'_> {
        Worker {
            runner: self,
            supervisor: None,
        }
    }
}

impl Worker<'_> {
    /// Returns the working folder in the private folder, for the copy of a submission. It stays the
    /// same until the next call.
    pub(crate) fn work_folder(&mut self) -> Result<PathBuf, RunError> {
        let supervisor = match self.supervisor.take() {
            Some(supervisor) => supervisor,
            None => self.runner.supervisor()?,
        };
        Ok(self.supervisor.insert(supervisor).folder.join(WORK))
    }

    /// Runs a command. Afterwards nothing of the run is left, unless its end is
    /// [`End::CouldNotBeKilled`].
    pub(crate) fn run(&mut self, task: &RunTask<'_>) -> RunOutcome {
        let active = Active::begin();
        let mut result = self.try_run(task);
        if self.runner.settings.runs_copies
            && let Ok(run) = &mut result
        {
            run.replace_folder_paths();
        }
        RunOutcome {
            is_contended: active.end(&result),
            result,
        }
    }

    fn try_run(&mut self, task: &RunTask<'_>) -> Result<Run, RunError> {
        let runner = self.runner;
        let mut supervisor = match self.supervisor.take() {
            Some(supervisor) => supervisor,
            // The copy of the submission was in its private folder.
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
        // Variables of the user override these.
        variables.extend(runner.variables.clone());
        let words = task.program.with_paths(&seed, &folder.join(WORK));
        let dir = runner.settings.dir.as_deref().unwrap_or(Path::new("/"));
        let command = Executable {
            // A name that is not found cannot be executed.
            file: file(&words[0], dir, path(&variables)).map_or(words[0].clone(), OsString::from),
            words,
            variables: variables.into_iter().collect(),
            input: input.into(),
        };
        let shown = task.program.with_paths(&seed, Path::new(SUBMISSION));
        let name = visible_path(Path::new(&shown[0]));
        let request = Request {
            command,
            is_merged: task.streams == Streams::Merged,
            max_output: task.max_output,
            preparation: task.preparation,
        };
        let limits = &runner.settings.limits;
        let longest = task.preparation.unwrap_or(limits.timeout) + limits.leak_timeout;
        let (reply, [out, err]) = supervisor.run(&request, longest)?;
        let result = match reply {
            Reply::Ended { end, .. } => Ok(Run {
                out,
                err,
                end,
                seed,
            }),
            Reply::NotStarted(number) => {
                let reason = reason(&io::Error::from_raw_os_error(number));
                Err(RunError::NotStarted { name, reason })
            }
            Reply::Failed(reason) => return Err(RunError::Machine(reason)),
            Reply::Ready { .. } => return Err(gone()),
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

/// Returns the search path for executables.
fn path(variables: &Variables) -> Option<&OsStr> {
    variables.get(OsStr::new("PATH")).map(OsString::as_os_str)
}

/// Writes a new file in the private folder.
fn write(path: &Path, content: &[u8]) -> Result<(), RunError> {
    // Remove an existing file rather than overwriting it: without a sandbox, a run may have left
    // a link to any other file.
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
    .and_then(|()| File::create_new(path))
    .and_then(|mut file| file.write_all(content))
    .map_err(RunError::machine("the private folder"))
}

/// Returns the folder for private folders. A command that can write to the system's folder for
/// temporary files must not reach them there.
pub(crate) fn temporary(allow_write: &[PathBuf]) -> PathBuf {
    let open: Vec<PathBuf> = allow_write.iter().map(|path| resolved(path)).collect();
    [std::env::temp_dir(), "/var/tmp".into(), "/dev/shm".into()]
        .into_iter()
        .find(|place| place.is_dir() && !open.iter().any(|open| resolved(place).starts_with(open)))
        .unwrap_or_else(std::env::temp_dir)
}

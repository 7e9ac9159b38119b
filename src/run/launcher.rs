//! The thread of a keeper that starts commands. Commands inherit its confinement, and it can
//! signal all of them at once.
//!
//! The thread confines itself once, for all runs. It is in the same Landlock domain as the
//! commands, so seccomp keeps them from signalling it; the keeper's other threads are outside the
//! domain.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, getppid, getpriority_process, kill_process_group, setpriority_process,
    test_kill_process,
};

use super::protocol::{Answer, Setup, Start};
use super::system;

/// Priority of threads that must run before the commands.
pub(super) const URGENT: i32 = -15;

enum Job {
    Start(Start, [OwnedFd; 3]),
    SignalAll(Signal),
}

/// Range of signals that the thread sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The runs only, even for a signal to every process.
    Runs,
    /// Every process of this user.
    Everybody,
}

#[derive(Debug)]
pub(super) struct Launcher {
    jobs: SyncSender<Job>,
    started: Receiver<io::Result<Pid>>,
    reach: Reach,
    thread: Option<Pid>,
}

/// Outcome of confining the thread.
struct Confined {
    missing: Vec<String>,
    reach: Reach,
    thread: Option<Pid>,
}

impl Launcher {
    /// Starts the thread, confined if the setup says so. Also returns the missing kernel
    /// features.
    ///
    /// An error is an answer for the grader.
    pub(super) fn new(setup: &Setup, folder: &Path) -> Result<(Self, Vec<String>), Answer> {
        let (jobs, to_do) = sync_channel(1);
        let (done, started) = sync_channel(1);
        let (tell, confined) = sync_channel(1);
        let (setup, folder) = (setup.clone(), folder.to_owned());
        let body = move || {
            let confined = confine(&setup, &folder);
            let goes_on = confined.is_ok();
            if tell.send(confined).is_ok() && goes_on {
                work(&to_do, &done, &setup, &folder);
            }
        };
        thread::Builder::new()
            .spawn(body)
            .map_err(|error| Answer::Failed(format!("has no thread: {error}")))?;
        let confined = confined
            .recv()
            .map_err(|error| Answer::Failed(error.to_string()))??;
        let launcher = Self {
            jobs,
            started,
            reach: confined.reach,
            thread: confined.thread,
        };
        Ok((launcher, confined.missing))
    }

    /// Returns the runs' shared memory folder as seen from outside of their mounts.
    pub(super) fn shared_memory(&self) -> Option<PathBuf> {
        let thread = self.thread?.as_raw_nonzero();
        Some(format!("/proc/self/task/{thread}/root/dev/shm").into())
    }

    /// Starts a command with three streams.
    pub(super) fn start(&self, start: Start, streams: [OwnedFd; 3]) -> io::Result<Pid> {
        let job = Job::Start(start, streams);
        self.jobs.send(job).map_err(io::Error::other)?;
        self.started.recv().map_err(io::Error::other)?
    }

    /// Signals all processes of the runs at once, so that none of them can fork in between.
    /// Returns false if the thread cannot do so.
    pub(super) fn signal_all(&self, signal: Signal) -> bool {
        if self.reach != Reach::Runs {
            return false;
        }
        // A thousand runnable processes would delay the thread. Only root can raise its priority.
        let usual = self.thread.map(|id| getpriority_process(Some(id)));
        if self.thread.is_some() {
            let _ = setpriority_process(self.thread, URGENT);
        }
        let sent = self.jobs.send(Job::SignalAll(signal)).is_ok() && self.started.recv().is_ok();
        if let Some(Ok(usual)) = usual {
            let _ = setpriority_process(self.thread, usual);
        }
        sent
    }
}

/// Confines the current thread.
fn confine(setup: &Setup, folder: &Path) -> Result<Confined, Answer> {
    if !setup.confined {
        return Ok(Confined {
            missing: Vec::new(),
            reach: Reach::Everybody,
            thread: system::this_thread(),
        });
    }
    if setup.own_mounts {
        system::enter_view(setup, folder).map_err(|_| Answer::NoMounts)?;
    }
    let confinement = system::confine(setup, folder).map_err(Answer::Failed)?;
    let reach = if confinement.holds_signals && grader_is_out_of_reach() {
        Reach::Runs
    } else {
        Reach::Everybody
    };
    Ok(Confined {
        missing: confinement.missing,
        reach,
        thread: system::this_thread(),
    })
}

/// Reports whether the grader cannot be signalled from this thread. The grader belongs to the
/// same user, so only the Landlock domain can prevent it.
fn grader_is_out_of_reach() -> bool {
    getppid().map(test_kill_process) == Some(Err(Errno::PERM))
}

fn work(jobs: &Receiver<Job>, done: &SyncSender<io::Result<Pid>>, setup: &Setup, folder: &Path) {
    for job in jobs {
        let answer = match job {
            Job::Start(start, streams) => spawn(&start, streams, setup, folder),
            // There may be no processes left.
            Job::SignalAll(signal) => {
                let _ = kill_process_group(Pid::INIT, signal);
                Ok(Pid::INIT)
            }
        };
        if done.send(answer).is_err() {
            break;
        }
    }
}

fn spawn(start: &Start, streams: [OwnedFd; 3], setup: &Setup, folder: &Path) -> io::Result<Pid> {
    let [input, out, err] = streams;
    let mut command = Command::new(&start.file);
    command
        .arg0(&start.name)
        .args(&start.arguments)
        .env_clear()
        .env("HOME", folder.join("home"))
        .env("TMPDIR", folder.join("tmp"))
        .envs(setup.variables.iter().map(|(name, value)| (name, value)))
        .stdin(input)
        .stdout(out)
        .stderr(err)
        .process_group(0);
    // The keeper reaps every process itself, so this handle is dropped.
    let child = command.spawn()?;
    let id = i32::try_from(child.id()).map_err(io::Error::other)?;
    Pid::from_raw(id).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

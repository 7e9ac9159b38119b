//! The confined thread of a keeper: it starts the commands, which inherit its
//! confinement, and it can kill all of them at one blow.
//!
//! Its domain is made once for all runs. The keeper's other threads are
//! outside; this one is not, which is why the commands are refused its id.

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

/// The priority of what has to come before the commands.
pub(super) const URGENT: i32 = -15;

/// What the thread is asked to do.
enum Job {
    Start(Start, [OwnedFd; 3]),
    SignalAll(Signal),
}

/// How far signals from the thread's domain reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// The runs alone, even if it is sent to everybody.
    Runs,
    /// Everybody who may be signalled.
    Everybody,
}

/// The thread.
#[derive(Debug)]
pub(super) struct Launcher {
    jobs: SyncSender<Job>,
    started: Receiver<io::Result<Pid>>,
    reach: Reach,
    thread: Option<Pid>,
}

/// What has come of confining the thread.
struct Confined {
    missing: Vec<String>,
    reach: Reach,
    thread: Option<Pid>,
}

impl Launcher {
    /// Starts the thread, which confines itself if that is wanted; with it,
    /// what the kernel lacks for that.
    ///
    /// # Errors
    ///
    /// There is no thread to be had, or the confinement fails: what the grader is told.
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

    /// Where runs share memory by name, if they have mounts of their own: as seen from
    /// outside of them.
    pub(super) fn shared_memory(&self) -> Option<PathBuf> {
        let thread = self.thread?.as_raw_nonzero();
        Some(format!("/proc/self/task/{thread}/root/dev/shm").into())
    }

    /// Starts a command on three streams.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub(super) fn start(&self, start: Start, streams: [OwnedFd; 3]) -> io::Result<Pid> {
        let job = Job::Start(start, streams);
        self.jobs.send(job).map_err(io::Error::other)?;
        self.started.recv().map_err(io::Error::other)?
    }

    /// Sends a signal to all processes of the runs at once, so that none of them can have
    /// a child in the meantime; whether that is possible.
    pub(super) fn signal_all(&self, signal: Signal) -> bool {
        if self.reach != Reach::Runs {
            return false;
        }
        // Among a thousand processes that want to run, it would have to wait
        // long for its turn. Root alone may say so.
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

/// Confines this thread.
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

/// Whether the grader cannot be signalled from here. It belongs to the same
/// user, so that nothing but the domain stands in the way.
fn grader_is_out_of_reach() -> bool {
    getppid().map(test_kill_process) == Some(Err(Errno::PERM))
}

fn work(jobs: &Receiver<Job>, done: &SyncSender<io::Result<Pid>>, setup: &Setup, folder: &Path) {
    for job in jobs {
        let answer = match job {
            Job::Start(start, streams) => spawn(&start, streams, setup, folder),
            // There may be nobody left.
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
    // Nobody waits with this handle: the keeper reaps whatever ends.
    let child = command.spawn()?;
    let id = i32::try_from(child.id()).map_err(io::Error::other)?;
    Pid::from_raw(id).ok_or_else(|| io::ErrorKind::InvalidData.into())
}

//! The grader's handle of a keeper.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::error::RunError;
use super::keeper::INVOCATION;
use super::message::{receive, send};
use super::orphans;
use super::private_folder;
use super::protocol::{Answer, Ready, Request, Setup};

/// Maximum time for a keeper to start.
const LONGEST_START: Duration = Duration::from_secs(30);

/// Maximum time for a keeper to end once its socket is closed. It is longer than a keeper takes
/// to kill a run.
const LONGEST_END: Duration = Duration::from_secs(35);

/// Maximum time for a keeper to end after a kill.
const LONGEST_KILL: Duration = Duration::from_secs(1);

/// Set once private mounts turn out to be impossible.
static NO_MOUNTS: AtomicBool = AtomicBool::new(false);

/// A running keeper. Dropping it ends the keeper.
#[derive(Debug)]
pub(super) struct KeeperProcess {
    process: Child,
    socket: Option<UnixStream>,
    ready: Ready,
}

impl KeeperProcess {
    /// Starts a keeper and waits until it is ready.
    pub(super) fn start(program: &Path, setup: &Setup) -> Result<Self, RunError> {
        if setup.own_mounts && !NO_MOUNTS.load(Ordering::Relaxed) {
            if let Some(keeper) = Self::started(program, setup)? {
                return Ok(keeper);
            }
            NO_MOUNTS.store(true, Ordering::Relaxed);
        }
        let plain = Setup {
            own_mounts: false,
            private_tmp: false,
            ..setup.clone()
        };
        let keeper = Self::started(program, &plain)?;
        keeper.ok_or_else(|| RunError::Keeper("does not make sense".to_owned()))
    }

    /// Starts a keeper. Returns none if private mounts are impossible.
    fn started(program: &Path, setup: &Setup) -> Result<Option<Self>, RunError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::WouldBlock => RunError::TooManyProcesses {
                name: "the keeper".to_owned(),
            },
            _ => RunError::Keeper(format!("could not be started: {error}")),
        };
        let (socket, other) = UnixStream::pair().map_err(failed)?;
        socket
            .set_read_timeout(Some(LONGEST_START))
            .map_err(failed)?;
        socket
            .set_write_timeout(Some(LONGEST_START))
            .map_err(failed)?;
        // The environment of the keeper must not contain secrets.
        let mut command = Command::new(program);
        command
            .args(INVOCATION)
            .env_clear()
            .stdin(Stdio::from(OwnedFd::from(other)))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let process = orphans::start_keeper(&mut command).map_err(failed)?;
        // The command holds the other end of the socket.
        drop(command);
        let mut keeper = Self {
            process,
            socket: Some(socket),
            ready: Ready::default(),
        };
        send(keeper.socket()?, setup, &[]).map_err(failed)?;
        match keeper.answer()? {
            Answer::Ready(ready) => keeper.ready = ready,
            Answer::NoMounts => return Ok(None),
            Answer::Failed(reason) => return Err(RunError::Keeper(reason)),
            _ => return Err(RunError::Keeper("does not make sense".to_owned())),
        }
        Ok(Some(keeper))
    }

    /// Returns the connection, unless it was closed.
    pub(super) fn socket(&self) -> Result<&UnixStream, RunError> {
        self.socket.as_ref().ok_or_else(gone)
    }

    /// Receives the next answer.
    pub(super) fn answer(&self) -> Result<Answer, RunError> {
        let failed = |error: io::Error| RunError::Keeper(format!("does not answer: {error}"));
        let (answer, _) = receive(self.socket()?).map_err(failed)?.ok_or_else(gone)?;
        Ok(answer)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.ready.folder
    }

    /// Missing kernel features.
    pub(super) fn missing(&self) -> &[String] {
        &self.ready.missing
    }
}

fn gone() -> RunError {
    RunError::Keeper("has gone".to_owned())
}

impl KeeperProcess {
    /// Waits for the end of the keeper. Returns whether it was killed, or none after the time.
    fn end_within(&mut self, most: Duration) -> Option<bool> {
        let until = Instant::now() + most;
        let mut pause = Duration::from_micros(50);
        while Instant::now() < until {
            match self.process.try_wait() {
                Ok(None) => {}
                Ok(Some(status)) => return Some(status.signal().is_some()),
                Err(_) => return Some(false),
            }
            std::thread::sleep(pause);
            pause = (2 * pause).min(Duration::from_millis(5));
        }
        None
    }
}

impl Drop for KeeperProcess {
    fn drop(&mut self) {
        if let Some(socket) = self.socket.take() {
            // The keeper may have ended.
            let _ = send(&socket, &Request::Goodbye, &[]);
        }
        let end = self.end_within(LONGEST_END).or_else(|| {
            // A hanging keeper cannot remove its folder, so that is done below.
            let _ = self.process.kill();
            self.end_within(LONGEST_KILL)
        });
        orphans::keeper_has_gone(&self.process, end != Some(false));
        if !self.ready.folder.as_os_str().is_empty() && self.ready.folder.exists() {
            private_folder::remove(&self.ready.folder);
        }
    }
}

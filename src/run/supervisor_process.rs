//! The grader's handle of a supervisor.

use std::{
    io::{self, Read},
    net::Shutdown,
    path::PathBuf,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use serde::Serialize;

use super::{
    messages::{Connection, Reply, Request, SupervisorSetup, receive, send, start_self},
    private_folder,
    result::RunError,
    supervisor::INVOCATION,
    system::this_program,
};

/// Time that a supervisor may need to start, and after the timeout of a run, in which it kills
/// processes and removes files.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running supervisor. Dropping it ends the process.
#[derive(Debug)]
pub(super) struct SupervisorProcess {
    process: Child,
    socket: Connection,
    /// The private folder.
    pub folder: PathBuf,
    /// Kernel features that the sandbox lacks.
    pub missing: Vec<String>,
}

impl SupervisorProcess {
    /// Starts a supervisor and waits until it is ready.
    pub fn start(setup: &SupervisorSetup) -> Result<Self, RunError> {
        let streams = [Stdio::null(), Stdio::null()];
        let (process, socket) = start_self(&this_program(), INVOCATION, streams).map_err(failed)?;
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

/// Returns the error for a supervisor that has ended without a valid reply.
pub(super) fn gone() -> RunError {
    RunError::Machine("the supervisor of the command has ended".to_owned())
}

fn failed(error: io::Error) -> RunError {
    RunError::machine("the supervisor of the command")(error)
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
        if self.folder.exists() {
            private_folder::remove(&self.folder);
        }
    }
}

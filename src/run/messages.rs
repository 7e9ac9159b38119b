//! Messages between the main process, a supervisor and a launcher. Each is one line of JSON. The
//! output of a run follows [`Reply::Ended`].
//!
//! For each run, the main process turns a `RunTask` into a [`Request`] to the supervisor, and the
//! supervisor turns that into an [`Order`] to the launcher. Both contain the [`Executable`].

use std::{
    ffi::OsString,
    io::{self, BufRead, BufReader, Write},
    os::{fd::OwnedFd, unix::net::UnixStream},
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

use rustix::io::fcntl_dupfd_cloexec;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{confinement::Confinement, limits::RunLimits, result::End};

/// First message to a supervisor.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SupervisorSetup {
    /// Path of the private folder, which the supervisor creates, and removes at its end.
    pub folder: OsString,
    /// The working folder of commands.
    pub dir: OsString,
    /// Absent if commands are not confined.
    pub confinement: Option<Confinement>,
    pub limits: RunLimits,
}

/// A request to a supervisor to run a command.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub command: Executable,
    /// True if both output streams share one pipe.
    pub is_merged: bool,
    /// Maximum output of each stream, in bytes.
    pub max_output: usize,
    /// Timeout of a preparation, which can write to the copy of a submission; none for other runs.
    pub prepare_timeout: Option<Duration>,
}

/// The message to a launcher.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Order {
    /// Paths below which the command can write; none if it is not confined.
    pub writable: Option<Vec<OsString>>,
    /// The file of a control group to which a process writes in order to join the group.
    pub group: Option<OsString>,
    /// Maximum size of a file, in bytes.
    pub max_file_size: u64,
    pub command: Executable,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Executable {
    pub file: OsString,
    /// The command's name for itself (`argv[0]`) and its arguments.
    pub words: Vec<OsString>,
    pub variables: Vec<(OsString, OsString)>,
    /// The file that becomes standard input.
    pub input: OsString,
}

/// A reply from a supervisor or a launcher.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// The supervisor is ready. The sandbox lacks these kernel features.
    Ready { missing: Vec<String> },
    /// The run has ended. The output of both streams follows, with these lengths in bytes.
    Ended { end: End, lengths: Vec<usize> },
    /// The command could not be executed. The value is an error number.
    NotStarted(i32),
    /// Another step failed, for this reason.
    Failed(String),
}

pub(super) type Connection = BufReader<UnixStream>;

/// Starts this program, or a copy of it, in another role. Its environment is empty, so that it
/// contains no secret. Returns the process and the connection to its standard input.
pub(super) fn start_self(
    program: &Path,
    role: [&str; 2],
    [out, err]: [Stdio; 2],
) -> io::Result<(Child, Connection)> {
    let (socket, peer) = UnixStream::pair()?;
    let child = Command::new(program)
        .args(role)
        .env_clear()
        .stdin(OwnedFd::from(peer))
        .stdout(out)
        .stderr(err)
        .spawn()?;
    Ok((child, BufReader::new(socket)))
}

/// Returns the connection to the process that started this one with [`start_self`]; none if the
/// user started it. Child processes inherit neither the connection nor other descriptors that were
/// left open, such as a shell's `3>report`.
pub(super) fn connection() -> Option<Connection> {
    let socket = UnixStream::from(fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3).ok()?);
    // This fails unless standard input is a local socket.
    socket.local_addr().ok()?;
    close_fds::set_fds_cloexec(3, &[]);
    Some(BufReader::new(socket))
}

pub(super) fn send(to: &Connection, message: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    to.get_ref().write_all(&line)
}

/// Reads a message. Returns none if the connection was closed.
pub(super) fn receive<M: DeserializeOwned>(from: &mut Connection) -> io::Result<Option<M>> {
    let mut line = Vec::new();
    if from.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&line)?))
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStringExt;

    use proptest::{collection::vec, prelude::*};

    use super::*;

    proptest! {
        #[test]
        fn messages_with_any_bytes_arrive_unchanged(
            words in vec(vec(any::<u8>(), 0..9).prop_map(OsString::from_vec), 1..5),
            max_output in any::<usize>(),
        ) {
            let command = Executable {
                file: words[0].clone(),
                words: words.clone(),
                variables: Vec::new(),
                input: words[0].clone(),
            };
            let request = Request {
                command,
                is_merged: true,
                max_output,
                prepare_timeout: None,
            };
            let (main, supervisor) = UnixStream::pair().unwrap();
            let main = BufReader::new(main);
            let mut supervisor = BufReader::new(supervisor);
            send(&main, &request).unwrap();
            send(&main, &request).unwrap();
            drop(main);
            for _ in 0..2 {
                let copy: Request = receive(&mut supervisor).unwrap().unwrap();
                prop_assert_eq!(&copy.command.file, &words[0]);
                prop_assert_eq!(&copy.command.words, &words);
                prop_assert_eq!(copy.max_output, max_output);
            }
            prop_assert!(receive::<Request>(&mut supervisor).unwrap().is_none());
        }
    }
}

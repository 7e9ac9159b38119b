//! The launcher: a process that limits and confines itself and then executes the command, which
//! inherits all of that. The launcher reports a failure to the supervisor through a socket, which a
//! successful `exec` closes.

use std::{
    fs::{self, File},
    os::unix::process::CommandExt,
    process::Command,
};

use rustix::process::{Resource, Rlimit, setrlimit, setsid};

use super::{
    messages::{Order, Reply, connection, receive, send},
    result::RunError,
    system, usage,
};

/// Arguments that start this program as a launcher.
pub(super) const INVOCATION: [&str; 2] = ["run", "launch"];

/// Maximum number of open files of a process. Some runtimes close every possible descriptor at the
/// start, so it must not be large.
const MAX_OPEN_FILES: u64 = 4096;

/// Serves the supervisor at the other end of standard input. Returns the exit status, unless the
/// command takes the place of this process, or `None` if no supervisor started this process.
pub(super) fn main() -> Option<u8> {
    let mut socket = connection()?;
    system::die_with_parent();
    if let Ok(Some(order)) = receive::<Order>(&mut socket) {
        let reply = serve(order).unwrap_or_else(|error| Reply::Failed(error.to_string()));
        // The supervisor may have been killed.
        let _ = send(&socket, &reply);
    }
    Some(1)
}

/// Limits and confines this process, and executes the command. Returns only if that fails.
fn serve(order: Order) -> Result<Reply, RunError> {
    if let Some(group) = &order.group {
        // Without the group, the supervisor limits and kills the processes one by one.
        let _ = usage::write(group.as_ref(), "0");
    }
    // When memory runs out, the system kills commands first. Without the score, it kills by size.
    let _ = fs::write("/proc/self/oom_score_adj", "1000");
    // The supervisor kills the process group of the new session at once.
    setsid().map_err(RunError::machine("a new session"))?;
    for (resource, limit) in [
        (Resource::Core, 0),
        (Resource::Nofile, MAX_OPEN_FILES),
        (Resource::Fsize, order.max_file_size),
    ] {
        let current = Some(limit);
        let maximum = Some(limit);
        // Raising a limit fails if the user's own limit is lower. That limit then applies.
        let _ = setrlimit(resource, Rlimit { current, maximum });
    }
    if let Some(paths) = &order.writable {
        system::confine_writing(paths).map_err(RunError::Machine)?;
    }
    let command = order.command;
    let input = File::open(command.input).map_err(RunError::machine("the input"))?;
    let error = Command::new(command.file)
        .arg0(&command.words[0])
        .args(&command.words[1..])
        .env_clear()
        .envs(command.variables)
        .stdin(input)
        .exec();
    Ok(Reply::NotStarted(error.raw_os_error().unwrap_or_default()))
}

//! Runs a command: feeds its input, captures its outputs, and kills it if it hangs.

use std::io::{self, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The output and the exit status of a command.
#[derive(Clone, PartialEq, Eq)]
pub struct Run {
    pub out: Vec<u8>,
    pub err: Vec<u8>,
    /// Absent if a signal ended the command.
    pub status: Option<i32>,
}

impl Run {
    /// Returns standard output, which must be UTF-8.
    #[track_caller]
    pub fn text(self) -> String {
        String::from_utf8(self.out).expect("UTF-8")
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            out: output.stdout,
            err: output.stderr,
            status: output.status.code(),
        }
    }
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "status {:?}", self.status)?;
        writeln!(f, "--- standard output\n{}", visible(&self.out))?;
        write!(f, "--- standard error\n{}", visible(&self.err))
    }
}

/// Makes line ends and non-printable bytes visible.
pub fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        text.push_str(&line.escape_ascii().to_string());
        text.push('\n');
    }
    text
}

/// Kills a program that hangs, so that the test fails instead of waiting forever. The program
/// has [`LONGEST_RUN`] from the creation of the watchdog until it is dropped.
pub struct Watchdog {
    _program_has_ended: Sender<()>,
}

impl Watchdog {
    pub fn new(program: &Child) -> Self {
        let (sender, receiver) = mpsc::channel::<()>();
        let id = program.id();
        thread::spawn(move || {
            if receiver.recv_timeout(LONGEST_RUN) == Err(RecvTimeoutError::Timeout) {
                kill(id);
            }
        });
        Self {
            _program_has_ended: sender,
        }
    }
}

/// Time after which a program hangs: far more than any run needs, however busy the machine is.
pub const LONGEST_RUN: Duration = Duration::from_secs(20 * 60);

fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    let id = i32::try_from(id).ok().and_then(Pid::from_raw);
    // The process may have ended in the meantime.
    let _ = kill_process(id.expect("the id of a process"), Signal::KILL);
}

/// Runs a command with separate streams. Without an input, the command keeps its own standard
/// input.
pub fn run(command: &mut Command, input: Option<&[u8]>) -> Output {
    if input.is_some() {
        command.stdin(Stdio::piped());
    }
    let mut child = command.spawn().expect("the program starts");
    let _watchdog = Watchdog::new(&child);
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        if let (Some(stdin), Some(input)) = (stdin, input) {
            scope.spawn(move || feed(stdin, input));
        }
        child.wait_with_output().expect("the program's output")
    })
}

/// Runs a command with this input and both output streams in one pipe.
pub fn run_merged(command: &mut Command, input: &[u8]) -> Output {
    let (mut reader, writer) = io::pipe().expect("a pipe");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(writer.try_clone().expect("another end"))
        .stderr(writer)
        .spawn()
        .expect("the program starts");
    let _watchdog = Watchdog::new(&child);
    // The command holds ends of the pipe, and must be dropped before the pipe can end.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let stdin = child.stdin.take().expect("a pipe");
    let mut stdout = Vec::new();
    thread::scope(|scope| {
        scope.spawn(move || feed(stdin, input));
        reader
            .read_to_end(&mut stdout)
            .expect("the program's output");
    });
    Output {
        status: child.wait().expect("the program ends"),
        stdout,
        stderr: Vec::new(),
    }
}

/// Writes input to a program that may end before it has read all of it.
fn feed(mut stdin: impl Write, input: &[u8]) {
    match stdin.write_all(input) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        written => written.expect("writing the input"),
    }
}

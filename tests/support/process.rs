//! Runs a command: writes its input, captures its output, and kills it if it hangs.

use std::{
    io::{self, Read, Write},
    process::{Child, Command, Output, Stdio},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread,
    time::Duration,
};

/// Output and exit status of a command.
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

/// Returns bytes as lines of text, with escapes for line ends and for bytes that are not printable
/// ASCII.
pub fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        text.push_str(&line.escape_ascii().to_string());
        text.push('\n');
    }
    text
}

/// Kills a program that hangs, so that the test fails instead of waiting forever: if
/// [`LONGEST_RUN`] passes before the watchdog is dropped.
pub struct Watchdog {
    /// Closes the channel when the watchdog is dropped.
    _sender: Sender<()>,
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
        Self { _sender: sender }
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
    // The command must close its ends of the pipe, or the reader would never reach the end.
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

/// Writes input to a program, which may end before it has read all of the input.
fn feed(mut stdin: impl Write, input: &[u8]) {
    match stdin.write_all(input) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        written => written.expect("writing the input"),
    }
}

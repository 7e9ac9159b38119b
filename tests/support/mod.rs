//! What the tests share: running the program and comparing all it does.
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

/// A 5-by-6 seed with mines on (0,0) and (2,3).
pub const SEED: &str = "5 6\n2\n0 0\n2 3\n";

/// A file of this package.
pub fn package_file(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The program with its arguments, no input and both outputs captured.
pub fn game<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A seed file in a folder that goes with it.
pub struct SeedFile {
    folder: tempfile::TempDir,
}

impl SeedFile {
    pub fn new(seed: impl AsRef<[u8]>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("seed.txt"), seed).expect("a seed file");
        Self { folder }
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("seed.txt")
    }
}

/// All that a run of the program leaves behind.
#[derive(PartialEq, Eq)]
pub struct Run {
    pub out: Vec<u8>,
    pub err: Vec<u8>,
    pub status: Option<i32>,
}

impl Run {
    pub fn new(out: impl AsRef<[u8]>, err: impl AsRef<[u8]>, status: i32) -> Self {
        Self {
            out: out.as_ref().to_vec(),
            err: err.as_ref().to_vec(),
            status: Some(status),
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

/// Text with its line ends and everything that is not printable made visible.
pub fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        text.push_str(&line.escape_ascii().to_string());
        text.push('\n');
    }
    text
}

/// Kills a program that runs for longer than any test may take, so that a test
/// which waits for it fails instead of waiting for ever. Goes when dropped.
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

/// Far above what any run of the program takes.
const LONGEST_RUN: Duration = Duration::from_secs(60);

#[cfg(unix)]
fn kill(id: u32) {
    use rustix::process::{Pid, Signal, kill_process};
    let id = i32::try_from(id).ok().and_then(Pid::from_raw);
    // It may have ended just now.
    let _ = kill_process(id.expect("the id of a process"), Signal::KILL);
}

#[cfg(not(unix))]
fn kill(_: u32) {}

/// Runs a command with this input, its streams apart.
pub fn run(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let _watchdog = Watchdog::new(&child);
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        scope.spawn(move || feed(&mut stdin, input));
        child.wait_with_output().expect("the program's output")
    });
    Run {
        out: output.stdout,
        err: output.stderr,
        status: output.status.code(),
    }
}

/// Runs a command with this input and both outputs in one pipe.
pub fn run_combined(command: &mut Command, input: &[u8]) -> Vec<u8> {
    let (mut reader, writer) = io::pipe().expect("a pipe");
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(writer.try_clone().expect("another end"))
        .stderr(writer)
        .spawn()
        .expect("the program starts");
    let _watchdog = Watchdog::new(&child);
    // The command keeps its ends of the pipe: they have to go.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut combined = Vec::new();
    thread::scope(|scope| {
        scope.spawn(move || feed(&mut stdin, input));
        reader
            .read_to_end(&mut combined)
            .expect("the program's output");
    });
    child.wait().expect("the program ends");
    combined
}

/// Writes input to a program that may have ended before it has read it all.
fn feed(stdin: &mut impl Write, input: &[u8]) {
    match stdin.write_all(input) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        written => written.expect("writing the input"),
    }
}

/// A file, or a device.
pub fn open(path: impl AsRef<Path>) -> File {
    File::options()
        .read(true)
        .open(path)
        .expect("opening for reading")
}

/// The program that is wrong on purpose, built together with the tests.
pub fn flawed() -> PathBuf {
    let folder = Path::new(PROGRAM).parent().expect("the program's folder");
    folder.join("examples/flawed")
}

/// Asserts that arguments are refused with this message, before any input is
/// looked at.
#[track_caller]
pub fn refused(arguments: &[&str], message: &str) {
    let expected = Run::new("", format!("minesweeper-alpha: {message}\n"), 2);
    assert_eq!(run(&mut game(arguments), b"q\n"), expected, "{arguments:?}");
}

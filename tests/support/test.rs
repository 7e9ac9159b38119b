//! A builder for runs of the program, based on `assert_cmd`. By default, the expected output is
//! empty and the expected exit status is 0. The program runs in its own temporary folder.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use assert_cmd::assert::{Assert, IntoOutputPredicate};
use predicates::{BoxPredicate, prelude::*, str::diff};

use super::{
    PROGRAM, SEED,
    process::{Run, Watchdog, run, run_merged},
};

/// A run of a program and its expected result.
#[must_use = "nothing runs before `run`"]
pub struct Test {
    command: Command,
    folder: tempfile::TempDir,
    /// Content of standard input. If absent, the command keeps its own standard input.
    input: Option<Vec<u8>>,
    /// Expected standard output. If absent, it must be empty.
    stdout: Option<BoxPredicate<[u8]>>,
    stderr: BoxPredicate<[u8]>,
    /// Expected exit status. Absent if a signal is expected.
    status: Option<i32>,
    /// Expected output of a second run with both streams in one pipe. Absent if there is no second
    /// run.
    merged: Option<BoxPredicate<[u8]>>,
}

impl Test {
    /// Runs the program under test.
    pub fn new() -> Self {
        Self::of(PROGRAM)
    }

    /// Runs the program with a seed file of [`SEED`].
    pub fn game() -> Self {
        Self::new().seed(SEED)
    }

    /// Runs the subcommand `play` with an edition.
    pub fn play(edition: &str) -> Self {
        Self::new().args(["play", "--edition", edition])
    }

    /// Runs any program.
    pub fn of(program: impl AsRef<OsStr>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(program);
        command
            .current_dir(&folder)
            // Copies of submissions are executed in this folder, whose disk may not permit that.
            .env_remove("TMPDIR")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self {
            command,
            folder,
            input: Some(Vec::new()),
            stdout: None,
            stderr: exactly(b""),
            status: Some(0),
            merged: None,
        }
    }

    pub fn arg(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.command.arg(argument);
        self
    }

    pub fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Self {
        self.command.args(arguments);
        self
    }

    /// Writes a file into the folder in which the program runs.
    pub fn write(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.path(name), content).expect("a file");
        self
    }

    /// Writes a seed file, whose path becomes the next argument.
    pub fn seed(self, seed: impl AsRef<[u8]>) -> Self {
        self.write("seed.txt", seed).arg("seed.txt")
    }

    /// Returns a path in the folder of the test.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn current_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Runs the program as an unprivileged user. If that user cannot start it, notes a skipped
    /// test.
    #[track_caller]
    pub fn unprivileged(mut self) -> Option<Self> {
        use std::os::unix::process::CommandExt;
        let is_root = rustix::process::geteuid().is_root();
        if is_root && self.command.uid(65_534).status().is_err() {
            super::skipped("an unprivileged user cannot start the program");
            return None;
        }
        Some(self)
    }

    /// Changes the command in a way for which `Test` has no method.
    pub fn command(mut self, change: impl FnOnce(&mut Command)) -> Self {
        change(&mut self.command);
        self
    }

    pub fn stdin(mut self, input: impl AsRef<[u8]>) -> Self {
        self.input = Some(input.as_ref().to_vec());
        self
    }

    pub fn stdin_from(mut self, input: impl Into<Stdio>) -> Self {
        self.command.stdin(input);
        self.input = None;
        self
    }

    /// Redirects standard output, which is then not compared.
    pub fn stdout_to(mut self, output: impl Into<Stdio>) -> Self {
        self.command.stdout(output);
        self
    }

    pub fn stderr_to(mut self, output: impl Into<Stdio>) -> Self {
        self.command.stderr(output);
        self
    }

    pub fn stdout(mut self, expected: impl AsRef<[u8]>) -> Self {
        self.stdout = Some(exactly(expected.as_ref()));
        self
    }

    pub fn stderr(mut self, expected: impl AsRef<[u8]>) -> Self {
        self.stderr = exactly(expected.as_ref());
        self
    }

    /// Expects standard output to be text that satisfies a predicate, in addition to earlier
    /// predicates.
    pub fn stdout_matches(mut self, expected: impl Predicate<str> + Send + Sync + 'static) -> Self {
        let expected = expected.from_utf8();
        self.stdout = Some(match self.stdout.take() {
            Some(others) => others.and(expected).boxed(),
            None => expected.boxed(),
        });
        self
    }

    /// Accepts any text on standard output.
    pub fn any_stdout(self) -> Self {
        self.stdout_matches(predicate::always())
    }

    /// Expects this message of the program on standard error.
    pub fn message(self, message: impl std::fmt::Display) -> Self {
        self.stderr(format!("minesweeper-alpha: {message}\n"))
    }

    /// Runs the program, and expects this message and the exit status 2.
    #[track_caller]
    pub fn refused(self, message: impl std::fmt::Display) {
        self.message(message).status(2).run();
    }

    pub fn status(mut self, expected: i32) -> Self {
        self.status = Some(expected);
        self
    }

    /// Expects this output from a second run with both streams in one pipe.
    pub fn merged(mut self, expected: impl AsRef<[u8]>) -> Self {
        self.merged = Some(exactly(expected.as_ref()));
        self
    }

    /// Expects the result of another run.
    pub fn like(mut self, run: &Run) -> Self {
        self.status = run.status;
        self.stdout(&run.out).stderr(&run.err)
    }

    /// Runs the program and compares its output and exit status.
    #[track_caller]
    pub fn run(self) -> Run {
        self.compare()
            .unwrap_or_else(|differences| panic!("{differences}"))
    }

    /// Runs the program and compares standard output with a snapshot.
    #[track_caller]
    pub fn snapshot(self, name: &str) {
        let run = self.any_stdout().run();
        super::snapshot(name, &run.text());
    }

    /// Runs the program and returns the differences from the expected result.
    pub fn differences(self) -> Option<String> {
        self.compare().err()
    }

    fn compare(mut self) -> Result<Run, String> {
        let output = run(&mut self.command, self.input.as_deref());
        let assert = Assert::new(output.clone())
            .append_context("command", format!("{:?}", self.command))
            .try_stdout(self.stdout.unwrap_or_else(|| exactly(b"")))
            .map_err(|error| error.to_string())?
            .try_stderr(self.stderr)
            .map_err(|error| error.to_string())?;
        with_status(assert, self.status)?;
        if let Some(merged) = self.merged {
            let input = self.input.unwrap_or_default();
            let assert = Assert::new(run_merged(&mut self.command, &input))
                .append_context("merged", format!("{:?}", self.command))
                .try_stdout(merged)
                .map_err(|error| error.to_string())?;
            with_status(assert, self.status)?;
        }
        Ok(output.into())
    }

    /// Runs the program and compares nothing.
    pub fn found(mut self) -> Run {
        run(&mut self.command, self.input.as_deref()).into()
    }

    /// Runs the program with both streams in one pipe and compares nothing.
    pub fn found_merged(mut self) -> Run {
        let input = self.input.take().unwrap_or_default();
        run_merged(&mut self.command, &input).into()
    }

    /// Starts the program, for a test that interacts with it. The caller must keep the test folder
    /// while the program runs.
    pub fn spawn(mut self) -> (Child, Watchdog, tempfile::TempDir) {
        if self.input.is_some() {
            self.command.stdin(Stdio::piped());
        }
        let child = self.command.spawn().expect("the program starts");
        let watchdog = Watchdog::new(&child);
        (child, watchdog, self.folder)
    }
}

/// Compares the exit status of a run. An expected status of none stands for a signal.
fn with_status(assert: Assert, expected: Option<i32>) -> Result<(), String> {
    let result = match expected {
        Some(status) => assert.try_code(status),
        None => assert.try_interrupted(),
    };
    result.map(drop).map_err(|error| error.to_string())
}

/// Returns a predicate for exactly this output. Differences between texts are shown by line.
fn exactly(expected: &[u8]) -> BoxPredicate<[u8]> {
    match String::from_utf8(expected.to_vec()) {
        Ok(text) => diff(text).from_utf8().boxed(),
        Err(_) => expected.to_vec().into_output().boxed(),
    }
}

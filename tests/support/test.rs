//! A builder for runs of the program, in the manner of the tests of `just`:
//! what is not said is expected to be empty, and the exit status to be 0. The
//! program runs in a temporary folder of its own.

use std::ffi::OsStr;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use predicates::prelude::*;
use predicates::str::diff;

use super::process::{Run, Watchdog, run, run_merged, visible};
use super::{PROGRAM, SEED};

#[must_use = "nothing runs before `run`"]
pub struct Test {
    command: Command,
    folder: tempfile::TempDir,
    /// None: the command reads from where it was told to.
    input: Option<Vec<u8>>,
    stdout: Expected,
    stderr: Expected,
    /// None: killed by a signal.
    status: Option<i32>,
    merged: Option<Expected>,
}

/// What has to be printed.
enum Expected {
    Bytes(Vec<u8>),
    /// Text for which all of these hold.
    Text(Vec<Box<dyn Predicate<str>>>),
}

impl Test {
    /// The program without arguments and input.
    pub fn new() -> Self {
        Self::of(PROGRAM)
    }

    /// The program with a seed file of [`SEED`].
    pub fn game() -> Self {
        Self::new().seed(SEED)
    }

    /// `play` with this edition.
    pub fn play(edition: &str) -> Self {
        Self::new().args(["play", "--edition", edition])
    }

    /// Another program.
    pub fn of(program: impl AsRef<OsStr>) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(program);
        command
            .current_dir(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self {
            command,
            folder,
            input: Some(Vec::new()),
            stdout: Expected::Bytes(Vec::new()),
            stderr: Expected::Bytes(Vec::new()),
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

    /// What has this name in the folder of the test.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the program in another folder.
    pub fn current_dir(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Changes the command in a way that is too rare to have a word here.
    pub fn command(mut self, change: impl FnOnce(&mut Command)) -> Self {
        change(&mut self.command);
        self
    }

    pub fn stdin(mut self, input: impl AsRef<[u8]>) -> Self {
        self.input = Some(input.as_ref().to_vec());
        self
    }

    /// Lets the program read from there.
    pub fn stdin_from(mut self, input: impl Into<Stdio>) -> Self {
        self.command.stdin(input);
        self.input = None;
        self
    }

    /// Lets the program print there; nothing is left to compare.
    pub fn stdout_to(mut self, output: impl Into<Stdio>) -> Self {
        self.command.stdout(output);
        self
    }

    pub fn stderr_to(mut self, output: impl Into<Stdio>) -> Self {
        self.command.stderr(output);
        self
    }

    pub fn stdout(mut self, expected: impl AsRef<[u8]>) -> Self {
        self.stdout = Expected::Bytes(expected.as_ref().to_vec());
        self
    }

    pub fn stderr(mut self, expected: impl AsRef<[u8]>) -> Self {
        self.stderr = Expected::Bytes(expected.as_ref().to_vec());
        self
    }

    /// Standard output is UTF-8 for which this holds, and what else is said
    /// with this word.
    pub fn stdout_matches(mut self, expected: impl Predicate<str> + 'static) -> Self {
        self.stdout.and(Box::new(expected));
        self
    }

    pub fn status(mut self, expected: i32) -> Self {
        self.status = Some(expected);
        self
    }

    /// What has to come out of one pipe for both streams, in a second run.
    pub fn merged(mut self, expected: impl AsRef<[u8]>) -> Self {
        self.merged = Some(Expected::Bytes(expected.as_ref().to_vec()));
        self
    }

    /// Everything has to be as in this run.
    pub fn like(mut self, run: &Run) -> Self {
        self.status = run.status;
        self.stdout(&run.out).stderr(&run.err)
    }

    /// Runs the program and compares all of it; what it did.
    #[track_caller]
    pub fn run(mut self) -> Run {
        let (run, differences) = self.compare();
        assert!(differences.is_empty(), "{:?}\n{differences}", self.command);
        run
    }

    /// What is not as expected, all of it; empty if everything is.
    pub fn differences(mut self) -> String {
        self.compare().1
    }

    fn compare(&mut self) -> (Run, String) {
        let run = run(&mut self.command, self.input.as_deref());
        let mut differences = String::new();
        if run.status != self.status {
            let (found, expected) = (run.status, self.status);
            let _ = writeln!(differences, "status: {found:?}, expected {expected:?}");
        }
        differences += &self.stdout.difference("standard output", &run.out);
        differences += &self.stderr.difference("standard error", &run.err);
        if let Some(expected) = &self.merged {
            let input = self.input.as_deref().unwrap_or_default();
            let merged = run_merged(&mut self.command, input);
            if merged.status != run.status {
                let (found, before) = (merged.status, run.status);
                let _ = writeln!(
                    differences,
                    "status with merged streams: {found:?}, with separate ones {before:?}"
                );
            }
            differences += &expected.difference("merged streams", &merged.out);
        }
        (run, differences)
    }

    /// Runs the program and compares nothing.
    pub fn found(mut self) -> Run {
        run(&mut self.command, self.input.as_deref())
    }

    /// Runs the program with both streams in one pipe and compares nothing.
    pub fn found_merged(mut self) -> Run {
        let input = self.input.take().unwrap_or_default();
        run_merged(&mut self.command, &input)
    }

    /// Starts the program, for a test that talks with it. The test folder has
    /// to be kept for as long as it runs.
    pub fn spawn(mut self) -> (Child, Watchdog, tempfile::TempDir) {
        if self.input.is_some() {
            self.command.stdin(Stdio::piped());
        }
        let child = self.command.spawn().expect("the program starts");
        let watchdog = Watchdog::new(&child);
        (child, watchdog, self.folder)
    }
}

impl Expected {
    fn and(&mut self, predicate: Box<dyn Predicate<str>>) {
        match self {
            Self::Bytes(_) => *self = Self::Text(vec![predicate]),
            Self::Text(predicates) => predicates.push(predicate),
        }
    }

    /// How this differs from what was found; empty if it does not.
    fn difference(&self, name: &str, found: &[u8]) -> String {
        match self {
            Self::Bytes(expected) if expected == found => String::new(),
            Self::Bytes(expected) => {
                let lines = diff(visible(expected));
                let case = lines.find_case(false, &visible(found));
                let products = case.iter().flat_map(|case| case.products());
                let text: String = products
                    .map(|product| product.value().to_string())
                    .collect();
                format!("{name} (- expected, + found):{text}\n")
            }
            Self::Text(predicates) => match str::from_utf8(found) {
                Err(_) => format!("{name} is not UTF-8:\n{}\n", visible(found)),
                Ok(text) => {
                    let failed: Vec<String> = predicates
                        .iter()
                        .filter(|predicate| !predicate.eval(text))
                        .map(ToString::to_string)
                        .collect();
                    if failed.is_empty() {
                        return String::new();
                    }
                    let failed = failed.join("\n  ");
                    format!("{name} fails\n  {failed}\nfound:\n{}\n", visible(found))
                }
            },
        }
    }
}

#[cfg(unix)]
#[test]
fn all_differences_are_told_at_once() {
    let script = "printf 'a\\tb\\n'; printf 'c\\n' >&2; exit 3";
    let shell = || Test::of("sh").args(["-c", script]);
    let differences = shell().stdout("a b\n").merged("c\na\tb\n").differences();
    for difference in [
        "status: Some(3), expected Some(0)\n",
        "standard output (- expected, + found):\n",
        "-a b\\n\n+a\\tb\\n\n",
        "standard error (- expected, + found):\n",
        "+c\\n\n",
        "merged streams (- expected, + found):\n",
    ] {
        assert!(differences.contains(difference), "{differences}");
    }
    shell()
        .stdout("a\tb\n")
        .stderr("c\n")
        .status(3)
        .merged("a\tb\nc\n")
        .run();
}

#[cfg(unix)]
#[test]
fn text_that_does_not_match_is_a_difference() {
    use predicates::str::{ends_with, starts_with};
    let shell = || Test::of("sh").args(["-c", "echo text"]);
    let differences = shell()
        .stdout_matches(starts_with("t"))
        .stdout_matches(ends_with("no\n"))
        .differences();
    assert!(
        differences.starts_with("standard output fails\n"),
        "{differences}"
    );
    assert!(!differences.contains("starts_with"), "{differences}");
    shell().stdout_matches(ends_with("text\n")).run();
}

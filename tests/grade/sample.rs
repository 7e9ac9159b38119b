//! Test support: a sample program in a folder outside `/tmp`, since its runs may write to `/tmp`.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, chown},
    path::PathBuf,
    process::Command,
};

use crate::support::{PROGRAM, Run, Test, can_run_below, package_file, skipped, words};

/// The usual folders of runtimes.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Id of the user `nobody` and of its group.
const NOBODY: u32 = 65534;
/// A command with which root runs another command as `nobody`.
pub const AS_NOBODY: &str = "setpriv --reuid=65534 --regid=65534 --clear-groups";

pub struct Sample {
    folder: tempfile::TempDir,
}

impl Sample {
    /// Creates an empty folder. If a needed command is missing, notes a skipped test.
    #[track_caller]
    pub fn new(needed: &[&str]) -> Option<Self> {
        for name in needed {
            if !std::env::split_paths(PATH).any(|folder| folder.join(name).is_file()) {
                skipped(&format!("there is no {name}"));
                return None;
            }
        }
        let folder = tempfile::tempdir_in("/var/tmp").expect("a folder");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("a mode");
        Some(Self { folder })
    }

    /// Creates a folder with a source file from `tests/programs/runtimes`.
    #[track_caller]
    pub fn of(source: &str, needed: &[&str]) -> Option<Self> {
        let sample = Self::new(needed)?;
        let from = package_file("tests/programs/runtimes").join(source);
        fs::copy(from, sample.path(source)).expect("a copy");
        Some(sample)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the commands that run a `check` as this user and, if possible, as the user `nobody`.
    #[track_caller]
    pub fn users() -> Vec<Vec<&'static str>> {
        let mut users = vec![Vec::new()];
        if can_run_below(&words(AS_NOBODY)) {
            users.push(words(AS_NOBODY));
        }
        users
    }

    /// Makes the user of a `check`, who is one of [`Self::users`], the owner of a file.
    pub fn give(&self, name: &str, user: &[&str]) {
        if !user.is_empty() {
            chown(self.path(name), Some(NOBODY), Some(NOBODY)).expect("an owner");
        }
    }

    /// Returns a command in the folder, with the `PATH` and the locale of every user.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        command.env("PATH", PATH).env("LANG", "C.UTF-8");
        command
    }

    #[track_caller]
    pub fn build(&self, command: &[&str]) {
        let output = self.command(command[0]).args(&command[1..]).output();
        let build = output.expect("a compiler");
        let message = String::from_utf8_lossy(&build.stderr);
        assert!(build.status.success(), "{message}");
    }

    fn write_cases(&self, expected: &[u8]) {
        fs::create_dir_all(self.path("cases")).expect("a folder");
        for name in ["p", "q"] {
            for (ending, content) in [
                ("seed", &b"5 5 1 4 4\n"[..]),
                ("in", b"one\ntwo\nthree\n"),
                ("out", expected),
            ] {
                let path = self.path(&format!("cases/{name}.{ending}.txt"));
                fs::write(path, content).expect("a file");
            }
        }
    }

    /// Checks a command as a user, with two cases that expect this standard output.
    pub fn checked(
        &self,
        user: &[&str],
        options: &[&str],
        command: &[&str],
        expected: &[u8],
    ) -> Run {
        self.write_cases(expected);
        let check = [PROGRAM, "check", "--verbose", "--jobs", "1", "cases"];
        let line = [user, &check, options, &["--"], command].concat();
        Test::of(line[0])
            .args(&line[1..])
            .current_dir(&self.folder)
            .command(|check| {
                check.env("PATH", PATH).env("LANG", "C.UTF-8");
                check.env_remove("LD_LIBRARY_PATH");
            })
            .found()
    }

    /// Asserts that a command prints this standard output as every user.
    #[track_caller]
    pub fn passes(&self, options: &[&str], command: &[&str], expected: &[u8]) {
        for user in Self::users() {
            let run = self.checked(&user, options, command, expected);
            assert_eq!(run.status, Some(0), "{user:?}: {run:?}");
        }
    }

    /// Asserts that a command prints the same under `check` as without it. The run may write to the
    /// folders that locks, shared memory and some temporary files need.
    #[track_caller]
    pub fn assert_runs(&self, command: &[&str]) {
        if PROGRAM.starts_with("/tmp/") {
            skipped("this program is in /tmp and hidden, so that no files can be made there");
            return;
        }
        self.write_cases(b"");
        let input = fs::File::open(self.path("cases/p.in.txt")).expect("the input");
        let outside = self
            .command(command[0])
            .args(&command[1..])
            .arg("cases/p.seed.txt")
            .stdin(input)
            .output()
            .expect("a program");
        assert!(outside.status.success(), "{outside:?}");
        assert!(outside.stdout.starts_with(b"lines 3"), "{outside:?}");
        let open = ["--allow-write", "/tmp", "--allow-write", "/dev/shm"];
        self.passes(&open, command, &outside.stdout);
    }
}

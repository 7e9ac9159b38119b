//! A program in a folder outside of `/tmp`, which its runs may write to.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::PathBuf;
use std::process::Command;

use crate::support::{PROGRAM, Run, Test, can_run_below, package_file, skipped, words};

/// The usual folders of runtimes.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Whom root can be instead.
const NOBODY: u32 = 65534;
pub const AS_NOBODY: &str = "setpriv --reuid=65534 --regid=65534 --clear-groups";

pub struct Sample {
    folder: tempfile::TempDir,
}

impl Sample {
    /// Creates an empty folder; none without these commands, which is reported.
    #[track_caller]
    pub fn new(needed: &[&str]) -> Option<Self> {
        let is_missing =
            |name: &&&str| !std::env::split_paths(PATH).any(|folder| folder.join(name).is_file());
        if let Some(name) = needed.iter().find(is_missing) {
            skipped(&format!("there is no {name}"));
            return None;
        }
        let folder = tempfile::tempdir_in("/var/tmp").expect("a folder");
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("a mode");
        Some(Self { folder })
    }

    /// One with a source file of `tests/programs/runtimes`.
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

    /// Gives a file to the user who runs a `check`.
    pub fn give(&self, name: &str, user: &[&str]) {
        if !user.is_empty() {
            chown(self.path(name), Some(NOBODY), Some(NOBODY)).expect("an owner");
        }
    }

    /// A command in the folder, as everybody has it.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        command.env("PATH", PATH).env("LANG", "C.UTF-8");
        command
    }

    #[track_caller]
    pub fn build(&self, command: &[&str]) {
        let built = self.command(command[0]).args(&command[1..]).output();
        let built = built.expect("a compiler");
        let message = String::from_utf8_lossy(&built.stderr);
        assert!(built.status.success(), "{message}");
    }

    fn write_cases(&self, expected: &[u8]) {
        fs::create_dir_all(self.path("cases")).expect("a folder");
        for name in ["p", "q"] {
            let case = |ending: &str| self.path(&format!("cases/{name}.{ending}.txt"));
            fs::write(case("seed"), "5 5 1 4 4\n").expect("a file");
            fs::write(case("in"), "one\ntwo\nthree\n").expect("a file");
            fs::write(case("out"), expected).expect("a file");
        }
    }

    /// A `check` of a command whose standard output has to be this, in two cases.
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

    /// The same for everybody, who all have to pass.
    #[track_caller]
    pub fn passes(&self, options: &[&str], command: &[&str], expected: &[u8]) {
        for user in Self::users() {
            let found = self.checked(&user, options, command, expected);
            assert_eq!(found.status, Some(0), "{user:?}: {found:?}");
        }
    }

    /// Runs a command outside, and then under `check` with the folders that locks, shared memory and
    /// some temporary files need: it prints the same.
    #[track_caller]
    pub fn runs(&self, command: &[&str]) {
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

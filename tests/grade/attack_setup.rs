//! A ground that programs attack: cases, a report and a working folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::Value;

use crate::support::{Run, SEEN, Test, player, skipped};

/// Before each Python program: tries things, and says what came of them.
pub const PRELUDE: &str = r#"
import ctypes, errno, fcntl, os, signal, socket, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
SEED = sys.argv[1]
TMP = os.environ["TMPDIR"]
SUPERVISOR = os.getppid()
def call(number, *arguments):
    if libc.syscall(number, *arguments) == -1:
        raise OSError(ctypes.get_errno(), "refused")
def attempt(name, function, *arguments):
    try:
        function(*arguments)
        print(name, "DONE", flush=True)
    except OSError as error:
        refusals = errno.EPERM, errno.EACCES, errno.ESRCH, errno.EOPNOTSUPP, errno.ENOSYS
        # Some files of processes do not exist for others.
        if error.filename and str(error.filename).startswith("/proc/"):
            refusals += errno.ENOENT,
        print("refused" if error.errno in refusals else (name, error), flush=True)
"#;

pub struct Ground {
    folder: tempfile::TempDir,
}

/// What `check` said of an attacker.
pub struct Outcome {
    pub status: Option<i32>,
    pub verdict: String,
    pub report: Value,
    pub shown: String,
}

impl Ground {
    pub fn new() -> Self {
        let ground = Self {
            folder: tempfile::tempdir_in(SEEN).expect("a folder"),
        };
        for folder in ["cases", "work"] {
            fs::create_dir(ground.path(folder)).expect("a folder");
        }
        ground.write("cases/tc.seed.txt", "5 5 1 4 4\n");
        ground.write("cases/tc.in.txt", "m 0 0\nbad\nr 0 1\n");
        ground.write("work/kept.txt", "kept");
        Test::new()
            .arg("record")
            .arg(ground.path("cases"))
            .stdout_matches(predicates::str::contains("tc.status.txt"))
            .run();
        ground
    }

    /// A ground on which attackers are wholly confined. Where the kernel lacks
    /// a part of that, it is said that what needs it is skipped.
    #[track_caller]
    pub fn confined() -> Option<Self> {
        let ground = Self::new();
        let found = ground.check(&["--sandbox", "require"], &["true"]).found();
        if found.status == Some(2) {
            skipped(String::from_utf8_lossy(&found.err).trim());
            return None;
        }
        Some(ground)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file");
    }

    /// The contents of all files that nobody may change.
    fn contents(&self) -> Vec<(PathBuf, Vec<u8>, u32)> {
        use std::os::unix::fs::PermissionsExt;
        let mut files: Vec<PathBuf> = ["cases", "work"]
            .iter()
            .flat_map(|folder| fs::read_dir(self.path(folder)).expect("a folder"))
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
        files
            .into_iter()
            .map(|path| {
                let mode = fs::metadata(&path).expect("a file").permissions().mode();
                let content = fs::read(&path).expect("a file");
                (path, content, mode)
            })
            .collect()
    }

    /// A `check` of a command, run in the working folder with its report in a
    /// file.
    pub fn check(&self, options: &[&str], command: &[&str]) -> Test {
        Test::new()
            .current_dir(self.path("work"))
            .args(["check", "--format", "json", "--output"])
            .arg(self.path("report.json"))
            .args(options)
            .arg(self.path("cases"))
            .arg("--")
            .args(command)
    }

    /// Lets a shell script attack; it gets the seed as `$1`. Nothing is changed
    /// by it, and a right program passes afterwards.
    #[track_caller]
    pub fn attack(&self, options: &[&str], script: &str) -> Outcome {
        self.attack_with(options, &["sh", "-c", &self.filled(script), "sh"])
    }

    #[track_caller]
    pub fn attack_with(&self, options: &[&str], command: &[&str]) -> Outcome {
        let before = self.contents();
        let found: Run = self.check(options, command).found();
        let report = fs::read(self.path("report.json")).expect("a report");
        let report: Value = crate::support::json("check", &report);
        assert!(self.contents() == before, "{command:?} changed something");
        self.right_program_passes();
        assert_eq!(String::from_utf8_lossy(&found.err), "", "{command:?}");
        Outcome {
            status: found.status,
            verdict: report["cases"][0]["verdict"].to_string().replace('"', ""),
            report,
            shown: String::from_utf8_lossy(&found.out).into_owned(),
        }
    }

    /// Lets a Python program attack that is refused everything that it tries;
    /// none if there is no Python.
    #[track_caller]
    pub fn all_refused(&self, attempts: &str) {
        let tried = attempts.matches("attempt(").count();
        self.prints(attempts, &"refused\n".repeat(tried));
    }

    /// Lets a Python program run that prints this if all is as it should be.
    #[track_caller]
    pub fn prints(&self, script: &str, expected: &str) {
        let Some(python) = python() else { return };
        let script = format!("{PRELUDE}{}", self.filled(script));
        let cases = self.path("python");
        fs::create_dir_all(&cases).expect("a folder");
        fs::copy(self.path("cases/tc.seed.txt"), cases.join("p.seed.txt")).expect("a copy");
        fs::write(cases.join("p.out.txt"), expected).expect("a file");
        let before = self.contents();
        Test::new()
            .current_dir(self.path("work"))
            .args(["check", "--timeout", "10m"])
            .arg(&cases)
            .arg("--")
            .args([&python, "-c", &script])
            .stdout(
                "exit statuses were not compared: no case has a NAME.status.txt\n\
                 1 passed, 0 failed\n",
            )
            .run();
        assert!(self.contents() == before, "{script}");
        self.right_program_passes();
    }

    #[track_caller]
    pub fn right_program_passes(&self) {
        let player = player().to_str().expect("UTF-8");
        let found = self.check(&[], &[player]).found();
        assert_eq!(found.status, Some(0), "{found:?}");
    }

    fn filled(&self, script: &str) -> String {
        let path = |name: &str| self.path(name).display().to_string();
        script
            .replace("CASES", &path("cases"))
            .replace("WORK", &path("work"))
            .replace("TEMPORARY", SEEN)
            .replace("REPORT", &path("report.json"))
            .replace("GRADER", &std::process::id().to_string())
            .replace("PLAYER", &player().display().to_string())
            .replace("PROGRAM", crate::support::PROGRAM)
    }
}

impl Outcome {
    /// Whether the attacker failed as a program that plays wrongly fails.
    #[track_caller]
    pub fn failed(&self, verdicts: &[&str]) {
        assert_eq!(self.status, Some(1), "{}", self.shown);
        assert!(
            verdicts.contains(&self.verdict.as_str()),
            "{}\n{}",
            self.verdict,
            self.shown
        );
        assert_eq!(self.report["passed"], 0);
        assert_eq!(self.report["failed"], 1);
        assert_eq!(self.report["error"], Value::Null);
    }
}

/// The path of Python; if there is none, it is said that what needs it is
/// skipped.
#[track_caller]
pub fn python() -> Option<String> {
    let found = std::process::Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .stderr(Stdio::null())
        .output();
    match found {
        Ok(output) if output.status.success() => {
            Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        }
        _ => {
            skipped("there is no python3");
            None
        }
    }
}

/// The names in a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.expect("an entry").file_name();
        name.to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

//! A ground that programs attack: cases, a report and a working folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use predicates::str::contains;
use serde_json::{Value, json};

use crate::support::{Run, SEEN, Test, has_program, player, processes_with, skipped, unique_sleep};

/// Before each Python program: tries things, and says what came of them.
pub const PRELUDE: &str = include_str!("../programs/attacks/prelude.py");

const PASSED: &str = "1 passed, 0 failed\n";

pub struct Ground {
    folder: tempfile::TempDir,
}

/// A ground on which attackers are wholly confined. Where the kernel lacks a part of that, a skipped
/// test is noted.
#[track_caller]
pub fn confined() -> Option<Ground> {
    let ground = Ground::new();
    let found = ground.check(&["--sandbox", "require"], &["true"]).found();
    if found.status == Some(2) {
        skipped(String::from_utf8_lossy(&found.err).trim());
        return None;
    }
    Some(ground)
}

/// The verdict of `check` on an attacker.
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
            .stdout_matches(contains("tc.status.txt"))
            .run();
        ground
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file");
    }

    /// The contents and modes of all files that must not change.
    fn contents(&self) -> Vec<(PathBuf, Vec<u8>, u32)> {
        use std::os::unix::fs::PermissionsExt;
        let mut contents = Vec::new();
        for folder in ["cases", "work"].map(|name| self.path(name)) {
            for path in names(&folder).iter().map(|name| folder.join(name)) {
                let mode = fs::metadata(&path).expect("a file").permissions().mode();
                let content = fs::read(&path).expect("a file");
                contents.push((path, content, mode));
            }
        }
        contents
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

    /// Lets each of these scripts attack. No process with the argument `SLEEP` may be left.
    #[track_caller]
    pub fn all_fail(&self, options: &[&str], scripts: &str, verdicts: &[&str]) {
        let sleep = unique_sleep();
        for script in scripts.lines() {
            let script = script.replace("SLEEP", &sleep);
            self.attack(options, &script).failed(verdicts);
            assert_eq!(processes_with(&sleep), Vec::<String>::new(), "{script}");
        }
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
            verdict: report["cases"][0]["verdict"]
                .to_string()
                .replace('"', "")
                .replace('_', " "),
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
            .stdout(PASSED)
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
        let Self { verdict, shown, .. } = self;
        assert_eq!(self.status, Some(1), "{shown}");
        assert!(verdicts.contains(&verdict.as_str()), "{verdict}\n{shown}");
        let counts = ["passed", "failed", "error"].map(|name| &self.report[name]);
        assert_eq!(counts, [&json!(0), &json!(1), &Value::Null]);
    }
}

/// Returns the path of Python; without it, notes a skipped test.
#[track_caller]
pub fn python() -> Option<String> {
    static PATH: OnceLock<String> = OnceLock::new();
    let script = "import sys; print(sys.executable)";
    let path = || Test::of("python3").args(["-c", script]).found().text();
    has_program("python3").then(|| PATH.get_or_init(path).trim().to_owned())
}

pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into()).collect();
    names.sort();
    names
}

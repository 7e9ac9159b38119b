//! Test support: an attack target, which has cases, a report and a working folder.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use predicates::str::contains;
use serde_json::{Value, json};

use crate::support::{SEEN, Test, has_program, player, processes_with, skipped, unique_sleep};

/// Start of each Python program: a function that tries a call and prints the result.
pub const PRELUDE: &str = include_str!("../programs/attacks/prelude.py");

const PASSED: &str = "1 passed, 0 failed\n";

pub struct Target {
    folder: tempfile::TempDir,
}

/// Returns a new target if the kernel supports all confinement; otherwise notes a skipped test.
#[track_caller]
pub fn confined() -> Option<Target> {
    let target = Target::new();
    let run = target.check(&["--sandbox", "require"], &["true"]).found();
    if run.status == Some(2) {
        skipped(String::from_utf8_lossy(&run.err).trim());
        return None;
    }
    Some(target)
}

/// The exit status, JSON report and standard output of `check` for an attacker.
pub struct AttackResult {
    pub status: Option<i32>,
    pub report: Value,
    pub output: String,
}

impl Target {
    pub fn new() -> Self {
        let target = Self {
            folder: tempfile::tempdir_in(SEEN).expect("a folder"),
        };
        for folder in ["cases", "work"] {
            fs::create_dir(target.path(folder)).expect("a folder");
        }
        target.write("cases/tc.seed.txt", "5 5 1 4 4\n");
        target.write("cases/tc.in.txt", "m 0 0\nbad\nr 0 1\n");
        target.write("work/kept.txt", "kept");
        Test::new()
            .arg("record")
            .arg(target.path("cases"))
            .stdout_matches(contains("tc.status.txt"))
            .run();
        target
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file");
    }

    /// Returns the contents and modes of all files that must not change.
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

    /// Returns a `check` of a command, in the working folder and with a JSON report in a file.
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

    /// Attacks with a shell script, whose `$1` is the seed; see [`Self::attack_with`].
    #[track_caller]
    pub fn attack(&self, options: &[&str], script: &str) -> AttackResult {
        self.attack_with(options, &["sh", "-c", &self.filled(script), "sh"])
    }

    /// Attacks with each of these lines as a script. Asserts that each fails with one of the
    /// verdicts and leaves no process with the argument `SLEEP`.
    #[track_caller]
    pub fn assert_all_fail(&self, options: &[&str], scripts: &str, verdicts: &[&str]) {
        let sleep = unique_sleep();
        for script in scripts.lines() {
            let script = script.replace("SLEEP", &sleep);
            self.attack(options, &script).assert_failed(verdicts);
            assert_eq!(processes_with(&sleep), Vec::<String>::new(), "{script}");
        }
    }

    /// Checks a command as an attacker. Asserts that it changes no file, and that a correct program
    /// passes afterwards.
    #[track_caller]
    pub fn attack_with(&self, options: &[&str], command: &[&str]) -> AttackResult {
        let before = self.contents();
        let run = self.check(options, command).found();
        let report = fs::read(self.path("report.json")).expect("a report");
        assert!(self.contents() == before, "{command:?} changed something");
        self.assert_player_passes();
        assert_eq!(String::from_utf8_lossy(&run.err), "", "{command:?}");
        AttackResult {
            status: run.status,
            report: crate::support::json("check", report),
            output: String::from_utf8_lossy(&run.out).into_owned(),
        }
    }

    /// Asserts that each attempt of a Python program is refused. Without Python, does nothing.
    #[track_caller]
    pub fn assert_all_refused(&self, attempts: &str) {
        let count = attempts.matches("attempt(").count();
        self.assert_prints(attempts, &"refused\n".repeat(count));
    }

    /// Asserts that a Python program prints this output, that it changes no file, and that a
    /// correct program passes afterwards. Without Python, does nothing.
    #[track_caller]
    pub fn assert_prints(&self, script: &str, expected: &str) {
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
            .args([python, "-c", &script])
            .stdout(PASSED)
            .run();
        assert!(self.contents() == before, "{script}");
        self.assert_player_passes();
    }

    #[track_caller]
    pub fn assert_player_passes(&self) {
        let player = player().to_str().expect("UTF-8");
        let run = self.check(&[], &[player]).found();
        assert_eq!(run.status, Some(0), "{run:?}");
    }

    /// Replaces the words in capitals, such as `CASES`, by paths and by the id of this process.
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

impl AttackResult {
    /// Asserts that the attacker failed with one of these verdicts, as a faulty game does.
    #[track_caller]
    pub fn assert_failed(&self, verdicts: &[&str]) {
        let Self { report, output, .. } = self;
        assert_eq!(self.status, Some(1), "{output}");
        let name = report["cases"][0]["verdict"].as_str().unwrap_or_default();
        let verdict = name.replace('_', " ");
        assert!(verdicts.contains(&verdict.as_str()), "{verdict}\n{output}");
        let counts = ["passed", "failed", "error"].map(|name| &report[name]);
        assert_eq!(counts, [&json!(0), &json!(1), &Value::Null]);
    }
}

/// Returns the path of Python; without it, notes a skipped test.
#[track_caller]
pub fn python() -> Option<&'static str> {
    static PATH: OnceLock<String> = OnceLock::new();
    if !has_program("python3") {
        return None;
    }
    let path = PATH.get_or_init(|| {
        let script = "import sys; print(sys.executable)";
        Test::of("python3").args(["-c", script]).found().text()
    });
    Some(path.trim())
}

/// Returns the sorted names of the entries of a folder.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    names.sort();
    names
}

//! Test support: a case, scripts that play it, and assertions about reports of `check`.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use crate::support::{Test, flawed, package_file, player, snapshot};

/// A folder with one case, `tc`, in which the game prints two errors.
pub struct CaseFolder {
    pub folder: tempfile::TempDir,
}

const INPUT: &str = "m 0 0\nbad\nr 0 9\nm 1 1\n";

impl CaseFolder {
    pub fn new() -> Self {
        let folder = Self {
            folder: tempfile::tempdir().expect("a folder"),
        };
        folder.write("tc.seed.txt", "5 5 1 4 4\n");
        folder.write("tc.in.txt", INPUT);
        let record = Test::new().arg("record").arg(folder.path(""));
        record.any_stdout().run();
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a file");
    }

    /// Checks a command, or the built-in game; returns the report and the exit status. The default
    /// time limit is one that no program reaches, and is shorter than
    /// [`LONGEST_RUN`](crate::support::LONGEST_RUN).
    #[track_caller]
    pub fn check(&self, options: &[&str], command: &[&str]) -> (String, Option<i32>) {
        let mut test = Test::new()
            .args(["check", "--verbose", "--timeout", "10m"])
            .args(options)
            .arg(self.folder.path());
        if !command.is_empty() {
            test = test.arg("--").args(command);
        }
        let run = test.found();
        assert_eq!(String::from_utf8_lossy(&run.err), "", "{command:?}");
        (run.clone().text(), run.status)
    }

    /// Asserts that a shell script fails with a verdict; returns the report. The script gets the
    /// seed as `$1`.
    #[track_caller]
    pub fn verdict(&self, options: &[&str], script: &str, verdict: &str) -> String {
        let (report, status) = self.check(options, &["sh", "-c", script, "sh"]);
        let line = report.lines().next().unwrap_or_default();
        // On a busy machine, a run that reaches its limit is repeated alone, which is reported.
        let first = line.split(" (runs repeated alone: ").next();
        let expected = format!("FAIL {}: {verdict}", self.path("tc").display());
        assert_eq!(first, Some(expected.as_str()), "{report}");
        assert!(report.ends_with("0 passed, 1 failed\n"), "{report}");
        assert_eq!(status, Some(1));
        report
    }
}

/// Returns the lines of a detailed report that describe findings: the heading and the sentence of
/// each, and the counts.
pub fn finding_lines(report: &str) -> Vec<&str> {
    let details = report.lines().skip_while(|line| !line.is_empty());
    let mut lines = Vec::new();
    let mut is_behind_heading = false;
    for line in details {
        // The summary below the counts repeats the findings.
        if line.contains(" to the byte") {
            lines.push(line.trim_end_matches(':'));
            break;
        }
        let number = line.split_once(". ").map(|(number, _)| number);
        let is_heading = number.is_some_and(|number| number.parse::<usize>().is_ok());
        if is_heading || is_behind_heading {
            lines.push(line.trim_start());
        }
        is_behind_heading = is_heading;
    }
    lines
}

/// Returns the findings in a report, each as a cause's name or `cause unknown`, and a sentence.
pub fn findings(report: &str) -> Vec<String> {
    let mut findings = Vec::new();
    for pair in finding_lines(report).chunks_exact(2) {
        let (_, heading) = pair[0].split_once(". ").unwrap_or_default();
        let (name, _) = heading.split_once(':').unwrap_or(("cause unknown", ""));
        findings.push(format!("{name}: {}", pair[1]));
    }
    findings
}

/// Compares the findings in reports with a table in the snapshots.
#[track_caller]
pub fn assert_findings(table: &str, report: impl Fn(&str) -> String) {
    assert_table(table, |line| findings(&report(line)));
}

/// Compares results with a table in the snapshots: each line describes a run, and indented lines
/// below it are its results.
#[track_caller]
pub fn assert_table(table: &str, results_of: impl Fn(&str) -> Vec<String>) {
    let path = package_file(format!("tests/snapshots/{table}"));
    let lines = std::fs::read_to_string(path).expect("a table");
    let mut text = String::new();
    for line in lines.lines().filter(|line| !line.starts_with(' ')) {
        text += &format!("{line}\n");
        for result in results_of(line) {
            text += &format!("  {result}\n");
        }
    }
    snapshot(table, &text);
}

/// Returns a script that plays correctly.
pub fn play() -> String {
    format!("'{}' \"$1\"", player().display())
}

/// Returns a script that plays with these flaws, which are separated by commas.
pub fn play_with(flaws: &str) -> String {
    format!("'{}' {flaws} \"$1\"", flawed().display())
}

/// Copies those files of a case that exist. The paths are without the endings.
pub fn copy_case(from: impl AsRef<OsStr>, to: impl AsRef<OsStr>, endings: &[&str]) {
    for ending in endings {
        let [from, to] = [from.as_ref(), to.as_ref()].map(|path| {
            let mut path = path.to_owned();
            path.push(format!(".{ending}.txt"));
            path
        });
        if Path::new(&from).is_file() {
            std::fs::copy(from, to).expect("a copy");
        }
    }
}

pub const ENDINGS: [&str; 6] = ["combined", "err", "in", "out", "seed", "status"];

/// Returns a check of cases in its current folder. Each case has a name and a seed, which is `good`
/// or `bad`, and expects the exit status 0.
pub fn check(cases: &[(&str, &str)]) -> Test {
    let mut test = Test::new().args(["check", "--reveal", "none"]);
    for (name, seed) in cases {
        test = test
            .write(&format!("{name}.seed.txt"), format!("{seed}\n"))
            .write(&format!("{name}.status.txt"), "0\n");
    }
    test
}

/// Arguments for a command that fails if the seed is `bad`.
pub const PICKY: [&str; 5] = ["--", "sh", "-c", "! grep -q bad \"$1\"", "sh"];

/// Returns the summary for a number of cases that fail with [`PICKY`]. No cause is known, since
/// the cases expect another status than that of the built-in game.
pub fn picky_conclusion(cases: usize) -> String {
    let noun = if cases == 1 { "case" } else { "cases" };
    format!(
        "\n0 causes and 1 difference of unknown cause: 0 of {cases} failing {noun} explained to the byte\n \
         1. {:>9}: The results differ. (cause unknown)\n",
        format!("{cases} {noun}")
    )
}

/// Last line of a report, about the options that show details.
pub const DETAILS: &str =
    "details: --verbose, or --details with a case's name or a finding's number\n";

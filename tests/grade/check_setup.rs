//! Support for the tests of `check`: a case, and the verdict on a program.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::support::{Test, flawed, package_file, player, snapshot};

/// A folder with one case, `tc`, in which the game complains twice.
pub struct Folder {
    pub folder: tempfile::TempDir,
}

const INPUT: &str = "m 0 0\nbad\nr 0 9\nm 1 1\n";

impl Folder {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = Self { folder };
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

    /// Checks a command; the report and the exit status. If the options do not
    /// say otherwise, its time limit is one that no program reaches, and is shorter than
    /// [`LONGEST_RUN`](crate::support::LONGEST_RUN).
    #[track_caller]
    pub fn check(&self, options: &[&str], command: &[&str]) -> (String, Option<i32>) {
        let check = Test::new().args(["check", "--verbose", "--timeout", "10m"]);
        let check = check.args(options).arg(self.folder.path());
        let check = match command {
            [] => check,
            command => check.arg("--").args(command),
        };
        let found = check.found();
        assert_eq!(String::from_utf8_lossy(&found.err), "", "{command:?}");
        (found.clone().text(), found.status)
    }

    /// The verdict on a shell script that gets the seed as `$1`; its report.
    #[track_caller]
    pub fn verdict(&self, options: &[&str], script: &str, verdict: &str) -> String {
        let (report, status) = self.check(options, &["sh", "-c", script, "sh"]);
        let first = report.lines().next().unwrap_or_default();
        // On a busy machine, a run that reaches its limit is repeated alone, and the report says so.
        let first = first.split(" (runs repeated alone: ").next();
        let expected = format!("FAIL {}: {verdict}", self.path("tc").display());
        assert_eq!(first, Some(expected.as_str()), "{report}");
        assert!(report.ends_with("0 passed, 1 failed\n"), "{report}");
        assert_eq!(status, Some(1));
        report
    }
}

/// Returns the lines of a detailed report about findings: the heading and the sentence of each, and
/// the counts.
pub fn told(report: &str) -> Vec<&str> {
    let lines = report.lines().skip_while(|line| !line.is_empty());
    let lines: Vec<&str> = lines.collect();
    let is_heading = |line: &str| {
        let number = line
            .split_once(". ")
            .map(|(number, _)| number.parse::<usize>());
        number.is_some_and(|number| number.is_ok())
    };
    // The summary repeats what the report shows in full.
    let end = lines.iter().position(|line| line.contains(" to the byte"));
    let pairs = lines[..end.unwrap_or(lines.len())].windows(2);
    let told = pairs.filter(|pair| is_heading(pair[0]));
    let told = told.flat_map(|pair| [pair[0], pair[1].trim_start()]);
    told.chain(end.map(|end| lines[end].trim_end_matches(':')))
        .collect()
}

/// The causes in a report, as names and sentences, and what is not explained.
pub fn findings(report: &str) -> Vec<String> {
    let finding = |pair: &[&str]| {
        let (_, heading) = pair[0].split_once(". ").unwrap_or_default();
        let (name, _) = heading.split_once(':').unwrap_or(("not explained", ""));
        format!("{name}: {}", pair[1])
    };
    told(report).chunks_exact(2).map(finding).collect()
}

/// Compares the findings of reports with a snapshot.
#[track_caller]
pub fn assert_findings(table: &str, report: impl Fn(&str) -> String) {
    assert_table(table, |line| findings(&report(line)));
}

/// Compares a table in the snapshots: lines that describe runs, and indented below each what is found.
#[track_caller]
pub fn assert_table(table: &str, found: impl Fn(&str) -> Vec<String>) {
    let path = package_file(format!("tests/snapshots/{table}"));
    let lines = std::fs::read_to_string(path).expect("a table");
    let mut text = String::new();
    for line in lines.lines().filter(|line| !line.starts_with(' ')) {
        text += &format!("{line}\n");
        for finding in found(line) {
            text += &format!("  {finding}\n");
        }
    }
    snapshot(table, &text);
}

/// A script that plays rightly.
pub fn play() -> String {
    format!("'{}' \"$1\"", player().display())
}

pub fn play_with(flaws: &str) -> String {
    format!("'{}' {flaws} \"$1\"", flawed().display())
}

/// Copies those files of a case that are there; the paths are without the endings.
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

/// A check of cases that lie where it runs, whose seeds are `good` or `bad`; the
/// exit status 0 is expected of all.
pub fn check(cases: &[(&str, &str)]) -> Test {
    let test = Test::new().args(["check", "--reveal", "none"]);
    cases.iter().fold(test, |test, (name, seed)| {
        test.write(&format!("{name}.seed.txt"), format!("{seed}\n"))
            .write(&format!("{name}.status.txt"), "0\n")
    })
}

/// A command that fails where the seed is bad.
pub const PICKY: [&str; 5] = ["--", "sh", "-c", "! grep -q bad \"$1\"", "sh"];

/// The summary of a number of cases that fail with [`PICKY`], without details: they expect another status than the built-in game's.
pub fn picky_conclusion(cases: usize) -> String {
    let noun = if cases == 1 { "case" } else { "cases" };
    format!(
        "\n0 causes: 0 of {cases} failing {noun} explained to the byte\n \
         1. {:>9}: The results differ. (cause not known)\n",
        format!("{cases} {noun}")
    )
}

/// The line about the options that show details.
pub const DETAILS: &str =
    "details: --verbose, or --details with a case's name or a finding's number\n";

//! What the tests of `check` share: a case, and the verdict on a program.

use std::path::PathBuf;

use crate::support::{Test, player};

/// A folder with one case, `tc`, in which the game complains twice.
pub struct Folder {
    pub folder: tempfile::TempDir,
}

const INPUT: &str = "m 0 0\nbad\nr 0 9\nm 1 1\n";

impl Folder {
    pub fn new() -> Self {
        let folder = Self {
            folder: tempfile::tempdir().expect("a folder"),
        };
        folder.write("tc.seed.txt", "5 5 1 4 4\n");
        folder.write("tc.in.txt", INPUT);
        let play = || Test::new().arg(folder.path("tc.seed.txt")).stdin(INPUT);
        let separate = play().found();
        let status = separate.status.expect("a status");
        folder.write("tc.out.txt", separate.out);
        folder.write("tc.err.txt", separate.err);
        folder.write("tc.status.txt", format!("{status}\n"));
        folder.write("tc.combined.txt", play().found_merged().out);
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
        let mut check = Test::new().args(["check", "--verbose"]).args(options);
        if !options.contains(&"--timeout") {
            check = check.args(["--timeout", "10m"]);
        }
        check = check.arg(self.folder.path());
        if !command.is_empty() {
            check = check.arg("--").args(command);
        }
        let found = check.found();
        assert_eq!(String::from_utf8_lossy(&found.err), "", "{command:?}");
        let status = found.status;
        (found.text(), status)
    }

    /// The verdict on a shell script that gets the seed as `$1`; its report.
    #[track_caller]
    pub fn verdict(&self, options: &[&str], script: &str, verdict: &str) -> String {
        let (report, status) = self.check(options, &["sh", "-c", script, "sh"]);
        let first = report.lines().next().unwrap_or_default();
        // On a busy machine a run that takes all its time is repeated alone, which is told.
        let first = first.split(" (runs repeated alone: ").next();
        let expected = format!("FAIL {}: {verdict}", self.path("tc").display());
        assert_eq!(first, Some(expected.as_str()), "{report}");
        assert!(report.ends_with("0 passed, 1 failed\n"), "{report}");
        assert_eq!(status, Some(1));
        report
    }
}

/// What a report with all details says of causes: each with its sentence, what is not
/// explained, and what they come to.
pub fn told(report: &str) -> Vec<&str> {
    let mut lines = report
        .lines()
        .skip_while(|line| !line.is_empty())
        .peekable();
    let mut told = Vec::new();
    while let Some(line) = lines.next() {
        if line.contains(" to the byte") {
            // The summary repeats what has been told in full.
            told.push(line.trim_end_matches(':'));
            break;
        }
        let number = line
            .split_once(". ")
            .map(|(number, _)| number.parse::<usize>());
        if number.is_some_and(|number| number.is_ok()) {
            told.push(line);
            told.extend(lines.next().map(str::trim_start));
        }
    }
    told
}

/// The causes in a report, as names and sentences, and what is not explained.
pub fn findings(report: &str) -> Vec<String> {
    let mut findings = Vec::new();
    for pair in told(report).chunks_exact(2) {
        let [heading, sentence] = pair else { continue };
        let name = heading.split_once(". ").map(|(_, rest)| rest);
        let name = name.and_then(|rest| rest.split(':').next());
        findings.push(format!("{}: {sentence}", name.unwrap_or("not explained")));
    }
    findings
}

/// A script that plays rightly.
pub fn play() -> String {
    format!("'{}' \"$1\"", player().display())
}

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
        "\n0 causes: 0 of {cases} failing {noun} explained to the byte, {cases} not:\n \
         1. {cases} {noun}: There are differences, but this report hides them. (cause not known)\n"
    )
}

/// The line that tells where the details are, with a blank line before what follows the
/// list of causes.
pub const DETAILS: &str =
    "details: --verbose, or --details with a case's name or a finding's number\n";

/// How the command of a check with [`PICKY`] ends that runs a case again.
pub const PICKY_AGAIN: &str = "-- sh -c '! grep -q bad \"$1\"' sh";

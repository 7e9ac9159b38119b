//! What the tests of `check` share: a case, and the verdict on a program.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::support::{PROGRAM, Run, game, run, run_combined};

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
        let Run { out, err, status } =
            run(&mut game([folder.path("tc.seed.txt")]), INPUT.as_bytes());
        folder.write("tc.out.txt", out);
        folder.write("tc.err.txt", err);
        folder.write("tc.status.txt", format!("{}\n", status.expect("a status")));
        let combined = run_combined(&mut game([folder.path("tc.seed.txt")]), INPUT.as_bytes());
        folder.write("tc.combined.txt", combined);
        folder
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a file");
    }

    /// Checks a command; its report.
    #[track_caller]
    pub fn check(&self, options: &[&str], command: &[&str]) -> (String, Option<i32>) {
        let mut check = game(["check", "--timeout", "2s"]);
        check.args(options).arg(self.folder.path());
        if !command.is_empty() {
            check.arg("--").args(command);
        }
        let start = Instant::now();
        let found = run(&mut check, b"");
        // Each case is run twice, and each run may take its limit.
        assert!(
            start.elapsed() < Duration::from_secs(2 * 2 + 1),
            "{command:?}"
        );
        assert_eq!(String::from_utf8_lossy(&found.err), "", "{command:?}");
        (String::from_utf8(found.out).expect("UTF-8"), found.status)
    }

    /// The verdict on a shell script that gets the seed as `$1` and the folder
    /// as `$FOLDER`; its report.
    #[track_caller]
    pub fn verdict(&self, options: &[&str], script: &str, verdict: &str) -> String {
        let script = format!("FOLDER='{}'; {script}", self.folder.path().display());
        let (report, status) = self.check(options, &["sh", "-c", &script, "sh"]);
        let first = report.lines().next().unwrap_or_default();
        assert_eq!(
            first,
            format!("FAIL {}: {verdict}", self.path("tc").display()),
            "{report}"
        );
        assert!(report.ends_with("0 passed, 1 failed\n"), "{report}");
        assert_eq!(status, Some(1));
        report
    }
}

const PLAY: &str = "\"$PLAYER\" \"$1\"";

/// A script that plays rightly.
pub fn play() -> String {
    PLAY.replace("$PLAYER", PROGRAM)
}

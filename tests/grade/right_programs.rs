//! Programs that do nothing wrong and have to be left alone, and limits that
//! are fair to them.

use std::process::Command;

use super::attack_setup::{Ground, python};
use crate::support::player;

/// Checks a shell script that has to pass, in the ground's working folder.
#[track_caller]
fn passes(ground: &Ground, options: &[&str], script: &str) {
    let script = script.replace("PLAYER", player().to_str().expect("UTF-8"));
    let found = ground.check(options, &["sh", "-c", &script, "sh"]).found();
    assert_eq!(found.status, Some(0), "{script}\n{found:?}");
}

#[test]
fn pipelines_and_temporary_files() {
    let ground = Ground::new();
    // Standard error goes another way in a pipeline.
    std::fs::remove_file(ground.path("cases/tc.combined.txt")).expect("a file");
    for script in [
        "'PLAYER' \"$1\" | cat | cat",
        "cat > \"$TMPDIR/in\"; 'PLAYER' \"$1\" < \"$TMPDIR/in\"",
        "mkdir -p ~/.config/x && echo a > ~/.config/x/y && 'PLAYER' \"$1\"",
        "cat kept.txt > /dev/null; exec 'PLAYER' \"$1\"",
    ] {
        passes(&ground, &[], script);
    }
}

#[test]
fn python_runs_with_the_default_options() {
    let script = include_str!("../programs/ordinary.py");
    Ground::new().prints(script, "written\nchild\nthread\n");
}

#[test]
fn shared_memory_counts_once() {
    let Some(python) = python() else { return };
    let ground = Ground::new();
    let script = include_str!("../programs/shared_memory.py");
    for name in [
        "cases/tc.err.txt",
        "cases/tc.combined.txt",
        "cases/tc.status.txt",
    ] {
        std::fs::remove_file(ground.path(name)).expect("a file");
    }
    ground.write("cases/tc.out.txt", "done\n");
    let check = |most, seconds| {
        let options = ["--max-memory", most, "--timeout", "10m"];
        let script = script.replace("HOLD", seconds);
        ground.check(&options, &[&python, "-c", &script]).found()
    };
    let found = check("200MiB", "0.3");
    assert_eq!(found.status, Some(0), "{found:?}");
    // The memory is held until the grader notices it.
    let found = check("60MiB", "600");
    assert!(String::from_utf8_lossy(&found.out).contains("too much memory"));
}

#[test]
fn many_busy_processes_fail_nobody() {
    let ground = Ground::new();
    let busy = || {
        Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .spawn()
    };
    let mut busy: Vec<_> = (0..60).map(|_| busy().expect("a shell")).collect();
    let player = player().to_str().expect("UTF-8");
    let found = ground.check(&["--timeout", "10m"], &[player]).found();
    for child in &mut busy {
        child.kill().expect("a signal");
        child.wait().expect("its end");
    }
    assert_eq!(found.status, Some(0), "{found:?}");
}

#[test]
fn files_are_limited_and_gone_afterwards() {
    let ground = Ground::new();
    let files = "for n in 1 2 3 4; do head -c 10000000 /dev/zero > \"$TMPDIR/$n\"; sleep 0.1; done; sleep 20";
    let outcome = ground.attack(&["--max-files-size", "20MiB"], files);
    outcome.failed(&["too large files"]);
    let processes = "for n in $(seq 40); do sleep 20 & done; wait";
    let outcome = ground.attack(&["--max-processes", "20"], processes);
    outcome.failed(&["too many processes"]);
    let clean = "[ -z \"$(ls -A \"$TMPDIR\" ~ 2>/dev/null | grep -v :)\" ] || exit 9";
    let dirty = "mkdir -m 0 \"$TMPDIR/a\"; echo x > ~/b; exec 'PLAYER' \"$1\"";
    passes(&ground, &["--jobs", "1"], &format!("{clean}; {dirty}"));
}

#[test]
fn what_is_allowed_by_name_is_allowed() {
    let ground = Ground::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let write = |word: &str| format!("echo {word} > '{path}/file'; exec 'PLAYER' \"$1\"");
    passes(&ground, &["--allow-write", path], &write("written"));
    let written = std::fs::read_to_string(folder.path().join("file"));
    assert_eq!(written.expect("a file"), "written\n");
    let read = "[ \"$(cat file)\" = written ] && exec 'PLAYER' \"$1\"";
    passes(&ground, &["--dir", path], read);
    passes(&ground, &["--sandbox", "off"], &write("again"));
}

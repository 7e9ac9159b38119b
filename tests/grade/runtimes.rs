//! Correct programs in many languages, limits that are fair to them, and denied accesses of
//! programs that run as root or as another user.

use std::{fs, os::unix::fs::MetadataExt, process::Command};

use super::{
    attack_setup::{PRELUDE, Target, python},
    sample::Sample,
};
use crate::support::{amount, is_put_off, player, words};

fn with_python() -> Option<Sample> {
    Sample::new(&["python3"])
}

/// Asserts that a Python program prints this output as every user.
#[track_caller]
fn assert_prints(sample: &Sample, script: &str, expected: &str) {
    let script = format!("{PRELUDE}{script}");
    sample.passes(&[], &["python3", "-c", &script], expected.as_bytes());
}

#[test]
fn supervisor_and_grader_cannot_be_inspected() {
    let Some(sample) = with_python() else { return };
    let script = include_str!("../programs/attacks/inspect_supervisor.py");
    assert_prints(&sample, script, "end\n");
}

#[test]
fn files_outside_the_run_cannot_be_changed() {
    let Some(sample) = with_python() else { return };
    let attack = include_str!("../programs/attacks/change_foreign_files.py");
    let script = format!("{PRELUDE}{attack}");
    let path = sample.path("kept.txt");
    for user in Sample::users() {
        fs::write(&path, "kept").expect("a file");
        sample.give("kept.txt", &user);
        let before = fs::metadata(&path).expect("a file");
        let expected = "refused\n".repeat(5 * 3 + 8);
        let run = sample.checked(&user, &[], &["python3", "-c", &script], expected.as_bytes());
        assert_eq!(run.status, Some(0), "{user:?}: {run:?}");
        let after = fs::metadata(&path).expect("a file");
        let [before, after] =
            [before, after].map(|data| (data.mode(), data.mtime(), data.mtime_nsec(), data.len()));
        assert_eq!(after, before);
        fs::remove_file(&path).expect("a file");
    }
}

#[test]
fn a_run_cannot_leave_files_for_the_next_run() {
    let Some(sample) = with_python() else { return };
    let script = include_str!("../programs/attacks/leave_files.py");
    assert_prints(&sample, script, &"refused\n".repeat(4));
}

#[test]
fn a_program_that_requests_tracing_by_its_supervisor_is_killed() {
    let Some(sample) = with_python() else { return };
    let script = format!(
        "{PRELUDE}libc.ptrace(0, 0, None, None); os.kill(os.getpid(), signal.SIGSTOP); print('on')"
    );
    for user in Sample::users() {
        let options = ["--timeout", "500ms"];
        let run = sample.checked(&user, &options, &["python3", "-c", &script], b"on\n");
        assert_eq!(run.status, Some(1));
        let report = run.text();
        assert_eq!(report.matches(": timed out").count(), 2, "{report}");
    }
}

/// Asserts that a program runs under `check`, after it has been built if there is a build command.
#[track_caller]
fn assert_runs(source: &str, needed: &[&str], build: &str, run: &str) {
    let Some(sample) = Sample::of(source, needed) else {
        return;
    };
    if !build.is_empty() {
        sample.build(&words(build));
    }
    sample.assert_runs(&words(run));
}

#[test]
fn java_runs() {
    let Some(sample) = Sample::of("Play.java", &["java", "javac"]) else {
        return;
    };
    sample.build(&["javac", "Play.java"]);
    sample.assert_runs(&["java", "-cp", ".", "Play"]);
    // This garbage collector maps terabytes of a file in memory.
    sample.assert_runs(&["java", "-XX:+UseZGC", "-cp", ".", "Play"]);
}

#[test]
fn python_runs() {
    assert_runs("play.py", &["python3"], "", "python3 play.py");
}

#[test]
fn bash_runs() {
    assert_runs("play.sh", &["bash"], "", "bash play.sh");
}

#[test]
fn other_languages_run() {
    if is_put_off() {
        return;
    }
    for (source, needed, build, run) in [
        ("play.js", "node", "", "node play.js"),
        ("play.rb", "ruby", "", "ruby play.rb"),
        ("play.pl", "perl", "", "perl play.pl"),
        ("play.go", "go", "go build -o play play.go", "./play"),
        ("Play.cs", "mcs mono", "mcs Play.cs", "mono Play.exe"),
        ("play.scm", "guile", "", "guile --no-auto-compile play.scm"),
    ] {
        assert_runs(source, &words(needed), build, run);
    }
}

#[test]
fn c_runs_also_with_sanitizers_and_under_valgrind() {
    let Some(sample) = Sample::of("play.c", &["gcc"]) else {
        return;
    };
    let sanitizers = ["-O1", "-fsanitize=address", "-fsanitize=undefined"];
    for sanitizer in &sanitizers[..amount(2, 3)] {
        sample.build(&["gcc", "-g", "-pthread", sanitizer, "-o", "play", "play.c"]);
        sample.assert_runs(&["./play"]);
    }
    if is_put_off() {
        return;
    }
    let build = "gcc -g -pthread -o play play.c";
    let valgrind = "valgrind --quiet --leak-check=full ./play";
    assert_runs("play.c", &["valgrind"], build, valgrind);
}

#[test]
fn rust_runs() {
    if is_put_off() {
        return;
    }
    let Some(sample) = Sample::of("play.rs", &[]) else {
        return;
    };
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let built = Command::new(rustc)
        .current_dir(sample.path(""))
        .args(["--edition", "2024", "play.rs"])
        .status();
    assert!(built.expect("a compiler").success());
    sample.assert_runs(&["./play"]);
}

/// Asserts that a shell script passes in the target's working folder.
#[track_caller]
fn assert_passes(target: &Target, options: &[&str], script: &str) {
    let script = script.replace("PLAYER", player().to_str().expect("UTF-8"));
    let run = target.check(options, &["sh", "-c", &script, "sh"]).found();
    assert_eq!(run.status, Some(0), "{script}\n{run:?}");
}

#[test]
fn pipelines_and_temporary_files_are_allowed() {
    let target = Target::new();
    // Only standard output goes through a pipeline, so the order of the streams may differ.
    fs::remove_file(target.path("cases/tc.combined.txt")).expect("a file");
    for script in [
        "'PLAYER' \"$1\" | cat | cat",
        "cat > \"$TMPDIR/in\"; 'PLAYER' \"$1\" < \"$TMPDIR/in\"",
        "mkdir -p ~/.config/x && echo a > ~/.config/x/y && 'PLAYER' \"$1\"",
        "cat kept.txt > /dev/null; exec 'PLAYER' \"$1\"",
    ] {
        assert_passes(&target, &[], script);
    }
}

#[test]
fn python_runs_with_the_default_options() {
    let script = include_str!("../programs/ordinary.py");
    Target::new().assert_prints(script, "written\nchild\nthread\n");
}

#[test]
fn shared_memory_counts_once() {
    let Some(python) = python() else { return };
    let target = Target::new();
    let script = include_str!("../programs/shared_memory.py");
    for name in [
        "cases/tc.err.txt",
        "cases/tc.combined.txt",
        "cases/tc.status.txt",
    ] {
        fs::remove_file(target.path(name)).expect("a file");
    }
    target.write("cases/tc.out.txt", "done\n");
    // Memory above the limit is held until the grader notices it.
    let [below, above] = [("200MiB", "0.3"), ("60MiB", "600")].map(|(limit, seconds)| {
        let options = ["--max-memory", limit, "--timeout", "10m"];
        let script = script.replace("HOLD", seconds);
        target.check(&options, &[python, "-c", &script]).found()
    });
    assert_eq!(below.status, Some(0), "{below:?}");
    assert!(String::from_utf8_lossy(&above.out).contains("too much memory"));
}

#[test]
fn busy_processes_of_others_fail_no_program() {
    let target = Target::new();
    let mut others = Vec::new();
    for _ in 0..60 {
        let mut shell = Command::new("sh");
        // The loop ends with the tests, even if this test fails.
        shell.args(["-c", "while kill -0 $PPID; do :; done"]);
        others.push(shell.spawn().expect("a shell"));
    }
    let player = player().to_str().expect("UTF-8");
    let run = target.check(&["--timeout", "10m"], &[player]).found();
    for child in &mut others {
        child.kill().expect("a signal");
        child.wait().expect("its end");
    }
    assert_eq!(run.status, Some(0), "{run:?}");
}

#[test]
fn temporary_files_and_processes_are_limited_and_removed() {
    let target = Target::new();
    let files = "for n in 1 2 3 4; do head -c 10000000 /dev/zero > \"$TMPDIR/$n\"; sleep 0.1; done; sleep 600";
    let options = ["--timeout", "10m", "--max-files-size", "20MiB"];
    let result = target.attack(&options, files);
    result.assert_failed(&["too large files"]);
    let processes = "for n in $(seq 40); do sleep 600 & done; wait";
    let options = ["--timeout", "10m", "--max-processes", "20"];
    let result = target.attack(&options, processes);
    result.assert_failed(&["too many processes"]);
    let clean = "[ -z \"$(ls -A \"$TMPDIR\" ~ 2>/dev/null | grep -v :)\" ] || exit 9";
    let dirty = "mkdir -m 0 \"$TMPDIR/a\"; echo x > ~/b; exec 'PLAYER' \"$1\"";
    assert_passes(&target, &["--jobs", "1"], &format!("{clean}; {dirty}"));
}

#[test]
fn options_allow_to_write_and_read_folders() {
    let target = Target::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    let write = format!("echo written > '{path}/file'; exec 'PLAYER' \"$1\"");
    assert_passes(&target, &["--allow-write", path], &write);
    let content = fs::read_to_string(folder.path().join("file"));
    assert_eq!(content.expect("a file"), "written\n");
    let read = "[ \"$(cat file)\" = written ] && exec 'PLAYER' \"$1\"";
    assert_passes(&target, &["--dir", path], read);
    assert_passes(&target, &["--sandbox", "off"], &write);
}

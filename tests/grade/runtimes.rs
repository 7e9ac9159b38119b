//! Programs that do nothing wrong, in many languages, and limits that are fair to them; and what programs
//! may not inspect or change, as root and as another user.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::process::Command;

use super::attack_setup::{Ground, PRELUDE, python};
use super::sample::Sample;
use crate::support::{amount, is_put_off, player};

fn with_python() -> Option<Sample> {
    Sample::new(&["python3"])
}

/// Runs a Python program as every user; it has to print this.
#[track_caller]
fn prints(sample: &Sample, script: &str, expected: &str) {
    let script = format!("{PRELUDE}{script}");
    sample.passes(&[], &["python3", "-c", &script], expected.as_bytes());
}

#[test]
fn supervisor_and_grader_cannot_be_inspected() {
    let Some(sample) = with_python() else { return };
    let script = include_str!("../programs/attacks/inspect_supervisor.py");
    prints(&sample, script, "end\n");
}

#[test]
fn what_is_not_the_runs_own_cannot_be_changed() {
    let Some(sample) = with_python() else { return };
    let script = include_str!("../programs/attacks/change_foreign_files.py");
    for user in Sample::users() {
        fs::write(sample.path("kept.txt"), "kept").expect("a file");
        sample.give("kept.txt", &user);
        let facts = || {
            let data = fs::metadata(sample.path("kept.txt")).expect("a file");
            (data.mode(), data.mtime(), data.mtime_nsec(), data.len())
        };
        let before = facts();
        let script = format!("{PRELUDE}{script}");
        let expected = "refused\n".repeat(5 * 3 + 8);
        let found = sample.checked(&user, &[], &["python3", "-c", &script], expected.as_bytes());
        assert_eq!(found.status, Some(0), "{user:?}: {found:?}");
        assert_eq!(facts(), before);
        fs::remove_file(sample.path("kept.txt")).expect("a file");
    }
}

#[test]
fn a_run_leaves_nothing_for_the_next() {
    let Some(sample) = with_python() else { return };
    let script = include_str!("../programs/attacks/leave_files.py");
    prints(&sample, script, &"refused\n".repeat(4));
}

#[test]
fn a_program_that_asks_its_supervisor_to_trace_it_is_ended() {
    let Some(sample) = with_python() else { return };
    let script = format!(
        "{PRELUDE}libc.ptrace(0, 0, None, None); os.kill(os.getpid(), signal.SIGSTOP); print('on')"
    );
    for user in Sample::users() {
        let options = ["--timeout", "500ms"];
        let found = sample.checked(&user, &options, &["python3", "-c", &script], b"on\n");
        assert_eq!(found.status, Some(1));
        let report = found.text();
        assert_eq!(report.matches(": timed out").count(), 2, "{report}");
    }
}

/// Builds a program and compares its runs; both commands are words with spaces between them.
fn runs(source: &str, needed: &[&str], build: &str, run: &str) {
    let Some(sample) = Sample::of(source, needed) else {
        return;
    };
    if !build.is_empty() {
        sample.build(&build.split(' ').collect::<Vec<_>>());
    }
    sample.runs(&run.split(' ').collect::<Vec<_>>());
}

#[test]
fn java_runs() {
    let Some(sample) = Sample::of("Play.java", &["java", "javac"]) else {
        return;
    };
    sample.build(&["javac", "Play.java"]);
    sample.runs(&["java", "-cp", ".", "Play"]);
    // It has terabytes mapped of a file in memory.
    sample.runs(&["java", "-XX:+UseZGC", "-cp", ".", "Play"]);
}

#[test]
fn python_runs() {
    runs("play.py", &["python3"], "", "python3 play.py");
}

#[test]
fn bash_runs() {
    runs("play.sh", &["bash"], "", "bash play.sh");
}

#[test]
fn other_languages_run() {
    if is_put_off() {
        return;
    }
    runs("play.js", &["node"], "", "node play.js");
    runs("play.rb", &["ruby"], "", "ruby play.rb");
    runs("play.pl", &["perl"], "", "perl play.pl");
    runs("play.go", &["go"], "go build -o play play.go", "./play");
    runs("Play.cs", &["mcs", "mono"], "mcs Play.cs", "mono Play.exe");
    let guile = "guile --no-auto-compile play.scm";
    runs("play.scm", &["guile"], "", guile);
}

#[test]
fn c_runs_also_with_sanitizers_and_under_valgrind() {
    let Some(sample) = Sample::of("play.c", &["gcc"]) else {
        return;
    };
    let sanitizers = ["-O1", "-fsanitize=address", "-fsanitize=undefined"];
    for sanitizer in &sanitizers[..amount(2, 3)] {
        sample.build(&["gcc", "-g", "-pthread", sanitizer, "-o", "play", "play.c"]);
        sample.runs(&["./play"]);
    }
    if is_put_off() {
        return;
    }
    let build = "gcc -g -pthread -o play play.c";
    let valgrind = "valgrind --quiet --leak-check=full ./play";
    runs("play.c", &["valgrind"], build, valgrind);
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
    sample.runs(&["./play"]);
}

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
    fs::remove_file(ground.path("cases/tc.combined.txt")).expect("a file");
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
        fs::remove_file(ground.path(name)).expect("a file");
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
            // They end with the tests, also if this test fails.
            .args(["-c", "while kill -0 $PPID; do :; done"])
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
    let files = "for n in 1 2 3 4; do head -c 10000000 /dev/zero > \"$TMPDIR/$n\"; sleep 0.1; done; sleep 600";
    let options = ["--timeout", "10m", "--max-files-size", "20MiB"];
    let outcome = ground.attack(&options, files);
    outcome.failed(&["too large files"]);
    let processes = "for n in $(seq 40); do sleep 600 & done; wait";
    let options = ["--timeout", "10m", "--max-processes", "20"];
    let outcome = ground.attack(&options, processes);
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
    let written = fs::read_to_string(folder.path().join("file"));
    assert_eq!(written.expect("a file"), "written\n");
    let read = "[ \"$(cat file)\" = written ] && exec 'PLAYER' \"$1\"";
    passes(&ground, &["--dir", path], read);
    passes(&ground, &["--sandbox", "off"], &write("again"));
}

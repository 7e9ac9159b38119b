//! The limits of `check`: programs that do not end, flood, grow, leave something behind or hide
//! it are ended in time, and nothing of them stays.

use super::attack_setup::{PRELUDE, confined, python};
use super::check_setup::{Folder, play};
use crate::support::{
    assert_contains, flawed, package_file, processes_with, skipped, unique_sleep, words,
};

/// Reports whether `/proc` lists processes; if not, notes a skipped test.
#[track_caller]
fn has_proc() -> bool {
    let has_proc = std::path::Path::new("/proc/self/stat").exists();
    if !has_proc {
        skipped("there is no /proc that tells about processes");
    }
    has_proc
}

/// The limit for a program that is known to reach it, and that prints a line before. If the
/// machine is so busy that the line takes longer, the run is repeated alone.
const SHORT: [&str; 2] = ["--timeout", "2s"];

/// Asserts that no process sleeps for this time.
#[track_caller]
fn are_ended(sleep: &str) {
    if has_proc() {
        assert_eq!(processes_with(sleep), Vec::<String>::new());
    }
}

#[test]
fn a_program_that_does_not_end_is_ended() {
    let folder = Folder::new();
    let sleep = unique_sleep();
    let report = folder.verdict(&SHORT, &format!("echo before; sleep {sleep}"), "timed out");
    let printed = "       + before\n";
    assert_contains(
        &report,
        ["it was still running at the time limit\n", printed],
    );
    let ignores = format!("trap '' TERM HUP INT QUIT; while :; do sleep {sleep}; done");
    folder.verdict(&SHORT, &ignores, "timed out");
    are_ended(&sleep);
}

#[test]
fn processes_that_outlive_a_program_are_ended() {
    let folder = Folder::new();
    let sleep = unique_sleep();
    // One holds the pipes, one does not.
    for output in ["", ">/dev/null 2>&1 "] {
        let script = format!("sleep {sleep} {output}& {}", play());
        folder.verdict(&[], &script, "left processes behind");
    }
    are_ended(&sleep);
}

#[test]
fn a_flood_is_stopped() {
    let folder = Folder::new();
    for script in ["yes flood", "yes flood >&2"] {
        let options = ["--max-output", "1MiB"];
        let report = folder.verdict(&options, script, "too much output");
        assert_contains(&report, ["       + flood\n"]);
    }
    // The limit that is set if none is given, with the shortest lines.
    folder.verdict(&[], "yes ''", "too much output");
    // Exactly the limit is not too much.
    let expected = std::fs::metadata(folder.path("tc.combined.txt"));
    let length = expected.expect("a file").len().to_string();
    let options = ["--max-output", &length];
    let (report, status) = folder.check(&options, &[]);
    assert_eq!(status, Some(0), "{report}");
    let play_long = format!("{}; head -c {length} /dev/zero", play());
    folder.verdict(&options, &play_long, "too much output");
    // One that is smaller than what is expected is raised.
    let (report, status) = folder.check(&["--max-output", "1"], &["sh", "-c", &play(), "sh"]);
    assert_eq!(status, Some(0), "{report}");
    folder.verdict(&["--max-output", "1"], "yes flood", "too much output");
}

#[test]
fn memory_is_limited_for_the_whole_tree() {
    if !has_proc() {
        return;
    }
    let folder = Folder::new();
    let options = ["--max-memory", "50MiB"];
    let grow = format!("'{}' grow \"$1\"", flawed().display());
    let in_child = format!("sh -c '{}'; :", grow.replace('\'', "\""));
    for script in [format!("exec {grow}"), in_child] {
        folder.verdict(&options, &script, "too much memory");
    }
    let (report, status) = folder.check(&options, &[]);
    assert_eq!(status, Some(0), "{report}");
}

/// Runs a Python program that tries to pass a limit where that is hard to see. The verdict is one of
/// these.
#[track_caller]
fn found_out(name: &str, options: &str, verdicts: &[&str]) {
    let (Some(ground), Some(python)) = (confined(), python()) else {
        return;
    };
    let options = [&words(options)[..], &["--timeout", "10m"]].concat();
    let script = package_file("tests/programs/attacks").join(name);
    let script = std::fs::read_to_string(script).expect("a program");
    let script = format!("import mmap, threading\n{PRELUDE}{script}");
    let outcome = ground.attack_with(&options, &[&python, "-c", &script]);
    outcome.failed(verdicts);
}

#[test]
fn files_written_faster_than_polled_count() {
    found_out(
        "large_file.py",
        "--max-files-size 20MiB",
        &["too large files"],
    );
}

#[test]
fn memory_of_a_process_whose_first_thread_has_ended_counts() {
    found_out(
        "memory_of_threads.py",
        "--max-memory 100MiB",
        &["too much memory"],
    );
}

#[test]
fn files_in_memory_count_as_memory() {
    found_out(
        "files_in_memory.py",
        "--max-memory 100MiB",
        &["too much memory"],
    );
}

#[test]
fn time_of_children_that_nobody_waits_for_counts() {
    found_out(
        "time_of_children.py",
        "--cpu-time 1s",
        &["too much processor time"],
    );
}

#[test]
fn threads_count() {
    // Where a thread is refused, Python ends.
    let verdicts = ["too many processes", "wrong output"];
    found_out("threads.py", "--max-processes 20", &verdicts);
}

#[test]
fn what_is_left_cannot_go_on_computing() {
    // The eight of them get one second of processor time together.
    found_out(
        "left_computing.py",
        "--leak-timeout 1s",
        &["left processes behind"],
    );
}

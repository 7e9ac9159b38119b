//! The limits of `check`: time, output, memory, files, processes, and processes that a program
//! leaves behind. Programs that exceed a limit, openly or covertly, are killed in time.

use super::{
    attack_setup::{PRELUDE, confined, python},
    check_setup::{CaseFolder, play},
};
use crate::support::{
    assert_contains, flawed, package_file, processes_with, skipped, unique_sleep, words,
};

/// Reports whether `/proc` lists processes; if not, notes a skipped test.
#[track_caller]
fn has_proc() -> bool {
    let has_proc = std::path::Path::new("/proc/self/stat").exists();
    if !has_proc {
        skipped("there is no /proc that lists processes");
    }
    has_proc
}

/// Time limit for a program that exceeds it and prints a line before. If the machine is so busy
/// that the line takes longer, the run is repeated alone.
const SHORT: [&str; 2] = ["--timeout", "2s"];

/// Asserts that no process sleeps for this time.
#[track_caller]
fn assert_no_sleeper(sleep: &str) {
    if has_proc() {
        assert_eq!(processes_with(sleep), Vec::<String>::new());
    }
}

#[test]
fn a_program_that_does_not_end_is_killed() {
    let folder = CaseFolder::new();
    let sleep = unique_sleep();
    let report = folder.verdict(&SHORT, &format!("echo before; sleep {sleep}"), "timed out");
    assert_contains(
        &report,
        ["the program was still running at the time limit\n"],
    );
    assert_contains(&report, ["       + before\n"]);
    let ignores = format!("trap '' TERM HUP INT QUIT; while :; do sleep {sleep}; done");
    folder.verdict(&SHORT, &ignores, "timed out");
    assert_no_sleeper(&sleep);
}

#[test]
fn processes_that_outlive_a_program_are_killed() {
    let folder = CaseFolder::new();
    let sleep = unique_sleep();
    // The first process keeps the pipes open, the second does not.
    for output in ["", ">/dev/null 2>&1 "] {
        let script = format!("sleep {sleep} {output}& {}", play());
        folder.verdict(&[], &script, "left processes behind");
    }
    assert_no_sleeper(&sleep);
}

#[test]
fn output_is_limited() {
    let folder = CaseFolder::new();
    for script in ["yes flood", "yes flood >&2"] {
        let options = ["--max-output", "1MiB"];
        let report = folder.verdict(&options, script, "too much output");
        assert_contains(&report, ["       + flood\n"]);
    }
    // The default limit, with the shortest lines.
    folder.verdict(&[], "yes ''", "too much output");
    // Output of exactly the limit is allowed.
    let expected = std::fs::metadata(folder.path("tc.combined.txt"));
    let length = expected.expect("a file").len().to_string();
    let options = ["--max-output", &length];
    let (report, status) = folder.check(&options, &[]);
    assert_eq!(status, Some(0), "{report}");
    let play_long = format!("{}; head -c {length} /dev/zero", play());
    folder.verdict(&options, &play_long, "too much output");
    // A limit below the length of the expected output is raised.
    let (report, status) = folder.check(&["--max-output", "1"], &["sh", "-c", &play(), "sh"]);
    assert_eq!(status, Some(0), "{report}");
    folder.verdict(&["--max-output", "1"], "yes flood", "too much output");
}

#[test]
fn memory_is_limited_for_the_whole_process_tree() {
    if !has_proc() {
        return;
    }
    let folder = CaseFolder::new();
    let options = ["--max-memory", "50MiB"];
    let grow = format!("'{}' grow \"$1\"", flawed().display());
    let in_child = format!("sh -c '{}'; :", grow.replace('\'', "\""));
    for script in [format!("exec {grow}"), in_child] {
        folder.verdict(&options, &script, "too much memory");
    }
    let (report, status) = folder.check(&options, &[]);
    assert_eq!(status, Some(0), "{report}");
}

/// Asserts that a Python program that exceeds a limit covertly fails with one of the verdicts.
#[track_caller]
fn assert_detected(name: &str, options: &str, verdicts: &[&str]) {
    let (Some(target), Some(python)) = (confined(), python()) else {
        return;
    };
    let options = [&words(options)[..], &["--timeout", "10m"]].concat();
    let path = package_file("tests/programs/attacks").join(name);
    let attack = std::fs::read_to_string(path).expect("a program");
    let script = format!("import mmap, threading\n{PRELUDE}{attack}");
    let result = target.attack_with(&options, &[python, "-c", &script]);
    result.assert_failed(verdicts);
}

#[test]
fn files_count_although_they_are_written_faster_than_polled() {
    let verdicts = ["too large files"];
    assert_detected("large_file.py", "--max-files-size 20MiB", &verdicts);
}

#[test]
fn deeply_nested_folders_are_too_large_next_to_other_files() {
    let verdicts = ["too large files"];
    assert_detected("deep_folders.py", "--max-files-size 256MiB", &verdicts);
}

#[test]
fn files_that_processes_have_open_are_limited() {
    let verdicts = ["too large files"];
    assert_detected("open_many_files.py", "--max-processes 40", &verdicts);
}

#[test]
fn memory_of_a_process_whose_first_thread_has_ended_counts() {
    let verdicts = ["too much memory"];
    assert_detected("memory_of_threads.py", "--max-memory 100MiB", &verdicts);
}

#[test]
fn files_in_memory_count_as_memory() {
    let verdicts = ["too much memory"];
    assert_detected("files_in_memory.py", "--max-memory 100MiB", &verdicts);
}

#[test]
fn processor_time_of_unawaited_children_counts() {
    let verdicts = ["too much processor time"];
    assert_detected("time_of_children.py", "--cpu-time 1s", &verdicts);
}

#[test]
fn threads_count_as_processes() {
    // Python ends if it cannot start a thread.
    let verdicts = ["too many processes", "wrong output"];
    assert_detected("threads.py", "--max-processes 20", &verdicts);
}

#[test]
fn processes_left_behind_are_killed_although_they_use_the_processors() {
    // The eight processes may use one second of processor time in total.
    let verdicts = ["left processes behind"];
    assert_detected("left_computing.py", "--leak-timeout 1s", &verdicts);
}

//! Programs that want to pass a limit where it is hard to see: each is found out, and a
//! right program passes afterwards.

use super::attack_setup::{PRELUDE, confined, python};

/// Runs a Python program that tries to pass a limit, with one of these verdicts.
#[track_caller]
fn found_out(options: &str, script: &str, verdicts: &[&str]) {
    let (Some(ground), Some(python)) = (confined(), python()) else {
        return;
    };
    let options: Vec<&str> = options.split(' ').collect();
    let script = format!("import mmap, threading\n{PRELUDE}{script}");
    let outcome = ground.attack_with(&options, &[&python, "-c", &script]);
    outcome.failed(verdicts);
}

#[test]
fn files_that_are_written_faster_than_looked_at_count() {
    let script = "open(TMP + '/large', 'wb').write(b'x' * (30 << 20))";
    found_out("--max-files-size 20MiB", script, &["too large files"]);
}

#[test]
fn memory_of_a_process_whose_first_thread_has_ended_counts() {
    let script = include_str!("../programs/attacks/memory_of_threads.py");
    let options = "--max-memory 100MiB --timeout 10m";
    found_out(options, script, &["too much memory"]);
}

#[test]
fn files_in_memory_count_as_memory() {
    let script = include_str!("../programs/attacks/files_in_memory.py");
    let options = "--max-memory 100MiB --timeout 10m";
    found_out(options, script, &["too much memory"]);
}

#[test]
fn time_of_children_that_nobody_waits_for_counts() {
    let script = include_str!("../programs/attacks/time_of_children.py");
    let options = "--cpu-time 1s --timeout 10m";
    found_out(options, script, &["too much processor time"]);
}

#[test]
fn threads_count() {
    let script = include_str!("../programs/attacks/threads.py");
    // Where a thread is refused, Python ends.
    let verdicts = ["too many processes", "wrong output"];
    found_out("--max-processes 20 --timeout 10m", script, &verdicts);
}

#[test]
fn what_is_left_cannot_go_on_computing() {
    // The eight of them get one second of processor time together.
    let script = include_str!("../programs/attacks/left_computing.py");
    found_out("--leak-timeout 1s", script, &["left processes behind"]);
}

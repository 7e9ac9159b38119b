//! Programs that want to pass a limit where it is hard to see: each is found out, and a
//! right program passes afterwards.

use super::attack_setup::{Ground, PRELUDE, python};

/// Lets a Python program try to pass limits, which has to end in one of these verdicts.
#[track_caller]
fn found_out(options: &[&str], script: &str, verdicts: &[&str]) {
    let (Some(ground), Some(python)) = (Ground::confined(), python()) else {
        return;
    };
    let script = format!("import mmap, threading\n{PRELUDE}{script}");
    let outcome = ground.attack_with(options, &[&python, "-c", &script]);
    outcome.failed(verdicts);
}

#[test]
fn files_that_are_written_faster_than_looked_at_count() {
    let script = "open(TMP + '/large', 'wb').write(b'x' * (30 << 20))";
    let limits = ["--max-files-size", "20MiB"];
    found_out(&limits, script, &["too large files"]);
}

#[test]
fn memory_of_a_process_whose_first_thread_has_ended_counts() {
    let script = r#"
def grow():
    kept = [bytearray(b"x" * (10 << 20)) for _ in range(30)]
    time.sleep(60)
threading.Thread(target=grow).start()
libc.pthread_exit(None)
"#;
    let limits = ["--max-memory", "100MiB", "--timeout", "10m"];
    found_out(&limits, script, &["too much memory"]);
}

#[test]
fn files_in_memory_count_as_memory() {
    let script = r#"
file = os.memfd_create("file")
for _ in range(30):
    os.write(file, b"x" * (10 << 20))
time.sleep(60)
"#;
    let limits = ["--max-memory", "100MiB", "--timeout", "10m"];
    found_out(&limits, script, &["too much memory"]);
}

#[test]
fn time_of_children_that_nobody_waits_for_counts() {
    let script = r"
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if not os.fork():
        while time.process_time() < 0.2: pass
        os._exit(0)
    time.sleep(0.2)
";
    let limits = ["--cpu-time", "1s", "--timeout", "10m"];
    found_out(&limits, script, &["too much processor time"]);
}

#[test]
fn threads_count() {
    let script = r"
threading.stack_size(65536)
for _ in range(3500):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
time.sleep(60)
";
    let limits = ["--max-processes", "20", "--timeout", "10m"];
    // Where a thread is refused, Python ends.
    let verdicts = ["too many processes", "wrong output"];
    found_out(&limits, script, &verdicts);
}

#[test]
fn what_is_left_cannot_go_on_computing() {
    let script = r"
for _ in range(8):
    if not os.fork():
        while True: pass
";
    // The eight of them get one second of processor time together.
    found_out(
        &["--leak-timeout", "1s"],
        script,
        &["left processes behind"],
    );
}

//! Finds processes by their command lines, also those that a test has not started itself.

use std::{
    fs,
    sync::atomic::{AtomicU32, Ordering},
    thread,
    time::{Duration, Instant},
};

use super::Run;

/// Returns the command lines of the processes whose command line contains this text.
pub fn processes_with(text: &str) -> Vec<String> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(text))
        .collect()
}

/// Returns an argument for `sleep` that no other test uses.
pub fn unique_sleep() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("1000.{}{number:06}", std::process::id())
}

/// Waits until a condition holds. Returns false after half of [`LONGEST_RUN`](super::LONGEST_RUN),
/// so that the test fails before the watchdog ends its program.
pub fn comes_true(mut holds: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + super::LONGEST_RUN / 2;
    while Instant::now() < until {
        if holds() {
            return true;
        }
        thread::sleep(Duration::from_millis(10));
    }
    false
}

/// Repeats a run while it fails with a temporary `error`. Returns the last run.
pub fn found_without(error: &str, run: impl Fn() -> Run) -> Run {
    let mut last = run();
    comes_true(|| {
        let has_error = String::from_utf8_lossy(&last.err).contains(error);
        if has_error {
            last = run();
        }
        !has_error
    });
    last
}

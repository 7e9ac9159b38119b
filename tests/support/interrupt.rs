//! The end of a program at the worst time.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};

use super::Test;

/// Ends a program as soon as a file in this folder has a hidden name, and asserts that none
/// is left behind; returns the signal that ended the program.
pub fn ended_while_hidden(test: Test, folder: &Path) -> Option<i32> {
    let is_any_hidden = || {
        let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.any(|entry| entry.file_name().as_encoded_bytes().starts_with(b"."))
    };
    let (mut program, _watchdog, _folder) = test.spawn();
    while program.try_wait().expect("a status").is_none() {
        if is_any_hidden() {
            // Ctrl-C is ignored by what a script runs in the background.
            let id = Pid::from_child(&program);
            kill_process(id, Signal::TERM).expect("a signal");
            break;
        }
    }
    let ended = program.wait().expect("a status");
    assert!(!is_any_hidden());
    ended.signal()
}

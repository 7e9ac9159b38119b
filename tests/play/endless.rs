//! Lines that do not end, in memory that does not grow.

use std::io::{Read, Write};
use std::process::Child;

use crate::support::{Test, skipped};

/// The largest resident size of a running program in kB, where `/proc` has it.
fn peak_memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.strip_suffix("kB")?.trim().parse().ok()
}

#[test]
fn an_endless_line_is_one_invalid_command_in_bounded_memory() {
    let (mut child, _watchdog, _folder) = Test::game().spawn();
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut err = child.stderr.take().expect("a pipe");
    let megabyte = vec![b'm'; 1_000_000];
    for _ in 0..500 {
        stdin.write_all(&megabyte).expect("the game reads on");
    }
    stdin.write_all(b"\n").expect("the game reads on");
    let mut message = [0; "\nInvalid Command: Command not recognized!\n".len()];
    err.read_exact(&mut message).expect("a message");
    if let Some(peak) = peak_memory(&child) {
        assert!(peak < 6_000, "{peak} kB");
    } else {
        skipped("there is no /proc to read the peak of the memory from");
    }
    stdin.write_all(b"m 0 0\n").expect("the game reads on");
    drop(stdin);
    let found = child.wait_with_output().expect("the program's output");
    let expected = Test::game().stdin("bad\nm 0 0\n").found();
    assert_eq!(expected.err, message);
    assert!(found.stdout == expected.out);
    assert_eq!(found.status.code(), Some(0));
}

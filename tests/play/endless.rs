//! Endless lines need a constant amount of memory.

use std::{
    io::{Read, Write},
    process::Child,
};

use crate::support::{Test, skipped};

/// Reads the memory of a process from `/proc`, in kB: `VmHWM` is the peak of the resident memory,
/// `RssAnon` the resident memory that belongs to no file.
fn memory(child: &Child, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let mut lines = status.lines();
    let size = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    size.strip_suffix("kB")?.trim().parse().ok()
}

#[test]
fn endless_line_is_one_invalid_command_in_bounded_memory() {
    let (mut child, _watchdog, _folder) = Test::game().spawn();
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut err = child.stderr.take().expect("a pipe");
    let mut message = [0; "\nInvalid Command: Command not recognized!\n".len()];
    // A first error loads the code that prints errors, which would count as growth otherwise.
    stdin.write_all(b"m\n").expect("the game reads on");
    err.read_exact(&mut message).expect("a message");
    let before = memory(&child, "VmHWM");
    let megabyte = vec![b'm'; 1_000_000];
    for _ in 0..500 {
        stdin.write_all(&megabyte).expect("the game reads on");
    }
    stdin.write_all(b"\n").expect("the game reads on");
    err.read_exact(&mut message).expect("a message");
    let (after, anonymous) = (memory(&child, "VmHWM"), memory(&child, "RssAnon"));
    if let (Some(before), Some(after), Some(anonymous)) = (before, after, anonymous) {
        assert!(after < before + 1_000, "{after} kB, {before} kB before");
        assert!(anonymous < 1_500, "{anonymous} kB");
    } else {
        skipped("there is no /proc to read the peak of the memory from");
    }
    stdin.write_all(b"m 0 0\n").expect("the game reads on");
    drop(stdin);
    let output = child.wait_with_output().expect("the program's output");
    let expected = Test::game().stdin("bad\nbad\nm 0 0\n").found();
    assert_eq!(expected.err, message.repeat(2));
    assert!(output.stdout == expected.out);
    assert_eq!(output.status.code(), Some(0));
}

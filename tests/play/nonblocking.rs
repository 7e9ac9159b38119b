//! The program waits for streams that are in non-blocking mode.

use std::io::{PipeReader, PipeWriter, Read, Write};
use std::thread;
use std::time::Duration;

use rustix::io::ioctl_fionbio;

use super::{BLANK, beginning, round};
use crate::support::{QUIT, Test};

/// Longer than a program needs to fail if it does not wait.
const A_WHILE: Duration = Duration::from_millis(100);

/// Creates a pipe whose end for the program is non-blocking.
fn pipe_to_read_from() -> (PipeReader, PipeWriter) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    ioctl_fionbio(&reader, true).expect("a non-blocking pipe");
    (reader, writer)
}

fn pipe_to_print_into() -> (PipeReader, PipeWriter) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    ioctl_fionbio(&writer, true).expect("a non-blocking pipe");
    (reader, writer)
}

#[test]
fn non_blocking_input_is_waited_for() {
    let (theirs, mut input) = pipe_to_read_from();
    let (mut game, _watchdog, _folder) = Test::game().stdin_from(theirs).spawn();
    let mut out = game.stdout.take().expect("a pipe");
    let marked = round(1, [" F |   |   |   |   |   ", BLANK, BLANK, BLANK, BLANK]);
    for (said, answer) in [("", beginning()), ("m 0 0\n", marked), ("q", String::new())] {
        input.write_all(said.as_bytes()).expect("the game reads");
        let mut heard = vec![0; answer.len()];
        out.read_exact(&mut heard).expect("the answer");
        assert_eq!(String::from_utf8(heard).expect("UTF-8"), answer);
        thread::sleep(A_WHILE);
        assert!(game.try_wait().expect("a program").is_none());
    }
    drop(input);
    let mut rest = String::new();
    out.read_to_string(&mut rest).expect("the end");
    assert_eq!(rest, QUIT);
    let output = game.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

/// Reads a pipe to its end, after a pause and in small pieces.
fn read_slowly(mut reader: PipeReader) -> Vec<u8> {
    let mut all = Vec::new();
    let mut block = [0; 1 << 12];
    loop {
        if all.len() < block.len() * 10 {
            thread::sleep(A_WHILE / 4);
        }
        match reader.read(&mut block).expect("the program's output") {
            0 => return all,
            length => all.extend_from_slice(&block[..length]),
        }
    }
}

/// Returns input for more output than the largest pipe holds, alternating between both streams.
fn input() -> String {
    "nofog\nno such command\n".repeat(30_000)
}

#[test]
fn slow_reader_gets_all_output() {
    let expected = Test::game().stdin(input()).found();
    assert!(expected.out.len() > 4 << 20 && expected.err.len() > 1 << 20);
    let (reader, theirs) = pipe_to_print_into();
    let out = thread::spawn(|| read_slowly(reader));
    Test::game()
        .stdin(input())
        .stdout_to(theirs)
        .stderr(&expected.err)
        .run();
    assert!(out.join().expect("a reader") == expected.out);

    let (reader, theirs) = pipe_to_print_into();
    let err = thread::spawn(|| read_slowly(reader));
    Test::game()
        .stdin(input())
        .stdout(&expected.out)
        .stderr_to(theirs)
        .run();
    assert!(err.join().expect("a reader") == expected.err);
}

#[test]
fn slow_reader_of_merged_streams_gets_their_order() {
    let expected = Test::game().stdin(input()).found_merged();
    let (reader, theirs) = pipe_to_print_into();
    let merged = thread::spawn(|| read_slowly(reader));
    Test::game()
        .stdin(input())
        .stdout_to(theirs.try_clone().expect("another end"))
        .stderr_to(theirs)
        .run();
    assert!(merged.join().expect("a reader") == expected.out);
}

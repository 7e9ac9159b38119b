//! Streams that somebody has set non-blocking are waited for.

use std::io::{PipeReader, PipeWriter, Read, Write};
use std::thread;
use std::time::Duration;

use rustix::io::ioctl_fionbio;

use super::{BLANK, beginning, round};
use crate::support::{QUIT, Test};

/// Long enough for a program that has nothing to wait for to find that out.
const A_WHILE: Duration = Duration::from_millis(100);

/// A pipe whose end for the program does not block.
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
fn an_input_that_has_nothing_yet_is_waited_for() {
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

/// All that comes out of a pipe, read as somebody does who is slow to start and
/// then takes little at a time.
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

/// More than the largest pipe takes on each of the streams, in turns.
fn input() -> String {
    "nofog\nno such command\n".repeat(30_000)
}

#[test]
fn an_output_whose_reader_is_slow_loses_nothing() {
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
fn merged_streams_whose_reader_is_slow_keep_their_order() {
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

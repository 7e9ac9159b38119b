//! The program waits for streams that are in non-blocking mode.

use std::{
    io::{PipeReader, PipeWriter, Read, Write},
    thread,
    time::Duration,
};

use rustix::io::ioctl_fionbio;

use super::{BLANK, beginning, round};
use crate::support::{QUIT, Test};

/// Time in which a program fails if it does not wait.
const TIME_TO_FAIL: Duration = Duration::from_millis(100);

/// Creates a pipe from which the program reads in non-blocking mode.
fn input_pipe() -> (PipeReader, PipeWriter) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    ioctl_fionbio(&reader, true).expect("a non-blocking pipe");
    (reader, writer)
}

/// Creates a pipe to which the program writes in non-blocking mode.
fn output_pipe() -> (PipeReader, PipeWriter) {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    ioctl_fionbio(&writer, true).expect("a non-blocking pipe");
    (reader, writer)
}

#[test]
fn non_blocking_input_is_waited_for() {
    let (stdin, mut input) = input_pipe();
    let (mut game, _watchdog, _folder) = Test::game().stdin_from(stdin).spawn();
    let mut out = game.stdout.take().expect("a pipe");
    let marked = round(1, [" F |   |   |   |   |   ", BLANK, BLANK, BLANK, BLANK]);
    for (text, expected) in [("", beginning()), ("m 0 0\n", marked), ("q", String::new())] {
        input.write_all(text.as_bytes()).expect("the game reads");
        let mut answer = vec![0; expected.len()];
        out.read_exact(&mut answer).expect("the answer");
        assert_eq!(String::from_utf8(answer).expect("UTF-8"), expected);
        thread::sleep(TIME_TO_FAIL);
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

/// Reads a pipe to its end, in small pieces, with pauses between the first ones.
fn read_slowly(mut reader: PipeReader) -> Vec<u8> {
    let mut all = Vec::new();
    let mut block = [0; 1 << 12];
    loop {
        if all.len() < block.len() * 10 {
            thread::sleep(TIME_TO_FAIL / 4);
        }
        match reader.read(&mut block).expect("the program's output") {
            0 => return all,
            length => all.extend_from_slice(&block[..length]),
        }
    }
}

/// Returns input that causes more output than the largest pipe holds, alternately on both streams.
fn input() -> String {
    "nofog\nno such command\n".repeat(30_000)
}

#[test]
fn slow_reader_gets_all_output() {
    let expected = Test::game().stdin(input()).found();
    assert!(expected.out.len() > 4 << 20 && expected.err.len() > 1 << 20);
    let (reader, stdout) = output_pipe();
    let out = thread::spawn(|| read_slowly(reader));
    Test::game()
        .stdin(input())
        .stdout_to(stdout)
        .stderr(&expected.err)
        .run();
    assert!(out.join().expect("a reader") == expected.out);

    let (reader, stderr) = output_pipe();
    let err = thread::spawn(|| read_slowly(reader));
    Test::game()
        .stdin(input())
        .stdout(&expected.out)
        .stderr_to(stderr)
        .run();
    assert!(err.join().expect("a reader") == expected.err);
}

#[test]
fn slow_reader_of_merged_streams_gets_all_output_in_order() {
    let expected = Test::game().stdin(input()).found_merged();
    let (reader, writer) = output_pipe();
    let merged = thread::spawn(|| read_slowly(reader));
    Test::game()
        .stdin(input())
        .stdout_to(writer.try_clone().expect("another end"))
        .stderr_to(writer)
        .run();
    assert!(merged.join().expect("a reader") == expected.out);
}

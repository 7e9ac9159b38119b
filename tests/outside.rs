//! What is around the program fails: its input, its outputs, its memory.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::fs::File;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::process::{Child, Command, Stdio};

use support::{PROGRAM, Run, SEED, SeedFile, Watchdog, game, open, run};

/// A device that is always full, where there is one.
fn full() -> Option<File> {
    File::options().write(true).open("/dev/full").ok()
}

/// What a game prints before it reads its first command.
fn beginning(seed: &SeedFile) -> Vec<u8> {
    let mut out = run(&mut game([seed.path()]), b"").out;
    out.truncate(out.len() - "\nQuitting the game...\nBye!\n".len());
    out
}

#[test]
fn a_full_disk_is_an_output_error() {
    let seed = SeedFile::new(SEED);
    let seed = seed.path();
    for argument in [seed.to_str().expect("UTF-8"), "--help", "--version"] {
        let Some(full) = full() else { return };
        let found = run(game([argument]).stdout(full), b"q\n");
        let expected = Run::new("", "\nOutput Error: No space left on device\n", 4);
        assert_eq!(found, expected, "{argument}");
    }
}

#[test]
fn errors_that_cannot_be_written_leave_their_status() {
    let seed = SeedFile::new(SEED);
    let Some(full) = full() else { return };
    let status = |arguments: &[&str], input: &[u8]| {
        let full = full.try_clone().expect("another descriptor");
        run(game(arguments).stderr(full), input).status
    };
    assert_eq!(status(&[], b""), Some(1));
    assert_eq!(status(&["no such file"], b""), Some(2));
    assert_eq!(status(&["/dev/null"], b""), Some(3));
    // Within the game it is the output that fails.
    assert_eq!(
        status(&[seed.path().to_str().expect("UTF-8")], b"bad\nq\n"),
        Some(4)
    );
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_game_in_silence() {
    let seed = SeedFile::new(SEED);
    let mut command = game([seed.path()]);
    let mut child = command
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let _watchdog = Watchdog::new(&child);
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut line).expect("a line");
    assert_eq!(line, "        _\n");
    drop(out);
    // The game would go on for as long as it can print.
    while stdin.write_all(b"nofog\nh\nbad\n").is_ok() {}
    let output = child.wait_with_output().expect("the program's output");
    assert_eq!(output.status.code(), Some(0));
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(
        errors.replace("\nInvalid Command: Command not recognized!\n", ""),
        ""
    );
}

/// A game with its outputs at these places that waits for its first command.
fn waiting_game(
    seed: &SeedFile,
    out: PipeWriter,
    err: PipeWriter,
    reader: &mut PipeReader,
) -> Child {
    let child = Command::new(PROGRAM)
        .arg(seed.path())
        .stdin(Stdio::piped())
        .stdout(out)
        .stderr(err)
        .spawn()
        .expect("the program starts");
    let _watchdog = Watchdog::new(&child);
    reader
        .read_exact(&mut vec![0; beginning(seed).len()])
        .expect("the first round");
    child
}

/// The status of a game that is given lines to complain about until it ends.
fn status_of_complaints(mut game: Child) -> Option<i32> {
    let _watchdog = Watchdog::new(&game);
    let mut stdin = game.stdin.take().expect("a pipe");
    // A process that another test is just starting may hold the pipe open for
    // a moment: the first complaint may still be written.
    while stdin.write_all(b"bad\n").is_ok() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    game.wait().expect("the program ends").code()
}

#[test]
fn a_broken_pipe_for_both_streams_ends_the_game_in_silence() {
    let seed = SeedFile::new(SEED);
    let (mut reader, out) = io::pipe().expect("a pipe");
    let err = out.try_clone().expect("another end");
    let game = waiting_game(&seed, out, err, &mut reader);
    drop(reader);
    assert_eq!(status_of_complaints(game), Some(0));
}

#[test]
fn a_broken_pipe_for_the_errors_alone_is_a_failure() {
    let seed = SeedFile::new(SEED);
    let (mut reader, out) = io::pipe().expect("a pipe");
    let (errors, err) = io::pipe().expect("a pipe");
    let game = waiting_game(&seed, out, err, &mut reader);
    drop(errors);
    assert_eq!(status_of_complaints(game), Some(4));
}

#[test]
fn standard_input_that_cannot_be_read_is_an_input_error() {
    let seed = SeedFile::new(SEED);
    let folder = open(env!("CARGO_MANIFEST_DIR"));
    let output = game([seed.path()])
        .stdin(folder)
        .output()
        .expect("the program runs");
    let found = Run {
        out: output.stdout,
        err: output.stderr,
        status: output.status.code(),
    };
    assert_eq!(
        found,
        Run::new(beginning(&seed), "\nInput Error: Is a directory\n", 4)
    );
}

#[test]
fn streams_for_the_other_direction_are_errors() {
    let seed = SeedFile::new(SEED);
    let folder = tempfile::tempdir().expect("a folder");
    let write_only = File::create(folder.path().join("file")).expect("a file");
    let output = game([seed.path()])
        .stdin(write_only)
        .output()
        .expect("the program runs");
    let found = Run {
        out: output.stdout,
        err: output.stderr,
        status: output.status.code(),
    };
    let expected = Run::new(beginning(&seed), "\nInput Error: Bad file descriptor\n", 4);
    assert_eq!(found, expected);

    let found = run(game([seed.path()]).stdout(open("/dev/null")), b"q\n");
    assert_eq!(
        found,
        Run::new("", "\nOutput Error: Bad file descriptor\n", 4)
    );

    let found = run(game([seed.path()]).stderr(open("/dev/null")), b"bad\n");
    assert_eq!(found, Run::new(beginning(&seed), "", 4));
}

#[test]
fn closed_streams_are_empty_or_swallow_all() {
    let seed = SeedFile::new(SEED);
    let shell = |redirection: &str| {
        let script = format!("exec \"$0\" \"$1\" {redirection}");
        let mut command = Command::new("sh");
        command.args(["-c", &script, PROGRAM]).arg(seed.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        run(&mut command, b"bad\nm 0 0\n")
    };
    let played = run(&mut game([seed.path()]), b"bad\nm 0 0\n");
    let ended_at_once = run(&mut game([seed.path()]), b"");
    assert_eq!(shell("<&-"), ended_at_once);
    assert_eq!(
        shell(">&-"),
        Run {
            out: Vec::new(),
            ..played
        }
    );
    let played = run(&mut game([seed.path()]), b"bad\nm 0 0\n");
    assert_eq!(
        shell("2>&-"),
        Run {
            err: Vec::new(),
            ..played
        }
    );
}

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
    let seed = SeedFile::new(SEED);
    let mut child = game([seed.path()])
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let _watchdog = Watchdog::new(&child);
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
    }
    stdin.write_all(b"m 0 0\n").expect("the game reads on");
    drop(stdin);
    let found = child.wait_with_output().expect("the program's output");
    let expected = run(&mut game([seed.path()]), b"bad\nm 0 0\n");
    assert_eq!(expected.err, message);
    assert!(found.stdout == expected.out);
    assert_eq!(found.status.code(), Some(0));
}

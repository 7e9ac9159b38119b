//! Failing input and output streams.

use std::{
    fs::File,
    io::{self, PipeReader, PipeWriter, Read, Write},
};

use super::beginning;
use crate::support::{PROGRAM, Run, SEED, Test, full, open};

#[test]
fn full_disk_is_an_output_error() {
    for argument in ["seed.txt", "--help", "--version"] {
        let Some(full) = full() else { return };
        Test::new()
            .write("seed.txt", SEED)
            .arg(argument)
            .stdin("q\n")
            .stdout_to(full)
            .stderr("\nOutput Error: No space left on device\n")
            .status(4)
            .run();
    }
}

#[test]
fn unprintable_errors_keep_their_status() {
    for (status, arguments) in [(1, &[][..]), (2, &["no such file"]), (3, &["/dev/null"])] {
        let Some(full) = full() else { return };
        let test = Test::new().args(arguments).stderr_to(full);
        test.status(status).run();
    }
    // During the game, an error that cannot be printed is an output error.
    let Some(full) = full() else { return };
    Test::game()
        .stdin("bad\nq\n")
        .stdout(beginning())
        .stderr_to(full)
        .status(4)
        .run();
}

#[test]
fn closed_standard_output_ends_the_game_silently() {
    let (mut child, _watchdog, _folder) = Test::game().spawn();
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut line = vec![0; "        _\n".len()];
    let mut out = child.stdout.take().expect("a pipe");
    out.read_exact(&mut line).expect("a line");
    assert_eq!(line, b"        _\n");
    drop(out);
    // Without the broken pipe, the game would continue.
    while stdin.write_all(b"nofog\nh\nbad\n").is_ok() {}
    let output = child.wait_with_output().expect("the program's output");
    assert_eq!(output.status.code(), Some(0));
    let errors = String::from_utf8(output.stderr).expect("UTF-8");
    let message = "\nInvalid Command: Command not recognized!\n";
    assert_eq!(errors.replace(message, ""), "");
}

/// Sends invalid lines to a game until it ends, and returns its exit status. After the first round,
/// `close` closes a pipe, and returns what must stay open.
fn status_after_closing<T>(
    (mut reader, out): (PipeReader, PipeWriter),
    err: PipeWriter,
    close: impl FnOnce(PipeReader) -> T,
) -> Option<i32> {
    let (mut game, _watchdog, _folder) = Test::game().stdout_to(out).stderr_to(err).spawn();
    let mut first = vec![0; beginning().len()];
    reader.read_exact(&mut first).expect("the first round");
    let _open = close(reader);
    let mut stdin = game.stdin.take().expect("a pipe");
    // A process that another test starts at this moment may keep the pipe open for a short time, so
    // that the first error can still be written.
    while stdin.write_all(b"bad\n").is_ok() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    game.wait().expect("the program ends").code()
}

#[test]
fn broken_pipe_of_both_streams_ends_the_game_silently() {
    let (reader, out) = io::pipe().expect("a pipe");
    let err = out.try_clone().expect("another end");
    let status = status_after_closing((reader, out), err, drop);
    assert_eq!(status, Some(0));
}

#[test]
fn broken_pipe_of_standard_error_alone_is_a_failure() {
    let (errors, err) = io::pipe().expect("a pipe");
    let status = status_after_closing(io::pipe().expect("a pipe"), err, |reader| {
        drop(errors);
        reader
    });
    assert_eq!(status, Some(4));
}

#[test]
fn unreadable_standard_input_is_an_input_error() {
    Test::game()
        .stdin_from(open(env!("CARGO_MANIFEST_DIR")))
        .stdout(beginning())
        .stderr("\nInput Error: Is a directory\n")
        .status(4)
        .run();
}

#[test]
fn streams_with_the_wrong_direction_are_errors() {
    let test = Test::game();
    let write_only = File::create(test.path("file")).expect("a file");
    test.stdin_from(write_only)
        .stdout(beginning())
        .stderr("\nInput Error: Bad file descriptor\n")
        .status(4)
        .run();
    Test::game()
        .stdin("q\n")
        .stdout_to(open("/dev/null"))
        .stderr("\nOutput Error: Bad file descriptor\n")
        .status(4)
        .run();
    Test::game()
        .stdin("bad\n")
        .stdout(beginning())
        .stderr_to(open("/dev/null"))
        .status(4)
        .run();
}

#[test]
fn closed_streams_act_like_dev_null() {
    let input = "bad\nm 0 0\n";
    let shell = |redirection: &str| {
        Test::of("sh")
            .args(["-c", &format!("exec \"$0\" \"$1\" {redirection}"), PROGRAM])
            .seed(SEED)
            .stdin(input)
    };
    let Run { out, err, .. } = Test::game().stdin(input).found();
    let run_without_input = Test::game().found();
    shell("<&-").like(&run_without_input).run();
    shell(">&-").stderr(err).run();
    shell("2>&-").stdout(out).run();
}

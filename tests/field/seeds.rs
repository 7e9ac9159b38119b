//! Seed files that are devices or pipes, endless or huge.

use std::io::{Read, Write};
use std::thread;

use crate::support::{QUIT, Run, SEED, Test, visible};

#[track_caller]
fn malformed(test: Test, message: &str) {
    test.stderr(format!("\nSeed File Malformed Error: {message}\n"))
        .status(3)
        .run();
}

#[test]
fn devices_are_read_as_seed_files() {
    let null = Test::new().arg("/dev/null");
    malformed(null, "number of rows: an integer is missing");
    let zero = Test::new().arg("/dev/zero");
    malformed(
        zero,
        "number of rows: not an integer: longer than 65536 bytes",
    );
}

#[test]
fn megabyte_token_is_malformed() {
    let mut seed = b"5 5 1 ".to_vec();
    seed.resize(1 << 20, b'7');
    let message = "row of mine 1: not an integer: longer than 65536 bytes";
    malformed(Test::new().seed(seed), message);
}

/// Plays a game whose seed consists of these texts, each after a number of spaces.
fn after_white_space(seed: &[(usize, &str)]) -> Run {
    let (mut child, _watchdog, _folder) = Test::new().arg("/dev/stdin").spawn();
    let mut stdin = child.stdin.take().expect("a pipe");
    let spaces = vec![b' '; 1 << 20];
    thread::scope(|scope| {
        scope.spawn(move || {
            for &(length, text) in seed {
                let whole = (0..length / spaces.len()).map(|_| &spaces[..]);
                let rest = [&spaces[..length % spaces.len()], text.as_bytes()];
                for part in whole.chain(rest) {
                    // The game stops reading after the first malformed token.
                    if stdin.write_all(part).is_err() {
                        return;
                    }
                }
            }
        });
        child
            .wait_with_output()
            .expect("the program's output")
            .into()
    })
}

/// Maximum amount of whitespace in one place, in bytes.
const MOST: usize = 256 << 20;

#[test]
fn long_whitespace_is_allowed_in_several_places() {
    let found = after_white_space(&[(200_000_000, "5\n"), (200_000_000, "six")]);
    let expected = "\nSeed File Malformed Error: number of columns: not an integer: \"six\"\n";
    assert_eq!(String::from_utf8_lossy(&found.err), expected);
    assert_eq!((visible(&found.out).as_str(), found.status), ("", Some(3)));
}

#[test]
fn maximum_whitespace_is_accepted() {
    let found = after_white_space(&[(MOST, SEED)]);
    assert_eq!(found, Test::game().found());
}

#[test]
fn more_than_maximum_whitespace_is_malformed() {
    let found = after_white_space(&[(0, "5 6\n2\n0"), (MOST + 1, "0\n2 3\n")]);
    assert_eq!((visible(&found.out).as_str(), found.status), ("", Some(3)));
    let error = String::from_utf8(found.err).expect("UTF-8");
    let message = error.strip_prefix("\nSeed File Malformed Error: ");
    let message = message.and_then(|message| message.strip_suffix('\n'));
    let is_one_line = |message: &str| !message.is_empty() && !message.contains('\n');
    assert!(message.is_some_and(is_one_line), "{error:?}");
}

#[test]
fn pipe_is_read_up_to_the_last_token() {
    let (mut child, _watchdog, _folder) = Test::new().arg("/dev/fd/0").spawn();
    let mut seed = child.stdin.take().expect("a pipe");
    seed.write_all(SEED.as_bytes()).expect("writing the seed");
    // The pipe stays open until the game has read its seed and printed a round.
    let mut out = child.stdout.take().expect("a pipe");
    let whole = Test::game().found().out;
    let mut first = vec![0; whole.len() - QUIT.len()];
    out.read_exact(&mut first).expect("the first round");
    assert!(whole.starts_with(&first));
    drop(seed);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn truncated_seed_in_a_pipe_is_malformed() {
    for end in 0..SEED.trim_end().len() {
        let found = Test::new().arg("/dev/stdin").stdin(&SEED[..end]).found();
        assert_eq!((found.out, found.status), (Vec::new(), Some(3)), "{end}");
        assert!(found.err.starts_with(b"\nSeed File Malformed Error: "));
    }
}

#[test]
fn commands_follow_the_seed_in_a_pipe() {
    let commands = "m 0 0\nnofog\nbad\n";
    Test::new()
        .arg("/dev/stdin")
        .stdin(format!("{SEED}{commands}"))
        .like(&Test::game().stdin(commands).found())
        .run();
}

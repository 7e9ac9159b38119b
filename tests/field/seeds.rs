//! Seed files that are devices or pipes, and huge seeds.

use std::{
    io::{Read, Write},
    thread,
};

use crate::support::{QUIT, Run, SEED, Test, visible};

/// Checks that the program reports a malformed seed.
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

/// Plays a game whose seed consists of these texts, each after this number of spaces.
fn play_after_spaces(seed: &[(usize, &str)]) -> Run {
    let (mut child, _watchdog, _folder) = Test::new().arg("/dev/stdin").spawn();
    let mut stdin = child.stdin.take().expect("a pipe");
    let spaces = vec![b' '; 1 << 20];
    thread::scope(|scope| {
        scope.spawn(move || {
            for &(length, text) in seed {
                let blocks = (0..length / spaces.len()).map(|_| &spaces[..]);
                let rest = [&spaces[..length % spaces.len()], text.as_bytes()];
                for part in blocks.chain(rest) {
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
const MAX_WHITE_SPACE: usize = 256 << 20;

#[test]
fn long_whitespace_is_allowed_in_several_places() {
    let run = play_after_spaces(&[(200_000_000, "5\n"), (200_000_000, "six")]);
    let expected = "\nSeed File Malformed Error: number of columns: not an integer: \"six\"\n";
    assert_eq!(String::from_utf8_lossy(&run.err), expected);
    assert_eq!((visible(&run.out).as_str(), run.status), ("", Some(3)));
}

#[test]
fn maximum_whitespace_is_accepted() {
    let run = play_after_spaces(&[(MAX_WHITE_SPACE, SEED)]);
    assert_eq!(run, Test::game().found());
}

#[test]
fn more_than_maximum_whitespace_is_malformed() {
    let run = play_after_spaces(&[(0, "5 6\n2\n0"), (MAX_WHITE_SPACE + 1, "0\n2 3\n")]);
    assert_eq!((visible(&run.out).as_str(), run.status), ("", Some(3)));
    let error = String::from_utf8(run.err).expect("UTF-8");
    let message = error.strip_prefix("\nSeed File Malformed Error: ");
    let lines: Vec<&str> = message.unwrap_or_default().split('\n').collect();
    assert!(
        matches!(lines[..], [line, ""] if !line.is_empty()),
        "{error:?}"
    );
}

#[test]
fn pipe_is_read_up_to_the_last_token() {
    let (mut child, _watchdog, _folder) = Test::new().arg("/dev/fd/0").spawn();
    let mut seed = child.stdin.take().expect("a pipe");
    seed.write_all(SEED.as_bytes()).expect("writing the seed");
    // The pipe stays open until the game has read its seed and printed a round.
    let mut out = child.stdout.take().expect("a pipe");
    let whole_game = Test::game().found().out;
    let mut first_round = vec![0; whole_game.len() - QUIT.len()];
    out.read_exact(&mut first_round).expect("the first round");
    assert!(whole_game.starts_with(&first_round));
    drop(seed);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn truncated_seed_in_a_pipe_is_malformed() {
    for end in 0..SEED.trim_end().len() {
        let run = Test::new().arg("/dev/stdin").stdin(&SEED[..end]).found();
        assert_eq!((run.out, run.status), (Vec::new(), Some(3)), "{end}");
        assert!(run.err.starts_with(b"\nSeed File Malformed Error: "));
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

//! Seed files that are no common files, that never end, or that are huge.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::io::{Read, Write};
use std::process::Stdio;

use support::{Run, SEED, SeedFile, Watchdog, game, run};

fn malformed(message: &str) -> Run {
    Run::new("", format!("\nSeed File Malformed Error: {message}\n"), 3)
}

#[test]
fn devices_are_seed_files_like_others() {
    let empty = malformed("number of rows: an integer is missing");
    assert_eq!(run(&mut game(["/dev/null"]), b""), empty);
    let endless = malformed("number of rows: not an integer: longer than 65536 bytes");
    assert_eq!(run(&mut game(["/dev/zero"]), b""), endless);
}

#[test]
fn a_megabyte_long_token_is_malformed() {
    let mut seed = b"5 5 1 ".to_vec();
    seed.resize(1 << 20, b'7');
    let expected = malformed("row of mine 1: not an integer: longer than 65536 bytes");
    assert_eq!(run(&mut game([SeedFile::new(seed).path()]), b""), expected);
}

#[test]
fn white_space_may_be_as_long_as_it_likes() {
    let expected = malformed("number of columns: not an integer: \"six\"");
    let mut seed = vec![b' '; 200_000_000];
    seed.extend_from_slice(b"5\nsix");
    assert_eq!(run(&mut game(["/dev/stdin"]), &seed), expected);
}

#[test]
fn a_pipe_is_read_no_further_than_the_last_token() {
    let file = SeedFile::new(SEED);
    let from_file = run(&mut game([file.path()]), b"");
    let mut command = game(["/dev/fd/0"]);
    let mut child = command
        .stdin(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let _watchdog = Watchdog::new(&child);
    let mut seed = child.stdin.take().expect("a pipe");
    seed.write_all(SEED.as_bytes()).expect("writing the seed");
    // The pipe stays open until the game has read its seed and shown a round.
    let mut out = child.stdout.take().expect("a pipe");
    let mut first = vec![0; from_file.out.len() - "\nQuitting the game...\nBye!\n".len()];
    out.read_exact(&mut first).expect("the first round");
    assert!(from_file.out.starts_with(&first));
    drop(seed);
    assert!(child.wait().expect("the program ends").success());
}

#[test]
fn a_seed_that_stops_in_the_middle_of_a_pipe_is_malformed() {
    for end in 0..SEED.trim_end().len() {
        let part = &SEED[..end];
        let found = run(&mut game(["/dev/stdin"]), part.as_bytes());
        assert_eq!((found.out, found.status), (Vec::new(), Some(3)), "{part:?}");
    }
}

#[test]
fn commands_may_follow_the_seed_in_its_pipe() {
    let commands = "m 0 0\nnofog\nbad\n";
    let expected = run(&mut game([SeedFile::new(SEED).path()]), commands.as_bytes());
    let both = format!("{SEED}{commands}");
    assert_eq!(run(&mut game(["/dev/stdin"]), both.as_bytes()), expected);
}

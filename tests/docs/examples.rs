//! What lies in `examples/` is what the program prints and plays.

use std::path::Path;

use crate::support::{Test, package_file};

/// Plays an example seed; what is printed on standard output, which is all.
#[track_caller]
fn play(seed: &Path, input: impl AsRef<[u8]>) -> String {
    let found = Test::new().arg(seed).stdin(input).found();
    assert_eq!(
        (found.err.as_slice(), found.status),
        (&b""[..], Some(0)),
        "{}",
        seed.display()
    );
    found.text()
}

#[test]
fn the_example_inputs_win_and_lose() {
    let easy = package_file("examples/seeds/easy.txt");
    let ends_with = |input: &str, end: &str| {
        let input = package_file(format!("examples/seeds/{input}"));
        let out = play(&easy, std::fs::read(input).expect("an input"));
        assert!(out.ends_with(end), "{out}");
    };
    ends_with("easy-perfect.in.txt", " SCORE: 100.00\n\n");
    ends_with("easy-win.in.txt", " SCORE: 89.29\n\n");
    let game_over = include_str!("../../resources/uga/gameover.txt");
    ends_with(
        "easy-loss.in.txt",
        &format!("minesweeper-alpha: \n{game_over}\n"),
    );
}

#[test]
fn every_example_seed_is_played() {
    let entries = std::fs::read_dir(package_file("examples/seeds")).expect("the example seeds");
    let names = entries.map(|entry| entry.expect("an entry").path());
    let seeds: Vec<_> = names
        .filter(|path| {
            let name = path.to_string_lossy();
            !name.ends_with(".in.txt") && name.ends_with(".txt")
        })
        .collect();
    assert!(seeds.len() >= 4, "{seeds:?}");
    for seed in seeds {
        play(&seed, "nofog\n");
    }
}

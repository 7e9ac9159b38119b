//! What lies in `examples/` is what the program prints and plays.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::path::Path;

use support::{SeedFile, game, package_file, run};

#[test]
fn the_blank_grid_of_every_size_is_as_printed() {
    for rows in 5..=10 {
        for cols in 5..=10 {
            let seed = SeedFile::new(format!("{rows} {cols} 1 0 0"));
            let out = run(&mut game([seed.path()]), b"").out;
            let out = String::from_utf8(out).expect("UTF-8");
            let (_, round) = out.split_once(" Rounds Completed: 0\n\n").expect("a round");
            let (grid, _) = round.split_once("\nminesweeper-alpha: ").expect("a prompt");
            let example = package_file(format!("examples/{rows}-by-{cols}.txt"));
            assert_eq!(std::fs::read_to_string(example).expect("an example"), grid);
        }
    }
}

/// Plays an example seed with an example input.
fn play(seed: &Path, input: &str) -> String {
    let input = std::fs::read(package_file(input)).expect("an input");
    let found = run(&mut game([seed]), &input);
    assert_eq!((found.err.as_slice(), found.status), (&b""[..], Some(0)));
    String::from_utf8(found.out).expect("UTF-8")
}

#[test]
fn the_example_inputs_win_and_lose() {
    let easy = package_file("examples/seeds/easy.txt");
    let perfect = play(&easy, "examples/seeds/easy-perfect.in.txt");
    assert!(perfect.ends_with(" SCORE: 100.00\n\n"), "{perfect}");
    let win = play(&easy, "examples/seeds/easy-win.in.txt");
    assert!(win.ends_with(" SCORE: 89.29\n\n"), "{win}");
    let loss = play(&easy, "examples/seeds/easy-loss.in.txt");
    let game_over = include_str!("../resources/uga/gameover.txt");
    assert!(
        loss.ends_with(&format!("minesweeper-alpha: \n{game_over}\n")),
        "{loss}"
    );
}

#[test]
fn every_example_seed_is_played() {
    let entries = std::fs::read_dir(package_file("examples/seeds")).expect("the example seeds");
    let names = entries.map(|entry| entry.expect("an entry").path());
    let seeds: Vec<_> = names
        .filter(|path| !path.to_string_lossy().ends_with(".in.txt"))
        .collect();
    assert!(seeds.len() >= 4, "{seeds:?}");
    for seed in seeds {
        let found = run(&mut game([&seed]), b"nofog\n");
        assert_eq!(
            (found.err.as_slice(), found.status),
            (&b""[..], Some(0)),
            "{}",
            seed.display()
        );
    }
}

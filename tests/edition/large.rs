//! The largest fields and boards, and random boards.

use predicates::str::{contains, ends_with, starts_with};

use crate::support::Test;

/// Returns the output of `show` at the start of a game on a random board of comp182.
fn show(options: &[&str]) -> String {
    Test::play("comp182")
        .args(["--rng-seed", "7"])
        .args(options)
        .stdin("show\n")
        .found()
        .text()
}

#[test]
fn random_boards_of_comp182_have_the_requested_size() {
    let rows = [0, 1, 2, 3].map(|row| format!("{row} | ? ? ? ? | {row}\n"));
    let grid = rows.concat();
    let numbers = "    0 1 2 3\n";
    let rule = "   _________\n";
    assert_eq!(
        show(&[]),
        format!("> Status: 00/04\n\n{numbers}{rule}{grid}{rule}{numbers}> ")
    );
    let large = show(&["--rows", "99", "--cols", "99", "--mines", "9800"]);
    assert!(large.starts_with("> Status: 00/9800\n"), "{large}");
    let small = show(&["--rows", "1", "--cols", "2", "--mines", "1"]);
    assert!(small.contains("\n0 | ? ? | 0\n"), "{small}");
}

#[test]
fn cascade_reveals_the_largest_board() {
    Test::play("comp182")
        .arg("--cascade")
        .seed("99 99 1 98 98")
        .stdin("u 0 0\nm 98 98\n")
        .stdout_matches(starts_with("> > Status: 01/01\n"))
        .stdout_matches(ends_with("You win!\n"))
        .run();
}

#[test]
fn project1_repeats_games_with_the_same_rng_seed() {
    let play = || {
        Test::play("project1")
            .args(["--rng-seed", "1"])
            .stdin("yes\n0\n2\nno\nyes\nyes\n")
    };
    let first = play().found();
    play().like(&first).run();
    let out = first.text();
    // The second game of a session has another board.
    let games = out.split("Peek at the mines? (yes/no): ").skip(1);
    let first_grid = |game: &str| game.split_inclusive('\n').take(8).collect::<String>();
    let grids: Vec<String> = games.take(2).map(first_grid).collect();
    assert!(
        grids.iter().all(|grid| grid.matches('M').count() == 10),
        "{grids:?}"
    );
    assert_ne!(grids[0], grids[1]);
    assert_eq!(Test::play("project1").found().status, Some(0));
}

#[test]
fn large_fields_are_playable() {
    let random = ["--random", "1000x1000x150000", "--rng-seed", "5"];
    let out = Test::play("2019.fa")
        .args(random)
        .stdin("nofog\nm 999 999\nbad\n")
        .stdout_matches(contains("\n Rounds Completed: 3\n"))
        .run()
        .text();
    assert_eq!(out.matches("<   >").count(), 150_000);
    assert_eq!(out.matches("|  F |").count(), 0);
    assert_eq!(out.matches("|   F |\n").count(), 2);
    let longest = Test::play("2019.fa").args(["--random", "2000000x5x3"]);
    assert_eq!(longest.found().status, Some(0));
}

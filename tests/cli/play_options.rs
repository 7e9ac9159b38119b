//! Options of the subcommand `play`.

use crate::support::{SEED, Test, assert_contains, refused, words};

pub const EDITIONS: [&str; 6] = [
    "2022.sp", "2025.sp", "2019.fa", "wise2021", "comp182", "project1",
];

#[test]
fn random_size_selects_an_edition_that_allows_it() {
    for size in ["intermediate", "expert"] {
        let game = ["play", "--random", size, "--rng-seed", "1"];
        let expected = Test::play("2019.fa").args(&game[1..]).stdin("q\n").found();
        assert_contains(&String::from_utf8_lossy(&expected.out), ["\n 15 | "]);
        Test::new()
            .args(game)
            .stdin("q\n")
            .stdout(expected.out)
            .stderr("edition: 2019.fa\n")
            .run();
    }
    // An edition that the user names is never replaced by another one.
    Test::play("2022.sp").args(["--random", "expert"]).refused(
        "16 rows and 30 columns are not possible: each must be 5 to 10, with \
             at most 100 squares",
    );
}

#[test]
fn default_edition_equals_the_game_without_a_subcommand() {
    let input = "m 0 0\nnofog\nbad\nr 0 1\n";
    let expected = Test::game().stdin(input).found();
    for arguments in [
        &["play"][..],
        &["play", "--edition", "2022.sp", "--"],
        &["play", "--edition=2022.sp"],
    ] {
        Test::new()
            .args(arguments)
            .seed(SEED)
            .stdin(input)
            .like(&expected)
            .run();
    }
}

#[test]
fn unsupported_options_of_an_edition_are_errors() {
    let all_but_wise2021 = ["2022.sp", "2025.sp", "2019.fa", "comp182", "project1"];
    let options = [
        ("--random 5x5x1", &EDITIONS[..3]),
        ("--rng-seed 1", &all_but_wise2021),
        ("--rows 5", &["comp182"]),
        ("--cols 5", &["comp182"]),
        ("--mines 5", &["comp182"]),
        ("--cascade", &["comp182"]),
    ];
    for edition in EDITIONS {
        for (option, supporting) in options {
            if supporting.contains(&edition) {
                continue;
            }
            let arguments = format!("play {option} --edition {edition} seed.cfg");
            let name = words(option)[0];
            let message = format!("the edition {edition} has no option {name}");
            refused(&words(&arguments), &message);
        }
    }
}

#[test]
fn last_value_of_an_option_wins() {
    let play_random = |options: &str| {
        let arguments = format!("play --edition 2019.fa --random 5x5x2 {options}");
        Test::new().args(words(&arguments)).stdin("nofog\n").found()
    };
    let expected = play_random("--rng-seed 3");
    assert_eq!(expected.status, Some(0));
    let run = play_random("--rng-seed 4 --rng-seed 3 --edition 2019.fa");
    assert_eq!(run, expected);
}

#[test]
fn missing_or_surplus_seed_prints_the_usage() {
    const DRIVER: &str = "\nUsage: MinesweeperDriver SEED_FILE_PATH\n";
    const RUNNER: &str = "\nUsage: MinesweeperRunner SEED_FILE_PATH\n";
    for files in [&[][..], &["seed", "seed"]] {
        let start = |edition| Test::play(edition).args(files).stdin("q\n").status(1);
        start("2022.sp").stderr(DRIVER).run();
        start("2025.sp").stderr(RUNNER).run();
        start("2019.fa").stdout(DRIVER).run();
    }
    Test::play("wise2021")
        .message("no board file was given")
        .status(1)
        .run();
}

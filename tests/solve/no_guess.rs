//! Fields that can be won without guessing.

use std::collections::BTreeMap;
use std::time::Duration;

use clap::ValueEnum;
use minesweeper_alpha::internal::{Difficulty, NoGuess, NoGuessError, Random, Size, Square};

use super::simple_player::wins;
use crate::support::Test;

fn wanted(rows: usize, cols: usize, mines: usize) -> NoGuess {
    NoGuess {
        size: Size { rows, cols },
        mines,
        start: Square {
            row: rows / 2,
            col: cols / 2,
        },
        difficulty: None,
        deadline: Duration::from_secs(60),
    }
}

#[test]
fn a_player_who_only_uses_proofs_wins_them_all() {
    for (wanted, count) in [
        (wanted(5, 5, 5), 60),
        (wanted(9, 9, 10), 60),
        (wanted(16, 16, 40), 20),
        (wanted(16, 30, 99), 6),
    ] {
        for seed in 0..count {
            let drawn = wanted.draw(&mut Random::seeded(seed)).expect("a field");
            assert_eq!(drawn.minefield.mine_count(), wanted.mines);
            assert_eq!(drawn.minefield.adjacent(wanted.start), 0);
            assert!(wins(&drawn.minefield, wanted.start), "{seed}: {wanted:?}");
        }
    }
}

#[test]
fn the_longest_of_all_deadlines_is_none() {
    let wanted = NoGuess {
        deadline: Duration::MAX,
        ..wanted(9, 9, 10)
    };
    assert!(wanted.draw(&mut Random::seeded(0)).is_ok());
}

#[test]
fn the_difficulty_is_that_of_the_hardest_proof() {
    for &difficulty in Difficulty::value_variants() {
        let wanted = NoGuess {
            difficulty: Some(difficulty),
            start: Square { row: 0, col: 8 },
            ..wanted(9, 9, 12)
        };
        for seed in 0..10 {
            let drawn = wanted.draw(&mut Random::seeded(seed)).expect("a field");
            assert_eq!(drawn.difficulty, difficulty);
            assert!(wins(&drawn.minefield, wanted.start), "{seed}: {wanted:?}");
        }
    }
}

/// How many fields are drawn to see that all come as often.
const DRAWS: u32 = 20_000;

#[test]
fn each_field_that_can_be_won_is_as_likely_as_any_other() {
    // All fields of this kind, found by drawing; each has to come as often.
    let wanted = wanted(3, 6, 2);
    let wanted = NoGuess {
        start: Square { row: 1, col: 0 },
        ..wanted
    };
    let mut random = Random::seeded(5);
    let mut counts: BTreeMap<Vec<(usize, usize)>, u32> = BTreeMap::new();
    let mut possible: BTreeMap<Vec<(usize, usize)>, bool> = BTreeMap::new();
    for _ in 0..DRAWS {
        let field = wanted.draw(&mut random).expect("a field").minefield;
        let mines: Vec<_> = field
            .mines()
            .map(|square| (square.row, square.col))
            .collect();
        *counts.entry(mines).or_default() += 1;
        let field = random.place(wanted.size, wanted.mines);
        if field.adjacent(wanted.start) == 0 && !field.is_mine(wanted.start) {
            let mines: Vec<_> = field
                .mines()
                .map(|square| (square.row, square.col))
                .collect();
            let can_be_won = || wins(&field, wanted.start);
            possible.entry(mines).or_insert_with(can_be_won);
        }
    }
    possible.retain(|_, can_be_won| *can_be_won);
    assert!(possible.keys().eq(counts.keys()), "{possible:?} {counts:?}");
    let kinds = u32::try_from(counts.len()).map(f64::from).expect("few");
    let expected = f64::from(DRAWS) / kinds;
    let squared: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    let freedom = kinds - 1.0;
    // Five standard deviations of the distribution.
    assert!(
        squared < freedom + 5.0 * (2.0 * freedom).sqrt(),
        "{squared} for {freedom}"
    );
}

#[test]
fn what_cannot_be_had_is_said() {
    let mut random = Random::seeded(6);
    let crowded = NoGuess {
        start: Square { row: 0, col: 0 },
        ..wanted(5, 5, 22)
    };
    assert_eq!(
        crowded.draw(&mut random).expect_err("no room").to_string(),
        "22 mines leave no room around the start: at most 21 with a start in row 0 and column 0"
    );
    let outside = NoGuess {
        start: Square { row: 5, col: 0 },
        ..wanted(5, 5, 2)
    };
    assert_eq!(
        outside.draw(&mut random).expect_err("outside").to_string(),
        "the start 5 0 is outside of 5 rows and 5 columns"
    );
    let hopeless = NoGuess {
        deadline: Duration::from_millis(50),
        ..wanted(16, 30, 200)
    };
    match hopeless.draw(&mut random) {
        Err(NoGuessError::Deadline {
            drawn,
            easier: 0,
            solved,
            ..
        }) => {
            assert!(drawn > 0 && (1..100).contains(&solved), "{drawn} {solved}");
        }
        drawn => panic!("{drawn:?}"),
    }
}

#[test]
fn generate_tells_where_to_start() {
    let arguments = [
        "generate",
        "-",
        "5",
        "5",
        "4",
        "--no-guess",
        "--rng-seed",
        "7",
    ];
    let seed = Test::new().args(arguments).found().text();
    assert!(seed.ends_with("\nno guess from 2 2, easy\n"), "{seed}");
    assert_eq!(Test::new().args(arguments).found().text(), seed);
    // A game takes it as it is.
    Test::new().seed(&seed).stdin("q\n").found();
}

#[test]
fn generate_writes_many_seeds_into_a_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let generate = |arguments: &[&str]| {
        Test::new()
            .arg("generate")
            .args(arguments)
            .current_dir(&folder)
    };
    generate(&[
        "seeds",
        "6",
        "7",
        "8",
        "--count",
        "12",
        "--no-guess",
        "--start",
        "0,0",
    ])
    .run();
    let names = |name: &str| -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder.path().join(name))
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    };
    let expected: Vec<String> = (1..=12).map(|number| format!("{number:02}.txt")).collect();
    assert_eq!(names("seeds"), expected);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert!(read("seeds/01.txt").contains("\nno guess from 0 0, "));
    assert_ne!(read("seeds/01.txt"), read("seeds/02.txt"));
    let refused = |arguments: &[&str], message: &str| {
        generate(arguments)
            .status(2)
            .stderr(format!("minesweeper-alpha: {message}\n"))
            .run();
    };
    refused(
        &["-", "6", "7", "8", "--count", "2"],
        "--count needs a folder, and - is standard output",
    );
    for count in ["0", "1000001"] {
        refused(
            &["many", "6", "7", "8", "--count", count],
            &format!("invalid value '{count}' for '--count <N>': {count} is not in 1..=1000000"),
        );
    }
    assert!(!folder.path().join("many").exists());
    refused(
        &["seeds/01.txt", "6", "7", "8", "--count", "2"],
        "seeds/01.txt: File exists",
    );
    refused(
        &[
            "none",
            "6",
            "7",
            "8",
            "--count",
            "2",
            "--no-guess",
            "--start",
            "6,0",
        ],
        "the start 6 0 is outside of 6 rows and 7 columns",
    );
    assert!(!folder.path().join("none").exists());
    refused(
        &[
            "none",
            "10",
            "10",
            "70",
            "--no-guess",
            "--deadline",
            "1ms",
            "--rng-seed",
            "1",
            "--edition",
            "2022.sp",
            "--start",
            "x",
        ],
        "invalid value 'x' for '--start <ROW,COL>': not a row and a column such as 3,4",
    );
    let late = generate(&["none", "10", "10", "70", "--no-guess", "--deadline", "1ms"]).found();
    assert_eq!(late.status, Some(2));
    let message = String::from_utf8(late.err).expect("UTF-8");
    assert!(
        message.starts_with("minesweeper-alpha: no field found in 1ms: "),
        "{message}"
    );
}

#[test]
fn play_tells_where_to_start_and_plays_such_a_field() {
    let play = |more: &[&str]| {
        let arguments = ["play", "--random", "5x6x6", "--no-guess", "--rng-seed", "3"];
        Test::new()
            .args(arguments)
            .args(more)
            .stdin("r 2 3\nq\n")
            .found()
    };
    let played = play(&[]);
    assert_eq!(played.status, Some(0));
    assert_eq!(String::from_utf8_lossy(&played.err), "start: r 2 3\n");
    let played = String::from_utf8(played.out).expect("UTF-8");
    assert!(
        played.contains("\n 2 |   |   |   | 0 |   |   |\n"),
        "{played:?}"
    );
    let refused = |arguments: &[&str], message: &str| {
        Test::new()
            .args(arguments)
            .status(2)
            .stderr(format!("minesweeper-alpha: {message}\n"))
            .run();
    };
    refused(
        &["play", "--no-guess", "seed.txt"],
        "the argument '--no-guess' cannot be used with '[SEED]...'",
    );
    refused(
        &["play", "--edition", "comp182", "--no-guess"],
        "the following required arguments were not provided: --random <ROWSxCOLSxMINES>",
    );
    refused(
        &[
            "play",
            "--edition",
            "comp182",
            "--no-guess",
            "--random",
            "5x5x3",
        ],
        "the edition comp182 has no option --random",
    );
    refused(
        &["play", "--screen", "--start", "1,1", "seed.txt"],
        "the argument '--start <ROW,COL>' cannot be used with '[SEED]...'",
    );
    refused(
        &["play", "--screen", "--start", "1,1"],
        "--start needs a random field",
    );
    refused(
        &["play", "--random", "5x5x3", "--start", "1,1"],
        "the following required arguments were not provided: <--no-guess|--screen>",
    );
    refused(
        &["play", "--random", "5x5x24", "--no-guess"],
        "24 mines leave no room around the start: at most 16 with a start in row 2 and column 2",
    );
    refused(
        &["play", "--random", "5x5x25", "--no-guess"],
        "25 mines are not possible on 5 by 5 squares: at least 1, at most 24",
    );
}

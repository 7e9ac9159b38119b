//! The subcommand `solve`. The game plays its output.

use minesweeper_alpha::internal::{Random, Size};
use serde_json::{Value, json};

use crate::support::{Test, package_file};

/// Returns the seed file of a random field.
fn seed(rows: usize, cols: usize, mines: usize, number: u64) -> String {
    let minefield = Random::seeded(number).place(Size { rows, cols }, mines);
    let mut seed = format!("{rows} {cols}\n{mines}\n");
    for mine in minefield.mines() {
        seed += &format!("{} {}\n", mine.row, mine.col);
    }
    seed
}

#[test]
fn input_wins_or_ends_with_the_losing_guess() {
    let (mut won, mut lost) = (0, 0);
    for number in 0..60 {
        let seed = seed(8, 9, 9, number);
        let solved = Test::new().arg("solve").seed(&seed).found();
        let message = String::from_utf8(solved.err).expect("UTF-8");
        let game = Test::new().seed(&seed).stdin(&solved.out).found().text();
        if solved.status == Some(0) {
            won += 1;
            assert!(message.starts_with("won with "), "{message}");
            assert!(game.contains("YOU HAVE WON!"), "{game}");
        } else {
            lost += 1;
            assert_eq!(solved.status, Some(1));
            assert!(message.starts_with("lost with "), "{message}");
            assert!(game.contains("Oh no... You revealed a mine!"), "{game}");
        }
        assert!(
            message.ends_with(" guess\n") || message.ends_with(" guesses\n"),
            "{message}"
        );
    }
    assert!(won > 20 && lost > 0, "{won} won, {lost} lost");
}

#[test]
fn known_mines_give_the_best_score() {
    for number in 0..10 {
        let seed = seed(6, 10, 20, number);
        let solved = Test::new()
            .args(["solve", "--known"])
            .seed(&seed)
            .found()
            .text();
        assert_eq!(solved.lines().count(), 60);
        let game = Test::new().seed(&seed).stdin(solved).found().text();
        assert!(game.contains("SCORE: 100.00"), "{game}");
    }
}

#[test]
fn other_editions_are_won() {
    let field = seed(7, 8, 6, 1);
    for (edition, win) in [
        ("2025.sp", "SCORE: 100.00"),
        ("2019.fa", "YOU HAVE WON!"),
        ("comp182", "You win!"),
    ] {
        let arguments = ["solve", "--known", "--edition", edition];
        let solved = Test::new().args(arguments).seed(&field).found().text();
        let game = Test::play(edition)
            .seed(&field)
            .stdin(solved)
            .found()
            .text();
        assert!(game.contains(win), "{edition}: {game}");
    }
    let board = "*...\n....\n...*\n";
    let solved = Test::new()
        .args(["solve", "board.cfg", "--edition", "wise2021"])
        .write("board.cfg", board)
        .found();
    let game = Test::play("wise2021")
        .arg("board.cfg")
        .write("board.cfg", board)
        .stdin(solved.out)
        .found()
        .text();
    let end = if solved.status == Some(0) {
        "You Won!"
    } else {
        "You Lost!"
    };
    assert!(game.contains(end), "{game}");
}

#[test]
fn fields_without_guessing_are_won_from_their_start() {
    for difficulty in ["trivial", "easy", "hard"] {
        let path = package_file(format!("examples/seeds/no-guess-{difficulty}.txt"));
        let seed = std::fs::read_to_string(&path).expect("a seed");
        let note = format!("no guess from 5 5, {difficulty}\n");
        assert!(seed.ends_with(&note), "{seed}");
        // Without the option, the start is that of the note.
        for arguments in [&["solve", "--start", "5,5"][..], &["solve"]] {
            let solved = Test::new().args(arguments).arg(&path).found();
            assert_eq!(solved.status, Some(0));
            assert_eq!(String::from_utf8_lossy(&solved.err), "won with 0 guesses\n");
            let game = Test::new().arg(&path).stdin(solved.out).found().text();
            assert!(game.contains("SCORE: 100.00"), "{game}");
        }
    }
    Test::new()
        .args(["solve", "--start", "5,5"])
        .seed("5 6 1 0 0\n")
        .status(2)
        .stderr("minesweeper-alpha: the start 5 5 is outside of 5 rows and 6 columns\n")
        .run();
}

#[test]
fn json_lists_the_moves_and_guesses() {
    let read = |test: Test| -> Value { crate::support::json("solve", test.found().out) };
    // From this start no guess is needed.
    let solved = read(
        Test::new()
            .args(["solve", "--json", "--start", "0,2"])
            .seed("5 5 1 0 0\n"),
    );
    assert_eq!(solved["version"], 1);
    assert_eq!(solved["won"], true);
    assert_eq!(solved["guesses"], 0);
    assert_eq!(
        solved["moves"][0],
        json!({"line": "r 0 2", "square": [0, 2], "mined": false, "guess": false})
    );
    let moves = solved["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 25);
    let mine = json!({"line": "m 0 0", "square": [0, 0], "mined": true, "guess": false});
    assert!(moves.contains(&mine), "{solved}");
    // The first guess loses. This edition counts rows and columns from 1.
    let lost = Test::new()
        .args(["solve", "--json", "--edition", "wise2021", "board.cfg"])
        .write("board.cfg", "**\n*.\n")
        .found();
    assert_eq!(lost.status, Some(1));
    assert_eq!(lost.err, b"");
    assert_eq!(
        crate::support::json("solve", &lost.out),
        json!({
            "version": 1,
            "won": false,
            "guesses": 1,
            "moves": [{"line": "1 1 R", "square": [1, 1], "mined": false, "guess": true}],
        })
    );
}

//! `solve`: its input played through the game itself.

use minesweeper_alpha::internal::{Random, Size};
use serde_json::{Value, json};

use crate::support::{Test, package_file};

/// The seed of a random field.
fn seed(rows: usize, cols: usize, mines: usize, number: u64) -> String {
    let places: Vec<String> = Random::seeded(number)
        .place(Size { rows, cols }, mines)
        .mines()
        .map(|square| format!("{} {}\n", square.row, square.col))
        .collect();
    format!("{rows} {cols}\n{mines}\n{}", places.concat())
}

#[test]
fn what_is_printed_wins_or_ends_where_a_guess_lost() {
    let (mut won, mut lost) = (0, 0);
    for number in 0..60 {
        let seed = seed(8, 9, 9, number);
        let solved = Test::new().arg("solve").seed(&seed).found();
        let words = String::from_utf8(solved.err).expect("UTF-8");
        let game = Test::new().seed(&seed).stdin(&solved.out).found().text();
        if solved.status == Some(0) {
            won += 1;
            assert!(words.starts_with("won with "), "{words}");
            assert!(game.contains("YOU HAVE WON!"), "{game}");
        } else {
            lost += 1;
            assert_eq!(solved.status, Some(1));
            assert!(words.starts_with("lost with "), "{words}");
            assert!(game.contains("Oh no... You revealed a mine!"), "{game}");
        }
        assert!(
            words.ends_with(" guess\n") || words.ends_with(" guesses\n"),
            "{words}"
        );
    }
    assert!(won > 20 && lost > 0, "{won} won, {lost} lost");
}

#[test]
fn with_the_mines_known_the_score_is_the_best() {
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
fn other_editions_are_won_too() {
    let field = seed(7, 8, 6, 1);
    for (edition, won) in [
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
        assert!(game.contains(won), "{edition}: {game}");
    }
    let solved = Test::new()
        .args(["solve", "--known", "--edition", "comp182", "--cascade"])
        .seed(&field)
        .found()
        .text();
    let game = Test::play("comp182")
        .arg("--cascade")
        .seed(&field)
        .stdin(&solved)
        .found()
        .text();
    assert!(game.contains("You win!"), "{game}");
    assert!(solved.lines().count() < 56, "{solved}");
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
    for difficulty in ["trivial", "easy", "medium", "hard"] {
        let path = package_file(format!("examples/seeds/no-guess-{difficulty}.txt"));
        let seed = std::fs::read_to_string(&path).expect("a seed");
        let end = format!("no guess from 5 5, {difficulty}\n");
        assert!(seed.ends_with(&end), "{seed}");
        // The seed notes the start.
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
fn a_seed_from_a_pipe_is_solved() {
    let solved = Test::new()
        .args(["solve", "--known", "/dev/stdin"])
        .stdin("5 5 1 2 2\n")
        .found()
        .text();
    assert!(solved.contains("m 2 2\n"), "{solved}");
}

#[test]
fn json_tells_the_moves_and_which_of_them_were_guesses() {
    let read = |test: Test| -> Value { crate::support::json("solve", test.found().out) };
    // From the corner opposite to the mines nothing is guessed.
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
    // A field of which the first guess is lost, in an edition that counts from 1.
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
    let known = read(
        Test::new()
            .args(["solve", "--json", "--known"])
            .seed("5 5 1 2 2\n"),
    );
    assert_eq!(known["won"], true);
}

/// How games on random fields end.
fn games(arguments: &[&str]) -> Test {
    Test::new()
        .args(["solve", "--games"])
        .args(arguments.iter().copied())
}

#[test]
fn many_games_are_the_same_however_many_are_played_at_a_time() {
    let arguments = ["60", "--random", "9x9x10", "--rng-seed", "5", "--json"];
    let one = games(&arguments).args(["--jobs", "1"]).found().text();
    let three = games(&arguments).args(["--jobs", "3"]).found().text();
    assert_eq!(one, three);
    let result: Value = crate::support::json("solve-games", &one);
    let expected = json!({
        "version": 1, "rows": 9, "cols": 9, "mines": 10, "start": [0, 0], "first": "safe",
        "mines_known": true, "rng_seed": 5, "games": 60,
    });
    for (name, value) in expected.as_object().expect("an object") {
        assert_eq!(&result[name], value, "{name}");
    }
    let won = result["won"].as_u64().expect("a number");
    assert!((40..=60).contains(&won), "{won}");
    let number = |value: &Value| value.as_f64().expect("a number");
    let rate = number(&result["rate"]);
    assert!(
        number(&result["interval"]["low"]) < rate && rate < number(&result["interval"]["high"])
    );
    assert_eq!(result["interval"]["confidence"], json!(0.95));
}

#[test]
fn the_first_square_is_as_the_rule_says() {
    let won = |first: &str, field: &str| -> u64 {
        let arguments = ["40", "--random", field, "--rng-seed", "1", "--json"];
        let text = games(&arguments).args(["--first", first]).found().text();
        let result: Value = crate::support::json("solve-games", &text);
        assert_eq!(result["first"], first);
        result["won"].as_u64().expect("a number")
    };
    // All squares but one have a mine.
    assert_eq!(won("safe", "5x5x24"), 40);
    assert!(won("any", "5x5x24") < 20);
    // All squares but those of the corner have one.
    assert_eq!(won("opening", "5x5x21"), 40);
    assert!(won("safe", "5x5x21") < 20);
    let started = games(&["9", "--random", "beginner", "--rng-seed", "3"])
        .args(["--start", "4,4", "--first", "opening", "--no-count"])
        .found()
        .text();
    assert!(
        started.starts_with(
            "9 games on 9 by 9 squares with 10 mines, which is not told,\n\
             begun at (4, 4), with no mine there or around it, --rng-seed 3\nwon "
        ),
        "{started}"
    );
}

#[test]
fn games_that_cannot_be_played_are_one_line() {
    for (arguments, message) in [
        (
            &["1", "--random", "9x9x10", "--start", "9,0"][..],
            "the start 9 0 is outside of 9 rows and 9 columns",
        ),
        (
            &["1", "--random", "9x9x81"],
            "81 mines are not possible on 9 by 9 squares: at least 1, at most 80",
        ),
        (
            &["1", "--random", "9x9x78", "--first", "opening"],
            "78 mines are not possible on 9 by 9 squares: at least 1, at most 77",
        ),
    ] {
        games(arguments)
            .status(2)
            .stderr(format!("minesweeper-alpha: {message}\n"))
            .run();
    }
    for arguments in [
        &["0", "--random", "9x9x10"][..],
        &["5"],
        &["5", "--random", "9x9x10", "--known"],
        &["5", "--random", "9x9x10", "--edition", "comp182"],
        &["5", "--random", "9x9x10", "seed.txt"],
    ] {
        let refused = games(arguments).found();
        assert_eq!(refused.status, Some(2), "{arguments:?}");
        assert_eq!(refused.out, b"");
    }
    let alone = Test::new().args(["solve", "--random", "9x9x10"]).found();
    assert_eq!(alone.status, Some(2));
}

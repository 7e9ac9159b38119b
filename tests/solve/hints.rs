//! The subcommand `hint`.

use serde_json::{Value, json};

use super::refused;
use crate::support::Test;

/// A 5-by-5 seed with mines on (0, 0) and (4, 4).
const SEED: &str = "5 5 2 0 0 4 4\n";

/// Runs `hint` for a game of a seed with some input.
fn hint(seed: &str, input: &str) -> Test {
    Test::new()
        .arg("hint")
        .seed(seed)
        .write("input.txt", input)
        .arg("input.txt")
}

#[test]
fn simplest_proof_is_printed() {
    hint(SEED, "r 2 2\n")
        .stdout("r 1 1\n")
        .stderr(
            "No mine is around the 0 at (2, 2): (1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), \
             (3, 2) and (3, 3) are safe.\n",
        )
        .run();
    let corner = "r 0 1\nr 1 0\nr 1 1\n";
    hint(SEED, corner)
        .stdout("r 2 0\n")
        .stderr(
            "The unknown mines around the 1 at (0, 1) are all that the 1 at (1, 1) needs: (2, 0), \
             (2, 1) and (2, 2) are safe.\n",
        )
        .run();
    // Invalid commands change nothing.
    let more = "bogus\nr 9 9\nr 0 2\nr 1 2\nr 2 0\nr 2 1\nr 2 2\n";
    hint(SEED, &format!("{corner}{more}"))
        .stdout("r 0 3\n")
        .stderr("No mine is around the 0 at (0, 2): (0, 3) and (1, 3) are safe.\n")
        .run();
}

#[test]
fn hints_for_large_fields_are_short() {
    hint("3000 3000 1\n500 500\n", "r 500 501\n")
        .args(["--edition", "2019.fa"])
        .stdout("r 0 0\n")
        .stderr("All arrangements for 1 number and the mine count agree: (0, 0) is safe.\n")
        .run();
    // Only the first of many squares are named.
    let message = String::from_utf8(hint("10 10 1\n9 9\n", "r 8 8\n").found().err).expect("UTF-8");
    assert!(
        message.contains(" more are safe") || message.contains(" is safe"),
        "{message}"
    );
    let board = ("board.cfg", ".*.*..\n");
    Test::new()
        .args(["hint", "--no-count", "--edition", "wise2021", board.0, "-"])
        .write(board.0, board.1)
        .stdin("1 3 R\n")
        .stdout("1 6 R\n")
        .stderr("No square can be proved to be safe. A mine is least likely at (1, 6): 50%.\n")
        .run();
}

#[test]
fn guess_has_the_lowest_odds_of_a_mine() {
    Test::new()
        .arg("hint")
        .seed(SEED)
        .stdout("r 0 0\n")
        .stderr("Nothing can be proved. A mine is least likely at (0, 0): 8%.\n")
        .run();
    // Without the mine count, all fields are equally likely.
    Test::new()
        .args(["hint", "--no-count"])
        .seed(SEED)
        .stdout("r 0 0\n")
        .stderr("Nothing can be proved. A mine is least likely at (0, 0): 50%.\n")
        .run();
}

#[test]
fn field_without_guessing_starts_at_the_noted_square() {
    let seed = "5 6\n2\n0 0\n4 5\nno guess from 2 3, easy\n";
    for input in ["", "m 2 2\nbogus\n"] {
        hint(seed, input)
            .stdout("r 2 3\n")
            .stderr("Start at (2, 3): the seed notes that no guess is needed from there.\n")
            .run();
    }
    let after_start = hint(seed, "r 2 3\n").found();
    assert_eq!(after_start.text(), "r 1 2\n");
    // A note outside the board is ignored.
    let outside = hint(&seed.replace("2 3,", "5 3,"), "").found();
    assert_eq!(outside.text(), "r 0 0\n");
}

#[test]
fn wrong_marks_are_named_and_ignored() {
    hint(SEED, "r 0 1\nr 1 0\nr 1 1\nm 0 2\nm 0 0\ng 1 2\n")
        .args(["--all"])
        .stdout("r 0 2\nr 1 2\nr 2 0\nr 2 1\nr 2 2\n")
        .stderr(
            "The mark at (0, 2) is wrong: there is no mine.\n\
             The 1 at (0, 1) has 2 marks around it: at least one of them is wrong.\n\
             The 1 at (1, 1) has 2 marks around it: at least one of them is wrong.\n",
        )
        .run();
}

#[test]
fn too_hard_positions_are_errors() {
    // Every fourth square is revealed. The numbers share squares and prove none of them.
    let (mut mines, mut reveals) = (Vec::new(), Vec::new());
    for (row, col) in (0..3_600).map(|at| (at / 60, at % 60)) {
        if row % 2 == 1 && col % 2 == 1 {
            reveals.push(format!("r {row} {col}\n"));
        } else if (row + 2 * col) % 3 == 0 {
            mines.push(format!("{row} {col}\n"));
        }
    }
    let seed = format!("60 60\n{}\n{}", mines.len(), mines.concat());
    let hint = || hint(&seed, &reveals.concat()).args(["--edition", "2019.fa"]);
    for options in [&["--odds"][..], &[]] {
        refused(
            hint().args(options.iter().copied()),
            "counting the fields takes too long",
        );
    }
    hint()
        .arg("--all")
        .stderr("The position is too hard to prove everything: there may be more moves.\n")
        .run();
}

#[test]
fn json_has_the_steps_and_the_odds() {
    let read = |test: Test| -> Value { crate::support::json("hint", test.found().out) };
    let proved = read(hint(SEED, "r 0 1\nr 1 0\nr 1 1\nm 0 2\n").arg("--json"));
    assert_eq!(
        proved,
        json!({
            "version": 2,
            "wrong_marks": [[0, 2]],
            "moves": [{
                "line": "r 2 0",
                "square": [2, 0],
                "mined": false,
                "difficulty": "easy",
                "steps": [{
                    "kind": "numbers",
                    "numbers": [[0, 1], [1, 1]],
                    "counts_mines": false,
                    "mined": [],
                    "safe": [[2, 0], [2, 1], [2, 2]],
                }],
            }],
        })
    );
    let guessed = read(hint(SEED, "").arg("--json"));
    assert_eq!(
        guessed["moves"],
        json!([{
            "line": "r 0 0",
            "square": [0, 0],
            "mined": null,
            "odds": 0.08,
        }])
    );
    let odds = read(hint(SEED, "").args(["--json", "--odds"]));
    assert_eq!(odds["odds"], json!(vec![vec![0.08; 5]; 5]));
}

#[test]
fn editions_get_hints_in_their_own_commands() {
    // In comp182, a wrong mark must be removed before its square can be uncovered.
    let covered = (0..25).filter(|at| ![1, 5, 6].contains(at));
    let line = |at: usize| match at {
        0 | 2 => format!("m {} {}\n", at / 5, at % 5),
        _ => format!("u {} {}\n", at / 5, at % 5),
    };
    hint("5 5 1 0 0\n", "u 0 1\nu 1 0\nu 1 1\nm 0 2\n")
        .args(["--all", "--edition", "comp182"])
        .stdout(covered.map(line).collect::<String>())
        .stderr("The mark at (0, 2) is wrong: there is no mine.\n")
        .run();
    Test::new()
        .args(["hint", "board.cfg", "-", "--edition", "wise2021"])
        .write("board.cfg", "*..\n...\n")
        .stdin("1 2 R\n")
        .stdout("1 1 R\n")
        .stderr("Nothing can be proved. A mine is least likely at (1, 1): 20%.\n")
        .run();
    refused(
        Test::new()
            .args(["hint", "--edition", "project1"])
            .seed(SEED),
        "invalid value 'project1' for '--edition <NAME>' [possible values: 2022.sp, 2025.sp, 2019.fa, wise2021, comp182]",
    );
}

#[test]
fn errors_are_one_line() {
    refused(
        hint(SEED, "r 0 0\nr 1 1\n"),
        "the game is over after line 1 of the input: it was lost",
    );
    refused(
        hint(SEED, "h\nq\n"),
        "the game is over after line 2 of the input: it was quit",
    );
    refused(
        Test::new().arg("hint").seed(SEED).arg("none.txt"),
        "none.txt: No such file or directory",
    );
    // Each invalid command has a kibibyte.
    let too_long = [&[b'x'; 1023][..], b"\n"].concat().repeat((64 << 10) + 1);
    refused(
        Test::new().arg("hint").seed(SEED).arg("-").stdin(too_long),
        "-: longer than 67108864 bytes",
    );
    refused(
        Test::new().args(["hint", "--cascade"]).seed(SEED),
        "the edition 2022.sp has no option --cascade",
    );
    // A malformed seed has the same error as in the game.
    let game = Test::new().seed("5 5 2 0 0 4\n").found();
    Test::new()
        .arg("hint")
        .seed("5 5 2 0 0 4\n")
        .status(3)
        .stderr(game.err)
        .run();
    Test::new()
        .args(["hint", "--edition", "2019.fa"])
        .seed("4 5 2 0 0 4 4\n")
        .stderr("\nಠ_ಠ says, \"Cannot create a mine field with that many rows and/or columns!\"\n")
        .status(3)
        .run();
}

//! `-` for standard input, in place of the path of a seed or an input.

use crate::support::{SEED, Test, words};

#[test]
fn commands_follow_the_seed_on_standard_input() {
    let input = "r 0 1\nbad\nm 0 0\n";
    let expected = Test::game().stdin(input).found();
    for seed in [
        SEED,
        "5 6 2 0 0 2 3 and what a game does not read\r\n",
        "5 6\r\n2 0 0\r\n2 3\r\n",
        // The program reads nothing after the seed, however long the seed is.
        &format!("5 6 2 0{}0 2 3\n", " ".repeat(100_000)),
    ] {
        let play = Test::new().args(["play", "-"]);
        play.stdin(format!("{seed}{input}")).like(&expected).run();
    }
    // A file is read from its current offset.
    let test = Test::new().args(["play", "-"]);
    let file = test.path("both.txt");
    std::fs::write(&file, format!("{SEED}{input}")).expect("a file");
    test.stdin_from(crate::support::open(file))
        .like(&expected)
        .run();
}

#[test]
fn seed_errors_on_standard_input_equal_those_of_files() {
    let size = "Cannot create a mine field with that many rows and/or columns!";
    let test = Test::new().args(["play", "-"]).stdin("4 5 1 0 0\n");
    test.stderr(format!("\nSeed File Malformed Error: {size}\n"))
        .status(3)
        .run();
    Test::play("wise2021")
        .arg("-")
        .stdin("*.\n..\n")
        .refused("-: the name of a board file is NAME.cfg");
    // In the assignment's own command line, `-` is a path.
    for arguments in [&["-"][..], &["--help", "-"], &["-", "-"]] {
        let run = Test::new().args(arguments).stdin(SEED).found();
        let expected = if arguments.len() == 1 {
            "\nSeed File Not Found Error: - (No such file or directory)\n"
        } else {
            super::command_line::USAGE
        };
        assert_eq!(String::from_utf8_lossy(&run.err), expected);
    }
}

#[test]
fn hints_and_solutions_from_standard_input_equal_those_of_files() {
    for arguments in ["hint", "hint --json", "solve", "solve --json"] {
        let test = || Test::new().args(words(arguments));
        let from_file = test().seed(SEED).found();
        test().arg("-").stdin(SEED).like(&from_file).run();
    }
    let played = "r 0 1\n";
    let hint = Test::new().arg("hint").seed(SEED);
    let expected = hint.arg("-").stdin(played).found();
    Test::new()
        .write("played.txt", played)
        .args(["hint", "-", "played.txt"])
        .stdin(SEED)
        .like(&expected)
        .run();
}

#[test]
fn start_square_is_read_from_standard_input() {
    let generated = Test::new()
        .args(words("generate --no-guess --rng-seed 3 - 8 8 12"))
        .found();
    let from_file = Test::new().arg("solve").seed(&generated.out).found();
    assert_eq!(from_file.err, b"won with 0 guesses\n");
    Test::new()
        .args(["solve", "-"])
        .stdin(&generated.out)
        .like(&from_file)
        .run();
}

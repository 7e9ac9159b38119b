//! Hints after the assignment's own errors, which the program prints only on a terminal.

use super::command_line::USAGE;
use crate::support::{SEED, Terminal, Test};

const SEE_HELP: &str = "Hint: `minesweeper-alpha --help` explains how to start a game.\n";

fn not_found(path: &str) -> String {
    format!("\nSeed File Not Found Error: {path} (No such file or directory)\n")
}

/// Runs the program with standard error on a terminal, and then in a pipe. The error must be on
/// both, and the hint only on the terminal.
#[track_caller]
fn assert_hint(arguments: &[&str], error: &str, status: i32, hint: &str) {
    let test = || {
        Test::new()
            .write("four.txt", "4 5 1 0 0")
            .write("seed.txt", SEED)
            .args(arguments)
            .status(status)
    };
    let terminal = Terminal::new();
    test().stderr_to(terminal.stream()).run();
    let output = terminal.rest().replace("\r\n", "\n");
    assert_eq!(output, format!("{error}{hint}"));
    test().stderr(error).run();
}

#[test]
fn usage_errors_and_missing_seeds_hint_at_the_help() {
    for arguments in [
        &[][..],
        &["seed.txt", "seed.txt"],
        &["chek", "tests"],
        &["--screen", "seed.txt"],
        &["play", "--edition", "2022.sp"],
    ] {
        assert_hint(arguments, USAGE, 1, SEE_HELP);
    }
    for name in ["missing", "-", "help", "chek", "--screen"] {
        assert_hint(&[name], &not_found(name), 2, SEE_HELP);
    }
    assert_hint(&["play", "missing"], &not_found("missing"), 2, SEE_HELP);
}

#[test]
fn subcommand_without_arguments_is_a_missing_seed() {
    for name in ["play", "check", "record", "suite", "generate", "--gen"] {
        let expected =
            format!("Hint: `{name}` needs arguments; see `minesweeper-alpha {name} --help`.\n");
        assert_hint(&[name], &not_found(name), 2, &expected);
    }
}

#[test]
fn other_errors_have_no_hint() {
    let size = "Cannot create a mine field with that many rows and/or columns!";
    let malformed = format!("\nSeed File Malformed Error: {size}\n");
    assert_hint(&["four.txt"], &malformed, 3, "");
    let below = "\nSeed File Not Found Error: seed.txt/below (Not a directory)\n";
    assert_hint(&["seed.txt/below"], below, 2, "");
    let no_board = "minesweeper-alpha: no board file was given\n";
    assert_hint(&["play", "--edition", "wise2021"], no_board, 1, "");
}

#[test]
fn hint_is_on_standard_error_if_the_error_is_on_standard_output() {
    let terminal = Terminal::new();
    Test::play("2019.fa")
        .stdout(USAGE)
        .stderr_to(terminal.stream())
        .status(1)
        .run();
    assert_eq!(terminal.rest().replace("\r\n", "\n"), SEE_HELP);
    Test::play("2019.fa").stdout(USAGE).status(1).run();
}

#[test]
fn terminal_on_standard_output_alone_gets_no_hint() {
    let terminal = Terminal::new();
    Test::new()
        .stdout_to(terminal.stream())
        .stderr(USAGE)
        .status(1)
        .run();
    assert_eq!(terminal.rest(), "");
}

//! Hints for people: they come after the assignment's own errors, and only at a
//! terminal.

use super::command_line::USAGE;
use crate::support::{SEED, Terminal, Test};

/// What is shown at a terminal for standard error when the program ends with
/// this status and nothing on standard output.
#[track_caller]
fn shown(arguments: &[&str], status: i32) -> String {
    let terminal = Terminal::new();
    Test::new()
        .write("four.txt", "4 5 1 0 0")
        .write("seed.txt", SEED)
        .args(arguments)
        .stderr_to(terminal.stream())
        .status(status)
        .run();
    terminal.rest().replace("\r\n", "\n")
}

/// The one line that follows an error.
#[track_caller]
fn hint(shown: &str, error: &str) -> String {
    let (error_shown, hint) = shown.split_at(error.len().min(shown.len()));
    assert_eq!(error_shown, error);
    assert!(
        hint.ends_with('\n') && hint.lines().count() == 1,
        "{hint:?}"
    );
    hint.to_owned()
}

#[test]
fn a_usage_error_hints_at_the_help() {
    for arguments in [
        &[][..],
        &["seed.txt", "seed.txt"],
        &["chek", "tests"],
        &["", ""],
    ] {
        let hint = hint(&shown(arguments, 1), USAGE);
        assert!(hint.contains("--help"), "{hint:?}");
    }
    let alone = hint(&shown(&[], 1), USAGE);
    assert!(alone.contains("play --screen"), "{alone:?}");
}

#[test]
fn a_subcommand_alone_hints_at_its_arguments() {
    for subcommand in ["play", "check", "record", "suite", "generate", "--gen"] {
        let error =
            format!("\nSeed File Not Found Error: {subcommand} (No such file or directory)\n");
        let hint = hint(&shown(&[subcommand], 2), &error);
        let help = format!("see `minesweeper-alpha {subcommand} --help`");
        assert!(hint.contains(&help), "{hint:?}");
        assert_eq!(
            hint.contains("play --screen"),
            subcommand == "play",
            "{hint:?}"
        );
    }
}

#[test]
fn a_folder_of_the_name_of_a_subcommand_is_no_seed() {
    let terminal = Terminal::new();
    let test = Test::new();
    std::fs::create_dir(test.path("docs")).expect("a folder");
    let folder = test.path("");
    test.arg("docs")
        .current_dir(folder)
        .stderr_to(terminal.stream())
        .status(2)
        .run();
    let shown = terminal.rest().replace("\r\n", "\n");
    let error = "\nSeed File Not Found Error: docs (Is a directory)\n";
    assert_eq!(
        hint(&shown, error),
        "Hint: the subcommand `docs` needs arguments; see `minesweeper-alpha docs --help`.\n"
    );
}

#[test]
fn the_word_help_behind_a_subcommand_and_a_lone_dash_are_told_how() {
    let error =
        |name: &str| format!("\nSeed File Not Found Error: {name} (No such file or directory)\n");
    assert_eq!(
        hint(&shown(&["play", "help"], 2), &error("help")),
        "Hint: see `minesweeper-alpha play --help`.\n"
    );
    assert_eq!(
        hint(&shown(&["-"], 2), &error("-")),
        "Hint: `minesweeper-alpha play -` reads the seed from standard input; see \
         `minesweeper-alpha play --help`.\n"
    );
}

#[test]
fn an_option_of_play_is_told_as_one() {
    for arguments in [
        &["--screen", "seed.txt"][..],
        &["seed.txt", "--screen"],
        &["--random=10x10x10", "--screen"],
    ] {
        let hint = hint(&shown(arguments, 1), USAGE);
        assert!(hint.contains("minesweeper-alpha play"), "{hint:?}");
    }
}

#[test]
fn a_game_without_a_seed_is_told_that_it_needs_one() {
    assert_eq!(
        hint(&shown(&["play", "--edition", "2022.sp"], 1), USAGE),
        "Hint: a game needs a seed file; `minesweeper-alpha play --screen` opens a menu to play \
         from without one; see `minesweeper-alpha play --help`.\n"
    );
}

#[test]
fn a_game_has_one_seed_and_in_wise2021_a_board() {
    assert_eq!(
        hint(&shown(&["play", "seed.txt", "seed.txt"], 1), USAGE),
        "Hint: a game has one seed file, and 2 were given; see `minesweeper-alpha play --help`.\n"
    );
    let error = "minesweeper-alpha: no board file was given\n";
    let board = hint(&shown(&["play", "--edition", "wise2021"], 1), error);
    assert!(board.contains("a board file, NAME.cfg"), "{board:?}");
    // Where the edition tells it on standard output, the hint is on standard error.
    let terminal = Terminal::new();
    Test::play("2019.fa")
        .stdout(USAGE)
        .stderr_to(terminal.stream())
        .status(1)
        .run();
    let hint = terminal.rest();
    assert!(
        hint.starts_with("Hint: a game needs a seed file;"),
        "{hint:?}"
    );
}

#[test]
fn what_is_misspelt_is_told_as_what_it_is_close_to() {
    let option = "an option of `minesweeper-alpha play`; see `minesweeper-alpha play --help`.\n";
    for (word, told) in [
        (
            "chek",
            "Hint: there is a subcommand `check`; see `minesweeper-alpha --help`.\n".to_owned(),
        ),
        (
            "--gne",
            "Hint: `--gne` may be `--gen`; see `minesweeper-alpha --gen --help`.\n".to_owned(),
        ),
        (
            "--screne",
            format!("Hint: `--screne` may be `--screen`, {option}"),
        ),
    ] {
        let error = format!("\nSeed File Not Found Error: {word} (No such file or directory)\n");
        assert_eq!(hint(&shown(&[word], 2), &error), told);
        assert_eq!(hint(&shown(&[word, "5"], 1), USAGE), told);
    }
    // A path is no word.
    let error = "\nSeed File Not Found Error: ./chek (No such file or directory)\n";
    assert_eq!(shown(&["./chek"], 2), error);
}

#[test]
fn an_option_of_play_alone_is_told_as_one() {
    for option in ["--screen", "--list", "--random=10x10x10"] {
        let error = format!("\nSeed File Not Found Error: {option} (No such file or directory)\n");
        let hint = hint(&shown(&[option], 2), &error);
        let name = option.split('=').next().unwrap_or_default();
        let expected = format!("Hint: `{name}` is an option of `minesweeper-alpha play`;");
        assert!(hint.starts_with(&expected), "{hint:?}");
    }
}

#[test]
fn who_asks_for_help_on_a_subcommand_is_told_how() {
    assert_eq!(
        hint(&shown(&["help", "play"], 1), USAGE),
        "Hint: see `minesweeper-alpha play --help`.\n"
    );
    let unknown = hint(&shown(&["help", "me"], 1), USAGE);
    assert!(
        unknown.contains("see `minesweeper-alpha --help`"),
        "{unknown:?}"
    );
}

#[test]
fn a_subcommand_that_others_have_hints_at_the_help() {
    let error = "\nSeed File Not Found Error: help (No such file or directory)\n";
    let hint = hint(&shown(&["help"], 2), error);
    assert!(hint.contains("--help"), "{hint:?}");
}

#[test]
fn other_errors_have_no_hint() {
    assert_eq!(
        shown(&["missing"], 2),
        "\nSeed File Not Found Error: missing (No such file or directory)\n"
    );
    assert_eq!(
        shown(&["four.txt"], 3),
        "\nSeed File Malformed Error: Cannot create a mine field with that many rows and/or columns!\n"
    );
}

#[test]
fn into_a_pipe_there_is_no_hint_even_if_standard_output_is_a_terminal() {
    let terminal = Terminal::new();
    Test::new()
        .stdout_to(terminal.stream())
        .stderr(USAGE)
        .status(1)
        .run();
    assert_eq!(terminal.rest(), "");
    Test::new()
        .arg("play")
        .stderr("\nSeed File Not Found Error: play (No such file or directory)\n")
        .status(2)
        .run();
}

//! What the program tells about itself.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff};

use crate::support::{PROGRAM, Test, refused};

#[test]
fn help_tells_commands_seeds_and_statuses() {
    for argument in ["--help", "-h"] {
        Command::new(PROGRAM)
            .arg(argument)
            .assert()
            .success()
            .stdout(contains("r, reveal ROW COL"))
            .stdout(contains("nofog"))
            .stdout(contains("    5 6\n    2\n    0 0\n    4 5\n"))
            .stdout(contains("  4  standard input cannot be read"))
            .stderr("");
    }
}

#[test]
fn version_is_the_packages() {
    for argument in ["--version", "-V"] {
        let expected = concat!("minesweeper-alpha ", env!("CARGO_PKG_VERSION"), "\n");
        Command::new(PROGRAM)
            .arg(argument)
            .assert()
            .success()
            .stdout(diff(expected))
            .stderr("");
    }
}

#[test]
fn help_is_there_for_the_subcommands() {
    for (subcommand, text) in [
        ("play", "--random <ROWSxCOLSxMINES>"),
        ("generate", "--rng-seed <N>"),
        ("--gen", "[default: 2019.fa]"),
        ("check", "[default: 10s]"),
        ("record", "Change files that are there and differ"),
        ("suite", "[default: as many as are needed]"),
        ("docs", "[possible values: man, bash, zsh, fish]"),
    ] {
        Command::new(PROGRAM)
            .args([subcommand, "--help"])
            .assert()
            .success()
            .stdout(contains(text))
            .stderr("");
    }
}

#[test]
fn the_list_has_a_line_for_each_edition() {
    let list = Test::new()
        .args(["play", "--list"])
        .stdout_matches(predicate::always())
        .run()
        .text();
    let names: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split("  ").next())
        .map(str::trim)
        .collect();
    assert_eq!(names, super::play_options::EDITIONS);
    refused(
        &["play", "--edition", "2023.sp", "seed"],
        &format!(
            "invalid value '2023.sp' for '--edition <NAME>' [possible values: {}]; \
             a similar value exists: '2025.sp'",
            names.join(", ")
        ),
    );
}

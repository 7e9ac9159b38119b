//! The subcommand `play`: its options.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use predicates::prelude::*;
use support::{PROGRAM, Run, SEED, SeedFile, game, refused, run};

const EDITIONS: [&str; 6] = [
    "2022.sp", "2025.sp", "2019.fa", "wise2021", "comp182", "project1",
];

#[test]
fn the_list_has_a_line_for_each_edition() {
    let list = run(&mut game(["play", "--list"]), b"");
    assert_eq!((list.err.as_slice(), list.status), (&b""[..], Some(0)));
    let list = String::from_utf8(list.out).expect("UTF-8");
    let names: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split("  ").next())
        .map(str::trim)
        .collect();
    assert_eq!(names, EDITIONS);
    refused(
        &["play", "--edition", "2023.sp", "seed"],
        &format!(
            "unknown edition \"2023.sp\"; known are:\n{}",
            list.trim_end()
        ),
    );
}

#[test]
fn help_is_there_for_the_subcommands() {
    for (subcommand, text) in [
        ("play", "--random ROWSxCOLSxMINES"),
        ("generate", "--rng-seed N"),
        ("--gen", "FILE - is"),
    ] {
        assert_cmd::Command::new(PROGRAM)
            .args([subcommand, "--help"])
            .assert()
            .success()
            .stdout(predicate::str::contains(text))
            .stderr("");
    }
}

#[test]
fn the_default_edition_is_the_game_without_a_subcommand() {
    let seed = SeedFile::new(SEED);
    let input = b"m 0 0\nnofog\nbad\nr 0 1\n";
    let expected = run(&mut game([seed.path()]), input);
    assert_eq!(run(game(["play"]).arg(seed.path()), input), expected);
    assert_eq!(
        run(
            game(["play", "--edition", "2022.sp", "--"]).arg(seed.path()),
            input
        ),
        expected
    );
    assert_eq!(
        run(game(["play", "--edition=2022.sp"]).arg(seed.path()), input),
        expected
    );
}

#[test]
fn editions_refuse_the_options_that_they_do_not_have() {
    let options = [
        ("--random", Some("5x5x1"), &EDITIONS[..3]),
        (
            "--rng-seed",
            Some("1"),
            &["2022.sp", "2025.sp", "2019.fa", "comp182", "project1"],
        ),
        ("--rows", Some("5"), &["comp182"]),
        ("--cols", Some("5"), &["comp182"]),
        ("--mines", Some("5"), &["comp182"]),
        ("--cascade", None, &["comp182"]),
    ];
    for edition in EDITIONS {
        for (option, value, _) in options
            .into_iter()
            .filter(|(_, _, having)| !having.contains(&edition))
        {
            let mut arguments = vec!["play", option];
            arguments.extend(value);
            arguments.extend(["--edition", edition, "seed.cfg"]);
            refused(
                &arguments,
                &format!("the edition {edition} has no option {option}"),
            );
        }
    }
    refused(&["play", "--fast", "seed"], "invalid option '--fast'");
    refused(&["play", "-x", "seed"], "invalid option '-x'");
    refused(
        &["play", "--edition"],
        "missing argument for option '--edition'",
    );
    refused(
        &["play", "--list=all"],
        "unexpected argument for option '--list': \"all\"",
    );
}

#[test]
fn values_that_make_no_sense_are_refused() {
    let comp182 = |rest: &[&str], message: &str| {
        let arguments = [&["play", "--edition", "comp182"], rest].concat();
        refused(&arguments, message);
    };
    refused(
        &["play", "--random", "10x10"],
        "\"10x10\" is not ROWSxCOLSxMINES, as in 10x10x15",
    );
    refused(
        &["play", "--random", "5x5x25"],
        "25 mines are not possible on 5 by 5 squares: at least 1, at most 24",
    );
    refused(
        &["play", "--random", "5x5x1", "seed"],
        "--random and a seed file exclude each other",
    );
    refused(
        &["play", "--rng-seed", "1", "seed"],
        "--rng-seed and a seed file exclude each other",
    );
    refused(&["play", "--rng-seed", "1"], "--rng-seed needs --random");
    refused(&["play", "--list", "seed"], "--list stands alone");
    refused(&["play", "--cascade", "--list"], "--list stands alone");
    refused(
        &["play", "--random", "+5x5x1"],
        "\"+5x5x1\" is not ROWSxCOLSxMINES, as in 10x10x15",
    );
    refused(
        &["play", "--edition", "project1", "--rng-seed", "1", "seed"],
        "--rng-seed and a seed file exclude each other",
    );
    refused(
        &["play", "--edition", "project1", "seed", "seed"],
        "more than one seed file",
    );
    comp182(&["seed", "seed"], "more than one seed file");
    for option in ["--rows", "--cols", "--mines", "--rng-seed"] {
        comp182(
            &[option, "3", "seed"],
            &format!("{option} and a seed file exclude each other"),
        );
    }
    comp182(
        &["--rows", "100"],
        "100 rows and 4 columns are not possible: each must be 1 to 99, with at most 9801 squares",
    );
    comp182(
        &["--cols", "0"],
        "4 rows and 0 columns are not possible: each must be 1 to 99, with at most 9801 squares",
    );
    comp182(
        &["--mines", "16"],
        "16 mines are not possible on 4 by 4 squares: at least 1, at most 15",
    );
    comp182(
        &["--mines", "0"],
        "0 mines are not possible on 4 by 4 squares: at least 1, at most 15",
    );
    comp182(
        &["--rows", "-1"],
        "--rows: not a number, or too large: \"-1\"",
    );
    comp182(
        &["--rows", "four"],
        "--rows: not a number, or too large: \"four\"",
    );
}

#[test]
fn without_exactly_one_seed_the_assignments_usage_is_shown() {
    for files in [&[][..], &["seed", "seed"]] {
        let start = |edition| run(game(["play", "--edition", edition]).args(files), b"q\n");
        assert_eq!(
            start("2022.sp"),
            Run::new("", "\nUsage: MinesweeperDriver SEED_FILE_PATH\n", 1)
        );
        assert_eq!(
            start("2025.sp"),
            Run::new("", "\nUsage: MinesweeperRunner SEED_FILE_PATH\n", 1)
        );
        assert_eq!(
            start("2019.fa"),
            Run::new("\nUsage: MinesweeperDriver SEED_FILE_PATH\n", "", 1)
        );
    }
    assert_eq!(
        run(&mut game(["play", "--edition", "wise2021"]), b""),
        Run::new("", "minesweeper-alpha: no board file was given\n", 1)
    );
}

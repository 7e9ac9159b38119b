//! The subcommand `play`: its options.

use crate::support::{SEED, Test, refused};

pub const EDITIONS: [&str; 6] = [
    "2022.sp", "2025.sp", "2019.fa", "wise2021", "comp182", "project1",
];

#[test]
fn a_known_size_is_played_in_an_edition_that_has_it() {
    for (size, rows) in [("intermediate", 16), ("expert", 16)] {
        let game = ["play", "--random", size, "--rng-seed", "1"];
        let named = Test::play("2019.fa").args(&game[1..]).stdin("q\n").found();
        assert!(String::from_utf8_lossy(&named.out).contains(&format!("\n {} | ", rows - 1)));
        Test::new()
            .args(game)
            .stdin("q\n")
            .stdout(named.out)
            .stderr("edition: 2019.fa\n")
            .run();
    }
    // Whoever names an edition means it.
    Test::play("2022.sp")
        .args(["--random", "expert"])
        .status(2)
        .stderr(
            "minesweeper-alpha: 16 rows and 30 columns are not possible: each must be 5 to 10, with \
             at most 100 squares\n",
        )
        .run();
}

#[test]
fn the_default_edition_is_the_game_without_a_subcommand() {
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
    refused(
        &["play", "--fast", "seed"],
        "unexpected argument '--fast' found",
    );
    refused(&["play", "-x", "seed"], "unexpected argument '-x' found");
    refused(
        &["play", "--edition"],
        "a value is required for '--edition <NAME>' but none was supplied [possible values: 2022.sp, 2025.sp, 2019.fa, wise2021, comp182, project1]",
    );
    refused(
        &["play", "--list=all"],
        "unexpected value 'all' for '--list' found; no more were expected",
    );
}

#[test]
fn the_last_of_several_values_counts() {
    let random = |options: &[&str]| {
        let arguments = [
            &["play", "--edition", "2019.fa", "--random", "5x5x2"],
            options,
        ]
        .concat();
        Test::new().args(arguments).stdin("nofog\n").found()
    };
    let once = random(&["--rng-seed", "3"]);
    assert_eq!(once.status, Some(0));
    let twice = random(&["--rng-seed", "4", "--rng-seed", "3", "--edition", "2019.fa"]);
    assert_eq!(twice, once);
}

#[test]
fn values_that_make_no_sense_are_refused() {
    let comp182 = |rest: &[&str], message: &str| {
        let arguments = [&["play", "--edition", "comp182"], rest].concat();
        refused(&arguments, message);
    };
    refused(
        &["play", "--random", "10x10"],
        "invalid value '10x10' for '--random <ROWSxCOLSxMINES>': not ROWSxCOLSxMINES, as in 10x10x15, nor beginner, intermediate or expert",
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
    refused(
        &["play", "--list", "seed"],
        "the argument '--list' cannot be used with one or more of the other specified arguments",
    );
    refused(
        &["play", "--cascade", "--list"],
        "the argument '--list' cannot be used with one or more of the other specified arguments",
    );
    refused(
        &["play", "--random", "+5x5x1"],
        "invalid value '+5x5x1' for '--random <ROWSxCOLSxMINES>': not ROWSxCOLSxMINES, as in 10x10x15, nor beginner, intermediate or expert",
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
    comp182(&["--rows", "-1"], "unexpected argument '-1' found");
    comp182(
        &["--rows", "four"],
        "invalid value 'four' for '--rows <N>': invalid digit found in string",
    );
}

#[test]
fn without_exactly_one_seed_the_assignments_usage_is_shown() {
    const DRIVER: &str = "\nUsage: MinesweeperDriver SEED_FILE_PATH\n";
    const RUNNER: &str = "\nUsage: MinesweeperRunner SEED_FILE_PATH\n";
    for files in [&[][..], &["seed", "seed"]] {
        let start = |edition| Test::play(edition).args(files).stdin("q\n").status(1);
        start("2022.sp").stderr(DRIVER).run();
        start("2025.sp").stderr(RUNNER).run();
        start("2019.fa").stdout(DRIVER).run();
    }
    Test::play("wise2021")
        .stderr("minesweeper-alpha: no board file was given\n")
        .status(1)
        .run();
}

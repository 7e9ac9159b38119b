//! Random seed files and random games.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::collections::HashMap;
use std::path::Path;

use support::{Run, game, refused, run};

/// What the generator prints for these values.
fn seed(rows: u32, cols: u32, mines: u32, rng_seed: u32) -> String {
    let numbers = [rows, cols, mines].map(|number| number.to_string());
    let mut command = game(["generate", "--edition", "2019.fa", "-"]);
    command
        .args(numbers)
        .args(["--rng-seed", &rng_seed.to_string()]);
    let found = run(&mut command, b"");
    assert_eq!((found.err.as_slice(), found.status), (&b""[..], Some(0)));
    String::from_utf8(found.out).expect("UTF-8")
}

/// The mines of a seed, which are in order and all different.
fn mines(seed: &str) -> Vec<(u32, u32)> {
    let numbers: Vec<u32> = seed
        .split_whitespace()
        .map(|number| number.parse().expect("a number"))
        .collect();
    let mines: Vec<(u32, u32)> = numbers[3..]
        .chunks(2)
        .map(|pair| (pair[0], pair[1]))
        .collect();
    assert_eq!(mines.len(), numbers[2] as usize, "{seed}");
    assert!(mines.windows(2).all(|pair| pair[0] < pair[1]), "{seed}");
    assert!(
        mines
            .iter()
            .all(|&(row, col)| row < numbers[0] && col < numbers[1]),
        "{seed}"
    );
    mines
}

#[test]
fn a_seed_never_changes() {
    // Fixed for every machine and every version to come.
    assert_eq!(seed(5, 6, 4, 0), "5 6\n4\n0 1\n0 4\n1 4\n3 1\n");
    assert_eq!(seed(10, 10, 5, 1302), "10 10\n5\n0 7\n3 3\n6 8\n7 8\n8 6\n");
    assert_eq!(seed(12, 15, 3, u32::MAX), "12 15\n3\n4 7\n5 5\n10 14\n");
}

#[test]
fn the_same_number_draws_the_same_game_everywhere() {
    let written = seed(6, 7, 9, 3);
    let file = support::SeedFile::new(written);
    let from_file = run(&mut game([file.path()]), b"nofog\n");
    let drawn = run(
        &mut game(["play", "--random", "6x7x9", "--rng-seed", "3"]),
        b"nofog\n",
    );
    assert_eq!(drawn, from_file);
}

#[test]
fn without_a_number_games_differ() {
    let draw = || run(&mut game(["generate", "-", "10", "10", "50"]), b"").out;
    assert_ne!(draw(), draw());
    for arguments in [
        &["play", "--random", "10x10x50"][..],
        &[
            "play",
            "--edition",
            "comp182",
            "--rows",
            "20",
            "--cols",
            "20",
            "--mines",
            "390",
        ],
        &["play", "--edition", "project1"],
    ] {
        let draw = || run(&mut game(arguments), b"nofog\nu 0 0\nu 1 1\nu 2 2\nyes\n").out;
        let draws: Vec<_> = (0..8).map(|_| draw()).collect();
        assert!(draws.iter().any(|draw| *draw != draws[0]), "{arguments:?}");
    }
}

/// The chi-squared statistic of counts that should all be alike.
fn chi_squared(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>())
        / f64::from(u32::try_from(counts.len()).expect("few"));
    counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum()
}

#[test]
fn every_square_gets_as_many_mines_as_any_other() {
    let mut counts = [0; 30];
    for rng_seed in 0..2_000 {
        for (row, col) in mines(&seed(5, 6, 3, rng_seed)) {
            counts[(row * 6 + col) as usize] += 1;
        }
    }
    // 29 degrees of freedom: above 58.3 once in a thousand.
    let statistic = chi_squared(&counts);
    assert!(statistic < 58.3, "{statistic} {counts:?}");
}

#[test]
fn every_pair_of_squares_gets_mines_as_often_as_any_other() {
    let mut counts: HashMap<Vec<(u32, u32)>, u32> = HashMap::new();
    for rng_seed in 0..3_000 {
        *counts.entry(mines(&seed(5, 5, 2, rng_seed))).or_default() += 1;
    }
    assert_eq!(counts.len(), 300, "each of the pairs is drawn");
    let counts: Vec<u32> = counts.into_values().collect();
    // 299 degrees of freedom: above 379 once in a thousand.
    let statistic = chi_squared(&counts);
    assert!(statistic < 379.0, "{statistic} {counts:?}");
}

#[test]
fn what_is_generated_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seed.txt");
    for (generate, edition, numbers) in [
        ("generate", "2022.sp", ["5", "5", "1"]),
        ("generate", "2025.sp", ["10", "10", "99"]),
        ("generate", "2019.fa", ["200", "5", "999"]),
        ("--gen", "2022.sp", ["5", "10", "49"]),
    ] {
        let mut command = game([generate]);
        command
            .arg(&file)
            .args(numbers)
            .args(["--edition", edition]);
        assert_eq!(run(&mut command, b""), Run::new("", "", 0), "{edition}");
        let mut command = game(["play", "--edition", edition]);
        let played = run(command.arg(&file), b"nofog\n");
        assert_eq!(
            (played.err.as_slice(), played.status),
            (&b""[..], Some(0)),
            "{edition}"
        );
        let shown = played
            .out
            .windows(2)
            .filter(|pair| pair == b"< " || pair == b"<F")
            .count();
        assert_eq!(
            shown,
            numbers[2].parse::<usize>().expect("a number"),
            "{edition}"
        );
    }
}

#[test]
fn bad_values_are_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seed.txt");
    let file = file.to_str().expect("UTF-8");
    let size = |rows, cols| {
        format!(
            "{rows} rows and {cols} columns are not possible: each must be 5 to 10, with at most 100 squares"
        )
    };
    let mines =
        |mines| format!("{mines} mines are not possible on 5 by 6 squares: at least 1, at most 29");
    let number = |name, value| format!("{name}: not a number, or too large: {value:?}");
    for (values, message) in [
        (["4", "5", "1"], size(4, 5)),
        (["5", "11", "1"], size(5, 11)),
        (["0", "0", "0"], size(0, 0)),
        (["5", "6", "0"], mines(0)),
        (["5", "6", "30"], mines(30)),
        (["five", "6", "1"], number("ROWS", "five")),
        (["5", "+6", "1"], number("COLS", "+6")),
        (["5", "6", "1.5"], number("MINES", "1.5")),
        (
            ["5", "6", ""],
            "MINES: not a number, or too large: \"\"".to_owned(),
        ),
        (
            ["5", "99999999999999999999", "1"],
            number("COLS", "99999999999999999999"),
        ),
        (
            ["18446744073709551615", "18446744073709551615", "1"],
            size(u64::MAX, u64::MAX),
        ),
    ] {
        for generate in ["generate", "--gen"] {
            refused(&[generate, file, values[0], values[1], values[2]], &message);
        }
    }
    refused(&["generate", file, "5", "-6", "1"], "invalid option '-6'");
    refused(
        &["generate", file, "5", "6"],
        "generate takes FILE ROWS COLS MINES",
    );
    refused(
        &["generate", file, "5", "6", "1", "1"],
        "generate takes FILE ROWS COLS MINES",
    );
    refused(
        &["generate", file, "5", "6", "1", "--rng-seed"],
        "missing argument for option '--rng-seed'",
    );
    refused(
        &["generate", file, "5", "6", "1", "--rng-seed", "x"],
        "--rng-seed: not a number, or too large: \"x\"",
    );
    refused(
        &["generate", file, "5", "6", "1", "--cascade"],
        "invalid option '--cascade'",
    );
    refused(
        &["generate", file, "5", "6", "1", "--edition", "comp182"],
        "there is no generator for the edition comp182",
    );
    refused(
        &[
            "generate",
            file,
            "3000",
            "5000",
            "1",
            "--edition",
            "2019.fa",
        ],
        "3000 rows and 5000 columns are not possible: each must be 5 at least, with at most 10000000 squares",
    );
    refused(
        &["generate", file, "5", "5", "25", "--edition", "2019.fa"],
        "25 mines are not possible on 5 by 5 squares: at least 1, at most 24",
    );
    assert!(!Path::new(file).exists());
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 0);
}

#[test]
fn a_file_is_replaced_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seed.txt");
    std::fs::write(
        &file,
        "something longer than the seed that will take its place\n",
    )
    .expect("a file");
    let path = file.to_str().expect("UTF-8");
    refused(
        &["generate", path, "5", "5", "25"],
        "25 mines are not possible on 5 by 5 squares: at least 1, at most 24",
    );
    assert!(
        std::fs::read_to_string(&file)
            .expect("the file")
            .starts_with("something")
    );
    let done = run(
        &mut game(["generate", path, "5", "5", "1", "--rng-seed", "1"]),
        b"",
    );
    assert_eq!(done, Run::new("", "", 0));
    assert_eq!(
        std::fs::read_to_string(&file).expect("the file"),
        seed(5, 5, 1, 1)
    );
    assert_eq!(
        std::fs::read_dir(&folder).expect("the folder").count(),
        1,
        "nothing is left behind"
    );
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_written_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("UTF-8");
    let nowhere = format!("{folder}/no/seed.txt");
    refused(
        &["generate", folder, "5", "5", "1"],
        &format!("{folder}: Is a directory"),
    );
    refused(
        &["generate", &nowhere, "5", "5", "1"],
        &format!("{nowhere}: No such file or directory"),
    );
    refused(
        &["generate", "", "5", "5", "1"],
        ": No such file or directory",
    );
    if Path::new("/dev/full").exists() {
        refused(
            &["generate", "/dev/full", "5", "5", "1"],
            "/dev/full: No space left on device",
        );
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device");
        let found = run(game(["generate", "-", "5", "5", "1"]).stdout(full), b"");
        let message = "minesweeper-alpha: standard output: No space left on device\n";
        assert_eq!(found, Run::new("", message, 2));
    }
}

#[cfg(unix)]
#[test]
fn links_and_permissions_are_kept() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (file, link) = (folder.path().join("seed.txt"), folder.path().join("link"));
    std::fs::write(&file, "").expect("a file");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).expect("permissions");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    let mut command = game(["generate"]);
    command.arg(&link).args(["5", "5", "1"]);
    assert_eq!(run(&mut command, b""), Run::new("", "", 0));
    assert!(link.is_symlink());
    assert!(
        std::fs::read_to_string(&file)
            .expect("the file")
            .starts_with("5 5\n1\n")
    );
    // A link to a file that is not there yet leads there all the same.
    let (new, link) = (folder.path().join("new.txt"), folder.path().join("early"));
    std::os::unix::fs::symlink("new.txt", &link).expect("a link");
    let mut command = game(["generate"]);
    command.arg(&link).args(["5", "5", "1"]);
    assert_eq!(run(&mut command, b""), Run::new("", "", 0));
    assert!(link.is_symlink() && new.is_file() && !new.is_symlink());

    let circle = folder.path().join("circle");
    std::os::unix::fs::symlink(&circle, &circle).expect("a link");
    let path = circle.to_str().expect("UTF-8");
    refused(
        &["generate", path, "5", "5", "1"],
        &format!("{path}: Too many levels of symbolic links"),
    );

    let mode = std::fs::metadata(&file)
        .expect("the file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
}

/// A command as somebody who has no special rights; none if that one may not
/// start the program.
#[cfg(unix)]
fn as_somebody(file: &Path) -> Option<std::process::Command> {
    use std::os::unix::process::CommandExt;
    let mut command = game(["generate"]);
    command.arg(file).args(["5", "5", "1"]);
    let superuser = std::fs::File::options()
        .write(true)
        .open("/etc/passwd")
        .is_ok();
    if superuser {
        command.uid(65_534);
        command.status().ok()?;
    }
    Some(command)
}

#[cfg(unix)]
#[test]
fn what_may_not_be_written_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let may = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("permissions");
    };
    let outer = tempfile::tempdir().expect("a folder");
    may(outer.path(), 0o755);
    let (closed, open) = (outer.path().join("closed"), outer.path().join("open"));
    std::fs::create_dir(&closed).expect("a folder");
    std::fs::create_dir(&open).expect("a folder");
    let read_only = open.join("seed.txt");
    std::fs::write(&read_only, "kept").expect("a file");
    may(&read_only, 0o444);
    may(&open, 0o777);
    may(&closed, 0o555);
    for file in [closed.join("seed.txt"), read_only.clone()] {
        let Some(mut command) = as_somebody(&file) else {
            return;
        };
        let message = format!("minesweeper-alpha: {}: Permission denied\n", file.display());
        assert_eq!(run(&mut command, b""), Run::new("", message, 2));
    }
    assert_eq!(
        std::fs::read_to_string(&read_only).expect("the file"),
        "kept"
    );
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = game([
        "generate",
        "--edition",
        "2019.fa",
        "-",
        "1000",
        "1000",
        "9999",
    ]);
    assert_eq!(run(command.stdout(writer), b""), Run::new("", "", 0));
}

//! Seed files that an edition rejects.

use crate::support::Test;

#[test]
fn unreadable_seed_files_have_the_error_of_the_edition() {
    let temporary = tempfile::tempdir().expect("a folder");
    let folder = temporary.path().to_str().expect("UTF-8");
    let missing = format!("{folder}/missing");
    for (path, reason) in [
        (folder, "Is a directory"),
        (&missing, "No such file or directory"),
    ] {
        for edition in ["2025.sp", "comp182", "project1"] {
            Test::play(edition)
                .arg(path)
                .stderr(format!("\nSeed File Not Found Error: {path} ({reason})\n"))
                .status(2)
                .run();
        }
        Test::play("2019.fa")
            .arg(path)
            .stdout(not_formatted(path))
            .status(1)
            .run();
    }
}

/// Returns the message of 2019.fa about an invalid seed file.
fn not_formatted(path: &str) -> String {
    format!("Cannot create game with {path}, because it is not formatted correctly.\n\n")
}

#[test]
fn malformed_seeds_have_the_error_of_the_edition() {
    let size = "Cannot create a mine field with that many rows and/or columns!";
    for (edition, seed, message) in [
        ("2025.sp", "4 5", size),
        ("comp182", "100 5 1 0 0", size),
        ("comp182", "0 5 1 0 0", size),
        (
            "comp182",
            "1 1 1 0 0",
            "number of mines: 1 is not from 1 to 0",
        ),
        ("comp182", "2 2 4", "number of mines: 4 is not from 1 to 3"),
        (
            "comp182",
            "2 2 1 2 0",
            "row of mine 1: 2 is not from 0 to 1",
        ),
        ("comp182", "", "number of rows: an integer is missing"),
        ("project1", "8 9 1 0 0", size),
        (
            "project1",
            "8 8 65",
            "number of mines: 65 is not from 0 to 64",
        ),
        (
            "project1",
            "8 8 1 0 x",
            "column of mine 1: not an integer: \"x\"",
        ),
    ] {
        Test::play(edition)
            .seed(seed)
            .stderr(format!("\nSeed File Malformed Error: {message}\n"))
            .status(3)
            .run();
    }
}

#[test]
fn oversized_seeds_are_rejected_at_once() {
    Test::play("2019.fa")
        .seed("2000000000 5")
        .stdout("\nಠ_ಠ says, \"Cannot create a mine field with that many rows and/or columns!\"\n")
        .run();
    Test::play("2019.fa")
        .seed("5 5 2000000000")
        .stdout(not_formatted("seed.txt"))
        .status(1)
        .run();
}

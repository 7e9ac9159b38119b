//! The generator: what it takes, and what it refuses.

use std::path::Path;

use crate::support::{Test, refused};

#[test]
fn what_is_generated_is_played() {
    for (generate, edition, numbers) in [
        ("generate", "2022.sp", ["5", "5", "1"]),
        ("generate", "2025.sp", ["10", "10", "99"]),
        ("generate", "2019.fa", ["200", "5", "999"]),
        ("--gen", "2022.sp", ["5", "10", "49"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("seed.txt");
        Test::new()
            .arg(generate)
            .arg(&file)
            .args(numbers)
            .args(["--edition", edition])
            .run();
        let played = Test::play(edition).arg(&file).stdin("nofog\n").found();
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

/// Asserts that sizes are refused with a mine each, and that nothing is written.
#[track_caller]
fn sizes_are_refused(generate: &str, sizes: &[[u64; 2]], limits: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seed.txt");
    let file = file.to_str().expect("UTF-8");
    for [rows, cols] in sizes {
        let message = format!("{rows} rows and {cols} columns are not possible: {limits}");
        let (rows, cols) = (rows.to_string(), cols.to_string());
        refused(&[generate, file, &rows, &cols, "1"], &message);
    }
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 0);
}

const OF_2022_SP: &str = "each must be 5 to 10, with at most 100 squares";

#[test]
fn sizes_that_the_default_edition_does_not_have_are_refused() {
    let sizes = [[4, 5], [5, 11], [0, 0], [u64::MAX, u64::MAX]];
    sizes_are_refused("generate", &sizes, OF_2022_SP);
}

#[test]
fn the_short_form_has_the_sizes_of_2019_fa() {
    let long = Test::new()
        .args(["generate", "--edition", "2019.fa", "-", "12", "20", "30"])
        .args(["--rng-seed", "8"])
        .found();
    assert!(long.out.starts_with(b"12 20\n30\n"), "{long:?}");
    Test::new()
        .args(["--gen", "-", "12", "20", "30", "--rng-seed", "8"])
        .like(&long)
        .run();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seed.txt");
    Test::new()
        .arg("--gen")
        .arg(&file)
        .args(["12", "20", "30", "--rng-seed", "8"])
        .run();
    assert!(std::fs::read(&file).expect("the file") == long.out);
    let sizes = [[4, 20], [20, 4], [0, 0], [3000, 5000], [u64::MAX, u64::MAX]];
    let limits = "each must be 5 at least, with at most 10000000 squares";
    sizes_are_refused("--gen", &sizes, limits);
}

#[test]
fn bad_values_are_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("seed.txt");
    let file = file.to_str().expect("UTF-8");
    let mines =
        |mines| format!("{mines} mines are not possible on 5 by 6 squares: at least 1, at most 29");
    let number = |name, value, fault| format!("invalid value '{value}' for '<{name}>': {fault}");
    for (values, message) in [
        (["5", "6", "0"], mines(0)),
        (["5", "6", "30"], mines(30)),
        (
            ["five", "6", "1"],
            number("ROWS", "five", "invalid digit found in string"),
        ),
        (
            ["5", "6", "1.5"],
            number("MINES", "1.5", "invalid digit found in string"),
        ),
        (
            ["5", "6", ""],
            number("MINES", "", "cannot parse integer from empty string"),
        ),
        (
            ["5", "99999999999999999999", "1"],
            number(
                "COLS",
                "99999999999999999999",
                "number too large to fit in target type",
            ),
        ),
    ] {
        for generate in ["generate", "--gen"] {
            refused(&[generate, file, values[0], values[1], values[2]], &message);
        }
    }
    refused(
        &["generate", file, "5", "-6", "1"],
        "unexpected argument '-6' found",
    );
    refused(
        &["generate", file, "5", "6"],
        "the following required arguments were not provided: <MINES>",
    );
    refused(
        &["generate", file, "5", "6", "1", "1"],
        "unexpected argument '1' found",
    );
    refused(
        &["generate", file, "5", "6", "1", "--rng-seed"],
        "a value is required for '--rng-seed <N>' but none was supplied",
    );
    refused(
        &["generate", file, "5", "6", "1", "--rng-seed", "x"],
        "invalid value 'x' for '--rng-seed <N>': invalid digit found in string",
    );
    refused(
        &["generate", file, "5", "6", "1", "--cascade"],
        "unexpected argument '--cascade' found",
    );
    refused(
        &["generate", file, "5", "6", "1", "--edition", "comp182"],
        "invalid value 'comp182' for '--edition <NAME>' [possible values: 2022.sp, 2025.sp, 2019.fa]",
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

//! Plays the golden cases. Each `NAME.seed.txt` (`NAME.cfg` for a board) in `tests/cases/` is a
//! case with the input `NAME.in.txt`, by default empty. The program must print the bytes of
//! `NAME.out.txt` and `NAME.err.txt`, or of `NAME.combined.txt` if both streams are one pipe, and
//! exit with the status in `NAME.status.txt`. Cases in the folder itself are for the game without a
//! subcommand, those in `tests/cases/EDITION/` for that edition. To add a case, add its files.

use std::path::{Path, PathBuf};

use minesweeper_alpha::internal::EDITIONS;

use crate::support::{Test, package_file};

const CASES: &str = "tests/cases";

#[test]
fn default_game_matches_golden_cases() {
    check(CASES, &[], 70);
}

#[test]
fn every_edition_matches_golden_cases() {
    for edition in folders(CASES) {
        check(
            &format!("{CASES}/{edition}"),
            &["play", "--edition", &edition],
            5,
        );
    }
}

#[test]
fn every_edition_has_cases() {
    let mut others: Vec<String> = EDITIONS[1..]
        .iter()
        .map(|edition| edition.name.to_owned())
        .collect();
    others.sort();
    assert_eq!(folders(CASES), others);
}

/// Returns the names of the folders in a folder.
fn folders(folder: &str) -> Vec<String> {
    names(folder, Path::is_dir)
}

/// Returns the names of the files or of the folders in a folder, sorted.
fn names(folder: &str, is_wanted: fn(&Path) -> bool) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(package_file(folder)).expect("the folder of cases") {
        let entry = entry.expect("an entry");
        if is_wanted(&entry.path()) {
            names.push(entry.file_name().into_string().expect("UTF-8"));
        }
    }
    names.sort();
    names
}

/// Plays all cases of a folder. `min_count` is their minimum number, so that lost cases are
/// noticed.
fn check(folder: &str, arguments: &[&str], min_count: usize) {
    let cases = cases(folder);
    let count = cases.len();
    assert!(count >= min_count, "only {count} cases in {folder}");
    let mut failures = String::new();
    for case in &cases {
        failures += &case.differences(arguments);
    }
    assert!(failures.is_empty(), "cases fail:\n{failures}");
}

/// A case.
struct Case {
    /// Path of the seed or board, relative to the package, because some editions print it.
    seed: PathBuf,
    /// The path without its extensions.
    stem: String,
}

/// Returns the cases of a folder, sorted by name. Fails if a file belongs to no case, because its
/// name must be misspelt.
fn cases(folder: &str) -> Vec<Case> {
    let names = names(folder, Path::is_file);
    let case_of = |name: &str| {
        let stem = name
            .strip_suffix(".seed.txt")
            .or_else(|| name.strip_suffix(".cfg"))?;
        Some(Case {
            seed: Path::new(folder).join(name),
            stem: format!("{folder}/{stem}"),
        })
    };
    let cases: Vec<Case> = names.iter().filter_map(|name| case_of(name)).collect();
    let endings = ".seed.txt .cfg .in.txt .out.txt .err.txt .combined.txt .status.txt";
    for name in names.iter().filter(|name| *name != "cases.toml") {
        let path = format!("{folder}/{name}");
        let is_of_case = |case: &Case| {
            let ending = path.strip_prefix(&case.stem);
            ending.is_some_and(|ending| endings.split(' ').any(|it| it == ending))
        };
        assert!(cases.iter().any(is_of_case), "{path} belongs to no case");
    }
    cases
}

impl Case {
    /// Reads a file of the case, if it exists.
    fn file(&self, name: &str) -> Option<Vec<u8>> {
        let path = package_file(format!("{}.{name}.txt", self.stem));
        path.exists()
            .then(|| std::fs::read(path).expect("a file of the case"))
    }

    /// Plays the case. Returns a report of the differences, which is empty if there are none.
    fn differences(&self, arguments: &[&str]) -> String {
        let expected = |name: &str| {
            self.file(name)
                .unwrap_or_else(|| panic!("{}: no {name}", self.stem))
        };
        let status = String::from_utf8(expected("status")).expect("UTF-8");
        let number = status.strip_suffix('\n').expect("a line");
        Test::new()
            .args(arguments)
            .arg(&self.seed)
            .current_dir(package_file(""))
            .stdin(self.file("in").unwrap_or_default())
            .stdout(expected("out"))
            .stderr(expected("err"))
            .merged(expected("combined"))
            .status(number.parse().expect("a status"))
            .differences()
            .map_or_else(String::new, |text| format!("{}:\n{text}\n", self.stem))
    }
}

/// If a game does not end as the name of its case says, the case does not test its subject.
#[test]
fn names_of_cases_match_results_and_scores() {
    for case in cases(CASES) {
        let name = case.stem.rsplit('/').next().expect("a name");
        let printed = String::from_utf8_lossy(&case.file("out").unwrap_or_default()).into_owned();
        if let Some(score) = name.strip_prefix("win-") {
            let is_score = score.parse::<f64>().is_ok_and(|it| it < 100.0);
            let expected = format!("SCORE: {}", if is_score { score } else { "" });
            assert!(printed.contains(&expected), "{name}");
        } else if name.starts_with("loss-") {
            assert!(printed.contains("Oh no"), "{name}");
        }
    }
}

//! The golden cases. Every `NAME.seed.txt` (`NAME.cfg` for a board) in `tests/cases/` is played
//! with `NAME.in.txt` (by default, empty input). The output is compared byte by byte with
//! `NAME.out.txt`, `NAME.err.txt`, `NAME.combined.txt` (both streams in one pipe) and
//! `NAME.status.txt`. Cases in the folder itself are for the game without a subcommand, those in
//! `tests/cases/EDITION/` for that edition. To add a case, add its files.

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

fn folders(folder: &str) -> Vec<String> {
    names(folder, Path::is_dir)
}

/// Returns the names of the files or of the folders in a folder.
fn names(folder: &str, kind: fn(&Path) -> bool) -> Vec<String> {
    let entries = std::fs::read_dir(package_file(folder)).expect("the folder of cases");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let name = |path: PathBuf| path.file_name()?.to_str().map(str::to_owned);
    let paths = paths.filter(|path| kind(path));
    let mut names: Vec<String> = paths.map(|path| name(path).expect("UTF-8")).collect();
    names.sort();
    names
}

/// Plays all cases of a folder. `least` is their minimum number, so that lost cases are noticed.
fn check(folder: &str, arguments: &[&str], least: usize) {
    let cases = cases(folder);
    let count = cases.len();
    assert!(count >= least, "only {count} cases in {folder}");
    let failures = cases.iter().filter_map(|case| failures(case, arguments));
    let failures: Vec<String> = failures.collect();
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} cases fail\n{}",
        failures.join("\n")
    );
}

/// A case: the path of its seed or board, and that path without its suffix. Both are relative to
/// the package, because some editions print them.
struct Case {
    seed: PathBuf,
    stem: String,
}

/// Returns the cases of a folder, sorted by name. A file that belongs to no case has a misspelt
/// name and fails the test.
fn cases(folder: &str) -> Vec<Case> {
    let names = names(folder, Path::is_file);
    let seed_of = |name: &str| {
        let stem = name
            .strip_suffix(".seed.txt")
            .or_else(|| name.strip_suffix(".cfg"))?;
        Some(Case {
            seed: Path::new(folder).join(name),
            stem: format!("{folder}/{stem}"),
        })
    };
    let cases: Vec<Case> = names.iter().filter_map(|name| seed_of(name)).collect();
    let endings = "seed.txt cfg in.txt out.txt err.txt combined.txt status.txt";
    for name in names.iter().filter(|name| *name != "cases.toml") {
        let path = format!("{folder}/{name}");
        let is_file = |stem: &str| {
            endings
                .split(' ')
                .any(|end| path == format!("{stem}.{end}"))
        };
        let belongs = cases.iter().any(|case| is_file(&case.stem));
        assert!(belongs, "{path} belongs to no case");
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
}

fn failures(case: &Case, arguments: &[&str]) -> Option<String> {
    let file = |name: &str| {
        case.file(name)
            .unwrap_or_else(|| panic!("{}: no {name}", case.stem))
    };
    let status = String::from_utf8(file("status")).expect("UTF-8");
    let number = status.strip_suffix('\n').expect("a line");
    let differences = Test::new()
        .args(arguments)
        .arg(&case.seed)
        .current_dir(package_file(""))
        .stdin(case.file("in").unwrap_or_default())
        .stdout(file("out"))
        .stderr(file("err"))
        .merged(file("combined"))
        .status(number.parse().expect("a status"))
        .differences();
    differences.map(|differences| format!("{}:\n{differences}", case.stem))
}

/// A case whose game does not end as its name says does not test what it should.
#[test]
fn names_of_cases_match_results_and_scores() {
    for case in cases(CASES) {
        let name = case.stem.rsplit('/').next().expect("a name");
        let printed = String::from_utf8_lossy(&case.file("out").unwrap_or_default()).into_owned();
        if let Some(score) = name.strip_prefix("win-") {
            let score = Some(score).filter(|score| score.parse::<f64>().is_ok_and(|it| it < 100.0));
            let expected = format!("SCORE: {}", score.unwrap_or_default());
            assert!(printed.contains(&expected), "{name}");
        } else if name.starts_with("loss-") {
            assert!(printed.contains("Oh no"), "{name}");
        }
    }
}

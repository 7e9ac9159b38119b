//! The golden cases: every `tests/cases/NAME.seed.txt` is played with
//! `NAME.in.txt` (none: no input), and what comes out is compared whole with
//! `NAME.out.txt`, `NAME.err.txt`, `NAME.combined.txt` (both streams in one
//! pipe) and `NAME.status.txt`. To add a case is to add its files.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::path::{Path, PathBuf};

use support::{Run, game, package_file, run, run_combined, visible};

/// The least that must be found, lest the cases get lost unnoticed.
const LEAST: usize = 30;

#[test]
fn every_case_comes_out_as_recorded() {
    let seeds = seeds(&package_file("tests/cases"));
    assert!(seeds.len() >= LEAST, "only {} cases found", seeds.len());
    let failures: Vec<String> = seeds.iter().filter_map(|seed| failure(seed)).collect();
    assert!(
        failures.is_empty(),
        "{} of {} cases failed\n{}",
        failures.len(),
        seeds.len(),
        failures.join("\n")
    );
}

fn seeds(folder: &Path) -> Vec<PathBuf> {
    let mut seeds: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.to_str()
                .is_some_and(|path| path.ends_with(".seed.txt"))
        })
        .collect();
    seeds.sort();
    seeds
}

/// What is wrong with a case, if anything.
fn failure(seed: &Path) -> Option<String> {
    let path = seed.to_str().expect("a name in UTF-8");
    let case = path.strip_suffix(".seed.txt").expect("a seed");
    let expected = |name: &str| {
        let path = format!("{case}.{name}.txt");
        std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let input = std::fs::read(format!("{case}.in.txt")).unwrap_or_default();
    let status = String::from_utf8(expected("status")).expect("a status");
    let status = status.trim_end().parse().expect("a status");

    let expected_run = Run::new(expected("out"), expected("err"), status);
    let run = run(&mut game([seed]), &input);
    if run != expected_run {
        return Some(format!("{case}\nexpected {expected_run:?}\nfound {run:?}"));
    }
    let combined = run_combined(&mut game([seed]), &input);
    let expected_combined = expected("combined");
    (combined != expected_combined).then(|| {
        format!(
            "{case}: combined\nexpected\n{}\nfound\n{}",
            visible(&expected_combined),
            visible(&combined)
        )
    })
}

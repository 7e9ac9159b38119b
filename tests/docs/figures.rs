//! Figures in the pages agree with the program and its benches.

use std::path::PathBuf;

use super::{pages, read};
use crate::support::{Test, package_file};

/// Returns the options of a table with a column of defaults, each with its default.
fn defaults(page: &str) -> Vec<(&str, &str)> {
    let tables = page.split("\n| option | default |").skip(1);
    let rows = tables.flat_map(|table| {
        let rows = table.lines().skip(2);
        rows.map_while(|row| row.strip_prefix("| `--"))
    });
    rows.filter_map(|row| {
        let mut cells = row.split(" | ");
        let option = cells.next()?.split([' ', '`']).next()?;
        Some((option, cells.next()?))
    })
    .collect()
}

/// Returns the default that the help of an option gives.
fn default_in<'help>(help: &'help str, option: &str) -> Option<&'help str> {
    let (_, text) = help.split_once(&format!("\n      --{option} "))?;
    let text = text.split("\n      --").next()?;
    Some(text.split_once("[default: ")?.1.split_once(']')?.0)
}

#[test]
fn defaults_in_the_pages_match_the_help() {
    let help = Test::new().args(["check", "--help"]).found().text();
    let mut compared = 0;
    for page in pages() {
        for (option, default) in defaults(&read(&page)) {
            let of_help = default_in(&help, option);
            // Defaults in words may be worded differently.
            if default.starts_with(|first: char| first.is_ascii_digit()) {
                assert_eq!(of_help, Some(default), "--{option}");
                compared += 1;
            } else {
                assert!(of_help.is_some(), "--{option}");
            }
        }
    }
    assert!(compared > 4, "only {compared} defaults were found");
}

/// Reports whether a line has the format of a bench: the same words, and a figure in place of
/// each value.
fn is_printed_by(line: &str, format: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_word = |expected: &str| {
        words.next().is_some_and(|word| {
            let has_figure = word.contains(|letter: char| letter.is_ascii_digit());
            word == expected || (expected.contains('{') && has_figure)
        })
    };
    format.split_whitespace().all(is_word) && words.next().is_none()
}

#[test]
fn speed_page_shows_lines_of_the_benches() {
    let page = read(&PathBuf::from("docs/speed.md"));
    let shown = page.split("```").nth(1).expect("what the benches showed");
    let folder = std::fs::read_dir(package_file("benches")).expect("the benches");
    let benches: String = folder
        .map(|entry| std::fs::read_to_string(entry.expect("a bench").path()).expect("its text"))
        .collect();
    let lines: Vec<&str> = shown.lines().skip(1).collect();
    assert!(lines.len() > 20, "{shown}");
    for line in lines {
        let mut formats = benches.split('"');
        let is_printed = formats.any(|format| is_printed_by(line, format));
        assert!(is_printed, "no bench prints: {line}");
    }
}

//! Figures in the pages agree with the program and its benchmarks.

use std::path::PathBuf;

use super::{pages, read};
use crate::support::{Test, package_file};

/// Returns the options in the tables of a page that have a column of defaults, each with its
/// default.
fn defaults(page: &str) -> Vec<(&str, &str)> {
    let mut defaults = Vec::new();
    for table in page.split("\n| option | default |").skip(1) {
        let rows = table.lines().skip(2);
        for row in rows.map_while(|row| row.strip_prefix("| `--")) {
            let mut cells = row.split(" | ");
            let (option, default) = (cells.next().unwrap_or_default(), cells.next());
            let name = option.split([' ', '`']).next().unwrap_or_default();
            defaults.push((name, default.expect("a default")));
        }
    }
    defaults
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
            let default_in_help = default_in(&help, option);
            // The page may use other words than the help.
            if default.starts_with(|first: char| first.is_ascii_digit()) {
                assert_eq!(default_in_help, Some(default), "--{option}");
                compared += 1;
            } else {
                assert!(default_in_help.is_some(), "--{option}");
            }
        }
    }
    assert!(compared > 4, "only {compared} defaults were found");
}

/// Reports whether a line has the format of a benchmark: the same words, and a figure in place of
/// each value.
fn has_format(line: &str, format: &str) -> bool {
    let (words, expected_words) = (line.split_whitespace(), format.split_whitespace());
    words.clone().count() == expected_words.clone().count()
        && words.zip(expected_words).all(|(word, expected)| {
            let has_figure = word.contains(|letter: char| letter.is_ascii_digit());
            word == expected || (expected.contains('{') && has_figure)
        })
}

#[test]
fn speed_page_shows_lines_of_the_benchmarks() {
    let page = read(&PathBuf::from("docs/speed.md"));
    let output = page.split("```").nth(1).expect("a block of output");
    let mut benchmarks = String::new();
    for entry in std::fs::read_dir(package_file("benches")).expect("a folder") {
        let path = entry.expect("an entry").path();
        benchmarks += &std::fs::read_to_string(path).expect("a benchmark");
    }
    let lines: Vec<&str> = output.lines().skip(1).collect();
    assert!(lines.len() > 20, "{output}");
    for line in lines {
        let mut formats = benchmarks.split('"');
        let is_printed = formats.any(|format| has_format(line, format));
        assert!(is_printed, "no benchmark prints: {line}");
    }
}

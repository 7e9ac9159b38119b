//! The options in the pages exist.

use std::collections::BTreeMap;

use super::{pages, read};
use crate::support::Test;

const SUBCOMMANDS: [&str; 8] = [
    "play", "generate", "hint", "solve", "check", "grade", "record", "suite",
];

/// Words that end a call of the program: the separator of its command, and shell operators.
const ENDS: [&str; 7] = [" -- ", "|", ";", "&&", ">", "`", "\n"];

/// Returns the options of all calls in a page, each with its subcommand.
fn options(page: &str) -> Vec<(&str, &str)> {
    let mut options = Vec::new();
    for call in page.split("minesweeper-alpha ").skip(1) {
        let Some((subcommand, rest)) = call.split_once(' ') else {
            continue;
        };
        if !SUBCOMMANDS.contains(&subcommand) {
            continue;
        }
        let end = ENDS.iter().filter_map(|end| rest.find(end)).min();
        let words = rest[..end.unwrap_or(rest.len())].split_whitespace();
        for option in words.filter(|word| word.starts_with("--")) {
            options.push((subcommand, option.split('=').next().unwrap_or(option)));
        }
    }
    options
}

#[test]
fn options_in_the_pages_exist() {
    let helps = BTreeMap::from(SUBCOMMANDS.map(|name| {
        let help = Test::new().args([name, "--help"]).found();
        (name, help.text())
    }));
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for (subcommand, option) in options(&text) {
            count += 1;
            let mut words = helps[subcommand].split_whitespace();
            assert!(
                words.any(|word| word.trim_end_matches(',') == option),
                "{}: {subcommand} has no {option}",
                page.display()
            );
        }
    }
    assert!(count > 50, "only {count} options were found");
}

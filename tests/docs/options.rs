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
    let calls = page.split("minesweeper-alpha ").skip(1).filter_map(|rest| {
        let (subcommand, rest) = rest.split_once(' ')?;
        let end = ENDS.iter().filter_map(|end| rest.find(end)).min();
        SUBCOMMANDS
            .contains(&subcommand)
            .then(|| (subcommand, &rest[..end.unwrap_or(rest.len())]))
    });
    calls
        .flat_map(|(subcommand, call)| {
            let options = call
                .split_whitespace()
                .filter(|word| word.starts_with("--"));
            options.map(move |option| (subcommand, option.split('=').next().unwrap_or(option)))
        })
        .collect()
}

#[test]
fn options_in_the_pages_exist() {
    let help = |name| Test::new().args([name, "--help"]).found().text();
    let helps: BTreeMap<_, _> = SUBCOMMANDS.map(|name| (name, help(name))).into();
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for (subcommand, option) in options(&text) {
            count += 1;
            let is_option = |word: &str| word.trim_end_matches(',') == option;
            assert!(
                helps[subcommand].split_whitespace().any(is_option),
                "{}: {subcommand} has no {option}",
                page.display()
            );
        }
    }
    assert!(count > 50, "only {count} options were found");
}

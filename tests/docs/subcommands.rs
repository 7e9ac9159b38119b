//! The README names every subcommand, with an example that works if a reader pastes it.

use std::path::PathBuf;

use super::{in_clone, like_a_clone, pages, read};
use crate::support::{Test, visible};

/// Returns the names below `Commands:` in the help, up to a blank line. Continuation lines have a
/// larger indent.
fn listed(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("\nCommands:\n").expect("a list");
    list.lines()
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  "))
        .filter(|line| !line.starts_with(' '))
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

#[test]
fn readme_has_a_working_example_of_each_subcommand() {
    let help = Test::new().arg("--help").found().text();
    let names = listed(&help);
    assert!(names.contains(&"play") && names.contains(&"docs"), "{help}");
    let readme = read(&PathBuf::from("README.md"));
    let texts: Vec<String> = pages().iter().map(read).collect();
    let clone = like_a_clone();
    for name in names {
        let row = format!("\n| `{name}` | `");
        let (_, row) = readme
            .split_once(&row)
            .unwrap_or_else(|| panic!("no {name}"));
        let (example, _) = row.split_once('`').expect("the end of an example");
        let call = format!("minesweeper-alpha {name} ");
        assert!(example.contains(&call), "no example of {name}: {example}");
        // The test of the transcripts runs commands that have one.
        let command_line = format!("\n$ {example}\n");
        if texts.iter().any(|text| text.contains(&command_line)) {
            continue;
        }
        let run = in_clone(&clone, "sh").args(["-c", example]).found_merged();
        assert_eq!(run.status, Some(0), "{example}\n{}", visible(&run.out));
    }
}

//! The README names every subcommand, with an example that works when it is pasted.

use std::path::PathBuf;

use super::{in_clone, like_a_clone, pages, read};
use crate::support::{Test, visible};

/// Returns the names below `Commands:` in the help, up to a blank line. Continuation lines have a
/// larger indent.
fn listed(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("\nCommands:\n").expect("a list");
    let names = list.lines().take_while(|line| !line.is_empty());
    names
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
    // Commands in a transcript are tested there.
    let transcripts: Vec<String> = pages().iter().map(read).collect();
    let has_transcript = |command: &str| {
        let command = format!("\n$ {command}\n");
        transcripts.iter().any(|page| page.contains(&command))
    };
    let clone = like_a_clone();
    for name in names {
        let row = format!("\n| `{name}` | `");
        let (_, row) = readme
            .split_once(&row)
            .unwrap_or_else(|| panic!("no {name}"));
        let (example, _) = row.split_once('`').expect("the end of an example");
        let call = format!("minesweeper-alpha {name} ");
        assert!(example.contains(&call), "no example of {name}: {example}");
        if has_transcript(example) {
            continue;
        }
        let found = in_clone(&clone, "sh").args(["-c", example]).found_merged();
        assert_eq!(found.status, Some(0), "{example}\n{}", visible(&found.out));
    }
}

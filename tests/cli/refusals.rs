//! Command lines that are refused.

use crate::support::{Test, package_file, refused, snapshot, words};

/// For these command lines, the program also writes no file.
#[test]
fn invalid_command_lines_have_these_messages() {
    let path = package_file("tests/snapshots/refused.txt");
    let table = std::fs::read_to_string(path).expect("a table");
    let mut messages = String::new();
    for line in table.lines() {
        let (arguments, _) = line.split_once(" => ").expect("an arrow");
        let folder = tempfile::tempdir().expect("a folder");
        let test = Test::new().args(words(arguments)).current_dir(&folder);
        let run = test.stdin("q\n").found();
        let error = String::from_utf8_lossy(&run.err);
        let message = error.strip_prefix("minesweeper-alpha: ");
        messages += &format!("{arguments} => {}", message.expect("a message"));
        assert!(run.out.is_empty() && run.status == Some(2), "{run:?}");
        let entries = std::fs::read_dir(&folder).expect("a folder");
        assert_eq!(entries.count(), 0, "{arguments}");
    }
    snapshot("refused.txt", &messages);
}

#[test]
fn empty_paths_are_refused_before_the_game() {
    for (arguments, name) in [
        ("hint,seed.txt, ", "[INPUT]"),
        ("play,--result, ,seed.txt", "--result <FILE>"),
        ("play,--screen,--replay, ", "--replay <INPUT>"),
    ] {
        let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let message = format!("a value is required for '{name}' but none was supplied");
        refused(&arguments, &message);
    }
}

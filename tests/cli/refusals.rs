//! Command lines that are refused.

use crate::support::{Test, package_file, snapshot, words};

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

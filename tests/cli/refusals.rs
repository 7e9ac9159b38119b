//! Command lines that are refused.

use crate::support::{Test, package_file, snapshot, words};

/// The program neither reads input nor writes a file.
#[test]
fn invalid_command_lines_have_these_messages() {
    let path = package_file("tests/snapshots/refused.txt");
    let table = std::fs::read_to_string(path).expect("a table");
    let mut found = String::new();
    for line in table.lines() {
        let (arguments, _) = line.split_once(" => ").expect("an arrow");
        let folder = tempfile::tempdir().expect("a folder");
        let test = Test::new().args(words(arguments)).current_dir(&folder);
        let run = test.stdin("q\n").found();
        let message = String::from_utf8_lossy(&run.err).into_owned();
        let message = message
            .strip_prefix("minesweeper-alpha: ")
            .expect("a message");
        found += &format!("{arguments} => {message}");
        assert!(run.out.is_empty() && run.status == Some(2), "{run:?}");
        let mut written = std::fs::read_dir(&folder).expect("a folder");
        assert!(written.next().is_none(), "{arguments}");
    }
    snapshot("refused.txt", &found);
}

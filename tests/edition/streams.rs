//! Every edition handles long lines and failing streams in the same way.

use minesweeper_alpha::internal::EDITIONS;

use crate::support::{Test, full, memory::seed_of, open};

fn play(edition: &str) -> Test {
    let (name, content) = seed_of(edition);
    Test::play(edition).write(name, content).arg(name)
}

#[test]
fn editions_handle_long_lines_and_failing_streams() {
    let long_line = vec![b'x'; 3_000_000];
    for edition in EDITIONS.iter().map(|edition| edition.name) {
        // A line that is too long has the same effect as an invalid line.
        let invalid = play(edition).stdin("x\n").found();
        assert_eq!(invalid.status, Some(0), "{edition}");
        play(edition).stdin(&long_line).like(&invalid).run();
        let bytes = play(edition).stdin(b"\xff\x00\x1b[2J\xe2\x80\n");
        assert_eq!(bytes.found().status, Some(0), "{edition}");

        if let Some(full) = full() {
            play(edition)
                .stdin("x\n")
                .stdout_to(full)
                .stderr("\nOutput Error: No space left on device\n")
                .status(4)
                .run();
        }
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        play(edition).stdin("x\n").stdout_to(writer).run();
        let folder_as_input = play(edition).stdin_from(open("/")).any_stdout();
        let message = "\nInput Error: Is a directory\n";
        folder_as_input.stderr(message).status(4).run();
    }
}

//! The transcripts in the README and in `docs/` come out as they stand there.
//!
//! A block marked `console` holds commands after `$ ` and below each what it
//! prints on both streams; they are run by `sh` in what looks like a clone, one for each
//! page, with the program on the path.

use std::path::Path;

use tempfile::TempDir;

use super::{in_clone, like_a_clone, pages, read};
use crate::support::visible;

/// A command and what a page says that it prints.
struct Transcript {
    command: String,
    output: String,
}

fn transcripts(page: &str) -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            found.push(Transcript {
                command: command.to_owned(),
                output: String::new(),
            });
        } else if let Some(last) = found.last_mut().filter(|_| inside) {
            last.output += line;
            last.output += "\n";
        }
    }
    found
}

/// Runs a command of a page and compares what it prints.
fn replay(clone: &TempDir, page: &Path, Transcript { command, output }: &Transcript) {
    let found = in_clone(clone, "sh").args(["-c", command]).found_merged();
    assert_eq!(
        visible(&found.out),
        visible(output.as_bytes()),
        "{}: $ {command}",
        page.display()
    );
}

/// Those of a page one after the other: a file that one makes may be read by the next.
#[test]
fn every_transcript_is_real() {
    for page in pages() {
        let text = read(&page);
        let transcripts = transcripts(&text);
        let clone = like_a_clone();
        for transcript in &transcripts {
            replay(&clone, &page, transcript);
        }
        // Counted once more in another way, whatever kind of block they stand in.
        let page = page.display();
        assert_eq!(transcripts.len(), text.matches("\n$ ").count(), "{page}");
        for block in text.split("\n```console\n").skip(1) {
            assert!(
                block.starts_with("$ "),
                "{page}: no command comes first: {block}"
            );
        }
    }
}

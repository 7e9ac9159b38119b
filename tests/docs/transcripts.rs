//! The transcripts in the README and in `docs/` are the program's output.
//!
//! A block marked `console` has commands after `$ `, each with its output on both streams below.
//! `sh` runs them in a folder that looks like a clone, one for each page, with the program on the
//! path.

use super::{in_clone, like_a_clone, pages, read};
use crate::support::visible;

/// Returns the commands of a page, each with its output.
fn transcripts(page: &str) -> Vec<(&str, String)> {
    let mut found: Vec<(&str, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            found.push((command, String::new()));
        } else if let Some((_, output)) = found.last_mut().filter(|_| inside) {
            *output += &format!("{line}\n");
        }
    }
    found
}

/// The commands of a page run in order: a command may read a file that an earlier one wrote.
#[test]
fn transcripts_match_the_program() {
    for page in pages() {
        let text = read(&page);
        let transcripts = transcripts(&text);
        let clone = like_a_clone();
        for (command, output) in &transcripts {
            let found = in_clone(&clone, "sh").args(["-c", command]).found_merged();
            let (found, expected) = (visible(&found.out), visible(output.as_bytes()));
            assert_eq!(found, expected, "{}: $ {command}", page.display());
        }
        // A second count, independent of the kinds of blocks.
        let page = page.display();
        assert_eq!(transcripts.len(), text.matches("\n$ ").count(), "{page}");
        for block in text.split("\n```console\n").skip(1) {
            let has_command = block.starts_with("$ ");
            assert!(has_command, "{page}: no command comes first: {block}");
        }
    }
}

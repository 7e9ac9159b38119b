//! The transcripts in the README and in `docs/` are the program's output.
//!
//! A block marked `console` has commands after `$ `, each with its output on both streams below.
//! `sh` runs the commands of each page in a folder that looks like a clone, with the program in
//! `PATH`.

use super::{in_clone, like_a_clone, pages, read};
use crate::support::visible;

/// Returns the commands of a page, each with its output.
fn transcripts(page: &str) -> Vec<(&str, String)> {
    let mut transcripts: Vec<(&str, String)> = Vec::new();
    let mut is_inside = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_inside = line == "```console";
        } else if is_inside {
            if let Some(command) = line.strip_prefix("$ ") {
                transcripts.push((command, String::new()));
            } else if let Some((_, output)) = transcripts.last_mut() {
                *output += &format!("{line}\n");
            }
        }
    }
    transcripts
}

/// The commands of a page run in order: a command may read a file that an earlier one wrote.
#[test]
fn transcripts_match_the_program() {
    for page in pages() {
        let text = read(&page);
        let transcripts = transcripts(&text);
        let clone = like_a_clone();
        for (command, output) in &transcripts {
            let run = in_clone(&clone, "sh").args(["-c", command]).found_merged();
            let (printed, expected) = (visible(&run.out), visible(output.as_bytes()));
            assert_eq!(printed, expected, "{}: $ {command}", page.display());
        }
        // No command is in a block of another kind.
        let page = page.display();
        assert_eq!(transcripts.len(), text.matches("\n$ ").count(), "{page}");
        for block in text.split("\n```console\n").skip(1) {
            let has_command = block.starts_with("$ ");
            assert!(has_command, "{page}: no command comes first: {block}");
        }
    }
}

//! The README's transcripts come out as they stand there.
//!
//! A block marked `console` holds commands after `$ ` and below each what it
//! prints on both streams; they are run by `sh` in the package's folder, with
//! the program on the path.

use std::path::Path;

use crate::support::{PROGRAM, Test, package_file, visible};

/// A command and what the README says that it prints.
struct Transcript {
    command: String,
    output: String,
}

fn transcripts(readme: &str) -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
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

#[test]
fn every_transcript_is_real() {
    let readme = std::fs::read_to_string(package_file("README.md")).expect("the README");
    let transcripts = transcripts(&readme);
    let folder = Path::new(PROGRAM).parent().expect("the program's folder");
    let path = std::env::var("PATH").expect("a path");
    let mut count = 0;
    for Transcript { command, output } in transcripts {
        let found = Test::of("sh")
            .args(["-c", &command])
            .command(|shell| {
                shell.env("PATH", format!("{}:{path}", folder.display()));
            })
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .found_merged();
        assert_eq!(
            visible(&found.out),
            visible(output.as_bytes()),
            "$ {command}"
        );
        count += 1;
    }
    // Counted once more in another way, whatever kind of block they stand in.
    assert_eq!(count, readme.matches("\n$ ").count());
    for block in readme.split("\n```console\n").skip(1) {
        assert!(block.starts_with("$ "), "no command comes first: {block}");
    }
}

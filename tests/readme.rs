//! The README's transcripts come out as they stand there.
//!
//! A block marked `console` holds commands after `$ ` and below each what it
//! prints on both streams; they are run by `sh` in the package's folder, with
//! the program on the path.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod support;

use std::path::Path;
use std::process::Command;

use support::{PROGRAM, package_file, run_combined};

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
    assert!(transcripts.len() >= 3, "only {} found", transcripts.len());
    let folder = Path::new(PROGRAM).parent().expect("the program's folder");
    let path = std::env::var("PATH").expect("a path");
    for Transcript { command, output } in transcripts {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &command])
            .env("PATH", format!("{}:{path}", folder.display()))
            .current_dir(env!("CARGO_MANIFEST_DIR"));
        let found = run_combined(&mut shell, b"");
        assert_eq!(
            String::from_utf8(found).expect("UTF-8"),
            output,
            "$ {command}"
        );
    }
}

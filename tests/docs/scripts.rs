//! The scripts in the pages print the output below them.
//!
//! A block marked with the name of a language is a whole script; the `text` block after it is its
//! output on both streams. Scripts run in a folder that looks like a clone, with the program on
//! the path.

use std::path::Path;

use super::{in_clone, like_a_clone, pages, read};
use crate::support::{has_program, visible};

const LANGUAGES: [(&str, &str); 3] = [
    ("bash", "bash"),
    ("python", "python3"),
    ("expect", "expect"),
];

#[test]
fn scripts_print_the_output_below_them() {
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for (language, interpreter) in LANGUAGES {
            let opening = format!("\n```{language}\n");
            for rest in text.split(&opening).skip(1) {
                let (script, rest) = rest.split_once("```\n").expect("the end of a block");
                let output = rest.strip_prefix("\n```text\n").expect("what it prints");
                let (output, _) = output.split_once("```\n").expect("the end of a block");
                count += 1;
                // A script may start another interpreter.
                let mut needed = LANGUAGES.iter().map(|(_, name)| *name);
                let is_needed =
                    |name: &str| name == interpreter || script.contains(&format!("{name} "));
                if needed.all(|name| !is_needed(name) || has_program(name)) {
                    run(&page, interpreter, script, output);
                }
            }
        }
    }
    assert!(count >= 6, "{count}");
}

fn run(page: &Path, interpreter: &str, script: &str, output: &str) {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), script).expect("a script");
    let found = in_clone(&like_a_clone(), interpreter)
        .arg(file.path())
        .found_merged();
    assert_eq!(
        visible(&found.out),
        visible(output.as_bytes()),
        "{}: {interpreter}: {script}",
        page.display()
    );
    assert_eq!(found.status, Some(0), "{script}");
}

//! The scripts in the pages print the output below them.
//!
//! A block marked with the name of a language is a whole script. The `text` block after it is the
//! script's output on both streams. Scripts run in a folder that looks like a clone, with the
//! program in `PATH`.

use std::path::Path;

use super::{in_clone, like_a_clone, pages, read};
use crate::support::{has_program, visible};

/// Languages with their interpreters.
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
            for block in text.split(&opening).skip(1) {
                let (script, rest) = block.split_once("```\n").expect("the end of a block");
                let next_block = rest.strip_prefix("\n```text\n").expect("its output");
                let (output, _) = next_block.split_once("```\n").expect("the end of a block");
                count += 1;
                // A script may start another interpreter.
                let can_run = LANGUAGES.iter().all(|(_, name)| {
                    let is_needed = *name == interpreter || script.contains(&format!("{name} "));
                    !is_needed || has_program(name)
                });
                if can_run {
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
    let run = in_clone(&like_a_clone(), interpreter)
        .arg(file.path())
        .found_merged();
    assert_eq!(
        visible(&run.out),
        visible(output.as_bytes()),
        "{}: {interpreter}: {script}",
        page.display()
    );
    assert_eq!(run.status, Some(0), "{script}");
}

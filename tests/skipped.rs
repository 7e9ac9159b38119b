//! Tells, when all tests have run, which of them were skipped and why, and how many they
//! are. It is a test target of its own because cargo runs it after the others.

use std::path::Path;

fn main() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("skipped.txt");
    if std::env::args().any(|argument| argument == "--list") {
        return;
    }
    let skipped = std::fs::read_to_string(&path).unwrap_or_default();
    for line in skipped.lines() {
        println!("skipped: {line}");
    }
    println!("\n{} skipped\n", skipped.lines().count());
    let _ = std::fs::remove_file(path);
}

//! The README and the pages in `docs/` agree with the program.

mod examples;
mod figures;
mod links;
mod options;
mod scripts;
mod subcommands;
mod transcripts;

use std::path::{Path, PathBuf};

use crate::support::{PROGRAM, Test, package_file};

/// Returns the paths of the README and of the pages in `docs/`, relative to the package.
fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(package_file("docs")).expect("the folder docs");
    let mut pages: Vec<_> = entries
        .map(|entry| PathBuf::from("docs").join(entry.expect("an entry").file_name()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    assert!(!pages.is_empty(), "docs/ has pages");
    pages.insert(0, "README.md".into());
    pages
}

/// Creates a folder that looks like a clone: with links to entries of the package's folder. Files
/// that the commands in the pages create there are removed with the folder.
fn like_a_clone() -> tempfile::TempDir {
    let clone = tempfile::tempdir().expect("a folder");
    for name in ["README.md", "docs", "examples", "resources", "tests"] {
        std::os::unix::fs::symlink(package_file(name), clone.path().join(name)).expect("a link");
    }
    clone
}

/// Returns a run of an interpreter in such a folder, with the program in `PATH`.
fn in_clone(clone: &tempfile::TempDir, interpreter: &str) -> Test {
    let folder = Path::new(PROGRAM).parent().expect("a folder").display();
    let path = std::env::var("PATH").expect("a path");
    Test::of(interpreter)
        .env("PATH", format!("{folder}:{path}"))
        .current_dir(clone)
}

/// Reads a page, given by its path in the package.
fn read(page: &PathBuf) -> String {
    let text = std::fs::read_to_string(package_file(page));
    text.unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

//! What is written about the program is true.

mod examples;
mod links;
#[cfg(unix)]
mod scripts;
mod subcommands;
#[cfg(unix)]
mod transcripts;

use std::path::PathBuf;

use crate::support::package_file;

/// The README and the pages in `docs/`, by their paths in the package.
fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(package_file("docs")).expect("the folder docs");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut pages: Vec<_> = names
        .map(|name| PathBuf::from("docs").join(name))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    assert!(!pages.is_empty(), "docs/ has pages");
    pages.insert(0, "README.md".into());
    pages
}

fn read(page: &PathBuf) -> String {
    let text = std::fs::read_to_string(package_file(page));
    text.unwrap_or_else(|error| panic!("{}: {error}", page.display()))
}

//! Links between the pages lead to existing files and headings.

use std::{
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
};

use super::{pages, read};
use crate::support::package_file;

/// Returns a page without its fenced blocks.
fn prose(page: &str) -> String {
    let parts: Vec<&str> = page.split("\n```").collect();
    assert_eq!(parts.len() % 2, 1, "a block is not closed");
    parts.into_iter().step_by(2).collect::<Vec<_>>().join("\n")
}

/// Returns the targets of the links and pictures of a page.
fn targets(page: &str) -> Vec<String> {
    // A block may be indented.
    let prose = prose(page).replace("```", "`");
    assert!(!prose.contains("``"), "code spans have one backtick");
    let text: String = prose.split('`').step_by(2).collect();
    text.split("](")
        .skip(1)
        .map(|rest| rest.split_once(')').expect("the end of a link").0)
        .map(str::to_owned)
        .collect()
}

/// Returns a heading without the targets of its links.
fn visible_text(heading: &str) -> String {
    let mut parts = heading.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += part.split_once(')').expect("the end of a link").1;
    }
    text
}

/// Returns GitHub's anchor of a heading: lower-case letters, hyphens for spaces, and otherwise
/// only digits, hyphens and underscores.
fn anchor(heading: &str) -> String {
    let text = visible_text(heading).trim().to_lowercase();
    text.chars()
        .filter(|&it| it.is_alphanumeric() || " -_".contains(it))
        .map(|it| if it == ' ' { '-' } else { it })
        .collect()
}

/// Returns the anchors of a page. Repeated anchors are numbered.
fn anchors(page: &str) -> HashSet<String> {
    let mut anchors = HashSet::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for line in prose(page).lines() {
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() || !heading.starts_with(' ') {
            continue;
        }
        let name = anchor(heading);
        let count = seen.entry(name.clone()).or_default();
        anchors.insert(match *count {
            0 => name,
            count => format!("{name}-{count}"),
        });
        *count += 1;
    }
    anchors
}

/// Checks that the target of a link of a page exists. Targets on the web are not checked.
fn check(page: &Path, target: &str) -> Result<(), String> {
    if target.contains("://") {
        return Ok(());
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let file: PathBuf = match path {
        "" => page.to_owned(),
        _ => page.parent().unwrap_or(Path::new("")).join(path),
    };
    if !package_file(&file).exists() {
        return Err(format!("{} does not exist", file.display()));
    }
    if !heading.is_empty() && !anchors(&read(&file)).contains(heading) {
        return Err(format!("{} has no heading #{heading}", file.display()));
    }
    Ok(())
}

#[test]
fn links_have_existing_targets() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages().into_iter().chain(["CONTRIBUTING.md".into()]) {
        for target in targets(&read(&page)) {
            count += 1;
            if let Err(error) = check(&page, &target) {
                wrong.push(format!("{}: ({target}) {error}", page.display()));
            }
        }
    }
    assert!(count > 50, "only {count} links were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

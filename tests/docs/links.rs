//! The links between the pages lead to files and headings that exist.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::{pages, read};
use crate::support::package_file;

/// A page without its fenced blocks.
fn prose(page: &str) -> String {
    let parts: Vec<&str> = page.split("\n```").collect();
    assert_eq!(parts.len() % 2, 1, "a block is not closed");
    parts.into_iter().step_by(2).collect::<Vec<_>>().join("\n")
}

/// Where the links and the pictures of a page lead to.
fn targets(page: &str) -> Vec<String> {
    // A block may be indented.
    let prose = prose(page).replace("```", "`");
    assert!(!prose.contains("``"), "code spans have one backtick");
    let text: String = prose.split('`').step_by(2).collect();
    let ends = text.split("](").skip(1);
    let targets = ends.map(|end| end.split_once(')').expect("the end of a link").0);
    targets.map(str::to_owned).collect()
}

/// The text of a heading as it is read: a link is only its text.
fn shown(heading: &str) -> String {
    let mut parts = heading.split("](");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        shown += part.split_once(')').expect("the end of a link").1;
    }
    shown
}

/// What GitHub makes of a heading: small letters, hyphens for spaces, and no
/// other characters but digits, hyphens and underscores.
fn anchor(heading: &str) -> String {
    let small = shown(heading).trim().to_lowercase();
    let kept = small.chars().filter_map(|char| match char {
        ' ' => Some('-'),
        '-' | '_' => Some(char),
        _ => char.is_alphanumeric().then_some(char),
    });
    kept.collect()
}

/// The anchors of a page. Of equal ones, those after the first are numbered.
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

/// What is wrong with a link of a page, if anything is.
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
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for page in pages().into_iter().chain(["CONTRIBUTING.md".into()]) {
        for target in targets(&read(&page)) {
            count += 1;
            if let Err(why) = check(&page, &target) {
                wrong.push(format!("{}: ({target}) {why}", page.display()));
            }
        }
    }
    assert!(count > 50, "only {count} links were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

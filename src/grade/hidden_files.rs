//! What of the grader's commands may not read: the cases and what links among them lead to,
//! the report, and earlier results and reports beside all that.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::io::regular_file;

/// How many entries of a folder are looked at.
const MOST_ENTRIES: usize = 10_000;

/// How much of a file tells whether it is a report, in bytes.
const BEGINNING: u64 = 512;

/// The file that makes a folder one of a class's results.
pub(super) const RECORDS: &str = "records.jsonl";

/// What the reports begin with, in the formats that there are, and files of a class's results.
const REPORTS: [&str; 9] = [
    "{\n  \"version\": ",
    "{\n\"version\": ",
    "{\n  \"score\": ",
    "{\"checksum\":",
    "TAP version 13\n",
    "submission,verdict,points,maximum,",
    "ok   ",
    "FAIL ",
    "?    ",
];

/// What stands near the beginning of reports whose first lines others have too.
const REPORTS_WITHIN: [&str; 2] = [
    "<testsuites name=\"minesweeper-alpha\"",
    "<title>Minesweeper Alpha: ",
];

/// What is hidden, if the command needs these folders: the whole folders of cases, but the
/// files alone of a folder that is needed; and what `also` names.
pub(super) fn hidden(needed: &[PathBuf], cases: Vec<PathBuf>, also: &[&Path]) -> Vec<PathBuf> {
    let is_needed = |path: &Path| {
        let path = resolved(path);
        needed.iter().any(|needed| needed.starts_with(&path))
    };
    let folder_of = |path: &Path| path.parent().map(folder_or_current);
    let folders: BTreeSet<PathBuf> = cases.iter().filter_map(|path| folder_of(path)).collect();
    let mut hidden: BTreeSet<PathBuf> = cases
        .into_iter()
        .map(|path| match path.parent() {
            Some(folder) if folder != Path::new("") && !is_needed(folder) => folder.to_owned(),
            _ => path,
        })
        .collect();
    hidden.extend(folders.iter().flat_map(|folder| targets(folder)));
    hidden.extend(also.iter().map(|path| path.to_path_buf()));
    let mut beside: BTreeSet<PathBuf> = also.iter().filter_map(|path| folder_of(path)).collect();
    beside.extend(folders.iter().filter_map(|path| folder_of(path)));
    beside.extend(folders);
    beside.insert(PathBuf::from("."));
    hidden.extend(beside.iter().flat_map(|folder| results_in(folder)));
    hidden.retain(|path| !is_needed(path));
    hidden.into_iter().collect()
}

fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn folder_or_current(folder: &Path) -> PathBuf {
    match folder {
        none if none == Path::new("") => PathBuf::from("."),
        folder => folder.to_owned(),
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.take(MOST_ENTRIES)
}

/// Files and folders that links in a folder of cases lead to. A folder on the way to the
/// cases themselves, or a device, is not one of them.
fn targets(folder: &Path) -> Vec<PathBuf> {
    let here = resolved(folder);
    entries(folder)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()))
        .filter_map(|entry| entry.path().canonicalize().ok())
        .filter(|target| target.is_file() || target.is_dir())
        .filter(|target| !here.starts_with(target))
        .collect()
}

/// The folders with a class's results, and the reports, that lie in a folder.
fn results_in(folder: &Path) -> Vec<PathBuf> {
    entries(folder)
        .filter(|entry| match entry.file_type() {
            Ok(kind) if kind.is_dir() => entry.path().join(RECORDS).is_file(),
            Ok(kind) if kind.is_file() => is_report(&entry.path()),
            _ => false,
        })
        .map(|entry| entry.path())
        .collect()
}

fn is_report(path: &Path) -> bool {
    let mut beginning = Vec::new();
    let read =
        regular_file::open(path).and_then(|file| file.take(BEGINNING).read_to_end(&mut beginning));
    if read.is_err() {
        return false;
    }
    let text = String::from_utf8_lossy(&beginning);
    REPORTS.iter().any(|start| text.starts_with(start))
        || REPORTS_WITHIN.iter().any(|part| text.contains(part))
}

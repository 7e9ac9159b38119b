//! Lists the paths that commands may not read: the cases and the targets of links among them, the
//! report, and earlier results and reports next to them.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::io::regular_file;

/// Maximum number of inspected entries of a folder.
const MOST_ENTRIES: usize = 10_000;

/// Number of bytes at the start of a file that identify a report.
const BEGINNING: u64 = 512;

/// The file that identifies a folder of results.
pub(super) const RECORDS: &str = "records.json";

/// The first bytes of reports.
const REPORTS: [&str; 8] = [
    "{\n  \"version\": ",
    "{\"version\":",
    "{\n  \"score\": ",
    "{\"settings\":\"",
    "submission,verdict,points,maximum,",
    "ok   ",
    "FAIL ",
    "?    ",
];

/// Text near the start of reports whose first lines are common.
const REPORTS_WITHIN: [&str; 2] = [
    "<testsuites name=\"minesweeper-alpha\"",
    "<title>Minesweeper Alpha: ",
];

/// Lists the paths to hide: the folders of cases, or only the files in a folder that the command
/// needs; and `also`.
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
    let mut searched: BTreeSet<PathBuf> = also.iter().filter_map(|path| folder_of(path)).collect();
    searched.extend(folders.iter().filter_map(|path| folder_of(path)));
    searched.extend(folders);
    searched.insert(PathBuf::from("."));
    // What is in a hidden folder is hidden with it.
    searched.retain(|folder| !hidden.contains(folder) || is_needed(folder));
    hidden.extend(searched.iter().flat_map(|folder| results_in(folder)));
    hidden.retain(|path| !is_needed(path));
    hidden.into_iter().collect()
}

fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn folder_or_current(folder: &Path) -> PathBuf {
    match folder {
        empty if empty == Path::new("") => PathBuf::from("."),
        folder => folder.to_owned(),
    }
}

fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.take(MOST_ENTRIES)
}

/// Returns the files and folders that links in a folder of cases lead to, except devices and
/// folders that contain the cases.
fn targets(folder: &Path) -> Vec<PathBuf> {
    let here = resolved(folder);
    entries(folder)
        .filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()))
        .filter_map(|entry| entry.path().canonicalize().ok())
        .filter(|target| target.is_file() || target.is_dir())
        .filter(|target| !here.starts_with(target))
        .collect()
}

/// Returns the folders of results and the reports in a folder.
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

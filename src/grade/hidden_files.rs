//! Lists the paths that commands may not read: the cases and the targets of links among them, the
//! report, and earlier results and reports in the same folders.

use std::{
    collections::BTreeSet,
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use crate::{
    io::{folder_of, untrusted},
    run::resolved,
};

/// Maximum number of inspected entries of a folder.
const MAX_ENTRIES: usize = 10_000;

/// Number of bytes to read from a file that may be a report. No entry of [`REPORTS`] is longer.
const MAX_START: u64 = 100;

/// The file that identifies a folder of results.
pub(super) const RECORDS: &str = "records.json";

/// The first bytes of reports.
const REPORTS: [&str; 9] = [
    "{\n  \"version\": ",
    "{\"version\":",
    "{\n  \"score\": ",
    "{\"settings\":\"",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"minesweeper-alpha\"",
    "submission,verdict,points,maximum,",
    "ok   ",
    "FAIL ",
    "?    ",
];

/// Lists the paths to hide: `also`, the folders of cases, the targets of links in these folders,
/// and results and reports nearby. In the current folder and in folders that the command needs,
/// only the case files are hidden.
pub(super) fn hidden(needed: &[PathBuf], cases: &[PathBuf], also: &[&Path]) -> BTreeSet<PathBuf> {
    let is_needed = |path: &Path| {
        let path = resolved(path);
        needed.iter().any(|it| it.starts_with(&path))
    };
    let mut hidden: BTreeSet<PathBuf> = also.iter().map(PathBuf::from).collect();
    let mut folders = BTreeSet::new();
    for path in cases {
        let folder = folder_of(path);
        let is_kept = folder == Path::new(".") || is_needed(folder);
        hidden.insert(if is_kept { path } else { folder }.to_owned());
        if folders.insert(folder) {
            hidden.extend(targets(folder));
        }
    }
    let around = also.iter().chain(&folders).map(|path| folder_of(path));
    let mut searched: BTreeSet<&Path> = around.collect();
    searched.extend(folders);
    searched.insert(Path::new("."));
    // The contents of a hidden folder are hidden with the folder.
    searched.retain(|folder| !hidden.contains(*folder) || is_needed(folder));
    hidden.extend(searched.into_iter().flat_map(results_in));
    hidden.retain(|path| !is_needed(path));
    hidden
}

/// Returns the entries of a folder; none if the folder cannot be read.
fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.take(MAX_ENTRIES)
}

/// Returns the files and folders that links in a folder of cases lead to, except devices and
/// folders that contain the cases.
fn targets(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let here = resolved(folder);
    entries(folder)
        .map(|entry| entry.path())
        .filter(|path| path.is_symlink())
        .filter_map(|path| path.canonicalize().ok())
        .filter(|target| target.is_file() || target.is_dir())
        .filter(move |target| !here.starts_with(target))
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
    let mut bytes = Vec::new();
    let file = untrusted::open(path);
    let read = file.and_then(|file| file.take(MAX_START).read_to_end(&mut bytes));
    read.is_ok() && REPORTS.iter().any(|it| bytes.starts_with(it.as_bytes()))
}

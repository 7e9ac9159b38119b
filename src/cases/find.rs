//! Finding cases: what the paths on the command line lead to.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::case::{Artifact, Case, INPUT_ENDING, with_ending};
use super::error::CaseError;
use crate::io::console;
use crate::io::error::FileError;
use crate::io::visible::visible_path;

/// The name of the file about the cases of a folder, which belongs to none of them.
pub(super) const CATALOGUE: &str = "cases.toml";

/// Finds cases. A path is a folder with cases, a file of a case, or a case's seed without its
/// ending. Each is found once, and they are in the order of their names.
///
/// A pattern of the shell such as `cases/*` also names files that belong to no case. If there
/// is at least one case, they are passed over, and standard error says so.
///
/// # Errors
///
/// [`CaseError`] if a path does not exist or cannot be read, or if none leads
/// to a case.
pub(crate) fn find(paths: &[PathBuf], ending: &'static str) -> Result<Vec<Case>, CaseError> {
    let mut cases = Vec::new();
    let mut strays = Vec::new();
    for path in paths {
        let found = if path.is_dir() {
            in_folder(path, ending)?
        } else {
            of_file(path, ending).into_iter().collect()
        };
        if found.is_empty() {
            if path.file_name() == Some(OsStr::new(CATALOGUE)) && is_there(path) {
                continue;
            }
            if !is_there(path) {
                let path = path.clone();
                return Err(CaseError::NoPath { path, ending });
            }
            strays.push(path);
        }
        cases.extend(found);
    }
    if cases.is_empty()
        && let Some(first) = strays.first().copied().or(paths.first())
    {
        return Err(no_case(first, ending));
    }
    if let Some(first) = strays.first() {
        tell_strays(first, strays.len());
    }
    cases.sort_by(|one, other| one.stem().cmp(other.stem()));
    let mut seen = BTreeSet::new();
    cases.retain(|case| seen.insert(place(&case.seed)));
    Ok(cases)
}

fn no_case(path: &Path, ending: &'static str) -> CaseError {
    CaseError::NoCase {
        path: path.to_owned(),
        ending,
    }
}

/// Says on standard error how many paths were passed over, and which is the
/// first.
fn tell_strays(first: &Path, count: usize) {
    let what = match count {
        1 => "1 of the paths leads to no case:".to_owned(),
        _ => format!("{count} of the paths lead to no case, the first is"),
    };
    let text = format!("minesweeper-alpha: {what} {}\n", visible_path(first));
    console::report(text.as_bytes());
}

/// The cases of a folder, in no order.
pub(super) fn in_folder(folder: &Path, ending: &'static str) -> Result<Vec<Case>, CaseError> {
    let mut cases = Vec::new();
    let unreadable = |error| FileError::file(folder, error);
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if without_ending(&path, ending).is_some() {
            cases.push(Case::new(path, ending));
        }
    }
    Ok(cases)
}

/// The case of a path that is a seed, or a seed without its ending, or another
/// file of a case.
fn of_file(path: &Path, ending: &str) -> Option<Case> {
    let seed = if without_ending(path, ending).is_some() {
        path.to_owned()
    } else {
        let as_stem = with_ending(path, ending);
        if is_there(&as_stem) {
            as_stem
        } else {
            let stem = [INPUT_ENDING]
                .into_iter()
                .chain(Artifact::ALL.map(Artifact::ending))
                .find_map(|ending| without_ending(path, ending))
                .filter(|_| is_there(path))?;
            with_ending(stem, ending)
        }
    };
    is_there(&seed).then(|| Case::new(seed, ending))
}

/// A path without this ending, if it has it and its file's name is more than
/// that.
fn without_ending<'path>(path: &'path Path, ending: &str) -> Option<&'path Path> {
    let stem = path
        .as_os_str()
        .as_bytes()
        .strip_suffix(ending.as_bytes())?;
    (path.file_name()?.len() > ending.len()).then(|| Path::new(OsStr::from_bytes(stem)))
}

/// Whether something has this name, even a link that leads nowhere: reading it then tells what
/// is wrong.
fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Where a file is, however its folder was called. The file's own name stays:
/// seeds that are links to one file belong to different cases.
fn place(file: &Path) -> PathBuf {
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    match (fs::canonicalize(folder), file.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => file.to_owned(),
    }
}

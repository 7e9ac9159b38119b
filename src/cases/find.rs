//! Finds the cases that the paths on the command line name.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::case::{Artifact, Case, INPUT_ENDING, with_ending};
use crate::error::Error;
use crate::io::console;
use crate::io::error::FileError;
use crate::io::visible::{counted, visible_path};

/// Name of the file that describes the cases of a folder.
pub(super) const CATALOGUE: &str = "cases.toml";

/// Finds cases; at least one. A path is a folder with cases, a file of a case, or a case's seed
/// without its ending. Cases are sorted by name, without duplicates.
///
/// A pattern of the shell such as `cases/*` may also match files that belong to no case. If there
/// is at least one case, such files are skipped with a warning on standard error.
pub(crate) fn find(paths: &[PathBuf], ending: &'static str) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    let mut strays = Vec::new();
    for path in paths {
        let found = if path.is_dir() {
            in_folder(path, ending)?
        } else {
            of_file(path, ending).into_iter().collect()
        };
        if found.is_empty() && !exists(path) {
            let path = visible_path(path);
            return Err(Error::message(format!(
                "{path} does not exist, and neither does {path}{ending}"
            )));
        }
        if found.is_empty() && path.file_name() != Some(OsStr::new(CATALOGUE)) {
            strays.push(visible_path(path));
        }
        cases.extend(found);
    }
    if cases.is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| visible_path(path)).collect();
        return Err(Error::message(format!(
            "{}: no case NAME{ending} found",
            paths.join(", ")
        )));
    }
    if let Some(first) = strays.first() {
        let count = counted(strays.len(), "path leads", "paths lead");
        console::warn(&format!("{count} to no case, such as {first}"));
    }
    cases.sort_by(|one, other| one.stem.cmp(&other.stem));
    // Seeds that link to the same file belong to different cases.
    let mut seen = BTreeSet::new();
    cases.retain(|case| {
        let folder = fs::canonicalize(case.folder()).unwrap_or_else(|_| case.folder());
        seen.insert((folder, case.seed.file_name().map(OsStr::to_owned)))
    });
    Ok(cases)
}

/// Returns the cases of a folder, unsorted.
pub(super) fn in_folder(folder: &Path, ending: &str) -> Result<Vec<Case>, Error> {
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

/// Returns the case that a seed, a seed's path without its ending, or another file belongs to.
fn of_file(path: &Path, ending: &str) -> Option<Case> {
    let endings = Artifact::ALL.map(Artifact::ending).into_iter();
    let stem = endings
        .chain([INPUT_ENDING, ending])
        .find_map(|ending| without_ending(path, ending))
        .filter(|_| exists(path));
    let seed = with_ending(stem.unwrap_or(path), ending);
    exists(&seed).then(|| Case::new(seed, ending))
}

/// Removes an ending from a path, unless the file's name is only that ending.
fn without_ending<'path>(path: &'path Path, ending: &str) -> Option<&'path Path> {
    let stem = path
        .as_os_str()
        .as_bytes()
        .strip_suffix(ending.as_bytes())?;
    (path.file_name()?.len() > ending.len()).then(|| Path::new(OsStr::from_bytes(stem)))
}

/// Reports whether a path exists or is a dangling link: the error of reading that link is
/// more helpful than none.
pub(crate) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Reads a file. Refuses anything but a regular file: a pipe may never end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(FileError::not_regular(path));
    }
    fs::read(path).map_err(|error| FileError::file(path, error))
}

//! Finds the cases that the paths on the command line name.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use super::{
    case::{Artifact, Case, INPUT_ENDING, exists, with_ending, without_ending},
    catalogue::CATALOGUE,
};
use crate::{
    error::Error,
    io::{counted, ordered_streams, visible_path},
};

/// Finds cases, sorted by name and without duplicates. Fails if there is none. A path is a folder
/// with cases, a file of a case, or a case's seed without its ending.
///
/// A pattern of the shell such as `cases/*` may also match files that belong to no case. If there
/// is at least one case, such files are skipped with a warning on standard error. With
/// `may_be_command`, a path that is a program, or that does not exist and is not the first, is an
/// error: the user most likely forgot the `--` before the command.
pub fn find(
    paths: &[PathBuf],
    ending: &'static str,
    may_be_command: bool,
) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    let mut strays = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        let new_cases = if path.is_dir() {
            Case::all_in(path, ending)?
        } else {
            case_of_file(path, ending).into_iter().collect()
        };
        if new_cases.is_empty() {
            let looks_like_command = match path.metadata() {
                Ok(data) => data.is_file() && data.permissions().mode() & 0o111 != 0,
                Err(_) => index > 0,
            };
            let name = visible_path(path);
            if may_be_command && looks_like_command {
                return Err(Error::message(format!(
                    "{name} is not a case; put the command after --"
                )));
            }
            if !exists(path) {
                return Err(Error::message(format!(
                    "{name} does not exist, and neither does {name}{ending}"
                )));
            }
            if path.file_name() != Some(OsStr::new(CATALOGUE)) {
                strays.push(name);
            }
        }
        cases.extend(new_cases);
    }
    if cases.is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| visible_path(path)).collect();
        return Err(Error::message(format!(
            "{}: no case NAME{ending} found",
            paths.join(", ")
        )));
    }
    if let Some(first) = strays.first() {
        let count = counted(strays.len(), "path that belongs", "paths that belong");
        ordered_streams::warn(&format!("skipped {count} to no case, such as {first}"));
    }
    cases.sort_by(|a, b| a.stem.cmp(&b.stem));
    // Seeds that link to the same file belong to different cases.
    let mut seed_paths = BTreeSet::new();
    cases.retain(|case| {
        let folder = fs::canonicalize(case.folder()).unwrap_or_else(|_| case.folder());
        seed_paths.insert((folder, case.seed.file_name().map(OsStr::to_owned)))
    });
    Ok(cases)
}

/// Returns the case that a path belongs to: a seed, a seed without its ending, or another file of
/// the case.
fn case_of_file(path: &Path, ending: &str) -> Option<Case> {
    let endings = Artifact::ALL.map(Artifact::ending).into_iter();
    let stem = endings
        .chain([INPUT_ENDING, ending])
        .find_map(|ending| without_ending(path, ending))
        .filter(|_| exists(path))
        .unwrap_or(path);
    exists(&with_ending(stem, ending)).then(|| Case::existing(stem, ending))
}

//! Writes the lines of a game and its seed as files for the game without the full screen.

use std::{
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use crate::{
    cases::{INPUT_ENDING, case::exists},
    error::Error,
    io::{FileError, atomic_file},
};

/// Checks that a script and, with a `seed_ending`, the seed next to it can be written later.
pub(super) fn check_is_free(path: &Path, seed_ending: Option<&str>) -> Result<(), Error> {
    let seed = seed_ending.map(|ending| seed_path(path, ending));
    let mut paths = [path.to_owned()].into_iter().chain(seed);
    if let Some(path) = paths.find(|path| exists(path)) {
        return Err(overwrite_error(&path));
    }
    Ok(atomic_file::check_folder(path).map_err(|error| FileError::file(path, error))?)
}

/// Returns the first name `game-N.in.txt` that is unused in a folder, as is its seed.
pub(super) fn free_name(folder: impl AsRef<Path>, ending: &str) -> String {
    let is_taken = |file: &Path| exists(&folder.as_ref().join(file));
    (1..u32::MAX)
        .map(|number| format!("game-{number}{INPUT_ENDING}"))
        .find(|name| !is_taken(name.as_ref()) && !is_taken(&seed_path(name.as_ref(), ending)))
        .unwrap_or_default()
}

/// Writes a script and, next to it, the seed if there is one: the ending of its name and its text.
/// Returns the paths. Overwrites no file.
pub(super) fn write(
    path: &Path,
    lines: &[String],
    seed: Option<(&str, &str)>,
) -> Result<Vec<PathBuf>, Error> {
    check_is_free(path, seed.map(|(ending, _)| ending))?;
    let script: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let mut files = vec![(path.to_owned(), script.as_str())];
    files.extend(seed.map(|(ending, text)| (seed_path(path, ending), text)));
    for (path, text) in &files {
        atomic_file::create(path, text.as_bytes()).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => overwrite_error(path),
            _ => FileError::file(path, error).into(),
        })?;
    }
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

fn seed_path(script: &Path, ending: &str) -> PathBuf {
    let name = script.as_os_str().to_string_lossy();
    let stem = name.strip_suffix(INPUT_ENDING).unwrap_or(&name);
    PathBuf::from(format!("{stem}{ending}"))
}

fn overwrite_error(path: &Path) -> Error {
    Error::file(
        path,
        io::Error::other("already exists: choose another name"),
    )
}

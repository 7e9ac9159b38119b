//! Writes the lines of a game, and its seed, as input for the game without a screen.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::error::ScreenError;
use crate::field::minefield::Minefield;
use crate::field::seed;
use crate::io::atomic_file;

/// Suffix of scripts, which is also that of the inputs of test cases.
const INPUT: &str = ".in.txt";

/// Suffix of the seed next to a script.
const SEED: &str = ".seed.txt";

/// Checks that a script, and the seed next to it if there is one, can be written later.
///
/// # Errors
///
/// [`ScreenError::Exists`] and [`ScreenError::File`].
pub(super) fn check_is_free(path: &Path, with_seed: bool) -> Result<(), ScreenError> {
    let seed = with_seed.then(|| seed_path(path));
    for path in [path.to_owned()].into_iter().chain(seed) {
        if exists(&path) {
            return Err(ScreenError::Exists { path });
        }
    }
    atomic_file::check_folder(path).map_err(|source| file_error(path, source))
}

/// Returns the first unused name `game-N.in.txt` in the current folder.
pub(super) fn free_name() -> String {
    (1..u32::MAX)
        .map(|number| format!("game-{number}{INPUT}"))
        .find(|name| !exists(Path::new(name)) && !exists(&seed_path(Path::new(name))))
        .unwrap_or_else(|| format!("game{INPUT}"))
}

/// Writes a script, and the seed next to it if the field has no file. Returns their paths. No file
/// is overwritten.
///
/// # Errors
///
/// [`ScreenError::Exists`] and [`ScreenError::File`].
pub(super) fn write(
    path: &Path,
    lines: &[String],
    minefield: Option<&Minefield>,
) -> Result<Vec<PathBuf>, ScreenError> {
    check_is_free(path, minefield.is_some())?;
    let mut written = vec![path.to_owned()];
    if let Some(minefield) = minefield {
        let mut text = Vec::new();
        let path = seed_path(path);
        seed::write(minefield, &mut text).map_err(|source| file_error(&path, source))?;
        create(&path, &text)?;
        written.push(path);
    }
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    create(path, text.as_bytes())?;
    Ok(written)
}

/// Writes the file of `--script` at the end; under another name if it exists by now, so that the
/// lines are not lost.
///
/// # Errors
///
/// [`ScreenError::Taken`] and [`ScreenError::File`].
pub(super) fn write_at_the_end(
    path: &Path,
    lines: &[String],
    minefield: Option<&Minefield>,
) -> Result<Vec<PathBuf>, ScreenError> {
    match write(path, lines, minefield) {
        Err(ScreenError::Exists { path }) => {
            let instead = PathBuf::from(free_name());
            write(&instead, lines, minefield)?;
            Err(ScreenError::Taken { path, instead })
        }
        written => written,
    }
}

fn seed_path(script: &Path) -> PathBuf {
    let name = script.as_os_str().to_string_lossy();
    let stem = name.strip_suffix(INPUT).unwrap_or(&name);
    PathBuf::from(format!("{stem}{SEED}"))
}

/// Reports whether a file exists, or a link without a target.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

fn create(path: &Path, content: &[u8]) -> Result<(), ScreenError> {
    atomic_file::create(path, content).map_err(|source| match source.kind() {
        ErrorKind::AlreadyExists => ScreenError::Exists { path: path.into() },
        _ => file_error(path, source),
    })
}

fn file_error(path: &Path, source: io::Error) -> ScreenError {
    ScreenError::File {
        path: path.into(),
        source,
    }
}

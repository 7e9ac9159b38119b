//! The lines of a game, written so that the game without a screen takes them.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::error::ScreenError;
use crate::field::minefield::Minefield;
use crate::field::seed;
use crate::io::atomic_file;

/// What the names of scripts end with: that of the inputs of test cases.
const INPUT: &str = ".in.txt";

/// What the names of seeds beside them end with.
const SEED: &str = ".seed.txt";

/// The script of a game.
pub(super) struct Script<'game> {
    /// The lines that were sent.
    pub(super) lines: &'game [String],
    /// The field, if it has no seed file yet.
    pub(super) minefield: Option<&'game Minefield>,
}

/// Checks that a script, and the seed file beside it if there is to be one, can be
/// written as far as can be told before: that there is a folder, and no such file.
///
/// # Errors
///
/// [`ScreenError::Exists`] and [`ScreenError::File`].
pub(super) fn check_is_free(path: &Path, with_seed: bool) -> Result<(), ScreenError> {
    let seed = with_seed.then(|| seed_beside(path));
    if let Some(path) = [path.to_owned()]
        .into_iter()
        .chain(seed)
        .find(|path| exists(path))
    {
        return Err(ScreenError::Exists { path });
    }
    atomic_file::check_folder(path).map_err(|source| file_error(path, source))
}

/// The seed file beside a script.
fn seed_beside(script: &Path) -> PathBuf {
    let name = script.as_os_str().to_string_lossy();
    match name.strip_suffix(INPUT) {
        Some(stem) => PathBuf::from(format!("{stem}{SEED}")),
        None => PathBuf::from(format!("{name}{SEED}")),
    }
}

/// Whether something of this name exists, be it a link that leads nowhere.
fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

impl Script<'_> {
    /// Writes it, and the seed beside it, neither of which may exist; the files.
    ///
    /// # Errors
    ///
    /// [`ScreenError::Exists`] and [`ScreenError::File`].
    pub(super) fn write(&self, path: &Path) -> Result<Vec<PathBuf>, ScreenError> {
        let mut written = vec![path.to_owned()];
        if exists(path) {
            // Before a seed is written that would belong to nothing.
            return Err(ScreenError::Exists { path: path.into() });
        }
        if let Some(minefield) = self.minefield {
            let mut text = Vec::new();
            let path = seed_beside(path);
            seed::write(minefield, &mut text).map_err(|source| file_error(&path, source))?;
            create(&path, &text)?;
            written.push(path);
        }
        let lines: String = self.lines.iter().flat_map(|line| [line, "\n"]).collect();
        create(path, lines.as_bytes())?;
        Ok(written)
    }

    /// Writes it when the screen is left; under another name if somebody has taken this one
    /// meanwhile, so that the lines are not lost.
    ///
    /// # Errors
    ///
    /// [`ScreenError::Taken`] and [`ScreenError::File`].
    pub(super) fn write_in_the_end(&self, path: &Path) -> Result<Vec<PathBuf>, ScreenError> {
        match self.write(path) {
            Err(ScreenError::Exists { path }) => {
                let instead = self.write_anywhere()?.swap_remove(0);
                Err(ScreenError::Taken { path, instead })
            }
            written => written,
        }
    }

    /// Writes it under the first name `game-N.in.txt` that is free, here; the files.
    ///
    /// # Errors
    ///
    /// [`ScreenError::File`].
    pub(super) fn write_anywhere(&self) -> Result<Vec<PathBuf>, ScreenError> {
        let free = (1..u32::MAX)
            .map(|number| PathBuf::from(format!("game-{number}{INPUT}")))
            .find(|path| !exists(path) && !exists(&seed_beside(path)))
            .unwrap_or_else(|| PathBuf::from(format!("game{INPUT}")));
        self.write(&free)
    }
}

/// Writes a file that does not exist, whole or not at all.
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

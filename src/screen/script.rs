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

/// The seed file beside a script.
pub(super) fn seed_beside(script: &Path) -> PathBuf {
    let name = script.as_os_str().to_string_lossy();
    match name.strip_suffix(INPUT) {
        Some(stem) => PathBuf::from(format!("{stem}{SEED}")),
        None => PathBuf::from(format!("{name}{SEED}")),
    }
}

/// Looks whether there is a folder to write a file into.
///
/// # Errors
///
/// [`ScreenError::File`].
pub(super) fn look_for_folder(path: &Path) -> Result<(), ScreenError> {
    atomic_file::look_for_folder(path).map_err(|source| file_error(path, source))
}

/// Whether something of this name exists, be it a link that leads nowhere.
pub(super) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

impl Script<'_> {
    /// Writes it, and the seed beside it; neither may exist.
    ///
    /// # Errors
    ///
    /// [`ScreenError::Exists`] and [`ScreenError::File`].
    pub(super) fn write(&self, path: &Path) -> Result<(), ScreenError> {
        if exists(path) {
            // Before a seed is written that would belong to nothing.
            return Err(ScreenError::Exists { path: path.into() });
        }
        if let Some(minefield) = self.minefield {
            let mut text = Vec::new();
            let seed = seed_beside(path);
            let written = seed::write(minefield, &mut text);
            written.map_err(|source| file_error(&seed, source))?;
            create(&seed, &text)?;
        }
        let lines: String = self.lines.iter().flat_map(|line| [line, "\n"]).collect();
        create(path, lines.as_bytes())
    }

    /// Writes it under the first name `game-N.in.txt` that is free, here.
    ///
    /// # Errors
    ///
    /// Those of [`Script::write`].
    pub(super) fn write_anywhere(&self) -> Result<PathBuf, ScreenError> {
        let free = (1..u32::MAX)
            .map(|number| PathBuf::from(format!("game-{number}{INPUT}")))
            .find(|path| !exists(path) && !exists(&seed_beside(path)))
            .unwrap_or_else(|| PathBuf::from(format!("game{INPUT}")));
        self.write(&free)?;
        Ok(free)
    }
}

/// Writes a file that does not exist, whole or not at all.
fn create(path: &Path, content: &[u8]) -> Result<(), ScreenError> {
    let created = atomic_file::create(path, |file| file.write_all(content));
    created.map_err(|source| match source.kind() {
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

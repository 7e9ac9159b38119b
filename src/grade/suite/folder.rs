//! Writes the cases of a suite into a folder, atomically.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::edition::row::Edition;
use crate::grade::loaded_case::LoadedCase;
use crate::io::atomic_file::{self, PREFIX};
use crate::io::visible::visible_path;
use crate::sample::game::Game;

/// An empty or new folder.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The path in the arguments.
    path: PathBuf,
    /// The path without links.
    place: PathBuf,
    /// Its permissions, if it exists.
    mode: Option<u32>,
}

/// Permissions of a new folder, before `umask`.
const MODE: u32 = 0o777;

impl Folder {
    /// Checks a path. The current folder cannot be replaced by renaming.
    pub(crate) fn new(path: &Path) -> Result<Self, GradeError> {
        let error = |error| GradeError::file(path, error);
        let refused = |why| GradeError::Message(format!("{}: {why}", visible_path(path)));
        if path.symlink_metadata().is_err() {
            // This also fails if the parent is a file.
            fs::metadata(parent_of(path).join(".")).map_err(error)?;
            return Ok(Self {
                path: path.to_owned(),
                place: path.to_owned(),
                mode: None,
            });
        }
        let data = fs::metadata(path).map_err(error)?;
        if !data.is_dir() || fs::read_dir(path).map_err(error)?.next().is_some() {
            return Err(refused("not an empty folder: give --write another"));
        }
        let place = fs::canonicalize(path).map_err(error)?;
        if std::env::current_dir().is_ok_and(|current| current == place) {
            return Err(refused("the current folder cannot be replaced"));
        }
        Ok(Self {
            path: path.to_owned(),
            place,
            mode: Some(data.permissions().mode()),
        })
    }

    /// Converts games into cases with names in this folder.
    pub(crate) fn cases(&self, games: &[Game], edition: &Edition) -> Vec<LoadedCase> {
        names(games.len())
            .zip(games)
            .map(|(name, game)| LoadedCase::of_game(&self.path.join(name), game, edition))
            .collect()
    }

    /// Writes the cases of [`Folder::cases`]. After an error, the folder is unchanged.
    pub(crate) fn write(&self, cases: &[LoadedCase], edition: &Edition) -> Result<(), GradeError> {
        let error = |error| GradeError::file(&self.path, error);
        let written = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(fs::Permissions::from_mode(MODE))
            .tempdir_in(parent_of(&self.place))
            .map_err(error)?;
        for (name, case) in names(cases.len()).zip(cases) {
            let files = Case::unwritten(&written.path().join(name), edition.case_ending);
            for (path, content) in case.files(&files) {
                atomic_file::create(&path, &content).map_err(error)?;
            }
        }
        if let Some(mode) = self.mode {
            let permissions = fs::Permissions::from_mode(mode);
            fs::set_permissions(written.path(), permissions).map_err(error)?;
        }
        // This fails if the folder is no longer empty.
        fs::rename(written.path(), &self.place).map_err(error)?;
        // The renamed folder must not be removed.
        let _ = written.keep();
        Ok(())
    }
}

/// Returns the parent of a path.
fn parent_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Creates names for cases, in their order.
fn names(count: usize) -> impl Iterator<Item = String> {
    let digits = count.to_string().len().max(2);
    (1..=count).map(move |number| format!("flaws-{number:0digits$}"))
}

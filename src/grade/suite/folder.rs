//! The folder that a suite is written into: whole or not at all.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::cases::case::Case;
use crate::edition::row::Edition;
use crate::grade::error::GradeError;
use crate::grade::loaded_case::LoadedCase;
use crate::io::atomic_file::{self, PREFIX};
use crate::sample::game::Game;

/// A folder that is empty or does not exist yet.
#[derive(Debug)]
pub(crate) struct Folder {
    /// The path as it was given.
    path: PathBuf,
    /// The same without links.
    place: PathBuf,
    /// Its permissions, as `chmod` has them, if it is there.
    mode: Option<u32>,
}

/// What a new folder is for, before `umask` takes some of it away.
const MODE: u32 = 0o777;

impl Folder {
    /// The folder of this path.
    ///
    /// # Errors
    ///
    /// [`GradeError`] if anything is in it, if it is no folder, if it is the
    /// current one, which cannot be put in place by its name, or if it cannot be
    /// read.
    pub(crate) fn new(path: &Path) -> Result<Self, GradeError> {
        let error = |error| GradeError::file(path, error);
        if path.symlink_metadata().is_err() {
            // A file in the place of the folder around it is refused as well.
            fs::metadata(folder_around(path).join(".")).map_err(error)?;
            return Ok(Self {
                path: path.to_owned(),
                place: path.to_owned(),
                mode: None,
            });
        }
        let data = fs::metadata(path).map_err(error)?;
        if !data.is_dir() || fs::read_dir(path).map_err(error)?.next().is_some() {
            return Err(GradeError::NotEmpty { path: path.into() });
        }
        let place = fs::canonicalize(path).map_err(error)?;
        if std::env::current_dir().is_ok_and(|current| current == place) {
            return Err(GradeError::CurrentFolder { path: path.into() });
        }
        Ok(Self {
            path: path.to_owned(),
            place,
            mode: Some(data.permissions().mode()),
        })
    }

    /// Cases of these games, with names in this folder.
    pub(crate) fn cases(&self, games: &[Game], edition: &Edition) -> Vec<LoadedCase> {
        names(games.len())
            .zip(games)
            .map(|(name, game)| LoadedCase::of_game(&self.path.join(name), game, edition))
            .collect()
    }

    /// Writes the cases of [`Folder::cases`].
    ///
    /// # Errors
    ///
    /// The system's: the folder is then as it was.
    pub(crate) fn write(&self, cases: &[LoadedCase], edition: &Edition) -> Result<(), GradeError> {
        let error = |error| GradeError::file(&self.path, error);
        let written = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(fs::Permissions::from_mode(MODE))
            .tempdir_in(folder_around(&self.place))
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
        // What is not empty any more is not replaced by this.
        fs::rename(written.path(), &self.place).map_err(error)?;
        // It is no temporary folder any more.
        let _ = written.keep();
        Ok(())
    }
}

/// The folder that a path is in.
fn folder_around(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The names of so many cases, in their order.
fn names(count: usize) -> impl Iterator<Item = String> {
    let digits = count.to_string().len().max(2);
    (1..=count).map(move |number| format!("flaws-{number:0digits$}"))
}

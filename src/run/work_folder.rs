//! A folder that commands work in, whose contents are not managed by a keeper.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::paths;
use super::private_folder;

/// A folder among the system's temporary files that commands work in. Their
/// keepers make it, so that it is removed whenever the grader is killed; no other
/// command can read it, and it is removed when this is dropped.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    folder: PathBuf,
    path: PathBuf,
}

/// What commands may do with the folder that they work in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Work {
    /// Read it.
    Readable(#[serde(with = "paths::one")] PathBuf),
    /// Write to it too.
    Writable(#[serde(with = "paths::one")] PathBuf),
}

impl Work {
    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Readable(path) | Self::Writable(path) => path,
        }
    }

    /// The folder, if it can be written to.
    pub(super) fn writable(&self) -> Option<&Path> {
        match self {
            Self::Readable(_) => None,
            Self::Writable(path) => Some(path),
        }
    }
}

impl WorkFolder {
    /// Chooses where one will be.
    ///
    /// # Errors
    ///
    /// The system has no folder for temporary files, or no random numbers.
    pub(crate) fn new() -> io::Result<Self> {
        let name = format!(
            "{}{:016x}",
            private_folder::PREFIX,
            getrandom::u64().map_err(io::Error::other)?
        );
        let folder = std::env::temp_dir().canonicalize()?.join(name);
        Ok(Self {
            path: folder.join("work"),
            folder,
        })
    }

    /// Where commands work.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it. While its keepers are there, they do so if the grader is killed
    /// meanwhile.
    pub(crate) fn remove(&self) {
        private_folder::remove(&self.path);
        private_folder::remove(&self.folder);
    }

    /// Removes what is in it.
    ///
    /// # Errors
    ///
    /// Something cannot be removed.
    pub(crate) fn empty(&self) -> io::Result<()> {
        private_folder::empty(&self.path).map_err(io::Error::from)
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Makes the folder that commands will work in, unless another keeper has.
pub(super) fn make(work: &Path) -> io::Result<()> {
    for path in [work.parent().unwrap_or(work), work] {
        match DirBuilder::new().mode(0o700).create(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
    }
    Ok(())
}

/// How often it is tried to remove a folder that processes may still write to,
/// and the pause after that.
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(50);

/// Removes the folder that commands have worked in, after the grader has gone.
pub(super) fn remove_abandoned(work: &Path) {
    let folder = work.parent().unwrap_or(work);
    for _ in 0..ATTEMPTS {
        private_folder::remove(work);
        private_folder::remove(folder);
        if folder.symlink_metadata().is_err() {
            return;
        }
        thread::sleep(PAUSE);
    }
}

//! The working folder of commands, which outlives their keepers.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::paths;
use super::private_folder;

/// A working folder among the system's temporary files. The keepers create it, so that they
/// remove it if the grader is killed. Other commands cannot read it. Dropping it removes it.
#[derive(Debug)]
pub(crate) struct WorkFolder {
    folder: PathBuf,
    path: PathBuf,
}

/// Access to the working folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Work {
    Readable(#[serde(with = "paths::one")] PathBuf),
    /// Read and write.
    Writable(#[serde(with = "paths::one")] PathBuf),
}

impl Work {
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Readable(path) | Self::Writable(path) => path,
        }
    }

    /// Returns the folder if it is writable.
    pub(super) fn writable(&self) -> Option<&Path> {
        match self {
            Self::Readable(_) => None,
            Self::Writable(path) => Some(path),
        }
    }
}

impl WorkFolder {
    /// Chooses a path for a working folder. Fails without a folder for temporary files or random
    /// numbers.
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

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the folder. If the grader is killed, the running keepers do so.
    pub(crate) fn remove(&self) {
        private_folder::remove(&self.path);
        private_folder::remove(&self.folder);
    }

    /// Removes the contents of the folder.
    pub(crate) fn empty(&self) -> io::Result<()> {
        private_folder::empty(&self.path).map_err(io::Error::from)
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Creates the working folder, unless another keeper has done so.
pub(super) fn make(work: &Path) -> io::Result<()> {
    for path in [work.parent().unwrap_or(work), work] {
        match DirBuilder::new().mode(0o700).create(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
    }
    Ok(())
}

/// Number of attempts to remove a folder that processes may still write to, and the pause between
/// them.
const ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(50);

/// Removes the working folder after the grader has ended.
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

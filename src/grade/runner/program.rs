//! The command that is run, with the place for the seed in its arguments.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

use crate::grade::bytes::{find, replaced};

/// A command with the place for the seed in its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    name: OsString,
    arguments: Vec<OsString>,
}

/// Stands for the seed's path in an argument.
const SEED: &[u8] = b"{seed}";

/// Where programs are looked for if `PATH` does not say.
const USUAL_FOLDERS: &str = "/usr/local/bin:/usr/bin:/bin";

impl Program {
    /// A command; the seed becomes its last argument unless `{seed}` stands
    /// in another.
    pub(crate) fn new(name: OsString, mut arguments: Vec<OsString>) -> Self {
        let has_place = arguments
            .iter()
            .any(|argument| find(argument.as_bytes(), SEED).is_some());
        if !has_place {
            arguments.push("{seed}".into());
        }
        Self { name, arguments }
    }

    /// What is started, for messages.
    pub(crate) fn name(&self) -> &OsStr {
        &self.name
    }

    /// The folders of the files that the command names: what an interpreter
    /// wants to list, for [`Settings::listed`](super::settings::Settings::listed).
    pub(crate) fn folders(&self, dir: &Path) -> Vec<PathBuf> {
        let named = std::iter::once(&self.name).chain(&self.arguments);
        named
            .map(|name| dir.join(name))
            .filter(|path| path.is_file())
            .filter_map(|path| path.canonicalize().ok()?.parent().map(Path::to_owned))
            .collect()
    }

    /// The arguments for a seed.
    pub(super) fn arguments(&self, seed: &Path) -> Vec<OsString> {
        let seed = seed.as_os_str().as_bytes();
        let arguments = self.arguments.iter();
        arguments
            .map(|argument| replaced(argument.as_bytes(), SEED, seed))
            .map(OsString::from_vec)
            .collect()
    }

    /// The file that is executed: a path as it is, a mere name in the folders
    /// of `PATH`; none if it is in none of them.
    pub(super) fn file(&self, dir: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
        if self.name.as_bytes().contains(&b'/') {
            return Some(PathBuf::from(&self.name));
        }
        let folders = path.unwrap_or_else(|| OsStr::new(USUAL_FOLDERS));
        std::env::split_paths(folders)
            .map(|folder| dir.join(folder).join(&self.name))
            .find(|file| file.is_file() && access(file, Access::EXEC_OK).is_ok())
    }
}

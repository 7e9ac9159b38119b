//! The command that is run, with a placeholder for the seed in its arguments.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use memchr::memmem::{find, find_iter};
use rustix::fs::{Access, access};
use rustix::io::Errno;

use super::error::RunError;
use crate::io::bytes::replaced;
use crate::io::visible::visible_path;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Program {
    name: OsString,
    arguments: Vec<OsString>,
}

/// Placeholder for the seed's path, in arguments.
const SEED: &[u8] = b"{seed}";

/// Placeholder for the path of the submission's copy, in any word.
const SUBMISSION: &[u8] = b"{submission}";

/// Default for `PATH`.
const USUAL_FOLDERS: &str = "/usr/local/bin:/usr/bin:/bin";

impl Program {
    /// Creates a command. The seed becomes the last argument unless an argument contains
    /// `{seed}`.
    pub(crate) fn new(name: OsString, mut arguments: Vec<OsString>) -> Self {
        let has_seed = |argument: &OsString| find(argument.as_bytes(), SEED).is_some();
        if !arguments.iter().any(has_seed) {
            arguments.push("{seed}".into());
        }
        Self { name, arguments }
    }

    /// Creates a command without a seed.
    pub(crate) fn without_seed(name: OsString, arguments: Vec<OsString>) -> Self {
        Self { name, arguments }
    }

    /// Replaces `{submission}` by the path of a submission.
    pub(crate) fn of_submission(&self, path: &Path) -> Self {
        let with_path = |word: &OsString| with_path(word, SUBMISSION, path);
        Self {
            name: with_path(&self.name),
            arguments: self.arguments.iter().map(with_path).collect(),
        }
    }

    /// Returns an error if the executable is missing, unless it is part of the submission.
    pub(crate) fn missing(&self) -> Option<RunError> {
        let name = self.name.as_bytes();
        let is_path = name.contains(&b'/');
        let is_submitted = find(name, SUBMISSION).is_some() || (is_path && !name.starts_with(b"/"));
        if is_submitted {
            return None;
        }
        let path = std::env::var_os("PATH");
        let missing = match self.file(Path::new("/"), path.as_deref()) {
            Some(file) => access(&file, Access::EXEC_OK).err()?,
            None => Errno::NOENT,
        };
        Some(RunError::NotStarted {
            name: visible_path(Path::new(&self.name)),
            source: missing.into(),
        })
    }

    /// Name for messages.
    pub(crate) fn name(&self) -> &OsStr {
        &self.name
    }

    /// Returns the command's name and arguments, as given.
    pub(crate) fn words(&self) -> impl Iterator<Item = &OsStr> {
        let arguments = self.arguments.iter().map(OsString::as_os_str);
        std::iter::once(self.name.as_os_str()).chain(arguments)
    }

    /// Returns the folders of files that the command names. Interpreters list them, see
    /// [`Settings::listed`](super::settings::Settings::listed).
    pub(crate) fn folders(&self, dir: &Path) -> Vec<PathBuf> {
        std::iter::once(&self.name)
            .chain(&self.arguments)
            .map(|name| dir.join(name))
            .filter(|path| path.is_file())
            .filter_map(|path| path.canonicalize().ok()?.parent().map(Path::to_owned))
            .collect()
    }

    /// Reports whether the command names an existing path in `folder`, other than paths in
    /// `but_for`.
    pub(super) fn names_in(&self, folder: &Path, but_for: Option<&Path>) -> bool {
        let start = folder.join("").into_os_string();
        let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !b"._-+@%=~".contains(byte);
        let is_there = |rest: &[u8]| {
            let name = rest.split(is_end).next().unwrap_or_default();
            let path = folder.join(OsStr::from_bytes(name));
            let is_known = but_for.is_some_and(|other| other.starts_with(&path));
            !name.is_empty() && !is_known && path.exists()
        };
        std::iter::once(&self.name)
            .chain(&self.arguments)
            .map(|word| word.as_bytes())
            .any(|word| {
                find_iter(word, start.as_bytes()).any(|at| is_there(&word[at + start.len()..]))
            })
    }

    /// Returns the arguments for a seed.
    pub(super) fn arguments(&self, seed: &Path) -> Vec<OsString> {
        self.arguments
            .iter()
            .map(|argument| with_path(argument, SEED, seed))
            .collect()
    }

    /// Returns the file to execute: a path as it is, or a name that is found on `PATH`.
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

/// Replaces a placeholder by a path.
fn with_path(word: &OsStr, placeholder: &[u8], path: &Path) -> OsString {
    let path = path.as_os_str().as_bytes();
    OsString::from_vec(replaced(word.as_bytes(), placeholder, path))
}

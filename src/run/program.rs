//! The command to run, with placeholders for paths, and its environment variables. These are few, so
//! that no secret is among them.

use std::{
    collections::BTreeMap,
    env::{split_paths, var_os, vars_os},
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

use memchr::memmem::find;
use rustix::{
    fs::{Access, access},
    io::Errno,
};

use super::result::RunError;
use crate::io::{bytes::replaced, reason, visible_path};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name and the arguments, with placeholders.
    words: Vec<OsString>,
}

/// Placeholder for the path of the seed file.
const SEED: &[u8] = b"{seed}";

/// Placeholder for the path of the copy of a submission.
const COPY: &[u8] = b"{submission}";

const DEFAULT_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

pub(super) type Variables = BTreeMap<OsString, OsString>;

/// Variables that are always passed on, in addition to [`FOLDERS`].
const PASSED_ON: [&str; 2] = ["TERM", "TZ"];

/// A locale with UTF-8 that systems usually have. In the user's own locale, which may be missing in
/// a container, Java could print question marks for the characters of the game.
const LOCALE: &str = if cfg!(target_os = "macos") {
    "en_US.UTF-8"
} else {
    "C.UTF-8"
};

/// Variables with lists of folders in which programs find executables and libraries. The folders
/// must be readable.
const FOLDERS: [&str; 6] = [
    "PATH",
    "JAVA_HOME",
    "CLASSPATH",
    "PYTHONPATH",
    "NODE_PATH",
    "LD_LIBRARY_PATH",
];

impl Program {
    /// Creates a command. The path of the seed file becomes the last argument unless an argument
    /// contains `{seed}`.
    pub fn new(name: OsString, mut words: Vec<OsString>) -> Self {
        if words.iter().all(|it| find(it.as_bytes(), SEED).is_none()) {
            words.push("{seed}".into());
        }
        words.insert(0, name);
        Self { words }
    }

    /// Creates a command that gets no seed file, from its name and its arguments.
    pub fn without_seed(words: Vec<OsString>) -> Self {
        Self { words }
    }

    /// Returns an error if the executable is missing or cannot be executed, with the variables of
    /// `--env`. A relative path and `{submission}` are not checked, since they name a file of the
    /// submission.
    pub fn missing(&self, additional: &[(OsString, Option<OsString>)]) -> Option<RunError> {
        let name = self.words[0].as_bytes();
        let is_path = name.contains(&b'/');
        if find(name, COPY).is_some() || (is_path && !name.starts_with(b"/")) {
            return None;
        }
        let variables = environment(additional);
        let error = match find_executable(&self.words[0], Path::new("/"), &variables) {
            Some(file) => access(&file, Access::EXEC_OK).err()?,
            None => Errno::NOENT,
        };
        Some(RunError::NotStarted {
            name: visible_path(Path::new(&self.words[0])),
            reason: reason(&error.into()),
        })
    }

    pub fn words(&self) -> impl Iterator<Item = &OsStr> {
        self.words.iter().map(OsString::as_os_str)
    }

    /// Returns the folders of the files that the command names. Interpreters list them, see
    /// `RunSettings::listed`.
    pub fn folders(&self, dir: &Path) -> Vec<PathBuf> {
        self.words
            .iter()
            .map(|word| dir.join(word))
            .filter(|path| path.is_file())
            .filter_map(|path| path.canonicalize().ok()?.parent().map(Path::to_owned))
            .collect()
    }

    /// Returns the name and the arguments with these paths in place of the placeholders.
    pub fn with_paths(&self, seed: &Path, copy: &Path) -> Vec<OsString> {
        self.words
            .iter()
            .map(|word| replaced(word.as_bytes(), COPY, copy.as_os_str().as_bytes()))
            .map(|word| replaced(&word, SEED, seed.as_os_str().as_bytes()))
            .map(OsString::from_vec)
            .collect()
    }
}

/// Returns the file to execute: `name` itself if it is a path, or else the first executable file of
/// this name in the folders of `PATH`, which are relative to `dir`.
pub(super) fn find_executable(name: &OsStr, dir: &Path, variables: &Variables) -> Option<PathBuf> {
    if name.as_bytes().contains(&b'/') {
        return Some(PathBuf::from(name));
    }
    let path = variables.get(OsStr::new("PATH"));
    split_paths(path.unwrap_or(&DEFAULT_PATH.into()))
        .map(|folder| dir.join(folder).join(name))
        .find(|file| file.is_file() && access(file, Access::EXEC_OK).is_ok())
}

/// Returns the variables of a command. `additional` are those of `--env`; without a value, they
/// have the value of this process or are removed if it has none.
pub(super) fn environment(additional: &[(OsString, Option<OsString>)]) -> Variables {
    let mut variables: Variables = vars_os().collect();
    variables.retain(|name, _| PASSED_ON.iter().chain(&FOLDERS).any(|known| name == known));
    variables.insert("LANG".into(), LOCALE.into());
    for (name, value) in additional {
        match value.clone().or_else(|| var_os(name)) {
            Some(value) => variables.insert(name.clone(), value),
            None => variables.remove(name),
        };
    }
    variables
}

/// Returns the absolute folders in the variables of [`FOLDERS`].
pub(super) fn folders(variables: &Variables) -> Vec<PathBuf> {
    FOLDERS
        .iter()
        .filter_map(|name| variables.get(OsStr::new(name)))
        .flat_map(split_paths)
        .filter(|folder| folder.is_absolute())
        .collect()
}

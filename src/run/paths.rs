//! Resolves paths, finds private ones in a home folder, and serializes them.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the path without symbolic links and dots. Its last components may be missing.
pub(super) fn resolved(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut missing: Vec<OsString> = Vec::new();
    let mut at = absolute.as_path();
    loop {
        if let Ok(found) = at.canonicalize() {
            return missing
                .iter()
                .rev()
                .fold(found, |path, part| path.join(part));
        }
        let (Some(parent), Some(name)) = (at.parent(), at.file_name()) else {
            return absolute;
        };
        missing.push(name.to_owned());
        at = parent;
    }
}

/// Returns the hidden entries of a home folder, except those that contain a needed folder.
pub(super) fn private(home: &Path, needed: &[PathBuf]) -> Vec<PathBuf> {
    fs::read_dir(home)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(|entry| home.join(entry.file_name()))
        .filter(|path| !needed.iter().any(|needed| needed.starts_with(path)))
        .collect()
}

/// Serializes a path that may not be UTF-8.
pub(super) mod one {
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::run) fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(to)
    }

    pub(in crate::run) fn deserialize<'de, D>(from: D) -> Result<PathBuf, D::Error>
    where
        D: Deserializer<'de>,
    {
        OsString::deserialize(from).map(PathBuf::from)
    }
}

/// Serializes several such paths.
pub(super) mod many {
    use std::ffi::OsString;
    use std::path::PathBuf;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(in crate::run) fn serialize<S>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error>
    where
        S: Serializer,
    {
        to.collect_seq(paths.iter().map(|path| path.as_os_str()))
    }

    pub(in crate::run) fn deserialize<'de, D>(from: D) -> Result<Vec<PathBuf>, D::Error>
    where
        D: Deserializer<'de>,
    {
        let paths = Vec::<OsString>::deserialize(from)?;
        Ok(paths.into_iter().map(PathBuf::from).collect())
    }
}

//! Test cases in the course's layout: `NAME.seed.txt` and the files beside it.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::error::GradeError;

/// What a run leaves behind, for which a file beside the seed says what is
/// expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Artifact {
    /// `NAME.out.txt`: standard output.
    Out,
    /// `NAME.err.txt`: standard error.
    Err,
    /// `NAME.combined.txt`: both streams, merged.
    Merged,
    /// `NAME.status.txt`: the exit status.
    Status,
}

impl Artifact {
    /// The ending of its file.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Out => ".out.txt",
            Self::Err => ".err.txt",
            Self::Merged => ".combined.txt",
            Self::Status => ".status.txt",
        }
    }

    /// What it is called in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Out => "standard output",
            Self::Err => "standard error",
            Self::Merged => "combined output",
            Self::Status => "exit status",
        }
    }
}

/// A test case: a seed, an input and what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// The path of its files without their endings.
    pub(crate) name: String,
    stem: PathBuf,
    /// The seed or board.
    pub(crate) seed: PathBuf,
    /// The input, if there is any.
    pub(crate) input: Option<PathBuf>,
}

/// What a case expects, as far as there are files for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expected {
    /// On standard output.
    pub(crate) out: Option<Vec<u8>>,
    /// On standard error.
    pub(crate) err: Option<Vec<u8>>,
    /// On both streams, merged.
    pub(crate) merged: Option<Vec<u8>>,
    /// As exit status.
    pub(crate) status: Option<i32>,
}

impl Expected {
    /// The contents of the files that say this.
    pub(crate) fn files(&self) -> Vec<(Artifact, Vec<u8>)> {
        let status = self.status.map(|status| format!("{status}\n").into_bytes());
        [
            (Artifact::Out, self.out.clone()),
            (Artifact::Err, self.err.clone()),
            (Artifact::Merged, self.merged.clone()),
            (Artifact::Status, status),
        ]
        .into_iter()
        .filter_map(|(artifact, content)| Some((artifact, content?)))
        .collect()
    }
}

impl Case {
    /// The case of a seed.
    pub(crate) fn new(seed: PathBuf, ending: &str) -> Self {
        let path = seed.as_os_str().as_bytes();
        let stem = PathBuf::from(OsStr::from_bytes(&path[..path.len() - ending.len()]));
        let name = stem.to_string_lossy().into_owned();
        let input = Some(with_ending(&stem, ".in.txt")).filter(|path| path.exists());
        Self {
            name,
            stem,
            seed,
            input,
        }
    }

    /// The path of the file for an artifact.
    pub(crate) fn file(&self, artifact: Artifact) -> PathBuf {
        with_ending(&self.stem, artifact.ending())
    }

    /// The bytes of the input.
    ///
    /// # Errors
    ///
    /// [`GradeError`] if its file cannot be read.
    pub(crate) fn read_input(&self) -> Result<Vec<u8>, GradeError> {
        self.input.as_deref().map_or(Ok(Vec::new()), read)
    }

    /// Reads what is expected.
    ///
    /// # Errors
    ///
    /// [`GradeError`] if a file cannot be read or holds no status.
    pub(crate) fn expected(&self) -> Result<Expected, GradeError> {
        let artifact = |artifact| {
            let path = self.file(artifact);
            if path.exists() {
                read(&path).map(Some)
            } else {
                Ok(None)
            }
        };
        let status = match artifact(Artifact::Status)? {
            None => None,
            Some(text) => Some(status(&text).ok_or_else(|| {
                let path = self.file(Artifact::Status);
                GradeError::NoStatus { path }
            })?),
        };
        Ok(Expected {
            out: artifact(Artifact::Out)?,
            err: artifact(Artifact::Err)?,
            merged: artifact(Artifact::Merged)?,
            status,
        })
    }
}

fn status(text: &[u8]) -> Option<i32> {
    str::from_utf8(text).ok()?.trim().parse().ok()
}

fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

fn read(path: &Path) -> Result<Vec<u8>, GradeError> {
    fs::read(path).map_err(|error| GradeError::file(path, error))
}

/// Finds cases: all in a folder, or the one whose seed, or whose seed without
/// its ending, a path is. They are in the order of their names.
///
/// # Errors
///
/// [`GradeError`] if a path leads to no case or cannot be read.
pub(crate) fn find(paths: &[PathBuf], ending: &'static str) -> Result<Vec<Case>, GradeError> {
    let mut cases = Vec::new();
    for path in paths {
        let found = if path.is_dir() {
            in_folder(path, ending)?
        } else {
            single(path, ending).into_iter().collect()
        };
        if found.is_empty() {
            return Err(GradeError::NoCase {
                path: path.clone(),
                ending,
            });
        }
        cases.extend(found);
    }
    cases.sort_by(|one, other| one.stem.cmp(&other.stem));
    let mut seen = BTreeSet::new();
    cases.retain(|case| {
        seen.insert(fs::canonicalize(&case.seed).unwrap_or_else(|_| case.seed.clone()))
    });
    Ok(cases)
}

fn in_folder(folder: &Path, ending: &'static str) -> Result<Vec<Case>, GradeError> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| GradeError::file(folder, error))? {
        let path = entry
            .map_err(|error| GradeError::file(folder, error))?
            .path();
        if is_seed(&path, ending) {
            cases.push(Case::new(path, ending));
        }
    }
    Ok(cases)
}

fn single(path: &Path, ending: &str) -> Option<Case> {
    let path = if is_seed(path, ending) {
        path.to_owned()
    } else {
        with_ending(path, ending)
    };
    path.exists().then(|| Case::new(path, ending))
}

fn is_seed(path: &Path, ending: &str) -> bool {
    let name = path
        .file_name()
        .map(OsStr::as_encoded_bytes)
        .unwrap_or_default();
    name.len() > ending.len() && name.ends_with(ending.as_bytes())
}

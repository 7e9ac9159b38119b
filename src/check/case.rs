//! Test cases in the course's layout: `NAME.seed.txt` and the files beside it.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// A file beside the seed that says what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `NAME.out.txt`: standard output.
    Out,
    /// `NAME.err.txt`: standard error.
    Err,
    /// `NAME.combined.txt`: both in one pipe.
    Combined,
    /// `NAME.status.txt`: the exit status.
    Status,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Out, Self::Err, Self::Combined, Self::Status];

    /// The ending of its file.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Out => ".out.txt",
            Self::Err => ".err.txt",
            Self::Combined => ".combined.txt",
            Self::Status => ".status.txt",
        }
    }

    /// What it is called in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Out => "standard output",
            Self::Err => "standard error",
            Self::Combined => "combined output",
            Self::Status => "exit status",
        }
    }
}

/// A test case: a seed, an input and what is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The path of its files without their endings.
    pub name: String,
    stem: PathBuf,
    /// The seed or board.
    pub seed: PathBuf,
    /// The input, if there is any.
    pub input: Option<PathBuf>,
}

/// What a case expects, as far as there are files for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// On standard output.
    pub out: Option<Vec<u8>>,
    /// On standard error.
    pub err: Option<Vec<u8>>,
    /// On both, in one pipe.
    pub combined: Option<Vec<u8>>,
    /// As exit status.
    pub status: Option<i32>,
}

impl Case {
    /// The case of a seed.
    fn new(seed: PathBuf, ending: &str) -> Self {
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

    /// The path of the file for a part of what is expected.
    #[must_use]
    pub fn file(&self, part: Part) -> PathBuf {
        with_ending(&self.stem, part.ending())
    }

    /// The bytes of the input.
    ///
    /// # Errors
    ///
    /// [`Error::Check`] if its file cannot be read.
    pub fn read_input(&self) -> Result<Vec<u8>, Error> {
        self.input.as_deref().map_or(Ok(Vec::new()), read)
    }

    /// Reads what is expected.
    ///
    /// # Errors
    ///
    /// [`Error::Check`] if a file cannot be read or holds no status.
    pub fn expected(&self) -> Result<Expected, Error> {
        let part = |part| {
            let path = self.file(part);
            if path.exists() {
                read(&path).map(Some)
            } else {
                Ok(None)
            }
        };
        let status = match part(Part::Status)? {
            None => None,
            Some(text) => Some(status(&text).ok_or_else(|| {
                let path = self.file(Part::Status);
                Error::Check(format!("{}: no exit status", path.display()))
            })?),
        };
        Ok(Expected {
            out: part(Part::Out)?,
            err: part(Part::Err)?,
            combined: part(Part::Combined)?,
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

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|error| Error::file(path, &error))
}

/// Finds cases: all in a folder, or the one whose seed, or whose seed without
/// its ending, a path is. They are in the order of their names.
///
/// # Errors
///
/// [`Error::Check`] if a path leads to no case or cannot be read.
pub fn find(paths: &[PathBuf], ending: &str) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for path in paths {
        let found = if path.is_dir() {
            in_folder(path, ending)?
        } else {
            single(path, ending).into_iter().collect()
        };
        if found.is_empty() {
            return Err(Error::Check(format!(
                "{}: no case NAME{ending} found",
                path.display()
            )));
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

fn in_folder(folder: &Path, ending: &str) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| Error::file(folder, &error))? {
        let path = entry.map_err(|error| Error::file(folder, &error))?.path();
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

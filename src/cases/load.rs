//! Reading cases, all files of each before the first run.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use memchr::memmem;

use super::case::{Artifact, Case, Expected};
use super::catalogue;
use super::error::CaseError;
use super::find::find;
use super::points::Points;
use super::selection::Selection;
use crate::io::error::FileError;
use crate::io::store::{Content, Store, Stored};

/// What a run of a case is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'case> {
    /// What the seed's file contains.
    pub(crate) seed: Content<'case>,
    /// What standard input contains.
    pub(crate) input: Content<'case>,
}

/// A case whose files have been read.
#[derive(Clone, Debug)]
pub(crate) struct StoredCase {
    /// The case.
    pub(crate) case: Case,
    seed: Stored,
    input: Option<Stored>,
    out: Option<Stored>,
    err: Option<Stored>,
    merged: Option<Stored>,
    status: Option<i32>,
}

/// Finds cases, and reads those that are selected, each with what its
/// `cases.toml` says. Where none says so, a case is worth `points`.
///
/// # Errors
///
/// There is no case, one expects nothing, or a file cannot be read.
pub(crate) fn load(
    paths: &[PathBuf],
    ending: &'static str,
    selection: &Selection,
    points: Points,
    store: &mut Store,
) -> Result<Vec<StoredCase>, CaseError> {
    let mut found = find(paths, ending)?;
    catalogue::tell(&mut found, points, ending)?;
    let cases = selection
        .of(found)?
        .into_iter()
        .map(|case| StoredCase::new(case, store))
        .collect::<Result<Vec<_>, _>>()?;
    match cases.iter().find(|case| case.expects_nothing()) {
        Some(StoredCase { case, .. }) => Err(CaseError::NothingExpected {
            case: case.name.clone(),
        }),
        None => Ok(cases),
    }
}

impl StoredCase {
    /// Reads all files of a case into a store.
    ///
    /// # Errors
    ///
    /// A file cannot be read or holds no status.
    pub(crate) fn new(case: Case, store: &mut Store) -> Result<Self, CaseError> {
        let mut artifact = |artifact| {
            let path = case.file(artifact);
            let exists = path.symlink_metadata().is_ok();
            exists.then(|| store.add(&path)).transpose()
        };
        let out = artifact(Artifact::Out)?;
        let err = artifact(Artifact::Err)?;
        let merged = artifact(Artifact::Merged)?;
        let status = match artifact(Artifact::Status)? {
            Some(stored) => {
                Some(
                    read_status(&store.read(stored)?).ok_or_else(|| CaseError::NoStatus {
                        path: case.file(Artifact::Status),
                    })?,
                )
            }
            None => None,
        };
        Ok(Self {
            out,
            err,
            merged,
            status,
            ..Self::given_only(case, store)?
        })
    }

    /// Reads what runs of a case are given, and not what is expected of them.
    ///
    /// # Errors
    ///
    /// A file cannot be read.
    pub(crate) fn given_only(case: Case, store: &mut Store) -> Result<Self, FileError> {
        Ok(Self {
            seed: store.add(&case.seed)?,
            input: case
                .input
                .as_deref()
                .map(|path| store.add(path))
                .transpose()?,
            out: None,
            err: None,
            merged: None,
            status: None,
            case,
        })
    }

    /// Whether an exit status is expected.
    pub(crate) fn expects_status(&self) -> bool {
        self.status.is_some()
    }

    /// Whether there is no file that says what is expected.
    pub(crate) fn expects_nothing(&self) -> bool {
        [self.out, self.err, self.merged] == [None; 3] && self.status.is_none()
    }

    /// What the case expects.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn expected(&self, store: &Store) -> Result<Expected, FileError> {
        let read = |stored: Option<Stored>| {
            let text = stored.map(|stored| store.read(stored)).transpose()?;
            Ok(text.map(|text| with_path(text, &self.case.seed)))
        };
        Ok(Expected {
            out: read(self.out)?,
            err: read(self.err)?,
            merged: read(self.merged)?,
            status: self.status,
        })
    }

    /// What a run of the case is given.
    pub(crate) fn given<'store>(&self, store: &'store Store) -> Given<'store> {
        let content = |stored| Content::Part { store, stored };
        Given {
            seed: content(self.seed),
            input: self.input.map_or(Content::Bytes(b""), content),
        }
    }
}

/// What is expected, with the seed's path as it is now: the folder may lie elsewhere than it
/// did when that was recorded.
fn with_path(text: Vec<u8>, seed: &Path) -> Vec<u8> {
    let path = seed.as_os_str().as_bytes();
    let name = seed.file_name().unwrap_or_default();
    if memmem::find(&text, name.as_bytes()).is_none() {
        return text;
    }
    let is_apart = |byte: &u8| byte.is_ascii_whitespace() || b"\"'(=".contains(byte);
    let mut moved = Vec::with_capacity(text.len());
    let mut written = 0;
    for at in memmem::find_iter(&text, name.as_bytes()) {
        let end = at + name.len();
        let before = text[..at].iter().rposition(is_apart);
        let start = before.map_or(0, |before| before + 1);
        let own = text[..end].strip_suffix(path);
        let is_own = own.is_some_and(|before| before.last().is_none_or(is_apart));
        if start >= written && !is_own && is_path_to_file(&text[start..at]) {
            moved.extend_from_slice(&text[written..start]);
            moved.extend_from_slice(path);
            written = end;
        }
    }
    moved.extend_from_slice(&text[written..]);
    moved
}

/// Whether the name of a file can follow.
fn is_path_to_file(folder: &[u8]) -> bool {
    folder.is_empty() || folder.ends_with(b"/")
}

fn read_status(text: &[u8]) -> Option<i32> {
    str::from_utf8(text).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_named_by_its_path_of_today() {
        let seed = Path::new("all cases/tc1.seed.txt");
        for (text, expected) in [
            (
                "with old/tc1.seed.txt, as",
                "with all cases/tc1.seed.txt, as",
            ),
            ("at/all cases/tc1.seed.txt", "at/all all cases/tc1.seed.txt"),
            ("with tc1.seed.txt\n", "with all cases/tc1.seed.txt\n"),
            ("(\"/a/tc1.seed.txt\")", "(\"all cases/tc1.seed.txt\")"),
            (
                "all cases/tc1.seed.txt a/tc1.seed.txt",
                "all cases/tc1.seed.txt all cases/tc1.seed.txt",
            ),
            (
                "a/tc1.seed.txt/tc1.seed.txt",
                "all cases/tc1.seed.txt/tc1.seed.txt",
            ),
            ("a/not-tc1.seed.txt", "a/not-tc1.seed.txt"),
            ("", ""),
        ] {
            let found = with_path(text.as_bytes().to_vec(), seed);
            assert_eq!(String::from_utf8_lossy(&found), expected);
        }
    }
}

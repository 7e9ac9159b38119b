//! Loads the files of cases, all of them before the first run.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use memchr::memmem;

use super::case::{Artifact, Case, Expected};
use super::catalogue;
use super::error::GradeError;
use super::find::find;
use super::points::Points;
use super::selection::Selection;
use crate::io::error::FileError;
use crate::io::store::{Content, Store, Stored};
use crate::io::visible::visible_path;

/// Input of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'case> {
    /// Content of the seed file.
    pub(crate) seed: Content<'case>,
    /// Content of standard input.
    pub(crate) input: Content<'case>,
}

/// A case whose files are in a store.
#[derive(Clone, Debug)]
pub(crate) struct StoredCase {
    pub(crate) case: Case,
    seed: Stored,
    input: Option<Stored>,
    out: Option<Stored>,
    err: Option<Stored>,
    merged: Option<Stored>,
    status: Option<i32>,
}

/// Finds, selects and loads cases; at least one. A case is worth `points` if `cases.toml` does
/// not say otherwise.
pub(crate) fn load(
    paths: &[PathBuf],
    ending: &'static str,
    selection: &Selection,
    points: Points,
    store: &mut Store,
) -> Result<Vec<StoredCase>, GradeError> {
    let mut found = find(paths, ending)?;
    catalogue::apply(&mut found, points, ending)?;
    let cases = selection.of(found)?.into_iter();
    cases.map(|case| StoredCase::new(case, store)).collect()
}

impl StoredCase {
    /// Reads all files of a case, which must expect something.
    pub(crate) fn new(case: Case, store: &mut Store) -> Result<Self, GradeError> {
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
                let status = parse_status(&store.read(stored)?);
                Some(status.ok_or_else(|| {
                    GradeError::Message(format!(
                        "{}: no exit status, which is a number such as 0",
                        visible_path(&case.file(Artifact::Status))
                    ))
                })?)
            }
            None => None,
        };
        // Errors of the seed come first.
        let given = Self::given_only(case, store)?;
        if [out, err, merged] == [None; 3] && status.is_none() {
            return Err(GradeError::Message(format!(
                "{}: nothing is expected: there are no files with output or status to compare with",
                given.case.name
            )));
        }
        Ok(Self {
            out,
            err,
            merged,
            status,
            ..given
        })
    }

    /// Reads only the seed and the input of a case.
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

    /// Stores a case whose files need not exist.
    pub(crate) fn in_memory(
        case: Case,
        seed: &[u8],
        input: &[u8],
        expected: &Expected,
        store: &mut Store,
    ) -> Result<Self, FileError> {
        let mut add = |text: Option<&[u8]>| text.map(|text| store.add_bytes(text)).transpose();
        let input = add(Some(input))?;
        let out = add(expected.out.as_deref())?;
        let err = add(expected.err.as_deref())?;
        let merged = add(expected.merged.as_deref())?;
        Ok(Self {
            seed: store.add_bytes(seed)?,
            input,
            out,
            err,
            merged,
            status: expected.status,
            case,
        })
    }

    /// Reports whether the case expects an exit status.
    pub(crate) fn expects_status(&self) -> bool {
        self.status.is_some()
    }

    /// Reads the expected results from the store.
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

    /// The input of a run.
    pub(crate) fn given<'store>(&self, store: &'store Store) -> Given<'store> {
        let content = |stored| Content::Part { store, stored };
        Given {
            seed: content(self.seed),
            input: self.input.map_or(Content::Bytes(b""), content),
        }
    }
}

/// Replaces each path of the seed in expected output by its current path: the folder may have
/// moved since the output was recorded.
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

/// Reports whether a file name can follow.
fn is_path_to_file(folder: &[u8]) -> bool {
    folder.is_empty() || folder.ends_with(b"/")
}

fn parse_status(text: &[u8]) -> Option<i32> {
    str::from_utf8(text).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_seed_paths_become_current_paths() {
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

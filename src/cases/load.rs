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
    /// The files of [`Artifact::ALL`].
    expected: [Option<Stored>; 4],
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
        let mut stored = Self::given_only(case, store)?;
        for (slot, artifact) in stored.expected.iter_mut().zip(Artifact::ALL) {
            let path = stored.case.file(artifact);
            if path.symlink_metadata().is_ok() {
                *slot = Some(store.add(&path)?);
            }
        }
        let expected = stored.expected(store)?;
        if stored.expected[3].is_some() && expected.status.is_none() {
            let path = visible_path(&stored.case.file(Artifact::ExitStatus));
            let message = format!("{path}: no exit status, which is a number such as 0");
            return Err(GradeError::Message(message));
        }
        if expected == Expected::default() {
            return Err(GradeError::Message(format!(
                "{}: nothing is expected: there are no files with output or status to compare with",
                stored.case.name
            )));
        }
        Ok(stored)
    }

    /// Reads only the seed and the input of a case.
    pub(crate) fn given_only(case: Case, store: &mut Store) -> Result<Self, FileError> {
        let seed = store.add(&case.seed)?;
        let input = case.input.as_deref().map(|path| store.add(path));
        Ok(Self {
            seed,
            input: input.transpose()?,
            expected: [None; 4],
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
        let mut stored = Self {
            seed: store.add_bytes(seed)?,
            input: Some(store.add_bytes(input)?),
            expected: [None; 4],
            case,
        };
        for (artifact, content) in expected.files() {
            stored.expected[artifact as usize] = Some(store.add_bytes(&content)?);
        }
        Ok(stored)
    }

    /// Reads the expected results from the store.
    pub(crate) fn expected(&self, store: &Store) -> Result<Expected, FileError> {
        let read = |stored: Option<Stored>| {
            let text = stored.map(|stored| store.read(stored)).transpose()?;
            Ok(text.map(|text| with_path(&text, &self.case.seed)))
        };
        let [out, err, merged, status] = self.expected.map(read);
        Ok(Expected {
            out: out?,
            err: err?,
            merged: merged?,
            status: status?.and_then(|status| str::from_utf8(&status).ok()?.trim().parse().ok()),
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
fn with_path(text: &[u8], seed: &Path) -> Vec<u8> {
    let path = seed.as_os_str().as_bytes();
    let name = seed.file_name().unwrap_or_default().as_bytes();
    let is_apart = |byte: &u8| byte.is_ascii_whitespace() || b"\"'(=".contains(byte);
    let mut moved = Vec::with_capacity(text.len());
    let mut written = 0;
    for at in memmem::find_iter(text, name) {
        let end = at + name.len();
        let start = text[..at]
            .iter()
            .rposition(is_apart)
            .map_or(0, |before| before + 1);
        let is_path = start == at || text[at - 1] == b'/';
        let own = text[..end].strip_suffix(path);
        let is_own = own.is_some_and(|before| before.last().is_none_or(is_apart));
        if start >= written && is_path && !is_own {
            moved.extend_from_slice(&text[written..start]);
            moved.extend_from_slice(path);
            written = end;
        }
    }
    moved.extend_from_slice(&text[written..]);
    moved
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
            let found = with_path(text.as_bytes(), seed);
            assert_eq!(String::from_utf8_lossy(&found), expected);
        }
    }
}

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
    /// Expected standard output, standard error and combined output.
    outputs: [Option<Stored>; 3],
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
        let mut outputs = [None; 3];
        let mut status = None;
        for (index, artifact) in Artifact::ALL.into_iter().enumerate() {
            let path = case.file(artifact);
            if path.symlink_metadata().is_err() {
                continue;
            }
            let stored = store.add(&path)?;
            if let Some(output) = outputs.get_mut(index) {
                *output = Some(stored);
                continue;
            }
            status = parse_status(&store.read(stored)?);
            if status.is_none() {
                return Err(GradeError::Message(format!(
                    "{}: no exit status, which is a number such as 0",
                    visible_path(&path)
                )));
            }
        }
        // Errors of the seed come first.
        let given = Self::given_only(case, store)?;
        if outputs == [None; 3] && status.is_none() {
            return Err(GradeError::Message(format!(
                "{}: nothing is expected: there are no files with output or status to compare with",
                given.case.name
            )));
        }
        Ok(Self {
            outputs,
            status,
            ..given
        })
    }

    /// Reads only the seed and the input of a case.
    pub(crate) fn given_only(case: Case, store: &mut Store) -> Result<Self, FileError> {
        let seed = store.add(&case.seed)?;
        let input = case.input.as_deref().map(|path| store.add(path));
        Ok(Self {
            seed,
            input: input.transpose()?,
            outputs: [None; 3],
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
        let mut outputs = [None; 3];
        let texts = [&expected.out, &expected.err, &expected.merged];
        for (output, text) in outputs.iter_mut().zip(texts) {
            *output = text
                .as_ref()
                .map(|text| store.add_bytes(text))
                .transpose()?;
        }
        Ok(Self {
            seed: store.add_bytes(seed)?,
            input: Some(store.add_bytes(input)?),
            outputs,
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
        let [out, err, merged] = self.outputs.map(read);
        Ok(Expected {
            out: out?,
            err: err?,
            merged: merged?,
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

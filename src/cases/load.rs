//! Loads the files of cases, all of them before the first run.

use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use glob::Pattern;
use memchr::memmem;

use super::case::{Artifact, Case, Expected, exists, read};
use super::catalogue;
use super::find::find;
use super::selection::{Partition, Selection};
use crate::error::Error;
use crate::io::atomic_file;
use crate::io::error::FileError;
use crate::io::visible::visible_path;

/// A case with all its files in memory, so that no program can change them any more. `analyse::flaws` plays it.
#[derive(Clone, Debug, Hash)]
pub(crate) struct LoadedCase {
    pub(crate) case: Case,
    pub(crate) seed: Vec<u8>,
    pub(crate) input: Vec<u8>,
    pub(crate) expected: Expected,
}

/// Finds, selects and loads cases; at least one. With `has_short_names`, the cases have only the parts of their paths that
/// make them unique: students read them. Returns the paths of all files, too.
pub(crate) fn load(
    selection: &Selection,
    ending: &'static str,
    has_short_names: bool,
) -> Result<(Vec<LoadedCase>, Vec<PathBuf>), Error> {
    let mut found = find(&selection.paths, ending, selection.may_be_command)?;
    catalogue::apply(&mut found, selection.points, ending)?;
    let cases = selected(selection, found)?;
    let files = cases.iter().flat_map(Case::files).collect();
    let shown = if has_short_names {
        shortened(&cases)
    } else {
        cases.clone()
    };
    let loaded = cases.iter().zip(shown);
    let loaded = loaded.map(|(case, shown)| LoadedCase::read(case, shown));
    Ok((loaded.collect::<Result<_, _>>()?, files))
}

/// Returns the selected cases; at least one.
fn selected(selection: &Selection, mut cases: Vec<Case>) -> Result<Vec<Case>, Error> {
    let filters = &selection.filters;
    cases.retain(|case| {
        let names = case.names();
        let is_named = |filter: &Pattern| names.iter().any(|name| filter.matches(name));
        filters.is_empty() || filters.iter().any(is_named)
    });
    let cases = Partition::select(selection.partition, cases);
    if cases.is_empty() {
        let message = "no case is left after --filter and --partition";
        return Err(Error::message(message));
    }
    Ok(cases)
}

/// Shortens the paths of cases to their last parts, to as many as make them unique.
fn shortened(cases: &[Case]) -> Vec<Case> {
    let depths = cases.iter().map(|case| case.stem.components().count());
    let most = depths.max().unwrap_or_default();
    let mut parts = 1;
    loop {
        let short: Vec<Case> = cases
            .iter()
            .map(|case| case.clone().shortened(parts))
            .collect();
        let names: BTreeSet<&str> = short.iter().map(|case| case.name.as_str()).collect();
        if names.len() == cases.len() || parts >= most {
            return short;
        }
        parts += 1;
    }
}

impl LoadedCase {
    /// Reads all files of a case, which must expect something. `shown` is the case in reports.
    pub(crate) fn read(case: &Case, shown: Case) -> Result<Self, Error> {
        let mut loaded = Self::given_only(case, shown)?;
        let expected = &mut loaded.expected;
        for artifact in Artifact::ALL {
            let path = case.expected_path(artifact);
            if !exists(&path) {
                continue;
            }
            let content = with_path(&read(&path)?, &loaded.case.seed);
            match artifact {
                Artifact::StandardOutput => expected.out = Some(content),
                Artifact::StandardError => expected.err = Some(content),
                Artifact::CombinedOutput => expected.merged = Some(content),
                Artifact::ExitStatus => {
                    let text = str::from_utf8(&content).unwrap_or_default();
                    let number = text.trim().parse().map_err(|_| {
                        let path = visible_path(&path);
                        let message = "no exit status, which is a number such as 0";
                        Error::message(format!("{path}: {message}"))
                    });
                    expected.status = Some(number?);
                }
            }
        }
        if *expected == Expected::default() {
            return Err(Error::message(format!(
                "{}: nothing is expected: there are no files with output or status to compare with",
                case.name
            )));
        }
        Ok(loaded)
    }

    /// Writes the files of the case, none of which must exist yet.
    pub(crate) fn write(&self) -> Result<(), Error> {
        let mut files = vec![(self.case.seed.clone(), self.seed.clone())];
        let input = self.case.input.clone();
        files.extend(input.map(|path| (path, self.input.clone())));
        let expected = self.expected.files().into_iter();
        files.extend(
            expected.map(|(artifact, content)| (self.case.expected_path(artifact), content)),
        );
        for (path, content) in files {
            atomic_file::create(&path, &content).map_err(|error| Error::file(path, error))?;
        }
        Ok(())
    }

    /// Reads only the seed and the input of a case.
    pub(crate) fn given_only(case: &Case, shown: Case) -> Result<Self, FileError> {
        let input = case.input.as_deref().map(read).transpose()?;
        Ok(Self {
            case: shown,
            seed: read(&case.seed)?,
            input: input.unwrap_or_default(),
            expected: Expected::default(),
        })
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
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn names_that_look_alike_stay_alike() {
        let case = |name: &[u8]| {
            let stem = Path::new("all/.").join(OsStr::from_bytes(name));
            Case::unwritten(&stem, ".seed.txt")
        };
        let names = |cases: &[Case]| shortened(cases).into_iter().map(|case| case.name);
        let unique: Vec<String> = names(&[case(b"a"), case(b"b")]).collect();
        assert_eq!(unique, ["a", "b"]);
        let alike: Vec<String> = names(&[case(b"\xe4"), case(b"\xf6")]).collect();
        assert_eq!(alike[0], alike[1]);
    }

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

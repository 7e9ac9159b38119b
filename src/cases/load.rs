//! Loads the files of all cases before the first run.

use std::{
    collections::BTreeSet,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use memchr::memmem;

use super::{
    case::{Artifact, Case, Expected, exists, read},
    catalogue,
    find::find,
    selection::{Partition, Selection},
};
use crate::{
    error::Error,
    io::{FileError, atomic_file, visible_path},
};

/// A case with all its files in memory, so that no program can change them any more. The methods
/// that play a case are in `analyse::flaws`.
#[derive(Debug, Hash)]
pub struct LoadedCase {
    pub case: Case,
    pub seed: Vec<u8>,
    pub input: Vec<u8>,
    pub expected: Expected,
}

/// Finds, selects and loads cases, and returns them with the paths of all their files. Fails if
/// there is no case. With `has_short_names`, the paths in cases are shortened as far as names stay
/// unique, because students read them.
pub fn load(
    selection: &Selection,
    ending: &'static str,
    has_short_names: bool,
) -> Result<(Vec<LoadedCase>, Vec<PathBuf>), Error> {
    let mut all_cases = find(&selection.paths, ending, selection.may_be_command)?;
    catalogue::apply(&mut all_cases, selection.points, ending)?;
    let cases = select(selection, all_cases)?;
    let files = cases.iter().flat_map(Case::files).collect();
    let reported_cases = if has_short_names {
        shortened(&cases)
    } else {
        cases.clone()
    };
    let mut loaded_cases = Vec::new();
    for (case, reported) in cases.iter().zip(reported_cases) {
        loaded_cases.push(LoadedCase::read(case, reported)?);
    }
    Ok((loaded_cases, files))
}

/// Selects cases by the filters and the share. Fails if none remains.
fn select(selection: &Selection, mut cases: Vec<Case>) -> Result<Vec<Case>, Error> {
    let filters = &selection.filters;
    cases.retain(|case| filters.is_empty() || filters.iter().any(|it| case.matches(it)));
    let cases = Partition::select(selection.partition, cases);
    if cases.is_empty() {
        let message = "no case matches --filter, or the share of --partition is empty";
        return Err(Error::message(message));
    }
    Ok(cases)
}

/// Shortens the paths of cases to the fewest last components with which all names are unique.
fn shortened(cases: &[Case]) -> Vec<Case> {
    let depths = cases.iter().map(|case| case.stem.components().count());
    let max_depth = depths.max().unwrap_or_default();
    let mut depth = 1;
    loop {
        let short: Vec<Case> = cases.iter().map(|it| it.clone().shortened(depth)).collect();
        let names: BTreeSet<&str> = short.iter().map(|case| case.name.as_str()).collect();
        // Names can be equal even with all components: different characters may look the same.
        if names.len() == cases.len() || depth >= max_depth {
            return short;
        }
        depth += 1;
    }
}

impl LoadedCase {
    /// Reads all files of a case. `reported` is the case as reports name it. Fails if no result is
    /// expected.
    pub fn read(case: &Case, reported: Case) -> Result<Self, Error> {
        let mut loaded = Self::read_without_expected(case, reported)?;
        let expected = &mut loaded.expected;
        for artifact in Artifact::ALL {
            let path = case.expected_path(artifact);
            if !exists(&path) {
                continue;
            }
            let content = with_current_path(&read(&path)?, &loaded.case.seed);
            match artifact {
                Artifact::StandardOutput => expected.out = Some(content),
                Artifact::StandardError => expected.err = Some(content),
                Artifact::CombinedOutput => expected.merged = Some(content),
                Artifact::ExitStatus => {
                    let text = str::from_utf8(&content).unwrap_or_default();
                    let status = text.trim().parse().map_err(|_| {
                        let path = visible_path(&path);
                        let message = "not an exit status (a number such as 0)";
                        Error::message(format!("{path}: {message}"))
                    });
                    expected.status = Some(status?);
                }
            }
        }
        if *expected == Expected::default() {
            return Err(Error::message(format!(
                "{}: no expected output or status: `minesweeper-alpha record` writes them",
                case.name
            )));
        }
        Ok(loaded)
    }

    /// Writes the files of the case. Fails if one of them exists.
    pub fn write(&self) -> Result<(), Error> {
        let mut files = vec![(self.case.seed.clone(), self.seed.clone())];
        let input = self.case.input.clone();
        files.extend(input.map(|path| (path, self.input.clone())));
        for (artifact, content) in self.expected.files() {
            files.push((self.case.expected_path(artifact), content));
        }
        for (path, content) in files {
            atomic_file::create(&path, &content).map_err(|error| Error::file(path, error))?;
        }
        Ok(())
    }

    /// Reads only the seed and the input of a case.
    pub fn read_without_expected(case: &Case, reported: Case) -> Result<Self, FileError> {
        let input = case.input.as_deref().map(read).transpose()?;
        Ok(Self {
            case: reported,
            seed: read(&case.seed)?,
            input: input.unwrap_or_default(),
            expected: Expected::default(),
        })
    }
}

/// Replaces each path of the seed in expected output by its current path: the folder may have
/// moved since the output was recorded.
fn with_current_path(text: &[u8], seed: &Path) -> Vec<u8> {
    let path = seed.as_os_str().as_bytes();
    let name = seed.file_name().unwrap_or_default().as_bytes();
    let is_delimiter = |byte: &u8| byte.is_ascii_whitespace() || b"\"'(=".contains(byte);
    let mut replaced = Vec::with_capacity(text.len());
    let mut copied = 0;
    for at in memmem::find_iter(text, name) {
        let end = at + name.len();
        let start = text[..at]
            .iter()
            .rposition(is_delimiter)
            .map_or(0, |before| before + 1);
        let is_path = start == at || text[at - 1] == b'/';
        // The current path may contain delimiters.
        let before = text[..end].strip_suffix(path);
        let is_current = before.is_some_and(|text| text.last().is_none_or(is_delimiter));
        if start >= copied && is_path && !is_current {
            replaced.extend_from_slice(&text[copied..start]);
            replaced.extend_from_slice(path);
            copied = end;
        }
    }
    replaced.extend_from_slice(&text[copied..]);
    replaced
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn names_of_different_paths_that_look_the_same_stay_equal() {
        let case = |name: &[u8]| {
            let stem = Path::new("all/.").join(OsStr::from_bytes(name));
            Case::unwritten(&stem, ".seed.txt")
        };
        let names = |cases: &[Case]| shortened(cases).into_iter().map(|case| case.name);
        let unique: Vec<String> = names(&[case(b"a"), case(b"b")]).collect();
        assert_eq!(unique, ["a", "b"]);
        let equal: Vec<String> = names(&[case(b"\xe4"), case(b"\xf6")]).collect();
        assert_eq!(equal[0], equal[1]);
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
            let replaced = with_current_path(text.as_bytes(), seed);
            assert_eq!(String::from_utf8_lossy(&replaced), expected);
        }
    }
}

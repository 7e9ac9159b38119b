//! Test cases in the course's layout: `NAME.seed.txt` and the files next to it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::points::Points;
use crate::io::atomic_file::folder_of;
use crate::io::error::FileError;
use crate::io::visible::{variant_in_words, visible_path};

/// Ending of the input file.
pub(crate) const INPUT_ENDING: &str = ".in.txt";

/// A result of a run that a file next to the seed can specify.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Artifact {
    /// `NAME.out.txt`.
    #[serde(alias = "out")]
    StandardOutput,
    /// `NAME.err.txt`.
    #[serde(alias = "err")]
    StandardError,
    /// `NAME.combined.txt`: both streams, merged.
    #[serde(alias = "combined")]
    CombinedOutput,
    /// `NAME.status.txt`.
    #[serde(alias = "status")]
    ExitStatus,
}

impl Artifact {
    /// All artifacts.
    pub(crate) const ALL: [Self; 4] = [
        Self::StandardOutput,
        Self::StandardError,
        Self::CombinedOutput,
        Self::ExitStatus,
    ];

    /// Returns the ending of the file with the expected result.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::StandardOutput => ".out.txt",
            Self::StandardError => ".err.txt",
            Self::CombinedOutput => ".combined.txt",
            Self::ExitStatus => ".status.txt",
        }
    }

    /// Returns the name in reports.
    pub(crate) fn name(self) -> String {
        variant_in_words(self)
    }
}

/// A test case: a seed, an input and expected results. Reports contain its name and description.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub(crate) struct Case {
    /// The path of its files without their endings.
    pub(crate) name: String,
    #[serde(skip)]
    pub(super) stem: PathBuf,
    /// The seed or board.
    #[serde(skip)]
    pub(crate) seed: PathBuf,
    /// The input, if there is any.
    #[serde(skip)]
    pub(crate) input: Option<PathBuf>,
    /// Its description in `cases.toml`.
    #[serde(flatten)]
    pub(crate) about: About,
}

/// Description of a case in `cases.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub(crate) struct About {
    /// The tested rule, in one line.
    pub(crate) title: Option<String>,
    /// The group of cases.
    pub(crate) group: Option<String>,
    /// Points for the case or for each part of it.
    pub(crate) worth: Worth,
    /// Visibility to students.
    pub(crate) visibility: Visibility,
}

impl About {
    /// Reports whether students see the case now.
    pub(crate) fn is_visible(&self) -> bool {
        self.visibility == Visibility::Visible
    }
}

/// Worth of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(
    untagged,
    expecting = "points are a number from 0 to 1000000000, or a table of out, err, combined and status"
)]
pub(crate) enum Worth {
    /// Points for a case that passed.
    Whole(Points),
    /// Points for each artifact.
    Parts(BTreeMap<Artifact, Points>),
}

impl Default for Worth {
    fn default() -> Self {
        Self::Whole(Points::ONE)
    }
}

impl Worth {
    /// Returns the maximum number of points.
    pub(crate) fn most(&self) -> Points {
        match self {
            Self::Whole(points) => *points,
            Self::Parts(parts) => parts.values().copied().sum(),
        }
    }
}

/// Visibility of a case to students, as in Gradescope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, Hash)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Visibility {
    /// Always visible.
    #[default]
    Visible,
    /// Never visible.
    Hidden,
    /// Visible after the due date of the assignment.
    AfterDueDate,
    /// Visible once the grades are published.
    AfterPublished,
}

/// Expected results of a case, as far as there are files for them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Expected {
    /// Standard output.
    pub(crate) out: Option<Vec<u8>>,
    /// Standard error.
    pub(crate) err: Option<Vec<u8>>,
    /// Both streams, merged.
    pub(crate) merged: Option<Vec<u8>>,
    /// Exit status.
    pub(crate) status: Option<i32>,
}

impl Expected {
    /// Returns the length of the longest expected output, in bytes.
    pub(crate) fn longest(&self) -> usize {
        let outputs = [&self.out, &self.err, &self.merged].into_iter().flatten();
        outputs.map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the output limit of a run, in bytes: the usual one, or four times the expected output if more is expected.
    pub(crate) fn max_output(&self, usual: usize) -> usize {
        match self.longest() {
            longest if longest > usual => longest.saturating_mul(4),
            _ => usual,
        }
    }

    /// Returns the contents of the files with these results.
    pub(crate) fn files(&self) -> Vec<(Artifact, Vec<u8>)> {
        let status = self.status.map(|status| format!("{status}\n").into_bytes());
        [
            (Artifact::StandardOutput, self.out.clone()),
            (Artifact::StandardError, self.err.clone()),
            (Artifact::CombinedOutput, self.merged.clone()),
            (Artifact::ExitStatus, status),
        ]
        .into_iter()
        .filter_map(|(artifact, content)| Some((artifact, content?)))
        .collect()
    }
}

impl Case {
    /// Creates the case of existing files, without an input if there is no file with one.
    pub(super) fn existing(stem: &Path, ending: &str) -> Self {
        let mut case = Self::unwritten(stem, ending);
        case.input = case.input.filter(|path| exists(path));
        case
    }

    /// Returns the cases of a folder, unsorted.
    pub(super) fn all_in(folder: &Path, ending: &str) -> Result<Vec<Self>, FileError> {
        let mut cases = Vec::new();
        let unreadable = |error| FileError::file(folder, error);
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            cases.extend(without_ending(&path, ending).map(|stem| Self::existing(stem, ending)));
        }
        Ok(cases)
    }

    /// Creates a case whose files need not exist yet.
    pub(crate) fn unwritten(stem: &Path, ending: &str) -> Self {
        Self {
            name: visible_path(stem),
            stem: stem.to_owned(),
            seed: with_ending(stem, ending),
            input: Some(with_ending(stem, INPUT_ENDING)),
            about: About::default(),
        }
    }

    /// Returns a path in a folder for a new case, `NAME` or `NAME-2` and so on: none of the files of the case exist.
    pub(crate) fn free_stem(folder: &Path, name: &str, ending: &str) -> PathBuf {
        let mut stem = folder.join(name);
        for number in 2.. {
            let mut files = Self::unwritten(&stem, ending).files().into_iter();
            if files.all(|file| !exists(&file)) {
                break;
            }
            stem = folder.join(format!("{name}-{number}"));
        }
        stem
    }

    /// Returns the case with only the last `parts` parts of its paths. Its files cannot be read any more.
    pub(crate) fn shortened(self, parts: usize) -> Self {
        let last = |path: &Path| -> PathBuf {
            let skipped = path.components().count().saturating_sub(parts);
            path.components().skip(skipped).collect()
        };
        Self {
            name: visible_path(&last(&self.stem)),
            stem: last(&self.stem),
            seed: last(&self.seed),
            input: self.input.as_deref().map(last),
            about: self.about,
        }
    }

    /// Returns the folder of its files.
    pub(crate) fn folder(&self) -> PathBuf {
        folder_of(&self.stem).to_owned()
    }

    /// Returns the last part of its name.
    pub(crate) fn last_part(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// Returns the names by which patterns select it: its name, the last part of that, and its group.
    pub(crate) fn names(&self) -> Vec<&str> {
        let group = self.about.group.as_deref().into_iter();
        group.chain([&*self.name, self.last_part()]).collect()
    }

    /// Returns the paths of all files that the case can have.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [Some(self.seed.clone()), self.input.clone()]
            .into_iter()
            .flatten()
            .chain(Artifact::ALL.map(|artifact| self.expected_path(artifact)))
            .collect()
    }

    /// Returns the path of the file with the expected result.
    pub(crate) fn expected_path(&self, artifact: Artifact) -> PathBuf {
        with_ending(&self.stem, artifact.ending())
    }
}

/// Appends an ending to a path.
pub(crate) fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Removes an ending from a path, unless the file's name is only that ending.
pub(super) fn without_ending<'path>(path: &'path Path, ending: &str) -> Option<&'path Path> {
    let stem = path
        .as_os_str()
        .as_bytes()
        .strip_suffix(ending.as_bytes())?;
    (path.file_name()?.len() > ending.len()).then(|| Path::new(OsStr::from_bytes(stem)))
}

/// Reads a file. Refuses anything but a regular file: a pipe may never end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(FileError::not_regular(path));
    }
    fs::read(path).map_err(|error| FileError::file(path, error))
}

/// Reports whether a path exists or is a dangling link: the error of reading that link is
/// more helpful than none.
pub(crate) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

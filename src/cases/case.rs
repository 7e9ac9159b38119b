//! Test cases in the course's layout: `NAME.seed.txt` and the files next to it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use glob::Pattern;
use serde::{Deserialize, Serialize};

use super::points::Points;
use crate::io::{FileError, folder_of, variant_in_words, visible_path};

pub const INPUT_ENDING: &str = ".in.txt";

/// A result of a run that a file next to the seed can specify.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Artifact {
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
    pub const ALL: [Self; 4] = [
        Self::StandardOutput,
        Self::StandardError,
        Self::CombinedOutput,
        Self::ExitStatus,
    ];

    /// Returns the ending of the file with the expected result.
    pub fn ending(self) -> &'static str {
        match self {
            Self::StandardOutput => ".out.txt",
            Self::StandardError => ".err.txt",
            Self::CombinedOutput => ".combined.txt",
            Self::ExitStatus => ".status.txt",
        }
    }

    pub fn name(self) -> String {
        variant_in_words(self)
    }
}

/// A test case. Only its name and description are serialized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct Case {
    /// The stem, with invisible characters escaped.
    pub name: String,
    /// Path of the files without their endings.
    #[serde(skip)]
    pub stem: PathBuf,
    /// The seed file or board file.
    #[serde(skip)]
    pub seed_path: PathBuf,
    #[serde(skip)]
    pub input_path: Option<PathBuf>,
    #[serde(flatten)]
    pub about: CaseDescription,
}

/// Description of a case in `cases.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Hash)]
pub struct CaseDescription {
    /// The tested rule, in one line.
    pub title: Option<String>,
    pub group: Option<String>,
    /// Points for the case or for each part of it.
    pub worth: Worth,
    pub visibility: Visibility,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Hash)]
#[serde(
    untagged,
    expecting = "points are a number from 0 to 1000000000, or a table of out, err, combined and status"
)]
pub enum Worth {
    /// Points for passing the whole case.
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
    pub fn max_points(&self) -> Points {
        match self {
            Self::Whole(points) => *points,
            Self::Parts(parts) => parts.values().copied().sum(),
        }
    }
}

/// Visibility of a case to students, as in Gradescope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    #[default]
    Visible,
    Hidden,
    /// Visible after the due date of the assignment.
    AfterDueDate,
    /// Visible once the grades are published.
    AfterPublished,
}

/// Expected results of a case, as far as there are files for them.
#[derive(Clone, Debug, Default, PartialEq, Hash)]
pub struct Expected {
    pub out: Option<Vec<u8>>,
    pub err: Option<Vec<u8>>,
    pub merged: Option<Vec<u8>>,
    pub status: Option<i32>,
}

impl Expected {
    /// Returns the length of the longest expected output, in bytes.
    pub fn longest(&self) -> usize {
        let outputs = [&self.out, &self.err, &self.merged].into_iter().flatten();
        outputs.map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the output limit of a run, in bytes: `usual`, or four times the longest expected
    /// output if that is longer than `usual`.
    pub fn max_output(&self, usual: usize) -> usize {
        match self.longest() {
            longest if longest > usual => longest.saturating_mul(4),
            _ => usual,
        }
    }

    /// Returns the expected results and the contents of their files.
    pub fn files(&self) -> Vec<(Artifact, Vec<u8>)> {
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
    /// Creates a case whose files need not exist yet.
    pub fn unwritten(stem: &Path, ending: &str) -> Self {
        Self {
            name: visible_path(stem),
            stem: stem.to_owned(),
            seed_path: with_ending(stem, ending),
            input_path: Some(with_ending(stem, INPUT_ENDING)),
            about: CaseDescription::default(),
        }
    }

    /// Returns the stem of a new case in a folder: the first of `NAME`, `NAME-2`, `NAME-3` and so
    /// on for which no file of a case exists.
    pub fn free_stem(folder: &Path, name: &str, ending: &str) -> PathBuf {
        let mut stem = folder.join(name);
        for number in 2.. {
            let files = Self::unwritten(&stem, ending).files();
            if !files.iter().any(|file| exists(file)) {
                break;
            }
            stem = folder.join(format!("{name}-{number}"));
        }
        stem
    }

    pub(super) fn folder(&self) -> &Path {
        folder_of(&self.stem)
    }

    /// Returns the last component of the name.
    pub fn last_part(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// Returns the name, followed by the title if there is one.
    pub fn titled(&self) -> String {
        match &self.about.title {
            Some(title) => format!("{}: {title}", self.name),
            None => self.name.clone(),
        }
    }

    /// Returns the texts that patterns match: the name, its last component, and the group.
    pub fn names(&self) -> Vec<&str> {
        let group = self.about.group.as_deref().into_iter();
        group.chain([&*self.name, self.last_part()]).collect()
    }

    /// Reports whether a pattern matches a name or the group of the case.
    pub fn matches(&self, pattern: &Pattern) -> bool {
        self.names().iter().any(|name| pattern.matches(name))
    }

    pub fn max_points(&self) -> Points {
        self.about.worth.max_points()
    }

    /// Reports whether students can see the case now.
    pub fn is_visible(&self) -> bool {
        self.about.visibility == Visibility::Visible
    }

    /// Returns the paths of all files that the case can have.
    pub fn files(&self) -> Vec<PathBuf> {
        [Some(self.seed_path.clone()), self.input_path.clone()]
            .into_iter()
            .flatten()
            .chain(Artifact::ALL.map(|artifact| self.expected_path(artifact)))
            .collect()
    }

    pub fn expected_path(&self, artifact: Artifact) -> PathBuf {
        with_ending(&self.stem, artifact.ending())
    }
}

pub fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Reads a file. Refuses anything but a regular file: a pipe may never end.
pub fn read(path: &Path) -> Result<Vec<u8>, FileError> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return Err(FileError::not_regular(path));
    }
    fs::read(path).map_err(|error| FileError::file(path, error))
}

/// Reports whether a path exists. A dangling link counts, so that it causes an error when read.
pub fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

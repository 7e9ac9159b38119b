//! Test cases in the course's layout: `NAME.seed.txt` and the files next to it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize, Serializer};

use super::points::{Parts, Points, Worth};
use crate::io::visible::visible_path;

/// Ending of the input file.
pub(crate) const INPUT_ENDING: &str = ".in.txt";

/// A result of a run that a file next to the seed can specify.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Artifact {
    /// `NAME.out.txt`: standard output.
    #[serde(rename = "standard output")]
    Out,
    /// `NAME.err.txt`: standard error.
    #[serde(rename = "standard error")]
    Err,
    /// `NAME.combined.txt`: both streams, merged.
    #[serde(rename = "combined output")]
    Merged,
    /// `NAME.status.txt`: the exit status.
    #[serde(rename = "exit status")]
    Status,
}

impl Artifact {
    /// All artifacts.
    pub(crate) const ALL: [Self; 4] = [Self::Out, Self::Err, Self::Merged, Self::Status];

    /// Ending of the file with the expected result.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Out => ".out.txt",
            Self::Err => ".err.txt",
            Self::Merged => ".combined.txt",
            Self::Status => ".status.txt",
        }
    }

    /// Points for this artifact.
    pub(crate) fn points(self, parts: &Parts) -> Points {
        match self {
            Self::Out => parts.out,
            Self::Err => parts.err,
            Self::Merged => parts.combined,
            Self::Status => parts.status,
        }
    }

    /// Name in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Out => "standard output",
            Self::Err => "standard error",
            Self::Merged => "combined output",
            Self::Status => "exit status",
        }
    }
}

/// A test case: a seed, an input and expected results. A path that is not UTF-8 is
/// serialized with replacement characters; it is only displayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Case {
    /// The path of its files without their endings.
    pub(crate) name: String,
    #[serde(skip)]
    stem: PathBuf,
    /// The seed or board.
    #[serde(serialize_with = "lossy")]
    pub(crate) seed: PathBuf,
    /// The input, if there is any.
    #[serde(serialize_with = "lossy_option")]
    pub(crate) input: Option<PathBuf>,
    /// Its description in `cases.toml`.
    #[serde(flatten)]
    pub(crate) about: About,
}

/// Description of a case in `cases.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    /// The tested rule, in one line.
    pub(crate) title: Option<String>,
    /// The group of cases.
    pub(crate) group: Option<String>,
    /// Points for the case or for each part of it.
    pub(crate) worth: Worth,
    /// Visibility to students, if specified.
    pub(crate) visibility: Option<Visibility>,
}

impl About {
    /// Reports whether students see the case now.
    pub(crate) fn is_visible(&self) -> bool {
        matches!(self.visibility, None | Some(Visibility::Visible))
    }
}

/// Visibility of a case to students, as in Gradescope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Visibility {
    /// Always visible.
    Visible,
    /// Never visible.
    Hidden,
    /// Visible after the due date of the assignment.
    AfterDueDate,
    /// Visible once the grades are published.
    AfterPublished,
}

/// Expected results of a case, as far as there are files for them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Length of the longest expected output, in bytes.
    pub(crate) fn longest(&self) -> usize {
        [&self.out, &self.err, &self.merged]
            .into_iter()
            .flatten()
            .map(Vec::len)
            .max()
            .unwrap_or(0)
    }

    /// Contents of the files with these results.
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
    /// Creates the case of a seed.
    pub(crate) fn new(seed: PathBuf, ending: &str) -> Self {
        let path = seed.as_os_str().as_bytes();
        let stem = Path::new(OsStr::from_bytes(&path[..path.len() - ending.len()]));
        let mut case = Self::unwritten(stem, ending);
        case.input = case.input.filter(|path| path.symlink_metadata().is_ok());
        Self { seed, ..case }
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

    /// Returns the case without the first folders of its paths: only the last `parts` parts are left. It can be displayed, but
    /// its files cannot be read.
    pub(crate) fn shortened(self, parts: usize) -> Self {
        let last = |path: &Path| {
            let skipped = path.components().count().saturating_sub(parts);
            path.components().skip(skipped).collect::<PathBuf>()
        };
        Self {
            name: visible_path(&last(&self.stem)),
            stem: PathBuf::new(),
            seed: last(&self.seed),
            input: self.input.as_deref().map(last),
            about: self.about,
        }
    }

    /// The path of its files without their endings. The name is its display form.
    pub(crate) fn stem(&self) -> &Path {
        &self.stem
    }

    /// The folder of its files.
    pub(crate) fn folder(&self) -> PathBuf {
        match self.stem.parent() {
            Some(folder) if folder != Path::new("") => folder.to_owned(),
            _ => PathBuf::from("."),
        }
    }

    /// The last part of its name.
    pub(crate) fn last_part(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or(&self.name)
    }

    /// The displayed name of the input file.
    pub(crate) fn input_name(&self) -> String {
        match self.input.as_deref().and_then(Path::file_name) {
            Some(name) => visible_path(Path::new(name)),
            None => "the input".to_owned(),
        }
    }

    /// The paths of all files that the case can have.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [Some(self.seed.clone()), self.input.clone()]
            .into_iter()
            .flatten()
            .chain(Artifact::ALL.map(|artifact| self.file(artifact)))
            .collect()
    }

    /// The path of the file with the expected result.
    pub(crate) fn file(&self, artifact: Artifact) -> PathBuf {
        with_ending(&self.stem, artifact.ending())
    }
}

fn lossy<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    path.to_string_lossy().serialize(serializer)
}

#[expect(clippy::ref_option, reason = "serde requires this signature")]
fn lossy_option<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_deref()
        .map(Path::to_string_lossy)
        .serialize(serializer)
}

/// Appends an ending to a path.
pub(crate) fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

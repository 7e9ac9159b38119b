//! Test cases in the course's layout, `NAME.seed.txt` and the files beside it, and
//! what an instructor says of them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize, Serializer};

use super::points::{Parts, Points, Worth};
use crate::io::visible::visible_path;

/// The ending of the file that holds the input.
pub(crate) const INPUT_ENDING: &str = ".in.txt";

/// What a run leaves behind, for which a file beside the seed says what is
/// expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Artifact {
    /// `NAME.out.txt`: standard output.
    Out,
    /// `NAME.err.txt`: standard error.
    Err,
    /// `NAME.combined.txt`: both streams, merged.
    Merged,
    /// `NAME.status.txt`: the exit status.
    Status,
}

impl Artifact {
    /// All of them.
    pub(crate) const ALL: [Self; 4] = [Self::Out, Self::Err, Self::Merged, Self::Status];

    /// The ending of its file.
    pub(crate) fn ending(self) -> &'static str {
        match self {
            Self::Out => ".out.txt",
            Self::Err => ".err.txt",
            Self::Merged => ".combined.txt",
            Self::Status => ".status.txt",
        }
    }

    /// What it is worth among the parts of a case.
    pub(crate) fn points(self, parts: &Parts) -> Points {
        match self {
            Self::Out => parts.out,
            Self::Err => parts.err,
            Self::Merged => parts.combined,
            Self::Status => parts.status,
        }
    }

    /// What it is called in reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Out => "standard output",
            Self::Err => "standard error",
            Self::Merged => "combined output",
            Self::Status => "exit status",
        }
    }
}

/// A test case: a seed, an input and what is expected. A path that is not UTF-8 is
/// serialized as people see it, for reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Case {
    /// The path of its files without their endings.
    pub(crate) name: String,
    #[serde(serialize_with = "lossy")]
    stem: PathBuf,
    /// The seed or board.
    #[serde(serialize_with = "lossy")]
    pub(crate) seed: PathBuf,
    /// The input, if there is any.
    #[serde(serialize_with = "lossy_option")]
    pub(crate) input: Option<PathBuf>,
    /// What the instructor says of it.
    pub(crate) about: About,
}

/// What an instructor says of a case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    /// The rule that it tests, in one line.
    pub(crate) title: Option<String>,
    /// The group of cases that it belongs to.
    pub(crate) group: Option<String>,
    /// What it is worth.
    pub(crate) worth: Worth,
    /// Whether students see it; none if nobody has said so.
    pub(crate) visibility: Option<Visibility>,
}

impl About {
    /// Whether students see the case now.
    pub(crate) fn is_visible(&self) -> bool {
        matches!(self.visibility, None | Some(Visibility::Visible))
    }
}

/// Whether students see a case, in the words of Gradescope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Visibility {
    /// Always.
    Visible,
    /// Never.
    Hidden,
    /// After the assignment is due.
    AfterDueDate,
    /// Once the grades are published.
    AfterPublished,
}

/// What a case expects, as far as there are files for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Expected {
    /// On standard output.
    pub(crate) out: Option<Vec<u8>>,
    /// On standard error.
    pub(crate) err: Option<Vec<u8>>,
    /// On both streams, merged.
    pub(crate) merged: Option<Vec<u8>>,
    /// As exit status.
    pub(crate) status: Option<i32>,
}

impl Expected {
    /// The length of the longest output that is expected, in bytes.
    pub(crate) fn longest(&self) -> usize {
        [&self.out, &self.err, &self.merged]
            .into_iter()
            .flatten()
            .map(Vec::len)
            .max()
            .unwrap_or(0)
    }

    /// The contents of the files that say this.
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
    /// The case of a seed.
    pub(crate) fn new(seed: PathBuf, ending: &str) -> Self {
        let path = seed.as_os_str().as_bytes();
        let stem = PathBuf::from(OsStr::from_bytes(&path[..path.len() - ending.len()]));
        let name = visible_path(&stem);
        let input =
            Some(with_ending(&stem, INPUT_ENDING)).filter(|path| path.symlink_metadata().is_ok());
        Self {
            name,
            stem,
            seed,
            input,
            about: About::default(),
        }
    }

    /// A case of this path, none of whose files need be there yet.
    pub(crate) fn unwritten(stem: &Path, ending: &str) -> Self {
        Self {
            name: visible_path(stem),
            stem: stem.to_owned(),
            seed: with_ending(stem, ending),
            input: Some(with_ending(stem, INPUT_ENDING)),
            about: About::default(),
        }
    }

    /// The same with a name in the place of a path, for people: of its files, too, only the
    /// names are left.
    pub(crate) fn named(&self, name: &str) -> Self {
        let file = |path: &Path| path.file_name().map_or(path, Path::new).to_owned();
        Self {
            name: name.to_owned(),
            stem: PathBuf::from(name),
            seed: file(&self.seed),
            input: self.input.as_deref().map(file),
            about: self.about.clone(),
        }
    }

    /// The path of its files without their endings, of which the name is what
    /// people see.
    pub(crate) fn stem(&self) -> &Path {
        &self.stem
    }

    /// The folder that its files are in.
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

    /// The name of the input's file, as it is shown.
    pub(crate) fn input_name(&self) -> String {
        match self.input.as_deref().and_then(Path::file_name) {
            Some(name) => visible_path(Path::new(name)),
            None => "the input".to_owned(),
        }
    }

    /// The paths of all its files.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        [Some(self.seed.clone()), self.input.clone()]
            .into_iter()
            .flatten()
            .chain(Artifact::ALL.map(|artifact| self.file(artifact)))
            .collect()
    }

    /// The path of the file for an artifact.
    pub(crate) fn file(&self, artifact: Artifact) -> PathBuf {
        with_ending(&self.stem, artifact.ending())
    }
}

fn lossy<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    path.to_string_lossy().serialize(serializer)
}

#[expect(clippy::ref_option, reason = "that is how serde calls it")]
fn lossy_option<S: Serializer>(path: &Option<PathBuf>, serializer: S) -> Result<S::Ok, S::Error> {
    path.as_deref()
        .map(Path::to_string_lossy)
        .serialize(serializer)
}

/// A path with something behind it.
pub(crate) fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

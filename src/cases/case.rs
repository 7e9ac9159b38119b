//! Test cases in the course's layout: `NAME.seed.txt` and the files beside it.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize, Serializer};

use super::about::About;
use super::error::CaseError;
use super::points::{Parts, Points};
use crate::io::error::FileError;
use crate::io::store::{Content, Store, Stored};
use crate::io::visible::visible_path;
use crate::run::worker::Given;

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
        let outputs = [&self.out, &self.err, &self.merged].into_iter().flatten();
        outputs.map(Vec::len).max().unwrap_or(0)
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
        let name = self.input.as_deref().and_then(|path| path.file_name());
        name.map_or_else(
            || "the input".to_owned(),
            |name| visible_path(Path::new(name)),
        )
    }

    /// The paths of all its files.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let artifacts = Artifact::ALL.map(|artifact| self.file(artifact));
        let given = [Some(self.seed.clone()), self.input.clone()];
        given.into_iter().flatten().chain(artifacts).collect()
    }

    /// The path of the file for an artifact.
    pub(crate) fn file(&self, artifact: Artifact) -> PathBuf {
        with_ending(&self.stem, artifact.ending())
    }
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
        let (out, err) = (artifact(Artifact::Out)?, artifact(Artifact::Err)?);
        let (merged, status) = (artifact(Artifact::Merged)?, artifact(Artifact::Status)?);
        let status = status.map(|stored| store.read(stored)).transpose()?;
        let status = status.map(|text| {
            read_status(&text).ok_or_else(|| CaseError::NoStatus {
                path: case.file(Artifact::Status),
            })
        });
        let status = status.transpose()?;
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
        let input = case.input.as_deref().map(|path| store.add(path));
        Ok(Self {
            seed: store.add(&case.seed)?,
            input: input.transpose()?,
            out: None,
            err: None,
            merged: None,
            status: None,
            case,
        })
    }

    /// Whether there is no file that says what is expected.
    pub(crate) fn expects_nothing(&self) -> bool {
        let files = [self.out, self.err, self.merged];
        files.iter().all(Option::is_none) && self.status.is_none()
    }

    /// What the case expects.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn expected(&self, store: &Store) -> Result<Expected, FileError> {
        let read = |stored: Option<Stored>| stored.map(|stored| store.read(stored)).transpose();
        Ok(Expected {
            out: read(self.out)?,
            err: read(self.err)?,
            merged: read(self.merged)?,
            status: self.status,
        })
    }

    /// What a run of the case is given.
    pub(crate) fn given<'store>(&self, store: &'store Store, ending: &'store str) -> Given<'store> {
        let part = |stored| Content::Part { store, stored };
        Given {
            ending,
            seed: part(self.seed),
            input: self.input.map_or(Content::Bytes(b""), part),
        }
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

fn read_status(text: &[u8]) -> Option<i32> {
    str::from_utf8(text).ok()?.trim().parse().ok()
}

/// A path with something behind it.
pub(crate) fn with_ending(stem: &Path, ending: &str) -> PathBuf {
    let mut path = stem.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

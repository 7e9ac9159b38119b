//! Reading cases, all files of each before the first run.

use std::path::PathBuf;

use super::case::{Artifact, Case, Expected};
use super::catalogue;
use super::error::CaseError;
use super::find::find;
use super::points::Points;
use super::selection::Selection;
use crate::io::error::FileError;
use crate::io::store::{Content, Store, Stored};

/// What a run of a case is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'case> {
    /// What the seed's file contains.
    pub(crate) seed: Content<'case>,
    /// What standard input contains.
    pub(crate) input: Content<'case>,
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

/// Finds cases, and reads those that are selected, each with what its
/// `cases.toml` says. Where none says so, a case is worth `points`.
///
/// # Errors
///
/// There is no case, one expects nothing, or a file cannot be read.
pub(crate) fn load(
    paths: &[PathBuf],
    ending: &'static str,
    selection: &Selection,
    points: Points,
    store: &mut Store,
) -> Result<Vec<StoredCase>, CaseError> {
    let mut found = find(paths, ending)?;
    catalogue::tell(&mut found, points, ending)?;
    let cases = selection
        .of(found)?
        .into_iter()
        .map(|case| StoredCase::new(case, store))
        .collect::<Result<Vec<_>, _>>()?;
    match cases.iter().find(|case| case.expects_nothing()) {
        Some(StoredCase { case, .. }) => Err(CaseError::NothingExpected {
            case: case.name.clone(),
        }),
        None => Ok(cases),
    }
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
        let out = artifact(Artifact::Out)?;
        let err = artifact(Artifact::Err)?;
        let merged = artifact(Artifact::Merged)?;
        let status = match artifact(Artifact::Status)? {
            Some(stored) => {
                Some(
                    read_status(&store.read(stored)?).ok_or_else(|| CaseError::NoStatus {
                        path: case.file(Artifact::Status),
                    })?,
                )
            }
            None => None,
        };
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

    /// Whether an exit status is expected.
    pub(crate) fn expects_status(&self) -> bool {
        self.status.is_some()
    }

    /// Whether there is no file that says what is expected.
    pub(crate) fn expects_nothing(&self) -> bool {
        [self.out, self.err, self.merged] == [None; 3] && self.status.is_none()
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
    pub(crate) fn given<'store>(&self, store: &'store Store) -> Given<'store> {
        let content = |stored| Content::Part { store, stored };
        Given {
            seed: content(self.seed),
            input: self.input.map_or(Content::Bytes(b""), content),
        }
    }
}

fn read_status(text: &[u8]) -> Option<i32> {
    str::from_utf8(text).ok()?.trim().parse().ok()
}

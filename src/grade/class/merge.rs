//! `grade --merge`: one result from the shares of a class.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use super::error::{ClassError, ShareError};
use super::feedback::Form;
use super::record::Class;
use super::results_folder::{Folder, Recorded};
use super::{outputs, summarize};
use crate::io::console::Console;

/// What is to be merged.
#[derive(Debug)]
pub(crate) struct Merge {
    /// The folders of the shares.
    pub(crate) shares: Vec<PathBuf>,
    /// The folder for the whole.
    pub(crate) output: PathBuf,
    /// What feedback looks like.
    pub(crate) feedback: Form,
}

/// Merges the shares of a class; returns the exit status, as if all had been
/// graded at once.
///
/// # Errors
///
/// A share is missing, unfinished, there twice or was graded otherwise than the
/// others; the result cannot be written.
pub(crate) fn merge(merge: &Merge, console: &mut Console) -> Result<u8, ClassError> {
    let shares = read(&merge.shares)?;
    let class = whole(&merge.shares, &shares)?;
    let mut done = HashSet::new();
    for (path, share) in merge.shares.iter().zip(&shares) {
        if share.is_damaged {
            return Err(ClassError::NotWritten { path: path.clone() });
        }
        if let Some(file) = share.files().find(|&file| !done.insert(file)) {
            let file = file.to_owned();
            return Err(unfit(path, ShareError::InAnother { file }));
        }
    }
    if let Some(file) = class
        .submissions
        .iter()
        .find(|&file| !done.contains(file.as_str()))
    {
        let file = file.clone();
        return Err(unfit(
            &merge.shares[0],
            ShareError::SubmissionMissing { file },
        ));
    }
    let same = |share: &PathBuf| share.canonicalize().ok() == merge.output.canonicalize().ok();
    if merge.output.exists() && merge.shares.iter().any(same) {
        return Err(unfit(&merge.output, ShareError::IsOutput));
    }
    let folder = Folder::open(&merge.output)?;
    let files: Vec<&str> = class.submissions.iter().map(String::as_str).collect();
    let records = folder.begin(&class, &files, &shares)?;
    let all = files
        .iter()
        .map(|file| records.read(file).map(|record| record.graded))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| records.error(error))?;
    outputs::write(&records, &class, &all, merge.feedback)?;
    summarize(&merge.output, &all, console)
}

fn unfit(share: &Path, why: ShareError) -> ClassError {
    ClassError::Merge {
        path: share.into(),
        why,
    }
}

/// What the folders of the shares have recorded.
fn read(paths: &[PathBuf]) -> Result<Vec<Recorded>, ClassError> {
    paths
        .iter()
        .map(|path| Recorded::read(path).map_err(|_| unfit(path, ShareError::NoResults)))
        .collect()
}

/// What the shares are about together.
fn whole(paths: &[PathBuf], shares: &[Recorded]) -> Result<Class, ClassError> {
    let mut numbers: BTreeMap<usize, &Path> = BTreeMap::new();
    let Some(first) = shares.first().map(|share| &share.class) else {
        let missing = ShareError::ShareMissing { share: 1, of: 1 };
        return Err(unfit(Path::new("."), missing));
    };
    for (path, recorded) in paths.iter().zip(shares) {
        let class = &recorded.class;
        if !recorded.is_complete {
            return Err(unfit(path, ShareError::Unfinished));
        }
        let Some([share, of]) = class.share else {
            return Err(unfit(path, ShareError::Whole));
        };
        if let Some(other) = numbers.insert(share, path) {
            let other = other.to_owned();
            return Err(unfit(path, ShareError::Twice { share, of, other }));
        }
        let same = [
            (first.settings == class.settings, "cases or options"),
            (first.submissions == class.submissions, "submissions"),
            (first.mistakes == class.mistakes, "prices of mistakes"),
            (
                first.share.map(|[_, of]| of) == Some(of),
                "a number of shares",
            ),
        ];
        if let Some((_, what)) = same.iter().find(|(same, _)| !same) {
            return Err(unfit(path, ShareError::Other { what }));
        }
    }
    let of = first.share.map_or(1, |[_, of]| of);
    let not_empty = of.min(first.submissions.len());
    if let Some(share) = (1..=not_empty).find(|share| !numbers.contains_key(share)) {
        return Err(unfit(&paths[0], ShareError::ShareMissing { share, of }));
    }
    let folders = shares.iter().flat_map(|share| &share.class.own_folders);
    Ok(Class {
        share: None,
        own_folders: folders.cloned().collect(),
        ..first.clone()
    })
}

//! `grade --merge`: one result from the shares of a class.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::contents::Contents;
use super::error::ClassError;
use super::finish::{finish, summarize};
use super::graded::Row;
use super::output::{self, Output};
use super::unfit::Unfit;
use crate::io::console::Console;

/// What is to be merged.
#[derive(Debug)]
pub(crate) struct Merge {
    /// The folders of the shares.
    pub(crate) shares: Vec<PathBuf>,
    /// The folder for the whole.
    pub(crate) output: PathBuf,
}

/// Merges the shares of a class; returns the exit status, as if all had been
/// graded at once.
///
/// # Errors
///
/// A share is missing, unfinished, there twice or was graded otherwise than the
/// others; the result cannot be written.
pub(crate) fn merge(merge: &Merge, console: &mut Console) -> Result<u8, ClassError> {
    let contents = whole(&merge.shares)?;
    let mut found: HashMap<String, (Row, &Path)> = HashMap::new();
    for share in &merge.shares {
        for row in output::rows(share, &contents)? {
            if let Some((row, _)) = found.insert(row.file.clone(), (row, share)) {
                return Err(unfit(share, Unfit::InAnother { name: row.name }));
            }
        }
    }
    let rows = contents.submissions.iter().map(|file| {
        let missing = || {
            let file = file.clone();
            unfit(&merge.shares[0], Unfit::SubmissionMissing { file })
        };
        found.remove(file).ok_or_else(missing)
    });
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let same = |share: &PathBuf| share.canonicalize().ok() == merge.output.canonicalize().ok();
    if merge.output.exists() && merge.shares.iter().any(same) {
        return Err(unfit(&merge.output, Unfit::IsOutput));
    }
    let output = Output::open(&merge.output)?;
    let files: Vec<&str> = contents.submissions.iter().map(String::as_str).collect();
    output.begin(&contents, &files)?;
    for (row, share) in &rows {
        output.take_over(share, &row.file)?;
    }
    let rows: Vec<_> = rows.into_iter().map(|(row, _)| row).collect();
    finish(&output, &contents, &rows)?;
    summarize(&merge.output, &rows, console)
}

fn unfit(share: &Path, why: Unfit) -> ClassError {
    ClassError::Merge {
        path: share.into(),
        why,
    }
}

/// What the shares are about together.
fn whole(shares: &[PathBuf]) -> Result<Contents, ClassError> {
    let mut numbers: BTreeMap<usize, &Path> = BTreeMap::new();
    let mut first: Option<Contents> = None;
    for path in shares {
        let contents = Contents::read(path).map_err(|error| match error {
            ClassError::NotResults { path } => unfit(&path, Unfit::NoResults),
            other => other,
        })?;
        if !contents.complete {
            return Err(unfit(path, Unfit::Unfinished));
        }
        let Some([share, of]) = contents.share else {
            return Err(unfit(path, Unfit::Whole));
        };
        if let Some(other) = numbers.insert(share, path) {
            let other = other.to_owned();
            return Err(unfit(path, Unfit::Twice { share, of, other }));
        }
        let first = first.get_or_insert_with(|| contents.clone());
        let same = [
            (first.settings == contents.settings, "cases or options"),
            (first.submissions == contents.submissions, "submissions"),
            (
                first.share.map(|[_, of]| of) == Some(of),
                "a number of shares",
            ),
        ];
        if let Some((_, what)) = same.iter().find(|(same, _)| !same) {
            return Err(unfit(path, Unfit::Other { what }));
        }
    }
    let (Some(contents), Some(path)) = (first, shares.first()) else {
        return Err(unfit(
            Path::new("."),
            Unfit::ShareMissing { share: 1, of: 1 },
        ));
    };
    let of = contents.share.map_or(1, |[_, of]| of);
    let not_empty = of.min(contents.submissions.len());
    if let Some(share) = (1..=not_empty).find(|share| !numbers.contains_key(share)) {
        return Err(unfit(path, Unfit::ShareMissing { share, of }));
    }
    Ok(Contents {
        share: None,
        complete: false,
        ..contents
    })
}

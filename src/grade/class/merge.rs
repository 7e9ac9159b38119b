//! `grade --merge`: one result from the shares of a class.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::contents::Contents;
use super::finish::{finish, summarize};
use super::output::{self, Output};
use crate::grade::error::GradeError;
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
pub(crate) fn merge(merge: &Merge, console: &mut Console) -> Result<u8, GradeError> {
    let contents = whole(&merge.shares)?;
    let mut rows = Vec::new();
    for share in &merge.shares {
        rows.extend(output::rows(share)?.into_iter().map(|row| (row, share)));
    }
    rows.sort_by_key(|(row, _)| row.number);
    let twice = rows
        .windows(2)
        .find(|pair| pair[0].0.file == pair[1].0.file);
    if let Some([_, (row, share)]) = twice {
        return Err(wrong(
            share,
            format!("{} is in another share too", row.name),
        ));
    }
    if rows.len() != contents.count {
        let (first, why) = (&merge.shares[0], "submissions are missing from the shares");
        return Err(wrong(first, why.to_owned()));
    }
    let output = Output::open(&merge.output)?;
    output.begin(&contents)?;
    for (row, share) in &rows {
        output.take_over(share, &row.file)?;
    }
    let rows: Vec<_> = rows.into_iter().map(|(row, _)| row).collect();
    finish(&output, &contents, &rows)?;
    summarize(&merge.output, &rows, console)
}

fn wrong(share: &Path, why: String) -> GradeError {
    GradeError::Merge {
        path: share.into(),
        why,
    }
}

/// What the shares are about together.
fn whole(shares: &[PathBuf]) -> Result<Contents, GradeError> {
    let mut numbers: BTreeMap<usize, &Path> = BTreeMap::new();
    let mut first: Option<Contents> = None;
    for path in shares {
        let contents = Contents::read(path)?;
        if !contents.complete {
            return Err(wrong(path, "this share is not finished".to_owned()));
        }
        let Some([share, of]) = contents.share else {
            return Err(wrong(path, "these results are no share".to_owned()));
        };
        if let Some(other) = numbers.insert(share, path) {
            let other = crate::grade::judge::visible::visible_path(other);
            return Err(wrong(
                path,
                format!("the same share {share}/{of} as {other}"),
            ));
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
            return Err(wrong(
                path,
                format!("graded with other {what} than the first"),
            ));
        }
    }
    let (Some(contents), Some(path)) = (first, shares.first()) else {
        return Err(wrong(Path::new("."), "there are no shares".to_owned()));
    };
    let of = contents.share.map_or(1, |[_, of]| of);
    if let Some(missing) = (1..=of.min(contents.count)).find(|share| !numbers.contains_key(share)) {
        return Err(wrong(path, format!("share {missing}/{of} is missing")));
    }
    Ok(Contents {
        share: None,
        complete: false,
        ..contents
    })
}

//! `grade --merge`: merges the results of all shares of a class.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::outputs::Outputs;
use super::record::Class;
use super::results_folder::{ResultsFolder, read_class, read_record};
use super::summarize;
use crate::cases::error::GradeError;
use crate::cases::selection::Partition;
use crate::io::console::Console;
use crate::io::visible::visible_path;

/// The request of `grade --merge`.
#[derive(Debug)]
pub(crate) struct Merge {
    /// The folders of the shares.
    pub(crate) shares: Vec<PathBuf>,
    /// The folder of the merged results.
    pub(crate) output: PathBuf,
}

/// Merges the shares of a class; returns the exit status, as if one run had graded all.
pub(crate) fn merge(merge: &Merge, console: &mut Console) -> Result<u8, GradeError> {
    let class = merged_class(&merge.shares)?;
    let same = |share: &PathBuf| share.canonicalize().ok() == merge.output.canonicalize().ok();
    if merge.output.exists() && merge.shares.iter().any(same) {
        return Err(unfit(
            &merge.output,
            "the shares are not merged into one of them",
        ));
    }
    let folder = ResultsFolder::open(&merge.output)?;
    folder.begin(&class)?;
    let outputs = Outputs::new(&folder, &class);
    for path in &merge.shares {
        for file in share(path)?.files_in_share() {
            let graded =
                read_record(path, file, &class).map_err(|error| GradeError::file(path, error))?;
            folder.add(&graded)?;
            outputs.add(&graded)?;
        }
    }
    let all = outputs.finish()?;
    summarize(&merge.output, &class, &all, console)
}

/// Reads the description of a share.
fn share(path: &Path) -> Result<Class, GradeError> {
    read_class(path).map_err(|_| unfit(path, "no results of a share are there"))
}

/// Checks that the shares are complete and belong together; returns the description of the whole
/// class.
fn merged_class(paths: &[PathBuf]) -> Result<Class, GradeError> {
    let shares = paths.iter().map(|path| share(path));
    let shares: Vec<Class> = shares.collect::<Result<_, _>>()?;
    let Some(first) = shares.first() else {
        return Err(unfit(Path::new("."), "share 1/1 is missing"));
    };
    let mut seen: BTreeMap<usize, &Path> = BTreeMap::new();
    for (path, class) in paths.iter().zip(&shares) {
        let Some(Partition { share, of }) = class.share else {
            return Err(unfit(path, "these results are not a share"));
        };
        if let Some(other) = seen.insert(share, path) {
            let other = visible_path(other);
            return Err(unfit(
                path,
                &format!("the same share {share}/{of} as {other}"),
            ));
        }
        let same = [
            (first.settings == class.settings, "cases or options"),
            (first.submissions == class.submissions, "submissions"),
            (
                first.share.is_some_and(|first| first.of == of),
                "a number of shares",
            ),
        ];
        if let Some((_, what)) = same.iter().find(|(same, _)| !same) {
            return Err(unfit(
                path,
                &format!("graded with other {what} than the first"),
            ));
        }
        for file in class.files_in_share() {
            let record = read_record(path, file, class);
            if !record.is_ok_and(|record| record.settings == class.settings) {
                return Err(unfit(path, "this share is not finished"));
            }
        }
    }
    let of = first.share.map_or(1, |share| share.of);
    let not_empty = of.min(first.submissions.len());
    if let Some(share) = (1..=not_empty).find(|share| !seen.contains_key(share)) {
        return Err(unfit(&paths[0], &format!("share {share}/{of} is missing")));
    }
    Ok(Class {
        share: None,
        ..first.clone()
    })
}

fn unfit(share: &Path, why: &str) -> GradeError {
    GradeError::Message(format!("{}: {why}", visible_path(share)))
}

//! `grade --merge`: merges the results of all shares of a class.

use std::path::{Path, PathBuf};

use super::{
    record::{Class, Grade},
    results_folder::{ResultsFolder, read_class, read_record},
    summarize,
};
use crate::{
    error::Error,
    io::{Console, visible_path},
};

/// Merges the shares of a class in these folders, as if one run had graded all. Returns the exit
/// status.
pub fn merge(shares: &[PathBuf], output: &Path, console: &mut Console) -> Result<u8, Error> {
    let class = merged_class(shares)?;
    let is_missing = |file: &&String| find_record(shares, file, &class).is_none();
    if let Some(file) = class.submissions.iter().find(is_missing) {
        return Err(Error::message(format!(
            "no share has results of {file}: a share is missing or not finished"
        )));
    }
    let folder = ResultsFolder::open(output, &class, class.submissions.len())?;
    for file in &class.submissions {
        if let Some(grade) = find_record(shares, file, &class) {
            folder.add_new(&grade)?;
        }
    }
    summarize(output, &class, &folder.finish()?, console)
}

/// Reads the record of a submission from the share that has the record.
fn find_record(shares: &[PathBuf], file: &str, class: &Class) -> Option<Grade> {
    let mut grades = shares.iter().filter_map(|it| read_record(it, file, class));
    grades.find(|grade| grade.settings == class.settings)
}

/// Returns the description of the whole class. Fails if the shares have different descriptions.
fn merged_class(shares: &[PathBuf]) -> Result<Class, Error> {
    let mut whole: Option<Class> = None;
    for share in shares {
        let refusal = |reason| Error::message(format!("{}: {reason}", visible_path(share)));
        let mut class = read_class(share).ok_or_else(|| refusal("no results of this version"))?;
        class.share = None;
        if *whole.get_or_insert_with(|| class.clone()) != class {
            return Err(refusal(
                "graded with other cases, options or submissions than the first folder",
            ));
        }
    }
    whole.ok_or_else(|| Error::message("there are no shares"))
}

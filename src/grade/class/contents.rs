//! What a folder of results is about: `grade.json`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::error::ClassError;
use crate::cases::points::Points;
use crate::io::regular_file;

/// The version of the form of `results.json` and of the files in `graded/`.
pub(crate) const VERSION: u32 = 1;

/// The file that tells what a folder of results is about.
pub(super) const FILE: &str = "grade.json";

/// What a folder of results is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Contents {
    /// The version of the form.
    pub(crate) version: u32,
    /// A fingerprint of the cases, the command and all else that the results
    /// depend on.
    pub(crate) settings: String,
    /// What the files about all submissions of the class are called, in the
    /// order of the submissions.
    pub(crate) submissions: Vec<String>,
    /// The number of the share, if these are not all, and how many there are.
    pub(crate) share: Option<[usize; 2]>,
    /// Whether all that is in the share is done.
    pub(crate) complete: bool,
    /// The cases.
    pub(crate) cases: Vec<CaseInfo>,
}

/// A case, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CaseInfo {
    /// What it is called.
    pub(crate) name: String,
    /// The rule that it tests.
    pub(crate) title: Option<String>,
    /// The group that it belongs to.
    pub(crate) group: Option<String>,
    /// What it is worth.
    pub(crate) max_points: Points,
}

impl Contents {
    /// What a submission can earn.
    pub(crate) fn max_points(&self) -> Points {
        self.cases.iter().map(|case| case.max_points).sum()
    }

    /// What a folder of results is about.
    ///
    /// # Errors
    ///
    /// It is not a folder of results, or one of another version.
    pub(crate) fn read(folder: &Path) -> Result<Self, ClassError> {
        let not_results = || ClassError::NotResults {
            path: folder.into(),
        };
        let text = regular_file::read(&folder.join(FILE)).map_err(|_| not_results())?;
        let contents: Self = serde_json::from_slice(&text).map_err(|_| not_results())?;
        if contents.version == VERSION {
            Ok(contents)
        } else {
            Err(not_results())
        }
    }
}

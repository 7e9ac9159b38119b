//! The request of `grade`, and the hash of everything that its results depend on.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use glob::Pattern;

use super::fingerprint::Fingerprint;
use super::record::VERSION;
use crate::analyse::tolerance::Tolerances;
use crate::cases::error::GradeError;
use crate::cases::load::StoredCase;
use crate::cases::points::Points;
use crate::cases::selection::{Partition, Selection};
use crate::grade::names::Names;
use crate::grade::players::Setting;
use crate::io::store::Store;
use crate::report::finding::Reveal;
use crate::run::program::Program;

/// The request of `grade`.
#[derive(Debug)]
pub(crate) struct GradeRequest {
    /// Folders of cases, or files of cases.
    pub(crate) cases: Vec<PathBuf>,
    /// The folder of the submissions.
    pub(crate) submissions: PathBuf,
    /// Patterns for names of submissions; only matching ones are graded, if there are any.
    pub(crate) filters: Vec<Pattern>,
    /// The folder of the results.
    pub(crate) output: PathBuf,
    /// The preparation of each submission.
    pub(crate) preparation: Option<Preparation>,
    /// The command and its limits.
    pub(crate) setting: Setting,
    /// True if the command is that of a recipe, which students do not have.
    pub(crate) has_command_of_recipe: bool,
    /// Tolerated differences.
    pub(crate) tolerances: Tolerances,
    /// The selected cases.
    pub(crate) selection: Selection,
    /// The share of the submissions.
    pub(crate) partition: Option<Partition>,
    /// Whether earlier results are replaced.
    pub(crate) again: bool,
    /// Whether the details of each submission are printed.
    pub(crate) verbose: bool,
    /// Amount of information for students.
    pub(crate) reveal: Reveal,
    /// Points of a case without an entry in `cases.toml`.
    pub(crate) points: Points,
}

/// The preparation of a submission before its cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preparation {
    /// A command of the shell; `$1` is the name of the submission.
    pub(crate) command: OsString,
    /// Time limit.
    pub(crate) timeout: Duration,
}

impl GradeRequest {
    /// Names for the folders that students should not see: those of the submissions, the results and the cases, and those that
    /// the commands name.
    pub(super) fn names(&self) -> Names {
        let mut folders = self.folders().to_vec();
        for path in &self.cases {
            folders.push(path.parent().filter(|_| !path.is_dir()).unwrap_or(path));
        }
        let words = self.setting.program.iter().flat_map(Program::words);
        let preparation = self.preparation.iter();
        Names::new(
            &folders,
            words.chain(preparation.map(|one| one.command.as_os_str())),
        )
    }

    /// Reports whether `--submission` selects a submission of this name.
    pub(super) fn selects(&self, name: &str) -> bool {
        self.filters.is_empty() || self.filters.iter().any(|filter| filter.matches(name))
    }

    /// The folders that no command may read: the submissions and the results.
    pub(super) fn folders(&self) -> [&Path; 2] {
        [&self.submissions, &self.output]
    }

    /// Hashes everything but the submissions that the results depend on: the version of this
    /// program, the cases, the command and the options.
    pub(super) fn fingerprint(
        &self,
        cases: &[StoredCase],
        store: &Store,
    ) -> Result<String, GradeError> {
        let mut fingerprint = Fingerprint::new();
        for case in cases {
            fingerprint.add(format!("{:?}", case.case));
            let given = case.given(store);
            fingerprint.add(given.seed.bytes()?);
            fingerprint.add(given.input.bytes()?);
            for (artifact, content) in case.expected(store)?.files() {
                fingerprint.add(artifact.ending());
                fingerprint.add(content);
            }
        }
        let run = &self.setting.run;
        fingerprint.add(format!(
            "{:?}",
            (
                (env!("CARGO_PKG_VERSION"), VERSION),
                (self.setting.edition.name, &self.setting.program),
                (&self.preparation, &self.tolerances, self.reveal),
                (run.sandbox, &run.limits, &run.variables),
                (&run.allow_read, &run.allow_write, &run.hide),
            )
        ));
        Ok(fingerprint.text())
    }
}

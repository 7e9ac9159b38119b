//! The request of `grade`, and the hash of everything that its results depend on.

use std::{
    ffi::OsString,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    time::Duration,
};

use glob::Pattern;

use super::record::VERSION;
use crate::{
    cases::{LoadedCase, Partition, Selection},
    grade::{names::Names, players::Setting},
    report::Reveal,
    run::Program,
};

/// The request of `grade`.
#[derive(Debug)]
pub struct GradeRequest {
    /// The folder of the submissions.
    pub submissions: PathBuf,
    /// Patterns for names of submissions. If there are any, only matching submissions are graded.
    pub filters: Vec<Pattern>,
    /// The folder of the results.
    pub output: PathBuf,
    /// The preparation of each submission: a shell command in which `$1` is the name of the
    /// submission.
    pub preparation: Option<OsString>,
    /// Time limit of the preparation.
    pub preparation_timeout: Duration,
    /// The command and its limits.
    pub setting: Setting,
    /// True if the command is from a recipe, which students do not have.
    pub has_command_of_recipe: bool,
    /// The selected cases.
    pub selection: Selection,
    /// The share of the submissions.
    pub partition: Option<Partition>,
    /// True if earlier results are replaced.
    pub again: bool,
    /// True if the details of each submission are printed.
    pub verbose: bool,
    /// Amount of information for students.
    pub reveal: Reveal,
}

impl GradeRequest {
    /// Returns names for the folders whose paths students should not see: the folders of the
    /// submissions, the results and the cases, and the folders in the commands.
    pub fn names(&self) -> Names {
        let mut folders = self.folders().to_vec();
        for path in &self.selection.paths {
            folders.push(path.parent().filter(|_| !path.is_dir()).unwrap_or(path));
        }
        let words = self.setting.program.iter().flat_map(Program::words);
        Names::new(&folders, words.chain(self.preparation.as_deref()))
    }

    /// Returns the folders that no command may read: the submissions and the results.
    pub fn folders(&self) -> [&Path; 2] {
        [&self.submissions, &self.output]
    }

    /// Hashes everything that the results depend on, apart from the submissions: the version of
    /// this program, the cases, the command and the options.
    pub fn hash(&self, cases: &[LoadedCase]) -> String {
        let mut hasher = DefaultHasher::new();
        cases.hash(&mut hasher);
        (env!("CARGO_PKG_VERSION"), VERSION).hash(&mut hasher);
        let run = &self.setting.run;
        let settings = (
            self.setting.edition.name,
            &self.setting.program,
            (
                run.sandbox,
                &run.limits,
                &run.variables,
                &run.allow_read,
                &run.allow_write,
                &run.hide,
            ),
            (&self.preparation, self.preparation_timeout),
            &self.setting.tolerances,
            self.reveal,
        );
        format!("{settings:?}").hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }
}

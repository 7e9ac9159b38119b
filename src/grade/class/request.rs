//! What is to be graded, and how; and what of that the results depend on.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::ClassError;
use super::feedback::Form;
use super::fingerprint::Fingerprint;
use super::harness;
use super::record::VERSION;
use crate::cases::load::StoredCase;
use crate::cases::points::Points;
use crate::cases::selection::{Partition, Selection};
use crate::compare::tolerance::Tolerances;
use crate::grade::players::Setting;
use crate::io::store::Store;
use crate::io::visible::visible_path;
use crate::report::again::quoted;
use crate::report::options::{Options, Reveal};
use crate::run::program::Program;

/// A word as a shell is given it. `{seed}` and `{submission}` need no quotes.
fn typed(word: &OsStr) -> String {
    let is_plain = |word: &str| {
        let filled = word.replace("{seed}", "x").replace("{submission}", "x");
        quoted(OsStr::new(&filled)) == filled
    };
    let plain = word.to_str().filter(|word| is_plain(word));
    plain.map_or_else(|| quoted(word), str::to_owned)
}

/// What is to be graded, and how.
#[derive(Debug)]
pub(crate) struct GradeRequest {
    /// Folders of cases, or single ones.
    pub(crate) cases: Vec<PathBuf>,
    /// The folder of the submissions.
    pub(crate) submissions: PathBuf,
    /// What is to come of it.
    pub(crate) purpose: Purpose,
    /// What is done with each submission before its cases.
    pub(crate) preparation: Option<Preparation>,
    /// What is run.
    pub(crate) setting: Setting,
    /// What is tolerated.
    pub(crate) tolerances: Tolerances,
    /// Which of the cases are run.
    pub(crate) selection: Selection,
    /// The share of the submissions.
    pub(crate) partition: Option<Partition>,
    /// Whether what is already graded is graded again.
    pub(crate) again: bool,
    /// How much students see.
    pub(crate) reveal: Reveal,
    /// What their feedback looks like.
    pub(crate) feedback: Form,
    /// What a case is worth if nothing else says so.
    pub(crate) points: Points,
}

/// What is to come of it.
#[derive(Debug)]
pub(crate) enum Purpose {
    /// The results of all submissions, in this folder.
    Results(PathBuf),
    /// A look at one submission.
    Try(Attempt),
}

/// A look at one submission.
#[derive(Debug)]
pub(crate) struct Attempt {
    /// Its name.
    pub(crate) name: String,
    /// How its cases are reported.
    pub(crate) report: Options,
}

/// How a submission is made ready for its cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Preparation {
    /// A command of the shell; the submission's name is its `$1`.
    pub(crate) command: OsString,
    /// What was asked for: the command, or the name of a recipe.
    pub(crate) asked: OsString,
    /// How long it may take.
    pub(crate) timeout: Duration,
}

impl GradeRequest {
    /// The folders that no command may read: of the submissions, and of the results.
    pub(crate) fn folders(&self) -> Vec<&Path> {
        let output = match &self.purpose {
            Purpose::Results(output) => Some(output.as_path()),
            Purpose::Try(_) => None,
        };
        [self.submissions.as_path()]
            .into_iter()
            .chain(output)
            .collect()
    }

    /// The folders that the class lies in and is graded from, as they are shown: of the
    /// submissions, the results and the cases, of what commands name but for what belongs
    /// to the system, the current one and the user's own.
    pub(crate) fn own_folders(&self) -> BTreeSet<String> {
        let words = self.setting.program.iter().flat_map(Program::words);
        let words = words.chain(self.preparation.iter().map(|one| one.command.as_os_str()));
        let named = words.flat_map(harness::paths_in);
        let is_own = |path: &PathBuf| {
            let mut system = harness::OF_THE_SYSTEM.iter();
            !system.any(|folder| path.starts_with(folder))
        };
        let named = named.filter(is_own).flat_map(|path| {
            let folder = path.parent().map(Path::to_owned);
            let itself = Some(path).filter(|path| path.is_dir());
            folder.into_iter().chain(itself)
        });
        let cases = self.cases.iter().map(|path| {
            let is_file = !path.is_dir();
            let folder = path.parent().filter(|_| is_file);
            folder.unwrap_or(path).to_owned()
        });
        let of_class = self.folders().into_iter().map(Path::to_owned).chain(cases);
        let resolved = of_class.filter_map(|path| path.canonicalize().ok());
        let current = std::env::current_dir().ok();
        let home = std::env::home_dir();
        let all = named.chain(resolved).chain(current).chain(home);
        // What is given as a relative path tells nothing of the machine.
        let given = self.folders().into_iter().map(Path::to_owned);
        let all = all.chain(given.filter(|path| path.is_absolute()));
        let all = all.filter(|path| path.parent().is_some());
        all.map(|path| visible_path(&path)).collect()
    }

    /// The command that plays, as it is typed: without `{seed}` where that is its last word,
    /// as it is if it is not named.
    pub(crate) fn command(&self) -> String {
        let words = self.setting.program.iter().flat_map(Program::words);
        let mut words: Vec<String> = words.map(typed).collect();
        words.pop_if(|last| last == "{seed}");
        words.join(" ")
    }

    /// A fingerprint of everything but the submissions that the results depend
    /// on.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub(crate) fn fingerprint(
        &self,
        cases: &[StoredCase],
        store: &Store,
    ) -> Result<String, ClassError> {
        let mut fingerprint = Fingerprint::new();
        fingerprint.add(env!("CARGO_PKG_VERSION"));
        fingerprint.add(VERSION.to_string());
        let (setting, run) = (&self.setting, &self.setting.run);
        fingerprint.add(setting.edition.name);
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
        fingerprint.add(format!("{:?}", setting.program));
        fingerprint.add(format!("{:?}", self.preparation));
        fingerprint.add(format!("{:?}", self.tolerances));
        fingerprint.add(format!("{:?}", self.reveal));
        fingerprint.add(format!("{:?}", run.sandbox));
        fingerprint.add(format!("{:?}", run.limits));
        for variable in &run.variables {
            fingerprint.add(format!("{variable:?} {:?}", variable.value()));
        }
        let paths = (&run.allow_read, &run.allow_write, &run.hide);
        fingerprint.add(format!("{paths:?}"));
        fingerprint.add(setting.retries.to_string());
        let mut words: Vec<&OsStr> = setting.program.iter().flat_map(Program::words).collect();
        words.extend(self.preparation.iter().map(|one| one.command.as_os_str()));
        harness::add(&mut fingerprint, &words, &self.folders());
        Ok(fingerprint.text())
    }
}

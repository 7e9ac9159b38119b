//! Where submissions are prepared and played, one after the other: a folder for
//! the copy, which only `--prepare` can write to.

use std::path::{Path, PathBuf};

use super::error::ClassError;
use super::order::{Order, Preparation};
use super::tree;
use crate::grade::setting::Setting;
use crate::io::visible::visible;
use crate::run::error::RunError;
use crate::run::keepers::Runner;
use crate::run::program::Program;
use crate::run::result::{End, Streams};
use crate::run::settings::Settings;
use crate::run::work_folder::{Work, WorkFolder};
use crate::run::worker::Inputs;

/// How much of what the preparation printed is told, in lines.
const FIRST_LINES: usize = 20;

/// A place for one submission at a time.
#[derive(Debug)]
pub(crate) struct Bench {
    folder: WorkFolder,
    /// How cases are played here.
    pub(crate) setting: Setting,
    preparing: Option<(Preparation, Runner)>,
    max_output: usize,
}

impl Bench {
    /// A new one, where commands can read neither the files of cases nor what
    /// else is hidden.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, or no keeper can be started.
    pub(crate) fn new(
        order: &Order,
        cases: Vec<PathBuf>,
        hidden: &[PathBuf],
    ) -> Result<Self, ClassError> {
        let folder = WorkFolder::new().map_err(ClassError::system("a folder for submissions"))?;
        let mut setting = order.setting.clone();
        setting.program = setting
            .program
            .map(|program| program.of_submission(folder.path()));
        setting.run.dir = Some(folder.path().to_owned());
        let cases = setting.hidden(cases, None);
        let run = &mut setting.run;
        run.hidden.extend(cases);
        run.hidden.extend_from_slice(hidden);
        let preparing = match &order.preparation {
            None => None,
            Some(preparation) => {
                let mut settings = Settings {
                    work: Some(Work::Writable(folder.path().to_owned())),
                    ..run.clone()
                };
                settings.limits.timeout = preparation.timeout;
                settings.limits.cpu_time = None;
                let runner = Runner::new(settings, &shell(preparation, ""))?;
                Some((preparation.clone(), runner))
            }
        };
        run.work = Some(Work::Readable(folder.path().to_owned()));
        Ok(Self {
            max_output: run.limits.max_output,
            folder,
            setting,
            preparing,
        })
    }

    /// Where the copy of the submission is.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Makes room for another submission.
    ///
    /// # Errors
    ///
    /// What the last one has left cannot be removed.
    pub(crate) fn clear(&self) -> Result<(), ClassError> {
        let cleared = self.folder.empty();
        cleared.map_err(ClassError::system("the copy of a submission"))
    }

    /// Prepares the submission that is here; why that failed, if it did.
    ///
    /// # Errors
    ///
    /// The shell cannot be run.
    pub(crate) fn prepare(&self, name: &str) -> Result<Option<Vec<String>>, RunError> {
        let Some((preparation, runner)) = &self.preparing else {
            return Ok(None);
        };
        let program = shell(preparation, name);
        let streams = Streams::Merged;
        let mut run = runner
            .worker()
            .run(&program, Inputs::NONE, streams, self.max_output)?;
        if run.end == End::Exited(0) {
            tree::make_executable(self.path());
            return Ok(None);
        }
        run.replace_folder_paths(self.path());
        let lines = run.out.split(|&byte| byte == b'\n');
        let lines = lines.filter(|line| !line.is_empty()).take(FIRST_LINES);
        let reason = format!("--prepare: {}", run.end);
        Ok(Some(
            std::iter::once(reason).chain(lines.map(visible)).collect(),
        ))
    }
}

/// The shell that runs a preparation.
fn shell(preparation: &Preparation, name: &str) -> Program {
    let arguments = ["-c".into(), preparation.command.clone()];
    let names = ["sh".into(), name.into()];
    Program::without_seed("sh".into(), arguments.into_iter().chain(names).collect())
}

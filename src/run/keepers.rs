//! The pool of keepers, and the setup that they share.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::environment;
use super::error::RunError;
use super::keeper_process::KeeperProcess;
use super::limits::RunLimits;
use super::machine;
use super::paths::{private, resolved};
use super::private_folder::SHARED_TMP;
use super::program::Program;
use super::protocol::Setup;
use super::settings::{Sandbox, Settings};
use super::system;
use super::work_folder::Work;
use crate::io::visible::visible_path;

/// Runs commands. Shared by all worker threads.
#[derive(Debug)]
pub(crate) struct Runner {
    pub(super) setup: Setup,
    keeper: PathBuf,
    idle: Mutex<Vec<KeeperProcess>>,
    missing: Option<String>,
}

impl Runner {
    /// Starts the first keeper and checks how well commands can be confined.
    ///
    /// Fails if the sandbox is required and the kernel lacks a feature, or if the keeper cannot
    /// be started.
    pub(crate) fn new(settings: Settings, program: &Program) -> Result<Self, RunError> {
        let keeper = system::this_program().map_err(RunError::system("this program's own path"))?;
        let required = settings.sandbox == Sandbox::Require;
        // Commands can read this process's entry in `/proc`.
        system::close_to_others().map_err(RunError::system("this program's own memory"))?;
        let setup = setup(settings, program)?;
        let first = KeeperProcess::start(&keeper, &setup)?;
        let missing = Some(first.missing().join("; ")).filter(|lines| !lines.is_empty());
        match missing {
            Some(missing) if required => Err(RunError::Sandbox(missing)),
            missing => Ok(Self {
                setup,
                keeper,
                idle: Mutex::new(vec![first]),
                missing,
            }),
        }
    }

    /// Missing kernel features of the sandbox, in one line.
    pub(crate) fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// Returns an idle keeper, or a new one. The flag is true if it is new.
    pub(super) fn keeper(&self) -> Result<(KeeperProcess, bool), RunError> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        match idle {
            Some(keeper) => Ok((keeper, false)),
            None => Ok((self.new_keeper()?, true)),
        }
    }

    pub(super) fn new_keeper(&self) -> Result<KeeperProcess, RunError> {
        KeeperProcess::start(&self.keeper, &self.setup)
    }

    /// Returns a keeper to the pool.
    pub(super) fn take_back(&self, keeper: KeeperProcess) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(keeper);
    }
}

fn setup(settings: Settings, program: &Program) -> Result<Setup, RunError> {
    let dir = working_folder(settings.dir, settings.work.as_ref())
        .map_err(RunError::system("the working folder"))?;
    let variables = environment::collect(&settings.variables);
    for path in &settings.hide {
        // A misspelled path would hide nothing.
        let there = path.symlink_metadata();
        there.map_err(RunError::system(format!("--hide {}", visible_path(path))))?;
    }
    let hidden = settings.hidden.iter().chain(&settings.hide);
    let mut hidden: Vec<_> = hidden.map(|path| resolved(path)).collect();
    // This program plays the game correctly, so a submission must not run it. Only the
    // instructor may, by naming it as the command.
    let file = program
        .file(&dir, environment::value(&variables, "PATH"))
        .map(|file| resolved(&dir.join(file)));
    let this_program = std::env::current_exe().ok().map(|path| resolved(&path));
    hidden.extend(this_program.filter(|path| Some(path) != file.as_ref()));
    let needed: Vec<_> = environment::folders(&variables)
        .iter()
        .chain(&settings.allow_read)
        .chain(&settings.allow_write)
        .map(|path| resolved(path))
        .collect();
    let homes = environment::homes();
    let confined = settings.sandbox != Sandbox::Off;
    let used = needed.iter().chain(settings.work.is_none().then_some(&dir));
    let private_tmp = confined
        && can_be_private(Path::new(SHARED_TMP), used)
        && !program.names_in(
            Path::new(SHARED_TMP),
            settings.work.as_ref().map(Work::path),
        );
    Ok(Setup {
        confined,
        own_mounts: confined,
        private_tmp,
        temporary: std::env::temp_dir(),
        dir,
        hidden,
        private: homes
            .iter()
            .flat_map(|home| private(&resolved(home), &needed))
            .collect(),
        allow_read: settings.allow_read,
        allow_write: settings.allow_write,
        listed: settings.listed,
        work: settings.work,
        variables,
        limits: RunLimits {
            max_memory: settings
                .limits
                .max_memory
                .or_else(|| machine::memory_share(settings.at_once)),
            ..settings.limits
        },
    })
}

/// Reports whether commands can have a private `/tmp`: they need nothing in the shared one, and
/// private folders are directly in it or elsewhere.
fn can_be_private<'path>(tmp: &Path, mut used: impl Iterator<Item = &'path PathBuf>) -> bool {
    let temporary = resolved(&std::env::temp_dir());
    resolved(tmp) == tmp
        && tmp.is_dir()
        && !used.any(|path| path.starts_with(tmp))
        && (temporary == tmp || !temporary.starts_with(tmp))
}

/// Returns the working folder of commands. If it is a [`Work`] folder, a keeper creates it.
fn working_folder(dir: Option<PathBuf>, work: Option<&Work>) -> io::Result<PathBuf> {
    let dir = dir.map_or_else(std::env::current_dir, Ok)?;
    if work.is_some() {
        return Ok(dir);
    }
    let there = dir.canonicalize()?;
    if there.is_dir() {
        Ok(there)
    } else {
        Err(io::ErrorKind::NotADirectory.into())
    }
}

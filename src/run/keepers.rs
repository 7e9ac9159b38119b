//! A runner: settings, and the keepers that have nothing to do.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::environment;
use super::error::RunError;
use super::keeper_process::KeeperProcess;
use super::paths::{private, resolved};
use super::program::Program;
use super::protocol::Setup;
use super::settings::{Sandbox, Settings};
use super::system;

/// Runs commands; shared by the threads that do so.
#[derive(Debug)]
pub(crate) struct Runner {
    pub(super) setup: Setup,
    keeper: PathBuf,
    idle: Mutex<Vec<KeeperProcess>>,
    missing: Option<String>,
}

impl Runner {
    /// Starts a keeper and finds out how well commands can be confined.
    ///
    /// # Errors
    ///
    /// [`RunError::Sandbox`] if the sandbox is required and the kernel lacks
    /// a part of it; otherwise the keeper cannot be started.
    pub(crate) fn new(settings: Settings, program: &Program) -> Result<Self, RunError> {
        let keeper = system::this_program();
        let keeper = keeper.map_err(RunError::system("this program's own path"))?;
        let required = settings.sandbox == Sandbox::Require;
        let setup = setup(settings, &keeper, program)?;
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

    /// What the kernel lacks for the whole sandbox, in one line.
    pub(crate) fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// A keeper that has nothing to do, or a new one; and whether it is new.
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

    /// A new keeper.
    pub(super) fn new_keeper(&self) -> Result<KeeperProcess, RunError> {
        KeeperProcess::start(&self.keeper, &self.setup)
    }

    /// Takes back a keeper that has nothing to do any more.
    pub(super) fn take_back(&self, keeper: KeeperProcess) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.push(keeper);
    }
}

/// Where this program is found: what runs, and what a shell finds by its name.
fn copies_of_this_program(
    keeper: &Path,
    variables: &[(OsString, OsString)],
) -> impl Iterator<Item = PathBuf> {
    let path = environment::value(variables, "PATH").unwrap_or_default();
    let found = std::env::split_paths(path)
        .map(|folder| folder.join(env!("CARGO_PKG_NAME")))
        .filter(|file| file.is_file())
        .map(|file| resolved(&file))
        .collect::<Vec<_>>();
    found.into_iter().chain([resolved(keeper)])
}

fn setup(settings: Settings, keeper: &Path, program: &Program) -> Result<Setup, RunError> {
    let dir = settings.dir.map_or_else(std::env::current_dir, Ok);
    let dir = dir.and_then(|dir| {
        if settings.work.is_some() {
            // The keeper makes it.
            return Ok(dir);
        }
        let dir = dir.canonicalize()?;
        if dir.is_dir() {
            Ok(dir)
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    });
    let dir = dir.map_err(RunError::system("the working folder"))?;
    let variables = environment::collect(&settings.variables);
    let mut hidden: Vec<_> = settings.hidden.iter().map(|path| resolved(path)).collect();
    // Copies of this program play rightly; only the instructor may name one.
    let file = program.file(&dir, environment::value(&variables, "PATH"));
    let file = file.map(|file| resolved(&dir.join(file)));
    let copies = copies_of_this_program(keeper, &variables);
    hidden.extend(copies.filter(|copy| Some(copy) != file.as_ref()));
    let mut needed: Vec<_> = environment::folders(&variables);
    needed.extend(
        settings
            .allow_read
            .iter()
            .chain(&settings.allow_write)
            .cloned(),
    );
    let needed: Vec<_> = needed.iter().map(|path| resolved(path)).collect();
    let home = std::env::var_os("HOME").map(|home| resolved(Path::new(&home)));
    let home = home.filter(|home| home.is_absolute());
    Ok(Setup {
        confined: settings.sandbox != Sandbox::Off,
        temporary: std::env::temp_dir(),
        dir,
        hidden,
        private: home.map_or_else(Vec::new, |home| private(&home, &needed)),
        allow_read: settings.allow_read,
        allow_write: settings.allow_write,
        listed: settings.listed,
        work: settings.work,
        variables,
        limits: settings.limits,
        newest_landlock: settings.newest_landlock,
    })
}

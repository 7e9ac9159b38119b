//! The command under test, or the built-in game, and what its runs need.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::AtomicU32,
};

use rustix::fs::statvfs;

use super::{hidden_files, names::Names};
use crate::{
    analyse::{Settings, Tolerances, reference},
    cases::LoadedCase,
    edition::Edition,
    error::Error,
    field::SeedFile,
    io::{visible_path, warn},
    report::command_line,
    run::{Program, RunSettings, Runner, forbids_execution, runner::temporary},
};

/// The command and its limits.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The program; the built-in game if there is none.
    pub program: Option<Program>,
    /// The game.
    pub edition: &'static Edition,
    /// Tolerated differences.
    pub tolerances: Tolerances,
    /// Confinement and limits of runs.
    pub run: RunSettings,
    /// Maximum number of concurrent runs.
    pub jobs: NonZero<usize>,
    /// Names that replace paths in reports.
    pub names: Names,
}

/// The setting and the runner that all players share. The built-in game has no runner.
#[derive(Debug)]
pub struct Players<'check> {
    pub setting: &'check Setting,
    pub runner: Option<Runner>,
    /// The folders of the command's files.
    pub folders: Vec<PathBuf>,
    /// Number of timeouts that a repeat confirmed, if all cases belong to one submission.
    pub confirmed_timeouts: AtomicU32,
}

impl Setting {
    /// Renders the command, with `{seed}` in place of the seed file. Returns `None` if runs have
    /// another working folder, where the same words may be another command.
    pub fn command(&self) -> Option<String> {
        let program = self.program.as_ref().filter(|_| self.run.dir.is_none());
        program.map(command_line)
    }

    /// Reports whether a case expects the output of the edition.
    fn is_edition_of(&self, case: &LoadedCase) -> bool {
        let seed = SeedFile::in_memory(&case.case.seed, case.seed.as_slice());
        reference::script(self.edition, seed, &case.input, &case.expected).is_some()
    }

    /// Warns if no case has passed and none of several cases expects the output of the edition.
    pub fn warn_of_edition(&self, cases: &[LoadedCase], has_passed: bool) {
        if !has_passed && cases.len() > 1 && !cases.iter().any(|case| self.is_edition_of(case)) {
            let name = self.edition.name;
            warn(&format!(
                "no case expects the output of {name}, so no causes are known: try another --edition"
            ));
        }
    }

    /// Creates the players. Commands cannot read the case files `cases` nor the paths `also`, such
    /// as the report. Warns on standard error of missing confinement.
    pub fn players(&self, cases: &[PathBuf], also: &[&Path]) -> Result<Players<'_>, Error> {
        let mut players = Players {
            setting: self,
            runner: None,
            folders: Vec::new(),
            confirmed_timeouts: AtomicU32::default(),
        };
        let Some(program) = &self.program else {
            return Ok(players);
        };
        let mut settings = self.run.clone();
        let mut needed = Vec::new();
        if settings.runs_copies {
            players.folders = program.folders(Path::new("/"));
            // The folders of a class are hidden even if the command names a file in them.
            settings.hidden.extend(also.iter().map(PathBuf::from));
        } else {
            let dir = settings.dir.as_deref().unwrap_or(Path::new("."));
            players.folders = program.folders(dir);
            needed.push(dir.canonicalize().unwrap_or_else(|_| dir.to_owned()));
        }
        needed.extend(players.folders.iter().cloned());
        settings.listed.extend(players.folders.iter().cloned());
        let hidden = hidden_files::hidden(&needed, cases, also);
        settings.hidden.extend(hidden);
        let runner = Runner::new(settings, program)?;
        let missing = &runner.missing;
        if !missing.is_empty() {
            warn(&format!("the sandbox is incomplete: {missing}"));
        }
        if self.run.runs_copies {
            self.warn_of_disk(&temporary(&self.run.allow_write));
        }
        players.runner = Some(runner);
        Ok(players)
    }

    /// Warns if the disk of the folder for copies of submissions forbids execution or may become
    /// full.
    fn warn_of_disk(&self, folder: &Path) {
        let disk = visible_path(folder);
        if forbids_execution(folder) {
            warn(&format!(
                "programs in copies of submissions cannot be executed, since the disk of {disk} is \
                 mounted noexec: set TMPDIR to a folder on another disk"
            ));
        }
        let (jobs, max_size) = (self.jobs, self.run.limits.max_files_size);
        let needed = max_size.saturating_mul(jobs.get() as u64);
        let free = statvfs(folder).map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
        if let Ok(free) = free
            && free < needed
        {
            warn(&format!(
                "the disk of {disk} has {} MiB free, but --jobs {jobs} times --max-files-size is {} \
                 MiB: set TMPDIR to a folder on another disk",
                free >> 20,
                needed >> 20
            ));
        }
    }
}

impl Players<'_> {
    /// Returns the settings of a search for causes.
    pub fn analysis_settings(&self) -> Settings<'_> {
        Settings {
            edition: self.setting.edition,
            tolerances: &self.setting.tolerances,
            folders: &self.folders,
            flaws: None,
        }
    }
}

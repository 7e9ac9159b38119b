//! Runs the program under test, or the built-in game.

use std::ffi::OsStr;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU32;
use std::time::Duration;

use rustix::fs::statvfs;

use super::hidden_files;
use super::names::Names;
use crate::analyse::findings::Settings;
use crate::analyse::tolerance::Tolerances;
use crate::cases::load::LoadedCase;
use crate::edition::row::Edition;
use crate::error::Error;
use crate::game::sink::Stream;
use crate::io::console::warn;
use crate::io::visible::visible_path;
use crate::report::again::typed;
use crate::run::error::RunError;
use crate::run::forbids_execution;
use crate::run::program::Program;
use crate::run::result::{End, Run, Streams};
use crate::run::runner::{RunOutcome, RunTask, Runner, Worker, temporary};
use crate::run::settings::RunSettings;

/// A run may always print this many times the expected output.
pub(super) const OUTPUT_FACTOR: usize = 4;

/// The command and its limits.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The program; the built-in game if there is none.
    pub(crate) program: Option<Program>,
    /// The game.
    pub(crate) edition: &'static Edition,
    /// Tolerated differences.
    pub(crate) tolerances: Tolerances,
    /// Confinement and limits of runs.
    pub(crate) run: RunSettings,
    /// Maximum number of concurrent runs.
    pub(crate) jobs: NonZero<usize>,
    /// Names that replace paths in reports.
    pub(crate) names: Names,
}

/// Creates a player for each thread. Players run the command under supervisors, or the built-in
/// game in memory.
#[derive(Debug)]
pub(crate) struct Players<'check> {
    pub(super) setting: &'check Setting,
    runner: Option<Runner>,
    /// The folders of the command's files.
    pub(crate) folders: Vec<PathBuf>,
    /// Number of timeouts that a repeat confirmed, if all cases belong to one submission.
    pub(super) confirmed_timeouts: AtomicU32,
}

/// Runs the program in one thread.
#[derive(Debug)]
pub(crate) struct Player<'players> {
    pub(super) setting: &'players Setting,
    worker: Option<Worker<'players>>,
}

impl Setting {
    /// Renders the command, with `{seed}` in place of the seed file. In another folder than the
    /// current one, the same words may be another command, so that there is none.
    pub(crate) fn command(&self) -> Option<String> {
        let program = self.program.as_ref().filter(|_| self.run.dir.is_none());
        program.map(typed)
    }

    /// Creates the players, which hide these files of cases and `also`, the report or other folders
    /// that commands must not read. Warns on standard error of missing confinement.
    pub(crate) fn players(&self, cases: &[PathBuf], also: &[&Path]) -> Result<Players<'_>, Error> {
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
            players.folders = program.folders(None);
            // The folders of a class are hidden even if the command names a file in one.
            settings.hidden.extend(also.iter().map(PathBuf::from));
        } else {
            let dir = settings.dir.as_deref().unwrap_or(Path::new("."));
            players.folders = program.folders(Some(dir));
            needed.push(dir.canonicalize().unwrap_or_else(|_| dir.to_owned()));
        }
        needed.extend(players.folders.iter().cloned());
        settings.listed.extend(players.folders.iter().cloned());
        settings
            .hidden
            .extend(hidden_files::hidden(&needed, cases, also));
        let runner = Runner::new(settings, program)?;
        if let Some(missing) = &runner.missing {
            warn(&format!("not wholly confined: {missing}"));
        }
        if self.run.runs_copies {
            self.warn_of_disk(&temporary(&self.run.allow_write));
        }
        players.runner = Some(runner);
        Ok(players)
    }

    /// Warns if the disk of a folder for copies of submissions does not allow execution or may become full.
    fn warn_of_disk(&self, folder: &Path) {
        let disk = visible_path(folder);
        if forbids_execution(folder) {
            warn(&format!(
                "programs in copies of submissions cannot be executed, since the disk of {disk} is \
                 mounted noexec: set TMPDIR to a folder on another disk"
            ));
        }
        let (jobs, most) = (self.jobs, self.run.limits.max_files_size);
        let needed = most.saturating_mul(jobs.get() as u64);
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

impl<'check> Players<'check> {
    /// Creates a player for one thread.
    pub(crate) fn player(&'check self) -> Player<'check> {
        Player {
            setting: self.setting,
            worker: self.runner.as_ref().map(Runner::worker),
        }
    }

    /// Returns the settings of a search for causes.
    pub(super) fn analysis(&self) -> Settings<'_> {
        Settings {
            edition: self.setting.edition,
            tolerances: &self.setting.tolerances,
            folders: &self.folders,
            flaws: None,
        }
    }
}

impl<'players> Player<'players> {
    /// Runs a case. The output limit is raised if more output is expected.
    pub(crate) fn play(
        &mut self,
        case: &LoadedCase,
        streams: Streams,
    ) -> Result<RunOutcome, Error> {
        let setting = self.setting;
        let max_output = match setting.run.limits.max_output {
            most if case.expected.longest() > most => {
                case.expected.longest().saturating_mul(OUTPUT_FACTOR)
            }
            most => most,
        };
        let (Some(program), Some(worker)) = (&setting.program, &mut self.worker) else {
            return Ok(RunOutcome {
                result: Ok(built_in(setting.edition, case, streams, max_output)),
                is_contended: false,
            });
        };
        let mut outcome = worker.run(&RunTask {
            program,
            extension: setting.edition.seed_file_ending(),
            seed: &case.seed,
            stdin: &case.input,
            streams,
            max_output,
            preparation: None,
        });
        match &mut outcome.result {
            Ok(run) => {
                run.replace_seed_path(&case.case.seed);
                if setting.run.runs_copies {
                    run.replace_folder_paths();
                }
            }
            // Repeating the run does not help.
            Err(error @ RunError::NotStarted { .. }) => {
                return Err(error.clone().into());
            }
            Err(RunError::Machine(_)) => {}
        }
        Ok(outcome)
    }

    fn worker(&mut self) -> Result<&mut Worker<'players>, Error> {
        let missing = || Error::message("there is no command");
        self.worker.as_mut().ok_or_else(missing)
    }

    /// Returns the folder for the copy of a submission. It stays the same until the next call.
    pub(crate) fn work_folder(&mut self) -> Result<PathBuf, Error> {
        Ok(self.worker()?.work_folder()?)
    }

    /// Runs a shell command that can write to the copy of the submission `name`.
    pub(crate) fn prepare(
        &mut self,
        command: &OsStr,
        name: &str,
        timeout: Duration,
    ) -> Result<RunOutcome, Error> {
        let max_output = self.setting.run.limits.max_output;
        let shell = Program::without_seed([
            "sh".into(),
            "-c".into(),
            command.to_owned(),
            "sh".into(),
            name.into(),
        ]);
        let mut outcome = self.worker()?.run(&RunTask {
            program: &shell,
            extension: "",
            seed: b"",
            stdin: b"",
            streams: Streams::Merged,
            max_output,
            preparation: Some(timeout),
        });
        if let Ok(run) = &mut outcome.result {
            run.replace_folder_paths();
        }
        Ok(outcome)
    }
}

/// Plays the built-in game in memory.
fn built_in(edition: &Edition, case: &LoadedCase, streams: Streams, max_output: usize) -> Run {
    let transcript = case.play(edition, &[], max_output);
    let [out, err] = match streams {
        Streams::Separate => [Stream::Output, Stream::Error].map(|it| transcript.separate(it)),
        Streams::Merged => [transcript.merged().to_vec(), Vec::new()],
    };
    let status = transcript.status();
    Run {
        out,
        err,
        end: status.map_or(End::TooMuchOutput, |status| End::Exited(status.into())),
        seed: case.case.seed.clone(),
    }
}

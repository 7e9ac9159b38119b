//! Runs the program under test, or the built-in game.

use std::ffi::OsStr;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::hidden_files;
use super::names::Names;
use crate::analyse::reference;
use crate::cases::case::{Case, Expected};
use crate::cases::error::GradeError;
use crate::cases::load::Given;
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::io::console;
use crate::io::store::Content;
use crate::io::visible::visible_path;
use crate::report::again::typed;
use crate::run::error::RunError;
use crate::run::forbids_execution;
use crate::run::program::Program;
use crate::run::result::{End, Run, Streams};
use crate::run::runner::{RunOutcome, RunTask, Runner, Worker};
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
    setting: &'check Setting,
    runner: Option<Runner>,
    /// The folders of the command's files.
    pub(crate) folders: Vec<PathBuf>,
}

/// Runs the program in one thread.
#[derive(Debug)]
pub(crate) struct Player<'players> {
    players: &'players Players<'players>,
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
    pub(crate) fn players(
        &self,
        cases: Vec<PathBuf>,
        also: &[&Path],
    ) -> Result<Players<'_>, GradeError> {
        let mut players = Players {
            setting: self,
            runner: None,
            folders: Vec::new(),
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
            let warning = format!("minesweeper-alpha: not wholly confined: {missing}\n");
            console::report(warning.as_bytes());
        }
        let temporary = std::env::temp_dir();
        if self.run.runs_copies && forbids_execution(&temporary) {
            let warning = format!(
                "minesweeper-alpha: programs in copies of submissions cannot be executed, since \
                 the disk of {} is mounted noexec: TMPDIR=DIR has copies made in DIR\n",
                visible_path(&temporary)
            );
            console::report(warning.as_bytes());
        }
        players.runner = Some(runner);
        Ok(players)
    }
}

impl<'check> Players<'check> {
    /// Creates a player for one thread.
    pub(crate) fn player(&'check self) -> Player<'check> {
        Player {
            players: self,
            worker: self.runner.as_ref().map(Runner::worker),
        }
    }
}

impl Player<'_> {
    /// Runs a case. The output limit is raised if more output is expected.
    pub(crate) fn play(
        &mut self,
        case: &Case,
        given: Given<'_>,
        expected: &Expected,
        streams: Streams,
    ) -> Result<RunOutcome, GradeError> {
        let setting = self.players.setting;
        let max_output = match setting.run.limits.max_output {
            most if expected.longest() > most => expected.longest().saturating_mul(OUTPUT_FACTOR),
            most => most,
        };
        let (Some(program), Some(worker)) = (&setting.program, &mut self.worker) else {
            return Ok(RunOutcome {
                result: Ok(built_in(setting.edition, case, given, streams, max_output)?),
                is_contended: false,
            });
        };
        let mut outcome = worker.run(&RunTask {
            program,
            extension: setting.edition.seed_file_ending(),
            seed: given.seed,
            stdin: given.input,
            streams,
            max_output,
            preparation: None,
        });
        match &mut outcome.result {
            Ok(run) => {
                run.replace_seed_path(&case.seed);
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

    /// Names that replace paths in reports.
    pub(super) fn names(&self) -> &Names {
        &self.players.setting.names
    }

    /// Returns the folder for the copy of a submission. It stays the same until the next call.
    pub(crate) fn work_folder(&mut self) -> Result<PathBuf, GradeError> {
        match &mut self.worker {
            Some(worker) => Ok(worker.work_folder()?),
            None => Err(GradeError::Message("there is no command".to_owned())),
        }
    }

    /// Runs a shell command that can write to the copy of the submission `name`.
    pub(crate) fn prepare(
        &mut self,
        command: &OsStr,
        name: &str,
        timeout: Duration,
    ) -> Option<RunOutcome> {
        let shell = Program::without_seed([
            "sh".into(),
            "-c".into(),
            command.to_owned(),
            "sh".into(),
            name.into(),
        ]);
        let mut outcome = self.worker.as_mut()?.run(&RunTask {
            program: &shell,
            extension: "",
            seed: Content::Bytes(b""),
            stdin: Content::Bytes(b""),
            streams: Streams::Merged,
            max_output: self.players.setting.run.limits.max_output,
            preparation: Some(timeout),
        });
        if let Ok(run) = &mut outcome.result {
            run.replace_folder_paths();
        }
        Some(outcome)
    }
}

/// Plays the built-in game in memory.
fn built_in(
    edition: &Edition,
    case: &Case,
    given: Given<'_>,
    streams: Streams,
    max_output: usize,
) -> Result<Run, GradeError> {
    let seed = SeedFile::in_memory(&case.seed, given.seed.bytes()?);
    let transcript = reference::play(edition, seed, &given.input.bytes()?, max_output);
    let [out, err] = match streams {
        Streams::Separate => [Stream::Output, Stream::Error].map(|it| transcript.separate(it)),
        Streams::Merged => [transcript.merged().to_vec(), Vec::new()],
    };
    let status = transcript.status();
    Ok(Run {
        out,
        err,
        end: status.map_or(End::TooMuchOutput, |status| End::Exited(status.into())),
        seed: case.seed.clone(),
    })
}

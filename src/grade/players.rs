//! Runs the program under test, or the built-in game.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use super::hidden_files;
use crate::cases::case::{Case, Expected};
use crate::cases::error::GradeError;
use crate::cases::load::Given;
use crate::compare::reference;
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;
use crate::io::console;
use crate::io::visible::visible_path;
use crate::run::environment;
use crate::run::keepers::Runner;
use crate::run::machine;
use crate::run::program::Program;
use crate::run::result::{End, Run, Streams, Timing};
use crate::run::settings::Settings;
use crate::run::worker::{Inputs, Settled, Worker};

/// Number of repeats of a run that may have failed because of other runs.
pub(super) const RETRIES: u32 = 1;

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
    pub(crate) run: Settings,
    /// Maximum number of concurrent runs.
    pub(crate) jobs: NonZero<usize>,
}

/// Creates a player for each thread. Players run the command under its keepers, or the built-in
/// game in memory.
#[derive(Debug)]
pub(crate) struct Players<'check> {
    setting: &'check Setting,
    runner: Option<Runner>,
}

/// Runs the program in one thread.
#[derive(Debug)]
pub(crate) struct Player<'players> {
    players: &'players Players<'players>,
    worker: Option<Worker<'players>>,
}

impl Setting {
    /// Creates the players, which hide these files of cases and `also`, the report or the folder of
    /// saved games; without `cases`, the settings already name all hidden paths.
    pub(crate) fn players(
        &self,
        cases: Option<Vec<PathBuf>>,
        also: Option<&Path>,
    ) -> Result<Players<'_>, GradeError> {
        let runner = match &self.program {
            None => None,
            Some(program) => {
                let mut settings = self.run.clone();
                if let Some(cases) = cases {
                    settings.hidden.extend(self.hidden(cases, also.as_slice()));
                }
                settings.listed.extend(program.folders(self.dir()));
                Some(Runner::new(settings, program)?)
            }
        };
        Ok(Players {
            setting: self,
            runner,
        })
    }

    /// The working folder of the command.
    fn dir(&self) -> &Path {
        self.run.dir.as_deref().unwrap_or(Path::new("."))
    }

    /// Lists the paths to hide for these files of cases and for `also`, reports or results.
    pub(crate) fn hidden(&self, cases: Vec<PathBuf>, also: &[&Path]) -> Vec<PathBuf> {
        let dir = self.dir();
        let mut needed = vec![dir.canonicalize().unwrap_or_else(|_| dir.to_owned())];
        if let Some(program) = &self.program {
            needed.extend(program.folders(dir));
        }
        hidden_files::hidden(&needed, cases, also)
    }
}

impl<'check> Players<'check> {
    /// Warns on standard error of missing confinement and of variables that commands do not get.
    pub(crate) fn warn(&self) {
        let Some(runner) = &self.runner else { return };
        if let Some(missing) = runner.missing() {
            let warning = format!("minesweeper-alpha: not wholly confined: {missing}\n");
            console::report(warning.as_bytes());
        }
        let work = self.setting.run.work.as_ref();
        if work.is_some_and(|work| machine::forbids_execution(work.path())) {
            let folder = visible_path(&std::env::temp_dir());
            let warning = format!(
                "minesweeper-alpha: programs in copies of submissions cannot be executed, since \
                 the disk of {folder} is mounted noexec: TMPDIR=DIR has copies made in DIR\n"
            );
            console::report(warning.as_bytes());
        }
        for name in environment::left_out(&self.setting.run.variables) {
            let warning = format!(
                "minesweeper-alpha: {name} is not handed on, since programs would print a line \
                 about it: --env {name} does\n"
            );
            console::report(warning.as_bytes());
        }
    }

    /// Creates a player for one thread.
    pub(crate) fn player(&'check self) -> Player<'check> {
        Player {
            players: self,
            worker: self.runner.as_ref().map(Runner::worker),
        }
    }
}

impl Player<'_> {
    /// Runs a case. The output limit is raised if more output is expected. A run that may have
    /// failed because of other runs is repeated alone.
    pub(crate) fn play(
        &mut self,
        case: &Case,
        given: Given<'_>,
        expected: &Expected,
        streams: Streams,
        passes: impl Fn(&Run) -> bool,
    ) -> Result<Settled, GradeError> {
        let setting = self.players.setting;
        let max_output = match setting.run.limits.max_output {
            most if expected.longest() > most => expected.longest().saturating_mul(OUTPUT_FACTOR),
            most => most,
        };
        let (Some(program), Some(worker)) = (&setting.program, &mut self.worker) else {
            return Ok(Settled {
                run: built_in(setting.edition, case, given, streams, max_output)?,
                repeats: 0,
                doubt: None,
            });
        };
        let inputs = Inputs {
            ending: setting.edition.seed_file_ending(),
            file: given.seed,
            stdin: given.input,
        };
        let named = |run: &mut Run| {
            run.replace_file_path(&case.seed);
            if let Some(work) = &setting.run.work {
                run.replace_folder_paths(work.path());
            }
        };
        let passes = |run: &Run| {
            let mut run = run.clone();
            named(&mut run);
            passes(&run)
        };
        let mut settled =
            worker.run_fairly(program, inputs, streams, max_output, RETRIES, passes)?;
        named(&mut settled.run);
        Ok(settled)
    }

    /// Sets the number of further repeats without success.
    pub(crate) fn set_patience(&mut self, patience: u32) {
        if let Some(worker) = &mut self.worker {
            worker.set_patience(patience);
        }
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
    Ok(run_of(&transcript, streams, case.seed.clone()))
}

/// Converts a game that was played in memory into a run of a program.
pub(super) fn run_of(transcript: &Transcript, streams: Streams, file_path: PathBuf) -> Run {
    let (out, err) = match streams {
        Streams::Separate => (
            transcript.separate(Stream::Output),
            transcript.separate(Stream::Error),
        ),
        Streams::Merged => (transcript.merged().to_vec(), Vec::new()),
    };
    Run {
        out,
        err,
        end: transcript
            .status()
            .map_or(End::TooMuchOutput, |status| End::Exited(status.into())),
        timing: Timing::default(),
        file_path,
    }
}

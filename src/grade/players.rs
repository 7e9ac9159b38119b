//! What is run for a case, and how.

use std::num::NonZero;
use std::path::{Path, PathBuf};

use super::error::GradeError;
use super::hidden_files;
use crate::cases::case::{Case, Expected};
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

/// How often a run is repeated alone that was cut short by others, if nothing else is
/// asked for.
pub(crate) const DEFAULT_RETRIES: u32 = 1;

/// How much more than what is expected a run may print at least.
pub(super) const OUTPUT_FACTOR: usize = 4;

/// What is run, and how.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    /// The program; the built-in game if there is none.
    pub(crate) program: Option<Program>,
    /// The game.
    pub(crate) edition: &'static Edition,
    /// How commands are confined, and what each run may use.
    pub(crate) run: Settings,
    /// How often a run is repeated alone that was cut short by others.
    pub(crate) retries: u32,
    /// How many cases run at once.
    pub(crate) jobs: NonZero<usize>,
}

/// Makes the players of all threads: they run the command under its keepers, or
/// the built-in game in memory.
#[derive(Debug)]
pub(crate) struct Players<'check> {
    setting: &'check Setting,
    runner: Option<Runner>,
}

/// The candidate, as one thread lets it play.
#[derive(Debug)]
pub(crate) struct Player<'players> {
    players: &'players Players<'players>,
    worker: Option<Worker<'players>>,
}

impl Setting {
    /// The players, from whom these files of cases are hidden and one more file or folder, that
    /// of the report or of what is saved; nothing else if all of that is in the settings.
    ///
    /// # Errors
    ///
    /// The sandbox is required and the kernel lacks a part of it, or no keeper
    /// can be started.
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

    /// The folder that the command is run in.
    fn dir(&self) -> &Path {
        self.run.dir.as_deref().unwrap_or(Path::new("."))
    }

    /// What is hidden when these files of cases are played and the report, or the results,
    /// are `also` there.
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
    /// Says on standard error what the kernel lacks to confine commands, and which variables
    /// they do not get although they are set here.
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

    /// A player for one thread.
    pub(crate) fn player(&'check self) -> Player<'check> {
        Player {
            players: self,
            worker: self.runner.as_ref().map(Runner::worker),
        }
    }
}

impl Player<'_> {
    /// Lets the candidate play a case. A limit for output that is smaller than
    /// what is expected is raised. A run that does not pass and perhaps only because of others
    /// is repeated alone.
    ///
    /// # Errors
    ///
    /// The command cannot be run.
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
        let retries = setting.retries;
        let passes = |run: &Run| {
            let mut run = run.clone();
            named(&mut run);
            passes(&run)
        };
        let mut settled =
            worker.run_fairly(program, inputs, streams, max_output, retries, passes)?;
        named(&mut settled.run);
        Ok(settled)
    }

    /// So many runs at most are repeated from here on without being any better for it.
    pub(crate) fn set_patience(&mut self, patience: u32) {
        if let Some(worker) = &mut self.worker {
            worker.set_patience(patience);
        }
    }
}

/// A run of the built-in game, which is played in memory.
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

/// A game that was played in memory, from this seed file, as a run of a program.
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

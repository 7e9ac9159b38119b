//! Runs and judges cases: the command under test, or the built-in game, and what its runs need.
//!
//! `check`, `record` and `grade` have one [`Setting`] and one [`Players`] with a `Runner`. Each
//! thread has a [`Player`] with a `Worker`, which uses one supervisor process. Each run has its own
//! launcher.

use std::{
    num::NonZero,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::Instant,
};

use rustix::fs::statvfs;

use super::{hidden_files::hidden, names::Names};
use crate::{
    analyse::{Judge, Runs, Settings, Tolerances, subject},
    cases::{Artifact, Expected, LoadedCase},
    edition::Edition,
    error::Error,
    field::SeedFile,
    game::Stream,
    io::{visible_path, warn},
    parallel::each_in_order,
    report::{CaseResult, Failure, Verdict, command_line},
    run::{
        End, Program, Run, RunError, RunOutcome, RunSettings, RunTask, Runner, Streams, Worker,
        forbids_execution,
    },
};

/// The command and its limits.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The program; the built-in game if there is none.
    pub program: Option<Program>,
    pub edition: &'static Edition,
    pub tolerances: Tolerances,
    pub run: RunSettings,
    pub jobs: NonZero<usize>,
    /// Names that replace paths in reports.
    pub names: Names,
}

/// The setting and the runner that all players share. The built-in game has no runner.
#[derive(Debug)]
pub struct Players<'run> {
    pub setting: &'run Setting,
    pub runner: Option<Runner>,
    /// The folders of the command's files; empty if runs have copies of a submission.
    pub folders: Vec<PathBuf>,
    /// Number of timeouts that a repeat confirmed. `grade` counts those of each submission instead.
    pub timeouts: AtomicU32,
}

/// Runs the program, or plays the built-in game, with cases in one thread.
#[derive(Debug)]
pub struct Player<'run> {
    pub setting: &'run Setting,
    worker: Option<Worker<'run>>,
}

#[derive(Debug)]
pub struct TestedCase {
    pub result: CaseResult,
    /// The runs; empty if the output is exactly as expected.
    pub runs: Runs,
    /// True if the case failed and other runs may have caused that.
    pub is_contended: bool,
    /// True if a run reached a time limit.
    pub timed_out: bool,
}

/// Number of timeouts, confirmed by a repeat, after which the timeouts of a submission are not
/// repeated any more.
const CONFIRMED_TIMEOUTS: u32 = 3;

impl Setting {
    /// Renders the command, with `{seed}` in place of the seed file. Returns `None` if runs have
    /// another working folder, where the same words may be another command.
    pub fn command(&self) -> Option<String> {
        let program = self.program.as_ref().filter(|_| self.run.dir.is_none());
        program.map(command_line)
    }

    /// Warns if no case has passed and none of several cases expects the output of the edition.
    pub fn warn_of_edition(&self, cases: &[LoadedCase], has_passed: bool) {
        let is_of_edition = |loaded: &LoadedCase| {
            let seed = SeedFile::in_memory(&loaded.case.seed_path, loaded.seed.as_slice());
            subject::play_script(self.edition, seed, &loaded.input, &loaded.expected).is_some()
        };
        if !has_passed && cases.len() > 1 && !cases.iter().any(is_of_edition) {
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
            timeouts: AtomicU32::default(),
        };
        let Some(program) = &self.program else {
            return Ok(players);
        };
        let mut settings = self.run.clone();
        let dir = self.run.dir.as_deref().unwrap_or(Path::new("."));
        // Each copy is in another folder, so that only an absolute path names a file of the command.
        let folders = program.folders(if settings.runs_copies {
            Path::new("/")
        } else {
            dir
        });
        let mut needed = folders.clone();
        settings.listed.extend(folders.iter().cloned());
        if settings.runs_copies {
            // The folders of a class are hidden even if the command names a file in them.
            settings.hidden.extend(also.iter().map(PathBuf::from));
        } else {
            needed.push(dir.canonicalize().unwrap_or_else(|_| dir.to_owned()));
            players.folders = folders;
        }
        settings.hidden.extend(hidden(&needed, cases, also));
        let runner = Runner::new(settings, program)?;
        let missing = &runner.missing;
        if !missing.is_empty() {
            warn(&format!("the sandbox is incomplete: {missing}"));
        }
        if self.run.runs_copies {
            self.warn_of_disk(&runner.temporary);
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
    pub fn analysis_settings(&self) -> Settings<'_> {
        Settings {
            edition: self.setting.edition,
            tolerances: &self.setting.tolerances,
            folders: &self.folders,
            flaws: None,
        }
    }
}

impl TestedCase {
    /// Repeats a contended test, unless it timed out and enough timeouts of the submission are
    /// confirmed. If the repeat fails, the first result counts. The caller runs nothing else
    /// meanwhile.
    pub fn repeated(
        self,
        timeouts: &AtomicU32,
        test: impl FnOnce() -> Result<Self, Error>,
    ) -> Self {
        if self.timed_out && timeouts.load(Ordering::Relaxed) >= CONFIRMED_TIMEOUTS {
            return self;
        }
        let Ok(mut second) = test() else {
            return self;
        };
        second.result.repeats = 1;
        timeouts.fetch_add(second.timed_out.into(), Ordering::Relaxed);
        second
    }
}

impl<'run> Player<'run> {
    pub fn new(players: &'run Players<'run>) -> Self {
        Self {
            setting: players.setting,
            worker: players.runner.as_ref().map(Runner::worker),
        }
    }

    pub fn worker(&mut self) -> Result<&mut Worker<'run>, Error> {
        self.worker
            .as_mut()
            .ok_or_else(|| Error::message("there is no command"))
    }

    /// Runs a case. The output limit is raised if more output is expected.
    pub fn play(&mut self, loaded: &LoadedCase, streams: Streams) -> Result<RunOutcome, Error> {
        let setting = self.setting;
        let max_output = loaded.expected.max_output(setting.run.limits.max_output);
        let (Some(program), Some(worker)) = (&setting.program, &mut self.worker) else {
            return Ok(RunOutcome {
                result: Ok(built_in(setting.edition, loaded, streams, max_output)),
                is_contended: false,
            });
        };
        let mut outcome = worker.run(&RunTask {
            program,
            extension: setting.edition.seed_file_ending(),
            seed: &loaded.seed,
            stdin: &loaded.input,
            streams,
            max_output,
            prepare_timeout: None,
        });
        match &mut outcome.result {
            Ok(run) => run.replace_seed_path(&loaded.case.seed_path),
            // A repeat would not help.
            Err(error @ RunError::NotStarted { .. }) => return Err(error.clone().into()),
            Err(RunError::Machine(_)) => {}
        }
        Ok(outcome)
    }

    /// Runs and judges a case. After a timeout or a failure of the machine with separate streams,
    /// there is no run with merged streams.
    pub fn test(&mut self, loaded: &LoadedCase) -> Result<TestedCase, Error> {
        let LoadedCase { case, expected, .. } = loaded;
        let has_separate =
            expected.out.is_some() || expected.err.is_some() || expected.status.is_some();
        let start = Instant::now();
        let (mut failures, mut runs) = (Vec::new(), Runs::default());
        let mut is_contended = false;
        let mut timed_out = false;
        for (streams, is_expected) in [
            (Streams::Separate, has_separate),
            (Streams::Merged, expected.merged.is_some()),
        ] {
            if !is_expected || timed_out {
                continue;
            }
            let outcome = self.play(loaded, streams)?;
            let mut run = match outcome.result {
                Ok(run) => run,
                Err(error) => {
                    let reason = self.setting.names.replaced(&error.to_string());
                    let failure =
                        Failure::new(Verdict::CouldNotBeGraded, Artifact::ExitStatus, reason);
                    // The case is not graded, whatever an earlier run printed.
                    (failures, runs) = (vec![failure], Runs::default());
                    is_contended |= outcome.is_contended;
                    break;
                }
            };
            let run_failures = self.judge_run(&mut run, expected, streams);
            is_contended |= outcome.is_contended && !run_failures.is_empty();
            failures.extend(run_failures);
            timed_out = run.end.is_timeout();
            *runs.of(streams) = Some(run);
            // Save memory: the second run may print as much.
            runs.shorten(expected);
        }
        let seconds = start.elapsed().as_secs_f64();
        if failures.iter().any(|it| it.verdict == Verdict::WrongOutput) {
            self.judge().set_moments(&mut failures, loaded, &runs);
        } else if failures.is_empty() && runs.are_exactly(expected) {
            runs = Runs::default();
        }
        Ok(TestedCase {
            result: CaseResult::new(case.clone(), failures, seconds),
            runs,
            is_contended,
            timed_out,
        })
    }

    /// Returns the failures of a run, and replaces the paths in its output by names.
    fn judge_run(&self, run: &mut Run, expected: &Expected, streams: Streams) -> Vec<Failure> {
        let original = self.judge().failures(run, expected, streams);
        if !self.setting.names.replace_in(run) || original.is_empty() {
            return original;
        }
        let renamed = self.judge().failures(run, expected, streams);
        // Replacing paths must not turn a failure into a pass.
        if renamed.is_empty() {
            original
        } else {
            renamed
        }
    }

    fn judge(&self) -> Judge<'run> {
        Judge {
            tolerances: &self.setting.tolerances,
            edition: self.setting.edition,
        }
    }
}

/// Tests one program with cases, in parallel. Passes the results with their numbers to `receive`,
/// in the order of the cases, until `receive` returns true or fails.
pub(super) fn test_all(
    players: &Players<'_>,
    cases: &[LoadedCase],
    receive: impl FnMut(usize, TestedCase) -> Result<bool, Error>,
) -> Result<(), Error> {
    each_in_order(
        cases,
        players.setting.jobs,
        || Player::new(players),
        |player, case, first: Option<TestedCase>| match first {
            None => player.test(case),
            // All other cases have been tested.
            Some(first) => Ok(first.repeated(&players.timeouts, || player.test(case))),
        },
        |tested| tested.is_contended,
        receive,
    )
}

/// Plays the built-in game in memory.
fn built_in(edition: &Edition, loaded: &LoadedCase, streams: Streams, max_output: usize) -> Run {
    let seed = SeedFile::in_memory(&loaded.case.seed_path, loaded.seed.as_slice());
    let transcript = edition.play(seed, &loaded.input, max_output);
    let [out, err] = match streams {
        Streams::Separate => [Stream::Output, Stream::Error].map(|it| transcript.separate(it)),
        Streams::Merged => [transcript.merged().to_vec(), Vec::new()],
    };
    let status = transcript.status();
    Run {
        out,
        err,
        end: status.map_or(End::TooMuchOutput, |status| End::Exited(status.into())),
        seed: loaded.case.seed_path.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::Case;

    #[test]
    fn three_confirmed_timeouts_end_the_repeats_of_timeouts() {
        let contended = |timed_out| TestedCase {
            result: CaseResult::new(Case::unwritten(Path::new("a"), ""), Vec::new(), 0.0),
            runs: Runs::default(),
            is_contended: true,
            timed_out,
        };
        let confirmed = AtomicU32::default();
        let repeated = |timed_out| {
            let second = contended(timed_out).repeated(&confirmed, || Ok(contended(timed_out)));
            second.result.repeats
        };
        let counts = [true, true, true, true, false].map(repeated);
        assert_eq!(counts, [1, 1, 1, 0, 1]);
    }
}

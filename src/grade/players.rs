//! Runs and judges cases: the command under test, or the built-in game.
//!
//! `check`, `record` and `grade` have one [`Setting`] and one [`Players`] with a `Runner`. Each
//! thread has a [`Player`] with a `Worker`, which uses one supervisor process. Each run has its own
//! launcher.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Instant,
};

use super::setting::{Players, Setting};
use crate::{
    analyse::{Judge, Runs, flaws},
    cases::{Artifact, Expected, LoadedCase},
    edition::Edition,
    error::Error,
    game::Stream,
    parallel::each_in_order,
    report::{CaseResult, Failure, Verdict},
    run::{End, Run, RunError, RunOutcome, RunTask, Runner, Streams, Worker},
};

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
        let mut failures = Vec::new();
        let mut runs = Runs::default();
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
    let transcript = flaws::play_case(loaded, edition, &[], max_output);
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
    use std::path::Path;

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

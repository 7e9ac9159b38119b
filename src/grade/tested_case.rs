//! Runs and judges one case.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Instant,
};

use super::players::{Players, Setting};
use crate::{
    analyse::{Judge, Runs},
    cases::{Artifact, LoadedCase},
    edition::Edition,
    error::Error,
    game::Stream,
    report::{CaseResult, Failure, Verdict},
    run::{End, Run, RunError, RunOutcome, RunTask, Runner, Streams, Worker},
};

/// Runs the program, or plays the built-in game, with cases in one thread.
#[derive(Debug)]
pub struct Player<'players> {
    pub setting: &'players Setting,
    worker: Option<Worker<'players>>,
}

/// The result of a case.
#[derive(Debug)]
pub struct TestedCase {
    /// The verdict and the failures.
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

impl<'players> Player<'players> {
    /// Creates a player for one thread.
    pub fn new(players: &'players Players<'players>) -> Self {
        Self {
            setting: players.setting,
            worker: players.runner.as_ref().map(Runner::worker),
        }
    }

    /// Returns the worker that runs the command.
    pub fn worker(&mut self) -> Result<&mut Worker<'players>, Error> {
        self.worker
            .as_mut()
            .ok_or_else(|| Error::message("there is no command"))
    }

    /// Runs a case. The output limit is raised if more output is expected.
    pub fn play(&mut self, case: &LoadedCase, streams: Streams) -> Result<RunOutcome, Error> {
        let setting = self.setting;
        let max_output = case.expected.max_output(setting.run.limits.max_output);
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
            preparation_timeout: None,
        });
        match &mut outcome.result {
            Ok(run) => run.replace_seed_path(&case.case.seed),
            // A repeat would not help.
            Err(error @ RunError::NotStarted { .. }) => return Err(error.clone().into()),
            Err(RunError::Machine(_)) => {}
        }
        Ok(outcome)
    }

    /// Runs and judges a case. After a timeout or a failure of the machine with separate streams,
    /// there is no run with merged streams.
    pub fn test(&mut self, loaded: &LoadedCase) -> Result<TestedCase, Error> {
        let judge = Judge {
            tolerances: &self.setting.tolerances,
            edition: self.setting.edition,
        };
        let (case, expected) = (&loaded.case, &loaded.expected);
        let start = Instant::now();
        let mut failures = Vec::new();
        let mut runs = Runs::default();
        let mut is_contended = false;
        let mut timed_out = false;
        for streams in [Streams::Separate, Streams::Merged] {
            let is_expected = match streams {
                Streams::Separate => {
                    expected.out.is_some() || expected.err.is_some() || expected.status.is_some()
                }
                Streams::Merged => expected.merged.is_some(),
            };
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
                    (failures, runs) = (vec![failure], Runs::default());
                    is_contended |= outcome.is_contended;
                    break;
                }
            };
            let mut run_failures = judge.failures(&run, expected, streams);
            is_contended |= outcome.is_contended && !run_failures.is_empty();
            if self.setting.names.replace_in(&mut run) && !run_failures.is_empty() {
                let shown_failures = judge.failures(&run, expected, streams);
                // Replacing paths must not turn a failure into a pass.
                if !shown_failures.is_empty() {
                    run_failures = shown_failures;
                }
            }
            failures.extend(run_failures);
            timed_out = run.end.is_timeout();
            *runs.of(streams) = Some(run);
            // Save memory: the second run may print as much.
            runs.shorten(expected);
        }
        let seconds = start.elapsed().as_secs_f64();
        if failures.iter().any(|it| it.verdict == Verdict::WrongOutput) {
            judge.place(&mut failures, loaded, &runs);
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

//! Runs and judges a case.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use super::players::{Player, Players};
use crate::analyse::runs::Runs;
use crate::analyse::verdict::Judge;
use crate::cases::case::Artifact;
use crate::cases::load::LoadedCase;
use crate::error::Error;
use crate::parallel::each_in_order;
use crate::report::results::{CaseResult, Failure, Verdict};
use crate::run::result::Streams;

/// The result of a case.
#[derive(Debug)]
pub(crate) struct Tested {
    /// The verdict and the failures.
    pub(crate) result: CaseResult,
    /// The runs; empty if the output is exactly as expected.
    pub(crate) runs: Runs,
    /// True if the case failed and other runs may have caused that.
    pub(crate) is_contended: bool,
    /// True if a run reached a limit of time.
    pub(crate) timed_out: bool,
}

/// Number of timeouts, confirmed by a repeat, after which the timeouts of a submission are not
/// repeated any more.
const CONFIRMED_TIMEOUTS: u32 = 3;

impl Tested {
    /// Repeats a contended test alone, unless it timed out and enough timeouts of the submission are confirmed. If it cannot be
    /// repeated, the first result counts.
    pub(super) fn repeated(
        self,
        confirmed_timeouts: &AtomicU32,
        test: impl FnOnce() -> Result<Self, Error>,
    ) -> Self {
        if self.timed_out && confirmed_timeouts.load(Ordering::Relaxed) >= CONFIRMED_TIMEOUTS {
            return self;
        }
        let Ok(mut second) = test() else {
            return self;
        };
        second.result.repeats = 1;
        confirmed_timeouts.fetch_add(second.timed_out.into(), Ordering::Relaxed);
        second
    }
}

impl Players<'_> {
    /// Tests one program with cases, in parallel. Passes the results with their numbers to `hand_on`, in the order of the cases,
    /// until it returns true or fails.
    pub(super) fn test(
        &self,
        cases: &[LoadedCase],
        hand_on: impl FnMut(usize, Tested) -> Result<bool, Error>,
    ) -> Result<(), Error> {
        each_in_order(
            cases,
            self.setting.jobs,
            || self.player(),
            |player, case, first: Option<Tested>| match first {
                None => test(player, case),
                Some(first) => Ok(first.repeated(&self.confirmed_timeouts, || test(player, case))),
            },
            |tested| tested.is_contended,
            hand_on,
        )
    }
}

/// Runs and judges a case. After a timeout or a failure of the machine with separate streams,
/// there is no run with merged streams.
pub(crate) fn test(player: &mut Player<'_>, loaded: &LoadedCase) -> Result<Tested, Error> {
    let judge = Judge {
        tolerances: &player.setting.tolerances,
        edition: player.setting.edition,
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
        let ended = player.play(loaded, streams)?;
        let mut run = match ended.result {
            Ok(run) => run,
            Err(error) => {
                let reason = player.setting.names.replaced(&error.to_string());
                let failure = Failure::new(Verdict::CouldNotBeGraded, Artifact::ExitStatus, reason);
                (failures, runs) = (vec![failure], Runs::default());
                is_contended |= ended.is_contended;
                break;
            }
        };
        let mut found = judge.failures(&run, expected, streams);
        is_contended |= ended.is_contended && !found.is_empty();
        if player.setting.names.replace_in(&mut run) && !found.is_empty() {
            let replaced = judge.failures(&run, expected, streams);
            // The verdict is that of the original output.
            if !replaced.is_empty() {
                found = replaced;
            }
        }
        failures.extend(found);
        timed_out = run.end.is_timeout();
        *runs.of(streams) = Some(run);
        // The second run may print as much.
        runs.shorten(expected);
    }
    let seconds = start.elapsed().as_secs_f64();
    if failures.iter().any(|it| it.verdict == Verdict::WrongOutput) {
        judge.place(&mut failures, loaded, &runs);
    } else if failures.is_empty() && runs.are_exactly(expected) {
        runs = Runs::default();
    }
    Ok(Tested {
        result: CaseResult::new(case.clone(), failures, seconds),
        runs,
        is_contended,
        timed_out,
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::cases::case::Case;

    #[test]
    fn three_confirmed_timeouts_end_the_repeats_of_timeouts() {
        let tested = |timed_out| Tested {
            result: CaseResult::new(Case::unwritten(Path::new("a"), ""), Vec::new(), 0.0),
            runs: Runs::default(),
            is_contended: true,
            timed_out,
        };
        let confirmed = AtomicU32::default();
        let repeated = |timed_out| {
            let case = tested(timed_out).repeated(&confirmed, || Ok(tested(timed_out)));
            case.result.repeats
        };
        let counts = [true, true, true, true, false].map(repeated);
        assert_eq!(counts, [1, 1, 1, 0, 1]);
    }
}

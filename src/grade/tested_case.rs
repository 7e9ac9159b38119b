//! Runs and judges a case.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use super::players::Player;
use crate::analyse::runs::Runs;
use crate::analyse::verdict::Judge;
use crate::cases::case::Artifact;
use crate::cases::error::GradeError;
use crate::cases::load::LoadedCase;
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

/// Repeats failures of one submission that other runs may have caused.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    confirmed_timeouts: AtomicU32,
}

impl Repeats {
    /// Repeats the test of a case alone, unless it timed out and enough timeouts are confirmed. If it cannot be repeated, the
    /// first result counts.
    pub(crate) fn repeat(
        &self,
        first: Tested,
        test: impl FnOnce() -> Result<Tested, GradeError>,
    ) -> Tested {
        let confirmed = &self.confirmed_timeouts;
        if first.timed_out && confirmed.load(Ordering::Relaxed) >= CONFIRMED_TIMEOUTS {
            return first;
        }
        let Ok(mut second) = test() else {
            return first;
        };
        second.result.repeats = 1;
        confirmed.fetch_add(second.timed_out.into(), Ordering::Relaxed);
        second
    }
}

/// Runs and judges a case. After a timeout or a failure of the machine with separate streams,
/// there is no run with merged streams.
pub(crate) fn test(
    player: &mut Player<'_>,
    loaded: &LoadedCase,
    judge: &Judge<'_>,
) -> Result<Tested, GradeError> {
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
        let repeats = Repeats::default();
        let repeated = |timed_out| {
            let case = repeats.repeat(tested(timed_out), || Ok(tested(timed_out)));
            case.result.repeats
        };
        let counts = [true, true, true, true, false].map(repeated);
        assert_eq!(counts, [1, 1, 1, 0, 1]);
    }
}

//! Runs and judges a case.

use std::time::Instant;

use super::players::Player;
use crate::analyse::material::CaseOutcome;
use crate::analyse::runs::Runs;
use crate::analyse::verdict::Judge;
use crate::cases::case::Artifact;
use crate::cases::error::GradeError;
use crate::cases::load::StoredCase;
use crate::io::store::Store;
use crate::report::results::{CaseResult, Failure, Verdict};
use crate::run::result::Streams;

/// The result of a case.
#[derive(Debug)]
pub(crate) struct Tested {
    /// The verdict and the failures.
    pub(crate) result: CaseResult,
    /// The runs; empty if the output is exactly as expected.
    pub(crate) runs: Runs,
    /// The outcome for the search for causes.
    pub(crate) outcome: CaseOutcome,
    /// True if the case failed and other runs may have caused that.
    pub(crate) is_contended: bool,
    /// True if a run reached a limit of time.
    pub(crate) timed_out: bool,
}

impl Tested {
    /// Returns an error if the case could not be graded.
    pub(crate) fn graded(self) -> Result<Self, GradeError> {
        match self.result.failures.first() {
            Some(failure) if self.outcome == CaseOutcome::Unknown => {
                let (name, reason) = (&self.result.case.name, &failure.message);
                let text = format!("{name} could not be graded: {reason}");
                Err(GradeError::Message(text))
            }
            _ => Ok(self),
        }
    }
}

/// Number of timeouts, confirmed by a repeat, after which the timeouts of a submission are not
/// repeated any more.
const CONFIRMED_TIMEOUTS: u32 = 3;

/// Decides which failures of one submission are repeated.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    confirmed_timeouts: u32,
}

impl Repeats {
    /// Reports whether a run that may have failed because of others is repeated.
    pub(crate) fn allow(&self, timed_out: bool) -> bool {
        !timed_out || self.confirmed_timeouts < CONFIRMED_TIMEOUTS
    }

    /// Counts a repeated run that timed out again.
    pub(crate) fn confirm_timeout(&mut self) {
        self.confirmed_timeouts += 1;
    }
}

/// Repeats the test of a case alone, and counts confirmed timeouts.
pub(crate) fn repeat(
    repeats: &mut Repeats,
    test: impl FnOnce() -> Result<Tested, GradeError>,
) -> Result<Tested, GradeError> {
    let mut tested = test()?;
    tested.result.repeats = 1;
    if tested.timed_out {
        repeats.confirm_timeout();
    }
    Ok(tested)
}

/// Runs and judges a case. After a timeout or a failure of the machine with separate streams,
/// there is no run with merged streams.
pub(crate) fn test(
    player: &mut Player<'_>,
    case: &StoredCase,
    store: &Store,
    judge: &Judge<'_>,
) -> Result<Tested, GradeError> {
    let (given, expected) = (case.given(store), &case.expected(store)?);
    let case = &case.case;
    let start = Instant::now();
    let mut failures = Vec::new();
    let mut runs = Runs::default();
    let mut is_contended = false;
    let mut timed_out = false;
    let mut machine_failure = None;
    if expected.out.is_some() || expected.err.is_some() || expected.status.is_some() {
        let ended = player.play(case, given, expected, Streams::Separate)?;
        match ended.result {
            Ok(run) => {
                failures.extend(judge.separate(&run, expected));
                timed_out = run.end.is_timeout();
                runs.separate = Some(run);
            }
            Err(error) => machine_failure = Some(error),
        }
        is_contended = ended.is_contended && (machine_failure.is_some() || !failures.is_empty());
        // The second run may print as much.
        runs.shorten(expected);
    }
    if expected.merged.is_some() && !timed_out && machine_failure.is_none() {
        let ended = player.play(case, given, expected, Streams::Merged)?;
        let mut has_failed = true;
        match ended.result {
            Ok(run) => {
                let merged = judge.merged(&run, expected);
                has_failed = !merged.is_empty();
                failures.extend(merged);
                timed_out = run.end.is_timeout();
                runs.merged = Some(run);
            }
            Err(error) => machine_failure = Some(error),
        }
        is_contended |= ended.is_contended && has_failed;
    }
    let seconds = start.elapsed().as_secs_f64();
    runs.shorten(expected);
    let outcome = if let Some(error) = machine_failure {
        failures = vec![Failure::new(
            Verdict::CouldNotBeGraded,
            Artifact::ExitStatus,
            error.to_string(),
        )];
        CaseOutcome::Unknown
    } else if !failures.is_empty() {
        if failures.iter().any(|it| it.verdict == Verdict::WrongOutput) {
            judge.place(&mut failures, case, given, expected, &runs)?;
        }
        CaseOutcome::Failed
    } else if runs.are_exactly(expected) {
        CaseOutcome::Passed
    } else {
        CaseOutcome::Tolerated
    };
    if matches!(outcome, CaseOutcome::Unknown | CaseOutcome::Passed) {
        runs = Runs::default();
    }
    Ok(Tested {
        result: CaseResult::new(case.clone(), failures, seconds),
        runs,
        outcome,
        is_contended,
        timed_out,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_confirmed_timeouts_end_the_repeats_of_timeouts() {
        let mut repeats = Repeats::default();
        for _ in 0..3 {
            assert!(repeats.allow(true));
            repeats.confirm_timeout();
        }
        assert!(!repeats.allow(true));
        assert!(repeats.allow(false));
    }
}

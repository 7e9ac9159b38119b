//! Runs and judges a case.

use std::time::Instant;

use super::players::Player;
use crate::cases::case::{Case, Expected};
use crate::cases::error::GradeError;
use crate::cases::load::Given;
use crate::compare::place::Runs;
use crate::compare::result::{CaseResult, Failure, Verdict};
use crate::compare::verdict::Judge;
use crate::explain::material::CaseOutcome;
use crate::run::result::{Run, Streams};

/// The result of a case.
#[derive(Debug)]
pub(crate) struct Tested {
    /// The verdict and the failures.
    pub(crate) result: CaseResult,
    /// The runs; empty if the output is exactly as expected.
    pub(crate) runs: Runs,
    /// The outcome for the search for causes.
    pub(crate) outcome: CaseOutcome,
}

impl Tested {
    /// Returns an error if the case could not be judged.
    pub(crate) fn obstacle(&self) -> Option<GradeError> {
        let failure = self.result.failures.first()?;
        let is_obstacle = failure.verdict == Verdict::NotGraded;
        is_obstacle.then(|| {
            let name = &self.result.case.name;
            GradeError::Message(format!("{name} could not be graded: {}", failure.message))
        })
    }
}

/// Runs and judges a case. After a timeout with separate streams, there is no run with merged
/// streams.
pub(crate) fn test(
    player: &mut Player<'_>,
    case: &Case,
    given: Given<'_>,
    expected: &Expected,
    judge: &Judge<'_>,
) -> Result<Tested, GradeError> {
    let start = Instant::now();
    let mut failures = Vec::new();
    let mut runs = Runs::default();
    let mut repeats = 0;
    let mut timed_out = false;
    let mut doubt = None;
    if expected.out.is_some() || expected.err.is_some() || expected.status.is_some() {
        let passes = |run: &Run| judge.separate(run, expected).is_empty();
        let separate = player.play(case, given, expected, Streams::Separate, passes)?;
        repeats += separate.repeats;
        doubt = separate.doubt;
        timed_out = separate.run.end.is_timeout();
        failures.extend(judge.separate(&separate.run, expected));
        runs.separate = Some(separate.run);
    }
    if expected.merged.is_some() && !timed_out && doubt.is_none() {
        let passes = |run: &Run| judge.merged(run, expected).is_empty();
        let merged = player.play(case, given, expected, Streams::Merged, passes)?;
        repeats += merged.repeats;
        doubt = merged.doubt;
        failures.extend(judge.merged(&merged.run, expected));
        runs.merged = Some(merged.run);
    }
    let duration = start.elapsed();
    let outcome = if let Some(doubt) = doubt {
        failures = vec![Failure::not_graded(doubt.to_string())];
        CaseOutcome::Unknown
    } else if !failures.is_empty() {
        if failures.iter().any(|failure| failure.difference.is_some()) {
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
        result: CaseResult {
            repeats,
            ..CaseResult::new(case.clone(), failures, duration)
        },
        runs,
        outcome,
    })
}

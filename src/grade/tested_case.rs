//! A case that the candidate has played, judged.

use std::time::Instant;

use super::error::GradeError;
use super::players::Player;
use crate::cases::case::{Case, Expected};
use crate::cases::load::Given;
use crate::compare::place::Runs;
use crate::compare::result::{CaseResult, Failure, Verdict};
use crate::compare::verdict::Judge;
use crate::explain::material::CaseOutcome;
use crate::run::result::{Run, Streams};

/// What came of a case, and the runs if it did not pass exactly.
#[derive(Debug)]
pub(crate) struct Tested {
    /// What came of it.
    pub(crate) result: CaseResult,
    /// The runs; none if it passed with exactly what is expected.
    pub(crate) runs: Runs,
    /// What came of it, as far as explanations need it.
    pub(crate) outcome: CaseOutcome,
}

impl Tested {
    /// What keeps the case from being judged, if anything does.
    pub(crate) fn obstacle(&self) -> Option<GradeError> {
        let failure = self.result.failures.first()?;
        let is_obstacle = failure.verdict == Verdict::NotGraded;
        is_obstacle.then(|| GradeError::NotGraded {
            case: self.result.case.name.clone(),
            why: failure.message.clone(),
        })
    }
}

/// Lets the candidate play a case and judges it. What timed out with separate
/// streams is not run with merged ones.
///
/// # Errors
///
/// The command cannot be run, or the case cannot be read.
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
    if let Some(doubt) = doubt {
        let failure = Failure::not_graded(doubt.to_string());
        return Ok(Tested {
            result: CaseResult {
                repeats,
                ..CaseResult::new(case.clone(), vec![failure], duration)
            },
            runs: Runs::default(),
            outcome: CaseOutcome::Unknown,
        });
    }
    if failures.iter().any(|failure| failure.difference.is_some()) {
        judge.place(&mut failures, case, given, expected, &runs)?;
    }
    let outcome = if !failures.is_empty() {
        CaseOutcome::Failed
    } else if runs.are_exactly(expected) {
        CaseOutcome::Passed
    } else {
        CaseOutcome::Tolerated
    };
    if outcome == CaseOutcome::Passed {
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

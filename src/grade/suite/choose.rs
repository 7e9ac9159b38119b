//! Choosing few and short cases that catch as many flaws as all candidates do.

use std::cmp::Reverse;
use std::path::Path;

use super::loaded::{Candidate, LoadedCase};
use super::measure::{Caught, Measure};
use crate::edition::flaw::Flaw;
use crate::grade::error::GradeError;

/// A candidate and what it catches.
struct Choice {
    candidate: Candidate,
    caught: Caught,
}

/// Chooses so many candidates at most that catch what all of them do, and makes
/// their inputs shorter as long as they still do together.
///
/// # Errors
///
/// Those of [`Measure::each`].
pub(crate) fn choose(
    measure: Measure<'_>,
    candidates: Vec<Candidate>,
    most: usize,
) -> Result<Vec<Candidate>, GradeError> {
    let load = |candidate: &Candidate| Ok(as_case(candidate.clone(), measure));
    let mut all = Vec::new();
    measure.each(&candidates, "random games", load, |_, caught| {
        all.push(caught.unwrap_or_default());
    })?;
    let choices = candidates.into_iter().zip(all);
    let choices = choices.map(|(candidate, caught)| Choice { candidate, caught });
    let mut chosen = cover(choices.collect(), measure.edition().flaws.len(), most);
    for number in (0..chosen.len()).rev() {
        if needed(&chosen, number, measure).is_empty() {
            chosen.remove(number);
        }
    }
    for number in 0..chosen.len() {
        let needed = needed(&chosen, number, measure);
        let shorter = shorten(chosen[number].candidate.clone(), &needed, measure);
        let case = as_case(shorter.clone(), measure);
        chosen[number] = Choice {
            candidate: shorter,
            caught: measure.caught(&case).unwrap_or_default(),
        };
    }
    Ok(chosen.into_iter().map(|choice| choice.candidate).collect())
}

/// A candidate as a case; its name is not known yet.
fn as_case(candidate: Candidate, measure: Measure<'_>) -> LoadedCase {
    LoadedCase::unwritten(Path::new("flaws"), candidate, measure.edition())
}

/// Takes the choice that catches most of what is not caught yet, the shortest of
/// several, again and again.
fn cover(mut choices: Vec<Choice>, flaws: usize, most: usize) -> Vec<Choice> {
    let mut covered = vec![false; flaws];
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let fresh = |caught: &Caught| {
            let both = caught.iter().zip(&covered);
            both.filter(|(caught, covered)| **caught && !**covered)
                .count()
        };
        let best = choices.iter().enumerate().max_by_key(|(number, choice)| {
            let length = choice.candidate.seed.len() + choice.candidate.input.len();
            (fresh(&choice.caught), Reverse((length, *number)))
        });
        let Some((best, _)) = best.filter(|(_, choice)| fresh(&choice.caught) > 0) else {
            break;
        };
        let choice = choices.swap_remove(best);
        for (covered, caught) in covered.iter_mut().zip(&choice.caught) {
            *covered |= caught;
        }
        chosen.push(choice);
    }
    chosen
}

/// The flaws that one of the choices catches and no other does.
fn needed(chosen: &[Choice], number: usize, measure: Measure<'_>) -> Vec<&'static Flaw> {
    let catches = |choice: &Choice, flaw: usize| choice.caught.get(flaw) == Some(&true);
    let others = |flaw| {
        let mut others = chosen.iter().enumerate();
        others.any(|(other, choice)| other != number && catches(choice, flaw))
    };
    let flaws = measure.edition().flaws.iter().enumerate();
    flaws
        .filter(|&(flaw, _)| catches(&chosen[number], flaw) && !others(flaw))
        .map(|(_, flaw)| flaw)
        .collect()
}

/// Leaves out lines of the input, many at once and then one by one, without
/// which these flaws are still caught.
fn shorten(mut candidate: Candidate, needed: &[&Flaw], measure: Measure<'_>) -> Candidate {
    let lines = |input: &[u8]| {
        let lines = input.split_inclusive(|&byte| byte == b'\n');
        lines.map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let mut left = lines(&candidate.input);
    let mut chunk = left.len();
    while chunk > 0 {
        let mut at = 0;
        while at < left.len() {
            let end = left.len().min(at + chunk);
            let input = [&left[..at], &left[end..]].concat().concat();
            let shorter = Candidate {
                input,
                ..candidate.clone()
            };
            let case = as_case(shorter.clone(), measure);
            if needed.iter().all(|flaw| measure.catches(&case, flaw)) {
                left = lines(&shorter.input);
                candidate = shorter;
            } else {
                at = end;
            }
        }
        chunk /= 2;
    }
    candidate
}

//! What the report for people says last, before it counts the cases: what to do next.

use std::collections::{BTreeMap, BTreeSet};

use clap::ValueEnum;

use super::again::{quoted, with_dot};
use super::check_result::Checked;
use super::options::{Options, Reveal, is_of_case, is_of_cause};
use crate::compare::result::CaseResult;
use crate::compare::tolerance::{Tolerance, Tolerances};

/// How to see the details.
const DETAILS: &str = "details: --verbose, or --details with a case's name or a cause's number";

/// What was not compared, what tolerating would change, how to run the first failed case
/// again, and where the details are if they have not been shown. So many of the cases
/// expect an exit status.
pub(super) fn lines(
    checked: Checked<'_>,
    with_status: usize,
    has_more_details: bool,
) -> Vec<String> {
    let (results, options) = (checked.results, checked.options);
    let mut lines: Vec<String> = statuses(checked, with_status).into_iter().collect();
    let failed: Vec<&CaseResult> = results.iter().filter(|result| result.failed()).collect();
    let Some(first) = asked_for(checked).or(failed.first().copied()) else {
        return lines;
    };
    for (count, tolerances) in helpful(&failed) {
        lines.push(format!(
            "{count} more would pass with --tolerate {tolerances}"
        ));
    }
    let again = options.command_line.with(&first.case.seed);
    lines.push(format!("again: {again}"));
    lines.extend(replay(first, options).map(|replay| format!("replay: {replay}")));
    if has_more_details {
        lines.push(DETAILS.to_owned());
    }
    lines
}

/// The failed case of which details were asked for, or that shows such a cause.
fn asked_for(checked: Checked<'_>) -> Option<&CaseResult> {
    let details = &checked.options.details;
    let mut failed = checked.results.iter().filter(|result| result.failed());
    let named = failed.find(|it| details.iter().any(|name| is_of_case(name, &it.case)));
    named.or_else(|| {
        let causes = checked.explanation.ranked();
        let mut causes = (1..).zip(causes);
        let is_wanted = |number, cause| {
            let mut details = details.iter();
            details.any(|name| is_of_cause(name, number, cause))
        };
        let (_, cause) = causes.find(|&(number, cause)| is_wanted(number, cause))?;
        checked.results.get(cause.first.case)
    })
}

/// That exit statuses were not compared, or not all.
fn statuses(checked: Checked<'_>, with_status: usize) -> Option<String> {
    let cases = checked.results.len() + checked.ending.not_run().len();
    match with_status {
        0 => Some("exit statuses were not compared: no case has a NAME.status.txt".to_owned()),
        _ if with_status < cases => Some(format!(
            "exit statuses were compared in {with_status} of {cases} cases: the others have no \
             NAME.status.txt"
        )),
        _ => None,
    }
}

/// The words that show a case on the full screen, where its output first differs;
/// none if that is not known, or not to be known.
fn replay(result: &CaseResult, options: &Options) -> Option<String> {
    let edition = options
        .replayable
        .filter(|_| options.reveal != Reveal::None)?;
    let input = result.case.input.as_ref()?;
    let moment = result
        .failures
        .iter()
        .filter_map(|failure| failure.difference.as_ref())
        .find_map(|difference| difference.moment.as_ref())?;
    let paths = [with_dot(input), with_dot(&result.case.seed)].map(|path| quoted(path.as_os_str()));
    Some(format!(
        "minesweeper-alpha play --screen --edition {edition} --at {} --replay {}",
        moment.lines,
        paths.join(" ")
    ))
}

/// The sets of tolerances that would let cases pass, and how many; most cases
/// first, then the smallest set.
fn helpful(failed: &[&CaseResult]) -> Vec<(usize, Tolerances)> {
    let mut needed: BTreeMap<Vec<Tolerance>, usize> = BTreeMap::new();
    for tolerances in failed.iter().filter_map(|result| needed_by(result)) {
        *needed.entry(tolerances).or_default() += 1;
    }
    let passing = |set: &[Tolerance]| {
        let within = |(needs, _): &(&Vec<_>, _)| needs.iter().all(|one| set.contains(one));
        needed.iter().filter(within).map(|(_, count)| count).sum()
    };
    let mut helpful: Vec<(usize, Vec<Tolerance>)> = needed
        .keys()
        .map(|set| (passing(set), set.clone()))
        .collect();
    helpful.sort_by_key(|(count, set)| (std::cmp::Reverse(*count), set.len()));
    helpful
        .into_iter()
        .map(|(count, set)| (count, Tolerances::new(set)))
        .collect()
}

/// What would have to be tolerated so that all failures of a case pass, in the
/// order of the command line's list; none if there is no such set.
fn needed_by(result: &CaseResult) -> Option<Vec<Tolerance>> {
    let mut needed = BTreeSet::new();
    for failure in &result.failures {
        let names = failure.difference.as_ref()?.tolerance.as_ref()?;
        needed.extend(
            names
                .split(',')
                .filter_map(|name| Tolerance::from_str(name, false).ok()),
        );
    }
    Some(needed.into_iter().collect())
}

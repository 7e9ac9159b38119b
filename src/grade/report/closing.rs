//! What the report for people says when all cases are through, before it counts
//! them.

use std::collections::BTreeMap;

use super::again::CommandLine;
use super::text::titled;
use crate::grade::judge::result::CaseResult;
use crate::grade::judge::tolerance::{Tolerance, Tolerances};

/// How many failed cases are listed.
const LISTED: usize = 20;

/// The names of the failed cases, what tolerating would change, and how to run
/// the first of them again. Nothing if all passed.
pub(super) fn lines(results: &[CaseResult], command_line: &CommandLine) -> String {
    let failed: Vec<&CaseResult> = results.iter().filter(|result| !result.passed()).collect();
    let Some(first) = failed.first() else {
        return String::new();
    };
    let mut lines = Vec::new();
    if failed.len() > 1 {
        lines.push("failed:".to_owned());
        let listed = failed.iter().take(LISTED);
        lines.extend(listed.map(|result| format!("  {}", titled(&result.case))));
        if failed.len() > LISTED {
            lines.push(format!("  [{} more]", failed.len() - LISTED));
        }
    }
    for (count, tolerances) in helpful(&failed) {
        lines.push(format!(
            "{count} more would pass with --tolerate {tolerances}"
        ));
    }
    lines.push(format!("again: {}", command_line.with(&first.case.seed)));
    lines.join("\n") + "\n"
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
    let sets = helpful.into_iter();
    sets.map(|(count, set)| (count, Tolerances::new(set)))
        .collect()
}

/// What would have to be tolerated so that all failures of a case pass, in the
/// order of the command line's list; none if there is no such set.
fn needed_by(result: &CaseResult) -> Option<Vec<Tolerance>> {
    let mut names = Vec::new();
    for failure in &result.failures {
        let difference = failure.difference.as_ref()?;
        names.extend(difference.tolerance.as_ref()?.split(','));
    }
    let all = Tolerance::ALL.into_iter();
    Some(all.filter(|one| names.contains(&one.name())).collect())
}

//! What the report for people says when all cases are through, before it counts
//! them.

use std::collections::{BTreeMap, BTreeSet};

use clap::ValueEnum;

use super::again::{quoted, with_dot};
use super::options::{Options, Reveal};
use super::text::titled;
use crate::compare::result::CaseResult;
use crate::compare::tolerance::{Tolerance, Tolerances};

/// How many failed cases are listed.
const LISTED: usize = 20;

/// The names of the failed cases, what tolerating would change, and how to run
/// the first of them again. Nothing if all passed.
pub(super) fn lines(results: &[CaseResult], options: &Options) -> String {
    let failed: Vec<&CaseResult> = results.iter().filter(|result| result.failed()).collect();
    let Some(first) = failed.first() else {
        return String::new();
    };
    let mut lines = Vec::new();
    if failed.len() > 1 {
        lines.push("failed:".to_owned());
        for result in failed.iter().take(LISTED) {
            lines.push(format!("  {}", titled(&result.case)));
        }
        if failed.len() > LISTED {
            lines.push(format!("  [{} more]", failed.len() - LISTED));
        }
    }
    for (count, tolerances) in helpful(&failed) {
        lines.push(format!(
            "{count} more would pass with --tolerate {tolerances}"
        ));
    }
    let again = options.command_line.with(&first.case.seed);
    lines.push(format!("again: {again}"));
    lines.extend(replay(first, options).map(|replay| format!("replay: {replay}")));
    lines.join("\n") + "\n"
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

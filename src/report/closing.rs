//! Renders the next steps at the end of the human report.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::again::{quoted, with_dot};
use super::check_result::Checked;
use super::options::{Options, Reveal, is_of_case, is_of_cause};
use super::result::CaseResult;
use crate::io::visible::counted;

const DETAILS: &str = "details: --verbose, or --details with a case's name or a cause's number";

/// Renders notes about statuses, helpful tolerances, the command to run the first failed case
/// again, and a hint about details. `with_status` is the number of cases that expect a status.
pub(super) fn lines(
    checked: Checked<'_>,
    with_status: usize,
    has_more_details: bool,
) -> Vec<String> {
    let (results, options) = (checked.results, checked.options);
    let mut lines: Vec<String> = statuses(checked, with_status).into_iter().collect();
    let failed: Vec<&CaseResult> = results.iter().filter(|result| result.failed()).collect();
    let Some(first) = requested_case(checked).or(failed.first().copied()) else {
        return lines;
    };
    lines.extend(helpful(&failed).iter().map(ToString::to_string));
    if let Some(command_line) = &options.command_line {
        lines.push(format!("again: {}", command_line.with(&first.case.seed)));
    }
    lines.extend(replay(first, options).map(|replay| format!("replay: {replay}")));
    if has_more_details {
        lines.push(DETAILS.to_owned());
    }
    lines
}

/// Tolerances with which more cases pass.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Helpful {
    /// Number of failed cases that pass.
    pub(crate) cases: usize,
    pub(crate) tolerances: BTreeSet<String>,
}

impl fmt::Display for Helpful {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passes = counted(self.cases, "more case passes", "more cases pass");
        write!(to, "{passes} with {}", self.option())
    }
}

impl Helpful {
    /// Returns the option that tolerates the differences.
    pub(crate) fn option(&self) -> String {
        let names: Vec<&str> = self.tolerances.iter().map(String::as_str).collect();
        format!("--tolerate {}", names.join(","))
    }
}

/// Returns the tolerances with which most more cases pass, if all cases fail.
pub(crate) fn most_helpful(results: &[CaseResult]) -> Option<Helpful> {
    let failed: Vec<&CaseResult> = results.iter().filter(|result| result.failed()).collect();
    let most = helpful(&failed).into_iter().next();
    most.filter(|_| failed.len() == results.len())
}

/// Returns the first failed case whose details were requested, or the first one with a cause whose
/// details were requested.
fn requested_case(checked: Checked<'_>) -> Option<&CaseResult> {
    let details = &checked.options.details;
    let is_named = |result: &&CaseResult| {
        result.failed() && details.iter().any(|name| is_of_case(name, &result.case))
    };
    let mut causes = (1..).zip(checked.explanation.causes());
    checked.results.iter().find(is_named).or_else(|| {
        let (_, cause) = causes.find(|&(number, cause)| {
            let mut details = details.iter();
            details.any(|name| is_of_cause(name, number, cause))
        })?;
        checked.results.get(cause.first.case)
    })
}

/// Notes that some exit statuses were not compared.
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

/// Returns the command that replays a case up to the first difference in its output, if that is
/// known and may be shown.
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

/// Returns sets of tolerances, those with which most cases pass first, then the smallest set.
fn helpful(failed: &[&CaseResult]) -> Vec<Helpful> {
    let needed: Vec<BTreeSet<String>> = failed.iter().copied().filter_map(needed_by).collect();
    let sets: BTreeSet<&BTreeSet<String>> = needed.iter().collect();
    let sets = sets.into_iter().map(|tolerances| Helpful {
        cases: needed
            .iter()
            .filter(|needs| needs.is_subset(tolerances))
            .count(),
        tolerances: tolerances.clone(),
    });
    let mut helpful: Vec<Helpful> = sets.collect();
    helpful.sort_by_key(|one| (Reverse(one.cases), one.tolerances.len()));
    helpful
}

/// Returns the smallest set of tolerances that makes a case pass, if there is one.
fn needed_by(result: &CaseResult) -> Option<BTreeSet<String>> {
    let mut needed = BTreeSet::new();
    for failure in &result.failures {
        let names = failure.difference.as_ref()?.tolerance.as_ref()?;
        needed.extend(names.split(',').map(str::to_owned));
    }
    Some(needed)
}

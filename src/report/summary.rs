//! Renders the end of the human report: causes, unexplained differences and next steps.

use std::collections::BTreeMap;

use super::causes::{MOST_CAUSES, conclusion, shown_sentence};
use super::check_result::Checked;
use super::explanation::{Example, Open, Rest};
use super::options::Reveal;
use super::result::CaseResult;
use super::text;
use crate::io::visible::{counted, visible};

/// Maximum number of unexplained differences in the list.
const DIFFERENCES: usize = 3;

/// Number of input lines shown at the start and at the end of a long example.
const EXAMPLE_START: usize = 3;
const EXAMPLE_END: usize = 1;

/// Renders the summary: the causes and unexplained differences if `has_list`, or only the totals
/// after a report with details, and then the lines about next steps.
pub(super) fn lines(checked: Checked<'_>, has_list: bool, next: &[String]) -> Vec<String> {
    let mut list = Vec::new();
    if has_list {
        list = causes(checked);
        list.extend(not_explained(checked));
    }
    let colon = if list.is_empty() { "" } else { ":" };
    let heading = conclusion(checked.explanation).map(|line| line + colon);
    let mut lines: Vec<String> = heading.into_iter().chain(list).collect();
    if !lines.is_empty() {
        lines.insert(0, String::new());
        if has_list {
            lines.push(String::new());
        }
    }
    lines.extend_from_slice(next);
    lines
}

/// Renders a line for each of the most frequent causes.
fn causes(checked: Checked<'_>) -> Vec<String> {
    let reveal = checked.options.reveal;
    let causes: Vec<_> = checked.explanation.causes().collect();
    let width = causes
        .first()
        .map_or(0, |most| cases(most.cases.len()).len());
    let mut lines = Vec::new();
    for (number, finding) in (1..).zip(causes.iter().take(MOST_CAUSES)) {
        let what = match shown_sentence(&finding.wording, reveal) {
            Some(_) => &finding.wording.sentence,
            None => &finding.wording.name,
        };
        let example = finding.example.as_ref().filter(|_| reveal == Reveal::Full);
        let example = example.map_or_else(String::new, |it| format!(" ({})", in_short(it)));
        let count = cases(finding.cases.len());
        lines.push(format!("{number:>2}. {count:>width$}: {what}{example}"));
    }
    if let Some(more @ 1..) = causes.len().checked_sub(MOST_CAUSES) {
        let more = counted(more, "more cause", "more causes");
        lines.push(format!("    [{more}]"));
    }
    lines
}

/// Renders an example in a few words.
fn in_short(example: &Example) -> String {
    let shown = |line: &String| {
        let shown = visible(line.as_bytes());
        if shown.is_empty() || shown.trim() != shown {
            format!("\"{shown}\"")
        } else {
            shown
        }
    };
    let all: Vec<String> = example.input.iter().map(shown).collect();
    let input = match all.len() {
        0 => "(none)".to_owned(),
        count if count > EXAMPLE_START + EXAMPLE_END + 1 => format!(
            "{} ... {} ({count} lines)",
            all[..EXAMPLE_START].join(", "),
            all[count - EXAMPLE_END..].join(", ")
        ),
        _ => all.join(", "),
    };
    format!("seed {}, input {input}", visible(example.seed.as_bytes()))
}

/// Renders a line for each of the most frequent unexplained differences.
fn not_explained(checked: Checked<'_>) -> Vec<String> {
    let differences = differences(checked);
    let line = |one: &Difference| {
        let cases = cases(one.cases.len());
        format!("not explained, {cases}: {} ({})", one.what, one.place)
    };
    let mut lines: Vec<String> = differences.iter().take(DIFFERENCES).map(line).collect();
    if let Some(more @ 1..) = differences.len().checked_sub(DIFFERENCES) {
        let more = counted(more, "more difference", "more differences");
        lines.push(format!("[{more} not explained]"));
    }
    lines
}

/// A difference that no cause explains.
#[derive(Debug)]
pub(crate) struct Difference {
    /// Indices of the affected cases.
    pub(crate) cases: Vec<usize>,
    /// The difference in a sentence.
    pub(crate) what: String,
    /// The first place: a case and a line of its input.
    pub(crate) place: String,
}

/// Collects the unexplained differences, most cases first. For cases that were not analysed, the
/// failure stands for the difference.
pub(crate) fn differences(checked: Checked<'_>) -> Vec<Difference> {
    let reveal = checked.options.reveal;
    if reveal == Reveal::None {
        return Vec::new();
    }
    let mut differences: Vec<Difference> = checked
        .explanation
        .open
        .iter()
        .map(|open| of_open(open, checked))
        .collect();
    let mut others: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (&number, rest) in &checked.explanation.rests {
        if let (Some(Rest::NotLookedAt), Some(result)) = (rest, checked.results.get(number)) {
            others
                .entry(failure(result, reveal))
                .or_default()
                .push(number);
        }
    }
    differences.extend(others.into_iter().map(|(what, cases)| {
        let first = cases
            .first()
            .and_then(|&number| checked.results.get(number));
        let place = first.map_or("", |first| first.case.last_part()).to_owned();
        Difference { cases, what, place }
    }));
    differences.sort_by_key(|one| std::cmp::Reverse(one.cases.len()));
    differences
}

fn of_open(open: &Open, checked: Checked<'_>) -> Difference {
    let case = checked.results.get(open.first.case);
    let case = case.map_or("", |result| result.case.last_part());
    let line = match open.first.moment.lines {
        0 => "at the start".to_owned(),
        line => format!("line {line}"),
    };
    let what = if checked.options.reveal == Reveal::Full {
        &open.sentence
    } else {
        "It differs."
    };
    Difference {
        cases: open.cases.clone(),
        what: what.to_owned(),
        place: format!("{case}, {line}"),
    }
}

/// Describes the first failure of a case in a sentence.
fn failure(result: &CaseResult, reveal: Reveal) -> String {
    let what = match result.failures.first() {
        None => result.verdict.name().to_owned(),
        Some(first) if first.difference.is_some() => format!("{} differs", first.artifact.name()),
        Some(first) => text::message(first, reveal),
    };
    let mut letters = what.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let rest = letters.as_str().trim_end_matches('.');
    format!("{}{rest}.", first.map(String::from).unwrap_or_default())
}

fn cases(count: usize) -> String {
    counted(count, "case", "cases")
}

//! Renders findings and failures as lines of text, for all formats.

use super::again::to_paste;
use super::diff_line::{DiffLine, Side};
use super::finding::{Finding, Place};
use super::results::{CaseResult, Failure, Results};
use crate::cases::case::{Artifact, Case};
use crate::io::visible::{counted, visible_path};

/// A line of text, perhaps of a diff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportLine {
    /// The side of a diff.
    pub(crate) side: Side,
    /// The text, without a line feed.
    pub(crate) text: String,
}

impl From<String> for ReportLine {
    fn from(text: String) -> Self {
        Self {
            side: Side::Both,
            text,
        }
    }
}

impl ReportLine {
    /// Returns the line with this text before it.
    pub(super) fn after(self, indent: &str) -> Self {
        Self {
            text: format!("{indent}{}", self.text),
            ..self
        }
    }
}

/// Explains the signs of diffs, once for each sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Legend {
    tells_found: bool,
    tells_expected: bool,
}

impl Legend {
    /// Renders a diff, below an explanation of signs that no earlier diff has.
    pub(crate) fn diff(&mut self, diff: &[DiffLine]) -> Vec<ReportLine> {
        let mut lines: Vec<ReportLine> = Vec::new();
        let has_expected = diff.iter().any(|line| line.side == Side::Expected);
        if !diff.is_empty() && (!self.tells_found || has_expected && !self.tells_expected) {
            let expected = if has_expected { "- expected  " } else { "" };
            lines.push(format!("{expected}+ found  \u{b7} space").into());
            self.tells_found = true;
            self.tells_expected |= has_expected;
        }
        lines.extend(diff_lines(diff));
        lines.into_iter().map(|line| line.after("  ")).collect()
    }
}

/// Renders the lines of a diff with their signs. A blank line that differs is named.
fn diff_lines(diff: &[DiffLine]) -> impl Iterator<Item = ReportLine> {
    diff.iter().map(|line| {
        let text = match line.side {
            Side::Expected | Side::Found if line.text.is_empty() => "(blank line)",
            _ => &line.text,
        };
        ReportLine {
            side: line.side,
            text: format!("{} {text}", line.side.sign()),
        }
    })
}

/// Returns the name of a case, followed by its title if it has one.
pub(crate) fn titled(case: &Case) -> String {
    match &case.about.title {
        Some(title) => format!("{}: {title}", case.name),
        None => case.name.clone(),
    }
}

/// Renders a number of cases in words.
pub(crate) fn cases(count: usize) -> String {
    counted(count, "case", "cases")
}

/// Renders a number of cases and their total, in words.
pub(crate) fn cases_of(count: usize, all: usize) -> String {
    match count {
        2.. if count < all => format!("{count} of {all} cases"),
        0 | 1 => cases(count),
        2 => "both cases".to_owned(),
        _ => format!("all {all} cases"),
    }
}

/// Renders the number of repeated runs, if any.
pub(crate) fn repeats(repeats: u32) -> Option<String> {
    (repeats > 0).then(|| format!("runs repeated alone: {repeats}"))
}

/// Renders a finding in full, under its number. `program` is the command for the shortest game.
pub(crate) fn finding(
    (number, finding): (usize, &Finding),
    results: &Results,
    program: Option<&str>,
    legend: &mut Legend,
) -> Vec<ReportLine> {
    let name = if finding.is_cause() {
        &finding.wording.name
    } else {
        "not explained"
    };
    let (count, places) = (
        cases(finding.cases.len()),
        counted(finding.places, "place", "places"),
    );
    let elsewhere = match finding.right_elsewhere {
        0 => String::new(),
        right => {
            let places = counted(right, "other place", "other places");
            format!("; in {places} it is right")
        }
    };
    let mut lines: Vec<ReportLine> = Vec::new();
    let wording = &finding.wording;
    if !wording.sentence.is_empty() {
        lines.push(wording.sentence.clone().into());
    }
    if !wording.rule.is_empty() {
        lines.push(format!("The rule: {}", wording.rule).into());
    }
    if let Some(place) = &finding.first {
        let case = &results.cases[place.case].case;
        lines.push(format!("Seen in {}", seen(place, case)).into());
        lines.extend(legend.diff(&place.diff));
    }
    if let Some(example) = &finding.example {
        lines.push(format!("In short: {}", to_paste(example, program)).into());
        if finding
            .first
            .as_ref()
            .is_none_or(|first| first.diff != example.diff)
        {
            lines.extend(legend.diff(&example.diff));
        }
    }
    let heading = format!("{number}. {name}: {count}, {places}{elsewhere}").into();
    let lines = lines.into_iter().map(|line| line.after("   "));
    [heading].into_iter().chain(lines).collect()
}

/// Renders the case and the moment of a place.
pub(crate) fn seen(place: &Place, case: &Case) -> String {
    match &place.moment {
        Some(moment) => format!("{}, {}", case.name, moment.describe(&case.input_name())),
        None => case.name.clone(),
    }
}

/// Renders the files and failures of a failed case.
pub(crate) fn details(result: &CaseResult, legend: &mut Legend) -> Vec<ReportLine> {
    if !result.failed() {
        // A failure of the machine.
        return result
            .failures
            .iter()
            .map(|it| it.message().into())
            .collect();
    }
    if result.failures.is_empty() {
        return Vec::new();
    }
    let input = result.case.input.as_ref();
    let input = input.map_or_else(|| "(none)".to_owned(), |input| visible_path(input));
    let mut lines: Vec<ReportLine> = vec![
        format!("seed:  {}", visible_path(&result.case.seed)).into(),
        format!("input: {input}").into(),
    ];
    lines.extend(repeats(result.repeats).map(ReportLine::from));
    for failure in &result.failures {
        // The combined output is of interest only if each stream is right.
        if is_repeated(failure, result) {
            let (part, verdict) = (failure.artifact.name(), failure.verdict.name());
            lines.push(format!("{part}: {verdict} too").into());
        } else {
            lines.extend(failure_lines(failure, &result.case.input_name(), legend));
        }
    }
    lines
}

fn failure_lines(failure: &Failure, input: &str, legend: &mut Legend) -> Vec<ReportLine> {
    let difference = failure.difference.as_ref();
    let mut message = failure.message();
    if let Some(moment) = difference.and_then(|difference| difference.moment.as_ref()) {
        message += &format!(", {}", moment.describe(input));
    }
    let mut lines: Vec<ReportLine> = vec![message.into()];
    if !failure.printed.is_empty() {
        lines.push("the end of what it had printed:".to_owned().into());
        let printed = failure.printed.iter().cloned().map(ReportLine::from);
        lines.extend(printed.map(|line| line.after("  ")));
    }
    if let Some(difference) = difference {
        lines.extend(legend.diff(&difference.diff));
        if let Some(tolerance) = &difference.tolerance {
            lines.push(format!("it would pass with --tolerate {tolerance}").into());
        }
    }
    lines
}

/// Reports whether a failure of the combined output repeats the failure of one stream.
fn is_repeated(failure: &Failure, result: &CaseResult) -> bool {
    let mut before = result.failures.iter().take_while(|one| *one != failure);
    failure.artifact == Artifact::Merged && before.any(|one| one.verdict == failure.verdict)
}

/// Renders the causes and the failures of a case, for formats with one text.
pub(super) fn whole_case(number: usize, results: &Results) -> [String; 2] {
    let mut causes = String::new();
    for (_, Finding { wording, .. }) in results.of_case(number) {
        let colon = if wording.sentence.is_empty() {
            ""
        } else {
            ": "
        };
        if !wording.name.is_empty() {
            causes += &format!("cause: {}{colon}{}\n", wording.name, wording.sentence);
        }
    }
    let result = &results.cases[number];
    let mut lines = details(result, &mut Legend::default());
    if let (Some(title), false) = (&result.case.about.title, lines.is_empty()) {
        lines.insert(0, format!("tests: {title}").into());
    }
    let details = lines.into_iter().map(|line| line.text + "\n").collect();
    [causes, details]
}

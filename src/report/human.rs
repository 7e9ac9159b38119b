//! Renders the human report.

use super::causes;
use super::check_result::{Checked, Ending, Summary};
use super::closing;
use super::diff_line::Side;
use super::explanation::{Explanation, Finding};
use super::options::{Options, Reveal};
use super::result::CaseResult;
use super::summary;
use super::text::{self, Legend};

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// Renders a case: one line if it failed, was repeated or details were requested, and the
/// requested details.
pub(crate) fn case(
    result: &CaseResult,
    options: &Options,
    colours: bool,
    legend: &mut Legend,
) -> String {
    let name = &result.case.name;
    let repeats = text::repeats(result.repeats);
    let repeats = repeats.map_or_else(String::new, |text| format!(" ({text})"));
    let has_details = options.details_case(&result.case);
    if result.passed() {
        if repeats.is_empty() && !has_details {
            return String::new();
        }
        return format!("{} {name}{repeats}\n", paint("ok  ", GREEN, colours));
    }
    let label = if result.failed() { "FAIL" } else { "?   " };
    let reason = result.failures.first().filter(|_| !result.failed());
    let reason = reason.map_or_else(String::new, |failure| format!(": {}", failure.message));
    let title = result.case.about.title.as_ref();
    let title = title.map_or_else(String::new, |title| format!(" ({title})"));
    let report = format!(
        "{} {name}: {}{reason}{title}{repeats}\n",
        paint(label, RED, colours),
        result.verdict.name()
    );
    if !has_details {
        return report;
    }
    let details = text::body(result, options.reveal, legend);
    report + &indented(&details, "     ", colours)
}

/// Renders the causes and unexplained differences of a random game.
pub(crate) fn random_game(
    result: &CaseResult,
    explanation: &Explanation,
    options: &Options,
) -> String {
    let mut legend = Legend::default();
    let report = format!("{}\n", result.verdict.name());
    let checked = Checked {
        results: std::slice::from_ref(result),
        explanation,
        options,
        ending: Ending::Complete,
    };
    let lines = if explanation.findings.is_empty() {
        indented(
            &text::failures(result, Reveal::Full, &mut legend),
            "     ",
            false,
        )
    } else {
        indented(&causes::lines(checked, &mut legend), "", false)
    };
    report + &lines
}

fn indented(lines: &[text::ReportLine], indent: &str, colours: bool) -> String {
    let mut report = String::new();
    for line in lines {
        let text = match line.side {
            Side::Both | Side::Place | Side::Cut => line.text.clone(),
            Side::Expected => paint(&line.text, RED, colours),
            Side::Found => paint(&line.text, GREEN, colours),
        };
        if !text.is_empty() {
            report += indent;
        }
        report += &text;
        report += "\n";
    }
    report
}

/// Renders the end of a check that was not aborted: the requested details of causes and the
/// summary. `with_status` is the number of cases that expect an exit status.
pub(crate) fn end(
    checked: Checked<'_>,
    with_status: usize,
    colours: bool,
    legend: &mut Legend,
) -> String {
    let (results, options) = (checked.results, checked.options);
    // A single case is shown in full.
    let is_alone = results.len() == 1 && checked.ending.not_run().is_empty();
    let mut details = if is_alone || options.verbose {
        causes::lines(checked, legend)
    } else {
        let is_wanted = |number: usize, finding: &Finding| {
            let mut cases = finding.cases.iter().filter_map(|&case| results.get(case));
            options.details_cause(number, finding)
                || cases.any(|result| options.details_case(&result.case))
        };
        causes::details(checked, is_wanted, legend)
    };
    while details.last().is_some_and(|line| line.text.is_empty()) {
        details.pop();
    }
    let mut next = closing::lines(checked, with_status, !is_alone && !options.verbose);
    let summary = Summary::of(results, checked.ending);
    let mut counts = vec![
        format!("{} passed", summary.passed),
        format!("{} failed", summary.failed),
    ];
    let others = [
        (summary.not_graded, "could not be graded"),
        (summary.not_run, "not run"),
    ];
    let others = others.iter().filter(|(count, _)| *count > 0);
    counts.extend(others.map(|(count, what)| format!("{count} {what}")));
    let counts = counts.join(", ");
    let is_success = summary.failed + summary.not_graded == 0;
    next.push(paint(
        &counts,
        if is_success { GREEN } else { RED },
        colours,
    ));
    let summary = summary::lines(checked, !is_alone, &next);
    indented(&details, "", colours) + &summary.join("\n") + "\n"
}

/// Renders the whole report, without colours.
pub(crate) fn report(checked: Checked<'_>, with_status: usize) -> String {
    let mut legend = Legend::default();
    let results = checked.results.iter();
    let cases: String = results
        .map(|result| case(result, checked.options, false, &mut legend))
        .collect();
    cases
        + &checked.ending.reason().map_or_else(
            || end(checked, with_status, false, &mut legend),
            |reason| format!("error: {reason}\n"),
        )
}

fn paint(text: &str, colour: &str, colours: bool) -> String {
    if colours {
        format!("{colour}{text}{PLAIN}")
    } else {
        text.to_owned()
    }
}

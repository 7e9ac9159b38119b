//! The report for people.

use super::causes;
use super::checked::{Checked, Ending, Summary};
use super::closing;
use super::options::{Options, Reveal};
use super::text::{self, Legend};
use crate::compare::diff::Side;
use crate::compare::result::CaseResult;
use crate::explain::explanation::Explanation;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// A case: a line, and if that is wanted what is wrong with it.
pub(crate) fn case(
    result: &CaseResult,
    options: &Options,
    colours: bool,
    legend: &mut Legend,
) -> String {
    let name = &result.case.name;
    let repeats = text::repeats(result.repeats);
    let repeats = repeats.map_or_else(String::new, |text| format!(" ({text})"));
    if result.passed() {
        return format!("{} {name}{repeats}\n", paint("ok  ", GREEN, colours));
    }
    let label = if result.failed() { "FAIL" } else { "?   " };
    let reason = result.failures.first().filter(|_| !result.failed());
    let reason = reason.map_or_else(String::new, |failure| format!(": {}", failure.message));
    let report = format!(
        "{} {name}: {}{reason}{repeats}\n",
        paint(label, RED, colours),
        result.verdict.name()
    );
    if !options.verbose {
        return report;
    }
    let details = text::details(result, options.reveal, legend);
    report + &indented(&details, "     ", colours)
}

/// What is wrong with a random game, which has no files: its causes, and what
/// they leave.
pub(crate) fn random_game(result: &CaseResult, explanation: &Explanation) -> String {
    let mut legend = Legend::default();
    let report = format!("{}\n", result.verdict.name());
    let options = Options::default();
    let checked = Checked {
        results: std::slice::from_ref(result),
        explanation,
        options: &options,
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

/// The end of a check that was not broken off: the causes of the failures, what
/// they and the results come to, and the line that counts them.
pub(crate) fn end(checked: Checked<'_>, colours: bool, legend: &mut Legend) -> String {
    let Checked {
        results,
        explanation,
        options,
        ending,
    } = checked;
    let Summary {
        passed,
        failed,
        not_graded,
        not_run,
    } = Summary::of(results, ending);
    let others = [(not_graded, "could not be graded"), (not_run, "not run")];
    let others = others.iter().filter(|(count, _)| *count > 0);
    let counts = others.fold(
        format!("{passed} passed, {failed} failed"),
        |counts, (count, what)| format!("{counts}, {count} {what}"),
    );
    let colour = if failed + not_graded > 0 { RED } else { GREEN };
    let causes = indented(&causes::lines(checked, legend), "", colours);
    let closing = closing::lines(results, options);
    let conclusion = causes::conclusion(explanation).map(|line| line + "\n");
    let counts = paint(&counts, colour, colours) + "\n";
    causes + &closing + &conclusion.unwrap_or_default() + &counts
}

/// The whole report, without colours.
pub(crate) fn report(checked: Checked<'_>) -> String {
    let Checked {
        results,
        options,
        ending,
        ..
    } = checked;
    let mut legend = Legend::default();
    let cases: String = results
        .iter()
        .map(|result| case(result, options, false, &mut legend))
        .collect();
    let end = ending.reason().map_or_else(
        || end(checked, false, &mut legend),
        |reason| format!("error: {reason}\n"),
    );
    cases + &end
}

fn paint(text: &str, colour: &str, colours: bool) -> String {
    if colours {
        format!("{colour}{text}{PLAIN}")
    } else {
        text.to_owned()
    }
}

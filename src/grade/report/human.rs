//! The report for people.

use super::closing;
use super::ending::Ending;
use super::options::{Options, Reveal};
use super::summary::Summary;
use super::text::{self, Legend};
use crate::grade::judge::diff::Side;
use crate::grade::judge::result::CaseResult;

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// A case: a line, and what is wrong with it.
pub(crate) fn case(
    result: &CaseResult,
    reveal: Reveal,
    colours: bool,
    legend: &mut Legend,
) -> String {
    let name = &result.case.name;
    if result.passed() {
        return format!("{} {name}\n", paint("ok  ", GREEN, colours));
    }
    let report = format!(
        "{} {name}: {}\n",
        paint("FAIL", RED, colours),
        result.verdict.name()
    );
    report + &indented(&text::details(result, reveal, legend), colours)
}

/// What is wrong with a random game, which has no files.
pub(crate) fn random_game(result: &CaseResult) -> String {
    let report = format!("{}\n", result.verdict.name());
    report
        + &indented(
            &text::failures(result, Reveal::Full, &mut Legend::default()),
            false,
        )
}

fn indented(lines: &[text::ReportLine], colours: bool) -> String {
    let mut report = String::new();
    for line in lines {
        let text = match line.side {
            Side::Both | Side::Place | Side::Cut => line.text.clone(),
            Side::Expected => paint(&line.text, RED, colours),
            Side::Found => paint(&line.text, GREEN, colours),
        };
        report += "     ";
        report += &text;
        report += "\n";
    }
    report
}

/// The end of a check that was not broken off: what the results come to, and
/// the line that counts them.
pub(crate) fn end(
    results: &[CaseResult],
    options: &Options,
    ending: Ending<'_>,
    colours: bool,
) -> String {
    let Summary {
        passed,
        failed,
        not_run,
    } = Summary::of(results, ending);
    let counts = match not_run {
        0 => format!("{passed} passed, {failed} failed"),
        _ => format!("{passed} passed, {failed} failed, {not_run} not run"),
    };
    let colour = if failed > 0 { RED } else { GREEN };
    closing::lines(results, &options.command_line) + &paint(&counts, colour, colours) + "\n"
}

/// The whole report, without colours.
pub(crate) fn report(results: &[CaseResult], options: &Options, ending: Ending<'_>) -> String {
    let mut legend = Legend::default();
    let cases: String = results
        .iter()
        .map(|result| case(result, options.reveal, false, &mut legend))
        .collect();
    let end = ending.reason().map_or_else(
        || end(results, options, ending, false),
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

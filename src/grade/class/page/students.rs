//! Renders the table of students, and the form that searches it.

use maud::{Markup, html};

use super::super::groups::Mistake;
use super::super::record::{Class, Graded, Outcome};
use super::frame::{link, points, repeated, sentence};
use crate::cases::points::Points;
use crate::report::finding::Finding;
use crate::report::results::Results;
use crate::report::text::{cases_of, seen};

/// Number of problems of each submission.
const MOST_PROBLEMS: usize = 2;

/// Number of lines of the reason why a submission was not graded.
const REASON: usize = 2;

/// Renders the form that searches; scripting makes it visible.
pub(super) fn filter(mistakes: &[Mistake<'_>]) -> Markup {
    html! {
        form id="filter" role="search" hidden {
            label { "Search " input name="text" type="search" autocomplete="off"; }
            label { "Cause "
                select name="cause" {
                    option value="" { "any" }
                    @for (number, mistake) in (1..).zip(mistakes) {
                        option value=(number) data-name=(mistake.wording.stem) {
                            (mistake.wording.general)
                            " (" (mistake.members.len()) ")"
                        }
                    }
                }
            }
            output id="shown" {}
        }
    }
}

/// Renders the table; the fewest points first.
pub(super) fn table(class: &Class, all: &[Graded], mistakes: &[Mistake<'_>]) -> Markup {
    let mut sorted: Vec<&Graded> = all.iter().collect();
    sorted.sort_by_key(|graded| graded.points);
    html! {
        table id="students" {
            caption class="out" { "The points of each submission, and its first problems" }
            thead { tr {
                th scope="col" data-sort="" { "Student" }
                th scope="col" class="n" data-sort="" aria-sort="ascending" {
                    "Points " small { "of " (class.max_points()) }
                }
                th scope="col" class="words" { "Fix first" }
            } }
            tbody { @for graded in sorted {
                tr data-causes=(numbers(graded, mistakes)) {
                    th scope="row" { (link(graded)) " " (repeated(graded.repeats())) }
                    td class="n" data-key=(graded.points.map_or(-1.0, f64::from)) {
                        (points(graded.points))
                        (bar(graded.points, class.max_points()))
                    }
                    td class="words" { (problems(graded)) }
                }
            } }
        }
    }
}

/// Renders points as a bar.
fn bar(points: Option<Points>, most: Points) -> Markup {
    let percent = 100 * points.unwrap_or_default().millionths() / most.millionths().max(1);
    html! {
        span class="track" { span class="bar" style=(format!("width:{percent}%")) {} }
    }
}

/// Renders the numbers of a submission's mistakes, as the form counts them.
fn numbers(graded: &Graded, mistakes: &[Mistake<'_>]) -> String {
    let numbers = (1..)
        .zip(mistakes)
        .filter(|(_, mistake)| mistake.is_in(graded))
        .map(|(number, _): (usize, _)| number.to_string());
    numbers.collect::<Vec<_>>().join(" ")
}

fn problems(graded: &Graded) -> Markup {
    if graded.outcome != Outcome::Graded {
        return html! {
            strong class="mark" { (graded.outcome.name()) }
            @for line in graded.reason.iter().take(REASON) { br; bdi { (line) } }
        };
    }
    // Causes with the same stem have the same words and differ only in the situation.
    let mut findings: Vec<&Finding> = Vec::new();
    for finding in &graded.results.findings {
        let stem = &finding.wording.stem;
        if stem.is_empty() || !findings.iter().any(|one| one.wording.stem == *stem) {
            findings.push(finding);
        }
    }
    html! {
        @if graded.passed() { span class="pass" { "passed all cases" } }
        @else {
            ol {
                @for finding in findings.iter().take(MOST_PROBLEMS) {
                    li { (in_a_line(finding, &graded.results)) }
                }
            }
            @if findings.len() > MOST_PROBLEMS {
                small { "and " (findings.len() - MOST_PROBLEMS) " more" }
            }
            @if let Some(note) = graded.tolerance() { " " small class="chip" { (note) } }
        }
    }
}

/// Renders a problem and the number of affected cases.
fn in_a_line(finding: &Finding, results: &Results) -> Markup {
    let place = finding.first.as_ref().filter(|_| !finding.is_cause());
    html! {
        (sentence(finding.wording.label()))
        " "
        small {
            (cases_of(finding.cases.len(), results.cases.len()))
            @if !finding.is_cause() { ", no cause known" }
            @if let Some(place) = place {
                ": " (sentence(&seen(place, &results.cases[place.case].case)))
            }
        }
    }
}

/// Renders a table with a bar for each tenth of the points, the most points first.
pub(super) fn histogram(class: &Class, all: &[Graded]) -> Markup {
    let most = class.max_points().millionths().max(1);
    let mut counts = [0; 11];
    for points in all.iter().filter_map(|graded| graded.points) {
        let tenths = usize::try_from(10 * points.millionths() / most).unwrap_or(10);
        counts[tenths.min(10)] += 1;
    }
    let highest = counts.iter().copied().max().unwrap_or(0).max(1);
    html! {
        table class="bars" {
            caption class="out" { "How many submissions have how many of the points" }
            thead { tr {
                th scope="col" class="n" { "Points" }
                th scope="col" class="n" { "Students" }
                th scope="col" { span class="out" { "As a bar" } }
            } }
            tbody {
                @for (tenths, count) in counts.iter().enumerate().rev() {
                    tr {
                        th scope="row" class="n" {
                            (10 * tenths) @if tenths < 10 { "\u{2013}" (10 * tenths + 9) } "\u{a0}%"
                        }
                        td class="n" { (count) }
                        td { @if *count > 0 {
                            span class="bar" style=(format!("width:{}%", 100 * count / highest)) {}
                        } }
                    }
                }
            }
        }
    }
}

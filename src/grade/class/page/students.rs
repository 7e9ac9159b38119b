//! Renders the table of students, and the form that searches it.

use maud::{Markup, html};

use super::super::groups::Mistake;
use super::super::record::{Class, Graded, Outcome, Problem};
use super::frame::{link, points, repeated, sentence};
use crate::cases::points::Points;
use crate::io::visible::counted;
use crate::report::text::cases_of;

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
                        option value=(number) data-name=(mistake.cause.wording.stem) {
                            (mistake.cause.wording.general)
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
    sorted.sort_by_key(|graded| graded.points());
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
                    th scope="row" { (link(graded)) " " (repeated(graded)) }
                    td class="n" data-key=(graded.points().map_or(-1.0, Points::number)) {
                        (points(graded.points()))
                        (bar(graded.points(), class.max_points()))
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
    html! {
        @if graded.passed() { span class="pass" { "passed all cases" } }
        @else if graded.problems.is_empty() {
            (counted(graded.failed(), "case fails", "cases fail")) ", and no cause was found"
        }
        @else {
            ol {
                @for problem in &graded.problems { li { (in_a_line(problem, graded.cases.len())) } }
            }
            @if graded.more_problems > 0 { small { "and " (graded.more_problems) " more" } }
            @if let Some(note) = &graded.tolerance { " " small class="chip" { (note) } }
        }
    }
}

/// Renders a problem and the number of affected cases.
fn in_a_line(problem: &Problem, all: usize) -> Markup {
    html! {
        (sentence(&problem.sentence))
        " "
        small {
            (cases_of(problem.cases, all))
            @if let Some(place) = &problem.place { ", no cause known: " (sentence(place)) }
        }
    }
}

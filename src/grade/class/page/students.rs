//! The table of students, and the form that searches it.

use maud::{Markup, html};

use super::super::groups::About;
use super::super::points_by_mistakes;
use super::super::record::{Class, Graded, Standing, ToMend};
use super::causes::heading;
use super::frame::{link, of_points, points, repeated, sentence};
use crate::cases::points::Points;
use crate::io::visible::counted;
use crate::report::text::cases_of;

/// How many lines tell why a submission was not graded.
const REASON: usize = 2;

/// The form that searches, where there is scripting. Until then it is not shown.
pub(super) fn filter(by_matter: &[About<'_>]) -> Markup {
    let mut number = 0;
    let mut next = || {
        number += 1;
        number
    };
    html! {
        form id="filter" role="search" hidden {
            label { "Search " input name="text" type="search" autocomplete="off"; }
            label { "Cause "
                select name="cause" {
                    option value="" { "any" }
                    @for about in by_matter.iter().filter(|about| !about.mistakes.is_empty()) {
                        optgroup label=(heading(about.matter)) {
                            @for mistake in &about.mistakes {
                                option value=(next()) data-name=(mistake.cause.wording.stem) {
                                    (mistake.cause.wording.general)
                                    " (" (mistake.members.len()) ")"
                                }
                            }
                        }
                    }
                }
            }
            output id="shown" {}
        }
    }
}

/// The students, those with the fewest points first.
pub(super) fn table(class: &Class, all: &[Graded], by_matter: &[About<'_>]) -> Markup {
    let mut sorted: Vec<&Graded> = all.iter().collect();
    sorted.sort_by_key(|graded| graded.points());
    let has_prices = !class.mistakes.is_empty();
    html! {
        table id="students" style=(format!("--sums:{}", 1 + usize::from(has_prices))) {
            caption class="out" { "The points of each submission, and what to mend first in it" }
            thead { tr {
                th scope="col" data-sort="" { "Student" }
                th scope="col" class="n" data-sort="" aria-sort="ascending" {
                    "Points " small { (of_points(class)) }
                }
                @if has_prices {
                    th scope="col" class="n" data-sort="" {
                        "By mistakes " small { (of_points(class)) }
                    }
                }
                th scope="col" class="words" { "What to mend first" }
            } }
            tbody { @for graded in sorted {
                tr data-causes=(numbers(graded, by_matter)) {
                    th scope="row" { (link(graded)) " " (repeated(graded)) }
                    (cell(graded.points()))
                    @if has_prices { (cell(points_by_mistakes::of(class, graded).map(|bill| bill.points))) }
                    td class="words" { (what_to_mend(graded)) }
                }
            } }
        }
    }
}

fn cell(sum: Option<Points>) -> Markup {
    html! { td class="n" data-key=(sum.map_or(-1.0, Points::number)) { (points(sum)) } }
}

/// The numbers of the mistakes that a submission has, as the form counts them.
fn numbers(graded: &Graded, by_matter: &[About<'_>]) -> String {
    let mistakes = by_matter.iter().flat_map(|about| &about.mistakes);
    let numbers = (1..)
        .zip(mistakes)
        .filter(|(_, mistake)| mistake.is_in(graded))
        .map(|(number, _): (usize, _)| number.to_string());
    numbers.collect::<Vec<_>>().join(" ")
}

fn what_to_mend(graded: &Graded) -> Markup {
    if graded.standing != Standing::Graded {
        return html! {
            strong class="mark" { (graded.standing.name()) }
            @for line in graded.reason.iter().take(REASON) { br; bdi { (line) } }
        };
    }
    html! {
        @if graded.passed() { span class="pass" { "passed all cases" } }
        @else if graded.to_mend.is_empty() {
            (counted(graded.failed(), "case fails", "cases fail")) ", and no cause was found"
        }
        @else {
            ol {
                @for one in &graded.to_mend { li { (in_a_line(one, graded.cases.len())) } }
            }
            @if graded.more_to_mend > 0 { small { "and " (graded.more_to_mend) " more" } }
        }
    }
}

/// Something to mend, and in how many cases of so many it shows.
fn in_a_line(one: &ToMend, all: usize) -> Markup {
    html! {
        (sentence(&one.what))
        " "
        small {
            (cases_of(one.cases, all))
            @if let Some(place) = &one.place { ", no cause known: " (sentence(place)) }
        }
    }
}

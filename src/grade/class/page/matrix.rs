//! Renders the table of all cases and submissions.

use maud::{Markup, html};

use super::super::record::{Class, Graded, Outcome};
use super::frame::{REPEATED, link, points, repeated};

/// Renders the table.
pub(super) fn matrix(class: &Class, all: &[Graded]) -> Markup {
    let is_marked = all.iter().any(|graded| graded.repeats() > 0);
    html! {
        p {
            span class="pass" { "\u{2713}" } " passed, " span class="fail" { "\u{2717}" } " failed"
            @if is_marked {
                ", " (REPEATED) " repeated alone, since the machine was too busy to tell"
            }
        }
        div class="scroll" style=(format!("--cases: {}", class.cases.len())) role="region" aria-label="All cases" tabindex="0" {
            table id="matrix" {
                caption class="out" { "The result of each case in each submission" }
                thead { tr {
                    th scope="col" { "Student" }
                    th scope="col" class="n" { "Points" }
                    @for case in &class.cases {
                        th scope="col" class="case" title=[case.about.title.as_deref()] { (case.name) }
                    }
                } }
                tbody { (failed_by(class.cases.len(), all)) }
                tbody { @for graded in all { (line(class.cases.len(), graded)) } }
            }
        }
    }
}

/// Renders the number of submissions that fail each case.
fn failed_by(cases: usize, all: &[Graded]) -> Markup {
    let fail = |case: usize| {
        let of_case = all
            .iter()
            .filter_map(|graded| graded.results.cases.get(case));
        of_case.filter(|grade| !grade.passed()).count()
    };
    html! {
        tr {
            th scope="row" { "failed\u{a0}by" }
            td {}
            @for case in 0..cases { td { (fail(case)) } }
        }
    }
}

fn line(cases: usize, graded: &Graded) -> Markup {
    html! {
        tr {
            th scope="row" { (link(graded)) " " (repeated(graded.repeats())) }
            td class="n" { (points(graded.points)) }
            @if graded.outcome == Outcome::Graded {
                @for case in &graded.results.cases {
                    @if case.passed() {
                        td class="g" {
                            "\u{2713}" span class="out" { "passed" } (repeated(case.repeats))
                        }
                    } @else {
                        td class="b" title=(case.verdict.name()) {
                            "\u{2717}" span class="out" { (case.verdict.name()) } (repeated(case.repeats))
                        }
                    }
                }
            } @else {
                td class="x mark" colspan=(cases.max(1)) { span { (graded.outcome.name()) } }
            }
        }
    }
}

//! Renders the causes on the page about a class.

use maud::{Markup, html};

use super::super::groups::{self, Group, Mistake};
use super::super::record::Graded;
use super::frame::{link, sentence};
use crate::io::visible::counted;

/// Renders all causes, and the submissions that were not graded.
pub(super) fn all(all: &[Graded], mistakes: &[Mistake<'_>]) -> Markup {
    let graded = groups::graded(all);
    let is_open = |graded: &&Graded| graded.results.findings.iter().any(|it| !it.is_cause());
    let unexplained: Vec<&Graded> = all.iter().filter(is_open).collect();
    html! {
        @if all.iter().all(Graded::passed) { p { "No case failed." } }
        @else if mistakes.is_empty() && graded > 0 { p { "No cause was found." } }
        @for Group { by, members } in &groups::by_outcome(all) {
            details {
                summary { (share(members.len(), all.len())) (by.name()) }
                (links(members))
            }
        }
        @for mistake in mistakes { (of_mistake(mistake, graded)) }
        @if !unexplained.is_empty() {
            details {
                summary { (share(unexplained.len(), graded)) span { "Other differences, cause unknown." } }
                (links(&unexplained))
            }
        }
    }
}

/// Renders a share as a number and as a bar.
fn share(count: usize, all: usize) -> Markup {
    html! {
        span class="share" {
            b { (count) }
            span class="out" { " of " (all) ": " }
            span class="track" {
                span class="bar" style=(format!("width:{}%", count * 100 / all.max(1))) {}
            }
        }
    }
}

/// Renders a number of students.
pub(super) fn students(count: usize) -> String {
    counted(count, "student", "students")
}

fn of_mistake(mistake: &Mistake<'_>, graded: usize) -> Markup {
    let wording = mistake.wording;
    html! {
        details {
            summary { (share(mistake.members.len(), graded)) span { (sentence(&wording.general)) } }
            p { "The rule: " (sentence(&wording.rule)) }
            @for Group { by: wording, members } in &mistake.situations {
                p {
                    code class="chip" { (wording.name) }
                    @if wording.sentence != wording.general { ": " (sentence(&wording.sentence)) }
                }
                (links(members))
            }
        }
    }
}

fn links(members: &[&Graded]) -> Markup {
    html! {
        ul class="names" {
            @for graded in members { li { (link(graded)) } }
        }
    }
}

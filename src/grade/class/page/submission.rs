//! Renders the page about a submission.

use maud::{Markup, html};

use super::super::feedback::Feedback;
use super::super::record::{Class, Graded};
use super::frame::{name, page as whole_page, points, repeated_case, see, text_block};
use crate::io::visible::counted;
use crate::report::check_result::Checked;
use crate::report::options::Reveal;
use crate::report::result::CaseResult;
use crate::report::text::{self, Legend};

/// Renders the page.
pub(in super::super) fn page(class: &Class, graded: &Graded, checked: Checked<'_>) -> String {
    let results = graded.cases.iter().zip(checked.results).enumerate();
    let (passed, failed): (Vec<_>, Vec<_>) = results.partition(|(_, (_, result))| result.passed());
    let feedback = Feedback::new(class, graded, checked, usize::MAX);
    let content = html! {
        p { a href="../index.html" { "The class" } }
        h1 { (name(&graded.name)) }
        p {
            (graded.outcome.name()) ", " (points(graded.points())) " of " (class.max_points()) " points"
            @if let Some(repeats) = text::repeats(graded.repeats()) { ", " (repeats) }
        }
        @if !graded.reason.is_empty() {
            pre tabindex="0" { (graded.reason.join("\n")) }
        }
        @if let Some(note) = &graded.tolerance { p { (note) } }
        @if !graded.left_out.is_empty() {
            p { "Not copied (not regular files): " (graded.left_out.join(", ")) }
        }
        (feedback.problems())
        @if !failed.is_empty() {
            h2 { (counted(failed.len(), "failed case", "failed cases")) }
            ul class="failed" {
                @for (number, (grade, result)) in &failed {
                    li {
                        details {
                            summary { (heading(result)) (repeated_case(grade)) }
                            (text_block(&text::details(result, Reveal::Full, &mut Legend::default())))
                        }
                        span { (see(feedback.numbers(*number))) }
                    }
                }
            }
        }
        @if !passed.is_empty() {
            h2 { (counted(passed.len(), "passed case", "passed cases")) }
            ul class="names" {
                @for (_, (grade, result)) in &passed {
                    li title=[result.case.about.title.as_deref()] {
                        (result.case.last_part()) (repeated_case(grade))
                    }
                }
            }
        }
    };
    whole_page(&graded.name, &content, None)
}

fn heading(result: &CaseResult) -> Markup {
    let about = &result.case.about;
    html! {
        span class="fail" { "\u{2717} " }
        b { (result.case.last_part()) } ": " (result.verdict.name())
        ", " (result.points()) " of " (about.worth.most()) " points"
        @if let Some(title) = &about.title { ". " (title) }
    }
}

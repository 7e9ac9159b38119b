//! The page about a submission.

use maud::{Markup, html};

use super::super::mending::{self, Ranked};
use super::super::points_by_mistakes::{self, Bill, less};
use super::super::record::{Class, Graded};
use super::findings;
use super::frame::{name, page as whole_page, points, repeated_case, see, sentence, text_block};
use crate::compare::result::CaseResult;
use crate::io::visible::counted;
use crate::report::check_result::Checked;
use crate::report::options::Reveal;
use crate::report::text::{self, Legend};

/// The page.
pub(in super::super) fn page(class: &Class, graded: &Graded, checked: Checked<'_>) -> String {
    let results = graded.cases.iter().zip(checked.results).enumerate();
    let (passed, failed): (Vec<_>, Vec<_>) = results.partition(|(_, (_, result))| result.passed());
    let wrong = mending::all_wrong(checked);
    let content = html! {
        p { a href="../index.html" { "The class" } }
        h1 { (name(&graded.name)) }
        p {
            (graded.standing.name()) ", " (points(graded.points())) " of " (class.max_points()) " points"
            @if let Some(repeats) = text::repeats(graded.repeats()) { ", " (repeats) }
        }
        @if let Some(bill) = points_by_mistakes::of(class, graded) { (by_mistakes(&bill)) }
        @if !graded.reason.is_empty() {
            pre tabindex="0" { (graded.reason.join("\n")) }
        }
        @if !graded.left_out.is_empty() {
            p { "Not copied (not regular files): " (graded.left_out.join(", ")) }
        }
        (findings::all(&wrong, checked.results))
        @if !failed.is_empty() {
            h2 { (counted(failed.len(), "failed case", "failed cases")) }
            ul class="failed" {
                @for (number, (grade, result)) in &failed {
                    li {
                        details {
                            summary { (heading(result)) (repeated_case(grade)) }
                            (text_block(&text::details(result, Reveal::Full, &mut Legend::default())))
                        }
                        span { (see(&numbers(&wrong, *number))) }
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

/// The numbers of what is wrong with a case.
fn numbers(wrong: &[Ranked<'_>], case: usize) -> Vec<usize> {
    let numbers = (1..)
        .zip(wrong)
        .filter(|(_, one)| one.cases.contains(&case));
    numbers.map(|(number, _)| number).collect()
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

/// What the mistakes cost.
fn by_mistakes(bill: &Bill<'_>) -> Markup {
    html! {
        p { "By mistakes: " (bill.sum()) }
        ul {
            @for item in &bill.items {
                li {
                    (less(item.cost)) " "
                    // `""` is the price of all mistakes, and could not be seen.
                    code { @if item.name.is_empty() { "\"\"" } @else { (item.name) } }
                    @if let [mistake] = item.mistakes.as_slice() { ": " (sentence(&mistake.general)) }
                    @else {
                        ", " (item.mistakes.len()) " mistakes"
                        ul { @for mistake in &item.mistakes { li { (sentence(&mistake.general)) } } }
                    }
                }
            }
            @if let Some(cases) = bill.whole_cases() { li { (less(bill.of_cases)) ": " (cases) } }
        }
    }
}

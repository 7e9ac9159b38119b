//! What is wrong with a submission, in full: each cause with its rule, its first place and
//! the shortest game that shows it, and what no cause explains. What to mend first has the
//! same number as in the feedback.

use maud::{Markup, html};

use super::super::mending::{self, MOST_FIRST, Ranked, Trouble};
use super::frame::{diff, sentence};
use crate::compare::result::CaseResult;
use crate::explain::explanation::{Example, Finding, Open, Place};
use crate::io::visible::{counted, visible};
use crate::report::check_result::Checked;
use crate::report::options::Reveal;
use crate::report::text::cases_of;

/// All that is wrong, what to mend first before the others. Of a case in which no causes were
/// looked for, the list of failed cases tells more.
pub(super) fn ranked(checked: Checked<'_>) -> Vec<Ranked<'_>> {
    let mut all = mending::all(checked, Reveal::Full);
    all.retain(|one| !matches!(one.trouble, Trouble::Case(_)));
    all
}

/// What to mend first, a line for each, and then all that is wrong.
pub(super) fn all(all: &[Ranked<'_>], results: &[CaseResult]) -> Markup {
    html! {
        @if all.len() > 1 {
            h2 { "What to mend first" }
            ol {
                @for (one, number) in all.iter().zip(1..).take(MOST_FIRST) {
                    li {
                        a href=(format!("#{}", id(number))) { (in_brief(&one.trouble)) }
                        " "
                        small { (cases_of(one.cases.len(), results.len())) }
                    }
                }
            }
            @if let Some(more @ 1..) = all.len().checked_sub(MOST_FIRST) {
                p { "and " (more) " more below" }
            }
        }
        @if !all.is_empty() {
            h2 { "What is wrong" }
            p { "\u{2212} expected, + found, \u{b7} space" }
        }
        @for (one, number) in all.iter().zip(1..) {
            section id=(id(number)) { (in_full(number, one, results)) }
        }
    }
}

/// The place of what is wrong and has this number.
fn id(number: usize) -> String {
    format!("wrong-{number}")
}

/// The numbers of what is wrong with a case, as links.
pub(super) fn of_case(all: &[Ranked<'_>], case: usize) -> Markup {
    let numbers = (1..).zip(all).filter(|(_, one)| one.cases.contains(&case));
    html! {
        @for (index, (number, _)) in numbers.enumerate() {
            @if index == 0 { "see " } @else { ", " }
            a href=(format!("#{}", id(number))) { (number) }
        }
    }
}

/// What is wrong, in a line.
fn in_brief(trouble: &Trouble<'_>) -> Markup {
    html! {
        @match trouble {
            Trouble::Cause(finding) => (sentence(finding.wording.in_brief())),
            Trouble::Difference(open) => (not_explained(open)),
            Trouble::Lacking(_) | Trouble::Case(_) => {}
        }
    }
}

fn not_explained(open: &Open) -> Markup {
    html! { span class="mark" { "Not explained: " } (sentence(&open.sentence)) }
}

fn in_full(number: usize, one: &Ranked<'_>, results: &[CaseResult]) -> Markup {
    let share = one.share(results.len());
    html! {
        @match &one.trouble {
            Trouble::Cause(finding) => (of_finding(number, &share, finding, results)),
            Trouble::Difference(open) => (of_open(number, &share, open, results)),
            Trouble::Lacking(_) | Trouble::Case(_) => {}
        }
    }
}

fn of_finding(number: usize, share: &str, finding: &Finding, results: &[CaseResult]) -> Markup {
    let wording = &finding.wording;
    html! {
        h3 { (number) ". " (sentence(&wording.sentence)) }
        p {
            "In " (share) "; " (counted(finding.places, "place", "places")) ", "
            code { (wording.name) }
            @if !wording.rule.is_empty() { ". The rule: " (sentence(&wording.rule)) }
        }
        (place(&finding.first, results))
        @if let Some(example) = &finding.example { (in_short(example)) }
    }
}

fn of_open(number: usize, share: &str, open: &Open, results: &[CaseResult]) -> Markup {
    html! {
        h3 { (number) ". " (not_explained(open)) }
        p {
            "In " (share) "; " (counted(open.places, "place", "places"))
            @if open.right > 0 {
                "; in " (counted(open.right, "other place", "other places")) " it is right"
            }
        }
        (place(&open.first, results))
    }
}

fn place(place: &Place, results: &[CaseResult]) -> Markup {
    html! {
        @if let Some(result) = results.get(place.case) {
            p {
                "Seen in " b { (result.case.last_part()) } ", "
                (place.moment.describe(&result.case.input_name()))
            }
            (diff(&place.diff))
        }
    }
}

/// Lines of input in one.
fn typed(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| visible(line.as_bytes())).collect();
    lines.join("\u{21b5} ")
}

fn in_short(example: &Example) -> Markup {
    html! {
        p {
            @if example.tells_apart {
                "Such a game tells the first two apart (\u{2212} the first, + the second): "
            } @else { "The shortest game that shows it: " }
            "seed " code { (example.seed) } ", "
            @if example.input.is_empty() { "no input" }
            @else { "input " code { (typed(&example.input)) } }
        }
        (diff(&example.diff))
    }
}

//! Renders the problems of a submission in full, in the order of the feedback: each cause with its
//! rule, its first place and the shortest game that shows it, and the unexplained differences.

use maud::{Markup, html};

use super::super::ranking::{MOST_FIRST, NOTHING_SHOWN, Ranked, Trouble};
use super::frame::{diff, problem_id, sentence};
use crate::io::visible::{counted, visible};
use crate::report::explanation::{Example, Finding, Open, Place};
use crate::report::result::CaseResult;

/// Renders a list of the first problems, and then all problems in full.
pub(super) fn all(problems: &[Ranked<'_>], results: &[CaseResult]) -> Markup {
    html! {
        @if problems.len() > 1 {
            h2 { "Fix first" }
            ol {
                @for (one, number) in problems.iter().zip(1..).take(MOST_FIRST) {
                    li {
                        a href=(format!("#{}", problem_id(number))) { (in_brief(&one.trouble, results)) }
                        " "
                        small { (one.in_cases(results.len())) }
                    }
                }
            }
            @if let Some(more @ 1..) = problems.len().checked_sub(MOST_FIRST) { p { (more) " more below" } }
        }
        @if !problems.is_empty() {
            h2 { "All problems" }
            p { "\u{2212} expected, + found, \u{b7} space" }
        }
        @for (one, number) in problems.iter().zip(1..) {
            section id=(problem_id(number)) {
                h3 { (number) ". " (in_full(&one.trouble, results)) }
                p { (extent(one, results.len())) }
                (evidence(&one.trouble, results))
            }
        }
    }
}

/// Renders a problem in a line.
fn in_brief(trouble: &Trouble<'_>, results: &[CaseResult]) -> Markup {
    match trouble {
        Trouble::Cause(finding) => sentence(&finding.wording.sentence),
        _ => in_full(trouble, results),
    }
}

/// Renders a problem in a sentence.
fn in_full(trouble: &Trouble<'_>, results: &[CaseResult]) -> Markup {
    html! {
        @match trouble {
            Trouble::Cause(finding) => (sentence(&finding.wording.sentence)),
            Trouble::Difference(open) => (sentence(&open.sentence)),
            Trouble::Hidden(_) => (NOTHING_SHOWN),
            Trouble::Case(number) => @if let Some(result) = results.get(*number) {
                (result.case.last_part()) ": " (result.verdict.name())
            },
        }
    }
}

/// Renders the number of affected cases and places, and the rule.
fn extent(one: &Ranked<'_>, cases: usize) -> Markup {
    let in_cases = format!("In {}", one.in_cases(cases));
    html! {
        @match &one.trouble {
            Trouble::Cause(finding) => { (in_cases) (of_finding(finding)) }
            Trouble::Difference(open) => { (in_cases) (of_open(open)) }
            Trouble::Hidden(_) => (in_cases),
            Trouble::Case(_) => "This case was not analysed.",
        }
    }
}

fn of_finding(finding: &Finding) -> Markup {
    let wording = &finding.wording;
    html! {
        "; " (counted(finding.places, "place", "places")) ", " code { (wording.name) }
        @if !wording.rule.is_empty() { ". The rule: " (sentence(&wording.rule)) }
    }
}

fn of_open(open: &Open) -> Markup {
    html! {
        "; " (counted(open.places, "place", "places"))
        @if open.right > 0 {
            "; in " (counted(open.right, "other place", "other places")) " it is right"
        }
        ". No cause is known."
    }
}

/// Renders the first place and the shortest game that shows a problem.
fn evidence(trouble: &Trouble<'_>, results: &[CaseResult]) -> Markup {
    html! {
        @match trouble {
            Trouble::Cause(finding) => {
                (place(&finding.first, results))
                @if let Some(example) = &finding.example { (in_short(example)) }
            }
            Trouble::Difference(open) => (place(&open.first, results)),
            // The failed cases below have the details.
            Trouble::Hidden(_) | Trouble::Case(_) => {}
        }
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

/// Joins lines of input.
fn typed(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| visible(line.as_bytes())).collect();
    lines.join("\u{21b5} ")
}

fn in_short(example: &Example) -> Markup {
    html! {
        p {
            "The shortest game that shows it: "
            @if example.seed.is_empty() { "an empty seed, " }
            @else { "seed " code { (example.seed) } ", " }
            @if example.input.is_empty() { "no input" }
            @else { "input " code { (typed(&example.input)) } }
        }
        (diff(&example.diff))
    }
}

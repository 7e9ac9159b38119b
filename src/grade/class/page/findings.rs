//! Why cases of a submission failed, in full: each cause with its rule, its first place and
//! the shortest game that shows it.

use std::cmp::Reverse;

use maud::{Markup, html};

use super::frame::{diff, sentence};
use crate::compare::result::CaseResult;
use crate::explain::explanation::{Example, Explanation, Finding, Open, Place};
use crate::io::visible::{counted, visible};
use crate::report::text::cases_of;

/// All causes, those of most cases first, and what they leave.
pub(super) fn all(explanation: &Explanation, results: &[CaseResult]) -> Markup {
    let mut findings: Vec<&Finding> = explanation.causes().collect();
    findings.sort_by_key(|finding| Reverse(finding.cases.len()));
    html! {
        @if !findings.is_empty() || !explanation.open.is_empty() {
            p { "\u{2212} expected, + found, \u{b7} space" }
        }
        @if !findings.is_empty() {
            h2 { "Causes" }
            @for finding in findings { (of_finding(finding, results)) }
        }
        @if !explanation.open.is_empty() {
            h2 { "Not explained" }
            @for open in &explanation.open { (of_open(open, results)) }
        }
    }
}

fn of_finding(finding: &Finding, results: &[CaseResult]) -> Markup {
    let wording = &finding.wording;
    html! {
        section {
            h3 { (sentence(&wording.sentence)) }
            p {
                (cases_of(finding.cases.len(), results.len())) ", "
                (counted(finding.places, "place", "places")) ", "
                code { (wording.name) }
                @if !wording.rule.is_empty() { ". The rule: " (sentence(&wording.rule)) }
            }
            (place(&finding.first, results))
            @if let Some(example) = &finding.example { (in_short(example)) }
        }
    }
}

fn of_open(open: &Open, results: &[CaseResult]) -> Markup {
    html! {
        section {
            h3 { (sentence(&open.sentence)) }
            p {
                (cases_of(open.cases.len(), results.len())) ", "
                (counted(open.places, "place", "places"))
                @if open.right > 0 {
                    "; in " (counted(open.right, "other", "others")) " it is right"
                }
            }
            (place(&open.first, results))
        }
    }
}

fn place(place: &Place, results: &[CaseResult]) -> Markup {
    html! {
        @if let Some(result) = results.get(place.case) {
            p {
                "First in " b { (result.case.last_part()) } ", "
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

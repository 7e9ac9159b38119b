//! Why cases of a submission failed, in full: each cause with its rule, its first place and
//! the shortest game that shows it.

use maud::{Markup, html};

use super::super::mending;
use super::frame::{diff, sentence};
use crate::compare::result::CaseResult;
use crate::explain::explanation::{Example, Explanation, Finding, Open, Place};
use crate::io::visible::{counted, visible};
use crate::report::text::cases_of;

/// How many things to mend are listed before all are told in full.
const MOST_TO_MEND: usize = 5;

/// What to mend first, and then all causes, those of most cases first, and what they leave.
pub(super) fn all(explanation: &Explanation, results: &[CaseResult]) -> Markup {
    let findings = explanation.ranked();
    let open = &explanation.open;
    html! {
        @if findings.len() + open.len() > 1 {
            h2 { "What to mend first" }
            (to_mend_first(&findings, explanation, results.len()))
        }
        @if !findings.is_empty() || !open.is_empty() {
            p { "\u{2212} expected, + found, \u{b7} space" }
        }
        @if !findings.is_empty() {
            h2 { "Causes" }
            @for (finding, number) in findings.iter().zip(1..) { (of_finding(number, finding, results)) }
        }
        @if !open.is_empty() {
            h2 { "Not explained" }
            @for (open, number) in open.iter().zip(1..) { (of_open(number, open, results)) }
        }
    }
}

/// The place of the cause that has this number.
fn cause_id(number: usize) -> String {
    format!("cause-{number}")
}

/// The place of the difference that has this number among those that no cause explains.
fn open_id(number: usize) -> String {
    format!("difference-{number}")
}

/// The numbers of the causes of a case, as links, and where it is told what they do not explain.
pub(super) fn of_case(explanation: &Explanation, case: usize) -> Markup {
    let findings = explanation.ranked();
    let causes = (1..)
        .zip(&findings)
        .filter(|(_, finding)| finding.cases.contains(&case));
    let causes: Vec<usize> = causes.map(|(number, _)| number).collect();
    let mut open = (1..).zip(&explanation.open);
    let open = open.find(|(_, open)| open.cases.contains(&case));
    html! {
        @for (index, &number) in causes.iter().enumerate() {
            @if index > 0 { ", " }
            @else if causes.len() == 1 { "cause " }
            @else { "causes " }
            a href=(format!("#{}", cause_id(number))) { (number) }
        }
        @if let Some((number, _)) = open {
            @if !causes.is_empty() { ", in part " }
            a href=(format!("#{}", open_id(number))) { "not explained" }
        }
    }
}

/// What to mend first, a line for each, with links to what is told of it.
fn to_mend_first(findings: &[&Finding], explanation: &Explanation, cases: usize) -> Markup {
    let found = findings.iter().zip(1..).map(|(finding, number)| {
        let text = sentence(finding.wording.in_brief());
        let link = html! { a href=(format!("#{}", cause_id(number))) { "cause " (number) } };
        (&finding.cases, text, link)
    });
    let open = (1..).zip(&explanation.open);
    let open = open.filter(|(_, open)| !explanation.is_remainder(&open.sentence, &open.cases));
    let open = open.map(|(number, open)| {
        let text = html! { span class="mark" { "Not explained: " } (sentence(&open.sentence)) };
        let link = html! { a href=(format!("#{}", open_id(number))) { "where" } };
        (&open.cases, text, link)
    });
    let all: Vec<(&Vec<usize>, Markup, Markup)> = found.chain(open).collect();
    let all = mending::sort(all, MOST_TO_MEND, |(cases, ..)| {
        cases.iter().copied().collect()
    });
    html! {
        ol {
            @for (shows_in, text, link) in all.iter().take(MOST_TO_MEND) {
                li { (text) " " small { (cases_of(shows_in.len(), cases)) ", " (link) } }
            }
        }
        @if let Some(more @ 1..) = all.len().checked_sub(MOST_TO_MEND) {
            p { "and " (more) " more below" }
        }
    }
}

fn of_finding(number: usize, finding: &Finding, results: &[CaseResult]) -> Markup {
    let wording = &finding.wording;
    html! {
        section id=(cause_id(number)) {
            h3 { (number) ". " (sentence(&wording.sentence)) }
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

fn of_open(number: usize, open: &Open, results: &[CaseResult]) -> Markup {
    html! {
        section id=(open_id(number)) {
            h3 { (sentence(&open.sentence)) }
            p {
                (cases_of(open.cases.len(), results.len())) ", "
                (counted(open.places, "place", "places"))
                @if open.right > 0 {
                    "; in " (counted(open.right, "other place", "other places")) " it is right"
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

//! Renders the page about a class: its points, its students and the causes of failures.

use maud::{Markup, html};

use super::groups::{self, Mistake, Notice};
use super::page::{name, page, sentence};
use super::record::{Class, Graded, GradingStatus};
use crate::cases::points::Points;
use crate::cases::selection::Partition;
use crate::io::visible::counted;
use crate::report::results::Verdict;
use crate::report::text::cases_of;

const SCRIPT: &str = include_str!("../../../resources/page/script.js");

/// Number of common mistakes before the students.
const MOST_SHARED: usize = 5;

/// Number of problems of each submission.
const MOST_PROBLEMS: usize = 2;

/// Renders the page.
pub(super) fn class_page(class: &Class, all: &[Graded]) -> String {
    let mistakes = groups::mistakes(all);
    let content = html! {
        h1 { "Minesweeper Alpha" }
        p id="class" { (in_a_line(class, all)) }
        @if let Some(reason) = groups::notice(all) { (notice(&reason)) }
        (most_common(&mistakes, all.len()))
        nav {
            a href="#causes" { "Causes" } " " a href="#cases" { "All cases" } " " a href="#points" { "Points" } " "
            a href="gradebook.csv" { "gradebook.csv" } " " a href="results.json" { "results.json" }
        }
        h2 { "Students" }
        (filter(&mistakes))
        (students(class, all))
        h2 id="causes" { "Causes" }
        (causes(all, &mistakes))
        h2 id="cases" { "All cases" }
        (matrix(class, all))
        h2 id="points" { "Points" }
        (histogram(class, all))
    };
    page("Minesweeper Alpha: the class", &content, Some(SCRIPT))
}

/// Renders the class in one line.
fn in_a_line(class: &Class, all: &[Graded]) -> Markup {
    let failed = all.iter().filter(|graded| graded.failed_all()).count();
    let points: Vec<Points> = all.iter().filter_map(|graded| graded.points).collect();
    let sum: Points = points.iter().copied().sum();
    #[expect(clippy::cast_precision_loss, reason = "a class is small")]
    let mean = f64::from(sum) / points.len().max(1) as f64;
    html! {
        (groups::summary(class, all))
        @if failed > 0 { ", " (failed) " failed all cases" }
        "; mean " (format!("{mean:.1}")) " of " (class.max_points()) " points in "
        (counted(class.cases.len(), "case", "cases"))
        @if let Some(Partition { share, of }) = class.share { "; share " (share) " of " (of) }
        @if !class.command.is_empty() { "; played by " code { (class.command.trim_end_matches(" {seed}")) } }
    }
}

/// Renders the reason why most submissions pass no case.
fn notice(reason: &Notice) -> Markup {
    html! {
        div class="notice" role="note" {
            @for line in &reason.lines { p { (sentence(line)) } }
            @if reason.no_game { p { "Most likely the command or " code { "--prepare" } " is not right." } }
        }
    }
}

/// Renders the most common mistakes of a number of submissions.
fn most_common(mistakes: &[Mistake<'_>], submissions: usize) -> Markup {
    html! {
        @if !mistakes.is_empty() { h2 { "Most common mistakes" } }
        ol {
            @for Mistake { wording, members, .. } in mistakes.iter().take(MOST_SHARED) {
                li {
                    strong { (members.len()) " of " (counted(submissions, "student", "students")) }
                    ": " (sentence(&wording.general))
                }
            }
        }
    }
}

/// Renders the form that searches the students; scripting makes it visible.
fn filter(mistakes: &[Mistake<'_>]) -> Markup {
    html! {
        form id="filter" role="search" hidden {
            label { "Search " input name="text" type="search" autocomplete="off"; }
            label { "Cause "
                select name="cause" {
                    option value="" { "any" }
                    @for Mistake { wording, members, .. } in mistakes {
                        option value=(wording.stem) { (wording.general) " (" (members.len()) ")" }
                    }
                }
            }
            output id="shown" {}
        }
    }
}

/// Renders the table of students; the fewest points first.
fn students(class: &Class, all: &[Graded]) -> Markup {
    let mut sorted: Vec<&Graded> = all.iter().collect();
    sorted.sort_by_key(|graded| graded.points);
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
                tr data-causes=(stems(graded)) {
                    th scope="row" { (link(graded)) }
                    td class="n" data-key=(graded.points.map_or(-1.0, f64::from)) {
                        (points(graded))
                        (bar(percent(graded.points.unwrap_or_default(), class.max_points())))
                    }
                    td class="words" { (problems(graded)) }
                }
            } }
        }
    }
}

/// Returns the stems of a submission's causes, by which the page filters.
fn stems(graded: &Graded) -> String {
    let stems = graded.causes().map(|cause| cause.wording.stem.as_str());
    stems.collect::<Vec<_>>().join(" ")
}

/// Renders the name of a submission as a link to its page.
fn link(graded: &Graded) -> Markup {
    // File names have no other characters that are special in addresses.
    let file = graded.file.replace('%', "%25").replace(' ', "%20");
    html! { a href=(format!("submissions/{file}.html")) { (name(&graded.name)) } }
}

/// Renders points; a question mark if they are unknown.
fn points(graded: &Graded) -> String {
    let points = graded.points.as_ref();
    points.map_or_else(|| "?".to_owned(), ToString::to_string)
}

fn percent(points: Points, most: Points) -> usize {
    let percent = 100 * points.millionths() / most.millionths().max(1);
    usize::try_from(percent).unwrap_or(100)
}

/// Renders a share as a bar.
fn bar(percent: usize) -> Markup {
    html! { span class="track" { span class="bar" style=(format!("width:{percent}%")) {} } }
}

fn problems(graded: &Graded) -> Markup {
    let findings = &graded.results.findings;
    html! {
        @if graded.passed() { span class="pass" { "passed all cases" } }
        @else if graded.outcome == GradingStatus::Graded {
            ol {
                @for finding in findings.iter().take(MOST_PROBLEMS) {
                    li {
                        (sentence(finding.wording.label())) " "
                        small {
                            (cases_of(finding.cases.len(), graded.results.cases.len()))
                            @if !finding.is_cause() { ", no cause known" }
                        }
                    }
                }
            }
            @if findings.len() > MOST_PROBLEMS { small { "and " (findings.len() - MOST_PROBLEMS) " more" } }
            @if let Some(note) = graded.tolerance() { " " small class="chip" { (note) } }
        }
        @else {
            strong class="mark" { (graded.outcome.name()) }
            @for line in graded.reason().iter().skip(1) { br; bdi { (line) } }
        }
    }
}

/// Renders all causes, and the submissions that were not graded.
fn causes(all: &[Graded], mistakes: &[Mistake<'_>]) -> Markup {
    let is_open = |graded: &&Graded| graded.results.findings.iter().any(|it| !it.is_cause());
    let unexplained: Vec<&Graded> = all.iter().filter(is_open).collect();
    let unexplained_title = "Other differences, cause unknown.";
    html! {
        @if all.iter().all(Graded::passed) { p { "No case failed." } }
        @for (outcome, members) in &groups::not_graded(all) {
            (group(members, all, &outcome.name(), "", ""))
        }
        @for Mistake { wording, members, .. } in mistakes {
            (group(members, all, &wording.general, &wording.stem, &wording.rule))
        }
        @if !unexplained.is_empty() { (group(&unexplained, all, unexplained_title, "", "")) }
    }
}

/// Renders some submissions and what they have in common.
fn group(members: &[&Graded], all: &[Graded], common: &str, name: &str, rule: &str) -> Markup {
    let (count, all) = (members.len(), all.len());
    html! {
        details {
            summary {
                span class="share" { b { (count) } span class="out" { " of " (all) ": " } (bar(100 * count / all)) }
                span { (sentence(common)) }
            }
            @if !name.is_empty() { p { code class="chip" { (name) } " The rule: " (sentence(rule)) } }
            ul class="names" { @for graded in members { li { (link(graded)) } } }
        }
    }
}

/// Renders the table of all cases and submissions.
fn matrix(class: &Class, all: &[Graded]) -> Markup {
    let failed_by = |case: usize| {
        let results = all
            .iter()
            .filter_map(|graded| graded.results.cases.get(case));
        results.filter(|result| !result.passed()).count()
    };
    html! {
        p { span class="pass" { "\u{2713}" } " passed, " span class="fail" { "\u{2717}" } " failed, ? not graded" }
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
                tbody {
                    tr {
                        th scope="row" { "failed\u{a0}by" }
                        td {}
                        @for case in 0..class.cases.len() { td { (failed_by(case)) } }
                    }
                    @for graded in all { tr {
                        th scope="row" { (link(graded)) }
                        td class="n" { (points(graded)) }
                        @for result in &graded.results.cases { (cell(result.verdict)) }
                        @if graded.outcome != GradingStatus::Graded {
                            td class="x mark" colspan=(class.cases.len()) { span { (graded.outcome.name()) } }
                        }
                    } }
                }
            }
        }
    }
}

fn cell(verdict: Verdict) -> Markup {
    let (kind, symbol) = match verdict {
        Verdict::Passed => ("g", "\u{2713}"),
        Verdict::CouldNotBeGraded => ("mark", "?"),
        _ => ("b", "\u{2717}"),
    };
    html! { td class=(kind) title=(verdict.name()) { (symbol) span class="out" { (verdict.name()) } } }
}

/// Renders a table with a bar for each tenth of the points, the most points first.
fn histogram(class: &Class, all: &[Graded]) -> Markup {
    let mut counts = [0; 11];
    for points in all.iter().filter_map(|graded| graded.points) {
        counts[(percent(points, class.max_points()) / 10).min(10)] += 1;
    }
    html! {
        table class="bars" {
            caption class="out" { "How many submissions have how many of the points" }
            thead { tr { th scope="col" class="n" { "Points" } th scope="col" { "Students" } } }
            tbody {
                @for (tenths, count) in counts.iter().enumerate().rev() {
                    tr {
                        th scope="row" class="n" { (10 * tenths) "\u{a0}%" @if tenths < 10 { "\u{2013}" } }
                        td { (count) " " (bar(100 * count / all.len().max(1))) }
                    }
                }
            }
        }
    }
}

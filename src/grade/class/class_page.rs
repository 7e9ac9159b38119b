//! Renders the page about a class: its points, its students and the causes of failures.

use maud::{Markup, html};

use super::{
    groups::{self, Mistake, Notice},
    page::{name, page, sentence},
    record::{Class, Grade},
};
use crate::{
    cases::{Partition, Points},
    io::counted,
    report::{Verdict, text::cases_of},
};

const SCRIPT: &str = include_str!("../../../resources/page/script.js");

/// Maximum number of mistakes above the students.
const MAX_MISTAKES: usize = 5;

/// Maximum number of problems in the row of a student.
const MAX_PROBLEMS: usize = 2;

/// Renders the page; `grades` are in the order of the submissions.
pub(super) fn class_page(class: &Class, grades: &[Grade]) -> String {
    let mistakes = groups::mistakes(grades);
    let content = html! {
        h1 { "Minesweeper Alpha" }
        p id="class" { (overview(class, grades)) }
        @if let Some(reason) = groups::notice(grades) { (notice(&reason)) }
        (most_common(&mistakes, grades.len()))
        nav {
            a href="#causes" { "Causes" } " " a href="#cases" { "All cases" } " " a href="#points" { "Points" } " "
            a href="gradebook.csv" { "gradebook.csv" } " " a href="results.json" { "results.json" }
        }
        h2 { "Students" }
        (search_form(&mistakes))
        (students(class, grades))
        h2 id="causes" { "Causes" }
        (causes(grades, &mistakes))
        h2 id="cases" { "All cases" }
        (matrix(class, grades))
        h2 id="points" { "Points" }
        (histogram(class, grades))
    };
    page("Minesweeper Alpha: the class", &content, Some(SCRIPT))
}

/// Renders the class in one line.
fn overview(class: &Class, grades: &[Grade]) -> Markup {
    let failed = grades.iter().filter(|it| it.has_failed_all()).count();
    let points: Vec<Points> = grades.iter().filter_map(|grade| grade.points).collect();
    let sum: Points = points.iter().copied().sum();
    #[expect(clippy::cast_precision_loss, reason = "a class is small")]
    let mean = f64::from(sum) / points.len().max(1) as f64;
    html! {
        (groups::summary(class, grades))
        @if failed > 0 { ", " (failed) " failed all cases" }
        "; mean " (format!("{mean:.1}")) " of " (class.max_points()) " points in "
        (counted(class.cases.len(), "case", "cases"))
        @if let Some(Partition { share, of }) = class.share { "; share " (share) " of " (of) }
        @if !class.command.is_empty() { "; command: " code { (class.command.trim_end_matches(" {seed}")) } }
    }
}

/// Renders the reason why most submissions pass no case.
fn notice(reason: &Notice) -> Markup {
    html! {
        div class="notice" role="note" {
            @for line in &reason.lines { p { (sentence(line)) } }
            @if reason.has_no_game { p { "Check the command and " code { "--prepare" } "." } }
        }
    }
}

/// Renders the most common mistakes; `submissions` is the number of all submissions.
fn most_common(mistakes: &[Mistake<'_>], submissions: usize) -> Markup {
    html! {
        @if !mistakes.is_empty() { h2 { "Most common mistakes" } }
        ol {
            @for Mistake { wording, members, .. } in mistakes.iter().take(MAX_MISTAKES) {
                li {
                    strong { (members.len()) " of " (counted(submissions, "student", "students")) }
                    ": " (sentence(&wording.general))
                }
            }
        }
    }
}

/// Renders the form that searches the students. The form is hidden until the script shows it.
fn search_form(mistakes: &[Mistake<'_>]) -> Markup {
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

/// Renders the table of students, the fewest points first.
fn students(class: &Class, grades: &[Grade]) -> Markup {
    let mut sorted: Vec<&Grade> = grades.iter().collect();
    sorted.sort_by_key(|grade| grade.points);
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
            tbody { @for grade in sorted {
                tr data-causes=(stems(grade)) {
                    th scope="row" { (link(grade)) }
                    td class="n" data-key=(grade.points.map_or(-1.0, f64::from)) {
                        (points(grade))
                        (bar(percent(grade.points.unwrap_or_default(), class.max_points())))
                    }
                    td class="words" { (problems(grade)) }
                }
            } }
        }
    }
}

/// Returns the stems of a submission's causes, for the search form.
fn stems(grade: &Grade) -> String {
    let stems = grade.causes().map(|cause| cause.wording.stem.as_str());
    stems.collect::<Vec<_>>().join(" ")
}

/// Renders the name of a submission as a link to its page.
fn link(grade: &Grade) -> Markup {
    // File names have no other characters that are special in URLs.
    let file = grade.file.replace('%', "%25").replace(' ', "%20");
    html! { a href=(format!("submissions/{file}.html")) { (name(&grade.name)) } }
}

/// Renders points; a question mark if they are unknown.
fn points(grade: &Grade) -> String {
    let points = grade.points.as_ref();
    points.map_or_else(|| "?".to_owned(), ToString::to_string)
}

fn percent(points: Points, max: Points) -> usize {
    let percent = 100 * points.millionths() / max.millionths().max(1);
    usize::try_from(percent).unwrap_or(100)
}

/// Renders a percentage as a bar.
fn bar(percent: usize) -> Markup {
    html! { span class="track" { span class="bar" style=(format!("width:{percent}%")) {} } }
}

fn problems(grade: &Grade) -> Markup {
    let findings = &grade.results.findings;
    html! {
        @if grade.has_passed() { span class="pass" { "passed all cases" } }
        @else if grade.is_graded() {
            ol {
                @for finding in findings.iter().take(MAX_PROBLEMS) {
                    li {
                        (sentence(finding.wording.label())) " "
                        small {
                            (cases_of(finding.cases.len(), grade.results.cases.len()))
                            @if !finding.is_cause() { ", cause unknown" }
                        }
                    }
                }
            }
            @if findings.len() > MAX_PROBLEMS { small { "and " (findings.len() - MAX_PROBLEMS) " more" } }
            @if let Some(note) = grade.tolerance() { " " small class="chip" { (note) } }
        }
        @else {
            strong class="mark" { (grade.status.name()) }
            @for line in grade.reason().iter().skip(1) { br; bdi { (line) } }
        }
    }
}

/// Renders all causes, and the submissions that were not graded.
fn causes(grades: &[Grade], mistakes: &[Mistake<'_>]) -> Markup {
    let mut unexplained: Vec<&Grade> = grades.iter().collect();
    unexplained.retain(|grade| grade.results.findings.iter().any(|it| !it.is_cause()));
    let unexplained_title = "Other differences, cause unknown.";
    let total = grades.len();
    html! {
        @if grades.iter().all(Grade::has_passed) { p { "No case failed." } }
        @for (status, members) in &groups::not_graded(grades) {
            (group(members, total, &status.name(), "", ""))
        }
        @for Mistake { wording, members, .. } in mistakes {
            (group(members, total, &wording.general, &wording.stem, &wording.rule))
        }
        @if !unexplained.is_empty() { (group(&unexplained, total, unexplained_title, "", "")) }
    }
}

/// Renders the submissions of a group, which are some of `total`, and their common problem.
fn group(members: &[&Grade], total: usize, common: &str, name: &str, rule: &str) -> Markup {
    let count = members.len();
    html! {
        details {
            summary {
                span class="share" { b { (count) } span class="out" { " of " (total) ": " } (bar(100 * count / total)) }
                span { (sentence(common)) }
            }
            @if !name.is_empty() { p { code class="chip" { (name) } " The rule: " (sentence(rule)) } }
            ul class="names" { @for grade in members { li { (link(grade)) } } }
        }
    }
}

/// Renders the table of all cases and submissions.
fn matrix(class: &Class, grades: &[Grade]) -> Markup {
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
                        @for case in 0..class.cases.len() { td { (failed_count(grades, case)) } }
                    }
                    @for grade in grades { tr {
                        th scope="row" { (link(grade)) }
                        td class="n" { (points(grade)) }
                        @for result in &grade.results.cases { (cell(result.verdict)) }
                        @if !grade.is_graded() {
                            td class="x mark" colspan=(class.cases.len()) { span { (grade.status.name()) } }
                        }
                    } }
                }
            }
        }
    }
}

/// Counts the submissions that did not pass a case.
fn failed_count(grades: &[Grade], case: usize) -> usize {
    let results = grades.iter().filter_map(|it| it.results.cases.get(case));
    results.filter(|result| !result.has_passed()).count()
}

fn cell(verdict: Verdict) -> Markup {
    let (kind, symbol) = match verdict {
        Verdict::Passed => ("g", "\u{2713}"),
        Verdict::CouldNotBeGraded => ("mark", "?"),
        _ => ("b", "\u{2717}"),
    };
    html! { td class=(kind) title=(verdict.name()) { (symbol) span class="out" { (verdict.name()) } } }
}

/// Renders a table with a bar for each tenth of the maximum points, the most points first.
fn histogram(class: &Class, grades: &[Grade]) -> Markup {
    let mut counts = [0; 11];
    for points in grades.iter().filter_map(|grade| grade.points) {
        counts[(percent(points, class.max_points()) / 10).min(10)] += 1;
    }
    html! {
        table class="bars" {
            caption class="out" { "Number of submissions by share of the points" }
            thead { tr { th scope="col" class="n" { "Points" } th scope="col" { "Students" } } }
            tbody {
                @for (tenths, count) in counts.iter().enumerate().rev() {
                    tr {
                        th scope="row" class="n" { (10 * tenths) @if tenths < 10 { "\u{2013}" (10 * tenths + 9) } "\u{a0}%" }
                        td { (count) " " (bar(100 * count / grades.len().max(1))) }
                    }
                }
            }
        }
    }
}

//! Renders pages: the parts that all pages share, and the page about a class with its points, its
//! students and the causes of failures. Pages load nothing from elsewhere, and scripting is
//! optional.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    grades::{Class, Grade},
    groups::{self, Mistake, Notice},
};
use crate::{
    cases::{Partition, Points},
    io::counted,
    report::{DiffLine, Finding, Side, Verdict, Wording},
};

const STYLE: &str = include_str!("../../../resources/page/style.css");

const SCRIPT: &str = include_str!("../../../resources/page/script.js");

/// Content security policy: a page loads nothing from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Maximum number of mistakes above the students.
const MAX_MISTAKES: usize = 5;

/// Maximum number of problems in the row of a student.
const MAX_PROBLEMS: usize = 2;

pub(super) fn page(title: &str, content: &Markup, script: Option<&str>) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a class="skip" href="#main" { "To the content" }
                main id="main" tabindex="-1" { (content) }
                @if let Some(script) = script {
                    script { (PreEscaped(script)) }
                }
            }
        }
    }
    .into_string()
}

/// Renders a name, which may be written from right to left. Only very long words are broken.
pub(super) fn name(name: &str) -> Markup {
    html! { bdi class="name" { (name) } }
}

/// Splits a sentence at backquotes: every second part is quoted. With an odd number of backquotes
/// there is only one part.
pub(super) fn quotes(sentence: &str) -> Vec<&str> {
    let parts: Vec<_> = sentence.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return vec![sentence];
    }
    parts
}

/// Renders a sentence with its quotes as code.
pub(super) fn sentence(text: &str) -> Markup {
    html! {
        @for (number, part) in quotes(text).into_iter().enumerate() {
            @if number % 2 == 0 { (part) } @else { code { bdi { (part) } } }
        }
    }
}

/// Renders lines in a language; lines of diffs have colours.
pub(super) fn text_block(language: &str, lines: &[DiffLine]) -> Markup {
    html! {
        pre class=(language) tabindex="0" {
            @for DiffLine { side, text } in lines {
                @match side {
                    Side::Expected => span class="expected" { (text) },
                    Side::Found => span class="found" { (text) },
                    _ => (text),
                }
                "\n"
            }
        }
    }
}

pub(super) struct ClassPage<'a> {
    class: &'a Class,
    grades: &'a [Grade],
    mistakes: Vec<Mistake<'a>>,
}

impl<'a> ClassPage<'a> {
    /// `grades` are in the order of the submissions.
    pub fn new(class: &'a Class, grades: &'a [Grade]) -> Self {
        Self {
            class,
            grades,
            mistakes: groups::mistakes(grades),
        }
    }

    pub fn render(&self) -> String {
        let content = html! {
            h1 { "Minesweeper Alpha" }
            p id="class" { (self.overview()) }
            @if let Some(reason) = groups::notice(self.grades) { (notice(&reason)) }
            (self.most_common())
            nav {
                a href="#causes" { "Causes" } " "
                a href="#cases" { "All cases" } " "
                a href="#points" { "Points" } " "
                a href="gradebook.csv" { "gradebook.csv" } " "
                a href="results.json" { "results.json" }
            }
            h2 { "Students" }
            (self.search_form())
            (self.students())
            h2 id="causes" { "Causes" }
            (self.causes())
            h2 id="cases" { "All cases" }
            (self.matrix())
            h2 id="points" { "Points" }
            (self.histogram())
        };
        page("Minesweeper Alpha: the class", &content, Some(SCRIPT))
    }

    fn overview(&self) -> Markup {
        let Self { class, grades, .. } = self;
        let failed = grades.iter().filter(|it| it.has_failed_all()).count();
        let points: Vec<_> = grades.iter().filter_map(|it| it.points).collect();
        #[expect(clippy::cast_precision_loss, reason = "a class is small")]
        let count = points.len().max(1) as f64;
        let mean = f64::from(points.into_iter().sum::<Points>()) / count;
        html! {
            (groups::summary(class, grades))
            @if failed > 0 { ", " (failed) " failed all cases" }
            "; mean " (format!("{mean:.1}")) " of " (class.max_points()) " points in "
            (counted(class.cases.len(), "case", "cases"))
            @if let Some(Partition { share, of }) = class.share { "; share " (share) " of " (of) }
            @if !class.command.is_empty() {
                "; command: " code { (class.command.trim_end_matches(" {seed}")) }
            }
        }
    }

    fn most_common(&self) -> Markup {
        let students = counted(self.grades.len(), "student", "students");
        html! {
            @if !self.mistakes.is_empty() { h2 { "Most common mistakes" } }
            ol {
                @for Mistake { wording, members, .. } in self.mistakes.iter().take(MAX_MISTAKES) {
                    li {
                        strong { (members.len()) " of " (students) }
                        ": " (sentence(&wording.general))
                    }
                }
            }
        }
    }

    /// Renders the form that searches the students. The form is hidden until the script shows it.
    fn search_form(&self) -> Markup {
        html! {
            form id="filter" role="search" hidden {
                label { "Search " input name="text" type="search" autocomplete="off"; }
                label { "Cause "
                    select name="cause" {
                        option value="" { "any" }
                        @for Mistake { wording, members, .. } in &self.mistakes {
                            option value=(wording.stem) {
                                (wording.general) " (" (members.len()) ")"
                            }
                        }
                    }
                }
                output id="shown" {}
            }
        }
    }

    /// Renders the table of students, the fewest points first.
    fn students(&self) -> Markup {
        let max = self.class.max_points();
        let mut sorted: Vec<_> = self.grades.iter().collect();
        sorted.sort_by_key(|grade| grade.points);
        html! {
            table id="students" {
                caption class="out" { "The points of each submission, and its first problems" }
                thead { tr {
                    th scope="col" data-sort="" { "Student" }
                    th scope="col" class="n" data-sort="" aria-sort="ascending" {
                        "Points " small { "of " (max) }
                    }
                    th scope="col" class="words" { "Fix first" }
                } }
                tbody { @for grade in sorted {
                    tr data-causes=(stems(grade)) {
                        th scope="row" { (link(grade)) }
                        td class="n" data-key=(grade.points.map_or(-1.0, f64::from)) {
                            (points(grade))
                            (bar(percent(grade.points.unwrap_or_default(), max)))
                        }
                        td class="words" { (problems(grade)) }
                    }
                } }
            }
        }
    }

    /// Renders all causes, and the submissions that were not graded.
    fn causes(&self) -> Markup {
        let mut unexplained: Vec<_> = self.grades.iter().collect();
        unexplained.retain(|grade| !grade.results.findings.iter().all(Finding::is_cause));
        html! {
            @if self.grades.iter().all(Grade::has_passed) { p { "No case failed." } }
            @for (status, members) in &groups::not_graded(self.grades) {
                (self.group(members, &status.name(), None))
            }
            @for Mistake { wording, members, .. } in &self.mistakes {
                (self.group(members, &wording.general, Some(wording)))
            }
            @if !unexplained.is_empty() {
                (self.group(&unexplained, "Other differences, cause unknown.", None))
            }
        }
    }

    fn group(&self, members: &[&Grade], problem: &str, cause: Option<&Wording>) -> Markup {
        let (count, total) = (members.len(), self.grades.len());
        html! {
            details {
                summary {
                    span class="share" {
                        b { (count) } span class="out" { " of " (total) ": " }
                        (bar(100 * count / total))
                    }
                    span { (sentence(problem)) }
                }
                @if let Some(Wording { stem, rule, .. }) = cause {
                    p { code class="chip" { (stem) } " The rule: " (sentence(rule)) }
                }
                ul class="names" { @for grade in members { li { (link(grade)) } } }
            }
        }
    }

    /// Renders the table of all cases and submissions.
    fn matrix(&self) -> Markup {
        let count = self.class.cases.len();
        html! {
            p {
                span class="pass" { "\u{2713}" } " passed, "
                span class="fail" { "\u{2717}" } " failed, ? not graded"
            }
            div class="scroll" style={ "--cases: " (count) }
                role="region" aria-label="All cases" tabindex="0" {
                table id="matrix" {
                    caption class="out" { "The result of each case in each submission" }
                    thead { tr {
                        th scope="col" { "Student" }
                        th scope="col" class="n" { "Points" }
                        @for case in &self.class.cases {
                            th scope="col" class="case" title=[&case.about.title] { (case.name) }
                        }
                    } }
                    tbody {
                        tr {
                            th scope="row" { "failed\u{a0}by" }
                            td {}
                            @for case in 0..count { td { (self.failed_count(case)) } }
                        }
                        @for grade in self.grades { tr {
                            th scope="row" { (link(grade)) }
                            td class="n" { (points(grade)) }
                            @for result in &grade.results.cases { (cell(result.verdict)) }
                            @if !grade.is_graded() {
                                td class="x mark" colspan=(count) { span { (grade.status.name()) } }
                            }
                        } }
                    }
                }
            }
        }
    }

    /// Counts the submissions that did not pass a case.
    fn failed_count(&self, case: usize) -> usize {
        let grades = self.grades.iter();
        let results = grades.filter_map(|grade| grade.results.cases.get(case));
        results.filter(|result| !result.has_passed()).count()
    }

    /// Renders a table with a bar for each tenth of the maximum points, the most points first.
    fn histogram(&self) -> Markup {
        let mut counts = [0; 11];
        for points in self.grades.iter().filter_map(|grade| grade.points) {
            counts[(percent(points, self.class.max_points()) / 10).min(10)] += 1;
        }
        html! {
            table class="bars" {
                caption class="out" { "Number of submissions by share of the points" }
                thead { tr {
                    th scope="col" class="n" { "Points" }
                    th scope="col" { "Students" }
                } }
                tbody {
                    @for (tenths, count) in counts.iter().enumerate().rev() { tr {
                        th scope="row" class="n" {
                            (10 * tenths) @if tenths < 10 { "\u{2013}" (10 * tenths + 9) } "\u{a0}%"
                        }
                        td { (count) " " (bar(100 * count / self.grades.len().max(1))) }
                    } }
                }
            }
        }
    }
}

fn cell(verdict: Verdict) -> Markup {
    let name = verdict.name();
    let (kind, symbol) = match verdict {
        Verdict::Passed => ("g", "\u{2713}"),
        Verdict::CouldNotBeGraded => ("mark", "?"),
        _ => ("b", "\u{2717}"),
    };
    html! { td class=(kind) title=(name) { (symbol) span class="out" { (name) } } }
}

fn notice(notice: &Notice) -> Markup {
    html! {
        div class="notice" role="note" {
            @for line in &notice.lines { p { (sentence(line)) } }
            @if notice.has_no_game { p { "Check the command and " code { "--prepare" } "." } }
        }
    }
}

/// Returns the stems of a submission's causes, for the search form.
fn stems(grade: &Grade) -> String {
    let stems: Vec<_> = grade.causes().map(|it| &*it.wording.stem).collect();
    stems.join(" ")
}

/// Renders the name of a submission as a link to its page.
fn link(grade: &Grade) -> Markup {
    // File names have no other characters that are special in URLs.
    let file = grade.file.replace('%', "%25").replace(' ', "%20");
    html! { a href={ "submissions/" (file) ".html" } { (name(&grade.name)) } }
}

/// Renders points; a question mark if they are unknown.
fn points(grade: &Grade) -> Markup {
    html! { @if let Some(points) = grade.points { (points) } @else { "?" } }
}

fn percent(points: Points, max: Points) -> usize {
    let percent = 100 * points.millionths() / max.millionths().max(1);
    usize::try_from(percent).unwrap_or(100)
}

fn bar(percent: usize) -> Markup {
    html! { span class="track" { span class="bar" style={ "width:" (percent) "%" } {} } }
}

fn problems(grade: &Grade) -> Markup {
    let (findings, cases) = (&grade.results.findings, grade.results.cases.len());
    html! {
        @if grade.has_passed() { span class="pass" { "passed all cases" } }
        @else if grade.is_graded() {
            ol {
                @for finding in findings.iter().take(MAX_PROBLEMS) {
                    li {
                        (sentence(finding.wording.label())) " "
                        small {
                            (finding.cases.len()) " of " (counted(cases, "case", "cases"))
                            @if !finding.is_cause() { ", cause unknown" }
                        }
                    }
                }
            }
            @if findings.len() > MAX_PROBLEMS {
                small { "and " (findings.len() - MAX_PROBLEMS) " more" }
            }
            @if let Some(note) = grade.tolerance() { " " small class="chip" { (note) } }
        }
        @else {
            strong class="mark" { (grade.status.name()) }
            @for line in grade.reason().iter().skip(1) { br; bdi { (line) } }
        }
    }
}

//! The pages for the instructor: one for the class, and one for each submission.
//! Nothing in them is loaded from elsewhere, and they can be read without
//! scripting.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::groups::{self, Group};
use super::record::{Class, Graded, Standing};
use crate::cases::points::Points;
use crate::compare::diff::Side;
use crate::compare::result::CaseResult;
use crate::explain::wording::Wording;
use crate::report::causes;
use crate::report::checked::Checked;
use crate::report::options::Reveal;
use crate::report::text::{self, Legend, ReportLine};

const STYLE: &str = include_str!("../../../resources/page/style.css");
const SCRIPT: &str = include_str!("../../../resources/page/script.js");

/// What a page may load: nothing but what is in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// How many bars the histogram has.
const BARS: usize = 10;

/// A whole page.
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
                main id="main" { (content) }
                @if let Some(script) = script {
                    script { (PreEscaped(script)) }
                }
            }
        }
    }
    .into_string()
}

/// The page about a submission.
pub(super) fn submission(graded: &Graded, most: Points, checked: Checked<'_>) -> String {
    let lines = causes::lines(checked, &mut Legend::default());
    let content = html! {
        p { a href="../index.html" { "All submissions" } }
        h1 { (graded.name) }
        p { (graded.standing.name()) ", " (points(graded.points())) " of " (most) " points" }
        @if !graded.reason.is_empty() {
            pre tabindex="0" { (graded.reason.join("\n")) }
        }
        @if let Some(repeats) = text::repeats(graded.preparation_repeats) {
            p { "--prepare: " (repeats) }
        }
        @if !graded.left_out.is_empty() {
            p { "Not copied (not regular files): " (graded.left_out.join(", ")) }
        }
        @if !lines.is_empty() {
            h2 { "Causes" }
            (text_block(&lines))
        }
        @if !checked.results.is_empty() {
            h2 { "Cases" }
            @for result in checked.results { (case(result)) }
        }
    };
    page(&graded.name, &content, None)
}

fn case(result: &CaseResult) -> Markup {
    let about = &result.case.about;
    let details = text::details(result, Reveal::Full, &mut Legend::default());
    html! {
        h3 {
            @if result.passed() { span class="pass" { "\u{2713} " } }
            @else { span class="fail" { "\u{2717} " } }
            (result.case.last_part()) ": " (result.verdict.name())
        }
        p {
            @if let Some(title) = &about.title { (title) ". " }
            (result.points()) " of " (about.worth.most()) " points"
            @if let Some(repeats) = text::repeats(result.repeats).filter(|_| result.passed()) {
                ", " (repeats)
            }
        }
        @if !details.is_empty() { (text_block(&details)) }
    }
}

/// Lines of text, those of diffs in colours besides their signs.
pub(super) fn text_block(lines: &[ReportLine]) -> Markup {
    html! {
        pre tabindex="0" {
            @for line in lines {
                @match line.side {
                    Side::Expected => span class="expected" { (line.text) },
                    Side::Found => span class="found" { (line.text) },
                    _ => (line.text),
                }
                "\n"
            }
        }
    }
}

fn points(points: Option<Points>) -> String {
    points.map_or_else(|| "?".to_owned(), |points| points.to_string())
}

/// So many submissions, in words.
pub(super) fn submissions(count: usize) -> String {
    match count {
        1 => "1 submission".to_owned(),
        _ => format!("{count} submissions"),
    }
}

/// The page about a class.
pub(super) fn class(class: &Class, all: &[Graded]) -> String {
    let by_cause = groups::by_cause(all);
    let content = html! {
        h1 { "Minesweeper Alpha: " (submissions(all.len())) }
        p {
            (all.iter().filter(|graded| graded.passed()).count())
            " passed all of the " (class.cases.len()) " cases. "
            a href="gradebook.csv" { "gradebook.csv" } ", "
            a href="results.json" { "results.json" }
        }
        nav aria-label="Parts of this page" {
            ul {
                li { a href="#points" { "Points" } }
                li { a href="#causes" { "Causes" } }
                li { a href="#same" { "The same wrong output" } }
                li { a href="#submissions" { "Submissions and cases" } }
            }
        }
        h2 id="points" { "Points" }
        (histogram(class.max_points(), all))
        h2 id="causes" { "Causes" }
        @if by_cause.is_empty() { p { "No cause was found." } }
        @for group in &by_cause {
            details {
                summary { strong { (group.by.name) } ": " (submissions(group.members.len())) }
                p { (group.by.sentence) }
                p { "The rule: " (group.by.rule) }
                (links(&group.members))
            }
        }
        @for Group { by, members } in groups::by_standing(all) {
            details {
                summary { strong { (by.name()) } ": " (submissions(members.len())) }
                (links(&members))
            }
        }
        h2 id="same" { "The same wrong output" }
        (same(all))
        h2 id="submissions" { "Submissions and cases" }
        (filter(&by_cause))
        (matrix(class, all))
    };
    page("Minesweeper Alpha: submissions", &content, Some(SCRIPT))
}

/// The address of a submission's page. Names of files have nothing in them that
/// an address spells otherwise, but for these.
fn address(graded: &Graded) -> String {
    let file = graded.file.replace('%', "%25").replace(' ', "%20");
    format!("submissions/{file}.html")
}

fn links(members: &[&Graded]) -> Markup {
    html! {
        ul {
            @for graded in members {
                li { a href=(address(graded)) { (graded.name) } }
            }
        }
    }
}

fn same(all: &[Graded]) -> Markup {
    let groups = groups::by_wrong_output(all);
    html! {
        p { "Submissions that fail the same cases with the same output, byte for byte." }
        @if groups.is_empty() { p { "There are none." } }
        @for group in &groups {
            details {
                summary { (submissions(group.members.len())) }
                (links(&group.members))
            }
        }
    }
}

/// How many submissions have how many points.
fn histogram(most: Points, all: &[Graded]) -> Markup {
    let most = most.number();
    let mut bars = [0_usize; BARS];
    for points in all.iter().filter_map(Graded::points) {
        bars[bar(points.number(), most)] += 1;
    }
    let highest = bars.iter().copied().max().unwrap_or_default().max(1);
    html! {
        table class="bars" {
            caption class="out" { "How many submissions have how many points; what lies between two bars counts for the upper one" }
            thead { tr {
                th scope="col" { "Points" }
                th scope="col" { "Submissions" }
                th scope="col" { span class="out" { "As a bar" } }
            } }
            tbody {
                @for (number, count) in bars.iter().enumerate().rev() {
                    tr {
                        th scope="row" { (range(number, most)) }
                        td class="n" { (count) }
                        td { @if *count > 0 {
                            span class="bar" style=(format!("width:{}%", count * 100 / highest)) {}
                        } }
                    }
                }
            }
        }
    }
}

/// The bar of a number of points.
fn bar(points: f64, most: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "the result is from 0 to the number of bars"
    )]
    let bar = (points / most * BARS as f64).max(0.0) as usize;
    bar.min(BARS - 1)
}

/// The points of a bar, in words.
fn range(number: usize, most: f64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "these are small")]
    let at = |bar: usize| most * bar as f64 / BARS as f64;
    let from = at(number);
    format!("{from:.1} \u{2013} {:.1}", at(number + 1))
}

/// The form that narrows the matrix, where there is scripting.
fn filter(by_cause: &[Group<'_, &Wording>]) -> Markup {
    html! {
        form id="filter" hidden {
            label { "Name contains " input name="name" autocomplete="off"; }
            label { "Cause "
                select name="cause" {
                    option value="" { "any" }
                    @for group in by_cause { option { (group.by.name) } }
                }
            }
            output id="shown" {}
        }
    }
}

fn matrix(class: &Class, all: &[Graded]) -> Markup {
    html! {
        div class="scroll" role="region" aria-label="Submissions and cases" tabindex="0" {
            table id="matrix" {
                caption class="out" { "What came of each case in each submission" }
                thead { tr {
                    th scope="col" { "Submission" }
                    th scope="col" { "Points" }
                    @for (case, name) in class.cases.iter().zip(class.case_names()) {
                        th scope="col" class="case" title=[case.about.title.as_deref()] { (name) }
                    }
                } }
                tbody { @for graded in all { (line(class.cases.len(), graded)) } }
            }
        }
    }
}

fn line(cases: usize, graded: &Graded) -> Markup {
    html! {
        tr data-causes=(graded.cause_names(" ")) {
            th scope="row" { a href=(address(graded)) { (graded.name) } }
            td class="n" data-key=(graded.points().map_or(-1.0, Points::number)) { (points(graded.points())) }
            @if graded.standing == Standing::Graded {
                @for case in &graded.cases {
                    @if case.passed() {
                        td class="g" title=[text::repeats(case.repeats)] {
                            "\u{2713}" span class="out" { "passed" }
                        }
                    } @else {
                        td class="b" title=(case.verdict.name()) {
                            "\u{2717}" span class="out" { (case.verdict.name()) }
                        }
                    }
                }
            } @else {
                td class="x" colspan=(cases.max(1)) { (graded.standing.name()) }
            }
        }
    }
}

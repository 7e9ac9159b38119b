//! What the pages share: the document, links, and texts that others have written.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::super::record::{CaseGrade, Class, Graded};
use crate::cases::points::Points;
use crate::compare::diff::{DiffLine, Side};
use crate::io::visible::counted;
use crate::report::text::{self, ReportLine};

const STYLE: &str = include_str!("../../../../resources/page/style.css");

/// What a page may load: nothing but what is in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// What stands for a run that was repeated alone.
pub(super) const REPEATED: &str = "\u{21bb}";

/// A whole page.
pub(in super::super) fn page(title: &str, content: &Markup, script: Option<&str>) -> String {
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

/// A name, which may be written from right to left, and whose words are broken only if they
/// are very long.
pub(in super::super) fn name(name: &str) -> Markup {
    html! { bdi class="name" { (name) } }
}

/// A submission's name as a link to its page.
pub(super) fn link(graded: &Graded) -> Markup {
    html! { a href=(address(graded)) { (name(&graded.name)) } }
}

/// The address of a submission's page. Names of files have nothing in them that
/// an address spells otherwise, but for these.
fn address(graded: &Graded) -> String {
    let file = graded.file.replace('%', "%25").replace(' ', "%20");
    format!("submissions/{file}.html")
}

/// The parts of a sentence: every second one is quoted. None are if a backquote has no
/// partner.
pub(in super::super) fn quotes(sentence: &str) -> Vec<&str> {
    let parts: Vec<&str> = sentence.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return vec![sentence];
    }
    parts
}

/// A sentence with what is quoted in it, between backquotes, as code.
pub(in super::super) fn sentence(text: &str) -> Markup {
    html! {
        @for (number, part) in quotes(text).into_iter().enumerate() {
            @if number % 2 == 0 { (part) } @else { (code(part)) }
        }
    }
}

/// Code, in which spaces at the ends can be seen.
fn code(text: &str) -> Markup {
    let behind_first = text.trim_start_matches(' ');
    let inner = behind_first.trim_end_matches(' ');
    let spaces = |count: usize| {
        html! { @if count > 0 { span class="space" title="space" { ("\u{b7}".repeat(count)) } } }
    };
    html! {
        code { bdi {
            (spaces(text.len() - behind_first.len()))
            (inner)
            (spaces(behind_first.len() - inner.len()))
        } }
    }
}

/// Points in words; a question mark if they are not known.
pub(super) fn points(points: Option<Points>) -> String {
    points.map_or_else(|| "?".to_owned(), |points| points.to_string())
}

/// So many submissions, in words.
pub(in super::super) fn submissions(count: usize) -> String {
    counted(count, "submission", "submissions")
}

/// Marks a submission with runs that were repeated alone, if it has any.
pub(super) fn repeated(graded: &Graded) -> Markup {
    mark(text::repeats(graded.repeats()), graded.repeats())
}

/// The same of a case.
pub(super) fn repeated_case(case: &CaseGrade) -> Markup {
    mark(text::repeats(case.repeats), case.repeats)
}

fn mark(words: Option<String>, count: u32) -> Markup {
    html! {
        @if let Some(words) = words {
            span class="again" title=(words) {
                (REPEATED)
                @if count > 1 { (count) }
                span class="out" { " " (words) }
            }
        }
    }
}

/// The place of what is wrong with a submission and has this number.
pub(in super::super) fn wrong_id(number: usize) -> String {
    format!("wrong-{number}")
}

/// The numbers of what is wrong, as links to it.
pub(in super::super) fn see(numbers: &[usize]) -> Markup {
    html! {
        @for (index, &number) in numbers.iter().enumerate() {
            @if index == 0 { "see " } @else { ", " }
            a href=(format!("#{}", wrong_id(number))) { (number) }
        }
    }
}

/// Lines of text, those of diffs in colours besides their signs.
pub(in super::super) fn text_block(lines: &[ReportLine]) -> Markup {
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

/// Lines that differ, in the same colours; nothing if there are none.
pub(super) fn diff(lines: &[DiffLine]) -> Markup {
    let lines = lines.iter().map(|line| ReportLine {
        side: line.side,
        text: text::signed(line),
    });
    let lines: Vec<ReportLine> = lines.collect();
    html! { @if !lines.is_empty() { (text_block(&lines)) } }
}

/// What can be had in a class, in words.
pub(super) fn of_points(class: &Class) -> String {
    format!("of {}", class.max_points())
}

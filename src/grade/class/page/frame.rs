//! Renders the parts that pages share: the document, links and quoted text.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::super::record::Graded;
use crate::cases::points::Points;
use crate::report::diff_line::{DiffLine, Side};
use crate::report::text;

const STYLE: &str = include_str!("../../../../resources/page/style.css");

/// A page may load nothing from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The symbol for repeated runs.
pub(super) const REPEATED: &str = "\u{21bb}";

/// Renders a whole page.
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

/// Renders a name, which may be written from right to left. Only very long words are broken.
pub(in super::super) fn name(name: &str) -> Markup {
    html! { bdi class="name" { (name) } }
}

/// Renders the name of a submission as a link to its page.
pub(super) fn link(graded: &Graded) -> Markup {
    html! { a href=(address(graded)) { (name(&graded.name)) } }
}

/// The address of a submission's page. These are the only special characters in file names.
fn address(graded: &Graded) -> String {
    let file = graded.file.replace('%', "%25").replace(' ', "%20");
    format!("submissions/{file}.html")
}

/// Splits a sentence at backquotes: every second part is quoted. With an odd number of backquotes
/// there is only one part.
pub(in super::super) fn quotes(sentence: &str) -> Vec<&str> {
    let parts: Vec<&str> = sentence.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return vec![sentence];
    }
    parts
}

/// Renders a sentence with its quotes as code.
pub(in super::super) fn sentence(text: &str) -> Markup {
    html! {
        @for (number, part) in quotes(text).into_iter().enumerate() {
            @if number % 2 == 0 { (part) } @else { (code(part)) }
        }
    }
}

/// Renders code with visible spaces at the ends.
fn code(text: &str) -> Markup {
    let without_start = text.trim_start_matches(' ');
    let inner = without_start.trim_end_matches(' ');
    let spaces = |count: usize| {
        html! { @if count > 0 { span class="space" title="space" { ("\u{b7}".repeat(count)) } } }
    };
    html! {
        code { bdi {
            (spaces(text.len() - without_start.len()))
            (inner)
            (spaces(without_start.len() - inner.len()))
        } }
    }
}

/// Renders points; a question mark if they are unknown.
pub(super) fn points(points: Option<Points>) -> String {
    points.map_or_else(|| "?".to_owned(), |points| points.to_string())
}

/// Marks repeated runs.
pub(super) fn repeated(count: u32) -> Markup {
    html! {
        @if let Some(words) = text::repeats(count) {
            span class="again" title=(words) {
                (REPEATED)
                @if count > 1 { (count) }
                span class="out" { " " (words) }
            }
        }
    }
}

/// The anchor of the problem with this number.
pub(in super::super) fn problem_id(number: usize) -> String {
    format!("problem-{number}")
}

/// Renders numbers of problems as links.
pub(in super::super) fn see(numbers: &[usize]) -> Markup {
    html! {
        @for (index, &number) in numbers.iter().enumerate() {
            @if index == 0 { "see " } @else { ", " }
            a href=(format!("#{}", problem_id(number))) { (number) }
        }
    }
}

/// Renders lines of text, and lines of diffs in colours.
pub(in super::super) fn text_block(lines: &[DiffLine]) -> Markup {
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

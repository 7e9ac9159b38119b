//! Renders the parts that all pages share: the document, names and quoted text. Pages load nothing
//! from elsewhere, and scripting is optional.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::report::{DiffLine, Side};

const STYLE: &str = include_str!("../../../resources/page/style.css");

/// Content security policy: a page loads nothing from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Renders a whole page.
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
    let parts: Vec<&str> = sentence.split('`').collect();
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

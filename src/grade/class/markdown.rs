//! Renders text as Markdown.

use super::page;
use crate::report::diff_line::DiffLine;

/// Renders a diff, with the signs at the starts of the lines.
pub(super) fn fenced_diff(lines: &[DiffLine]) -> Option<String> {
    let lines = lines.iter().map(|line| line.text.as_str());
    fenced(
        "diff",
        lines.map(|line| line.strip_prefix("  ").unwrap_or(line)),
    )
}

/// Renders a sentence with its quotes as code.
pub(super) fn with_code(sentence: &str) -> String {
    let parts = page::quotes(sentence).into_iter().enumerate();
    parts
        .map(|(index, part)| match index % 2 {
            0 => escaped(part),
            _ if part.is_empty() => String::new(),
            // Markdown removes one space on each side of code that is not only spaces.
            _ if part.starts_with(' ') && part.ends_with(' ') && !part.trim().is_empty() => {
                format!("` {part} `")
            }
            _ => format!("`{part}`"),
        })
        .collect()
}

/// Renders a list, unless it is empty.
pub(super) fn list(items: impl Iterator<Item = String>) -> Option<String> {
    let items: Vec<String> = items.map(|item| format!("- {item}")).collect();
    (!items.is_empty()).then(|| items.join("\n"))
}

/// Escapes all characters that are special in Markdown.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !".,:;'\"()/-%?".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Renders a code block, unless it is empty. No line closes the fence.
pub(super) fn fenced<'line>(
    language: &str,
    lines: impl IntoIterator<Item = &'line str>,
) -> Option<String> {
    let lines: Vec<&str> = lines.into_iter().collect();
    let text = lines.join("\n");
    let runs = text.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default().max(2) + 1);
    (!lines.is_empty()).then(|| format!("{fence}{language}\n{text}\n{fence}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_shows_the_text_unchanged() {
        assert_eq!(
            with_code("It <b>lacks</b> ` a|`."),
            "It \\<b\\>lacks\\</b\\> ` a|`."
        );
        assert_eq!(
            with_code("` a ` and `a ` and ` `"),
            "`  a  ` and `a ` and ` `"
        );
        assert_eq!(with_code("An odd ` *one*"), "An odd \\` \\*one\\*");
        let block = fenced("diff", ["- ```", "+ x"]);
        assert_eq!(block.as_deref(), Some("````diff\n- ```\n+ x\n````"));
        assert_eq!(fenced("diff", []), None);
    }
}

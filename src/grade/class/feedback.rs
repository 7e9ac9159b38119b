//! Renders the results of a submission: the points, the problems to fix first and the failed cases. The student gets them as
//! Markdown and as a page, the teacher as a page. For hidden cases, the student sees only their number.

use maud::{Markup, html};

use super::page;
use super::record::{Class, Graded, GradingStatus};
use crate::cases::case::Case;
use crate::cases::points::Points;
use crate::io::visible::counted;
use crate::report::again::to_paste;
use crate::report::diff_line::DiffLine;
use crate::report::finding::{Finding, Place, Reveal};
use crate::report::results::{CaseResult, Results, Verdict};
use crate::report::text::{cases_of, details, diff, repeats, seen, titled};

/// A part of the feedback. In texts, backquotes enclose code.
pub(super) enum Block {
    Title(String),
    Heading(String),
    /// Heading of a problem.
    Problem(String),
    Text(String),
    /// Lines in a language.
    Code(&'static str, Vec<DiffLine>),
    /// A failed case, and its details.
    Case(String, Vec<DiffLine>),
}

/// Describes the results of a submission: for the student those that a student may see, otherwise all for the teacher.
pub(super) fn feedback(class: &Class, graded: &Graded, student: Option<&Results>) -> Vec<Block> {
    let results = student.unwrap_or(&graded.results);
    let mut blocks = vec![Block::Title(graded.name.clone())];
    let is_shown = |case: &&Case| student.is_none() || case.about.is_visible();
    let shown = class.cases.iter().filter(is_shown);
    let hidden = class.cases.len() - shown.clone().count();
    if graded.outcome != GradingStatus::CouldNotBeGraded {
        let most: Points = shown.map(|case| case.about.worth.most()).sum();
        blocks.push(Block::Text(format!(
            "{} of {most} points",
            results.points()
        )));
    }
    if hidden > 0 {
        blocks.push(Block::Text(format!(
            "Cases that are not shown, with points of their own: {hidden}"
        )));
    }
    if student.is_none() {
        let tolerance = graded.tolerance().map(|note| note.to_string());
        let notes = repeats(graded.repeats()).into_iter().chain(tolerance);
        blocks.extend(notes.map(Block::Text));
    }
    if let Some(error) = &results.error {
        let lines = error.lines().map(|line| line.to_owned().into());
        blocks.push(Block::Code("text", lines.collect()));
    }
    if !results.findings.is_empty() {
        blocks.push(Block::Heading("Fix first".to_owned()));
    }
    for (number, finding) in (1..).zip(&results.findings) {
        blocks.push(Block::Problem(format!("{number}. {}", finding.title())));
        problem(&mut blocks, finding, class, results);
    }
    let passed = results.count(Verdict::Passed);
    if passed < results.cases.len() {
        blocks.push(Block::Heading("Cases that did not pass".to_owned()));
    }
    for (number, result) in results.cases.iter().enumerate() {
        if result.passed() {
            continue;
        }
        let (case, verdict) = (titled(&result.case), result.verdict.name());
        let mut line = format!(
            "{case}: {verdict} ({} of {})",
            result.points, result.max_points
        );
        let problems = results
            .of_case(number)
            .map(|(number, _)| number.to_string());
        let problems: Vec<String> = problems.collect();
        if !problems.is_empty() {
            line += &format!(", see {}", problems.join(", "));
        }
        let lines = match student {
            None => details(result),
            Some(_) => Vec::new(),
        };
        blocks.push(Block::Case(line, lines));
    }
    if passed > 0 {
        blocks.push(Block::Text(format!("Cases that passed: {passed}")));
    }
    blocks.retain(|block| !matches!(block, Block::Code(_, lines) if lines.is_empty()));
    blocks
}

/// Adds the description of a finding.
fn problem(blocks: &mut Vec<Block>, finding: &Finding, class: &Class, results: &Results) {
    let (wording, first) = (&finding.wording, finding.first.as_ref());
    let mut extent = format!(
        "In {}, {}",
        cases_of(finding.cases.len(), results.cases.len()),
        counted(finding.places, "place", "places")
    );
    if let Some(first) = first {
        let case = &results.cases[first.case].case;
        extent += &format!("; seen in {}", seen(first, case));
    }
    blocks.push(Block::Text(extent));
    if !wording.rule.is_empty() {
        blocks.push(Block::Text(format!("The rule: {}", wording.rule)));
    }
    if let Some(first) = first {
        blocks.push(Block::Code("diff", diff(&first.diff)));
    }
    if let Some(example) = &finding.example {
        let command = to_paste(example, Some(&class.command));
        let program = command.find("PROGRAM");
        let program = program.map_or("", |_| " (PROGRAM is your program)");
        blocks.push(Block::Text(format!("In short{program}:")));
        blocks.push(Block::Code("sh", vec![command.into()]));
        blocks.push(Block::Code("diff", diff(&example.diff)));
    }
}

/// Returns what a student may see. `with_hidden_cases` adds the results of hidden cases, for Gradescope, which hides them
/// itself; it adds no findings: even the name of a cause could reveal what a hidden case tests.
pub(super) fn for_student(graded: &Graded, class: &Class, with_hidden_cases: bool) -> Results {
    let cases = graded.results.cases.iter().enumerate();
    let visible = cases.filter(|(_, result)| with_hidden_cases || result.case.about.is_visible());
    let (numbers, cases): (Vec<usize>, Vec<&CaseResult>) = visible.unzip();
    let number = |case: usize| numbers.binary_search(&case).ok();
    let findings = graded.visible_findings.as_ref();
    let mut findings = findings.unwrap_or(&graded.results.findings).clone();
    for finding in &mut findings {
        finding.cases = finding.cases.drain(..).filter_map(number).collect();
        finding.first = finding.first.take().and_then(|first| {
            let case = number(first.case)?;
            Some(Place { case, ..first })
        });
    }
    findings.retain(|finding| !finding.cases.is_empty());
    let mut results = Results::new(cases.into_iter().cloned().collect(), findings);
    results.error = match class.reveal {
        Reveal::None if graded.outcome != GradingStatus::Graded => Some(graded.outcome.name()),
        _ => graded.results.error.clone(),
    };
    results.revealed(class.reveal)
}

/// Renders a page; that for the teacher has a link to the class.
pub(super) fn page(blocks: &[Block], title: &str, has_link: bool) -> String {
    let content = html! {
        @if has_link { p { a href="../index.html" { "The class" } } }
        @for block in blocks { (block.html()) }
    };
    page::page(title, &content, None)
}

/// Renders Markdown.
pub(super) fn markdown(blocks: &[Block]) -> String {
    let blocks: Vec<String> = blocks.iter().map(Block::markdown).collect();
    blocks.join("\n")
}

impl Block {
    fn html(&self) -> Markup {
        html! {
            @match self {
                Self::Title(text) => h1 { (page::name(text)) },
                Self::Heading(text) => h2 { (text) },
                Self::Problem(text) => h3 { (page::sentence(text)) },
                Self::Text(text) => p { (page::sentence(text)) },
                Self::Code(language, lines) => (page::text_block(language, lines)),
                Self::Case(line, details) => {
                    @if details.is_empty() { p { (line) } }
                    @else { details { summary { (line) } (page::text_block("diff", details)) } }
                }
            }
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Title(text) => format!("# {}\n", escaped(text)),
            Self::Heading(text) => format!("## {}\n", escaped(text)),
            Self::Problem(text) => format!("### {}\n", with_code(text)),
            Self::Text(text) => format!("{}\n", with_code(text)),
            Self::Code(language, lines) => fenced(language, lines),
            Self::Case(line, _) => format!("- {}\n", escaped(line)),
        }
    }
}

/// Renders a sentence as Markdown, with its quotes as code.
fn with_code(sentence: &str) -> String {
    let mut text = String::new();
    for (index, part) in page::quotes(sentence).into_iter().enumerate() {
        text += &match index % 2 {
            0 => escaped(part),
            _ if part.is_empty() => String::new(),
            // Markdown removes one space on each side of code that is not only spaces.
            _ if part.starts_with(' ') && part.ends_with(' ') && !part.trim().is_empty() => {
                format!("` {part} `")
            }
            _ => format!("`{part}`"),
        };
    }
    text
}

/// Escapes all characters that are special in Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !".,:;'\"()/-%?".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Renders a code block of Markdown. No line closes the fence.
fn fenced(language: &str, lines: &[DiffLine]) -> String {
    let mut text = String::new();
    for line in lines {
        text += line.text.strip_prefix("  ").unwrap_or(&line.text);
        text += "\n";
    }
    let runs = text.split(|character| character != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default().max(2) + 1);
    format!("{fence}{language}\n{text}{fence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_shows_the_text_unchanged() {
        for (text, expected) in [
            ("It <b>lacks</b> ` a|`.", "It \\<b\\>lacks\\</b\\> ` a|`."),
            ("` a ` and `a ` and ` `", "`  a  ` and `a ` and ` `"),
            ("An odd ` *one*", "An odd \\` \\*one\\*"),
        ] {
            assert_eq!(with_code(text), expected);
        }
        let lines = ["- ```", "+ x"].map(|line| line.to_owned().into());
        assert_eq!(fenced("diff", &lines), "````diff\n- ```\n+ x\n````\n");
    }
}

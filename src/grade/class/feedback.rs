//! Renders the results of a submission: the points, the problems to fix first and the failed cases.
//! The student gets the results as Markdown and as a page, the teacher as a page. For hidden cases,
//! the student sees only their number.

use maud::{Markup, html};

use super::{
    page,
    record::{Class, Grade, GradeStatus},
};
use crate::{
    cases::{Case, Points},
    io::counted,
    report::{
        CaseResult, DiffLine, Finding, Place, Results, Reveal, Verdict, example_command,
        text::{cases_of, details, diff, location, repeats, titled},
    },
};

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

/// Describes a submission to the student, who may see the results `student`, or without these to
/// the teacher, who may see all results.
pub(super) fn blocks(class: &Class, grade: &Grade, student: Option<&Results>) -> Vec<Block> {
    let results = student.unwrap_or(&grade.results);
    let mut blocks = vec![Block::Title(grade.name.clone())];
    let mut visible_cases: Vec<&Case> = class.cases.iter().collect();
    visible_cases.retain(|case| student.is_none() || case.is_visible());
    let hidden_count = class.cases.len() - visible_cases.len();
    if grade.status != GradeStatus::CouldNotBeGraded {
        let max: Points = visible_cases.into_iter().map(Case::max_points).sum();
        let points = results.points();
        blocks.push(Block::Text(format!("{points} of {max} points")));
    }
    if hidden_count > 0 {
        blocks.push(Block::Text(format!(
            "Hidden cases, which have points too: {hidden_count}"
        )));
    }
    if student.is_none() {
        let tolerance = grade.tolerance().map(|note| note.to_string());
        let notes = repeats(grade.repeats()).into_iter().chain(tolerance);
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
        if result.has_passed() {
            continue;
        }
        let (case, verdict) = (titled(&result.case), result.verdict.name());
        let mut line = format!(
            "{case}: {verdict} ({} of {})",
            result.points, result.max_points
        );
        let findings = results.of_case(number);
        let problems: Vec<String> = findings.map(|(number, _)| number.to_string()).collect();
        if !problems.is_empty() {
            line += &format!(", see {}", problems.join(", "));
        }
        let details = match student {
            None => details(result),
            Some(_) => Vec::new(),
        };
        blocks.push(Block::Case(line, details));
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
        extent += &format!("; seen in {}", location(first, case));
    }
    blocks.push(Block::Text(extent));
    if !wording.rule.is_empty() {
        blocks.push(Block::Text(format!("The rule: {}", wording.rule)));
    }
    if let Some(first) = first {
        blocks.push(Block::Code("diff", diff(&first.diff)));
    }
    if let Some(example) = &finding.example {
        let command = example_command(example, Some(&class.command));
        let program = command.find("PROGRAM");
        let program = program.map_or("", |_| " (PROGRAM is your program)");
        blocks.push(Block::Text(format!("Try it{program}:")));
        blocks.push(Block::Code("sh", vec![command.into()]));
        blocks.push(Block::Code("diff", diff(&example.diff)));
    }
}

/// Returns the results that a student may see. `with_hidden_cases` adds the results of hidden cases
/// for Gradescope, which hides these itself, but no findings: even the name of a cause could reveal
/// the rule that a hidden case tests.
pub(super) fn for_student(grade: &Grade, class: &Class, with_hidden_cases: bool) -> Results {
    let cases = grade.results.cases.iter().enumerate();
    let visible = cases.filter(|(_, result)| with_hidden_cases || result.case.is_visible());
    let (numbers, cases): (Vec<usize>, Vec<&CaseResult>) = visible.unzip();
    let new_number = |case: usize| numbers.binary_search(&case).ok();
    let findings = grade.visible_findings.as_ref();
    let mut findings = findings.unwrap_or(&grade.results.findings).clone();
    for finding in &mut findings {
        finding.cases = finding.cases.drain(..).filter_map(new_number).collect();
        finding.first = finding.first.take().and_then(|first| {
            let case = new_number(first.case)?;
            Some(Place { case, ..first })
        });
    }
    findings.retain(|finding| !finding.cases.is_empty());
    let mut results = Results::new(cases.into_iter().cloned().collect(), findings);
    results.error = match class.reveal {
        Reveal::None if !grade.is_graded() => Some(grade.status.name()),
        _ => grade.results.error.clone(),
    };
    results.revealed(class.reveal)
}

/// Renders a page. With `has_link`, for the teacher, the page has a link to the page about the
/// class.
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

/// Renders a code block of Markdown. The fence is longer than all runs of backquotes in the lines,
/// so that no line closes the block.
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

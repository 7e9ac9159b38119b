//! Renders the results of a submission: the points, the problems to fix first and the failed cases.
//! The student gets the results as Markdown and as a page, the teacher as a page. For hidden cases,
//! the student sees only their number. The page about the class is made of the same parts.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::grades::{Class, Grade, GradeStatus};
use crate::{
    cases::{Case, Points},
    io::counted,
    report::{
        CaseResult, DiffLine, Finding, Results, Side, Verdict, diff, example_command, repeats,
        with_moment,
    },
};

const STYLE: &str = include_str!("../../../resources/page/style.css");

/// Content security policy: a page loads nothing from elsewhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Feedback about a submission for its student, or for the teacher.
pub(super) struct Feedback<'a> {
    class: &'a Class,
    name: &'a str,
    is_for_teacher: bool,
    results: &'a Results,
    blocks: Vec<Block>,
}

/// A part of the feedback. In texts, backquotes enclose code.
enum Block {
    Heading(String),
    Problem(String),
    Text(String),
    /// Lines in a language.
    Code(&'static str, Vec<DiffLine>),
    /// A failed case, and its details.
    Case(String, Vec<DiffLine>),
}

impl<'a> Feedback<'a> {
    /// Describes a submission to the student, who may see the results `student`, or without these
    /// to the teacher, who may see all results.
    pub fn new(class: &'a Class, grade: &'a Grade, student: Option<&'a Results>) -> Self {
        let results = student.unwrap_or(&grade.results);
        let mut feedback = Self {
            class,
            name: &grade.name,
            is_for_teacher: student.is_none(),
            results,
            blocks: Vec::new(),
        };
        feedback.summary(grade);
        if !results.findings.is_empty() {
            feedback.heading("Problems, the most costly first");
        }
        for (number, finding) in (1..).zip(&results.findings) {
            let problem = format!("{number}. {}", finding.title());
            feedback.blocks.push(Block::Problem(problem));
            feedback.problem(finding, results.seen_before(number, |_| true));
        }
        let passed = results.count(Verdict::Passed);
        if passed < results.cases.len() {
            feedback.heading("Cases that did not pass");
        }
        for (number, result) in results.cases.iter().enumerate() {
            if !result.has_passed() {
                feedback.case(number, result);
            }
        }
        if passed > 0 {
            feedback.text(format!("Cases that passed: {passed}"));
        }
        feedback
    }

    fn heading(&mut self, text: &str) {
        self.blocks.push(Block::Heading(text.to_owned()));
    }

    fn text(&mut self, text: String) {
        self.blocks.push(Block::Text(text));
    }

    fn code(&mut self, language: &'static str, lines: Vec<DiffLine>) {
        if !lines.is_empty() {
            self.blocks.push(Block::Code(language, lines));
        }
    }

    fn summary(&mut self, grade: &Grade) {
        let cases = self.class.cases.iter();
        let visible_cases = cases.filter(|case| self.is_for_teacher || case.is_visible());
        let hidden_count = self.class.cases.len() - visible_cases.clone().count();
        if grade.status != GradeStatus::CouldNotBeGraded {
            let max: Points = visible_cases.map(Case::max_points).sum();
            let points = self.results.points();
            self.text(format!("{points} of {max} points"));
        }
        if hidden_count > 0 {
            let text = "Hidden cases, which have points too";
            self.text(format!("{text}: {hidden_count}"));
        }
        if self.is_for_teacher {
            self.blocks
                .extend(repeats(grade.repeats()).map(Block::Text));
            if let Some(note) = grade.tolerance() {
                self.text(note.to_string());
            }
        }
        if let Some(error) = &self.results.error {
            let lines = error.lines().map(|line| line.to_owned().into());
            self.code("text", lines.collect());
        }
    }

    /// Describes a finding. `earlier` is the number of a finding above with the same diff.
    fn problem(&mut self, finding: &Finding, earlier: Option<usize>) {
        let Finding { wording, first, .. } = finding;
        let all = &self.results.cases;
        let mut extent = format!(
            "In {} of {}, {}",
            finding.cases.len(),
            counted(all.len(), "case", "cases"),
            counted(finding.places, "place", "places")
        );
        if let Some(first) = first {
            let name = &all[first.case].case.name;
            extent += &format!("; seen in {}", with_moment(name, first.moment.as_ref()));
        }
        self.text(extent);
        if !wording.rule.is_empty() {
            self.text(format!("The rule: {}", wording.rule));
        }
        if let Some(earlier) = earlier {
            self.text(format!("Same diff as in {earlier}."));
        } else if let Some(first) = first {
            self.code("diff", diff(&first.diff));
        }
        if let Some(example) = &finding.example {
            let command = example_command(example, Some(&self.class.command));
            let note = match command.find("PROGRAM") {
                Some(_) => " (PROGRAM is your program)",
                None => "",
            };
            self.text(format!("Try it{note}:"));
            self.code("sh", vec![command.into()]);
            self.code("diff", diff(&example.diff));
        }
    }

    /// Adds a case that did not pass, for the teacher with its details.
    fn case(&mut self, number: usize, result: &CaseResult) {
        let case = result.case.titled();
        let verdict = result.verdict.name();
        let points = result.points;
        let max = result.max_points;
        let mut line = format!("{case}: {verdict} ({points} of {max})");
        let findings = self.results.of_case(number);
        let problems: Vec<_> = findings.map(|(number, _)| number.to_string()).collect();
        if !problems.is_empty() {
            line += &format!(", see {}", problems.join(", "));
        }
        let lines = self.is_for_teacher.then(|| result.details());
        self.blocks
            .push(Block::Case(line, lines.unwrap_or_default()));
    }

    /// Renders a page. The teacher's page has a link to the page about the class.
    pub fn page(&self) -> String {
        let content = html! {
            @if self.is_for_teacher { p { a href="../index.html" { "The class" } } }
            h1 { (name(self.name)) }
            @for block in &self.blocks { (block.html()) }
        };
        page(self.name, &content, None)
    }

    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", escaped(self.name));
        for block in &self.blocks {
            text += "\n";
            text += &block.markdown();
        }
        text
    }
}

impl Block {
    fn html(&self) -> Markup {
        html! {
            @match self {
                Self::Heading(text) => h2 { (text) },
                Self::Problem(text) => h3 { (sentence(text)) },
                Self::Text(text) => p { (sentence(text)) },
                Self::Code(language, lines) => (text_block(language, lines)),
                Self::Case(line, details) => {
                    @if details.is_empty() { p { (line) } }
                    @else { details { summary { (line) } (text_block("diff", details)) } }
                }
            }
        }
    }

    fn markdown(&self) -> String {
        match self {
            Self::Heading(text) => format!("## {}\n", escaped(text)),
            Self::Problem(text) => format!("### {}\n", with_code(text)),
            Self::Text(text) => format!("{}\n", with_code(text)),
            Self::Code(language, lines) => fenced(language, lines),
            Self::Case(line, _) => format!("- {}\n", escaped(line)),
        }
    }
}

/// Renders a page about a submission or the class.
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

/// Renders a sentence with its quotes as code.
pub(super) fn sentence(text: &str) -> Markup {
    html! {
        @for (number, part) in quotes(text).into_iter().enumerate() {
            @if number % 2 == 0 { (part) } @else { code { bdi { (part) } } }
        }
    }
}

/// Renders lines in a language; lines of diffs have colours.
fn text_block(language: &str, lines: &[DiffLine]) -> Markup {
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

/// Splits a sentence at backquotes: every second part is quoted. With an odd number of backquotes
/// there is only one part.
fn quotes(sentence: &str) -> Vec<&str> {
    let parts: Vec<_> = sentence.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return vec![sentence];
    }
    parts
}

/// Renders a sentence as Markdown, with its quotes as code.
fn with_code(sentence: &str) -> String {
    let mut text = String::new();
    for (index, part) in quotes(sentence).into_iter().enumerate() {
        let has_spaces = part.starts_with(' ') && part.ends_with(' ');
        text += &match index % 2 {
            0 => escaped(part),
            _ if part.is_empty() => String::new(),
            // Markdown removes one space on each side of code that is not only spaces.
            _ if has_spaces && !part.trim().is_empty() => format!("` {part} `"),
            _ => format!("`{part}`"),
        };
    }
    text
}

/// Escapes all characters that are special in Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
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
        let diff_line = line.text.strip_prefix("  ").filter(|_| language == "diff");
        text += diff_line.unwrap_or(&line.text);
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

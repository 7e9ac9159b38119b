//! Renders the results of a submission: as Markdown and as a page for the student, and as a page for the instructor. It has the
//! points, the problems to fix first and the failed cases. For hidden cases, the student sees only their number.

use maud::{Markup, html};

use super::markdown::{escaped, fenced, fenced_diff, list, with_code};
use super::page;
use super::record::{Class, Graded, Outcome};
use crate::cases::case::Case;
use crate::cases::points::Points;
use crate::io::visible::counted;
use crate::report::again::to_paste;
use crate::report::diff_line::DiffLine;
use crate::report::finding::Finding;
use crate::report::results::{CaseResult, Results, Verdict};
use crate::report::text::{self, cases_of, seen};

/// Number of problems that a student sees: after fixing five, a student can submit again.
const MOST_PROBLEMS: usize = 5;

/// Reader of the results of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// May see all cases and the details of each.
    Instructor,
    /// May see visible cases only.
    Student,
}

/// The results of a submission for a reader.
pub(super) struct Feedback<'run> {
    class: &'run Class,
    graded: &'run Graded,
    /// The results that the reader may see.
    results: &'run Results,
    reader: Reader,
    problems: Vec<Problem>,
}

/// A problem to fix, in words.
struct Problem {
    sentence: String,
    lines: Vec<String>,
    diff: Vec<DiffLine>,
    /// The command that plays the shortest game, and what it shows.
    example: Option<(String, Vec<DiffLine>)>,
}

impl<'run> Feedback<'run> {
    pub(super) fn new(
        class: &'run Class,
        graded: &'run Graded,
        results: &'run Results,
        reader: Reader,
    ) -> Self {
        let mut feedback = Self {
            class,
            graded,
            results,
            reader,
            problems: Vec::new(),
        };
        let most = match reader {
            Reader::Instructor => results.findings.len(),
            Reader::Student => MOST_PROBLEMS,
        };
        for finding in results.findings.iter().take(most) {
            let problem = feedback.problem(finding);
            feedback.problems.push(problem);
        }
        feedback
    }

    fn problem(&self, finding: &Finding) -> Problem {
        let (wording, first) = (&finding.wording, finding.first.as_ref());
        let mut place = format!(
            "In {}",
            cases_of(finding.cases.len(), self.results.cases.len())
        );
        if let Some(first) = first {
            let case = &self.results.cases[first.case].case;
            let verb = if finding.cases.len() == 1 {
                ""
            } else {
                "seen "
            };
            place += &format!("; {verb}in {}", seen(first, case));
        }
        let mut lines = vec![place];
        if self.reader == Reader::Instructor {
            let places = counted(finding.places, "place", "places");
            let name = if finding.is_cause() {
                format!("`{}`", wording.name)
            } else {
                "no cause is known".to_owned()
            };
            lines.push(format!("{places}, {name}"));
        }
        if !wording.rule.is_empty() {
            lines.push(format!("The rule: {}", wording.rule));
        }
        let diff = first.map_or_else(Vec::new, |first| text::diff(&first.diff));
        let example = finding.example.as_ref().map(|example| {
            let command = to_paste(example, Some(&self.class.command));
            (command, text::diff(&example.diff))
        });
        Problem {
            sentence: wording.label().to_owned(),
            lines,
            diff,
            example,
        }
    }

    /// The cases that the reader may see.
    fn cases(&self) -> impl Iterator<Item = &Case> {
        let cases = self.class.cases.iter();
        cases.filter(|case| self.reader == Reader::Instructor || case.about.is_visible())
    }

    /// Renders the points, unless they are unknown.
    fn score(&self) -> Option<String> {
        let most: Points = self.cases().map(|case| case.about.worth.most()).sum();
        let known = self.graded.outcome != Outcome::NotGraded;
        known.then(|| {
            let hidden = match self.hidden() {
                0 => "",
                _ => " in the cases that are shown",
            };
            format!("{} of {most} points{hidden}", self.results.points())
        })
    }

    /// The lines after the points.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.reader == Reader::Instructor {
            notes.extend(text::repeats(self.graded.repeats()));
            notes.extend(self.graded.tolerance().map(|note| note.to_string()));
            let left_out = &self.graded.left_out;
            if !left_out.is_empty() {
                let left_out = left_out.join(", ");
                notes.push(format!("Not copied (not regular files): {left_out}"));
            }
        }
        notes
    }

    /// Why the submission was not graded.
    fn reason(&self) -> Option<String> {
        let graded = self.graded;
        match self.reader {
            Reader::Student => self.results.error.clone(),
            Reader::Instructor if graded.outcome == Outcome::Graded => None,
            Reader::Instructor => Some(graded.words(&graded.reason)),
        }
    }

    /// Counts the problems that are not listed.
    fn more(&self) -> Option<String> {
        let more = self.results.findings.len() - self.problems.len();
        (more > 0).then(|| format!("and {}", counted(more, "more problem", "more problems")))
    }

    /// The failed cases, with their numbers.
    fn failed(&self) -> Vec<(usize, &CaseResult)> {
        let cases = self.results.cases.iter().enumerate();
        cases.filter(|(_, result)| !result.passed()).collect()
    }

    /// Renders the number of passed cases and their points.
    fn passed(&self) -> Option<String> {
        let passed = self.results.cases.iter().filter(|result| result.passed());
        let earned: Points = passed.clone().map(|result| result.points).sum();
        let mut line = format!(
            "{} ({earned} of {earned})",
            text::cases(passed.clone().count())
        );
        if let Some(repeats) = text::repeats(passed.map(|result| result.repeats).sum()) {
            line += &format!(", {repeats}");
        }
        (self.results.count(Verdict::Passed) > 0).then_some(line)
    }

    /// Number of cases that the reader must not see.
    fn hidden(&self) -> usize {
        self.class.cases.len() - self.cases().count()
    }

    /// Numbers of the listed problems of a case.
    fn numbers(&self, case: usize) -> Vec<usize> {
        let numbers = self.results.of_case(case).map(|(number, _)| number);
        let listed = numbers.filter(|&number| number <= self.problems.len());
        listed.collect()
    }

    /// Notes that a case has problems that are not listed.
    fn more_of(&self, case: usize) -> &'static str {
        let mut numbers = self.results.of_case(case).map(|(number, _)| number);
        match numbers.any(|number| number > self.problems.len()) {
            false => "",
            true if self.numbers(case).is_empty() => ", for a reason that is not listed",
            true => " and more",
        }
    }

    /// Renders the page.
    pub(super) fn html(&self) -> String {
        let failed = self.failed();
        let content = html! {
            @if self.reader == Reader::Instructor { p { a href="../index.html" { "The class" } } }
            h1 { (page::name(&self.graded.name)) }
            @if let Some(line) = self.score() { p { (line) } }
            @for line in self.notes() { p { (line) } }
            @if let Some(reason) = self.reason() { pre tabindex="0" { (reason) } }
            @if !self.problems.is_empty() {
                h2 { "Fix first" }
                ol {
                    @for (number, problem) in (1..).zip(&self.problems) {
                        li id=(page::problem_id(number)) { (problem.html()) }
                    }
                }
            }
            @if let Some(more) = self.more() { p { (more) } }
            @if !failed.is_empty() {
                h2 { "Cases that did not pass: " (failed.len()) }
                ul class="failed" {
                    @for (number, result) in failed { li { (self.failed_case(number, result)) } }
                }
            }
            @if let Some(line) = self.passed() { p { span class="pass" { "\u{2713} passed: " } (line) } }
            @if self.hidden() > 0 { p { "cases that are not shown: " (self.hidden()) } }
        };
        page::page(&self.graded.name, &content, None)
    }

    fn failed_case(&self, number: usize, result: &CaseResult) -> Markup {
        html! {
            @if self.reader == Reader::Instructor {
                details {
                    summary { (line(result)) }
                    (page::text_block(&text::details(result)))
                }
            } @else { (line(result)) " " }
            span { (page::see(&self.numbers(number))) (self.more_of(number)) }
        }
    }

    /// Renders the feedback as Markdown.
    pub(super) fn markdown(&self) -> String {
        let mut blocks = vec![format!("# {}", escaped(&self.graded.name))];
        blocks.extend(self.score());
        if let Some(reason) = self.reason() {
            blocks.extend(fenced("text", reason.lines()));
        }
        if !self.problems.is_empty() {
            blocks.push("## Fix first".to_owned());
        }
        for (number, problem) in (1..).zip(&self.problems) {
            blocks.push(format!("### {number}. {}", with_code(&problem.sentence)));
            blocks.extend(problem.lines.iter().map(|line| with_code(line)));
            blocks.extend(fenced_diff(&problem.diff));
            if let Some((command, diff)) = &problem.example {
                blocks.push("In short:".to_owned());
                blocks.extend(fenced("sh", [command.as_str()]));
                blocks.extend(fenced_diff(diff));
            }
        }
        blocks.extend(self.more());
        let failed = self.failed();
        if !failed.is_empty() {
            blocks.push("## Cases that did not pass".to_owned());
            blocks.extend(list(failed.into_iter().map(|(number, result)| {
                let numbers = self.numbers(number);
                let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                let see = if numbers.is_empty() { "" } else { ", see " };
                let (line, more) = (line(result), self.more_of(number));
                escaped(&format!("{line}{see}{}{more}", numbers.join(", ")))
            })));
        }
        blocks.extend(self.passed().map(|line| format!("Passed: {line}")));
        if self.hidden() > 0 {
            blocks.push(format!("cases that are not shown: {}", self.hidden()));
        }
        blocks.join("\n\n") + "\n"
    }
}

impl Problem {
    fn html(&self) -> Markup {
        html! {
            h3 { (page::sentence(&self.sentence)) }
            @for line in &self.lines { p { (page::sentence(line)) } }
            @if !self.diff.is_empty() { (page::text_block(&self.diff)) }
            @if let Some((command, diff)) = &self.example {
                p { "In short: " code { (command) } }
                @if !diff.is_empty() { (page::text_block(diff)) }
            }
        }
    }
}

/// Renders the line about a failed case.
fn line(result: &CaseResult) -> String {
    let mut line = format!(
        "{} - {} ({} of {})",
        text::titled(&result.case),
        result.verdict.name(),
        result.points,
        result.max_points
    );
    if let Some(repeats) = text::repeats(result.repeats) {
        line += &format!(", {repeats}");
    }
    line
}

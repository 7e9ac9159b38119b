//! Renders the human report: a line for each failed case, requested details, and a summary.

use super::again::replay;
use super::diff_line::Side;
use super::finding::{Example, Finding};
use super::options::Options;
use super::results::{CaseResult, Results};
use super::text::{self, Legend, ReportLine, cases};
use crate::io::visible::{counted, visible};

const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// Maximum number of findings in the summary.
const MOST_FINDINGS: usize = 12;

/// Number of input lines shown at the start and at the end of a long example.
const EXAMPLE_START: usize = 3;
const EXAMPLE_END: usize = 1;

const DETAILS: &str = "details: --verbose, or --details with a case's name or a finding's number";

/// Renders the report.
#[derive(Debug)]
pub(crate) struct Human<'options> {
    options: &'options Options,
    has_colours: bool,
    legend: Legend,
}

impl<'options> Human<'options> {
    pub(crate) fn new(options: &'options Options, has_colours: bool) -> Self {
        Self {
            options,
            has_colours,
            legend: Legend::default(),
        }
    }

    /// Renders the whole report. `with_status` is the number of cases that expect an exit status.
    pub(crate) fn report(mut self, results: &Results, with_status: usize) -> String {
        let mut text = String::new();
        for case in &results.cases {
            text += &self.case(case);
        }
        match &results.error {
            Some(error) => text + &format!("error: {error}\n"),
            None => text + &self.end(results, with_status),
        }
    }

    /// Renders a case: one line if it failed, was repeated or details were requested, and the requested details.
    pub(crate) fn case(&mut self, result: &CaseResult) -> String {
        let name = &result.case.name;
        let repeats = text::repeats(result.repeats);
        let repeats = repeats.map_or_else(String::new, |text| format!(" ({text})"));
        let has_details = self.options.details_case(&result.case);
        if result.passed() {
            if repeats.is_empty() && !has_details {
                return String::new();
            }
            return format!("{} {name}{repeats}\n", self.paint("ok  ", GREEN));
        }
        let mut verdict = result.verdict.name().to_owned();
        let label = match (result.failed(), result.failures.first()) {
            (true, _) => "FAIL",
            (false, Some(failure)) => {
                verdict += &format!(": {}", failure.message);
                "?   "
            }
            (false, None) => return String::new(),
        };
        let title = result.case.about.title.as_ref();
        let title = title.map_or_else(String::new, |title| format!(" ({title})"));
        let label = self.paint(label, RED);
        let mut text = format!("{label} {name}: {verdict}{title}{repeats}\n");
        if has_details {
            let details = text::details(result, &mut self.legend);
            text += &self.lines(details.into_iter().map(|line| line.after("     ")));
        }
        text
    }

    /// Renders the verdict and the findings of a random game.
    pub(crate) fn random_game(mut self, results: &Results) -> String {
        let findings = self.findings(results, |_, _| true);
        format!("{}\n{findings}\n", results.cases[0].verdict.name())
    }

    /// Renders the end of a check that was not aborted: the requested details of findings and the summary.
    pub(crate) fn end(&mut self, results: &Results, with_status: usize) -> String {
        // A single case is shown in full.
        let is_alone = results.cases.len() == 1;
        let is_whole = is_alone || self.options.verbose;
        let options = self.options;
        let mut text = self.findings(results, |number, finding| {
            let mut cases = finding.cases.iter().map(|&case| &results.cases[case].case);
            is_whole
                || options.details_finding(number, finding)
                || cases.any(|case| options.details_case(case))
        });
        let mut lines = summary(results, !is_alone);
        lines.extend(statuses(results, with_status));
        lines.extend(next_steps(results, options, !is_whole));
        let mut counts = vec![
            format!("{} passed", results.passed),
            format!("{} failed", results.failed),
        ];
        if results.not_graded > 0 {
            counts.push(format!("{} could not be graded", results.not_graded));
        }
        if results.not_run > 0 {
            counts.push(format!("{} not run", results.not_run));
        }
        let is_success = results.failed + results.not_graded == 0;
        let colour = if is_success { GREEN } else { RED };
        lines.push(self.paint(&counts.join(", "), colour));
        text += &lines.join("\n");
        text + "\n"
    }

    /// Renders the findings that `is_wanted` selects, in full.
    fn findings(
        &mut self,
        results: &Results,
        is_wanted: impl Fn(usize, &Finding) -> bool,
    ) -> String {
        let mut text = String::new();
        let program = self.options.program.as_deref();
        for (number, finding) in (1..).zip(&results.findings) {
            if is_wanted(number, finding) {
                let lines = text::finding((number, finding), results, program, &mut self.legend);
                text += "\n";
                text += &self.lines(lines);
            }
        }
        text
    }

    fn lines(&self, lines: impl IntoIterator<Item = ReportLine>) -> String {
        let mut report = String::new();
        for line in lines {
            report += &match line.side {
                Side::Both | Side::Place | Side::Cut => line.text,
                Side::Expected => self.paint(&line.text, RED),
                Side::Found => self.paint(&line.text, GREEN),
            };
            report += "\n";
        }
        report
    }

    fn paint(&self, text: &str, colour: &str) -> String {
        if self.has_colours {
            format!("{colour}{text}{PLAIN}")
        } else {
            text.to_owned()
        }
    }
}

/// Renders how much is explained and, if `has_list`, a line for each finding.
fn summary(results: &Results, has_list: bool) -> Vec<String> {
    let (findings, failed) = (&results.findings, results.failed);
    if failed == 0 {
        return Vec::new();
    }
    let in_part = (0..results.cases.len()).filter(|&case| {
        let has_cause = results.of_case(case).any(|(_, finding)| finding.is_cause());
        has_cause && !results.explains(case)
    });
    let in_part = in_part.count();
    let causes = findings.iter().filter(|finding| finding.is_cause()).count();
    let mut line = format!(
        "{}: {} of {failed} failing {} explained to the byte",
        counted(causes, "cause", "causes"),
        results.explained,
        if failed == 1 { "case" } else { "cases" },
    );
    if in_part > 0 {
        line += &format!(", {in_part} in part");
    }
    if let not @ 1.. = failed - results.explained - in_part {
        line += &format!(", {not} not");
    }
    if !has_list {
        return vec![String::new(), line];
    }
    let most = findings.iter().map(|finding| finding.cases.len()).max();
    let width = cases(most.unwrap_or_default()).len();
    let mut lines = vec![String::new(), line + ":"];
    for (number, finding) in (1..).zip(findings.iter().take(MOST_FINDINGS)) {
        let (label, count) = (finding.wording.label(), cases(finding.cases.len()));
        let mut line = format!("{number:>2}. {count:>width$}: {label}");
        if let Some(example) = &finding.example {
            line += &format!(" ({})", in_short(example));
        }
        if !finding.is_cause() {
            line += &format!(" (cause not known{})", place(finding, results));
        }
        lines.push(line);
    }
    if let Some(more @ 1..) = findings.len().checked_sub(MOST_FINDINGS) {
        lines.push(format!("    [{more} more: --details NUMBER shows one]"));
    }
    lines.push(String::new());
    lines
}

/// Renders the first place of a finding: a case and a line of its input.
fn place(finding: &Finding, results: &Results) -> String {
    let Some(first) = &finding.first else {
        return String::new();
    };
    let name = results.cases[first.case].case.last_part();
    match first.moment.as_ref().map(|moment| moment.lines) {
        None => format!("; {name}"),
        Some(0) => format!("; {name}, at the start"),
        Some(line) => format!("; {name}, line {line}"),
    }
}

/// Renders an example in a few words.
fn in_short(example: &Example) -> String {
    let mut input = Vec::new();
    for line in &example.input {
        let shown = visible(line.as_bytes());
        let is_plain = !shown.is_empty() && shown.trim() == shown;
        input.push(if is_plain {
            shown
        } else {
            format!("\"{shown}\"")
        });
    }
    let count = input.len();
    let input = match count {
        0 => "(none)".to_owned(),
        _ if count > EXAMPLE_START + EXAMPLE_END + 1 => format!(
            "{} ... {} ({count} lines)",
            input[..EXAMPLE_START].join(", "),
            input[count - EXAMPLE_END..].join(", ")
        ),
        _ => input.join(", "),
    };
    format!("seed {}, input {input}", visible(example.seed.as_bytes()))
}

/// Notes that some exit statuses were not compared.
fn statuses(results: &Results, with_status: usize) -> Option<String> {
    match (with_status, results.cases.len()) {
        (0, _) => Some("exit statuses were not compared: no case has a NAME.status.txt".to_owned()),
        (with_status, cases) if with_status < cases => Some(format!(
            "exit statuses were compared in {with_status} of {cases} cases: the others have no \
             NAME.status.txt"
        )),
        _ => None,
    }
}

/// Renders helpful tolerances, the commands that run and replay a failed case again, and a hint about details.
fn next_steps(results: &Results, options: &Options, has_more_details: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let requested = requested_case(results, options);
    let Some(first) = requested.or(results.cases.iter().find(|case| case.failed())) else {
        return lines;
    };
    lines.extend(results.tolerances.iter().map(ToString::to_string));
    if let Some(command_line) = &options.command_line {
        lines.push(format!("again: {}", command_line.with(&first.case.seed)));
    }
    let mut differences = first
        .failures
        .iter()
        .filter_map(|it| it.difference.as_ref());
    let moment = differences.find_map(|difference| difference.moment.as_ref());
    if let (Some(edition), Some(moment)) = (options.replayable, moment) {
        lines.extend(replay(&first.case, edition, moment.lines));
    }
    if has_more_details {
        lines.push(DETAILS.to_owned());
    }
    lines
}

/// Returns the first failed case whose details were requested, or the first one with a finding whose details were requested.
fn requested_case<'results>(
    results: &'results Results,
    options: &Options,
) -> Option<&'results CaseResult> {
    if options.verbose {
        return None;
    }
    let mut cases = results.cases.iter();
    let is_named = |result: &&CaseResult| result.failed() && options.details_case(&result.case);
    cases.find(is_named).or_else(|| {
        let mut findings = (1..).zip(&results.findings);
        let (_, finding) = findings.find(|(number, it)| options.details_finding(*number, it))?;
        Some(&results.cases[*finding.cases.first()?])
    })
}

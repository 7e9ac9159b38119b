//! The formats of a report, and the reporter, which renders the results of `check` in one of them
//! while cases are running. Two formats are for other programs: `JUnit` and Gradescope.

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
};

use clap::ValueEnum;
use maud::{PreEscaped, html};
use serde_json::json;

use super::{
    finding::Finding,
    human::HumanRenderer,
    results::{CaseResult, Results, Reveal, Verdict, repeats, to_pretty},
};
use crate::{
    error::Error,
    io::{Console, FileError, Progress, atomic_file, visible, warn},
};

/// Format of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, ValueEnum)]
pub enum Format {
    /// Text for people, printed case by case.
    #[default]
    Human,
    /// JSON with a version number.
    Json,
    /// XML that continuous integration shows.
    Junit,
    /// The file results.json of Gradescope.
    Gradescope,
}

/// The requested report of `check`.
#[derive(Debug)]
pub struct ReportRequest {
    pub format: Format,
    /// File of the report. With a file, standard output shows the human report.
    pub file: Option<PathBuf>,
    pub reveal: Reveal,
    /// The renderer without colours.
    pub human: HumanRenderer,
}

/// Reports the results of `check` while cases are running.
#[derive(Debug)]
pub struct Reporter<'a> {
    request: &'a ReportRequest,
    /// The renderer for standard output, with colours on a terminal.
    human: HumanRenderer,
    results: Vec<CaseResult>,
    pub progress: Progress,
}

impl<'a> Reporter<'a> {
    /// Starts a report. With a file, standard output shows the human report, and the file states
    /// at once that the check did not finish. Fails if the file exists but is not a regular file.
    pub fn new(request: &'a ReportRequest) -> Result<Self, Error> {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let mut human = request.human.clone();
        human.has_colours = io::stdout().is_terminal() && !no_colour;
        let reporter = Self {
            request,
            human,
            results: Vec::new(),
            progress: Progress::with_time_left(0, "cases"),
        };
        if let Some(path) = &request.file
            && path.symlink_metadata().is_ok_and(|data| !data.is_file())
        {
            return Err(FileError::not_regular(path).into());
        }
        // The error remains in the file if this process is killed.
        reporter.write(&Results::aborted(Vec::new(), "the check did not finish"))?;
        Ok(reporter)
    }

    /// Reports whether standard output shows the human report.
    fn is_for_people(&self) -> bool {
        self.request.format == Format::Human || self.request.file.is_some()
    }

    /// Adds a result, and prints it if standard output shows the human report.
    pub fn add(&mut self, result: CaseResult, console: &mut Console) -> Result<(), Error> {
        // Count the case before printing it: an interrupt may follow at once.
        self.progress.show(self.results.len() as u64 + 1);
        if self.is_for_people() {
            let revealed = result.clone().revealed(self.request.reveal);
            let text = self.human.case(&revealed);
            if !text.is_empty() {
                self.progress.suspend(|| console.print_if_read(text))?;
            }
        }
        self.results.push(result);
        Ok(())
    }

    /// Completes the report, and returns the results or the error that aborted the check.
    pub fn end(
        mut self,
        mut findings: Result<Vec<Finding>, Error>,
        console: &mut Console,
    ) -> Result<Results, Error> {
        self.progress.clear();
        let cases = std::mem::take(&mut self.results);
        let all_results = match &mut findings {
            Ok(findings) => Results::new(cases, std::mem::take(findings)),
            Err(error) => Results::aborted(cases, &error.to_string()),
        };
        let results = all_results.revealed(self.request.reveal);
        self.write(&results)?;
        if !self.is_for_people() {
            console.print_if_read(self.render(&results))?;
        } else if results.error.is_none() {
            console.print_if_read(self.human.end(&results))?;
        }
        findings?;
        self.warn_of_unknown_details(&results);
        Ok(results)
    }

    /// Warns of names in `--details` that match neither a case nor a finding.
    fn warn_of_unknown_details(&self, results: &Results) {
        for pattern in &self.request.human.details {
            let is_case = results.cases.iter().any(|it| it.case.matches(pattern));
            let mut findings = (1..).zip(&results.findings);
            let is_finding = findings.any(|(number, finding)| {
                pattern.matches(&finding.wording.name) || pattern.matches(&number.to_string())
            });
            if !is_case && !is_finding {
                let name = visible(pattern.as_str().as_bytes());
                warn(&format!("no case and no finding is called {name}"));
            }
        }
    }

    /// Renders a whole report in the requested format, without colours.
    fn render(&self, results: &Results) -> String {
        match self.request.format {
            Format::Human => self.request.human.report(results),
            Format::Json => results.json(),
            Format::Junit => junit_xml(results),
            Format::Gradescope => gradescope_json(results),
        }
    }

    fn write(&self, results: &Results) -> Result<(), FileError> {
        let Some(path) = &self.request.file else {
            return Ok(());
        };
        atomic_file::replace(path, self.render(results).as_bytes())
            .map_err(|error| FileError::file(path, error))
    }
}

/// Name of the suite in `JUnit` XML.
const SUITE: &str = "minesweeper-alpha";

/// Renders `JUnit` XML: a suite with a test for each case. The error of an aborted check is
/// another test.
pub fn junit_xml(results: &Results) -> String {
    let aborted = usize::from(results.error.is_some());
    // The sum of no numbers is -0.0.
    let time = results.cases.iter().map(|it| it.seconds).sum::<f64>().abs();
    let report = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
        testsuites name=(SUITE) {
            testsuite
                name=(SUITE)
                tests=(results.cases.len() + aborted)
                failures=(results.failed_count())
                errors=(results.count(Verdict::CouldNotBeGraded) + aborted)
                time=(format!("{time:.3}")) {
                @for (number, result) in results.cases.iter().enumerate() {
                    @let verdict = result.verdict.name();
                    @let details = case_text(number, results);
                    "\n"
                    testcase
                        name=(result.case.titled())
                        classname=(SUITE)
                        time=(result.seconds) {
                        @match result.verdict {
                            Verdict::Passed => @if !details.is_empty() {
                                system-out { (details.trim_end()) }
                            },
                            Verdict::CouldNotBeGraded => error type=(verdict) message=(verdict) {
                                (details)
                            },
                            _ => failure type=(verdict) message=(verdict) { (details) },
                        }
                    }
                }
                @if let Some(reason) = &results.error {
                    "\n"
                    testcase name="check" classname=(SUITE) time="0" {
                        error type="error" message=(reason) {}
                    }
                }
            }
        }
        "\n"
    };
    legal(&report.into_string())
}

/// Renders the `results.json` of Gradescope's autograder.
pub fn gradescope_json(results: &Results) -> String {
    if let Some(error) = &results.error {
        return to_pretty(&json!({ "score": 0.0, "output": error, "tests": [] }));
    }
    let mut tests = Vec::new();
    for (number, result) in results.cases.iter().enumerate() {
        tests.push(json!({
            "name": result.case.titled(),
            "number": (number + 1).to_string(),
            "status": if result.has_passed() { "passed" } else { "failed" },
            "score": result.points,
            "max_score": result.max_points,
            "visibility": result.case.about.visibility,
            "output": format!("{}\n{}", result.verdict.name(), case_text(number, results)),
            "output_format": "text",
        }));
    }
    to_pretty(&json!({ "score": results.points(), "tests": tests }))
}

/// Renders the causes and the failures of a case, for formats with one text for each case.
fn case_text(number: usize, results: &Results) -> String {
    let result = &results.cases[number];
    let mut text = String::new();
    for (_, cause) in results.of_case(number).filter(|(_, it)| it.is_cause()) {
        text += &format!("cause: {}\n", cause.wording.label());
    }
    text.extend(repeats(result.repeats).map(|line| line + "\n"));
    text.extend(result.details().into_iter().map(|line| line.text + "\n"));
    text
}

/// Replaces the characters that XML cannot contain, not even as references, by visible escapes.
fn legal(text: &str) -> String {
    let mut legal = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'.. => legal.push(character),
            _ => legal.extend(character.escape_unicode()),
        }
    }
    legal
}

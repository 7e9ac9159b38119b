//! Renders JSON. The version number changes with every incompatible change; new fields are
//! compatible.

use serde::Serialize;

use super::causes as in_lines;
use super::check_result::{Checked, Summary};
use super::diff_line::DiffLine;
use super::explanation::Finding;
use super::options::Reveal;
use super::result::{CaseResult, Failure};
use super::text;
use crate::cases::points::Points;

const VERSION: u32 = 3;

#[derive(Serialize)]
struct JsonReport {
    version: u32,
    passed: usize,
    failed: usize,
    not_graded: usize,
    not_run: usize,
    error: Option<String>,
    explained: usize,
    causes: Vec<Cause>,
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Cause {
    name: String,
    sentence: Option<String>,
    rule: Option<String>,
    cases: Vec<String>,
    places: usize,
    first: Option<First>,
    example: Option<Short>,
    also: Vec<Cause>,
}

#[derive(Serialize)]
struct Short {
    seed: String,
    input: Vec<String>,
    diff: Vec<String>,
}

#[derive(Serialize)]
struct First {
    case: String,
    round: Option<u64>,
    input_line: usize,
    input_text: Option<String>,
    diff: Vec<String>,
}

/// A case with its result.
#[derive(Serialize)]
struct Case {
    name: String,
    title: Option<String>,
    group: Option<String>,
    points: Points,
    max_points: Points,
    verdict: &'static str,
    seconds: f64,
    repeats: u32,
    seed: String,
    input: Option<String>,
    causes: Vec<String>,
    explained: bool,
    failures: Vec<Fault>,
    text: String,
}

#[derive(Serialize)]
struct Fault {
    verdict: &'static str,
    #[serde(rename = "part")]
    artifact: &'static str,
    message: String,
    byte: Option<usize>,
    line: Option<usize>,
    round: Option<u64>,
    input_line: Option<usize>,
    input_text: Option<String>,
    #[serde(rename = "lenient")]
    tolerance: Option<String>,
}

/// Renders the whole report.
pub(crate) fn report(checked: Checked<'_>) -> String {
    let summary = Summary::of(checked.results, checked.ending);
    let findings = checked.explanation.findings.iter();
    let results = checked.results.iter().enumerate();
    to_pretty(&JsonReport {
        version: VERSION,
        passed: summary.passed,
        failed: summary.failed,
        not_graded: summary.not_graded,
        not_run: summary.not_run,
        error: checked.ending.reason().map(str::to_owned),
        explained: checked.explanation.explained(),
        causes: findings.map(|finding| cause(finding, checked)).collect(),
        cases: results
            .map(|(number, result)| case(number, result, checked))
            .collect(),
    })
}

fn cause(finding: &Finding, checked: Checked<'_>) -> Cause {
    let reveal = checked.options.reveal;
    let name = |number: usize| {
        checked
            .results
            .get(number)
            .map(|result| result.case.name.clone())
            .unwrap_or_default()
    };
    let sentence = in_lines::shown_sentence(&finding.wording, reveal);
    let first = Some(&finding.first).filter(|_| reveal != Reveal::None);
    let diff = |lines: &[DiffLine]| -> Vec<String> {
        let lines = text::diff_lines(lines, reveal);
        lines.map(|line| line.text).collect()
    };
    let example = finding.example.as_ref();
    Cause {
        name: finding.wording.name.clone(),
        rule: sentence.map(|_| finding.wording.rule.clone()),
        sentence: sentence.map(str::to_owned),
        cases: finding.cases.iter().map(|&number| name(number)).collect(),
        places: finding.places,
        first: first.map(|first| First {
            case: name(first.case),
            round: first.moment.round,
            input_line: first.moment.lines,
            input_text: first.moment.line.clone(),
            diff: diff(&first.diff),
        }),
        example: example
            .filter(|_| reveal == Reveal::Full)
            .map(|example| Short {
                seed: example.seed.clone(),
                input: example.input.clone(),
                diff: diff(&example.diff),
            }),
        also: finding
            .also
            .iter()
            .map(|also| cause(also, checked))
            .collect(),
    }
}

fn case(number: usize, result: &CaseResult, checked: Checked<'_>) -> Case {
    let (reveal, explanation) = (checked.options.reveal, checked.explanation);
    let causes = explanation.causes_of(number);
    let shown = result.failures.iter().filter(|_| reveal != Reveal::None);
    Case {
        name: result.case.name.clone(),
        title: result.case.about.title.clone(),
        group: result.case.about.group.clone(),
        points: result.points(),
        max_points: result.case.about.worth.most(),
        verdict: result.verdict.name(),
        seconds: result.duration.as_secs_f64(),
        repeats: result.repeats,
        seed: result.case.seed.display().to_string(),
        input: result
            .case
            .input
            .as_ref()
            .map(|path| path.display().to_string()),
        causes: causes.map(|finding| finding.wording.name.clone()).collect(),
        explained: result.passed() || explanation.explains(number),
        failures: shown.map(|failure| fault(failure, reveal)).collect(),
        text: text::diffs(result, reveal),
    }
}

fn fault(failure: &Failure, reveal: Reveal) -> Fault {
    let difference = failure.difference.as_ref();
    let moment = difference.and_then(|difference| difference.moment.as_ref());
    Fault {
        verdict: failure.verdict.name(),
        artifact: failure.artifact.name(),
        message: text::message(failure, reveal),
        byte: difference.map(|difference| difference.byte),
        line: difference.map(|difference| difference.line),
        round: moment.and_then(|moment| moment.round),
        input_line: moment.map(|moment| moment.lines),
        input_text: moment.and_then(|moment| moment.line.clone()),
        tolerance: difference.and_then(|difference| difference.tolerance.clone()),
    }
}

/// Serializes a report.
pub(crate) fn to_pretty(report: &impl Serialize) -> String {
    // Strings, numbers and lists always make JSON.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

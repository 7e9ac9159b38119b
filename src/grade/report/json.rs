//! JSON. The form has a version, which changes when a reader of it would have
//! to; fields may be added without that.

use serde::Serialize;

use super::ending::Ending;
use super::options::Reveal;
use super::summary::Summary;
use super::text;
use crate::grade::judge::result::{CaseResult, Failure};

/// The version of the form.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Report {
    version: u32,
    passed: usize,
    failed: usize,
    not_run: usize,
    error: Option<String>,
    cases: Vec<Case>,
}

#[derive(Serialize)]
struct Case {
    name: String,
    verdict: &'static str,
    seconds: f64,
    repeats: u32,
    seed: String,
    input: Option<String>,
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

/// The whole report.
pub(crate) fn report(results: &[CaseResult], reveal: Reveal, ending: Ending<'_>) -> String {
    let summary = Summary::of(results, ending);
    let report = Report {
        version: VERSION,
        passed: summary.passed,
        failed: summary.failed,
        not_run: summary.not_run,
        error: ending.reason().map(str::to_owned),
        cases: results.iter().map(|result| case(result, reveal)).collect(),
    };
    to_pretty(&report)
}

fn case(result: &CaseResult, reveal: Reveal) -> Case {
    let shown = result.failures.iter().filter(|_| reveal != Reveal::None);
    Case {
        name: result.case.name.clone(),
        verdict: result.verdict.name(),
        seconds: result.duration.as_secs_f64(),
        repeats: result.repeats,
        seed: result.case.seed.display().to_string(),
        input: result
            .case
            .input
            .as_ref()
            .map(|path| path.display().to_string()),
        failures: shown.map(|failure| fault(failure, reveal)).collect(),
        text: text::joined(result, reveal),
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

/// A report as JSON.
pub(super) fn to_pretty(report: &impl Serialize) -> String {
    // Strings, numbers and lists always make JSON.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

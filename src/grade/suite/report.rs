//! Renders a measurement, for people or as JSON. The version number of the JSON changes with every
//! incompatible change; new fields are compatible.

use clap::ValueEnum;
use serde::Serialize;

use super::measure::Measurement;
use crate::analyse::flaws;
use crate::report::results::to_pretty;

/// Format of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people: the flaws that are not caught, and a summary.
    #[default]
    Human,
    /// JSON with everything.
    Json,
}

const VERSION: u32 = 1;

#[derive(Serialize)]
struct SuiteReport<'suite> {
    version: u32,
    edition: &'static str,
    caught: usize,
    flaws: Vec<FlawEntry<'suite>>,
    cases: Vec<CaseEntry<'suite>>,
    left_out: Vec<LeftOutEntry<'suite>>,
}

#[derive(Serialize)]
struct FlawEntry<'suite> {
    name: &'static str,
    sentence: &'static str,
    rule: &'static str,
    cases: Vec<&'suite str>,
}

#[derive(Serialize)]
struct CaseEntry<'suite> {
    name: &'suite str,
    catches: usize,
    only: usize,
}

#[derive(Serialize)]
struct LeftOutEntry<'suite> {
    name: &'suite str,
    reason: String,
}

/// Renders the whole report.
pub(crate) fn report(measurement: &Measurement, format: Format) -> String {
    match format {
        Format::Human => human(measurement),
        Format::Json => json(measurement),
    }
}

fn human(measurement: &Measurement) -> String {
    let mut lines = Vec::new();
    let uncaught = measurement.uncaught();
    for flaw in &uncaught {
        lines.push(format!("not caught: {}: {}", flaw.name, flaw.sentence()));
    }
    for case in &measurement.left_out {
        lines.push(format!("left out: {}: {}", case.name, case.reason));
    }
    let all = flaws::of_edition(measurement.edition).len();
    let cases = match measurement.cases.len() {
        1 => "1 case".to_owned(),
        count => format!("{count} cases"),
    };
    let caught = all - uncaught.len();
    lines.push(format!("{caught} of {all} flaws are caught by {cases}\n"));
    lines.join("\n")
}

fn json(measurement: &Measurement) -> String {
    to_pretty(&SuiteReport {
        version: VERSION,
        edition: measurement.edition.name,
        caught: flaws::of_edition(measurement.edition).len() - measurement.uncaught().len(),
        flaws: flaws::of_edition(measurement.edition)
            .into_iter()
            .enumerate()
            .map(|(number, flaw)| FlawEntry {
                name: flaw.name,
                sentence: flaw.sentence(),
                rule: flaw.rule(measurement.edition),
                cases: measurement.catchers(number).collect(),
            })
            .collect(),
        cases: measurement
            .cases
            .iter()
            .zip(measurement.only())
            .map(|(case, only)| CaseEntry {
                name: &case.name,
                catches: case.caught.iter().filter(|&&caught| caught).count(),
                only,
            })
            .collect(),
        left_out: measurement
            .left_out
            .iter()
            .map(|case| LeftOutEntry {
                name: &case.name,
                reason: case.reason.to_string(),
            })
            .collect(),
    })
}

//! The result of a measurement: which flaws are caught, for people or as JSON.

use clap::ValueEnum;
use serde::Serialize;

use super::measure::{Caught, Measure};
use crate::grade::loaded_case::LoadedCase;
use crate::report::results::to_pretty;
use crate::report::text::cases;

/// Format of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people: the flaws that are not caught, and a summary.
    #[default]
    Human,
    /// JSON with everything.
    Json,
}

/// Version of the JSON. It changes with every incompatible change; new fields are compatible.
const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
pub(super) struct SuiteReport {
    version: u32,
    edition: &'static str,
    /// Number of caught flaws.
    caught: usize,
    flaws: Vec<FlawEntry>,
    cases: Vec<CaseEntry>,
    pub(super) left_out: Vec<LeftOut>,
}

#[derive(Debug, Serialize)]
struct FlawEntry {
    name: &'static str,
    sentence: &'static str,
    rule: &'static str,
    /// Names of the cases that catch it.
    cases: Vec<String>,
}

#[derive(Debug, Serialize)]
struct CaseEntry {
    name: String,
    /// Number of flaws that it catches.
    catches: usize,
    /// Number of flaws that no other case catches.
    only: usize,
}

/// A case that was left out.
#[derive(Debug, Serialize)]
pub(super) struct LeftOut {
    pub(super) name: String,
    pub(super) reason: String,
}

impl SuiteReport {
    /// Measures cases.
    pub(super) fn new(measure: &Measure<'_>, loaded: &[LoadedCase]) -> Self {
        let mut report = Self {
            version: VERSION,
            edition: measure.edition.name,
            caught: 0,
            flaws: Vec::new(),
            cases: Vec::new(),
            left_out: Vec::new(),
        };
        let mut measured: Vec<(String, Caught)> = Vec::new();
        for (case, caught) in loaded.iter().zip(measure.all(loaded, "cases")) {
            let name = case.case.name.clone();
            match caught {
                Some(caught) => measured.push((name, caught)),
                None => report.left_out.push(LeftOut {
                    name,
                    reason: "the game without flaws fails it".to_owned(),
                }),
            }
        }
        for (number, flaw) in measure.flaws.iter().enumerate() {
            let catching = measured.iter().filter(|(_, caught)| caught[number]);
            report.flaws.push(FlawEntry {
                name: flaw.name,
                sentence: flaw.sentence(),
                rule: flaw.rule(measure.edition),
                cases: catching.map(|(name, _)| name.clone()).collect(),
            });
        }
        for (name, caught) in measured {
            let flaws = report.flaws.iter();
            let only = flaws.filter(|flaw| flaw.cases == [name.as_str()]).count();
            let catches = caught.iter().filter(|&&caught| caught).count();
            report.cases.push(CaseEntry {
                name,
                catches,
                only,
            });
        }
        let caught = report.flaws.iter().filter(|flaw| !flaw.cases.is_empty());
        report.caught = caught.count();
        report
    }

    /// Reports whether every flaw is caught.
    pub(super) fn catches_all(&self) -> bool {
        self.caught == self.flaws.len()
    }

    /// Renders the whole report.
    pub(super) fn render(&self, format: Format) -> String {
        if format == Format::Json {
            return to_pretty(self);
        }
        let mut text = String::new();
        for flaw in self.flaws.iter().filter(|flaw| flaw.cases.is_empty()) {
            text += &format!("not caught: {}: {}\n", flaw.name, flaw.sentence);
        }
        for case in &self.left_out {
            text += &format!("left out: {}: {}\n", case.name, case.reason);
        }
        let (caught, all) = (self.caught, self.flaws.len());
        let cases = cases(self.cases.len());
        text + &format!("{caught} of {all} flaws are caught by {cases}\n")
    }
}

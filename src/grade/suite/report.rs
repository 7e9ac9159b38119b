//! The result of a measurement: which flaws are caught, for people or as JSON.

use clap::ValueEnum;
use serde::Serialize;

use super::measure::{Caught, Measure};
use crate::cases::load::LoadedCase;
use crate::report::results::to_pretty;
use crate::report::text::cases;

/// Format of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SuiteFormat {
    /// Text for people: the flaws that are not caught, and a summary.
    #[default]
    Human,
    /// JSON with everything.
    Json,
}

/// Version of the JSON. It changes with every incompatible change; new fields are compatible.
const VERSION: u32 = 1;

#[derive(Debug, Serialize)]
pub(super) struct SuiteReport<'suite> {
    version: u32,
    edition: &'static str,
    /// Number of caught flaws.
    caught: usize,
    flaws: Vec<FlawEntry<'suite>>,
    cases: Vec<CaseEntry<'suite>>,
    left_out: Vec<LeftOut<'suite>>,
}

#[derive(Debug, Serialize)]
struct FlawEntry<'suite> {
    name: &'static str,
    sentence: &'static str,
    rule: &'static str,
    /// Names of the cases that catch it.
    cases: Vec<&'suite str>,
}

#[derive(Debug, Serialize)]
struct CaseEntry<'suite> {
    name: &'suite str,
    /// Number of flaws that it catches.
    catches: usize,
    /// Number of flaws that no other case catches.
    only: usize,
}

/// A case that was left out.
#[derive(Debug, Serialize)]
struct LeftOut<'suite> {
    name: &'suite str,
    reason: &'static str,
}

impl<'suite> SuiteReport<'suite> {
    /// Measures cases.
    pub(super) fn new(measure: &Measure<'_>, loaded: &'suite [LoadedCase]) -> Self {
        let (mut measured, mut left_out) = (Vec::<(&str, Caught)>::new(), Vec::new());
        for (case, caught) in loaded.iter().zip(measure.all(loaded, "cases")) {
            match caught {
                Some(caught) => measured.push((&case.case.name, caught)),
                None => left_out.push(LeftOut {
                    name: &case.case.name,
                    reason: "the game without flaws fails it",
                }),
            }
        }
        let flaws = measure.flaws.iter().map(|flaw| {
            let catching = measured
                .iter()
                .filter(|(_, caught)| caught.contains(flaw.name));
            FlawEntry {
                name: flaw.name,
                sentence: flaw.sentence,
                rule: flaw.rule(measure.edition),
                cases: catching.map(|(name, _)| *name).collect(),
            }
        });
        let flaws: Vec<FlawEntry<'_>> = flaws.collect();
        let cases = measured.iter().map(|(name, caught)| CaseEntry {
            name,
            catches: caught.len(),
            only: flaws.iter().filter(|flaw| flaw.cases == [*name]).count(),
        });
        Self {
            version: VERSION,
            edition: measure.edition.name,
            caught: flaws.iter().filter(|flaw| !flaw.cases.is_empty()).count(),
            cases: cases.collect(),
            flaws,
            left_out,
        }
    }

    /// Reports whether every flaw is caught.
    pub(super) fn catches_all(&self) -> bool {
        self.caught == self.flaws.len()
    }

    /// Renders the whole report.
    pub(super) fn render(&self, format: SuiteFormat) -> String {
        if format == SuiteFormat::Json {
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

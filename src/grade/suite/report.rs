//! Reports which flaws the cases catch, for people or as JSON.

use clap::ValueEnum;
use serde::Serialize;

use super::measure::Measure;
use crate::{cases::LoadedCase, io::counted, report::results::to_pretty};

/// Format of the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SuiteFormat {
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
    caught: usize,
    flaws: Vec<FlawEntry<'suite>>,
    cases: Vec<CaseEntry<'suite>>,
    left_out: Vec<OmittedCase<'suite>>,
}

#[derive(Debug, Serialize)]
struct FlawEntry<'suite> {
    name: &'static str,
    sentence: &'static str,
    rule: &'static str,
    /// Names of the cases that catch the flaw.
    cases: Vec<&'suite str>,
}

#[derive(Debug, Serialize)]
struct CaseEntry<'suite> {
    name: &'suite str,
    /// Number of flaws that the case catches.
    catches: usize,
    /// Number of flaws that no other case catches.
    only: usize,
}

/// A case that is not measured.
#[derive(Debug, Serialize)]
struct OmittedCase<'suite> {
    name: &'suite str,
    reason: &'static str,
}

impl<'suite> SuiteReport<'suite> {
    pub fn new(measure: &Measure<'_>, loaded: &'suite [LoadedCase]) -> Self {
        let names = loaded.iter().map(|case| case.case.name.as_str());
        let mut measured = Vec::new();
        let mut left_out = Vec::new();
        for (name, caught) in names.zip(measure.caught_by_each(loaded, "cases")) {
            match caught {
                Some(caught) => measured.push((name, caught)),
                None => left_out.push(OmittedCase {
                    name,
                    reason: "the game without flaws fails it",
                }),
            }
        }
        let mut flaws = Vec::new();
        for flaw in &measure.flaws {
            let catching = measured.iter().filter(|(_, it)| it.contains(flaw.name));
            flaws.push(FlawEntry {
                name: flaw.name,
                sentence: flaw.sentence,
                rule: flaw.rule(measure.edition),
                cases: catching.map(|(name, _)| *name).collect(),
            });
        }
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
    pub fn catches_all(&self) -> bool {
        self.caught == self.flaws.len()
    }

    pub fn render(&self, format: SuiteFormat) -> String {
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
        let caught = self.caught;
        let all = self.flaws.len();
        let cases = counted(self.cases.len(), "case", "cases");
        text + &format!("{caught} of {all} flaws are caught by {cases}\n")
    }
}

//! The result of a measurement: which flaws are caught, for people or as JSON.

use clap::ValueEnum;
use serde_json::{Value, json};

use super::measure::{Caught, Measure};
use crate::analyse::flaws::Flaw;
use crate::cases::load::LoadedCase;
use crate::edition::row::Edition;
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

/// Why a case was left out.
const LEFT_OUT: &str = "the game without flaws fails it";

/// The result of a measurement.
pub(super) struct SuiteReport<'suite> {
    edition: &'static Edition,
    /// The flaws, and the names of the cases that catch each.
    flaws: Vec<(&'static Flaw, Vec<&'suite str>)>,
    /// The measured cases, and what each catches.
    measured: Vec<(&'suite str, Caught)>,
    /// Names of the cases that the game without flaws fails.
    left_out: Vec<&'suite str>,
}

impl<'suite> SuiteReport<'suite> {
    /// Measures cases.
    pub(super) fn new(measure: &Measure<'_>, loaded: &'suite [LoadedCase]) -> Self {
        let (mut measured, mut left_out) = (Vec::<(&str, Caught)>::new(), Vec::new());
        for (case, caught) in loaded.iter().zip(measure.all(loaded, "cases")) {
            let name = case.case.name.as_str();
            match caught {
                Some(caught) => measured.push((name, caught)),
                None => left_out.push(name),
            }
        }
        let mut flaws = Vec::new();
        for &flaw in &measure.flaws {
            let catching = measured.iter().filter(|(_, all)| all.contains(flaw.name));
            flaws.push((flaw, catching.map(|(name, _)| *name).collect()));
        }
        Self {
            edition: measure.edition,
            flaws,
            measured,
            left_out,
        }
    }

    /// Counts the flaws that a case catches.
    fn caught(&self) -> usize {
        let flaws = self.flaws.iter();
        flaws.filter(|(_, cases)| !cases.is_empty()).count()
    }

    /// Reports whether every flaw is caught.
    pub(super) fn catches_all(&self) -> bool {
        self.caught() == self.flaws.len()
    }

    /// Renders the whole report.
    pub(super) fn render(&self, format: SuiteFormat) -> String {
        if format == SuiteFormat::Json {
            return to_pretty(&self.json());
        }
        let mut text = String::new();
        for (flaw, _) in self.flaws.iter().filter(|(_, cases)| cases.is_empty()) {
            text += &format!("not caught: {}: {}\n", flaw.name, flaw.sentence());
        }
        for name in &self.left_out {
            text += &format!("left out: {name}: {LEFT_OUT}\n");
        }
        let (caught, all) = (self.caught(), self.flaws.len());
        let cases = cases(self.measured.len());
        text + &format!("{caught} of {all} flaws are caught by {cases}\n")
    }

    fn json(&self) -> Value {
        let flaws = self.flaws.iter().map(|(flaw, cases)| {
            let (sentence, rule) = (flaw.sentence(), flaw.rule(self.edition));
            json!({ "name": flaw.name, "sentence": sentence, "rule": rule, "cases": cases })
        });
        let cases = self.measured.iter().map(|(name, caught)| {
            let only = self.flaws.iter().filter(|(_, cases)| *cases == [*name]);
            json!({ "name": name, "catches": caught.len(), "only": only.count() })
        });
        let left_out = self.left_out.iter();
        let left_out = left_out.map(|name| json!({ "name": name, "reason": LEFT_OUT }));
        json!({
            "version": VERSION,
            "edition": self.edition.name,
            "caught": self.caught(),
            "flaws": flaws.collect::<Vec<_>>(),
            "cases": cases.collect::<Vec<_>>(),
            "left_out": left_out.collect::<Vec<_>>(),
        })
    }
}

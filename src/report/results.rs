//! The results of a check: the model that all reports are rendered from. As JSON, the model is
//! itself the report for programs.

use std::{cmp::Reverse, collections::BTreeSet, fmt};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::finding::{DiffLine, Finding, Moment, Place, Wording, diff, with_moment};
use crate::{
    cases::{Artifact, Case, Points, Worth},
    io::{counted, variant_in_words},
};

/// The results of a program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Results {
    /// The error that aborted the check, if any. After an error, cases and causes may be missing.
    pub error: Option<String>,
    /// Mistakes of the program and differences without a known cause, those that cost the most
    /// points first.
    pub findings: Vec<Finding>,
    pub cases: Vec<CaseResult>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CaseResult {
    #[serde(flatten)]
    pub case: Case,
    /// Verdict of the first failure, or [`Verdict::Passed`].
    pub verdict: Verdict,
    pub points: Points,
    pub max_points: Points,
    /// Duration of the runs, to three decimals.
    pub seconds: f64,
    /// Number of repeats in isolation.
    pub repeats: u32,
    pub failures: Vec<Failure>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Passed,
    WrongOutput,
    WrongStatus,
    TimedOut,
    TooMuchOutput,
    TooMuchProcessorTime,
    TooMuchMemory,
    TooManyProcesses,
    TooLargeFiles,
    KilledByASignal,
    LeftProcessesBehind,
    CouldNotBeKilled,
    /// No statement about the command is possible.
    CouldNotBeGraded,
}

impl Verdict {
    pub fn name(self) -> String {
        variant_in_words(self)
    }

    /// Reports whether the program ended by itself, but with another result than expected.
    fn is_mismatch(self) -> bool {
        matches!(self, Self::WrongOutput | Self::WrongStatus)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    pub verdict: Verdict,
    #[serde(rename = "part")]
    pub artifact: Artifact,
    pub message: String,
    /// State of the game at the first difference, if known.
    pub moment: Option<Moment>,
    /// Diff of two outputs, or the last lines of the output if a limit ended the run.
    pub diff: Vec<DiffLine>,
    /// Tolerances with which the output would pass, separated by commas, if there are any.
    pub tolerance: Option<String>,
}

/// Amount of information about a case in a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
pub enum Reveal {
    /// Expected and actual output.
    #[default]
    Full,
    /// Actual output only.
    Actual,
    /// Verdicts only.
    None,
}

impl Failure {
    pub fn new(verdict: Verdict, artifact: Artifact, message: String) -> Self {
        Self {
            verdict,
            artifact,
            message,
            moment: None,
            diff: Vec::new(),
            tolerance: None,
        }
    }

    /// Describes the failure in a sentence without details of the case.
    fn sentence(&self) -> String {
        match self.verdict {
            Verdict::WrongOutput => format!("The {} differs.", self.artifact.name()),
            _ => format!("{}.", self.message.replacen("the ", "The ", 1)),
        }
    }
}

impl CaseResult {
    /// Creates the result of a case. Sorts the failures: a limit that ended the run comes before
    /// the output that is missing because of the limit.
    pub fn new(case: Case, mut failures: Vec<Failure>, seconds: f64) -> Self {
        failures.sort_by_key(|failure| match failure.verdict {
            Verdict::WrongOutput => 1,
            Verdict::WrongStatus => 2,
            _ => 0,
        });
        let points = earned_points(&case.about.worth, &failures);
        // The combined output is of interest only if each stream is right.
        if failures.len() > 1 && failures[0].artifact != Artifact::CombinedOutput {
            let is_combined = |it: &mut Failure| it.artifact == Artifact::CombinedOutput;
            let removed: Vec<_> = failures.extract_if(.., is_combined).collect();
            if removed.iter().any(|it| it.tolerance.is_none()) {
                // No tolerance lets the case pass.
                for failure in &mut failures {
                    failure.tolerance = None;
                }
            }
        }
        Self {
            verdict: failures.first().map_or(Verdict::Passed, |it| it.verdict),
            points,
            max_points: case.max_points(),
            case,
            seconds: (seconds * 1e3).round() / 1e3,
            repeats: 0,
            failures,
        }
    }

    pub fn has_passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// Reports whether the command failed. A case that could not be graded has neither passed nor
    /// failed.
    pub fn has_failed(&self) -> bool {
        !matches!(self.verdict, Verdict::Passed | Verdict::CouldNotBeGraded)
    }

    /// Renders the failures with their diffs.
    pub fn details(&self) -> Vec<DiffLine> {
        let mut lines = Vec::new();
        for failure in &self.failures {
            lines.push(with_moment(&failure.message, failure.moment.as_ref()).into());
            lines.extend(diff(&failure.diff));
        }
        lines
    }

    /// Returns the lost points, in millionths.
    fn lost_points(&self) -> u64 {
        let [max, earned] = [self.max_points, self.points].map(Points::millionths);
        max.saturating_sub(earned)
    }

    /// Returns the part of the result that a reader may see.
    pub fn revealed(mut self, reveal: Reveal) -> Self {
        match reveal {
            Reveal::Full => return self,
            Reveal::None if self.has_failed() => self.failures.clear(),
            Reveal::None | Reveal::Actual => {}
        }
        for failure in &mut self.failures {
            if failure.verdict == Verdict::WrongStatus {
                "the exit status differs".clone_into(&mut failure.message);
            }
            failure.diff.retain(|line| !line.reveals_expected());
        }
        self
    }
}

/// Renders the number of repeated runs, if there are any.
pub fn repeats(count: u32) -> Option<String> {
    (count > 0).then(|| format!("runs repeated alone: {count}"))
}

/// Returns the points of a case. A program that did not end by itself earns none.
fn earned_points(worth: &Worth, failures: &[Failure]) -> Points {
    match worth {
        _ if failures.is_empty() => worth.max_points(),
        Worth::Parts(parts) if failures.iter().all(|it| it.verdict.is_mismatch()) => parts
            .iter()
            .filter(|(part, _)| failures.iter().all(|failure| failure.artifact != **part))
            .map(|(_, points)| *points)
            .sum(),
        _ => Points::default(),
    }
}

impl Results {
    /// Collects results and the findings of their analysis. Adds findings for failed cases that the
    /// analysis did not inspect: cases that expect another game, are too large, or failed for
    /// another reason than their output.
    pub fn new(cases: Vec<CaseResult>, mut findings: Vec<Finding>) -> Self {
        let known_count = findings.len();
        for (number, case) in cases.iter().enumerate().filter(|(_, it)| it.has_failed()) {
            let is_known = findings[..known_count].iter().any(|it| it.has_case(number));
            let Some(failure) = case.failures.first().filter(|_| !is_known) else {
                continue;
            };
            let sentence = failure.sentence();
            let mut added = findings[known_count..].iter_mut();
            if let Some(finding) = added.find(|finding| finding.wording.sentence == sentence) {
                finding.cases.push(number);
                finding.places += 1;
            } else {
                let place = Place {
                    case: number,
                    moment: failure.moment.clone(),
                    diff: failure.diff.clone(),
                };
                findings.push(Finding::unexplained(sentence, vec![number], Some(place)));
            }
        }
        let lost_points: Vec<u64> = cases.iter().map(CaseResult::lost_points).collect();
        sort(&mut findings, &lost_points);
        Self {
            error: None,
            findings,
            cases,
        }
    }

    /// Returns the results of a check that an error aborted.
    pub fn aborted(cases: Vec<CaseResult>, error: &str) -> Self {
        Self {
            error: Some(error.to_owned()),
            ..Self::new(cases, Vec::new())
        }
    }

    pub fn count(&self, verdict: Verdict) -> usize {
        self.cases.iter().filter(|it| it.verdict == verdict).count()
    }

    pub fn failed_count(&self) -> usize {
        self.cases.iter().filter(|case| case.has_failed()).count()
    }

    /// Counts the failed cases that causes explain to the byte.
    pub fn explained_count(&self) -> usize {
        let is_explained = |&number: &usize| {
            self.cases[number].has_failed() && self.of_case(number).all(|(_, it)| it.is_cause())
        };
        (0..self.cases.len()).filter(is_explained).count()
    }

    /// Returns the number of the first shown finding above the one with this number that is seen in
    /// the same place with the same diff, if the diff has lines.
    pub fn seen_before(&self, number: usize, is_shown: impl Fn(usize) -> bool) -> Option<usize> {
        let place_of = |number: usize| self.findings[number - 1].first.as_ref();
        let place = place_of(number).filter(|place| !place.diff.is_empty())?;
        (1..number).find(|&earlier| place_of(earlier) == Some(place) && is_shown(earlier))
    }

    /// Returns the findings of a case, with their numbers from 1.
    pub fn of_case(&self, case: usize) -> impl Iterator<Item = (usize, &Finding)> {
        let findings = (1..).zip(&self.findings);
        findings.filter(move |(_, finding)| finding.has_case(case))
    }

    pub fn points(&self) -> Points {
        self.cases.iter().map(|case| case.points).sum()
    }

    /// Returns all tolerances with which a failed case would pass, if there are any.
    pub fn helpful_tolerances(&self) -> Option<HelpfulTolerances> {
        let mut cases = 0;
        let mut tolerances = BTreeSet::new();
        for case in &self.cases {
            let failures = case.failures.iter();
            let needed: Option<Vec<&str>> = failures.map(|it| it.tolerance.as_deref()).collect();
            let needed = needed.unwrap_or_default();
            cases += usize::from(!needed.is_empty());
            tolerances.extend(needed.into_iter().flat_map(|names| names.split(',')));
        }
        if tolerances.contains("layout") {
            // `layout` includes all tolerances of whitespace.
            tolerances.retain(|name| ["layout", "message", "version"].contains(name));
        }
        let names: Vec<&str> = tolerances.into_iter().collect();
        let option = format!("--tolerate {}", names.join(","));
        (cases > 0).then_some(HelpfulTolerances { cases, option })
    }

    /// Returns the part of the results that a reader may see.
    pub fn revealed(mut self, reveal: Reveal) -> Self {
        if reveal == Reveal::Full {
            return self;
        }
        self.findings = revealed(self.findings, reveal);
        let cases = self.cases.into_iter();
        self.cases = cases.map(|case| case.revealed(reveal)).collect();
        self
    }

    pub fn json(&self) -> String {
        to_pretty(&JsonReport {
            version: VERSION,
            passed: self.count(Verdict::Passed),
            failed: self.failed_count(),
            explained: self.explained_count(),
            results: self,
        })
    }
}

/// Sorts findings by the points that fixing them regains. `lost_points` has an entry for each case,
/// in millionths. Findings of the same case get equal shares of its points, so that findings that
/// must be fixed together stay together.
fn sort(findings: &mut [Finding], lost_points: &[u64]) {
    let mut shares = vec![0; lost_points.len()];
    for case in findings.iter().flat_map(|finding| &finding.cases) {
        shares[*case] += 1;
    }
    findings.sort_by_cached_key(|finding| {
        let cases = finding.cases.iter();
        let points: u64 = cases.map(|&case| lost_points[case] / shares[case]).sum();
        Reverse((points, finding.cases.len()))
    });
}

/// Returns the part of findings that a reader may see. The differences without a known cause become
/// one finding.
fn revealed(findings: Vec<Finding>, reveal: Reveal) -> Vec<Finding> {
    let (mut visible, others): (Vec<_>, Vec<_>) = findings.into_iter().partition(Finding::is_cause);
    if let Some(mut unexplained) = others.into_iter().reduce(Finding::joined) {
        unexplained.wording = Wording::plain("", "The results differ.".to_owned(), "");
        visible.push(unexplained);
    }
    for finding in &mut visible {
        finding.example = None;
        if let Some(first) = &mut finding.first {
            first.diff.retain(|line| !line.reveals_expected());
        }
        let wording = &mut finding.wording;
        if reveal == Reveal::None {
            finding.first = None;
            if !wording.name.is_empty() {
                wording.general.clear();
                wording.rule.clear();
            }
        }
        // The general sentence quotes no output.
        wording.sentence.clone_from(&wording.general);
    }
    visible
}

/// Tolerances with which more cases pass.
#[derive(Debug)]
pub struct HelpfulTolerances {
    pub cases: usize,
    /// The option that tolerates the differences.
    pub option: String,
}

impl fmt::Display for HelpfulTolerances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let passes = counted(self.cases, "more case passes", "more cases pass");
        write!(f, "{passes} with {}", self.option)
    }
}

/// Version of the JSON. It changes with every incompatible change; new fields are compatible.
const VERSION: u32 = 5;

#[derive(Serialize)]
struct JsonReport<'a> {
    version: u32,
    passed: usize,
    failed: usize,
    explained: usize,
    #[serde(flatten)]
    results: &'a Results,
}

/// Serializes a report as indented JSON.
pub fn to_pretty(report: &impl Serialize) -> String {
    // Serializing strings, numbers and lists always succeeds.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    fn sorted(all: &[(&str, Range<usize>)], worth: &[u64]) -> String {
        let mut findings = Vec::new();
        for (name, cases) in all {
            let cases = cases.clone().collect();
            findings.push(Finding::unexplained((*name).to_owned(), cases, None));
        }
        let worth: Vec<u64> = worth.iter().map(|points| points * 1_000_000).collect();
        sort(&mut findings, &worth);
        findings.into_iter().map(|it| it.wording.sentence).collect()
    }

    #[test]
    fn findings_are_sorted_by_the_points_that_fixing_them_regains() {
        let all = [("a", 0..6), ("b", 0..2), ("c", 6..9), ("d", 2..3)];
        assert_eq!(sorted(&all, &[1; 9]), "acbd");
        assert_eq!(sorted(&all, &[1, 1, 1, 1, 1, 1, 3, 3, 3]), "cabd");
        // Equal findings keep their order.
        assert_eq!(sorted(&[("a", 0..2), ("b", 0..2)], &[1; 2]), "ab");
    }

    #[test]
    fn findings_that_must_be_fixed_together_stay_together() {
        let all = [("a", 0..9), ("b", 9..13), ("c", 0..9), ("d", 0..9)];
        assert_eq!(sorted(&all, &[1; 13]), "bacd");
        let all = [("a", 0..9), ("b", 9..11), ("c", 0..9), ("d", 0..9)];
        assert_eq!(sorted(&all, &[1; 11]), "acdb");
    }

    #[test]
    fn hidden_differences_are_one_finding() {
        let all = [("a", 0..2), ("b", 1..3)].map(|(sentence, cases)| {
            Finding::unexplained(sentence.to_owned(), cases.collect(), None)
        });
        let joined = revealed(all.to_vec(), Reveal::None);
        assert_eq!(joined.len(), 1);
        assert_eq!((&joined[0].cases, joined[0].places), (&vec![0, 1, 2], 4));
    }
}

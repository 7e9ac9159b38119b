//! The results of a check: the model that all reports are rendered from. As JSON it is the report for programs.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::diff_line::{DiffLine, Side};
use super::finding::{self, Finding, Place, Reveal};
use super::moment::Moment;
use super::tolerance::{Helpful, helpful};
use crate::cases::case::{Artifact, Case};
use crate::cases::points::{Points, Worth};

/// Version of the JSON. It changes with every incompatible change; new fields are compatible.
const VERSION: u32 = 4;

#[derive(Serialize)]
struct JsonReport<'results> {
    version: u32,
    #[serde(flatten)]
    results: &'results Results,
}

/// The results of a program.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Results {
    /// Number of cases that passed.
    pub(crate) passed: usize,
    /// Number of cases that failed.
    pub(crate) failed: usize,
    /// Number of cases without a verdict about the command.
    pub(crate) not_graded: usize,
    /// Number of cases that `--fail-fast` skipped.
    pub(crate) not_run: usize,
    /// Number of failed cases that causes explain to the byte.
    pub(crate) explained: usize,
    /// The error that aborted the check, if any. Then cases may be missing, and there are no findings.
    pub(crate) error: Option<String>,
    /// Tolerances with which more failed cases pass, the most helpful first.
    pub(crate) tolerances: Vec<Helpful>,
    /// Mistakes of the program and differences without a known cause, those that cost the most points first.
    pub(crate) findings: Vec<Finding>,
    pub(crate) cases: Vec<CaseResult>,
}

/// Result of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct CaseResult {
    #[serde(flatten)]
    pub(crate) case: Case,
    /// Verdict of the first failure.
    pub(crate) verdict: Verdict,
    pub(crate) points: Points,
    pub(crate) max_points: Points,
    /// Duration of the runs, to three decimals.
    pub(crate) seconds: f64,
    /// Number of runs that were repeated in isolation.
    pub(crate) repeats: u32,
    pub(crate) failures: Vec<Failure>,
}

/// Verdict on a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// Everything is as expected.
    Passed,
    /// An output is not as expected.
    #[serde(rename = "wrong output")]
    WrongOutput,
    /// The exit status is not as expected.
    #[serde(rename = "wrong status")]
    WrongStatus,
    /// The command ran too long.
    #[serde(rename = "timed out")]
    TimedOut,
    /// The command printed too much.
    #[serde(rename = "too much output")]
    TooMuchOutput,
    /// The command used too much of the processor's time.
    #[serde(rename = "too much processor time")]
    TooMuchCpuTime,
    /// The command used too much memory.
    #[serde(rename = "too much memory")]
    TooMuchMemory,
    /// The command had too many processes.
    #[serde(rename = "too many processes")]
    TooManyProcesses,
    /// The command wrote too much into files.
    #[serde(rename = "too large files")]
    TooManyFiles,
    /// The command was killed by a signal.
    #[serde(rename = "killed by a signal")]
    Killed,
    /// The command left processes behind.
    #[serde(rename = "left processes behind")]
    LeftProcesses,
    /// Processes of the command could not be killed.
    #[serde(rename = "could not be killed")]
    CouldNotBeKilled,
    /// No statement about the command is possible.
    #[serde(rename = "could not be graded")]
    NotGraded,
    /// `--fail-fast` skipped the case.
    #[serde(rename = "not run")]
    NotRun,
}

impl Verdict {
    /// Returns the verdict in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::WrongOutput => "wrong output",
            Self::WrongStatus => "wrong status",
            Self::TimedOut => "timed out",
            Self::TooMuchOutput => "too much output",
            Self::TooMuchCpuTime => "too much processor time",
            Self::TooMuchMemory => "too much memory",
            Self::TooManyProcesses => "too many processes",
            Self::TooManyFiles => "too large files",
            Self::Killed => "killed by a signal",
            Self::LeftProcesses => "left processes behind",
            Self::CouldNotBeKilled => "could not be killed",
            Self::NotGraded => "could not be graded",
            Self::NotRun => "not run",
        }
    }
}

/// A failure of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Failure {
    pub(crate) verdict: Verdict,
    #[serde(rename = "part")]
    pub(crate) artifact: Artifact,
    pub(crate) message: String,
    /// Expected exit status, if another one was found.
    pub(crate) expected_status: Option<i32>,
    pub(crate) difference: Option<Difference>,
    /// Last lines of the output, with control characters escaped, if a limit ended the run.
    pub(crate) printed: Vec<String>,
}

/// First difference of two outputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Difference {
    /// Offset of the first different byte.
    pub(crate) byte: usize,
    /// Offset of that byte in the found output.
    pub(crate) found_byte: usize,
    /// Number of its line, from 1.
    pub(crate) line: usize,
    /// State of the game, if known.
    pub(crate) moment: Option<Moment>,
    pub(crate) diff: Vec<DiffLine>,
    /// Tolerances with which the output would pass, if any.
    pub(crate) tolerance: Option<String>,
}

impl Failure {
    pub(crate) fn new(verdict: Verdict, artifact: Artifact, message: String) -> Self {
        Self {
            verdict,
            artifact,
            message,
            expected_status: None,
            difference: None,
            printed: Vec::new(),
        }
    }

    /// Returns the message, with the expected status if that was not removed.
    pub(crate) fn message(&self) -> String {
        match self.expected_status {
            Some(expected) => format!("{}, expected {expected}", self.message),
            None => self.message.clone(),
        }
    }
}

impl CaseResult {
    /// Returns the result of a case. A limit that ended the run comes before the output that is missing because of it.
    pub(crate) fn new(case: Case, mut failures: Vec<Failure>, seconds: f64) -> Self {
        failures.sort_by_key(|failure| match failure.verdict {
            Verdict::WrongOutput => 1,
            Verdict::WrongStatus => 2,
            _ => 0,
        });
        Self {
            verdict: failures.first().map_or(Verdict::Passed, |it| it.verdict),
            points: points(case.about.worth, &failures),
            max_points: case.about.worth.most(),
            case,
            seconds: (seconds * 1e3).round() / 1e3,
            repeats: 0,
            failures,
        }
    }

    /// Returns the result of a case that `--fail-fast` skipped.
    pub(crate) fn not_run(case: Case) -> Self {
        Self {
            verdict: Verdict::NotRun,
            points: Points::default(),
            ..Self::new(case, Vec::new(), 0.0)
        }
    }

    pub(crate) fn passed(&self) -> bool {
        self.verdict == Verdict::Passed
    }

    /// Reports whether the command failed.
    pub(crate) fn failed(&self) -> bool {
        !matches!(
            self.verdict,
            Verdict::Passed | Verdict::NotGraded | Verdict::NotRun
        )
    }

    /// Removes what a reader must not see.
    pub(super) fn hide(&mut self, reveal: Reveal) {
        if reveal == Reveal::Full {
            return;
        }
        if reveal == Reveal::None && self.failed() {
            self.failures.clear();
        }
        for failure in &mut self.failures {
            failure.expected_status = None;
            if let Some(difference) = &mut failure.difference {
                difference.diff.retain(|line| !line.tells_expected());
            }
        }
    }

    /// Returns the smallest set of tolerances that makes the case pass, if there is one.
    fn needed_tolerances(&self) -> Option<BTreeSet<String>> {
        let mut needed = BTreeSet::new();
        for failure in &self.failures {
            let names = failure.difference.as_ref()?.tolerance.as_ref()?;
            needed.extend(names.split(',').map(str::to_owned));
        }
        Some(needed).filter(|needed| !needed.is_empty())
    }

    /// Describes the failures in sentences. The combined output is of interest only if each stream is right.
    fn sentence(&self) -> String {
        let mut sentences: Vec<String> = Vec::new();
        for failure in &self.failures {
            let mut what = failure.message();
            if failure.difference.is_some() {
                what = format!("{} differs", failure.artifact.name());
            }
            if let Some(rest) = what.strip_prefix("it ") {
                what = format!("the program {rest}");
            }
            let is_repeated = failure.artifact == Artifact::Merged && !sentences.is_empty();
            let (first, rest) = what.split_at(what.chars().next().map_or(0, char::len_utf8));
            let sentence = format!("{}{}.", first.to_uppercase(), rest.trim_end_matches('.'));
            if !is_repeated && !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        sentences.join(" ")
    }

    /// Returns the first difference of the case, or the end of its output if a limit ended the run.
    fn place(&self, case: usize) -> Place {
        let mut differences = self.failures.iter().filter_map(|it| it.difference.as_ref());
        let printed = self.failures.iter().flat_map(|it| &it.printed);
        let printed = printed.map(|text| DiffLine {
            side: Side::Found,
            text: text.clone(),
        });
        match differences.next() {
            Some(difference) => Place {
                case,
                moment: difference.moment.clone(),
                diff: difference.diff.clone(),
            },
            None => Place {
                case,
                moment: None,
                diff: printed.collect(),
            },
        }
    }
}

/// Returns the points of a case. A program that did not end by itself earns none.
fn points(worth: Worth, failures: &[Failure]) -> Points {
    let mut right = Artifact::ALL.to_vec();
    for failure in failures {
        match failure.verdict {
            Verdict::WrongOutput | Verdict::WrongStatus => {
                right.retain(|artifact| *artifact != failure.artifact);
            }
            _ => return Points::default(),
        }
    }
    match worth {
        Worth::Whole(points) if failures.is_empty() => points,
        Worth::Whole(_) => Points::default(),
        Worth::Parts(parts) => right.iter().map(|artifact| artifact.points(&parts)).sum(),
    }
}

impl Results {
    /// Collects results and the findings of their analysis.
    pub(crate) fn new(cases: Vec<CaseResult>, findings: Vec<Finding>) -> Self {
        let failed = cases.iter().filter(|case| case.failed());
        let needed: Vec<_> = failed.filter_map(CaseResult::needed_tolerances).collect();
        let mut results = Self {
            tolerances: helpful(&needed),
            cases,
            ..Self::default()
        };
        results.findings = results.completed(findings);
        [
            results.passed,
            results.failed,
            results.not_graded,
            results.not_run,
            results.explained,
        ] = results.counts();
        results
    }

    /// Counts the cases that passed, failed, could not be graded and were not run, and the failed ones that causes explain.
    fn counts(&self) -> [usize; 5] {
        let mut counts = [0; 5];
        for (number, case) in self.cases.iter().enumerate() {
            counts[match case.verdict {
                Verdict::Passed => 0,
                Verdict::NotGraded => 2,
                Verdict::NotRun => 3,
                _ => 1,
            }] += 1;
            counts[4] += usize::from(self.explains(number));
        }
        counts
    }

    /// Reports whether results that were read from a file are not damaged: their counts and indices fit their cases.
    pub(crate) fn are_sound(&self) -> bool {
        let counts = [
            self.passed,
            self.failed,
            self.not_graded,
            self.not_run,
            self.explained,
        ];
        counts == self.counts() && self.findings.iter().all(|it| it.fits(self.cases.len()))
    }

    /// Returns the results of a check that an error aborted.
    pub(crate) fn aborted(cases: Vec<CaseResult>, error: &str) -> Self {
        Self {
            error: Some(error.to_owned()),
            findings: Vec::new(),
            ..Self::new(cases, Vec::new())
        }
    }

    /// Sorts findings, and adds the failures of cases that the analysis did not inspect: those that expect another game, are too
    /// large, or failed for another reason than their output.
    fn completed(&self, findings: Vec<Finding>) -> Vec<Finding> {
        let cases = self.cases.iter();
        let lost = |case: &CaseResult| {
            case.max_points
                .millionths()
                .saturating_sub(case.points.millionths())
        };
        let lost: Vec<u64> = cases.map(lost).collect();
        let mut sorted = finding::sort(findings, &lost);
        let mut others: Vec<Finding> = Vec::new();
        for (number, case) in self.cases.iter().enumerate() {
            let mut known = sorted.iter();
            if !case.failed() || known.any(|finding| finding.has_case(number)) {
                continue;
            }
            let finding =
                Finding::unexplained(case.sentence(), vec![number], Some(case.place(number)));
            let diff = |finding: &Finding| finding.first.as_ref().map(|first| first.diff.clone());
            let same = others
                .iter_mut()
                .find(|other| other.wording == finding.wording && diff(other) == diff(&finding));
            match same {
                Some(same) => {
                    same.cases.push(number);
                    same.places += 1;
                }
                None => others.push(finding),
            }
        }
        others.sort_by_key(|finding| std::cmp::Reverse(finding.cases.len()));
        sorted.extend(others);
        sorted
    }

    /// Returns the findings of a case, with their numbers from 1.
    pub(crate) fn of_case(&self, case: usize) -> impl Iterator<Item = (usize, &Finding)> {
        let findings = (1..).zip(&self.findings);
        findings.filter(move |(_, finding)| finding.has_case(case))
    }

    /// Reports whether causes explain a failed case to the byte.
    pub(crate) fn explains(&self, case: usize) -> bool {
        self.cases[case].failed() && self.of_case(case).all(|(_, finding)| finding.is_cause())
    }

    /// Sum of the points of all cases.
    pub(crate) fn points(&self) -> Points {
        self.cases.iter().map(|case| case.points).sum()
    }

    /// Returns the part of the results that a reader may see.
    pub(crate) fn revealed(mut self, reveal: Reveal) -> Self {
        if reveal == Reveal::Full {
            return self;
        }
        for finding in &mut self.findings {
            finding.hide(reveal);
        }
        self.findings = finding::join(self.findings);
        // What is hidden helps least.
        self.findings
            .sort_by_key(|finding| !finding.is_cause() && !finding.shows_output());
        for case in &mut self.cases {
            case.hide(reveal);
        }
        self
    }

    /// Renders JSON.
    pub(crate) fn json(&self) -> String {
        to_pretty(&JsonReport {
            version: VERSION,
            results: self,
        })
    }
}

/// Serializes a report.
pub(crate) fn to_pretty(report: &impl Serialize) -> String {
    // Strings, numbers and lists always make JSON.
    serde_json::to_string_pretty(report).unwrap_or_default() + "\n"
}

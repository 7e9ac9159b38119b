//! Findings: the mistakes of a program, and differences without a known cause.

use std::{cmp::Reverse, fmt};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::diff_line::DiffLine;
use crate::{
    field::{Line, lines},
    io::visible,
};

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

/// A mistake of the program, or a difference without a known cause.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    #[serde(flatten)]
    pub wording: Wording,
    /// Indices of the cases that have the finding.
    pub cases: Vec<usize>,
    pub places: usize,
    /// The first place with the fewest other differences.
    pub first: Option<Place>,
    /// The shortest game that shows the finding.
    pub example: Option<Example>,
}

/// Name and sentences of a finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wording {
    /// Stable name of the cause; empty if no cause is known.
    pub name: String,
    /// The name without the situation in which the mistake occurs.
    pub stem: String,
    /// Names of causes that the cases cannot distinguish from this one.
    pub alternatives: Vec<String>,
    /// The mistake or the difference, as a sentence; empty if it is hidden.
    pub sentence: String,
    /// A sentence without situation and quotes, for all causes with the same stem.
    pub general: String,
    /// The rule of the assignment, as a sentence; empty if no cause is known or the sentence is
    /// hidden.
    pub rule: String,
}

impl Wording {
    /// Creates a wording without a situation and without quotes.
    pub fn plain(name: &str, sentence: String, rule: &str) -> Self {
        Self {
            name: name.to_owned(),
            stem: name.to_owned(),
            alternatives: Vec::new(),
            general: sentence.clone(),
            sentence,
            rule: rule.to_owned(),
        }
    }

    /// Returns the sentence, or the name if the sentence is hidden.
    pub fn label(&self) -> &str {
        match self.sentence.as_str() {
            "" => &self.name,
            sentence => sentence,
        }
    }

    /// Reports whether `name` is the name of the cause or of an alternative.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alternatives.iter().any(|other| other == name)
    }

    /// Reports whether the cause is that the program starts no game.
    pub fn is_about_the_start(&self) -> bool {
        matches!(self.name.as_str(), "no-game" | "file-not-found")
    }
}

/// A place in the output of a case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Place {
    pub case: usize,
    /// State of the game, if known.
    pub moment: Option<Moment>,
    pub diff: Vec<DiffLine>,
}

/// State of the game at some point of its output.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// Number of rounds completed, if the game counts them.
    pub round: Option<u64>,
    /// Number of lines of input read.
    pub lines: usize,
    /// The last line, with control characters escaped; `None` at the end of the input.
    pub line: Option<String>,
}

impl Moment {
    /// Creates the moment after a number of lines of `input`. A line that is too long becomes three
    /// dots.
    pub fn new(round: Option<u64>, lines: usize, input: &[u8]) -> Self {
        let last = lines.checked_sub(1);
        let line = match last.and_then(|last| lines::split(input).nth(last)) {
            Some(Line::Text(line)) => Some(visible(line)),
            Some(Line::TooLong) => Some("...".to_owned()),
            Some(Line::End) | None => None,
        };
        Self { round, lines, line }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(round) = self.round {
            write!(f, "in round {round}, ")?;
        }
        match (&self.line, self.lines) {
            (_, 0) => write!(f, "before the first line of input"),
            (Some(line), number) if line.trim().is_empty() => {
                write!(f, "after line {number} of the input, which is blank")
            }
            (Some(line), number) => write!(f, "after line {number} of the input: {line}"),
            (None, _) => write!(f, "at the end of the input"),
        }
    }
}

/// A short game that shows a cause.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Example {
    pub seed: String,
    pub input: Vec<String>,
    pub diff: Vec<DiffLine>,
}

impl Finding {
    /// Creates a difference without a known cause.
    pub fn unexplained(sentence: String, cases: Vec<usize>, first: Option<Place>) -> Self {
        Self {
            wording: Wording::plain("", sentence, ""),
            places: cases.len(),
            cases,
            first,
            example: None,
        }
    }

    /// Adds the cases and places of another finding.
    pub fn joined(mut self, other: Self) -> Self {
        self.cases.extend(other.cases);
        self.cases.sort_unstable();
        self.cases.dedup();
        self.places += other.places;
        self
    }

    /// Returns the sentence or the name, with a note if no cause is known.
    pub fn title(&self) -> String {
        let note = " (cause unknown)";
        self.wording.label().to_owned() + if self.is_cause() { "" } else { note }
    }

    pub fn is_cause(&self) -> bool {
        !self.wording.name.is_empty()
    }

    /// Reports whether the finding has cases, and all their indices are below `case_count`.
    pub fn fits(&self, case_count: usize) -> bool {
        let first = self.first.iter().map(|place| &place.case);
        !self.cases.is_empty() && first.chain(&self.cases).all(|index| *index < case_count)
    }

    pub fn has_case(&self, case: usize) -> bool {
        self.cases.binary_search(&case).is_ok()
    }
}

/// Removes what a reader must not see. The differences without a known cause become one finding.
pub(super) fn hide(findings: Vec<Finding>, reveal: Reveal) -> Vec<Finding> {
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

/// Sorts findings by the points that fixing them regains. `lost_points` has an entry for each case,
/// in millionths. Findings of the same case get equal shares of its points, so that findings that
/// must be fixed together stay together.
pub fn sort(findings: &mut [Finding], lost_points: &[u64]) {
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
        let joined = hide(all.to_vec(), Reveal::None);
        assert_eq!(joined.len(), 1);
        assert_eq!((&joined[0].cases, joined[0].places), (&vec![0, 1, 2], 4));
    }
}

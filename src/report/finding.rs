//! Findings: what is wrong with a program.

use std::collections::BTreeSet;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::diff_line::DiffLine;
use super::moment::Moment;

/// Amount of information about a case in a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
pub(crate) enum Reveal {
    /// Expected and actual output.
    #[default]
    Full,
    /// Actual output only.
    Actual,
    /// Verdicts only.
    None,
}

/// A mistake of the program, or a difference without a known cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Finding {
    #[serde(flatten)]
    pub(crate) wording: Wording,
    /// Indices of the cases that have the finding.
    pub(crate) cases: Vec<usize>,
    /// Number of places that have the finding.
    pub(crate) places: usize,
    /// Number of other places in which the same text is right, if no cause is known.
    pub(crate) right_elsewhere: usize,
    /// The first place with the fewest other differences.
    pub(crate) first: Option<Place>,
    /// The shortest game that shows the finding.
    pub(crate) example: Option<Example>,
}

/// Words for a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Wording {
    /// Stable name of the cause; empty if no cause is known.
    pub(crate) name: String,
    /// The name without the situation.
    pub(crate) stem: String,
    /// Names of causes that the cases cannot distinguish from this one.
    pub(crate) alternatives: Vec<String>,
    /// The mistake or the difference, as a sentence; empty if it is hidden.
    pub(crate) sentence: String,
    /// A sentence without situation and quotes, for all causes with the same stem.
    pub(crate) general: String,
    /// The rule of the assignment, as a sentence; empty if no cause is known or the sentence is hidden.
    pub(crate) rule: String,
    /// True if the sentence quotes expected output.
    pub(crate) tells_expected: bool,
}

impl Wording {
    /// Returns the words for a cause without a situation and without quotes.
    pub(crate) fn plain(name: &str, sentence: String, rule: &str) -> Self {
        Self {
            name: name.to_owned(),
            stem: name.to_owned(),
            alternatives: Vec::new(),
            general: sentence.clone(),
            sentence,
            rule: rule.to_owned(),
            tells_expected: false,
        }
    }

    /// The sentence, or the name if the sentence is hidden.
    pub(crate) fn label(&self) -> &str {
        if self.sentence.is_empty() {
            &self.name
        } else {
            &self.sentence
        }
    }

    /// Reports whether this is the name of the cause, or of one that the cases cannot distinguish from it.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alternatives.iter().any(|other| other == name)
    }

    /// Reports whether the cause is that the program starts no game.
    pub(crate) fn is_about_the_start(&self) -> bool {
        matches!(self.name.as_str(), "no-game" | "file-not-found")
    }
}

/// A place in a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Index of the case.
    pub(crate) case: usize,
    /// State of the game, if known.
    pub(crate) moment: Option<Moment>,
    /// Diff of the expected and the found text.
    pub(crate) diff: Vec<DiffLine>,
}

/// A short game that shows a cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Example {
    pub(crate) seed: String,
    /// Lines of input.
    pub(crate) input: Vec<String>,
    /// Diff of the expected output and the program's output.
    pub(crate) diff: Vec<DiffLine>,
}

impl Finding {
    /// Creates a difference without a known cause.
    pub(crate) fn unexplained(sentence: String, cases: Vec<usize>, first: Option<Place>) -> Self {
        Self {
            wording: Wording::plain("", sentence, ""),
            places: cases.len(),
            cases,
            right_elsewhere: 0,
            first,
            example: None,
        }
    }

    /// Reports whether the cause is known.
    pub(crate) fn is_cause(&self) -> bool {
        !self.wording.name.is_empty()
    }

    /// Reports whether all indices are below a number of cases, and there are some.
    pub(crate) fn fits(&self, cases: usize) -> bool {
        let mut all = self
            .cases
            .iter()
            .chain(self.first.iter().map(|first| &first.case));
        !self.cases.is_empty() && all.all(|case| *case < cases)
    }

    /// Reports whether a case has the finding.
    pub(super) fn has_case(&self, case: usize) -> bool {
        self.cases.binary_search(&case).is_ok()
    }

    /// Reports whether the first place shows a difference.
    pub(super) fn shows_output(&self) -> bool {
        let lines = self.first.iter().flat_map(|place| &place.diff);
        lines.into_iter().any(DiffLine::is_difference)
    }

    /// Removes what a reader must not see.
    pub(super) fn hide(&mut self, reveal: Reveal) {
        let is_hidden = reveal == Reveal::None || self.wording.tells_expected;
        self.example = None;
        self.first = self.first.take().filter(|_| reveal != Reveal::None);
        if let Some(first) = &mut self.first {
            first.diff.retain(|line| !line.tells_expected());
        }
        if self.is_cause() {
            if is_hidden {
                let Wording {
                    sentence,
                    general,
                    rule,
                    ..
                } = &mut self.wording;
                for text in [sentence, general, rule] {
                    text.clear();
                }
            }
            return;
        }
        let sentence = match reveal {
            Reveal::None => "There are differences, but this report hides them.",
            _ if self.shows_output() => "The output differs.",
            _ => "Something is missing, or the program does not end as it should.",
        };
        self.wording = Wording::plain("", sentence.to_owned(), "");
    }
}

/// Joins differences without a known cause that have the same words.
pub(super) fn join(findings: Vec<Finding>) -> Vec<Finding> {
    let mut joined: Vec<Finding> = Vec::new();
    for finding in findings {
        let same = joined
            .iter_mut()
            .find(|one| !one.is_cause() && one.wording == finding.wording);
        if let Some(same) = same {
            let cases: BTreeSet<usize> = same.cases.drain(..).chain(finding.cases).collect();
            same.cases.extend(cases);
            same.places += finding.places;
            same.right_elsewhere = 0;
        } else {
            joined.push(finding);
        }
    }
    joined
}

/// Sorts findings by the points that fixing them regains: first the one that costs the most points, then the one that costs the
/// most of the remaining points, and so on. A case with several findings counts in equal parts for each of them, so that
/// findings that must be fixed together stay together. `worth` has the points of each case, in any unit.
pub(crate) fn sort(mut rest: Vec<Finding>, worth: &[u64]) -> Vec<Finding> {
    let mut remaining = vec![0_u32; worth.len()];
    for case in rest.iter().flat_map(|finding| &finding.cases) {
        remaining[*case] += 1;
    }
    let mut sorted = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let mut best = (0, -1.0, 0);
        for (index, finding) in rest.iter().enumerate() {
            let mut points = 0.0;
            for &case in &finding.cases {
                #[expect(clippy::cast_precision_loss, reason = "points are few")]
                let worth = worth[case].max(1) as f64;
                points += worth / f64::from(remaining[case]);
            }
            let cases = finding.cases.len();
            if points > best.1 || (points.total_cmp(&best.1).is_eq() && cases > best.2) {
                best = (index, points, cases);
            }
        }
        let finding = rest.remove(best.0);
        for &case in &finding.cases {
            remaining[case] -= 1;
        }
        sorted.push(finding);
    }
    sorted
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;

    fn sorted(all: &[(&str, Range<usize>)], worth: &[u64]) -> String {
        let finding = |(name, cases): &(&str, Range<usize>)| {
            Finding::unexplained((*name).to_owned(), cases.clone().collect(), None)
        };
        let sorted = sort(all.iter().map(finding).collect(), worth).into_iter();
        sorted.map(|finding| finding.wording.sentence).collect()
    }

    #[test]
    fn findings_are_sorted_by_the_points_that_fixing_them_regains() {
        let all = [("a", 0..6), ("b", 0..2), ("c", 6..9), ("d", 2..3)];
        assert_eq!(sorted(&all, &[1; 9]), "acbd");
        assert_eq!(sorted(&all, &[1, 1, 1, 1, 1, 1, 3, 3, 3]), "cabd");
        // Of equals the earlier one.
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
            let mut finding = Finding::unexplained(sentence.to_owned(), cases.collect(), None);
            finding.hide(Reveal::None);
            finding
        });
        let joined = join(all.to_vec());
        assert_eq!(joined.len(), 1);
        assert_eq!((&joined[0].cases, joined[0].places), (&vec![0, 1, 2], 4));
    }
}

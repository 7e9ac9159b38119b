//! Where causes show: counting them, and finding their first places.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::applied::{Answers, Applied};
use super::cause::Cause;
use super::explanation::{Explanation, Finding, FirstPlace, Note, Rest};
use super::fit::Spot;
use super::outside::{self, outside};
use super::subject::Subject;
use super::wording::{Wording, wording};
use crate::compare::diff::{DiffLine, Outputs, diff};
use crate::compare::extent::Extent;
use crate::compare::tolerance::Tolerances;
use crate::edition::row::Edition;

/// In how many situations the same thing happens at most before it is said once for
/// all of them.
const MOST_SITUATIONS: usize = 3;

/// Where causes show.
pub(super) struct Tally<'check> {
    edition: &'static Edition,
    causes: Vec<Cause>,
    tolerances: &'check Tolerances,
    findings: Vec<Finding>,
    notes: BTreeMap<usize, Note>,
}

impl<'check> Tally<'check> {
    pub(super) fn new(
        edition: &'static Edition,
        causes: Vec<Cause>,
        tolerances: &'check Tolerances,
    ) -> Self {
        Self {
            edition,
            causes,
            tolerances,
            findings: Vec::new(),
            notes: BTreeMap::new(),
        }
    }

    /// Looks at a failed case.
    pub(super) fn add(&mut self, case: usize, subject: Option<&Subject>) {
        let mut note = Note::default();
        match subject {
            None => note.rest = Some(Rest::NotLookedAt),
            Some(subject) => self.look_at(subject, &mut note),
        }
        note.findings.sort_unstable();
        note.findings.dedup();
        self.notes.insert(case, note);
    }

    fn look_at(&mut self, subject: &Subject, note: &mut Note) {
        let edition = self.edition;
        let all = Applied::new(subject, edition, &self.causes);
        if !subject.is_silent {
            self.find_shown(subject, &all, note);
        }
        let stop = outside::stop(subject, &all.fit);
        let piece = stop.unwrap_or(all.script.pieces.len());
        for wording in outside(subject, &all.script, &all.fit, &edition.markers) {
            let first = FirstPlace {
                case: subject.number,
                moment: all.moment(piece),
                diff: Vec::new(),
                is_clean: true,
            };
            let number = self.found(wording, 1, first);
            self.findings[number].is_outside = true;
            note.findings.push(number);
        }
        if let Some(spot) = all.fit.spot
            && !subject.is_silent
        {
            note.rest = Some(self.rest(subject, &all, spot));
        } else if note.findings.is_empty() {
            note.rest = Some(Rest::NotLookedAt);
        }
    }

    /// Finds the causes that show in a case.
    fn find_shown(&mut self, subject: &Subject, all: &Applied<'_>, note: &mut Note) {
        let edition = self.edition;
        let plain = Applied::new(subject, edition, &[]);
        let last_line = all.last_line();
        for number in 0..self.causes.len() {
            let cause = self.causes[number].clone();
            let mut others = self.causes.clone();
            others.remove(number);
            let without = Applied::stopped_at(all.stop(), subject, edition, &others);
            let mut lines = all.answers.lines(&without.answers);
            lines.retain(|&line| {
                line <= last_line && !self.pass(&all.answers, &without.answers, line)
            });
            let in_order =
                cause == Cause::Order && all.fit.is_explained() && !without.fit.is_explained();
            let wording = wording(&cause, &edition.markers);
            if in_order {
                let first = FirstPlace {
                    case: subject.number,
                    moment: all.moment_of_first_error(),
                    diff: Vec::new(),
                    is_clean: true,
                };
                note.findings.push(self.found(wording, 1, first));
            } else if let Some(first) = self.first_place(subject, all, &plain, &cause, &lines) {
                note.findings.push(self.found(wording, lines.len(), first));
            }
        }
    }

    /// Where a cause shows first, of the lines of input in whose answers it does:
    /// if possible without what other causes do there, which would only distract.
    fn first_place(
        &self,
        subject: &Subject,
        all: &Applied<'_>,
        plain: &Applied<'_>,
        cause: &Cause,
        lines: &[usize],
    ) -> Option<FirstPlace> {
        let only = Applied::new(subject, self.edition, std::slice::from_ref(cause));
        let is_clean = |&&line: &&usize| {
            let (plain, printed) = (&plain.answers, &all.answers);
            only.answers.was_printed(line, plain, printed)
        };
        let clean = lines.iter().find(is_clean);
        let line = *clean.or(lines.first())?;
        let found = if clean.is_some() { &only } else { all };
        Some(FirstPlace {
            case: subject.number,
            moment: all.moment_of_line(line),
            diff: self.short_diff(&plain.answers, &found.answers, line),
            is_clean: clean.is_some(),
        })
    }

    /// Whether two answers to a line pass for each other.
    fn pass(&self, one: &Answers, other: &Answers, line: usize) -> bool {
        let (one, other) = (one.to(line), other.to(line));
        let markers = &self.edition.markers;
        let pass = |stream: usize| self.tolerances.pass(markers, other[stream], one[stream]);
        pass(0) && pass(1)
    }

    fn short_diff(&self, expected: &Answers, found: &Answers, line: usize) -> Vec<DiffLine> {
        let mut lines = Vec::new();
        for (expected, found) in expected.to(line).iter().zip(found.to(line)) {
            if *expected != found {
                lines.extend(self.diff(expected, found, Extent::SHORT));
            }
        }
        lines
    }

    fn diff(&self, expected: &[u8], found: &[u8], extent: Extent) -> Vec<DiffLine> {
        let markers = &self.edition.markers;
        let (here, there) = self.tolerances.first_wrong_line(markers, expected, found);
        let outputs = Outputs {
            expected,
            here,
            found,
            there,
            missing: 0,
            extra: 0,
        };
        diff(outputs, self.tolerances, markers, extent)
    }

    /// What is left of a difference.
    fn rest(&self, subject: &Subject, all: &Applied<'_>, spot: Spot) -> Rest {
        let expected = all.printed(spot.artifact, &self.causes, self.edition);
        let found = subject.output(spot.artifact).unwrap_or_default();
        Rest::Left {
            artifact: spot.artifact,
            moment: all.moment(spot.piece),
            diff: self.diff(&expected, found, Extent::FULL),
        }
    }

    /// Counts a cause; its place in the list.
    fn found(&mut self, wording: Wording, places: usize, first: FirstPlace) -> usize {
        let mut findings = self.findings.iter();
        let known = findings.position(|finding| finding.wording.name == wording.name);
        let Some(number) = known else {
            self.findings.push(Finding {
                wording,
                cases: vec![first.case],
                places,
                first,
                is_outside: false,
            });
            return self.findings.len() - 1;
        };
        let finding = &mut self.findings[number];
        if finding.cases.last() != Some(&first.case) {
            finding.cases.push(first.case);
        }
        finding.places += places;
        if first.is_clean && !finding.first.is_clean {
            finding.first = first;
        }
        number
    }

    /// Makes one of what happens in many situations.
    fn merge_situations(&mut self) {
        let mut by_stem: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, finding) in self.findings.iter().enumerate() {
            if finding.is_outside {
                let stem = finding.wording.stem.clone();
                by_stem.entry(stem).or_default().push(number);
            }
        }
        for (stem, same) in by_stem {
            if same.len() > MOST_SITUATIONS {
                self.merge(stem, &same);
            }
        }
    }

    /// Makes one of these: that of the most cases takes those of the others, which have
    /// none left then.
    fn merge(&mut self, stem: String, same: &[usize]) {
        let by_cases = |&&number: &&usize| self.findings[number].cases.len();
        let Some(&most) = same.iter().rev().max_by_key(by_cases) else {
            return;
        };
        let others = same.iter().filter(|&&number| number != most);
        let (mut cases, mut places) = (Vec::new(), 0);
        for &number in others {
            cases.append(&mut self.findings[number].cases);
            places += self.findings[number].places;
        }
        let merged = &mut self.findings[most];
        merged.cases.append(&mut cases);
        merged.cases.sort_unstable();
        merged.cases.dedup();
        merged.places += places;
        merged.wording.name = stem;
        let others = same.len() - 1;
        let also = format!(" It does so in {others} other situations too.");
        merged.wording.sentence += &also;
        for note in self.notes.values_mut() {
            let of_note = note.findings.iter_mut();
            for finding in of_note.filter(|finding| same.contains(finding)) {
                *finding = most;
            }
            note.findings.sort_unstable();
            note.findings.dedup();
        }
    }

    /// The list, in its order.
    pub(super) fn explanation(mut self) -> Explanation {
        self.merge_situations();
        let mut order: Vec<usize> = (0..self.findings.len()).collect();
        // What was merged into others has no cases left.
        order.retain(|&number| !self.findings[number].cases.is_empty());
        order.sort_by_key(|&number| {
            let finding = &self.findings[number];
            Reverse((finding.cases.len(), finding.places))
        });
        let mut notes = self.notes;
        for note in notes.values_mut() {
            for finding in &mut note.findings {
                let place = order.iter().position(|number| number == finding);
                *finding = place.unwrap_or_default();
            }
            note.findings.sort_unstable();
        }
        let findings = order.iter().map(|&number| self.findings[number].clone());
        Explanation {
            findings: findings.collect(),
            notes,
        }
    }
}

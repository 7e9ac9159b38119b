//! From failing cases to a list of causes.

use std::collections::BTreeMap;

use super::cause::{Cause, flaws};
use super::fit::{Fit, fit};
use super::outside::outside;
use super::render::{Context, Rendered, render};
use super::script::Script;
use super::search::Search;
use super::subject::Subject;
use super::wording::{Wording, wording};
use crate::edition::row::Edition;
use crate::game::sink::{Kind, Stream};
use crate::grade::case::Artifact;
use crate::grade::error::GradeError;
use crate::grade::judge::diff::{DiffLine, Outputs, diff};
use crate::grade::judge::locate::{Moment, Source};
use crate::grade::judge::tolerance::{Tolerances, lines};
use crate::grade::judge::visible::visible;

/// How many cases a search looks at: first these, then more of those that are
/// not explained yet.
const FIRST_CASES: usize = 120;
const MORE_CASES: usize = 60;

/// How often more cases are looked at.
const ROUNDS: usize = 4;

/// The most that the cases of a search take in memory, in bytes.
const MEMORY: usize = 48 << 20;

/// Why cases failed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explanation {
    /// The causes, the most important first.
    pub(crate) findings: Vec<Finding>,
    /// What is said of each failed case, by its number.
    pub(crate) notes: BTreeMap<usize, Note>,
}

/// A cause, and where it shows.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The cause in words.
    pub(crate) wording: Wording,
    /// The numbers of the cases in which it shows.
    pub(crate) cases: Vec<usize>,
    /// In how many places it shows: answers to lines of input.
    pub(crate) places: usize,
    /// Where it shows first.
    pub(crate) first: Option<FirstPlace>,
}

/// Where a cause shows first.
#[derive(Clone, Debug)]
pub(crate) struct FirstPlace {
    /// The number of the case.
    pub(crate) case: usize,
    /// Where the game was.
    pub(crate) moment: Moment,
    /// What the game prints there, and what the program printed.
    pub(crate) diff: Vec<DiffLine>,
    /// Whether no other cause shows in the same place.
    is_clean: bool,
}

/// What is said of a failed case.
#[derive(Clone, Debug, Default)]
pub(crate) struct Note {
    /// The places of its causes in the list.
    pub(crate) findings: Vec<usize>,
    /// Why nothing was looked for, or what is left.
    pub(crate) rest: Option<Rest>,
}

/// What the causes do not explain.
#[derive(Clone, Debug)]
pub(crate) enum Rest {
    /// The case expects something else than the built-in game prints, or is too
    /// large: no cause was looked for.
    NotLookedAt,
    /// A difference is left.
    Left {
        /// Where.
        artifact: Artifact,
        /// Where the game was.
        moment: Moment,
        /// What the game prints with all causes, and what the program printed.
        diff: Vec<DiffLine>,
    },
}

impl Explanation {
    /// How many failed cases are explained in full.
    pub(crate) fn explained(&self) -> usize {
        let notes = self.notes.values();
        notes.filter(|note| note.rest.is_none()).count()
    }

    /// Whether causes explain a failed case in full.
    pub(crate) fn explains(&self, case: usize) -> bool {
        self.notes
            .get(&case)
            .is_some_and(|note| note.rest.is_none())
    }

    /// The causes of a case.
    pub(crate) fn causes_of(&self, case: usize) -> impl Iterator<Item = &Finding> {
        let note = self.notes.get(&case);
        let findings = note
            .map(|note| note.findings.as_slice())
            .unwrap_or_default();
        findings
            .iter()
            .filter_map(|&finding| self.findings.get(finding))
    }
}

/// Explains failed cases, given by their numbers; `load` makes a subject of one,
/// if it can be explained. `others` are cases that passed: no cause may change
/// what they print.
///
/// # Errors
///
/// Those of `load`.
pub(crate) fn explain(
    edition: &'static Edition,
    failed: &[usize],
    passed: &[usize],
    tolerances: &Tolerances,
    load: impl Fn(usize) -> Result<Option<Subject>, GradeError>,
) -> Result<Explanation, GradeError> {
    let mut active = Vec::new();
    let mut size = 0;
    let mut add = |case: usize, active: &mut Vec<Subject>| -> Result<(), GradeError> {
        if size < MEMORY
            && let Some(subject) = load(case)?
        {
            size += subject.size();
            active.push(subject);
        }
        Ok(())
    };
    for &case in spread(failed, FIRST_CASES).chain(spread(passed, FIRST_CASES)) {
        add(case, &mut active)?;
    }
    let mut causes = Vec::new();
    for _ in 0..ROUNDS {
        // Nothing is printed where nothing could be read: that is no text.
        let printed: Vec<Subject> = active
            .iter()
            .filter(|subject| !subject.is_silent)
            .cloned()
            .collect();
        causes = Search::new(edition, &printed, causes).run();
        let mut more = Vec::new();
        for &case in failed {
            if more.len() >= MORE_CASES {
                break;
            }
            let is_active = active.iter().any(|subject| subject.number == case);
            if !is_active
                && let Some(subject) = load(case)?
                && !Applied::new(&subject, edition, &causes).fit.is_explained()
            {
                more.push(case);
            }
        }
        if more.is_empty() {
            break;
        }
        for case in more {
            add(case, &mut active)?;
        }
    }
    let mut tally = Tally::new(edition, causes, tolerances);
    for &case in failed {
        tally.add(case, load(case)?.as_ref());
    }
    Ok(tally.explanation())
}

/// Some of many, from all over the list.
fn spread(cases: &[usize], most: usize) -> impl Iterator<Item = &usize> {
    cases.iter().step_by(cases.len().div_ceil(most).max(1))
}

/// A subject with causes applied.
struct Applied {
    script: Script,
    fit: Fit,
}

impl Applied {
    fn new(subject: &Subject, edition: &Edition, causes: &[Cause]) -> Self {
        let script = subject.script(edition, flaws(causes));
        let context = context(subject, edition);
        let fit = fit(subject, &script, causes, context);
        Self { script, fit }
    }
}

fn context<'subject>(subject: &'subject Subject, edition: &'subject Edition) -> Context<'subject> {
    Context {
        subject: subject.number,
        lines: &subject.lines,
        markers: &edition.markers,
    }
}

/// What was printed in answer to a line of input, each stream for itself.
type Answers = BTreeMap<usize, [Vec<u8>; 2]>;

fn answers(script: &Script, rendered: &[Rendered<'_>]) -> Answers {
    let mut answers = Answers::new();
    for piece in rendered {
        let line = script.pieces[piece.piece].line;
        let answer = answers.entry(line).or_default();
        let stream = match piece.stream {
            Stream::Output => &mut answer[0],
            Stream::Error => &mut answer[1],
        };
        stream.extend_from_slice(&piece.bytes);
    }
    answers
}

/// Where causes show.
struct Tally<'check> {
    edition: &'static Edition,
    causes: Vec<Cause>,
    tolerances: &'check Tolerances,
    findings: Vec<Finding>,
    notes: BTreeMap<usize, Note>,
}

impl<'check> Tally<'check> {
    fn new(edition: &'static Edition, causes: Vec<Cause>, tolerances: &'check Tolerances) -> Self {
        Self {
            edition,
            causes,
            tolerances,
            findings: Vec::new(),
            notes: BTreeMap::new(),
        }
    }

    /// Looks at a failed case.
    fn add(&mut self, case: usize, subject: Option<&Subject>) {
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
        let markers = &edition.markers;
        if !subject.is_silent {
            self.find_shown(subject, &all, note);
        }
        for wording in outside(subject, &all.script, all.fit.stop, markers) {
            let piece = all.fit.stop.unwrap_or(all.script.pieces.len());
            let first = FirstPlace {
                case: subject.number,
                moment: moment(subject, &all.script, piece),
                diff: Vec::new(),
                is_clean: true,
            };
            note.findings
                .push(self.found(wording, subject.number, 1, Some(first)));
        }
        if let Some(spot) = all.fit.spot
            && !subject.is_silent
        {
            note.rest = Some(self.rest(subject, &all.script, spot));
        }
    }

    /// Finds the causes that show in a case.
    fn find_shown(&mut self, subject: &Subject, all: &Applied, note: &mut Note) {
        let edition = self.edition;
        let context = context(subject, edition);
        let with_all = answers(&all.script, &render(&all.script, &self.causes, context));
        let plain = Applied::new(subject, edition, &[]);
        let with_none = answers(&plain.script, &render(&plain.script, &[], context));
        let stopped_at = all.fit.stop.or(all.fit.spot.map(|spot| spot.piece));
        let last = stopped_at.and_then(|piece| all.script.pieces.get(piece));
        let last_line = last.map_or(usize::MAX, |piece| piece.line);
        for number in 0..self.causes.len() {
            let cause = self.causes[number].clone();
            let mut others = self.causes.clone();
            others.remove(number);
            let without = Applied::new(subject, edition, &others);
            let with_others = answers(&without.script, &render(&without.script, &others, context));
            let mut lines: Vec<usize> =
                with_all.keys().chain(with_others.keys()).copied().collect();
            lines.sort_unstable();
            lines.dedup();
            lines.retain(|line| {
                *line <= last_line && !self.is_same(with_all.get(line), with_others.get(line))
            });
            let is_order =
                cause == Cause::Order && all.fit.is_explained() && !without.fit.is_explained();
            let wording = wording(&cause, &edition.markers);
            let Some(&line) = lines.first() else {
                if is_order {
                    let first = first_error(subject, &all.script);
                    let finding = self.found(wording, subject.number, 1, first);
                    note.findings.push(finding);
                }
                continue;
            };
            let alone = lines
                .iter()
                .find(|line| with_none.get(line) == with_others.get(line));
            let place = alone.copied().unwrap_or(line);
            // What other causes do there would only distract.
            let only = Applied::new(subject, edition, std::slice::from_ref(&cause));
            let rendered = render(&only.script, std::slice::from_ref(&cause), context);
            let with_only = answers(&only.script, &rendered);
            let found = if was_printed(&with_only, &with_none, &with_all, place) {
                &with_only
            } else {
                &with_all
            };
            let first = FirstPlace {
                case: subject.number,
                moment: moment_of_line(subject, &all.script, place),
                diff: self.short_diff(with_none.get(&place), found.get(&place)),
                is_clean: alone.is_some(),
            };
            let finding = self.found(wording, subject.number, lines.len(), Some(first));
            note.findings.push(finding);
        }
    }

    fn is_same(&self, one: Option<&[Vec<u8>; 2]>, other: Option<&[Vec<u8>; 2]>) -> bool {
        let empty = [Vec::new(), Vec::new()];
        let (one, other) = (one.unwrap_or(&empty), other.unwrap_or(&empty));
        let markers = &self.edition.markers;
        let pass = |stream: usize| self.tolerances.pass(markers, &other[stream], &one[stream]);
        pass(0) && pass(1)
    }

    fn short_diff(
        &self,
        expected: Option<&[Vec<u8>; 2]>,
        found: Option<&[Vec<u8>; 2]>,
    ) -> Vec<DiffLine> {
        let empty = [Vec::new(), Vec::new()];
        let (expected, found) = (expected.unwrap_or(&empty), found.unwrap_or(&empty));
        let mut lines = Vec::new();
        for (expected, found) in expected.iter().zip(found) {
            if expected != found {
                lines.extend(self.diff(expected, found));
            }
        }
        lines
    }

    fn diff(&self, expected: &[u8], found: &[u8]) -> Vec<DiffLine> {
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
        diff(outputs, self.tolerances, markers)
    }

    /// What is left of a difference.
    fn rest(&self, subject: &Subject, script: &Script, spot: super::fit::Spot) -> Rest {
        let rendered = render(script, &self.causes, context(subject, self.edition));
        let stream = match spot.artifact {
            Artifact::Out => Some(Stream::Output),
            Artifact::Err => Some(Stream::Error),
            Artifact::Merged | Artifact::Status => None,
        };
        let of_stream = rendered
            .iter()
            .filter(|piece| stream.is_none_or(|stream| piece.stream == stream));
        let expected: Vec<u8> = of_stream
            .flat_map(|piece| piece.bytes.iter().copied())
            .collect();
        let found = subject.output(spot.artifact).unwrap_or_default();
        Rest::Left {
            artifact: spot.artifact,
            moment: moment(subject, script, spot.piece),
            diff: self.diff(&expected, found),
        }
    }

    /// Counts a cause; its place in the list.
    fn found(
        &mut self,
        wording: Wording,
        case: usize,
        places: usize,
        first: Option<FirstPlace>,
    ) -> usize {
        let known = self
            .findings
            .iter()
            .position(|finding| finding.wording.name == wording.name);
        let number = known.unwrap_or_else(|| {
            self.findings.push(Finding {
                wording,
                cases: Vec::new(),
                places: 0,
                first: None,
            });
            self.findings.len() - 1
        });
        let finding = &mut self.findings[number];
        if finding.cases.last() != Some(&case) {
            finding.cases.push(case);
        }
        finding.places += places;
        let is_better = match (&finding.first, &first) {
            (None, _) => true,
            (Some(before), Some(first)) => first.is_clean && !before.is_clean,
            (Some(_), None) => false,
        };
        if is_better {
            finding.first = first;
        }
        number
    }

    /// The list, in its order.
    fn explanation(self) -> Explanation {
        let mut order: Vec<usize> = (0..self.findings.len()).collect();
        let importance = |&number: &usize| {
            let finding = &self.findings[number];
            (finding.cases.len(), finding.places)
        };
        order.sort_by_key(|number| std::cmp::Reverse(importance(number)));
        let mut notes = self.notes;
        for note in notes.values_mut() {
            for finding in &mut note.findings {
                let place = order.iter().position(|number| number == finding);
                *finding = place.unwrap_or_default();
            }
            note.findings.sort_unstable();
        }
        Explanation {
            findings: order
                .iter()
                .map(|&number| self.findings[number].clone())
                .collect(),
            notes,
        }
    }
}

/// Whether all lines by which one answer to a line of input differs from that
/// without causes are in that with all of them.
fn was_printed(one: &Answers, none: &Answers, all: &Answers, line: usize) -> bool {
    (0..2).all(|stream| {
        let lines_of = |answers: &Answers| -> Vec<Vec<u8>> {
            let answer = answers.get(&line).map(|answer| answer[stream].as_slice());
            lines(answer.unwrap_or_default())
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (none, all) = (lines_of(none), lines_of(all));
        let one = lines_of(one);
        one.iter()
            .all(|line| none.contains(line) || all.contains(line))
    })
}

/// Where the game prints first on standard error.
fn first_error(subject: &Subject, script: &Script) -> Option<FirstPlace> {
    let pieces = &script.pieces;
    let piece = pieces
        .iter()
        .position(|piece| piece.stream == Stream::Error)?;
    Some(FirstPlace {
        case: subject.number,
        moment: moment(subject, script, piece),
        diff: Vec::new(),
        is_clean: true,
    })
}

/// Where the game is at a piece of its script.
fn moment(subject: &Subject, script: &Script, piece: usize) -> Moment {
    let line = script.pieces.get(piece).or(script.pieces.last());
    at(subject, script, line.map_or(0, |piece| piece.line), piece)
}

/// Where the game is when it answers a line of input.
fn moment_of_line(subject: &Subject, script: &Script, line: usize) -> Moment {
    let answer = script.pieces.iter().rposition(|piece| piece.line <= line);
    at(subject, script, line, answer.unwrap_or_default())
}

fn at(subject: &Subject, script: &Script, line: usize, piece: usize) -> Moment {
    let pieces = &script.pieces[..script.pieces.len().min(piece + 1)];
    let mut from_end = pieces.iter().rev();
    let round = from_end.find(|piece| piece.class.kind == Kind::RoundLine);
    let digits = round.map(|round| {
        let digits = round.bytes.iter().filter(|byte| byte.is_ascii_digit());
        digits.map(|&byte| char::from(byte)).collect::<String>()
    });
    Moment {
        round: digits.and_then(|digits| digits.parse().ok()),
        lines: line,
        line: subject.line(line).map(visible),
        source: Source::Transcript,
    }
}

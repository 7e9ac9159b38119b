//! Names the flaws that explain what a program printed. Each answer is judged alone: it starts from the state
//! that the program showed before, so that no mistake affects later answers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use super::facts::{self, Agreement, Answer, Aspect, Facts};
use super::seed;
use super::session::FlawedSession;
use super::table::{Effects, FLAWS, Flaw};
use super::{Covers, FlawFinding};
use crate::analyse::subject::Aligned;
use crate::edition::row::Edition;
use crate::edition::uga;
use crate::edition::uga::rules::Rules;
use crate::field::lines::Line;
use crate::game::view::Shown;

/// Maximum effort for all cases and for one case: the sum of the squares of each answer. Later answers are not judged.
const MAX_EFFORT: usize = 1 << 17;
const MAX_CASE_EFFORT: usize = 1 << 15;

/// An answer: the indices of its case and in the case.
type Place = (usize, usize);

/// A case, with the facts that the program printed.
struct Case<'a> {
    /// Index among the aligned cases.
    index: usize,
    rules: &'static Rules,
    seed: &'a [u8],
    answers: Vec<Answer<'a>>,
    /// Whether the program accepted the seed, unless it failed.
    has_started: Option<bool>,
    /// The signs that the program prints in any case.
    signs: Vec<Shown>,
    /// The prediction of the accepted flaws.
    predicted: Predicted,
    /// Number of changes of `predicted`.
    version: usize,
}

/// The predicted facts of the answers of a case, or the error for a seed that is refused.
type Predicted = Result<Vec<Facts>, String>;

/// The evidence for and against a flaw in one case.
#[derive(Clone, Debug, Default)]
struct Evidence {
    /// Answers that the flaw explains.
    support: Vec<Place>,
    /// Number of different lines of input before these answers.
    lines: usize,
    /// Number of answers that contradict it.
    contradicting: usize,
    /// Number of facts that it explains.
    facts: usize,
    /// Number of facts in the same answers that are not as the flaw predicts.
    wrong: usize,
    /// True if an answer is what only the flaw predicts.
    is_specific: bool,
    /// True if the flaw changes no prediction.
    is_idle: bool,
    /// The version of the case for which the evidence was collected.
    version: usize,
}

/// Names those of some flaws that explain answers of these cases.
pub(in crate::analyse) fn judge(
    edition: &'static Edition,
    flaws: Vec<&'static Flaw>,
    aligned: &[Aligned],
) -> (Vec<FlawFinding>, Covers) {
    let Some(rules) = uga::rules(edition) else {
        return (Vec::new(), Covers::new());
    };
    let mut effort = MAX_EFFORT;
    let mut cases = Vec::new();
    for (index, aligned) in aligned.iter().enumerate() {
        cases.extend(Case::new(index, rules, aligned, &mut effort));
    }
    let mut signs = Vec::new();
    for (_, facts) in cases.iter().flat_map(|case| &case.answers) {
        facts.add_signs(&mut signs);
    }
    for case in &mut cases {
        case.signs.clone_from(&signs);
        case.join_late_ends();
    }
    let evidence = vec![Evidence::default(); cases.len()];
    let mut search = Search {
        flaws,
        cases,
        accepted: Vec::new(),
        evidence: vec![evidence; FLAWS.len()],
    };
    search.run();
    let covers = search.covers();
    (search.accepted, covers)
}

impl<'a> Case<'a> {
    /// Reads the facts of a case. Returns `None` if that takes too much effort.
    fn new(
        index: usize,
        rules: &'static Rules,
        aligned: &'a Aligned,
        effort: &mut usize,
    ) -> Option<Self> {
        let seed = &aligned.subject.seed;
        let right = seed::read(&seed[..], &rules.limits, &Effects::default());
        let area = right.map_or(1, |planted| planted.minefield.size().area());
        let mut answers = facts::printed(aligned);
        let start = &answers.first()?.1;
        let has_started = if answers.len() > 1 || start.grids > 0 {
            Some(true)
        } else {
            start.end.map(|_| false)
        };
        // A program that goes on after the end of input does so again and again.
        let is_end = |answer: &Answer<'_>| answer.0 == Some(Line::End);
        let end = answers.iter().position(is_end);
        answers.truncate(end.map_or(answers.len(), |end| end + 1));
        answers.truncate(MAX_CASE_EFFORT.min(*effort) / area);
        *effort -= answers.len() * area;
        (!answers.is_empty()).then_some(Self {
            index,
            rules,
            seed,
            answers,
            has_started,
            signs: Vec::new(),
            predicted: Ok(Vec::new()),
            version: 0,
        })
    }

    /// Joins the answer that ends a game with the one before if the rules end the game there: the program has
    /// printed another prompt.
    fn join_late_ends(&mut self) {
        let right = self.predict(&Effects::default()).unwrap_or_default();
        let late = right.iter().enumerate().skip(1).find(|(answer, right)| {
            let next = self.answers.get(answer + 1);
            right.event.is_some()
                && right.event != self.answers[*answer].1.event
                && next.is_some_and(|next| next.1.event == right.event)
        });
        if let Some((answer, _)) = late {
            let (_, next) = self.answers.swap_remove(answer + 1);
            self.answers.truncate(answer + 1);
            self.answers[answer].1.add_end(next);
        }
    }

    /// Predicts the answers of a program with some flaws, each from the state that the program printed before.
    fn predict(&self, effects: &Effects) -> Predicted {
        let planted = seed::read(self.seed, &self.rules.limits, effects);
        let planted = planted.map_err(|error| error.to_string())?;
        let mut session = FlawedSession::new(self.rules, effects.clone(), planted);
        let mut predicted = Vec::new();
        for (line, printed) in &self.answers {
            let mut facts = Facts::predicted(&mut session, *line);
            facts.correct(&mut session, printed, &self.signs);
            predicted.push(facts);
            if printed.is_over() {
                break;
            }
        }
        Ok(predicted)
    }

    /// Collects the evidence that decides between the accepted flaws, and these with one more.
    fn evidence(&self, flawed: &Predicted) -> Evidence {
        let mut evidence = Evidence {
            is_idle: self.predicted == *flawed,
            version: self.version,
            ..Evidence::default()
        };
        let (right, flawed) = match (&self.predicted, flawed) {
            (Ok(right), Ok(flawed)) => (right, flawed),
            (right, flawed) => {
                let [is_right, is_flawed] = self.starts_as([right, flawed]);
                if is_flawed && !is_right {
                    evidence.support.push((self.index, 0));
                    evidence.lines = 1;
                    evidence.facts = 1;
                    // To accept a seed with one fault is the flaw itself. Refused seeds may have other features.
                    evidence.is_specific = true;
                } else if is_right && !is_flawed {
                    evidence.contradicting = 1;
                }
                return evidence;
            }
        };
        if self.has_started != Some(true) {
            return evidence;
        }
        let mut lines = HashSet::new();
        let facts = right.iter().zip(flawed).zip(&self.answers);
        for (answer, ((right, flawed), (line, printed))) in facts.enumerate() {
            let agreement = Agreement::new(right, flawed, printed);
            if agreement.right > 0 {
                evidence.contradicting += 1;
            } else if agreement.flawed > 0 {
                evidence.support.push((self.index, answer));
                lines.insert(line);
                evidence.facts += agreement.flawed;
                evidence.wrong += agreement.wrong;
                evidence.is_specific |= agreement.is_specific();
            }
        }
        evidence.lines = lines.len();
        evidence
    }

    /// Reports for each prediction whether the program accepts or refuses the seed as predicted. If both predictions are errors,
    /// the program's message decides.
    fn starts_as(&self, predicted: [&Predicted; 2]) -> [bool; 2] {
        match (self.has_started, predicted) {
            (None, _) => [false; 2],
            (Some(false), [Err(one), Err(other)]) => {
                [one, other].map(|error| self.answers[0].1.has_error(error))
            }
            (Some(has_started), _) => predicted.map(|predicted| predicted.is_ok() == has_started),
        }
    }
}

impl Evidence {
    fn add(&mut self, other: &Self) {
        self.support.extend(&other.support);
        self.lines += other.lines;
        self.contradicting += other.contradicting;
        self.facts += other.facts;
        self.wrong += other.wrong;
        self.is_specific |= other.is_specific;
    }

    /// Reports whether two independent answers support a flaw, or one that only the flaw predicts, and (nearly) none
    /// contradicts it.
    fn is_enough(&self) -> bool {
        let least = if self.is_specific { 1 } else { 2 };
        self.lines >= least && 15 * self.contradicting <= self.support.len()
    }

    /// Flaws that nothing contradicts come first. Next to them, others may have no contradictions either.
    fn rank(&self) -> (Reverse<usize>, usize, Reverse<usize>) {
        (Reverse(self.contradicting), self.facts, Reverse(self.wrong))
    }
}

/// The search for flaws.
struct Search<'a> {
    /// The flaws that the edition can have.
    flaws: Vec<&'static Flaw>,
    cases: Vec<Case<'a>>,
    accepted: Vec<FlawFinding>,
    /// The evidence for each flaw in each case.
    evidence: Vec<Vec<Evidence>>,
}

impl Search<'_> {
    /// Accepts flaws that explain most first. Then reconsiders each: next to flaws that were accepted later, another
    /// flaw of the same area may explain more, or nothing is left to explain.
    fn run(&mut self) {
        self.accept();
        self.reconsider(|flaw, other| flaw.area == other.area);
        self.accept();
        self.reconsider(|flaw, other| flaw == other);
        self.update();
    }

    /// Returns the aspects of answers that are as the accepted flaws predict. In each case, the first of these answers is one in
    /// which the rules predict something else. Differences from there on are consequences of the flaws.
    fn covers(&self) -> Covers {
        let mut covers = Covers::new();
        for case in &self.cases {
            let right = case.predict(&Effects::default());
            let mut supports = self.accepted.iter().flat_map(|finding| &finding.support);
            let mut has_begun = supports.any(|place| *place == (case.index, 0));
            let predicted = match (&right, &case.predicted) {
                (Err(right), Err(predicted)) if right == predicted => continue,
                (_, Err(_)) => {
                    let all = Aspect::ALL.map(|aspect| (aspect, true));
                    covers.insert((case.index, 0), all.into());
                    continue;
                }
                (_, Ok(predicted)) => predicted,
            };
            for (answer, (predicted, (_, printed))) in
                predicted.iter().zip(&case.answers).enumerate()
            {
                let right = right.as_ref().ok().and_then(|right| right.get(answer));
                let mut aspects = BTreeMap::new();
                for aspect in Aspect::ALL {
                    if printed.agrees(predicted, aspect) {
                        let is_changed = right.is_none_or(|right| !right.agrees(predicted, aspect));
                        has_begun |= is_changed;
                        aspects.insert(aspect, is_changed);
                    }
                }
                if has_begun {
                    covers.insert((case.index, answer), aspects);
                }
            }
        }
        covers
    }

    /// Accepts flaws as long as any has enough evidence.
    fn accept(&mut self) {
        loop {
            self.update();
            let Some(best) = self.best(|_| true) else {
                break;
            };
            self.accepted.push(best);
        }
    }

    /// Replaces each accepted flaw by the best of its rivals, if any has enough evidence.
    fn reconsider(&mut self, is_rival: impl Fn(&Flaw, &Flaw) -> bool) {
        for _ in 0..self.accepted.len() {
            let finding = self.accepted.remove(0);
            self.update();
            let best = self.best(|flaw| {
                let mut flaws = finding.flaws.iter();
                flaws.any(|accepted| is_rival(accepted, flaw))
            });
            self.accepted.extend(best);
        }
    }

    /// Predicts all cases with the accepted flaws.
    fn update(&mut self) {
        let effects = self.effects(None);
        for case in &mut self.cases {
            let predicted = case.predict(&effects);
            let is_changed = case.version == 0 || predicted != case.predicted;
            case.predicted = predicted;
            case.version += usize::from(is_changed);
        }
    }

    fn effects(&self, flaw: Option<&'static Flaw>) -> Effects {
        let accepted = self.accepted.iter().map(|finding| finding.flaws[0]);
        accepted.chain(flaw).collect()
    }

    /// Returns the flaw that explains most, with those that explain the same.
    fn best(&mut self, is_wanted: impl Fn(&Flaw) -> bool) -> Option<FlawFinding> {
        let mut best: Option<(Evidence, Vec<&'static Flaw>)> = None;
        for index in 0..self.flaws.len() {
            let flaw = self.flaws[index];
            let is_new = self.accepted.iter().all(|finding| finding.flaws[0] != flaw);
            if !is_new || !is_wanted(flaw) {
                continue;
            }
            let evidence = self.evidence(flaw);
            match &mut best {
                _ if !evidence.is_enough() => {}
                Some((best, _)) if evidence.rank() < best.rank() => {}
                Some((best, flaws)) if evidence.rank() == best.rank() => {
                    if evidence.support == best.support {
                        flaws.push(flaw);
                    }
                }
                _ => best = Some((evidence, vec![flaw])),
            }
        }
        best.map(|(evidence, flaws)| FlawFinding {
            flaws,
            support: evidence.support,
        })
    }

    /// Sums up the evidence for a flaw. Updates it where predictions have changed.
    fn evidence(&mut self, flaw: &'static Flaw) -> Evidence {
        let effects = self.effects(Some(flaw));
        let mut known = Evidence::default();
        for evidence in &self.evidence[flaw.index] {
            known.add(evidence);
        }
        // Next to other flaws, a flaw with effects may have others. That does not save one with many contradictions.
        let is_hopeless = known.contradicting > 4 * (known.support.len() + 1);
        let mut all = Evidence::default();
        for (case, evidence) in self.cases.iter().zip(&mut self.evidence[flaw.index]) {
            if evidence.version != case.version || !evidence.is_idle && !is_hopeless {
                *evidence = case.evidence(&case.predict(&effects));
            }
            all.add(evidence);
        }
        all
    }
}

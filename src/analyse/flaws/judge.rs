//! Names the flaws that explain what a program printed. Each answer is judged alone: it starts from the state
//! that the program showed before, so that no mistake affects later answers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem;

use super::facts::{self, Agreement, Answer, Aspect, Facts};
use super::seed;
use super::session::FlawedSession;
use super::table::{Effects, Flaw};
use super::{Covers, FlawFinding};
use crate::analyse::aligned::Aligned;
use crate::edition::row::Edition;
use crate::edition::uga;
use crate::edition::uga::rules::Rules;
use crate::field::lines::Line;
use crate::game::sink::Kind;
use crate::game::view::Outcome;

/// Maximum number of squares in the grids of the cases in which flaws are searched. Later cases are only judged.
const MAX_EFFORT: usize = 1 << 17;

/// Maximum number of squares in the grids of a case. Later answers are not judged.
const MAX_CASE_EFFORT: usize = 1 << 15;

/// A case, with the facts that the program printed.
struct JudgedCase<'a> {
    /// Index among the aligned cases.
    index: usize,
    /// Number of squares in the grids.
    effort: usize,
    rules: &'static Rules,
    seed: &'a [u8],
    answers: Vec<Answer<'a>>,
    /// The answers that the accepted flaws predict.
    predicted: Vec<Facts>,
    /// The names of flaws that change nothing next to the accepted ones.
    idle: HashSet<&'static str>,
}

/// The evidence for and against a flaw.
#[derive(Default)]
struct FlawEvidence {
    /// Answers that the flaw explains: the indices of a case and of an answer.
    support: Vec<(usize, usize)>,
    /// Answers with the words of an error that it predicts, which are no evidence: programs have errors of their own words.
    texts: Vec<(usize, usize)>,
    /// Number of answers that contradict it.
    contradicting: usize,
    /// Number of answers that are neither as it predicts nor as the rules predict.
    unlike: usize,
    /// Number of facts that it explains.
    facts: usize,
    /// Number of facts in the same answers that are not as the flaw predicts.
    wrong: usize,
    /// True if a whole answer is as the flaw predicts, or the end of the game or its score is.
    is_clean: bool,
    /// True if an answer is what only the flaw predicts.
    is_specific: bool,
}

/// Returns those of `flaws` that explain answers of the cases, and the aspects of answers that they explain.
pub(in crate::analyse) fn judge(
    edition: &'static Edition,
    flaws: Vec<&'static Flaw>,
    aligned: &[Aligned],
) -> (Vec<FlawFinding>, Covers) {
    let Some(rules) = uga::rules(edition) else {
        return (Vec::new(), Covers::new());
    };
    let mut effort = 0;
    let aligned = aligned.iter().enumerate();
    let cases = aligned.filter_map(|(index, one)| JudgedCase::new(index, rules, one));
    let (cases, later_cases) = cases.partition(|case| {
        effort += case.effort;
        effort <= MAX_EFFORT
    });
    let mut search = Search {
        flaws,
        cases,
        later_cases,
        accepted: Vec::new(),
    };
    search.run();
    let covers = search.cases.iter().flat_map(JudgedCase::covers).collect();
    (search.accepted, covers)
}

impl<'a> JudgedCase<'a> {
    /// Reads the facts of a case. Returns `None` if there are none.
    fn new(index: usize, rules: &'static Rules, aligned: &'a Aligned) -> Option<Self> {
        let seed = &aligned.subject.case.seed;
        let area = seed::read(&seed[..], &rules.limits, &Effects::default())
            .map_or(1, |planted| planted.minefield.size().area());
        let mut answers = facts::printed(aligned);
        if let [(_, start)] = &mut answers[..]
            && start.grids == 0
        {
            // A program that refuses a seed prints more than the welcome.
            start.end.filter(|_| start.errors + start.other_texts > 0)?;
            start.event = Some(Outcome::Quit);
        }
        // A program that goes on after the end of input does so again and again.
        let end = answers.iter().position(|it| it.0 == Some(Line::End));
        answers.truncate(end.map_or(answers.len(), |end| end + 1));
        // No game is won or lost at the end of input: the program has printed another prompt before its last words.
        let mut lines = aligned.subject.script.lines.iter();
        let is_lost = lines.any(|line| line.is(Kind::Loss));
        let outcome = if is_lost { Outcome::Lost } else { Outcome::Won };
        if let [.., (Some(_), facts), (Some(Line::End), last)] = &mut answers[..]
            && last.event == Some(outcome)
        {
            facts.add_end(mem::take(last));
            answers.pop();
        }
        answers.truncate(MAX_CASE_EFFORT / area);
        (!answers.is_empty()).then_some(Self {
            index,
            effort: answers.len() * area,
            rules,
            seed,
            answers,
            predicted: Vec::new(),
            idle: HashSet::new(),
        })
    }

    /// Predicts the answers of a program with some flaws, each from the state that the program printed before.
    fn predict(&self, effects: &Effects) -> Vec<Facts> {
        let planted = match seed::read(self.seed, &self.rules.limits, effects) {
            Ok(planted) => planted,
            Err(error) => return vec![Facts::refusal(&error)],
        };
        let mut session = FlawedSession::new(self.rules, effects.clone(), planted);
        let mut predicted = Vec::new();
        for (line, printed) in &self.answers {
            let facts = Facts::predicted(&mut session, *line);
            facts.correct(&mut session, printed);
            predicted.push(facts);
            if printed.is_over() {
                break;
            }
        }
        predicted
    }

    /// Returns the aspects of answers that are as the accepted flaws predict. The first of these answers is one in
    /// which the rules predict something else. Differences from there on are consequences of the flaws.
    fn covers(&self) -> Covers {
        let right = self.predict(&Effects::default());
        let mut covers = Covers::new();
        let facts = self.predicted.iter().zip(&self.answers);
        for (answer, (predicted, (_, printed))) in facts.enumerate() {
            let by_rules = right.get(answer);
            let is_changed = |aspect| by_rules.is_none_or(|it| !it.agrees(predicted, aspect));
            let aspects = Aspect::ALL.into_iter();
            let agreeing = aspects.filter(|it| printed.agrees(predicted, *it));
            let aspects: BTreeMap<_, _> = agreeing.map(|it| (it, is_changed(it))).collect();
            if !covers.is_empty() || aspects.values().any(|is_changed| *is_changed) {
                covers.insert((self.index, answer), aspects);
            }
        }
        covers
    }
}

/// The search for flaws.
struct Search<'a> {
    /// The flaws that the edition can have.
    flaws: Vec<&'static Flaw>,
    cases: Vec<JudgedCase<'a>>,
    /// Cases that are not searched for flaws.
    later_cases: Vec<JudgedCase<'a>>,
    accepted: Vec<FlawFinding>,
}

impl Search<'_> {
    /// Accepts flaws that explain most first. Then reconsiders each: next to flaws that were accepted later, another
    /// flaw of the same area may explain more. In the second round, only those that explain nothing more are dropped, with the
    /// evidence of all cases.
    fn run(&mut self) {
        for has_rivals in [true, false] {
            while let Some(best) = self.best(|_| true) {
                self.accepted.push(best);
            }
            if !has_rivals {
                self.cases.append(&mut self.later_cases);
            }
            for _ in 0..self.accepted.len() {
                let finding = self.accepted.remove(0);
                let area = finding.flaws[0].area;
                let best = self
                    .best(|flaw| finding.flaws.contains(&flaw) || has_rivals && flaw.area == area);
                self.accepted.extend(best);
            }
        }
        self.update();
    }

    /// Predicts all cases with the accepted flaws.
    fn update(&mut self) {
        let effects = self.effects(None);
        for case in &mut self.cases {
            let predicted = case.predict(&effects);
            if predicted != case.predicted {
                case.predicted = predicted;
                case.idle.clear();
            }
        }
    }

    /// Returns the effects of the accepted flaws and another one. Of effects that exclude each other, the newest comes first.
    fn effects(&self, flaw: Option<&'static Flaw>) -> Effects {
        let accepted = self.accepted.iter().rev().map(|finding| finding.flaws[0]);
        flaw.into_iter().chain(accepted).collect()
    }

    /// Returns the flaw that explains most next to the accepted ones, with those that explain the same.
    fn best(&mut self, is_wanted: impl Fn(&'static Flaw) -> bool) -> Option<FlawFinding> {
        self.update();
        let mut candidates = Vec::new();
        for flaw in self.flaws.clone() {
            if is_wanted(flaw) && self.accepted.iter().all(|finding| finding.flaws[0] != flaw) {
                candidates.push((flaw, self.evidence(flaw)));
            }
        }
        // A flaw that explains surprises must explain more than half of those in its area.
        let explains_most = |flaw: &Flaw, evidence: &FlawEvidence| {
            let mut surprises = BTreeSet::new();
            for case in &self.cases {
                let answers = case.predicted.iter().zip(&case.answers).enumerate();
                let found = answers.filter(|(_, (one, (_, it)))| it.surprises(one, flaw.area));
                surprises.extend(found.map(|(answer, _)| (case.index, answer)));
            }
            let support: BTreeSet<_> = evidence.support.iter().copied().collect();
            let explained = support.intersection(&surprises).count();
            explained == 0 || 2 * explained > surprises.len()
        };
        candidates.retain(|(flaw, evidence)| evidence.is_enough() && explains_most(flaw, evidence));
        // Of equals, the first flaw of the table is the first.
        let (_, best) = candidates.iter().min_by_key(|(_, it)| it.rank())?;
        let equal = candidates
            .iter()
            .filter(|(_, other)| other.rank() == best.rank() && other.support == best.support);
        Some(FlawFinding {
            flaws: equal.map(|(flaw, _)| *flaw).collect(),
            support: [&best.support[..], &best.texts].concat(),
        })
    }

    /// Collects the evidence that decides between the accepted flaws, and these with one more.
    fn evidence(&mut self, flaw: &'static Flaw) -> FlawEvidence {
        let effects = self.effects(Some(flaw));
        let mut evidence = FlawEvidence::default();
        for case in &mut self.cases {
            if case.idle.contains(flaw.name) {
                continue;
            }
            let flawed = case.predict(&effects);
            if flawed == case.predicted {
                case.idle.insert(flaw.name);
                continue;
            }
            let facts = case.predicted.iter().zip(&flawed).zip(&case.answers);
            for (answer, ((right, flawed), (_, printed))) in facts.enumerate() {
                let agreement = Agreement::new(right, flawed, printed);
                if agreement.right > 0 {
                    evidence.contradicting += 1;
                } else if agreement.flawed > 0 {
                    let has_event = flawed.event.is_some() && flawed.event != right.event;
                    evidence.is_clean |= agreement.wrong == 0 || agreement.is_specific || has_event;
                    evidence.support.push((case.index, answer));
                    evidence.facts += agreement.flawed;
                    evidence.wrong += agreement.wrong;
                    evidence.is_specific |= agreement.is_specific;
                } else if agreement.has_text {
                    evidence.texts.push((case.index, answer));
                } else if right != flawed && agreement.wrong > 0 {
                    evidence.unlike += 1;
                }
            }
        }
        evidence
    }
}

impl FlawEvidence {
    /// Reports whether two answers support a flaw, one of them in everything, or one that only the flaw predicts, and (nearly)
    /// none contradicts it.
    fn is_enough(&self) -> bool {
        let least = if self.is_specific { 1 } else { 2 };
        let support = self.support.len();
        let is_usual = 10 * self.contradicting <= support && self.unlike <= support;
        self.is_clean && support >= least && is_usual
    }

    /// Returns the sort key: flaws that explain most come first. A contradiction may come from another flaw, so it outweighs only
    /// some facts.
    fn rank(&self) -> (Reverse<usize>, usize) {
        let facts = self.facts.saturating_sub(5 * self.contradicting);
        (Reverse(facts), self.wrong)
    }
}

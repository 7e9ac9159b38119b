//! Finds the flaws that explain the output of a program. Each answer is predicted from the state
//! that the program printed before it, so that no mistake affects later answers.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashSet},
};

use super::{
    facts::{Agreement, Answer, Aspect, Facts},
    session::FlawedGame,
    table::{Effects, Flaw},
};
use crate::{
    analyse::{
        aligned::Aligned,
        output::{LineKind, OutputLine},
        survey::Spot,
    },
    edition::{Edition, Rules, uga},
    field::{Line, lines},
    game::{Flow, Kind, Outcome, Stream},
    run::End,
};

/// Maximum number of squares in the grids of all cases that are searched for flaws. Further cases
/// only confirm or refute the flaws found.
const MAX_EFFORT: usize = 1 << 17;

/// Maximum number of squares in the grids of one case. Further answers of the case are ignored.
const MAX_CASE_EFFORT: usize = 1 << 15;

/// Returns the answers that a program printed, one for each line of input.
fn printed(aligned: &Aligned) -> Vec<Answer<'_>> {
    let (script, output) = (&aligned.subject.script, &aligned.program.output);
    let kind_of = |line: &OutputLine| Some(line.piece()?.kind);
    let has_prompts = output.lines.iter().any(|line| line.is(Kind::Prompt));
    let has_errors = output.lines.iter().any(|line| line.stream == Stream::Error);
    // Without the order of the streams, an error may belong to any answer.
    let is_unordered = !aligned.program.has_order && has_errors;
    let mut inputs = lines::split(&aligned.subject.played.input);
    let mut answers: Vec<Answer<'_>> = Vec::new();
    for (index, (pair, lines)) in aligned.answers.iter().zip(&aligned.lines).enumerate() {
        if pair.found.is_empty() {
            break;
        }
        let start = answers.len();
        let last = start + pair.expected.len().max(1) - 1;
        for number in start..=last {
            let input = match number {
                0 => None,
                _ if pair.expected.is_empty() => Some(Line::End),
                _ => Some(inputs.next().unwrap_or(Line::End)),
            };
            let mut facts = Facts::new(has_prompts.then_some(false));
            facts.may_have_message = is_unordered;
            answers.push((input, facts));
        }
        for &(script_line, output_line) in lines {
            let Some(output_line) = output_line else {
                continue;
            };
            let printed = &output[output_line];
            if printed.kind == LineKind::Own {
                continue;
            }
            // If the program printed no round after a line of input, the answers share the text up
            // to the next round. Errors belong to their lines of input, all other text to the last
            // line.
            let number = match script_line {
                Some(line) if script[line].is(Kind::Error) => {
                    start + script.answer_of(line) - pair.expected.start
                }
                _ => last,
            };
            let expected = match printed.stream {
                Stream::Output => script_line.and_then(|line| kind_of(&script[line])),
                Stream::Error => Some(Kind::Error),
            };
            let kind = kind_of(printed).or(expected);
            answers[number].1.read(output.text(output_line), kind);
        }
        let mut traces = aligned.program.traces.iter();
        answers[last].1.may_have_message |= traces.any(|(at, _)| pair.found.contains(at));
        for (_, facts) in &mut answers[start..last] {
            // An error shows that the program continued without a prompt. Without an error, only
            // later output shows that the program continued.
            if facts.errors == 0 {
                facts.prompt = None;
                facts.end = facts.end.filter(|_| index < aligned.last);
            }
        }
    }
    let is_cut = aligned.subject.played.runs.is_cut;
    if let Some((_, facts)) = answers.last_mut() {
        facts.end = match aligned.program.end {
            End::Exited(status) if !is_cut => Some(Flow::Ended(u8::from(status != 0))),
            _ => None,
        };
    }
    answers
}

/// A flaw that explains answers of a program, or several flaws that explain the same answers.
#[derive(Debug)]
pub(in crate::analyse) struct FlawFinding {
    /// More than one flaw if the cases cannot distinguish them.
    pub flaws: Vec<&'static Flaw>,
    /// Answers that support the flaws.
    pub support: Vec<Spot>,
}

/// Aspects in which answers are as the flaws predict. The value is true if the rules predict
/// something else.
pub(in crate::analyse) type Covers = BTreeMap<Spot, BTreeMap<Aspect, bool>>;

struct SearchedCase<'a> {
    /// Index among the aligned cases.
    index: usize,
    /// Number of squares in the grids of all answers.
    effort: usize,
    rules: &'static Rules,
    /// True if all answers follow the rules, apart from accepted flaws: no other mistake can be
    /// the reason for a difference from what a flaw predicts.
    is_right: bool,
    seed: &'a [u8],
    answers: Vec<Answer<'a>>,
    /// Answers that a program with the accepted flaws would print.
    predicted: Vec<Facts>,
    /// Names of flaws that do not change the predictions of the accepted flaws.
    idle: HashSet<&'static str>,
}

/// The evidence for and against a flaw, next to the accepted flaws.
#[derive(Default)]
struct FlawEvidence {
    /// Answers that the flaw explains, in order.
    support: Vec<Spot>,
    /// Answers with an error text that the flaw predicts. These are no evidence, because programs
    /// word errors in their own way.
    error_texts: Vec<Spot>,
    contradicting: usize,
    /// True if a game that is right contradicts the flaw. A refused seed refutes nothing, because
    /// programs refuse it for several reasons.
    is_refuted: bool,
    /// Number of facts that only the flaw explains.
    facts: usize,
    /// Number of facts in the explained answers that are not as the flaw predicts.
    wrong: usize,
    /// True if the flaw explains all facts of an answer, the end of the game or the score.
    is_clean: bool,
    /// True if one answer is enough evidence for the flaw.
    is_specific: bool,
}

/// Returns the flaws among `flaws` that explain answers, and the explained aspects of answers.
pub(in crate::analyse) fn search(
    edition: &'static Edition,
    flaws: Vec<&'static Flaw>,
    aligned: &[Aligned],
) -> (Vec<FlawFinding>, Covers) {
    let Some(rules) = uga::rules(edition) else {
        return (Vec::new(), Covers::new());
    };
    let mut effort = 0;
    let indexed = aligned.iter().enumerate();
    let searched = indexed.filter_map(|(index, aligned)| SearchedCase::new(index, rules, aligned));
    let (cases, later_cases) = searched.partition(|case| {
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
    let covers = search.cases.iter().flat_map(SearchedCase::covers).collect();
    (search.accepted, covers)
}

impl<'a> SearchedCase<'a> {
    /// Collects the printed facts of a case. Returns `None` if there are none.
    fn new(index: usize, rules: &'static Rules, aligned: &'a Aligned) -> Option<Self> {
        let seed = &aligned.subject.played.seed;
        let mut answers = printed(aligned);
        let area = answers.iter().map(|(_, facts)| facts.grid.len()).max();
        let area = area.unwrap_or_default().max(1);
        if let [(_, start)] = &mut answers[..]
            && start.grids == 0
        {
            // A program that prints no grid refuses the seed if it ends with a message.
            let has_message = start.errors > 0 || start.may_have_message;
            if start.end.is_none() || !has_message {
                return None;
            }
            start.event = Some(Outcome::Quit);
        }
        // A program that continues after the end of the game or the input may repeat its answer.
        let is_end = |(line, facts): &Answer<'_>| *line == Some(Line::End) || facts.is_over();
        let end = answers.iter().position(is_end);
        answers.truncate(end.map_or(answers.len(), |end| end + 1));
        // The end of input does not win or lose a game. A program that prints the last words of a
        // win or a loss there has printed another prompt before them.
        let mut lines = aligned.subject.script.lines.iter();
        let is_lost = lines.any(|line| line.is(Kind::Loss));
        let outcome = if is_lost { Outcome::Lost } else { Outcome::Won };
        if let [.., (Some(_), facts), (Some(Line::End), last)] = &mut answers[..]
            && last.event == Some(outcome)
        {
            facts.add_end(last);
            answers.pop();
        }
        answers.truncate(MAX_CASE_EFFORT / area);
        (!answers.is_empty()).then_some(Self {
            index,
            effort: answers.len() * area,
            rules,
            is_right: false,
            seed,
            answers,
            predicted: Vec::new(),
            idle: HashSet::new(),
        })
    }

    /// Predicts the answers of a program with some flaws, each from the printed state before it.
    fn predict(&self, effects: &Effects) -> Vec<Facts> {
        let seed = match effects.parse_seed(self.seed, &self.rules.limits) {
            Ok(seed) => seed,
            Err(error) => return vec![Facts::refusal(&error)],
        };
        let mut session = FlawedGame::new(self.rules, effects.clone(), seed);
        let answers = self.answers.iter();
        answers.map(|answer| session.answer(answer)).collect()
    }

    /// Returns the aspects of answers that are as the accepted flaws predict, from the first answer
    /// on for which the rules predict something else. Later differences may be consequences of the
    /// flaws.
    fn covers(&self) -> Covers {
        let right = self.predict(&Effects::default());
        let mut covers = Covers::new();
        let facts = self.predicted.iter().zip(&self.answers);
        for (answer, (predicted, (_, printed))) in facts.enumerate() {
            let by_rules = right.get(answer);
            let is_changed = |aspect| by_rules.is_none_or(|facts| !facts.agrees(predicted, aspect));
            let mut aspects = BTreeMap::from(Aspect::ALL.map(|it| (it, is_changed(it))));
            aspects.retain(|aspect, _| printed.agrees(predicted, *aspect));
            if !covers.is_empty() || aspects.values().any(|it| *it) {
                covers.insert((self.index, answer), aspects);
            }
        }
        covers
    }
}

struct Search<'a> {
    /// Flaws to search for, in the order of the table.
    flaws: Vec<&'static Flaw>,
    cases: Vec<SearchedCase<'a>>,
    /// Cases that only confirm or refute accepted flaws.
    later_cases: Vec<SearchedCase<'a>>,
    accepted: Vec<FlawFinding>,
}

impl Search<'_> {
    /// Accepts flaws, the one that explains most first, and then reconsiders each. In the first
    /// round, another flaw of the same area replaces a flaw if it explains more, now that other
    /// flaws are accepted. In the second round, a flaw is dropped if the evidence of all cases is
    /// not enough.
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

    /// Predicts all cases again after a change of the accepted flaws.
    fn update(&mut self) {
        let effects = self.effects(None);
        for case in &mut self.cases {
            let predicted = case.predict(&effects);
            if predicted != case.predicted {
                case.predicted = predicted;
                case.idle.clear();
            }
            let mut pairs = case.predicted.iter().zip(&case.answers);
            case.is_right = pairs.all(|(predicted, (_, printed))| printed.agrees_wholly(predicted));
        }
        // Right cases come first, because they refute most flaws.
        self.cases.sort_by_key(|case| !case.is_right);
    }

    /// Returns the effects of the accepted flaws and another flaw. The newest come first, and apply
    /// if effects exclude each other.
    fn effects(&self, flaw: Option<&'static Flaw>) -> Effects {
        let accepted = self.accepted.iter().rev().map(|finding| finding.flaws[0]);
        Effects::of(flaw.into_iter().chain(accepted))
    }

    /// Returns the flaw that, together with the accepted flaws, explains most, and all flaws that
    /// explain the same answers equally well.
    fn best(&mut self, is_wanted: impl Fn(&'static Flaw) -> bool) -> Option<FlawFinding> {
        self.update();
        let mut candidates = Vec::new();
        for flaw in self.flaws.clone() {
            if is_wanted(flaw) && self.accepted.iter().all(|finding| finding.flaws[0] != flaw) {
                let evidence = self.evidence(flaw);
                if evidence.is_refuted && self.accepted.is_empty() {
                    // Games that follow all rules refute a flaw for good.
                    self.flaws.retain(|it| *it != flaw);
                } else if evidence.is_enough() && self.explains_most(flaw, &evidence.support) {
                    candidates.push((flaw, evidence));
                }
            }
        }
        let (_, best) = candidates.iter().min_by_key(|(_, it)| it.rank())?;
        let equal = candidates
            .iter()
            .filter(|(_, other)| other.rank() == best.rank() && other.support == best.support);
        Some(FlawFinding {
            flaws: equal.map(|(flaw, _)| *flaw).collect(),
            support: [&best.support[..], &best.error_texts].concat(),
        })
    }

    /// Reports whether a flaw explains more than half of the surprising answers in its area, or
    /// none of them. `support` are the answers that the flaw explains, in order.
    fn explains_most(&self, flaw: &Flaw, support: &[Spot]) -> bool {
        let (mut explained, mut surprising) = (0, 0);
        for case in &self.cases {
            let answers = case.predicted.iter().zip(&case.answers);
            for (answer, (predicted, (_, printed))) in answers.enumerate() {
                if printed.is_surprising(predicted, flaw.area) {
                    surprising += 1;
                    explained += usize::from(support.binary_search(&(case.index, answer)).is_ok());
                }
            }
        }
        explained == 0 || 2 * explained > surprising
    }

    /// Collects the evidence from all answers in which one more flaw changes the prediction.
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
                    evidence.is_refuted |= case.is_right && !printed.is_refusal();
                } else if agreement.flawed > 0 {
                    let has_event = flawed.event.is_some() && flawed.event != right.event;
                    evidence.is_clean |= agreement.wrong == 0 || agreement.is_specific || has_event;
                    evidence.support.push((case.index, answer));
                    evidence.facts += agreement.flawed;
                    evidence.wrong += agreement.wrong;
                    evidence.is_specific |= agreement.is_specific;
                } else if agreement.has_text {
                    evidence.error_texts.push((case.index, answer));
                }
            }
            if evidence.is_refuted {
                break;
            }
        }
        evidence.support.sort_unstable();
        evidence
    }
}

impl FlawEvidence {
    /// Reports whether the flaw explains enough answers, one of them completely, and few answers
    /// contradict the flaw.
    fn is_enough(&self) -> bool {
        let support = self.support.len();
        self.is_clean
            && !self.is_refuted
            && (self.is_specific || support > 1)
            && 10 * self.contradicting <= support
    }

    /// Returns the sort key: the flaw that explains most comes first. A contradiction outweighs
    /// only some facts, because another flaw may have caused it.
    fn rank(&self) -> (Reverse<usize>, usize) {
        let facts = self.facts.saturating_sub(5 * self.contradicting);
        (Reverse(facts), self.wrong)
    }
}

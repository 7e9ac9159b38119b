//! Checks proofs by brute force, step by step. The fuzz target `solver` uses this module, too.

use minesweeper_alpha::internal::{Known, Position, Proof, Reason, Size, Square, Step};

use super::around;

/// The number of mines on some unknown squares.
#[derive(Clone)]
pub struct Rule {
    pub squares: Vec<usize>,
    pub mines: usize,
}

impl Rule {
    /// Returns the rule for the unknown squares among `squares`. Returns `None` if the known
    /// squares contradict the number of mines.
    pub fn new(
        mut squares: Vec<usize>,
        mines: usize,
        known: impl Fn(usize) -> Option<bool>,
    ) -> Option<Self> {
        let is_mine = |at: &&usize| known(**at) == Some(true);
        let mines = mines.checked_sub(squares.iter().filter(is_mine).count())?;
        squares.retain(|&at| known(at).is_none());
        (mines <= squares.len()).then_some(Self { squares, mines })
    }

    /// Returns the squares that the rule alone decides, and whether they have mines.
    pub fn certain(&self) -> Vec<(usize, bool)> {
        if self.mines > 0 && self.mines < self.squares.len() {
            return Vec::new();
        }
        let facts = self.squares.iter().map(|&at| (at, self.mines > 0));
        facts.collect()
    }
}

/// Reports whether all rules can be true, given some known squares.
pub fn is_possible(rules: &[Rule], mut known: Vec<Option<bool>>) -> bool {
    loop {
        let mut smallest: Option<Rule> = None;
        let mut facts = Vec::new();
        for rule in rules {
            let Some(rest) = Rule::new(rule.squares.clone(), rule.mines, |at| known[at]) else {
                return false;
            };
            facts = rest.certain();
            if !facts.is_empty() {
                break;
            }
            let min_length = smallest.as_ref().map_or(usize::MAX, |it| it.squares.len());
            if (1..min_length).contains(&rest.squares.len()) {
                smallest = Some(rest);
            }
        }
        if facts.is_empty() {
            let Some(rule) = smallest else { return true };
            return [false, true].into_iter().any(|mined| {
                known[rule.squares[0]] = Some(mined);
                is_possible(rules, known.clone())
            });
        }
        for (at, mined) in facts {
            known[at] = Some(mined);
        }
    }
}

/// Checks that each step of a proof follows from the position and from earlier steps, and that the
/// steps prove the square of the proof.
#[track_caller]
pub fn check(position: &Position, proof: &Proof) {
    let size = position.size();
    let mut proved = vec![None; size.area()];
    for step in &proof.steps {
        assert!(
            follows(position, &proved, step),
            "{step:?} in {proof:?} of {position:?}"
        );
        for (at, mined) in claims(size, step) {
            assert_eq!(proved[at].replace(mined), None, "{proof:?}");
        }
    }
    let at = size.index(proof.square);
    assert_eq!(proved[at], Some(proof.mined), "{proof:?}");
}

/// Returns the squares that a step proves, and whether they have mines.
fn claims(size: Size, step: &Step) -> Vec<(usize, bool)> {
    let mined = step.mined.iter().map(|&square| (size.index(square), true));
    let safe = step.safe.iter().map(|&square| (size.index(square), false));
    mined.chain(safe).collect()
}

/// Reports whether a step follows from its numbers. A step that tries all arrangements of mines
/// must not use the facts of earlier steps.
fn follows(position: &Position, proved: &[Option<bool>], step: &Step) -> bool {
    let size = position.size();
    let needs_no_facts = matches!(step.reason, Reason::Arrangements { .. });
    let known = |at: usize| match position.squares()[at] {
        Known::Number(_) => Some(false),
        Known::Mine => Some(true),
        Known::Nothing => proved[at].filter(|_| !needs_no_facts),
    };
    let rule_of = |number: Square| {
        let Known::Number(mines) = position.squares()[size.index(number)] else {
            panic!("{number:?} shows no number");
        };
        Rule::new(around(size, number), mines.into(), known).expect("a possible number")
    };
    let mut rules: Vec<Rule> = step.reason.numbers().into_iter().map(rule_of).collect();
    if let Reason::Arrangements {
        with_mine_count: true,
        ..
    } = step.reason
    {
        let mines = position.mines().expect("the mine count");
        let mine_count = Rule::new((0..size.area()).collect(), mines, known);
        rules.push(mine_count.expect("a possible mine count"));
    }
    let unknown = vec![None; size.area()];
    is_possible(&rules, unknown.clone())
        && claims(size, step).into_iter().all(|(at, mined)| {
            let mut opposite = unknown.clone();
            opposite[at] = Some(!mined);
            !is_possible(&rules, opposite)
        })
}

//! Checks proofs by brute force, step by step.

use std::collections::BTreeMap;

use minesweeper_alpha::{Known, Position, Proof, Reason, Size, Square, Step};

use super::around;

/// Checks that each step follows from the position and from earlier steps, and that the last
/// step is about the square.
#[track_caller]
pub fn check(position: &Position, proof: &Proof) {
    let mut checker = Checker {
        position,
        size: position.size(),
        proved: BTreeMap::new(),
    };
    for step in &proof.steps {
        assert!(
            checker.follows(step),
            "{step:?} in {proof:?} of {position:?}"
        );
        for (squares, mined) in [(&step.mined, true), (&step.safe, false)] {
            for square in squares {
                let at = checker.size.index(*square);
                assert_eq!(checker.proved.insert(at, mined), None, "{proof:?}");
            }
        }
    }
    let at = checker.size.index(proof.square);
    assert_eq!(checker.proved.get(&at), Some(&proof.mined), "{proof:?}");
}

struct Checker<'position> {
    position: &'position Position,
    size: Size,
    /// Facts of earlier steps.
    proved: BTreeMap<usize, bool>,
}

/// The number of mines on some squares.
struct Rule {
    squares: Vec<usize>,
    mines: usize,
}

impl Checker<'_> {
    /// Reports whether a square has a mine, if that is known.
    fn known(&self, at: usize, with_steps: bool) -> Option<bool> {
        match self.position.squares()[at] {
            Known::Number(_) => Some(false),
            Known::Mine => Some(true),
            Known::Nothing if with_steps => self.proved.get(&at).copied(),
            Known::Nothing => None,
        }
    }

    /// Returns the rule of a number for the unknown squares around it.
    fn rule(&self, number: Square, with_steps: bool) -> Rule {
        let Known::Number(mines) = self.position.squares()[self.size.index(number)] else {
            panic!("{number:?} shows no number");
        };
        self.rest(around(self.size, number), mines.into(), with_steps)
    }

    /// Returns the rule for the unknown ones of some squares.
    fn rest(&self, squares: Vec<usize>, mines: usize, with_steps: bool) -> Rule {
        let known = squares
            .iter()
            .filter(|&&at| self.known(at, with_steps) == Some(true))
            .count();
        let is_unknown = |at: &usize| self.known(*at, with_steps).is_none();
        Rule {
            squares: squares.into_iter().filter(is_unknown).collect(),
            mines: mines.checked_sub(known).expect("not too many mines"),
        }
    }

    /// Returns the rule of the mine count.
    fn all(&self) -> Rule {
        let mines = self.position.mines().expect("the mine count");
        self.rest((0..self.size.area()).collect(), mines, false)
    }

    fn follows(&self, step: &Step) -> bool {
        match &step.reason {
            Reason::Number(number) => {
                all_ways_agree(&[self.rule(*number, true)], &self.claims(step))
            }
            Reason::Numbers(one, other) => {
                let rules = [self.rule(*one, true), self.rule(*other, true)];
                all_ways_agree(&rules, &self.claims(step))
            }
            Reason::Arrangements {
                numbers,
                with_mine_count,
            } => {
                let rules: Vec<Rule> = numbers
                    .iter()
                    .map(|&number| self.rule(number, false))
                    .chain(with_mine_count.then(|| self.all()))
                    .collect();
                all_ways_agree(&rules, &self.claims(step))
            }
        }
    }

    fn claims(&self, step: &Step) -> Vec<(usize, bool)> {
        let index = |square: &Square| self.size.index(*square);
        step.mined
            .iter()
            .map(|square| (index(square), true))
            .chain(step.safe.iter().map(|square| (index(square), false)))
            .collect()
    }
}

/// Reports whether the claims hold in all arrangements of mines that satisfy the rules, and
/// there is such an arrangement.
fn all_ways_agree(rules: &[Rule], claims: &[(usize, bool)]) -> bool {
    let mut squares: Vec<usize> = rules.iter().flat_map(|rule| rule.squares.clone()).collect();
    squares.sort_unstable();
    squares.dedup();
    let mut ways = Ways {
        rules,
        squares,
        mined: BTreeMap::new(),
    };
    let Some(any) = ways.find(0) else {
        return false;
    };
    claims.iter().all(|&(at, mined)| {
        // There is no arrangement with the opposite.
        ways.mined = BTreeMap::from([(at, !mined)]);
        any.get(&at) == Some(&mined) && ways.find(0).is_none()
    })
}

struct Ways<'rules> {
    rules: &'rules [Rule],
    squares: Vec<usize>,
    mined: BTreeMap<usize, bool>,
}

impl Ways<'_> {
    /// Returns an arrangement that extends the squares set so far, from this square on.
    fn find(&mut self, next: usize) -> Option<BTreeMap<usize, bool>> {
        let possible = self.rules.iter().all(|rule| {
            let (mut mines, mut count) = (0, 0);
            for mined in rule.squares.iter().filter_map(|at| self.mined.get(at)) {
                count += 1;
                mines += usize::from(*mined);
            }
            mines <= rule.mines && rule.mines - mines <= rule.squares.len() - count
        });
        if !possible {
            return None;
        }
        let Some(&at) = self.squares.get(next) else {
            return Some(self.mined.clone());
        };
        if self.mined.contains_key(&at) {
            return self.find(next + 1);
        }
        for mined in [false, true] {
            self.mined.insert(at, mined);
            let found = self.find(next + 1);
            self.mined.remove(&at);
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

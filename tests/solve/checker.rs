//! A checker of proofs that knows nothing but the rules of their kinds.

use std::collections::BTreeMap;

use minesweeper_alpha::internal::{Known, Position, Proof, Reason, Size, Square, Step};

use super::around;

/// Checks that each step follows from the view and from the steps before it, and
/// that the last one is about the square.
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
    /// What the steps before have proved.
    proved: BTreeMap<usize, bool>,
}

/// So many of some squares have a mine.
struct Rule {
    squares: Vec<usize>,
    mines: usize,
}

impl Checker<'_> {
    /// Whether a square has a mine, if that is known.
    fn known(&self, at: usize, with_steps: bool) -> Option<bool> {
        match self.position.squares()[at] {
            Known::Number(_) => Some(false),
            Known::Mine => Some(true),
            Known::Nothing if with_steps => self.proved.get(&at).copied(),
            Known::Nothing => None,
        }
    }

    /// What a number says of the squares of which nothing is known.
    fn rule(&self, number: Square, with_steps: bool) -> Rule {
        let Known::Number(mines) = self.position.squares()[self.size.index(number)] else {
            panic!("{number:?} shows no number");
        };
        self.rest(around(self.size, number), mines.into(), with_steps)
    }

    /// The same of some squares with so many mines.
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

    /// What the number of all mines says.
    fn all(&self, with_steps: bool) -> Rule {
        let mines = self.position.mines().expect("the number of mines");
        self.rest((0..self.size.area()).collect(), mines, with_steps)
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
            Reason::Count(numbers) => self.follows_from_count(numbers, step),
            Reason::Cases { numbers, count } => {
                let rules: Vec<Rule> = numbers
                    .iter()
                    .map(|&number| self.rule(number, false))
                    .chain(count.then(|| self.all(false)))
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

    fn follows_from_count(&self, numbers: &[Square], step: &Step) -> bool {
        let rules: Vec<Rule> = numbers
            .iter()
            .map(|&number| self.rule(number, true))
            .collect();
        let mut beside: Vec<usize> = rules.iter().flat_map(|rule| rule.squares.clone()).collect();
        let with_doubles = beside.len();
        beside.sort_unstable();
        beside.dedup();
        let mut all = self.all(true);
        all.squares.retain(|at| !beside.contains(at));
        let mines: usize = rules.iter().map(|rule| rule.mines).sum();
        let left = all.mines.checked_sub(mines).expect("not too many mines");
        let claims = self.claims(step);
        let is_all = |mined: bool, wanted: usize| {
            left == wanted && claims.iter().all(|claim| claim.1 == mined)
        };
        let about_the_rest = claims.iter().all(|(at, _)| all.squares.contains(at));
        with_doubles == beside.len()
            && about_the_rest
            && (is_all(false, 0) || is_all(true, all.squares.len()))
    }
}

/// Whether the claims hold in all ways to put mines so that the rules hold, and
/// there is one.
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
        // No way has it otherwise.
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
    /// A way from this square on, with what is set already.
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

//! What follows from the number of all mines and numbers that share no squares.

use super::reasoner::{Index, Reasoner, State, as_index};

/// What is known of the squares that are next to none of some numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    /// The numbers; no two have an unknown square in common.
    pub(super) numbers: Vec<Index>,
    /// The unknown squares that are next to none of them.
    pub(super) squares: Vec<Index>,
    /// Whether all of these have a mine, or else none.
    pub(super) mined: bool,
}

/// How many choices of numbers are tried.
const MOST_TRIES: usize = 5_000;

/// Finds numbers that have all mines that are left next to them, or all squares
/// next to them that can be without one.
pub(super) fn rest(reasoner: &Reasoner) -> Option<Rest> {
    let left = reasoner.mines_left()?;
    let safe_left = reasoner.unknown().checked_sub(left)?;
    if reasoner.unknown() == 0 {
        return None;
    }
    let open = open_numbers(reasoner);
    // All mines that are left are next to the numbers: the rest is safe.
    let mines: Vec<usize> = open.iter().map(|number| number.mines).collect();
    let safe: Vec<usize> = open.iter().map(|number| number.safe).collect();
    [(mines, left, false), (safe, safe_left, true)]
        .into_iter()
        .find_map(|(worth, wanted, mined)| {
            let chosen = numbers_worth(&open, &worth, wanted, reasoner.unknown())?;
            let squares = squares_beside(reasoner, &open, &chosen);
            let numbers = chosen.iter().map(|&at| open[at].square).collect();
            Some(Rest {
                numbers,
                squares,
                mined,
            })
        })
}

/// A number with unknown squares around it.
struct Open {
    square: Index,
    unknown: Vec<Index>,
    /// How many of these have a mine.
    mines: usize,
    /// How many have none.
    safe: usize,
}

fn open_numbers(reasoner: &Reasoner) -> Vec<Open> {
    let all = 0..as_index(reasoner.size().area());
    all.filter(|&square| reasoner.is_open(square))
        .map(|square| {
            let unknown: Vec<Index> = reasoner.unknown_around(square).collect();
            let mines = usize::from(reasoner.need(square));
            Open {
                square,
                safe: unknown.len() - mines,
                mines,
                unknown,
            }
        })
        .collect()
}

/// The unknown squares that are next to none of the chosen numbers.
fn squares_beside(reasoner: &Reasoner, open: &[Open], chosen: &[usize]) -> Vec<Index> {
    let all = 0..as_index(reasoner.size().area());
    let is_next_to = |square: &Index| {
        let mut numbers = chosen.iter();
        numbers.any(|&at| open[at].unknown.contains(square))
    };
    all.filter(|&square| reasoner.state(square) == State::Unknown)
        .filter(|square| !is_next_to(square))
        .collect()
}

/// Chooses numbers that share no unknown square and are worth exactly as much as
/// is wanted, which is the most that they can be, but are not next to all of the
/// unknown squares.
fn numbers_worth(
    open: &[Open],
    worth: &[usize],
    wanted: usize,
    unknown: usize,
) -> Option<Vec<usize>> {
    // What all numbers from each one on are worth together: more cannot be had.
    let mut most_from = vec![0; open.len() + 1];
    for at in (0..open.len()).rev() {
        most_from[at] = most_from[at + 1] + worth[at];
    }
    if most_from[0] < wanted {
        return None;
    }
    let mut search = Search {
        open,
        worth,
        most_from,
        chosen: Vec::new(),
        tries: MOST_TRIES,
    };
    search.from(0, wanted, unknown).then_some(search.chosen)
}

struct Search<'open> {
    open: &'open [Open],
    worth: &'open [usize],
    most_from: Vec<usize>,
    chosen: Vec<usize>,
    tries: usize,
}

impl Search<'_> {
    /// Whether what is wanted can be had with numbers from this one on, of which
    /// so many unknown squares are not next to the chosen ones.
    fn from(&mut self, at: usize, wanted: usize, beside: usize) -> bool {
        if wanted == 0 {
            return beside > 0;
        }
        if self.tries == 0 || self.most_from[at] < wanted {
            return false;
        }
        self.tries -= 1;
        let is_apart = |chosen: &usize| {
            let unknown = &self.open[*chosen].unknown;
            !self.open[at]
                .unknown
                .iter()
                .any(|square| unknown.contains(square))
        };
        if (1..=wanted).contains(&self.worth[at]) && self.chosen.iter().all(is_apart) {
            self.chosen.push(at);
            let covered = self.open[at].unknown.len();
            if self.from(at + 1, wanted - self.worth[at], beside - covered) {
                return true;
            }
            self.chosen.pop();
        }
        self.from(at + 1, wanted, beside)
    }
}

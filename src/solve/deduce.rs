//! Finding out more, by the simplest kind of reasoning that finds anything.

use clap::ValueEnum;

use super::SolveError;
use super::arrangements::Arrangements;
use super::frontier::Frontier;
use super::mine_count::by_count;
use super::odds::Chances;
use super::proof::Difficulty;
use super::reasoner::{Cause, Index, Reasoner, State, as_index};
use super::work_limit::Work;

/// Finds out more than is known, by reasoning of the simplest kind that finds
/// anything, and none that is harder than `most`. Returns that kind; none if
/// nothing is found. What is too hard to be looked at finds nothing.
pub(super) fn deduce(
    reasoner: &mut Reasoner,
    most: Difficulty,
) -> Result<Option<Difficulty>, SolveError> {
    let known = reasoner.facts().len();
    for &difficulty in Difficulty::value_variants() {
        if difficulty > most {
            break;
        }
        match difficulty {
            Difficulty::Trivial => reasoner.one_number(),
            Difficulty::Easy => reasoner.two_numbers(),
            Difficulty::Medium => by_count(reasoner),
            Difficulty::Hard => by_cases(reasoner),
        }?;
        if reasoner.facts().len() > known {
            return Ok(Some(difficulty));
        }
    }
    Ok(None)
}

/// Finds what is so in all cases: first around connected numbers, then in all
/// fields with the number of mines.
fn by_cases(reasoner: &mut Reasoner) -> Result<(), SolveError> {
    let frontier = Frontier::of(reasoner);
    let cases = Cases::of(&frontier)?;
    // What the number of mines has told before may be what decides the cases.
    let is_counted = |cause| matches!(cause, Cause::Count(_) | Cause::CasesWithCount);
    let cause = if reasoner.facts().iter().any(|fact| is_counted(fact.cause)) {
        Cause::CasesWithCount
    } else {
        Cause::Cases
    };
    for &(square, mined) in &cases.certain {
        reasoner.learn(square, mined, cause)?;
    }
    if !cases.are_all {
        reasoner.give_up();
    } else if cases.certain.is_empty() && cases.are_limited(&frontier, reasoner.mines_left()) {
        match Chances::after(reasoner) {
            Ok(chances) => learn_certain(reasoner, &chances)?,
            Err(error) if error.is_given_up() => reasoner.give_up(),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// What is so in all cases around connected numbers.
struct Cases {
    /// Squares that are the same in all of them, and whether they have a mine.
    certain: Vec<(Index, bool)>,
    /// The least and the greatest number of mines.
    least: usize,
    most: usize,
    /// Whether no component was too hard.
    are_all: bool,
}

impl Cases {
    fn of(frontier: &Frontier) -> Result<Self, SolveError> {
        let mut cases = Self {
            certain: Vec::new(),
            least: 0,
            most: 0,
            are_all: true,
        };
        let mut work = Work::CASES;
        for component in &frontier.components {
            // One that is too hard must not keep the others from being looked at.
            let ways = work.part(Work::COMPONENT, |work| Arrangements::of(component, work));
            let arrangements = match ways {
                Ok(arrangements) => arrangements,
                Err(error) if error.is_given_up() => {
                    cases.are_all = false;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let (least, most) = arrangements.totals();
            cases.least += least;
            cases.most += most;
            for (group, range) in component.groups.iter().zip(arrangements.ranges()) {
                let mined = match range {
                    (0, 0) => false,
                    (mines, _) if mines == group.size() => true,
                    _ => continue,
                };
                for &square in &group.squares {
                    cases.certain.push((square, mined));
                }
            }
        }
        Ok(cases)
    }

    /// Whether the number of mines excludes any of the cases, or decides the squares that no
    /// number is next to.
    fn are_limited(&self, frontier: &Frontier, mines: Option<usize>) -> bool {
        let (least, most, outside) = (self.least, self.most, frontier.outside);
        mines.is_some_and(|mines| {
            let decides = outside > 0 && (mines == least || mines == most + outside);
            decides || mines < most || mines > least + outside
        })
    }
}

/// Learns what is certain by exact odds.
fn learn_certain(reasoner: &mut Reasoner, chances: &Chances) -> Result<(), SolveError> {
    for square in 0..as_index(reasoner.size().area()) {
        if reasoner.state(square) != State::Unknown {
            continue;
        }
        if let Some(mined) = chances.certain(square) {
            reasoner.learn(square, mined, Cause::CasesWithCount)?;
        }
    }
    Ok(())
}

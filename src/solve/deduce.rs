//! Finding out more, by the simplest kind of reasoning that finds anything.

use num_traits::Zero;

use super::SolveError;
use super::arrangements::{Arrangements, NoArrangements, Work};
use super::frontier::Frontier;
use super::mine_count::{self, Rest};
use super::odds::Chances;
use super::proof::Difficulty;
use super::reasoner::{Cause, Index, Reasoner, State, as_index};

/// Finds out more than is known, by reasoning of the simplest kind that finds
/// anything, and none that is harder than `most`. Returns that kind; none if
/// nothing is found.
///
/// # Errors
///
/// No field is like that. What is too hard to be looked at finds nothing.
pub(super) fn deduce(
    reasoner: &mut Reasoner,
    most: Difficulty,
    rests: &mut Vec<Rest>,
) -> Result<Option<Difficulty>, SolveError> {
    let known = reasoner.facts().len();
    for difficulty in Difficulty::ALL {
        if difficulty > most {
            break;
        }
        match difficulty {
            Difficulty::Trivial => reasoner.one_number()?,
            Difficulty::Easy => {
                reasoner.two_numbers()?;
            }
            Difficulty::Medium => by_count(reasoner, rests)?,
            Difficulty::Hard => by_cases(reasoner)?,
        }
        if reasoner.facts().len() > known {
            return Ok(Some(difficulty));
        }
    }
    Ok(None)
}

fn by_count(reasoner: &mut Reasoner, rests: &mut Vec<Rest>) -> Result<(), SolveError> {
    if let Some(rest) = mine_count::rest(reasoner) {
        let cause = Cause::Count(rests.len());
        for &square in &rest.squares {
            reasoner.learn(square, rest.mined, cause)?;
        }
        rests.push(rest);
    }
    Ok(())
}

/// Finds what is so in all cases: first around connected numbers, then in all
/// fields with the number of mines.
fn by_cases(reasoner: &mut Reasoner) -> Result<(), SolveError> {
    let known = reasoner.facts().len();
    let frontier = Frontier::of(reasoner);
    let mut work = Work::CASES;
    let (mut least, mut most, mut all_counted) = (0, 0, true);
    let mut found: Vec<(Index, bool)> = Vec::new();
    for component in &frontier.components {
        // One that is too hard must not keep the others from being looked at.
        let given = work.part(Work::COMPONENT);
        let mut left = given;
        let arrangements = Arrangements::of(component, &mut left);
        work.take(given, left);
        let arrangements = match arrangements {
            Ok(arrangements) => arrangements,
            Err(NoArrangements::Impossible) => return Err(SolveError::NoField),
            Err(NoArrangements::TooHard) => {
                all_counted = false;
                continue;
            }
        };
        let totals = arrangements.totals();
        least += totals.0;
        most += totals.1;
        for (group, range) in component.groups.iter().zip(arrangements.ranges()) {
            let mined = match range {
                (0, 0) => false,
                (mines, _) if mines == group.size() => true,
                _ => continue,
            };
            found.extend(group.squares.iter().map(|&square| (square, mined)));
        }
    }
    if !all_counted {
        reasoner.give_up();
    }
    // What the number of mines has told before may be what decides the cases.
    let counted = |cause| matches!(cause, Cause::Count(_) | Cause::CasesWithCount);
    let cause = if reasoner.facts().iter().any(|fact| counted(fact.cause)) {
        Cause::CasesWithCount
    } else {
        Cause::Cases
    };
    for (square, mined) in found {
        reasoner.learn(square, mined, cause)?;
    }
    if reasoner.facts().len() > known || !all_counted {
        return Ok(());
    }
    let Some(mines) = reasoner.mines_left() else {
        return Ok(());
    };
    let outside_matters =
        frontier.outside > 0 && (mines == least || mines == most + frontier.outside);
    if mines >= most && mines <= least + frontier.outside && !outside_matters {
        // Each way of the components leaves a number for the squares outside that
        // they can have: the number of mines excludes nothing.
        return Ok(());
    }
    match Chances::after(reasoner) {
        Ok(chances) => learn_certain(reasoner, &chances),
        Err(SolveError::TooHard) => {
            reasoner.give_up();
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Learns what is certain by exact odds.
fn learn_certain(reasoner: &mut Reasoner, chances: &Chances) -> Result<(), SolveError> {
    for square in 0..as_index(reasoner.size().area()) {
        if reasoner.state(square) != State::Unknown {
            continue;
        }
        let mined = chances.mined_in(square as usize);
        if mined.is_zero() || mined == chances.all() {
            reasoner.learn(square, !mined.is_zero(), Cause::CasesWithCount)?;
        }
    }
    Ok(())
}

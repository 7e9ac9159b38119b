//! Proves facts by the simplest kind of reasoning that proves any.

use clap::ValueEnum;

use super::{
    error::Solved,
    odds::Odds,
    proof::Difficulty,
    reasoner::{Basis, Index, Reasoner},
};

/// Learns facts by the simplest kind up to `hardest` that proves any. Returns that kind, if any.
pub(super) fn deduce(reasoner: &mut Reasoner, hardest: Difficulty) -> Solved<Option<Difficulty>> {
    let fact_count = reasoner.facts().len();
    for &difficulty in Difficulty::value_variants() {
        if difficulty > hardest {
            break;
        }
        match difficulty {
            Difficulty::Trivial => reasoner.one_number(),
            Difficulty::Easy => reasoner.two_numbers(),
            Difficulty::Hard => all_arrangements(reasoner),
        }?;
        if reasoner.facts().len() > fact_count {
            return Ok(Some(difficulty));
        }
    }
    Ok(None)
}

/// Learns which squares are safe or have a mine in all fields that agree with the position.
fn all_arrangements(reasoner: &mut Reasoner) -> Solved<()> {
    let odds = Odds::after(reasoner)?;
    let unknown: Vec<Index> = reasoner.unknown_squares().collect();
    for square in unknown {
        let probability = odds.at_index(square);
        if probability <= 0.0 || probability >= 1.0 {
            reasoner.learn(square, probability >= 1.0, Basis::Arrangements)?;
        }
    }
    Ok(())
}

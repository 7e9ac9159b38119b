//! Compares the difficulties of proofs with a solver that tries all numbers and all pairs of
//! numbers.

use std::collections::BTreeMap;

use minesweeper_alpha::internal::{Difficulty, Known, Position, Random, Size, proofs};

use super::checker::{Rule, check};
use super::{around, position};

/// Returns the squares that can be proved up to some difficulty, and whether they have mines.
fn provable(position: &Position, difficulty: Difficulty) -> BTreeMap<usize, bool> {
    let mut proved = BTreeMap::new();
    loop {
        let size = position.size();
        let known = |at: usize| match position.squares()[at] {
            Known::Number(_) => Some(false),
            Known::Mine => Some(true),
            Known::Nothing => proved.get(&at).copied(),
        };
        let mut numbers: Vec<Rule> = Vec::new();
        for square in size.squares() {
            if let Known::Number(mines) = position.squares()[size.index(square)] {
                let rule = Rule::new(around(size, square), mines.into(), known);
                numbers.push(rule.expect("a possible field"));
            }
        }
        numbers.retain(|rule| !rule.squares.is_empty());
        let mut found: Vec<(usize, bool)> = numbers.iter().flat_map(Rule::certain).collect();
        if found.is_empty() && difficulty >= Difficulty::Easy {
            found = pairs(&numbers);
        }
        if found.is_empty() {
            return proved;
        }
        proved.extend(found);
    }
}

/// Returns the facts that follow from two numbers, however many mines they share.
fn pairs(numbers: &[Rule]) -> Vec<(usize, bool)> {
    let mut found = Vec::new();
    for one in numbers {
        for other in numbers {
            let (shared, own): (Vec<usize>, Vec<usize>) = one
                .squares
                .iter()
                .partition(|square| other.squares.contains(square));
            let others = other.squares.len() - shared.len();
            let ways: Vec<usize> = (0..=shared.len())
                .filter(|&mines| (mines..=mines + own.len()).contains(&one.mines))
                .filter(|&mines| (mines..=mines + others).contains(&other.mines))
                .collect();
            if shared.is_empty() || ways.is_empty() {
                continue;
            }
            for (squares, mines) in [
                (&shared, ways.clone()),
                (&own, ways.iter().map(|mines| one.mines - mines).collect()),
            ] {
                for mined in [false, true] {
                    let wanted = if mined { squares.len() } else { 0 };
                    if mines.iter().all(|&mines| mines == wanted) {
                        found.extend(squares.iter().map(|&at| (at, mined)));
                    }
                }
            }
        }
    }
    found
}

/// Compares the difficulties of all proofs with those that are needed. Returns the number of
/// hard proofs.
fn compare(position: &Position) -> usize {
    let mut proved = BTreeMap::new();
    for proof in proofs(position).expect("a field is possible") {
        check(position, &proof);
        let at = position.size().index(proof.square);
        proved.insert(at, (proof.difficulty(), proof.mined));
    }
    let mut simpler = BTreeMap::new();
    for difficulty in [Difficulty::Trivial, Difficulty::Easy] {
        let provable = provable(position, difficulty);
        for (&at, &mined) in provable.iter().filter(|(at, _)| !simpler.contains_key(*at)) {
            assert_eq!(proved[&at], (difficulty, mined), "{at} in {position:?}");
        }
        simpler = provable;
    }
    let mut hard = 0;
    for (at, (difficulty, _)) in proved {
        assert_eq!(difficulty == Difficulty::Hard, !simpler.contains_key(&at));
        hard += usize::from(difficulty == Difficulty::Hard);
    }
    hard
}

#[test]
fn proofs_have_the_lowest_possible_difficulty() {
    let mut random = Random::seeded(10);
    let mut hard = 0;
    for (rows, cols, mines, games) in [
        (1, 12, 5, 100),
        (4, 4, 4, 150),
        (5, 6, 7, 150),
        (5, 6, 12, 100),
        (7, 7, 9, 100),
    ] {
        let size = Size { rows, cols };
        for _ in 0..games {
            let minefield = random.place(size, mines);
            // With few covered squares, the mine count matters.
            let odds = 3 + random.below(8);
            let revealed: Vec<bool> = size
                .squares()
                .map(|square| !minefield.is_mine(square) && random.below(odds) > 0)
                .collect();
            hard += compare(&position(&minefield, &revealed, Some(mines)));
            compare(&position(&minefield, &revealed, None));
        }
    }
    assert!(hard > 100, "{hard}");
}

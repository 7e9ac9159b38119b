//! Compares the difficulties of proofs with a simple solver, which tries all numbers and all pairs
//! of numbers.

use std::collections::BTreeMap;

use minesweeper_alpha::internal::{Difficulty, Known, Position, Random, Size, proofs};

use super::{
    around,
    checker::{Rule, check},
    position,
};

/// Returns the squares that have proofs up to a difficulty, and whether they have mines.
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
        let mut facts: Vec<(usize, bool)> = numbers.iter().flat_map(Rule::certain).collect();
        if facts.is_empty() && difficulty >= Difficulty::Easy {
            facts = facts_of_pairs(&numbers);
        }
        if facts.is_empty() {
            return proved;
        }
        proved.extend(facts);
    }
}

/// Returns the facts that follow from two numbers with common squares.
fn facts_of_pairs(numbers: &[Rule]) -> Vec<(usize, bool)> {
    let mut facts = Vec::new();
    for first in numbers {
        for second in numbers {
            let (shared, own): (Vec<usize>, Vec<usize>) = first
                .squares
                .iter()
                .partition(|square| second.squares.contains(square));
            let other_count = second.squares.len() - shared.len();
            // The possible numbers of mines in the shared squares.
            let shared_mines: Vec<usize> = (0..=shared.len())
                .filter(|&mines| (mines..=mines + own.len()).contains(&first.mines))
                .filter(|&mines| (mines..=mines + other_count).contains(&second.mines))
                .collect();
            if shared.is_empty() || shared_mines.is_empty() {
                continue;
            }
            let own_mines = shared_mines.iter().map(|mines| first.mines - mines);
            for (squares, counts) in [(&own, own_mines.collect()), (&shared, shared_mines)] {
                for mined in [false, true] {
                    let certain_count = if mined { squares.len() } else { 0 };
                    if counts.iter().all(|&count| count == certain_count) {
                        facts.extend(squares.iter().map(|&at| (at, mined)));
                    }
                }
            }
        }
    }
    facts
}

/// Checks that each proof has the lowest possible difficulty. Returns the number of hard proofs.
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
    let mut hard_count = 0;
    for (at, (difficulty, _)) in proved {
        assert_eq!(difficulty == Difficulty::Hard, !simpler.contains_key(&at));
        hard_count += usize::from(difficulty == Difficulty::Hard);
    }
    hard_count
}

#[test]
fn proofs_have_the_lowest_possible_difficulty() {
    let mut random = Random::seeded(10);
    let mut hard_count = 0;
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
            // One in `odds` safe squares stays covered. If these are few, the mine count matters.
            let odds = 3 + random.below(8);
            let revealed: Vec<bool> = size
                .squares()
                .map(|square| !minefield.is_mine(square) && random.below(odds) > 0)
                .collect();
            hard_count += compare(&position(&minefield, &revealed, Some(mines)));
            compare(&position(&minefield, &revealed, None));
        }
    }
    assert!(hard_count > 100, "{hard_count}");
}

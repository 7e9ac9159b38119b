//! A player that wins fields without guessing by brute force.

use minesweeper_alpha::internal::{Minefield, Square};

use super::{
    around,
    checker::{Rule, is_possible},
};

/// Maximum number of unknown squares for which the player uses the mine count.
const MAX_COUNTED: usize = 100;

/// Reports whether the player wins a field from a start without a guess.
pub fn wins(minefield: &Minefield, start: Square) -> bool {
    let size = minefield.size();
    let mut known = vec![None; size.area()];
    known[size.index(start)] = Some(false);
    let squares: Vec<(Square, Vec<usize>)> = size
        .squares()
        .map(|square| (square, around(size, square)))
        .collect();
    loop {
        let safe_count = known.iter().filter(|it| **it == Some(false)).count();
        if safe_count + minefield.mine_count() == size.area() {
            return true;
        }
        let rule = |squares: Vec<usize>, mines: usize| {
            Rule::new(squares, mines, |at| known[at]).expect("a possible field")
        };
        let mut rules = Vec::new();
        for ((square, neighbours), state) in squares.iter().zip(&known) {
            if *state == Some(false) {
                assert!(!minefield.is_mine(*square), "a mine was revealed");
                rules.push(rule(neighbours.clone(), minefield.adjacent(*square).into()));
            }
        }
        rules.retain(|rule| !rule.squares.is_empty());
        let mine_count = rule((0..size.area()).collect(), minefield.mine_count());
        if mine_count.squares.len() <= MAX_COUNTED {
            rules.push(mine_count);
        }
        let mut facts: Vec<(usize, bool)> = rules.iter().flat_map(Rule::certain).collect();
        if facts.is_empty() {
            facts = by_contradiction(&rules, size.area());
        }
        if facts.is_empty() {
            return false;
        }
        for (at, mined) in facts {
            known[at] = Some(mined);
        }
    }
}

/// Returns the squares for which only one state is possible, and whether they have mines.
fn by_contradiction(rules: &[Rule], area: usize) -> Vec<(usize, bool)> {
    let mut squares: Vec<usize> = rules.iter().flat_map(|rule| rule.squares.clone()).collect();
    squares.sort_unstable();
    squares.dedup();
    let mut facts = Vec::new();
    for at in squares {
        let is_contradiction = |mined: &bool| {
            let mut known = vec![None; area];
            known[at] = Some(!mined);
            !is_possible(rules, known)
        };
        let state = [false, true].into_iter().find(is_contradiction);
        facts.extend(state.map(|mined| (at, mined)));
    }
    facts
}

//! A player of the plainest kind, who reveals only what cannot have a mine: by
//! single numbers, by numbers within others, and else by trying out what would
//! be if a square had a mine.

use minesweeper_alpha::internal::{Minefield, Square};

use super::around;

/// So many of some squares have a mine.
#[derive(Clone, PartialEq, Eq)]
struct Rule {
    squares: Vec<usize>,
    mines: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Unknown,
    Safe,
    Mined,
}

/// Whether a field can be won from a square on without a guess.
pub fn wins(minefield: &Minefield, start: Square) -> bool {
    let size = minefield.size();
    let mut cells = vec![Cell::Unknown; size.area()];
    cells[size.index(start)] = Cell::Safe;
    let squares: Vec<Square> = size.squares().collect();
    let near: Vec<Vec<usize>> = squares.iter().map(|&square| around(size, square)).collect();
    loop {
        let mut rules: Vec<Rule> = (0..cells.len())
            .filter(|&at| cells[at] == Cell::Safe)
            .map(|at| {
                assert!(!minefield.is_mine(squares[at]), "a mine was revealed");
                let mines = minefield.adjacent(squares[at]).into();
                rest(&near[at], mines, &cells)
            })
            .collect();
        let safe = cells.iter().filter(|cell| **cell == Cell::Safe).count();
        if safe + minefield.mine_count() == cells.len() {
            return true;
        }
        let all: Vec<usize> = (0..cells.len()).collect();
        let whole = rest(&all, minefield.mine_count(), &cells);
        rules.push(whole.clone());
        rules.retain(|rule| !rule.squares.is_empty());
        let numbers = rules.len() - 1;
        compare(&mut rules, numbers);
        let mut found = single(&rules);
        if found.is_empty() {
            found = try_out(&rules[..numbers], &whole);
        }
        if found.is_empty() {
            return false;
        }
        for (at, cell) in found {
            cells[at] = cell;
        }
    }
}

/// What is unknown of some squares with so many mines.
fn rest(squares: &[usize], mines: usize, cells: &[Cell]) -> Rule {
    let known = squares
        .iter()
        .filter(|&&at| cells[at] == Cell::Mined)
        .count();
    Rule {
        squares: squares
            .iter()
            .copied()
            .filter(|&at| cells[at] == Cell::Unknown)
            .collect(),
        mines: mines - known,
    }
}

/// Adds what is left of numbers when others lie within them.
fn compare(rules: &mut Vec<Rule>, numbers: usize) {
    let mut differences = Vec::new();
    for one in &rules[..numbers] {
        for other in rules.iter() {
            let is_within = one.squares.iter().all(|at| other.squares.contains(at));
            if is_within && one.squares.len() < other.squares.len() {
                let is_left = |at: &usize| !one.squares.contains(at);
                differences.push(Rule {
                    squares: other.squares.iter().copied().filter(is_left).collect(),
                    mines: other.mines - one.mines,
                });
            }
        }
    }
    rules.extend(differences);
}

/// What single rules say.
fn single(rules: &[Rule]) -> Vec<(usize, Cell)> {
    let mut found = Vec::new();
    for rule in rules {
        let cell = match rule.mines {
            0 => Cell::Safe,
            mines if mines == rule.squares.len() => Cell::Mined,
            _ => continue,
        };
        found.extend(rule.squares.iter().map(|&at| (at, cell)));
    }
    found
}

/// What can be one thing only, by trying both.
fn try_out(rules: &[Rule], whole: &Rule) -> Vec<(usize, Cell)> {
    // The number of all mines is a rule only where few squares are left.
    const FEW: usize = 100;
    let mut rules: Vec<Rule> = rules.to_vec();
    if whole.squares.len() <= FEW {
        rules.push(whole.clone());
    }
    let mut squares: Vec<usize> = rules.iter().flat_map(|rule| rule.squares.clone()).collect();
    squares.sort_unstable();
    squares.dedup();
    let cells = whole.squares.iter().max().map_or(0, |last| last + 1);
    squares
        .iter()
        .filter_map(|&at| {
            let can_be = |cell| {
                let mut cells = vec![Cell::Unknown; cells];
                cells[at] = cell;
                is_possible(&rules, cells)
            };
            match (can_be(Cell::Mined), can_be(Cell::Safe)) {
                (false, _) => Some((at, Cell::Safe)),
                (_, false) => Some((at, Cell::Mined)),
                _ => None,
            }
        })
        .collect()
}

/// Whether the rest can be filled so that all rules hold: what follows is set,
/// and else one square is tried out.
fn is_possible(rules: &[Rule], mut cells: Vec<Cell>) -> bool {
    loop {
        let mut smallest: Option<Rule> = None;
        let mut has_changed = false;
        for rule in rules {
            let with = |cell| rule.squares.iter().filter(|&&at| cells[at] == cell).count();
            let (mined, unknown) = (with(Cell::Mined), with(Cell::Unknown));
            if mined > rule.mines || mined + unknown < rule.mines {
                return false;
            }
            if unknown == 0 {
                continue;
            }
            let cell = match rule.mines - mined {
                0 => Cell::Safe,
                left if left == unknown => Cell::Mined,
                left => {
                    let open = rest(&rule.squares, left + mined, &cells);
                    if smallest
                        .as_ref()
                        .is_none_or(|other| open.squares.len() < other.squares.len())
                    {
                        smallest = Some(open);
                    }
                    continue;
                }
            };
            has_changed = true;
            for &at in &rule.squares {
                if cells[at] == Cell::Unknown {
                    cells[at] = cell;
                }
            }
        }
        if has_changed {
            continue;
        }
        let Some(open) = smallest else { return true };
        return [Cell::Safe, Cell::Mined].into_iter().any(|cell| {
            let mut cells = cells.clone();
            cells[open.squares[0]] = cell;
            is_possible(rules, cells)
        });
    }
}

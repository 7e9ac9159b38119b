//! The kinds of proofs, against a player who tries out all numbers, all pairs of them
//! and all sets of them that share no squares.

use std::collections::BTreeMap;

use minesweeper_alpha::internal::{
    Difficulty, Known, Minefield, Position, Random, Size, Square, proofs,
};

use super::checker::check;
use super::{around, position};

/// Unknown squares of which so many have a mine.
#[derive(Clone)]
struct Rule {
    squares: Vec<usize>,
    mines: usize,
}

/// What can be proved by kinds of reasoning up to some difficulty: for each square,
/// whether it has a mine.
fn provable(position: &Position, difficulty: Difficulty) -> BTreeMap<usize, bool> {
    let mut proved = BTreeMap::new();
    loop {
        let size = position.size();
        let numbers: Vec<Rule> = size
            .squares()
            .filter_map(|square| match position.squares()[size.index(square)] {
                Known::Number(mines) => {
                    let squares = around(size, square);
                    Some(unknown(position, &proved, squares, mines.into()))
                }
                _ => None,
            })
            .filter(|rule| !rule.squares.is_empty())
            .collect();
        let mut found: Vec<(usize, bool)> = numbers.iter().flat_map(certain).collect();
        if found.is_empty() && difficulty >= Difficulty::Easy {
            found = pairs(&numbers);
        }
        if found.is_empty()
            && difficulty >= Difficulty::Medium
            && let Some(mines) = position.mines()
        {
            let all = unknown(position, &proved, (0..size.area()).collect(), mines);
            found = apart_from_disjoint(&all, &numbers);
        }
        if found.is_empty() {
            return proved;
        }
        proved.extend(found);
    }
}

/// Those of some squares with so many mines of which nothing is known.
fn unknown(
    position: &Position,
    proved: &BTreeMap<usize, bool>,
    squares: Vec<usize>,
    mines: usize,
) -> Rule {
    let known = |at: usize| match position.squares()[at] {
        Known::Number(_) => Some(false),
        Known::Mine => Some(true),
        Known::Nothing => proved.get(&at).copied(),
    };
    let is_mined = |at: &&usize| known(**at) == Some(true);
    Rule {
        mines: mines - squares.iter().filter(is_mined).count(),
        squares: squares
            .into_iter()
            .filter(|&at| known(at).is_none())
            .collect(),
    }
}

/// What a rule says of its squares by itself.
fn certain(rule: &Rule) -> Vec<(usize, bool)> {
    let mined = rule.mines > 0;
    if mined && rule.mines != rule.squares.len() {
        return Vec::new();
    }
    rule.squares.iter().map(|&at| (at, mined)).collect()
}

/// What two numbers say together: what is the same however many mines they share.
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

/// What the number of mines says of the squares that are next to none of some numbers,
/// for all numbers that share no squares.
fn apart_from_disjoint(all: &Rule, numbers: &[Rule]) -> Vec<(usize, bool)> {
    let mut found = certain(all);
    for (at, number) in numbers.iter().enumerate() {
        let apart = |squares: &[usize]| -> Vec<usize> {
            let is_apart = |square: &&usize| !number.squares.contains(square);
            squares.iter().filter(is_apart).copied().collect()
        };
        let Some(mines) = all.mines.checked_sub(number.mines) else {
            continue;
        };
        let rest = Rule {
            squares: apart(&all.squares),
            mines,
        };
        let others: Vec<Rule> = numbers[at + 1..]
            .iter()
            .filter(|other| apart(&other.squares).len() == other.squares.len())
            .cloned()
            .collect();
        found.extend(apart_from_disjoint(&rest, &others));
    }
    found
}

/// Compares the difficulties of all proofs with those that are needed; how many need
/// the number of mines.
fn compare(position: &Position) -> usize {
    let mut proved = BTreeMap::new();
    for proof in proofs(position).expect("a field is possible") {
        check(position, &proof);
        let at = position.size().index(proof.square);
        proved.insert(at, (proof.difficulty(), proof.mined));
    }
    let mut counted = 0;
    let mut simpler = BTreeMap::new();
    for difficulty in [Difficulty::Trivial, Difficulty::Easy, Difficulty::Medium] {
        let provable = provable(position, difficulty);
        for (&at, &mined) in provable.iter().filter(|(at, _)| !simpler.contains_key(*at)) {
            assert_eq!(proved[&at], (difficulty, mined), "{at} in {position:?}");
            counted += usize::from(difficulty == Difficulty::Medium);
        }
        simpler = provable;
    }
    for (at, (difficulty, _)) in proved {
        assert_eq!(difficulty == Difficulty::Hard, !simpler.contains_key(&at));
    }
    counted
}

#[test]
fn no_proof_is_harder_than_it_has_to_be() {
    let mut random = Random::seeded(10);
    let mut counted = 0;
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
            // Few covered squares, among which the number of mines tells something.
            let odds = 3 + random.below(8);
            let revealed: Vec<bool> = size
                .squares()
                .map(|square| !minefield.is_mine(square) && random.below(odds) > 0)
                .collect();
            counted += compare(&position(&minefield, &revealed, Some(mines)));
            compare(&position(&minefield, &revealed, None));
        }
    }
    assert!(counted > 100, "{counted}");
}

#[test]
fn numbers_that_have_all_mines_are_found_among_many() {
    // From 4 4 on, all of this field can be won with the number of mines; five numbers
    // that share no squares have all seven mines that are left.
    let size = Size { rows: 9, cols: 9 };
    let mines = [
        (0, 1),
        (1, 6),
        (2, 2),
        (2, 5),
        (2, 8),
        (3, 1),
        (3, 2),
        (4, 1),
        (7, 1),
        (7, 7),
    ];
    let minefield = mines
        .map(|(row, col)| Square { row, col })
        .into_iter()
        .fold(Minefield::new(size), Minefield::with_mine);
    let mut revealed = vec![false; size.area()];
    revealed[size.index(Square { row: 4, col: 4 })] = true;
    let mut hardest = Difficulty::Trivial;
    loop {
        let proofs = proofs(&position(&minefield, &revealed, Some(mines.len())))
            .expect("a field is possible");
        let mut simple = proofs
            .iter()
            .filter(|proof| !proof.mined && proof.difficulty() < Difficulty::Hard)
            .peekable();
        if simple.peek().is_none() {
            break;
        }
        for proof in simple {
            hardest = hardest.max(proof.difficulty());
            revealed[size.index(proof.square)] = true;
        }
    }
    assert_eq!(hardest, Difficulty::Medium);
    assert!(
        size.squares()
            .all(|square| revealed[size.index(square)] != minefield.is_mine(square))
    );
}

//! Compares proofs and odds with brute force on small fields.

use minesweeper_alpha::internal::{
    Known, Minefield, Odds, Position, Random, Size, SolveError, Square, proofs,
};

use super::{around, checker::check, position};

/// Returns all fields of a size, each with one bit for each square: 1 for a mine.
fn all_fields(size: Size, mines: Option<u32>) -> Vec<u32> {
    (0..1_u32 << size.area())
        .filter(|field| mines.is_none_or(|mines| field.count_ones() == mines))
        .collect()
}

/// Converts the bits of a field to a minefield.
fn minefield(size: Size, field: u32) -> Minefield {
    size.squares()
        .filter(|&square| field >> size.index(square) & 1 == 1)
        .fold(Minefield::new(size), Minefield::with_mine)
}

/// Reveals the safe squares of a field in a random order, and compares each position with those of
/// the `possible` fields that agree with it. Returns the number of positions.
fn compare_play(size: Size, field: u32, mut possible: Vec<u32>, random: &mut Random) -> u32 {
    let minefield = minefield(size, field);
    let is_count_known = possible
        .iter()
        .all(|other| other.count_ones() == field.count_ones());
    let mines = is_count_known.then(|| minefield.mine_count());
    let masks: Vec<u32> = size
        .squares()
        .map(|square| around(size, square).iter().map(|at| 1 << at).sum())
        .collect();
    let mut safe: Vec<Square> = size
        .squares()
        .filter(|&square| !minefield.is_mine(square))
        .collect();
    let mut revealed = vec![false; size.area()];
    let mut compared = 0;
    loop {
        compare(&position(&minefield, &revealed, mines), &possible);
        compared += 1;
        if safe.is_empty() {
            return compared;
        }
        let next = usize::try_from(random.below(safe.len() as u64)).expect("small");
        let square = safe.swap_remove(next);
        let at = size.index(square);
        revealed[at] = true;
        let number = u32::from(minefield.adjacent(square));
        possible.retain(|other| other >> at & 1 == 0 && (other & masks[at]).count_ones() == number);
    }
}

/// Compares the odds and proofs of a position with all fields that agree with it.
fn compare(position: &Position, possible: &[u32]) {
    let size = position.size();
    let odds = Odds::of(position).expect("a field is possible");
    let proofs = proofs(position).expect("a field is possible");
    let mut proved = vec![None; size.area()];
    for proof in &proofs {
        check(position, proof);
        proved[size.index(proof.square)] = Some(proof.mined);
    }
    for square in size.squares() {
        let at = size.index(square);
        let is_mined = |field: &&u32| *field >> at & 1 == 1;
        let mined = possible.iter().filter(is_mined).count();
        let exact = float(mined) / float(possible.len());
        let computed = odds.at(square);
        let is_certain = mined == 0 || mined == possible.len();
        assert!(
            (computed - exact).abs() < 1e-9 && is_certain == [0.0, 1.0].contains(&computed),
            "{computed} for {exact}: {square:?} in {position:?}"
        );
        let expected = match mined {
            _ if position.squares()[at] != Known::Nothing => None,
            0 => Some(false),
            _ if mined == possible.len() => Some(true),
            _ => None,
        };
        assert_eq!(proved[at], expected, "{square:?} in {position:?}");
    }
}

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("a small number"))
}

#[test]
fn all_fields_of_up_to_three_by_three_agree_with_brute_force() {
    let mut random = Random::seeded(1);
    for rows in 1..=3 {
        for cols in 1..=3 {
            let size = Size { rows, cols };
            for field in 0..1_u32 << size.area() {
                compare_play(size, field, all_fields(size, None), &mut random);
                let mines = Some(field.count_ones());
                compare_play(size, field, all_fields(size, mines), &mut random);
            }
        }
    }
}

/// Compares at least this number of positions on fields of 15 to 24 squares. Up to 16 squares, also
/// compares positions without the mine count.
fn compare_larger(positions: u32, rng_seed: u64) {
    let mut random = Random::seeded(rng_seed);
    let mut compared = 0;
    let sizes = [
        (1, 16),
        (4, 4),
        (4, 5),
        (3, 5),
        (3, 7),
        (2, 11),
        (2, 8),
        (4, 6),
    ];
    for (rows, cols) in sizes.into_iter().cycle() {
        if compared >= positions {
            break;
        }
        let size = Size { rows, cols };
        let mines = 2 + usize::try_from(random.below(size.area() as u64 / 3)).expect("small");
        let field = random
            .place(size, mines)
            .mines()
            .map(|square| 1 << size.index(square))
            .sum();
        let possible = all_fields(size, Some(u32::try_from(mines).expect("small")));
        compared += compare_play(size, field, possible, &mut random);
        if size.area() <= 16 {
            compared += compare_play(size, field, all_fields(size, None), &mut random);
        }
    }
}

#[test]
fn hundreds_of_positions_agree_with_brute_force() {
    compare_larger(300, 11);
}

/// Run after changes of the solver with
/// `cargo test --release --test suite -- --ignored thousands_of`.
#[test]
#[ignore = "hundreds of positions are enough each time"]
fn thousands_of_positions_agree_with_brute_force() {
    compare_larger(5_000, 12);
}

#[test]
fn dense_positions_have_odds() {
    let mut random = Random::seeded(0);
    for (rows, cols, mines) in [(16, 30, 170), (20, 20, 140)] {
        let size = Size { rows, cols };
        // One in `ratio` safe squares is revealed, and all numbers are connected.
        for ratio in [4, 3, 4, 3, 4, 3] {
            let minefield = random.place(size, mines);
            let revealed: Vec<bool> = size
                .squares()
                .map(|square| !minefield.is_mine(square) && random.below(ratio) == 0)
                .collect();
            let position = position(&minefield, &revealed, Some(mines));
            let odds = Odds::of(&position).expect("few enough steps");
            let sum: f64 = size.squares().map(|square| odds.at(square)).sum();
            assert!((sum - float(mines)).abs() < 1e-6, "{sum} for {mines}");
            for square in size.squares() {
                let probability = odds.at(square);
                let is_possible = (probability > 0.0 && minefield.is_mine(square))
                    || (probability < 1.0 && !minefield.is_mine(square));
                assert!(is_possible, "{square:?} in {position:?}");
            }
        }
    }
}

/// Parses rows of digits, known mines (`*`) and covered squares (`.`).
fn parse(rows: &[&str], mines: Option<usize>) -> Position {
    let size = Size {
        rows: rows.len(),
        cols: rows[0].len(),
    };
    let known = |square: char| match square {
        '.' => Known::Nothing,
        '*' => Known::Mine,
        digit => Known::Number(u8::try_from(digit).expect("a digit") - b'0'),
    };
    let squares = rows.iter().flat_map(|row| row.chars().map(known));
    Position::new(size, squares.collect(), mines)
}

#[test]
fn contradictory_positions_are_errors() {
    for (squares, mines) in [
        ("2.", None),
        ("0*", None),
        ("11", None),
        (".1.0", Some(2)),
        ("..", Some(3)),
        ("1.0", None),
        ("1..", Some(0)),
        ("1.2.2.0", None),
    ] {
        let position = parse(&[squares], mines);
        for error in [Odds::of(&position).err(), proofs(&position).err()] {
            assert!(
                matches!(error, Some(SolveError::Contradiction)),
                "{error:?} for {position:?}"
            );
        }
    }
}

#[test]
fn hard_positions_have_simple_proofs_but_no_odds() {
    // The numbers of the revealed squares are connected, and many of them are open at a time.
    let size = Size {
        rows: 300,
        cols: 300,
    };
    let minefield = Random::seeded(4).place(size, 15_000);
    let revealed: Vec<bool> = size
        .squares()
        .map(|square| square.row % 3 == 1 && square.col % 2 == 1 && !minefield.is_mine(square))
        .collect();
    let position = position(&minefield, &revealed, Some(15_000));
    let error = Odds::of(&position).err();
    assert!(matches!(error, Some(SolveError::TooHard)), "{error:?}");
    let proofs = proofs(&position).expect("a field is possible");
    assert!(proofs.len() > 100, "{}", proofs.len());
    for proof in &proofs {
        assert_eq!(minefield.is_mine(proof.square), proof.mined);
    }
}

#[test]
fn proofs_use_the_mine_count() {
    // With seven mines, the left square of the third row has a mine. Without the mine count, that
    // is not certain.
    let position = parse(&["......", ".3..3.", ".4..2.", ".3...1"], Some(7));
    let proofs = proofs(&position).expect("a field is possible");
    let left = Square { row: 2, col: 0 };
    assert!(
        proofs
            .iter()
            .any(|proof| proof.square == left && proof.mined)
    );
    for proof in proofs {
        check(&position, &proof);
    }
}

#[test]
fn odds_of_a_million_squares_are_probabilities() {
    let size = Size {
        rows: 1_000,
        cols: 1_000,
    };
    let minefield = Random::seeded(5).place(size, 200_000);
    let covered = vec![false; size.area()];
    // Safe squares are revealed in a few hundred blocks of five by five squares.
    let blocks: Vec<bool> = size
        .squares()
        .map(|square| {
            let is_inside = square.row % 60 < 5 && square.col % 60 < 5;
            is_inside && !minefield.is_mine(square)
        })
        .collect();
    for (revealed, mines) in [(&covered, 200_000), (&blocks, 200_000), (&blocks, 980_000)] {
        let position = position(&minefield, revealed, Some(mines));
        let odds = Odds::of(&position).expect("a field is possible");
        let sum: f64 = size.squares().map(|square| odds.at(square)).sum();
        assert!((sum / float(mines) - 1.0).abs() < 1e-9, "{sum}");
        for square in size.squares() {
            let probability = odds.at(square);
            assert!(
                (0.0..=1.0).contains(&probability),
                "{probability} at {square:?}"
            );
        }
    }
}

//! Proofs and odds, against brute force on small fields and against drawn fields
//! on larger ones.

use minesweeper_alpha::internal::{
    Chances, Known, Minefield, Position, Random, Reason, Size, SolveError, Square, proofs,
};

use super::checker::check;
use super::{around, position};

/// All fields of a size, each as the bits of its mines.
fn all_fields(size: Size, mines: Option<u32>) -> Vec<u32> {
    (0..1_u32 << size.area())
        .filter(|field| mines.is_none_or(|mines| field.count_ones() == mines))
        .collect()
}

/// A field from the bits of its mines.
fn minefield(size: Size, field: u32) -> Minefield {
    size.squares()
        .filter(|&square| field >> size.index(square) & 1 == 1)
        .fold(Minefield::new(size), Minefield::with_mine)
}

/// Reveals the safe squares of a field in a random order, and each time compares
/// what is said with all the fields that are possible; returns how often that was.
fn compare_play(size: Size, field: u32, mut possible: Vec<u32>, random: &mut Random) -> u32 {
    let minefield = minefield(size, field);
    let known = possible
        .iter()
        .all(|other| other.count_ones() == field.count_ones());
    let mines = known.then(|| minefield.mine_count());
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

/// Compares what is said of a position with all fields that are possible in it.
fn compare(position: &Position, possible: &[u32]) {
    let size = position.size();
    let chances = Chances::of(position).expect("a field is possible");
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
        let divisor = common_divisor(mined, possible.len());
        assert_eq!(
            chances.odds(square).to_string(),
            format!("{}/{}", mined / divisor, possible.len() / divisor),
            "{square:?} in {position:?}"
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

fn common_divisor(one: usize, other: usize) -> usize {
    match one {
        0 => other,
        _ => common_divisor(other % one, one),
    }
}

#[test]
fn all_fields_of_up_to_three_by_three_are_reasoned_about_exactly() {
    let mut random = Random::seeded(1);
    for rows in 1..=3 {
        for cols in 1..=3 {
            let size = Size { rows, cols };
            for field in 0..1_u32 << size.area() {
                compare_play(size, field, all_fields(size, None), &mut random);
                let count = Some(field.count_ones());
                compare_play(size, field, all_fields(size, count), &mut random);
            }
        }
    }
}

#[test]
fn fields_of_up_to_five_by_five_are_reasoned_about_exactly() {
    let mut random = Random::seeded(2);
    for (rows, cols, games) in [(1, 16, 40), (2, 8, 40), (3, 5, 60), (4, 4, 100), (5, 5, 3)] {
        let size = Size { rows, cols };
        let area = size.area() as u64;
        for game in 0..games {
            let mines = if area > 16 {
                2 + game % 3 * 2
            } else {
                random.below(area + 1)
            };
            let field = random
                .place(size, usize::try_from(mines).expect("small"))
                .mines()
                .map(|square| 1 << size.index(square))
                .sum();
            let count = u32::try_from(mines).expect("small");
            compare_play(size, field, all_fields(size, Some(count)), &mut random);
            if area <= 16 {
                compare_play(size, field, all_fields(size, None), &mut random);
            }
        }
    }
}

/// Compares this many positions of games on fields of 16 to 24 squares.
fn compare_larger(positions: u32, rng_seed: u64) {
    let mut random = Random::seeded(rng_seed);
    let mut compared = 0;
    for (rows, cols) in [(4, 4), (4, 5), (3, 7), (2, 11), (4, 6)]
        .into_iter()
        .cycle()
    {
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
    }
}

#[test]
fn hundreds_of_positions_are_reasoned_about_exactly() {
    compare_larger(300, 11);
}

/// The same for as many as it takes: `cargo test --test suite -- --ignored thousands_of`.
#[test]
#[ignore = "some hundreds are enough each time"]
fn thousands_of_positions_are_reasoned_about_exactly() {
    compare_larger(5_000, 12);
}

#[test]
fn odds_on_larger_fields_are_those_of_drawn_fields() {
    const DRAWN: u32 = 60_000;
    let size = Size { rows: 8, cols: 9 };
    let mines = 12;
    let mut random = Random::seeded(3);
    for game in 0..4 {
        let minefield = random.place(size, mines);
        let safe: Vec<Square> = size
            .squares()
            .filter(|&square| !minefield.is_mine(square))
            .collect();
        let mut revealed = vec![false; size.area()];
        for step in 0..3 {
            revealed[size.index(safe[(game * 17 + step * 3 + step / 2 * 20) % safe.len()])] = true;
        }
        let position = position(&minefield, &revealed, Some(mines));
        let chances = Chances::of(&position).expect("a field is possible");
        let (mut fitting, mut with_mine) = (0_u32, vec![0_u32; size.area()]);
        for _ in 0..DRAWN {
            let drawn = random.place(size, mines);
            let fits = |square: Square| match position.squares()[size.index(square)] {
                Known::Number(number) => !drawn.is_mine(square) && drawn.adjacent(square) == number,
                _ => true,
            };
            if size.squares().all(fits) {
                fitting += 1;
                for square in drawn.mines() {
                    with_mine[size.index(square)] += 1;
                }
            }
        }
        assert!(fitting > 300, "{fitting}");
        for square in size.squares() {
            let expected = chances.odds(square).number();
            let found = f64::from(with_mine[size.index(square)]) / f64::from(fitting);
            let deviation = (expected * (1.0 - expected) / f64::from(fitting)).sqrt();
            assert!(
                (found - expected).abs() <= 5.0 * deviation,
                "{square:?}: {found} of {fitting} for {expected}"
            );
        }
    }
}

#[test]
fn no_field_agrees_with_a_view_that_lies() {
    use Known::{Mine, Nothing, Number};
    let row = |squares: &[Known], mines| {
        let size = Size {
            rows: 1,
            cols: squares.len(),
        };
        Position::new(size, squares.to_vec(), mines)
    };
    for (squares, mines) in [
        (vec![Number(2), Nothing], None),
        (vec![Number(0), Mine], None),
        (vec![Number(1), Number(1)], None),
        (vec![Nothing, Number(1), Nothing, Number(0)], Some(2)),
        (vec![Nothing, Nothing], Some(3)),
        (vec![Number(1), Nothing, Number(0)], None),
        (vec![Number(1), Nothing, Nothing], Some(0)),
        (
            vec![
                Number(1),
                Nothing,
                Number(2),
                Nothing,
                Number(2),
                Nothing,
                Number(0),
            ],
            None,
        ),
    ] {
        let position = row(&squares, mines);
        assert_eq!(
            Chances::of(&position).err(),
            Some(SolveError::NoField),
            "{position:?}"
        );
        assert_eq!(proofs(&position), Err(SolveError::NoField), "{position:?}");
    }
}

#[test]
fn what_is_too_hard_to_count_is_said_and_cheap_proofs_are_given_all_the_same() {
    // Every third square of a wide field is revealed: its numbers are connected,
    // and many of them are open at a time.
    let size = Size {
        rows: 300,
        cols: 300,
    };
    let minefield = Random::seeded(4).place(size, 15_000);
    let is_revealed =
        |square: &Square| square.row % 3 == 1 && square.col % 2 == 1 && !minefield.is_mine(*square);
    let revealed: Vec<bool> = size.squares().map(|square| is_revealed(&square)).collect();
    let position = position(&minefield, &revealed, Some(15_000));
    assert_eq!(Chances::of(&position).err(), Some(SolveError::TooHard));
    let proofs = proofs(&position).expect("a field is possible");
    assert!(proofs.len() > 100, "{}", proofs.len());
    for proof in &proofs {
        assert_eq!(minefield.is_mine(proof.square), proof.mined);
    }
}

#[test]
fn proofs_by_cases_use_the_number_of_mines_only_where_it_is_known() {
    let size = Size { rows: 8, cols: 8 };
    let mut random = Random::seeded(8);
    let mut seen = 0;
    for _ in 0..300 {
        let minefield = random.place(size, 14);
        let revealed: Vec<bool> = size
            .squares()
            .map(|square| !minefield.is_mine(square) && random.below(3) > 0)
            .collect();
        let position = position(&minefield, &revealed, None);
        for proof in proofs(&position).expect("a field is possible") {
            for step in &proof.steps {
                if let Reason::Cases { count, .. } = step.reason {
                    assert!(!count, "{proof:?}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn what_the_number_of_mines_has_told_is_not_hidden_in_proofs_by_cases() {
    // With seven mines the left one in the third row is certain, without their
    // number it is not.
    let view = "
        ......
        .3..3.
        .4..2.
        .3...1
    ";
    let known = |square: char| match square {
        '.' => Known::Nothing,
        digit => Known::Number(u8::try_from(digit).expect("a digit") - b'0'),
    };
    let squares = view
        .split_whitespace()
        .flat_map(|row| row.chars().map(known))
        .collect();
    let position = Position::new(Size { rows: 4, cols: 6 }, squares, Some(7));
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
fn a_long_chain_of_numbers_is_too_hard_and_does_not_take_long() {
    // Each second square of the middle row, none of them with a number that says
    // all: one component of thousands of squares.
    let size = Size {
        rows: 5,
        cols: 1_601,
    };
    let mut random = Random::seeded(9);
    let minefield = (0..size.cols)
        .map(|col| match col % 2 {
            0 => Square { row: 1, col },
            _ => Square {
                row: 1 + usize::try_from(random.below(3)).expect("small"),
                col,
            },
        })
        .fold(Minefield::new(size), Minefield::with_mine);
    let is_revealed = |square: Square| square.row == 2 && square.col.is_multiple_of(2);
    let revealed: Vec<bool> = size.squares().map(is_revealed).collect();
    let position = position(&minefield, &revealed, Some(minefield.mine_count()));
    assert_eq!(Chances::of(&position).err(), Some(SolveError::TooHard));
}

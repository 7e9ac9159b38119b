//! How often the player wins who guesses where a mine is least likely.

use minesweeper_alpha::{
    EDITIONS, Minefield, Outcome, Random, Setup, Size, Square, play_by_proofs,
};

/// How many games are won of 1,000 on fields of a size, in which the first square
/// has no mine: the player begins there, as all squares are alike.
///
/// The rules: the first reveal is safe, but may show any number; nothing is
/// revealed that was not asked for; the number of mines is known.
fn wins(rows: usize, cols: usize, mines: usize) -> u32 {
    let edition = EDITIONS.iter().find(|edition| edition.name == "2019.fa");
    let moves = edition
        .and_then(|edition| edition.moves.as_ref())
        .expect("moves");
    let size = Size { rows, cols };
    let mut squares: Vec<Square> = size.squares().skip(1).collect();
    let mut random = Random::seeded(0);
    let mut won = 0;
    for _ in 0..1_000 {
        let minefield: Minefield = random.place_among(size, &mut squares, mines);
        let mut session = (moves.begin)(&Setup::default(), minefield);
        let played = play_by_proofs(session.as_mut(), moves, Some(mines), None).expect("a field");
        won += u32::from(played.outcome == Some(Outcome::Won));
    }
    won
}

#[test]
fn as_many_games_are_won_as_others_have_published() {
    // The published rates are those of a player with the same rules, over 100,000
    // games of each size (github.com/ArolaunTech/minesweeperbot); the best known
    // for the largest is 41 % (github.com/DavidNHill/JSMinesweeper).
    for (name, (rows, cols, mines), expected, published) in [
        ("beginner", (9, 9, 10), 900, 91.4),
        ("intermediate", (16, 16, 40), 746, 77.3),
        ("expert", (16, 30, 99), 392, 39.3),
    ] {
        let won = wins(rows, cols, mines);
        println!(
            "{name}: {:.1} % won of 1,000, published {published} %",
            f64::from(won) / 10.0
        );
        assert_eq!(won, expected, "{name}");
    }
}

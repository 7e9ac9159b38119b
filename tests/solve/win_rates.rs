//! How often the player wins who does what is proved, and else guesses where a mine is
//! least likely.

use minesweeper_alpha::{EDITIONS, Outcome, Random, Setup, Size, Square, play_by_proofs};

/// How many games are played on fields of each size.
const GAMES: u32 = 1_000;

/// How many games are won on fields of a size in which the first square has no mine:
/// the player begins there, as all squares are alike.
///
/// The rules: the first reveal is safe, but may show any number; nothing is
/// revealed that was not asked for; the number of mines is known.
fn wins(size: Size, mines: usize) -> u32 {
    let edition = EDITIONS.iter().find(|edition| edition.name == "2019.fa");
    let moves = edition
        .and_then(|edition| edition.moves.as_ref())
        .expect("moves");
    let mut squares: Vec<Square> = size.squares().skip(1).collect();
    let mut random = Random::seeded(0);
    let mut is_won = || {
        let minefield = random.place_among(size, &mut squares, mines);
        let mut session = (moves.begin)(&Setup::default(), minefield);
        let played = play_by_proofs(session.as_mut(), moves, Some(mines), None).expect("a field");
        played.outcome == Some(Outcome::Won)
    };
    (0..GAMES).map(|_| u32::from(is_won())).sum()
}

#[test]
fn no_fewer_games_are_won_than_others_have_published() {
    // The rates are those of a player with the same rules, over 100,000 games of each
    // size (github.com/ArolaunTech/minesweeperbot). As few games as here may come out
    // three standard deviations below.
    for (rows, cols, mines, published) in [
        (9, 9, 10, 0.914),
        (16, 16, 40, 0.773),
        (16, 30, 99, 0.393_f64),
    ] {
        let won = f64::from(wins(Size { rows, cols }, mines));
        let expected = published * f64::from(GAMES);
        let deviation = (expected * (1.0 - published)).sqrt();
        assert!(
            won >= expected - 3.0 * deviation,
            "{rows} by {cols}, {mines} mines: {won} of {GAMES} won, published {published}"
        );
    }
}

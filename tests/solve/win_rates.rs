//! How often the player wins who does what is proved, and else makes the guess that is
//! best as far as that can be found out.

use minesweeper_alpha::internal::{EDITIONS, Outcome, Random, Setup, Size, Square, play_by_proofs};

use crate::support::{amount, refused};

/// The classic sizes: rows, columns, mines, and the share of games that others have
/// published for a player with the same rules, over 100,000 games of each size
/// (github.com/ArolaunTech/minesweeperbot).
const PUBLISHED: [(usize, usize, usize, f64); 3] =
    [(9, 9, 10, 0.914), (16, 16, 40, 0.773), (16, 30, 99, 0.393)];

/// How many of these games are won on fields of a size in which the first square has no
/// mine: the player begins there, as all squares are alike.
///
/// The rules: the first reveal is safe, but may show any number; nothing is
/// revealed that was not asked for; the number of mines is known.
fn wins(size: Size, mines: usize, games: u32) -> u32 {
    let edition = EDITIONS.iter().find(|edition| edition.name == "2019.fa");
    let moves = edition
        .and_then(|edition| edition.moves.as_ref())
        .expect("moves");
    let mut squares: Vec<Square> = size.squares().skip(1).collect();
    let mut random = Random::seeded(0);
    let mut is_won = || {
        let minefield = random.place_among(size, &mut squares, mines);
        let mut session = (moves.begin)(&Setup::default(), minefield);
        let start = Some(Square { row: 0, col: 0 });
        let played = play_by_proofs(session.as_mut(), moves, Some(mines), start).expect("a field");
        played.outcome == Some(Outcome::Won)
    };
    (0..games).map(|_| u32::from(is_won())).sum()
}

/// Plays games of each size, and wants no fewer won than `deviations` from what was
/// published.
fn compare(games: [u32; 3], deviations: f64) {
    for ((rows, cols, mines, published), games) in PUBLISHED.into_iter().zip(games) {
        let won = f64::from(wins(Size { rows, cols }, mines, games));
        let games = f64::from(games);
        let expected = published * games;
        let deviation = (expected * (1.0 - published)).sqrt();
        assert!(
            won >= expected + deviations * deviation,
            "{rows} by {cols}, {mines} mines: {won} of {games} won, published {published}"
        );
    }
}

#[test]
fn no_fewer_games_are_won_than_others_have_published() {
    // As few games as here may come out three standard deviations below.
    compare(amount([300, 300, 120], [1_000, 1_000, 400]), -3.0);
}

/// Takes some minutes: `cargo test --release --test suite -- --ignored significantly_more`.
#[test]
#[ignore = "takes some minutes"]
fn significantly_more_games_are_won_than_others_have_published() {
    compare([60_000, 30_000, 30_000], 2.0);
}

#[test]
fn a_field_to_be_drawn_is_none_to_be_read() {
    refused(
        &["solve", "--random", "beginner", "seed.txt"],
        "the argument '--random <ROWSxCOLSxMINES>' cannot be used with '[SEED]'",
    );
}

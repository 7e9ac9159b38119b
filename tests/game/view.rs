//! Views contain only what the player can see.

use minesweeper_alpha::internal::{
    Line, Outcome, Piece, Session, Shown, Sink, Size, Square, Stream,
};

use crate::support::{
    SEED,
    memory::{seed_of, session},
};

/// A sink that discards the output.
struct Nowhere;

impl Sink for Nowhere {
    fn print(&mut self, _: Stream, _: &[u8], _: &[Piece]) {}
}

/// Returns a game after these lines of input.
fn played(edition: &str, seed: &str, lines: &[&str]) -> Box<dyn Session> {
    let mut session = session(edition, seed);
    session.open(&mut Nowhere);
    for line in lines {
        session.line(Line::Text(line.as_bytes()), &mut Nowhere);
    }
    session
}

/// Returns a character for each square, row by row: `?` for a guess, `*` for a mine.
fn shown(session: &dyn Session) -> String {
    let view = session.view();
    let letter = |square| match view.shown(square) {
        Shown::Covered => '.',
        Shown::Revealed(adjacent) => char::from(b'0' + adjacent),
        Shown::Marked => 'F',
        Shown::Guessed => '?',
        Shown::Mine => '*',
    };
    let row = |row| {
        let squares = (0..view.size().cols).map(move |col| Square { row, col });
        squares.map(letter).collect::<String>() + "\n"
    };
    (0..view.size().rows).map(row).collect()
}

#[test]
fn view_shows_played_moves() {
    let game = played("2022.sp", SEED, &["m 0 0", "g 0 2", "r 1 2", "bad", "h"]);
    let view = game.view();
    assert_eq!(view.size(), Size { rows: 5, cols: 6 });
    let known = (view.rounds(), view.mine_count(), view.outcome());
    assert_eq!(known, (Some(4), None, None));
    let expected = "F.?...\n..1...\n......\n......\n......\n";
    assert_eq!(shown(game.as_ref()), expected);
}

#[test]
fn view_hides_mines_while_the_fog_is_lifted() {
    let after_nofog = played("2022.sp", SEED, &["nofog"]);
    assert_eq!(shown(after_nofog.as_ref()), "......\n".repeat(5));
    let after_peek = played("project1", "8 8 1 0 0", &["yes"]);
    assert_eq!(shown(after_peek.as_ref()), "........\n".repeat(8));
}

#[test]
fn view_has_the_outcome() {
    for (edition, input, outcome) in [
        ("2022.sp", "r 0 0", Outcome::Lost),
        ("2022.sp", "q", Outcome::Quit),
        ("2019.fa", "m 0 0|m 2 3", Outcome::Won),
        ("wise2021", "1 1 R", Outcome::Lost),
        ("wise2021", "1 2 R|2 1 R|2 3 R", Outcome::Won),
        ("comp182", "u 0 0", Outcome::Lost),
        ("comp182", "", Outcome::Quit),
        ("project1", "no|0|0|no", Outcome::Lost),
    ] {
        let lines: Vec<&str> = input.split('|').collect();
        let game = played(edition, seed_of(edition).1, &lines);
        assert_eq!(game.view().outcome(), Some(outcome), "{edition} {lines:?}");
    }
}

#[test]
fn view_has_the_mine_count_if_the_edition_prints_it() {
    assert_eq!(played("comp182", SEED, &[]).view().mine_count(), Some(2));
    for edition in ["2019.fa", "wise2021", "project1"] {
        let game = played(edition, seed_of(edition).1, &[]);
        assert_eq!(game.view().mine_count(), None, "{edition}");
    }
}

#[test]
fn view_of_a_lost_game_shows_mines_if_the_edition_does() {
    let game = played("wise2021", "*..\n..*\n", &["2 1 R", "1 1 R"]);
    assert_eq!(shown(game.as_ref()), "*..\n1.*\n");
    let game = played("comp182", "2 3 1 0 0", &["m 1 1", "u 0 0"]);
    assert_eq!(shown(game.as_ref()), "*10\n110\n");
}

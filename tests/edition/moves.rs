//! A game on a given minefield equals the game on its seed file.

use minesweeper_alpha::internal::{EDITIONS, SeedFile, Setup, Transcript};

#[test]
fn game_on_a_minefield_equals_the_game_of_its_seed() {
    for edition in EDITIONS {
        let Some(moves) = &edition.moves else {
            continue;
        };
        let (name, seed): (_, &[u8]) = match edition.seed_file_ending() {
            ".cfg" => ("board.cfg", b"*....\n.....\n"),
            _ => ("seed.txt", b"5 5 1 0 0\n"),
        };
        let setup = Setup::of_file(SeedFile::in_memory(name, seed));
        let minefield = (moves.field)(&setup).expect("a minefield");
        assert_eq!(minefield.mine_count(), 1, "{}", edition.name);
        let mut game_of_seed = edition.start(&setup).expect("a game");
        let mut game_of_field = (moves.begin)(&setup, minefield.clone());
        let safe = minefield.size().squares().nth(1).expect("a square");
        let mine = minefield.mines().next().expect("a mine");
        let lines = [
            (moves.reveal)(safe),
            (moves.mark)(mine),
            (moves.reveal)(mine),
        ];
        let input = lines.join("\n");
        assert_eq!(
            Transcript::of(game_of_seed.as_mut(), input.as_bytes()),
            Transcript::of(game_of_field.as_mut(), input.as_bytes()),
            "{}",
            edition.name
        );
    }
}

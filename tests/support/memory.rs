//! Games in memory, for tests that need no process.

use minesweeper_alpha::internal::{EDITIONS, Edition, SeedFile, Session, Setup, Transcript};

use super::SEED;

/// Returns the edition with this name.
pub fn edition(name: &str) -> &'static Edition {
    let edition = EDITIONS.iter().find(|edition| edition.name == name);
    edition.expect("an edition")
}

/// Starts a game of an edition on a seed or board with this content.
pub fn session(edition_name: &str, seed: impl AsRef<[u8]>) -> Box<dyn Session> {
    let edition = edition(edition_name);
    let name = format!("game{}", edition.case_ending);
    let setup = Setup::of_file(SeedFile::in_memory(name, seed.as_ref()));
    edition.start(&setup).expect("a game")
}

/// Plays a game with this input.
pub fn transcript(edition: &str, seed: impl AsRef<[u8]>, input: &str) -> Transcript {
    Transcript::of(session(edition, seed).as_mut(), input.as_bytes())
}

/// Returns the file name and the content of a seed or board whose first mine is on the first
/// square.
pub fn seed_of(edition: &str) -> (&'static str, &'static str) {
    match edition {
        "wise2021" => ("board.cfg", "*..\n...\n"),
        "project1" => ("seed.txt", "8 8 1 0 0\n"),
        _ => ("seed.txt", SEED),
    }
}

//! Games played in memory, where a process would add nothing.

use minesweeper_alpha::internal::{EDITIONS, Edition, SeedFile, Session, Setup, Transcript};

use super::SEED;

pub fn edition(name: &str) -> &'static Edition {
    let edition = EDITIONS.iter().find(|edition| edition.name == name);
    edition.expect("an edition")
}

/// A game of an edition on the seed or board of this content.
pub fn session(edition_name: &str, seed: impl AsRef<[u8]>) -> Box<dyn Session> {
    let edition = edition(edition_name);
    let name = format!("game{}", edition.case_ending);
    let setup = Setup::of_file(SeedFile::in_memory(name, seed.as_ref()));
    edition.start(&setup).expect("a game")
}

pub fn transcript(edition: &str, seed: impl AsRef<[u8]>, input: &str) -> Transcript {
    Transcript::of(session(edition, seed).as_mut(), input.as_bytes())
}

/// A seed or board of an edition, with its file name: the first square has the first mine.
pub fn seed_of(edition: &str) -> (&'static str, &'static str) {
    match edition {
        "wise2021" => ("board.cfg", "*..\n...\n"),
        "project1" => ("seed.txt", "8 8 1 0 0\n"),
        _ => ("seed.txt", SEED),
    }
}

//! What the built-in game prints for a case, played in memory.

use crate::cases::case::Expected;
use crate::edition::flaw::FlawSet;
use crate::edition::row::{Edition, Started};
use crate::edition::setup::Setup;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;

/// Plays a case with the built-in game, or as much of it as prints `most`
/// bytes. Messages name the seed as the file is named.
pub(crate) fn play(edition: &Edition, seed: SeedFile, input: &[u8], most: usize) -> Transcript {
    transcript(edition.start(&Setup::of_file(seed)), input, most)
}

/// The same with flaws of the edition's table.
pub(crate) fn play_flawed(
    edition: &Edition,
    flaws: FlawSet,
    seed: SeedFile,
    input: &[u8],
    most: usize,
) -> Transcript {
    if flaws.is_empty() {
        return play(edition, seed, input, most);
    }
    transcript(
        edition.start_flawed(&Setup::of_file(seed), flaws),
        input,
        most,
    )
}

fn transcript(started: Started, input: &[u8], most: usize) -> Transcript {
    match started {
        Ok(mut session) => Transcript::up_to(most, session.as_mut(), input),
        Err(error) => Transcript::of_refusal(error.stream(), &error.message(), error.status()),
    }
}

/// What a transcript makes expected of another program; none if the game had
/// more to print than was wanted.
pub(crate) fn expected(transcript: &Transcript) -> Option<Expected> {
    Some(Expected {
        status: Some(transcript.status()?.into()),
        out: Some(transcript.separate(Stream::Output)),
        err: Some(transcript.separate(Stream::Error)),
        merged: Some(transcript.merged().to_vec()),
    })
}

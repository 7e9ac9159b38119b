//! What the built-in game prints for a case, played in memory.

use super::case::Expected;
use crate::edition::row::Edition;
use crate::edition::setup::Setup;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;

/// Plays a case with the built-in game, or as much of it as prints `most`
/// bytes. Messages name the seed as the file is named.
pub(crate) fn play(edition: &Edition, seed: SeedFile, input: &[u8], most: usize) -> Transcript {
    match (edition.start)(&Setup::of_file(seed)) {
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

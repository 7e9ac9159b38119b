//! Plays the built-in game for a case, in memory.

use super::flaws::{self, Flaw};
use super::tolerance::{Tolerance, Tolerances, lines};
use crate::cases::case::Expected;
use crate::edition::row::Edition;
use crate::edition::row::OutputFormat;
use crate::edition::setup::Setup;
use crate::field::seed_file::SeedFile;
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::{Entry, Transcript};

/// Plays a case until the game has printed `most` bytes. Error messages contain the name of the seed file.
pub(crate) fn play(edition: &Edition, seed: SeedFile, input: &[u8], most: usize) -> Transcript {
    play_flawed(edition, &[], seed, input, most)
}

/// Plays a case with flaws.
pub(crate) fn play_flawed(
    edition: &Edition,
    flaws: &[&Flaw],
    seed: SeedFile,
    input: &[u8],
    most: usize,
) -> Transcript {
    let setup = Setup::of_file(seed);
    let started = if flaws.is_empty() {
        edition.start(&setup)
    } else {
        flaws::start(edition, &setup, flaws)
    };
    match started {
        Ok(mut session) => Transcript::up_to(most, session.as_mut(), input),
        Err(error) => Transcript::of_refusal(error.stream(), &error.message(), error.status()),
    }
}

/// Output that the game may print beyond the expected output and the input, in bytes. Its own words may be longer.
const MORE: usize = 64 * 1024;

/// Maximum output of the game if the case expects neither standard output nor the combined output, in bytes.
const MOST_UNSEEN: usize = 8 << 20;

/// Plays a case in its expected words. Returns `None` if the case expects another game.
pub(super) fn script(
    edition: &Edition,
    seed: SeedFile,
    input: &[u8],
    expected: &Expected,
) -> Option<Transcript> {
    let most = if expected.out.is_some() || expected.merged.is_some() {
        2 * (expected.longest() + input.len()) + MORE
    } else {
        MOST_UNSEEN
    };
    as_expected(
        &play(edition, seed, input, most),
        expected,
        &edition.output_format,
    )
}

/// Returns the transcript with the case's words for errors, which the assignment leaves to the student. Returns `None` if
/// anything else differs.
fn as_expected(
    transcript: &Transcript,
    expected: &Expected,
    output_format: &OutputFormat,
) -> Option<Transcript> {
    transcript.status()?;
    let mut out = expected.out.as_deref();
    let mut err = expected.err.as_deref();
    let mut merged = expected.merged.as_deref();
    let words = |entry: &Entry, text| {
        let separate = match entry.stream {
            Stream::Output => &mut out,
            Stream::Error => &mut err,
        };
        let one = take(separate, entry.kind, text, output_format)?;
        let other = take(&mut merged, entry.kind, text, output_format)?;
        match (separate.is_some(), merged.is_some()) {
            (true, true) => (one == other).then_some(one),
            (true, false) => Some(one),
            (false, _) => Some(other),
        }
    };
    let reworded = transcript.reworded(words)?;
    let is_over = |rest: Option<&[u8]>| rest.is_none_or(<[u8]>::is_empty);
    (is_over(out) && is_over(err) && is_over(merged)).then_some(reworded)
}

/// Removes the counterpart of an entry from the start of an output, or returns the entry itself if the output is unknown.
/// Returns `None` if the output starts with anything else.
fn take<'text>(
    rest: &mut Option<&'text [u8]>,
    kind: Kind,
    text: &'text [u8],
    output_format: &OutputFormat,
) -> Option<&'text [u8]> {
    let Some(all) = *rest else {
        return Some(text);
    };
    let length = if all.starts_with(text) {
        text.len()
    } else {
        let taken = lines(all).take(lines(text).count());
        taken.map(<[u8]>::len).sum()
    };
    let (taken, left) = all.split_at(length);
    *rest = Some(left);
    let messages = Tolerances::new(vec![Tolerance::Message]);
    let passes = || kind == Kind::Error && messages.pass(output_format, text, taken);
    (taken == text || passes()).then_some(taken)
}

/// Returns the output that another program must print. Returns `None` if the game did not end.
pub(crate) fn expected(transcript: &Transcript) -> Option<Expected> {
    Some(Expected {
        status: Some(transcript.status()?.into()),
        out: Some(transcript.separate(Stream::Output)),
        err: Some(transcript.separate(Stream::Error)),
        merged: Some(transcript.merged().to_vec()),
    })
}

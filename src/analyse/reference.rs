//! Plays the built-in game for a case.

use super::text::lines;
use super::tolerance::{Tolerance, Tolerances};
use crate::cases::case::Expected;
use crate::edition::row::Edition;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;

/// Output that the game may print beyond the expected output and the input, in bytes. Its own words may be longer.
const MORE: usize = 64 * 1024;

/// Maximum output of the game if the case expects neither standard output nor the combined output, in bytes.
const MOST_UNSEEN: usize = 8 << 20;

/// Plays a case in its expected words. Returns `None` if the case expects another game.
pub(crate) fn script(
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
    let transcript = edition.play(seed, input, most);
    transcript.status()?;
    let messages = Tolerances::new(vec![Tolerance::Message]);
    if !prints(edition, &transcript, expected, &messages) {
        return None;
    }
    // The assignment leaves the words of errors to the student.
    let [mut out, mut err, mut merged] =
        [&expected.out, &expected.err, &expected.merged].map(|text| text.as_deref());
    transcript.reworded(|entry, text| {
        let separate = match entry.stream {
            Stream::Output => &mut out,
            Stream::Error => &mut err,
        };
        let words = [separate, &mut merged].map(|rest| Some(take(rest.as_mut()?, text)));
        match words {
            [Some(one), Some(other)] if one != other => None,
            [one, other] => Some(one.or(other).unwrap_or(text)),
        }
    })
}

/// Reports whether a game printed the expected output.
pub(crate) fn prints(
    edition: &Edition,
    transcript: &Transcript,
    expected: &Expected,
    tolerances: &Tolerances,
) -> bool {
    let passes = |expected: &Option<Vec<u8>>, printed: &[u8]| {
        let format = &edition.output_format;
        expected
            .as_ref()
            .is_none_or(|expected| tolerances.pass(format, expected, printed))
    };
    passes(&expected.merged, transcript.merged())
        && passes(&expected.out, &transcript.separate(Stream::Output))
        && passes(&expected.err, &transcript.separate(Stream::Error))
}

/// Removes the counterpart of a text from the start of an output, whose lines may have other ends.
fn take<'text>(rest: &mut &'text [u8], text: &[u8]) -> &'text [u8] {
    let length = if rest.starts_with(text) {
        text.len()
    } else {
        lines(rest).take(lines(text).count()).map(<[u8]>::len).sum()
    };
    let (taken, left) = rest.split_at(length);
    *rest = left;
    taken
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

//! Plays the built-in game for a case.

use super::{
    text::lines,
    tolerance::{Tolerance, Tolerances},
};
use crate::{
    cases::Expected,
    edition::Edition,
    field::SeedFile,
    game::{Stream, Transcript},
};

/// Length of the output that the game may print beyond twice the expected output and the input, in
/// bytes. The words of the game may be longer than the expected ones.
const MORE: usize = 64 * 1024;

/// Maximum output if the case expects neither standard output nor combined output, in bytes.
const MAX_UNSEEN: usize = 8 << 20;

/// Plays the game for a case, and replaces the words of its errors by the expected words. Returns
/// `None` if the case expects the output of another game.
pub fn script(
    edition: &Edition,
    seed: SeedFile,
    input: &[u8],
    expected: &Expected,
) -> Option<Transcript> {
    let max_output = match (&expected.out, &expected.merged) {
        (None, None) => MAX_UNSEEN,
        _ => 2 * (expected.longest() + input.len()) + MORE,
    };
    let transcript = edition.play(seed, input, max_output);
    transcript.status()?;
    let messages = Tolerances::new(vec![Tolerance::Message]);
    if !prints(edition, &transcript, expected, &messages) {
        return None;
    }
    // The assignment leaves the words of errors to the student.
    let mut out = expected.out.as_deref();
    let mut err = expected.err.as_deref();
    let mut merged = expected.merged.as_deref();
    transcript.reworded(|entry, text| {
        let separate = match entry.stream {
            Stream::Output => &mut out,
            Stream::Error => &mut err,
        };
        let words = [separate, &mut merged].map(|rest| Some(take(rest.as_mut()?, text)));
        match words {
            [Some(on_stream), Some(in_merged)] if on_stream != in_merged => None,
            [on_stream, in_merged] => Some(on_stream.or(in_merged).unwrap_or(text)),
        }
    })
}

/// Reports whether a game printed the expected output, apart from tolerated differences.
pub fn prints(
    edition: &Edition,
    transcript: &Transcript,
    expected: &Expected,
    tolerances: &Tolerances,
) -> bool {
    let passes = |expected: &Option<Vec<u8>>, printed: &[u8]| match expected {
        Some(expected) => tolerances.pass(&edition.output_format, expected, printed),
        None => true,
    };
    passes(&expected.merged, transcript.merged())
        && passes(&expected.out, &transcript.separate(Stream::Output))
        && passes(&expected.err, &transcript.separate(Stream::Error))
}

/// Removes from the start of an expected output the counterpart of a text of the game: the same
/// text, or as many lines.
fn take<'text>(rest: &mut &'text [u8], text: &[u8]) -> &'text [u8] {
    let length = if rest.starts_with(text) {
        text.len()
    } else {
        lines(rest).take(lines(text).count()).map(<[u8]>::len).sum()
    };
    let (taken, remaining) = rest.split_at(length);
    *rest = remaining;
    taken
}

/// Returns the results that a program must reproduce, or `None` if the game did not end.
pub fn expected(transcript: &Transcript) -> Option<Expected> {
    Some(Expected {
        status: Some(transcript.status()?.into()),
        out: Some(transcript.separate(Stream::Output)),
        err: Some(transcript.separate(Stream::Error)),
        merged: Some(transcript.merged().to_vec()),
    })
}

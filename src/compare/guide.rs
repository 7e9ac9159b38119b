//! What differences are placed by: the transcript of the built-in game, if that
//! is what a case expects.

use super::locate::Source;
use super::reference;
use super::tolerance::{Tolerance, Tolerances, lines};
use crate::cases::case::{Case, Expected};
use crate::cases::load::Given;
use crate::edition::row::{Edition, Markers};
use crate::field::seed_file::SeedFile;
use crate::game::sink::{Kind, Stream};
use crate::game::transcript::{Entry, Transcript};
use crate::io::error::FileError;

/// The longest seed, input and output, in bytes, with which the game is played
/// to place differences.
const LONGEST: usize = 4 << 20;

/// How many bytes are played where neither standard output nor the combined
/// output is expected.
const MOST_UNSEEN: usize = 8 << 20;

/// How much more may be played than what is expected and given, in bytes: room
/// for the built-in game's own words.
const MORE: usize = 64 * 1024;

/// What differences are placed by.
#[derive(Debug)]
pub(crate) enum Guide {
    /// What the built-in game prints, which is what is expected.
    Transcript(Transcript),
    /// The prompts in what is expected, and why.
    Prompts(Source),
}

impl Guide {
    /// Plays a case, unless that is too long.
    ///
    /// # Errors
    ///
    /// The seed or the input cannot be read.
    pub(crate) fn new(
        edition: &Edition,
        case: &Case,
        given: Given<'_>,
        expected: &Expected,
    ) -> Result<Self, FileError> {
        let given_most = given.seed.length().max(given.input.length());
        if given_most > LONGEST as u64 || expected.longest() > LONGEST {
            return Ok(Self::Prompts(Source::Prompts));
        }
        let (seed, input) = (given.seed.bytes()?, given.input.bytes()?);
        let sees_all = expected.out.is_some() || expected.merged.is_some();
        let most = if sees_all {
            let outputs = [&expected.out, &expected.err, &expected.merged];
            let known = outputs.into_iter().flatten().map(Vec::len).sum::<usize>() + input.len();
            2 * known + MORE
        } else {
            MOST_UNSEEN
        };
        let seed = SeedFile::in_memory(&case.seed, seed);
        let transcript = reference::play(edition, seed, &input, most);
        if transcript.status().is_none() && !sees_all {
            return Ok(Self::Prompts(Source::Prompts));
        }
        Ok(as_expected(&transcript, expected, &edition.markers)
            .map_or(Self::Prompts(Source::PromptsOfAnother), Self::Transcript))
    }
}

/// The transcript in the words of the case: the assignment leaves those of
/// errors to the student, and so the case may have others. None if anything
/// else differs.
pub(crate) fn as_expected(
    transcript: &Transcript,
    expected: &Expected,
    markers: &Markers,
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
        let one = take(separate, entry.kind, text, markers)?;
        let other = take(&mut merged, entry.kind, text, markers)?;
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

/// Takes what stands for an entry from the beginning of an output, or is the
/// entry itself if the output is not known; none if something else stands there.
fn take<'text>(
    rest: &mut Option<&'text [u8]>,
    kind: Kind,
    text: &'text [u8],
    markers: &Markers,
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
    let passes = || kind == Kind::Error && messages.pass(markers, text, taken);
    (taken == text || passes()).then_some(taken)
}

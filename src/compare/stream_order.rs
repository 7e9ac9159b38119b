//! Reconstructs the order of a program's two streams from its combined output.

use std::ops::Range;

use super::printed::Printed;
use super::steps;
use crate::game::sink::Stream;

/// Consecutive bytes of one stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<'run> {
    pub(super) stream: Stream,
    pub(super) bytes: &'run [u8],
}

impl<'run> Segment<'run> {
    pub(super) fn out(bytes: &'run [u8]) -> Self {
        Self {
            stream: Stream::Output,
            bytes,
        }
    }
}

impl Segment<'_> {
    /// Returns the number of bytes of standard output.
    fn output(&self) -> usize {
        match self.stream {
            Stream::Output => self.bytes.len(),
            Stream::Error => 0,
        }
    }
}

/// Maximum number of interleavings to follow at a time.
const MAX_WAYS: usize = 32;

/// Maximum number of stream changes in all interleavings.
const MAX_CHANGES: usize = 1 << 20;

/// Maximum number of comparisons between interleavings.
const MAX_COMPARISONS: usize = 1 << 28;

/// Splits the combined output into segments of the two streams, with as few changes of stream as possible. Returns `None` if
/// the streams do not add up to the combined output, or if too many interleavings fit. A program that did not end may have
/// printed more on its streams.
pub(super) fn interleaved<'run>(
    merged: &'run [u8],
    out: &[u8],
    err: &[u8],
    has_ended: bool,
) -> Option<Vec<Segment<'run>>> {
    /// An interleaving up to some byte: the bytes of standard output, the number of stream changes, and the index of the
    /// last change.
    #[derive(Clone, Copy, Default)]
    struct Way {
        out: usize,
        count: usize,
        last: usize,
    }
    let most = out.len() + err.len();
    if merged.len() > most || (has_ended && merged.len() < most) {
        return None;
    }
    // The byte of each change, and the index of the previous change.
    let mut changes = vec![(0, 0)];
    let mut ways = vec![Way::default()];
    let mut next = Vec::new();
    let mut comparisons = 0;
    for (at, byte) in merged.iter().enumerate() {
        comparisons += ways.len().pow(2);
        steps::count(ways.len());
        for &way in &ways {
            for changes_stream in [false, true] {
                let count = way.count + usize::from(changes_stream);
                let is_out = count % 2 == 0;
                let place = if is_out { way.out } else { at - way.out };
                if [err, out][usize::from(is_out)].get(place) != Some(byte) {
                    continue;
                }
                let own = Way {
                    out: way.out + usize::from(is_out),
                    count,
                    last: if changes_stream {
                        changes.len()
                    } else {
                        way.last
                    },
                };
                let is_same =
                    |other: &Way| (other.out, other.count % 2) == (own.out, own.count % 2);
                match next.iter().position(is_same) {
                    Some(other) if next[other].count > count => next[other] = own,
                    None if next.len() < MAX_WAYS => next.push(own),
                    _ => continue,
                }
                if changes_stream {
                    changes.push((at, way.last));
                }
            }
        }
        std::mem::swap(&mut ways, &mut next);
        next.clear();
        if changes.len() > MAX_CHANGES || comparisons > MAX_COMPARISONS {
            return None;
        }
    }
    let way = ways.into_iter().min_by_key(|way| way.count)?;
    let mut segments = Vec::with_capacity(way.count + 1);
    let (mut end, mut change) = (merged.len(), way.last);
    for count in (0..=way.count).rev() {
        let (start, before) = changes[change];
        segments.push(Segment {
            stream: [Stream::Output, Stream::Error][count % 2],
            bytes: &merged[start..end],
        });
        (end, change) = (start, before);
    }
    segments.reverse();
    Some(segments)
}

/// Reports whether standard error appears too early or too late in the combined output.
pub(super) fn is_out_of_order(
    segments: &[Segment<'_>],
    printed: &Printed,
    script: &Printed,
) -> bool {
    is_buffered(segments) || keeps_errors_back(printed, script)
}

/// Reports whether all errors are at the end, although the game prints the first of them earlier.
fn keeps_errors_back(printed: &Printed, script: &Printed) -> bool {
    let errors = |printed: &Printed, answers: Range<usize>| -> Vec<Vec<u8>> {
        let lines = answers.flat_map(|number| printed.answer(number));
        lines
            .filter(|line| line.stream == Stream::Error && !line.is_blank())
            .map(|line| printed.text(line).to_vec())
            .collect()
    };
    let last = printed.answer_count() - 1;
    let kept = errors(printed, last..last + 1);
    kept.first().is_some_and(|first| {
        errors(printed, 0..last).is_empty()
            && errors(script, 0..last).contains(first)
            && !errors(script, last..last + 1).contains(first)
    })
}

/// Size of the blocks in which a program writes standard output if it does not flush, or a divisor of that size.
const BLOCK: usize = 1024;

/// Reports whether standard output was written in whole blocks, so that standard error appears too early.
fn is_buffered(segments: &[Segment<'_>]) -> bool {
    let mut before = 0;
    let mut is_early = false;
    let whole: usize = segments.iter().map(Segment::output).sum();
    for segment in segments {
        if segment.stream == Stream::Error {
            if before % BLOCK != 0 && before != whole {
                return false;
            }
            is_early |= before != whole;
        }
        before += segment.output();
    }
    is_early
}

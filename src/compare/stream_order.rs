//! The order in which a program printed on its two streams, by what it printed on both in
//! one file.

use std::ops::Range;

use super::printed::Printed;
use crate::game::sink::Stream;

/// A stretch of one stream.
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
    /// How much of it is standard output, in bytes.
    fn output(&self) -> usize {
        match self.stream {
            Stream::Output => self.bytes.len(),
            Stream::Error => 0,
        }
    }
}

/// The most ways at once in which two streams are tried to be interleaved.
const MOST_WAYS: usize = 32;

/// The most changes of stream in all ways that are tried.
const MOST_CHANGES: usize = 1 << 20;

/// Which stretches of the merged output are of which stream, with as few changes of
/// stream as there can be; none if the two streams do not make the merged output, or if
/// there are too many ways in which they may. A program that did not end may have printed
/// more on them.
pub(super) fn interleaved<'run>(
    merged: &'run [u8],
    out: &[u8],
    err: &[u8],
    has_ended: bool,
) -> Option<Vec<Segment<'run>>> {
    /// A way to a place, from standard output on: how much of that lies before the place,
    /// how many changes of stream there were, and the number of the last of them.
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
    // Where each change is, and the number of the one before it.
    let mut changes = vec![(0, 0)];
    let mut ways = vec![Way::default()];
    let mut next = Vec::new();
    for (at, byte) in merged.iter().enumerate() {
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
                    None if next.len() < MOST_WAYS => next.push(own),
                    _ => continue,
                }
                if changes_stream {
                    changes.push((at, way.last));
                }
            }
        }
        std::mem::swap(&mut ways, &mut next);
        next.clear();
        if changes.len() > MOST_CHANGES {
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

/// Whether what stands on standard error comes earlier or later than it was printed, as
/// the order of both streams has it.
pub(super) fn is_out_of_order(
    segments: &[Segment<'_>],
    printed: &Printed,
    script: &Printed,
) -> bool {
    is_buffered(segments) || keeps_errors_back(printed, script)
}

/// Whether all errors are printed at the end, though the game prints the first of them
/// before.
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

/// The size of the blocks in which a program writes its standard output that does not
/// flush it, or a multiple of that.
const BLOCK: usize = 1024;

/// Whether standard output was written in whole blocks, so that what stands on standard
/// error comes too early.
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

//! Reconstructs the order of a program's two streams from its combined output.

use super::steps;
use crate::game::sink::Stream;

/// Consecutive bytes of one stream.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment<'run> {
    pub(super) stream: Stream,
    pub(super) bytes: &'run [u8],
}

/// Maximum number of interleavings to follow at a time.
const MAX_PATHS: usize = 32;

/// Maximum number of stream changes in all interleavings.
const MAX_CHANGES: usize = 1 << 20;

/// An interleaving up to some byte.
#[derive(Clone, Copy)]
struct Path {
    /// Number of bytes of standard output.
    out: usize,
    stream: Stream,
    /// Number of changes of stream.
    count: usize,
    /// Number of changes in the middle of a line.
    in_lines: usize,
    /// Index of the last change.
    last: usize,
}

impl Path {
    /// Of interleavings with as few changes, the one that changes at the starts of lines costs least.
    fn cost(&self) -> (usize, usize) {
        (self.count, self.in_lines)
    }
}

/// Splits the combined output into segments of the two streams, with as few changes of stream as possible. Returns `None` if
/// the streams do not add up to the combined output, or if too many interleavings fit. A program that did not end may have
/// printed more on its streams.
pub(super) fn interleaved<'run>(
    merged: &'run [u8],
    out: &[u8],
    err: &[u8],
    has_ended: bool,
) -> Option<Vec<Segment<'run>>> {
    let most = out.len() + err.len();
    if merged.len() > most || (has_ended && merged.len() < most) {
        return None;
    }
    // The offset of each change, and the index of the change before it.
    let mut changes = vec![(0, 0)];
    let mut paths = vec![Path {
        out: 0,
        stream: Stream::Output,
        count: 0,
        in_lines: 0,
        last: 0,
    }];
    for (at, &byte) in merged.iter().enumerate() {
        steps::count(paths.len());
        let mut next: Vec<Path> = Vec::with_capacity(paths.len());
        let is_line_start = at == 0 || merged[at - 1] == b'\n';
        for path in &paths {
            for stream in [Stream::Output, Stream::Error] {
                let printed = match stream {
                    Stream::Output => out.get(path.out),
                    Stream::Error => err.get(at - path.out),
                };
                if printed != Some(&byte) {
                    continue;
                }
                let is_change = stream != path.stream;
                let advanced = Path {
                    out: path.out + usize::from(stream == Stream::Output),
                    stream,
                    count: path.count + usize::from(is_change),
                    in_lines: path.in_lines + usize::from(is_change && !is_line_start),
                    last: if is_change { changes.len() } else { path.last },
                };
                let is_same = |other: &Path| (other.out, other.stream) == (advanced.out, stream);
                match next.iter().position(is_same) {
                    Some(other) if next[other].cost() > advanced.cost() => next[other] = advanced,
                    None if next.len() < MAX_PATHS => next.push(advanced),
                    _ => continue,
                }
                if is_change {
                    changes.push((at, path.last));
                }
            }
        }
        if next.is_empty() || changes.len() > MAX_CHANGES {
            return None;
        }
        paths = next;
    }
    let best = paths.into_iter().min_by_key(Path::cost)?;
    Some(segments(merged, &changes, best))
}

fn segments<'run>(
    merged: &'run [u8],
    changes: &[(usize, usize)],
    path: Path,
) -> Vec<Segment<'run>> {
    let mut segments = Vec::with_capacity(path.count + 1);
    let (mut end, mut change, mut stream) = (merged.len(), path.last, path.stream);
    for _ in 0..=path.count {
        let (start, before) = changes[change];
        segments.push(Segment {
            stream,
            bytes: &merged[start..end],
        });
        (end, change) = (start, before);
        stream = match stream {
            Stream::Output => Stream::Error,
            Stream::Error => Stream::Output,
        };
    }
    segments.reverse();
    segments
}

//! The order of a program's two streams: reconstructs it from the combined output, and recognizes errors in wrong places.

use std::collections::HashSet;

use super::align;
use super::output::OutputLines;
use super::steps;
use super::text::skeleton;
use crate::game::sink::Stream;

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
    /// Number of changes of stream, and of those in the middle of a line.
    cost: (usize, usize),
    /// Index of the last change.
    last: usize,
}

/// Splits the combined output into segments of the two streams, with as few changes of stream as possible. Returns `None` if
/// the streams do not add up to the combined output, or if too many interleavings fit. A program that did not end may have
/// printed more on its streams.
pub(super) fn interleaved<'run>(
    merged: &'run [u8],
    out: &[u8],
    err: &[u8],
    has_ended: bool,
) -> Option<Vec<(Stream, &'run [u8])>> {
    let most = out.len() + err.len();
    if merged.len() > most || (has_ended && merged.len() < most) {
        return None;
    }
    // The offset and the stream of each change, and the index of the change before it.
    let mut changes = vec![(0, Stream::Output, 0)];
    let mut paths = vec![Path {
        out: 0,
        stream: Stream::Output,
        cost: (0, 0),
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
                    cost: (
                        path.cost.0 + usize::from(is_change),
                        path.cost.1 + usize::from(is_change && !is_line_start),
                    ),
                    last: if is_change { changes.len() } else { path.last },
                };
                match next
                    .iter()
                    .position(|other| (other.out, other.stream) == (advanced.out, stream))
                {
                    Some(other) if next[other].cost > advanced.cost => next[other] = advanced,
                    None if next.len() < MAX_PATHS => next.push(advanced),
                    _ => continue,
                }
                if is_change {
                    changes.push((at, stream, path.last));
                }
            }
        }
        if next.is_empty() || changes.len() > MAX_CHANGES {
            return None;
        }
        paths = next;
    }
    let best = paths.into_iter().min_by_key(|path| path.cost)?;
    let mut segments = Vec::new();
    let (mut end, mut change) = (merged.len(), best.last);
    loop {
        let (start, stream, before) = changes[change];
        segments.push((stream, &merged[start..end]));
        if change == 0 {
            break;
        }
        (end, change) = (start, before);
    }
    segments.reverse();
    Some(segments)
}

/// Returns the lines with text of standard error, each with its answer.
pub(super) fn errors(output: &OutputLines) -> Vec<(usize, &[u8])> {
    let mut errors = Vec::new();
    for (number, answer) in output.answers.iter().enumerate() {
        for line in answer.clone() {
            let text = output.text(line).trim_ascii();
            if output.lines[line].stream == Stream::Error && !text.is_empty() {
                errors.push((number, text));
            }
        }
    }
    errors
}

/// Reports whether several errors follow all the rest of the output.
pub(super) fn has_late_errors(output: &OutputLines) -> bool {
    let errors = errors(output);
    let last = output.answers.len() - 1;
    let end = output.lines.last();
    errors.len() > 1
        && last > errors.len()
        && errors.iter().all(|(answer, _)| *answer == last)
        && end.is_some_and(|line| line.stream == Stream::Error)
}

/// Reports whether an error follows other text than a prompt, in an answer in which the game does not print the error.
pub(super) fn has_misplaced_errors(output: &OutputLines, script: &OutputLines) -> bool {
    let pairs = align::answers(script, output);
    let pair_of_script = |answer| pairs.partition_point(|pair| pair.script.end <= answer);
    let pair_of_found = |answer| pairs.partition_point(|pair| pair.found.end <= answer);
    let expected: HashSet<(usize, Vec<u8>)> = errors(script)
        .into_iter()
        .map(|(answer, text)| (pair_of_script(answer), skeleton(text)))
        .collect();
    let mut printed = errors(output).into_iter();
    printed.any(|(answer, text)| {
        let lines = output.answers[answer].clone();
        let mut before = lines.take_while(|&line| output.lines[line].stream == Stream::Output);
        let follows_text = answer == 0 || before.any(|line| output.lines[line].piece().is_some());
        follows_text && !expected.contains(&(pair_of_found(answer), skeleton(text)))
    })
}

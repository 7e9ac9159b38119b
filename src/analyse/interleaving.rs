//! Reconstructs the order of a program's two streams from the combined output, and recognizes
//! errors in wrong places.

use std::collections::HashSet;

use super::{align, output::OutputLines, steps, text::skeleton};
use crate::{
    game::Stream,
    run::{End, Run},
};

/// Maximum number of interleavings to follow at a time.
const MAX_INTERLEAVINGS: usize = 32;

/// Maximum number of changes of stream in all interleavings together.
const MAX_CHANGES: usize = 1 << 20;

/// An interleaving of the two streams that yields the combined output up to some byte.
#[derive(Clone, Copy)]
struct Interleaving {
    /// Number of bytes of standard output.
    out: usize,
    /// Stream of the last byte.
    stream: Stream,
    /// Number of changes of stream, and number of these changes in the middle of a line.
    cost: (usize, usize),
    last_change: usize,
}

/// Splits the combined output into segments of the two streams, with as few changes of stream as
/// possible. Returns `None` if the streams do not add up to the combined output, or if the limits
/// are reached. A program that did not exit may have printed more on its streams.
pub(super) fn interleaved<'run>(
    merged: &'run Run,
    Run { out, err, .. }: &Run,
) -> Option<Vec<(Stream, &'run [u8])>> {
    let total = out.len() + err.len();
    let has_exited = matches!(merged.end, End::Exited(_));
    let merged = &merged.out;
    if merged.len() > total || has_exited && merged.len() < total {
        return None;
    }
    // The offset and the stream of each change, and the index of the change before it.
    let mut changes = vec![(0, Stream::Output, 0)];
    let mut current = vec![Interleaving {
        out: 0,
        stream: Stream::Output,
        cost: (0, 0),
        last_change: 0,
    }];
    for (at, &byte) in merged.iter().enumerate() {
        steps::count(current.len());
        let mut next = Vec::<Interleaving>::with_capacity(current.len());
        let is_line_start = at == 0 || merged[at - 1] == b'\n';
        for before in &current {
            for stream in [Stream::Output, Stream::Error] {
                let printed = match stream {
                    Stream::Output => out.get(before.out),
                    Stream::Error => err.get(at - before.out),
                };
                if printed != Some(&byte) {
                    continue;
                }
                let mut advanced = Interleaving { stream, ..*before };
                advanced.out += usize::from(stream == Stream::Output);
                let is_change = stream != before.stream;
                if is_change {
                    advanced.cost.0 += 1;
                    advanced.cost.1 += usize::from(!is_line_start);
                    advanced.last_change = changes.len();
                }
                let mut others = next.iter();
                match others.position(|it| it.out == advanced.out && it.stream == stream) {
                    Some(other) if next[other].cost > advanced.cost => next[other] = advanced,
                    None if next.len() < MAX_INTERLEAVINGS => next.push(advanced),
                    _ => continue,
                }
                if is_change {
                    changes.push((at, stream, before.last_change));
                }
            }
        }
        if next.is_empty() || changes.len() > MAX_CHANGES {
            return None;
        }
        current = next;
    }
    let best = current.into_iter().min_by_key(|it| it.cost)?;
    let mut segments = Vec::new();
    let mut end = merged.len();
    let mut change = best.last_change;
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

/// Returns the lines with text on standard error, each with the index of its answer.
pub(super) fn errors(output: &OutputLines) -> Vec<(usize, &[u8])> {
    let mut errors = Vec::new();
    for (number, line) in output.lines.iter().enumerate() {
        let text = output.text(number).trim_ascii();
        if line.stream == Stream::Error && !text.is_empty() {
            errors.push((output.answer_of(number), text));
        }
    }
    errors
}

/// Reports whether the program printed its errors, at least two, only at the end of the output,
/// although there were enough earlier answers for them.
pub(super) fn has_late_errors(output: &OutputLines) -> bool {
    let errors = errors(output);
    let last = output.answers.len() - 1;
    let end = output.lines.last();
    errors.len() > 1
        && last > errors.len()
        && errors.iter().all(|(answer, _)| *answer == last)
        && end.is_some_and(|line| line.stream == Stream::Error)
}

/// Reports whether an error is misplaced: it follows a piece of the game or is in the first answer,
/// and the game does not print the error there.
pub(super) fn has_misplaced_errors(output: &OutputLines, script: &OutputLines) -> bool {
    let pairs = align::answers(script, output);
    let mut expected = HashSet::new();
    for (answer, text) in errors(script) {
        let pair = pairs.partition_point(|pair| pair.script.end <= answer);
        expected.insert((pair, skeleton(text)));
    }
    errors(output).into_iter().any(|(answer, text)| {
        let pair = pairs.partition_point(|pair| pair.found.end <= answer);
        let lines = &output.lines[output.answers[answer].clone()];
        let mut before = lines.iter().take_while(|it| it.stream == Stream::Output);
        let follows_text = answer == 0 || before.any(|it| it.piece().is_some());
        follows_text && !expected.contains(&(pair, skeleton(text)))
    })
}

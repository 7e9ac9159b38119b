//! Places that only the order of both streams reveals.

use minesweeper_alpha::internal::{Kind, Random, Stream};

use super::edited_output::{
    BOTH, ERR, ERROR, Files, OUT, Piece, SEED, Scene, THREE_ERRORS, place, with_text, without_error,
};
use crate::support::amount;

#[test]
fn equal_rounds_are_told_apart_by_the_errors_between_them() {
    let scene = Scene::new("2022.sp", SEED, "r 9 0\nbad\nbad\n", Files::All);
    let expected = "in round 0, after line 1 of the input: r 9 0";
    // The first line has no answer, and then a message but no round.
    for stream in [None, Some(Stream::Output)] {
        let outputs = if stream.is_none() { BOTH } else { OUT };
        scene.differs_at(outputs, expected, |pieces| {
            let is_left_out = |piece: &Piece| {
                piece.line == 1 && stream.is_none_or(|stream| piece.stream == stream)
            };
            pieces.retain(|piece| !is_left_out(piece));
        });
    }
}

#[test]
fn a_program_that_keeps_back_a_stream_tells_no_order() {
    let input = "m 0 0\nbad\nr 9 9\nm 1 1\nworst\n";
    let scene = Scene::new("2022.sp", SEED, input, Files::All);
    // Standard error alone is right here.
    let expected = "in round 1, after line 3 of the input: r 9 9";
    scene.differs_at(ERR, expected, |pieces| {
        without_error(3)(pieces);
        pieces.sort_by_key(|piece| piece.stream == Stream::Error);
    });
}

#[test]
fn an_error_on_the_wrong_stream_is_at_its_line() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let expected = "in round 1, after line 3 of the input: worse";
    let report = scene.differs_at(BOTH, expected, |pieces| {
        for piece in pieces.iter_mut().filter(|piece| piece.line == 3) {
            piece.stream = Stream::Output;
        }
    });
    assert!(!report.contains("combined"), "{report}");
}

#[test]
fn whatever_is_wrong_with_an_error_is_at_its_line() {
    let mut random = Random::new(Some(5)).expect("numbers");
    for _ in 0..amount(20, 60) {
        let count = 3 + random.below(12);
        let lines: Vec<_> = (0..count)
            .map(|_| match random.below(6) {
                0 | 1 => "bad".to_owned(),
                2 => format!("r {} 0", 8 + random.below(2)),
                3 => "h".to_owned(),
                4 => "nofog".to_owned(),
                _ => format!("m {} 0", random.below(3)),
            })
            .collect();
        let input = lines.join("\n") + "\n";
        let scene = Scene::new("2022.sp", SEED, &input, Files::All);
        let line = usize::try_from(1 + random.below(count)).expect("a small number");
        let options: &[&str] = match random.below(2) {
            0 => &[],
            _ => &["--tolerate", "message"],
        };
        let is_message = |piece: &Piece| {
            piece.line == line && piece.stream == Stream::Error && piece.kind == Kind::Error
        };
        let report = match (scene.pieces.iter().any(is_message), random.below(3)) {
            (true, 0) => scene.report(options, without_error(line)),
            (true, 1) => scene.report(options, |pieces| {
                let message = pieces.iter_mut().find(|piece| is_message(piece));
                message.expect("a message").text = "Oops\n".to_owned();
            }),
            (true, _) => scene.report(options, |pieces| {
                for piece in pieces.iter_mut().filter(|piece| piece.line == line) {
                    piece.stream = Stream::Output;
                }
            }),
            (false, number) => {
                let text = match number {
                    0 => "Oops\n",
                    1 => ERROR,
                    _ => "\nInvalid Command: no\n",
                };
                scene.report(
                    options,
                    with_text(line, Stream::Output, Stream::Error, text),
                )
            }
        };
        let expected = format!("after line {line} of the input: {}", lines[line - 1]);
        let found = place(&report, "standard error");
        assert!(found.ends_with(&expected), "{input}{report}");
    }
}

#[test]
fn answers_that_are_missing_or_too_many_are_at_their_lines() {
    let mut random = Random::new(Some(8)).expect("numbers");
    for _ in 0..amount(10, 30) {
        let count = 4 + random.below(8);
        let lines: Vec<_> = (0..count)
            .map(|_| match random.below(5) {
                0 | 1 => "bad".to_owned(),
                2 => format!("r {} 0", 8 + random.below(2)),
                3 => "h".to_owned(),
                _ => format!("m {} 0", random.below(3)),
            })
            .collect();
        let scene = Scene::new("2022.sp", SEED, &(lines.join("\n") + "\n"), Files::All);
        let line = usize::try_from(1 + random.below(count)).expect("a small number");
        let of = |line: usize| -> Vec<String> {
            let pieces = scene.pieces.iter().filter(|piece| piece.line == line);
            pieces.map(|piece| piece.text.clone()).collect()
        };
        // Of equal answers next to each other, any may be the one.
        let first = (1..=line).rfind(|&first| first == 1 || of(first - 1) != of(line));
        let last = (line..=lines.len()).find(|&last| of(last + 1) != of(line));
        let change = random.below(3);
        let report = scene.report(&[], |pieces| {
            let start = pieces.iter().position(|piece| piece.line == line);
            let start = start.expect("an answer");
            let answer: Vec<Piece> = pieces
                .iter()
                .filter(|piece| piece.line == line)
                .cloned()
                .collect();
            match change {
                0 => pieces.retain(|piece| piece.line != line),
                1 => drop(pieces.splice(start..start, answer)),
                _ => {
                    pieces.truncate(start);
                    let trace = "Exception in thread \"main\" E\n\tat Main.main(Main.java:1)\n";
                    with_text(line, Stream::Output, Stream::Error, trace)(pieces);
                }
            }
        });
        let places = match change {
            0 => first.expect("an answer")..=last.expect("an answer"),
            // What is printed twice is too much before the next.
            1 => first.expect("an answer")..=last.expect("an answer") + 1,
            _ => line..=line,
        };
        let is_told = |output: &str| {
            let found = place(&report, output);
            places.clone().any(|line| match lines.get(line - 1) {
                Some(text) => found.ends_with(&format!("after line {line} of the input: {text}")),
                None => found.ends_with("at the end of the input"),
            })
        };
        assert!(is_told("standard output"), "{line} {lines:?}\n{report}");
        if change == 2 {
            assert!(is_told("standard error"), "{line} {lines:?}\n{report}");
        }
    }
}

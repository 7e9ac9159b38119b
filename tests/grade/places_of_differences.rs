//! Places of differences: the round and the line of input that led to each, on either stream and in
//! the combined output. Some places only the order of both streams reveals.

use minesweeper_alpha::internal::{Kind, Random, Stream};

use super::causes;
use super::check_setup::assert_table;
use super::edited_output::{
    BOTH, ERR, ERROR, Files, OUT, Piece, SEED, Scene, THREE_ERRORS, first, place, with_text,
    without_error,
};
use crate::support::{amount, assert_contains, assert_lacks};

/// The table has changes as those of causes, and below each where the outputs differ.
#[test]
fn changed_pieces_differ_at_these_places() {
    assert_table("places.txt", |line| {
        let (scene, changes) = line.split_once(": ").expect("a change");
        let (name, options) = scene.split_once(' ').unwrap_or((scene, ""));
        let options: Vec<&str> = options.split_whitespace().collect();
        let report = causes::scene(name).report(&options, |pieces| causes::apply(pieces, changes));
        let places = report.lines().map(str::trim_start);
        let is_place = |line: &&str| line.contains(" differs at ") || line.starts_with("combined ");
        places.filter(is_place).map(str::to_owned).collect()
    });
}

#[test]
fn a_tolerated_message_is_not_taken_for_another() {
    let lines: Vec<String> = (2..18).map(|row| format!("r {row}{row} 0")).collect();
    let input = lines.join("\n") + "\n";
    let tolerate = ["--tolerate", "message"];
    for files in [Files::All, Files::WithoutMerged] {
        let scene = Scene::new("2022.sp", SEED, &input, files);
        for (number, line) in (1..).zip(&lines).step_by(5) {
            let expected = format!("in round 0, after line {number} of the input: {line}");
            let report = scene.differs_at(&tolerate, ERR, &expected, without_error(number));
            // Of messages that are the same with the tolerance, the diff may show any. The finding shows the missing one.
            let index = &line[2..line.len() - 2];
            assert_contains(&report, [format!(" - Invalid·Command:·Index·{index}·out")]);
        }
    }
    // With the student's words, only the order distinguishes them.
    let scene = Scene::new("2022.sp", SEED, &input, Files::All);
    let expected = "in round 0, after line 6 of the input: r 77 0";
    let report = scene.differs_at(&tolerate, ERR, expected, |pieces| {
        without_error(6)(pieces);
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Error) {
            piece.text = "Invalid Command: no\n".to_owned();
        }
    });
    assert_contains(&report, [" - Invalid·Command:·Index·77·out"]);
}

#[test]
fn an_error_too_many_is_at_the_line_that_led_to_it() {
    let valid = "m 0 0\nm 0 1\nm 0 2\n";
    let expected = "in round 1, after line 2 of the input: m 0 1";
    let scene = Scene::new("2022.sp", SEED, valid, Files::All);
    let extra = || with_text(2, Stream::Output, Stream::Error, ERROR);
    let report = scene.differs_at(&[], ERR, expected, extra());
    assert_lacks(&report, ["standard output differs"]);
    let open = "The error message is printed where it does not belong: `Invalid Command: Command not recognized!`.";
    assert_eq!(report.matches("not explained: ").count(), 1, "{report}");
    assert_contains(&report, [open]);
    // The same where standard output is wrong too, and later.
    scene.differs_at(&[], ERR, expected, |pieces| {
        extra()(pieces);
        let last = pieces.last_mut().expect("a piece");
        last.text = last.text.replace("Bye", "bye");
    });
    // Without the order, its place is unknown.
    let scene = Scene::new("2022.sp", SEED, valid, Files::WithoutMerged);
    scene.differs_at(&[], ERR, "nowhere", extra());
}

#[test]
fn malformed_seeds_have_no_line_of_input() {
    let scene = Scene::new("2022.sp", "5 5 1 9 9\n", "h\nq\n", Files::All);
    let wrong = |pieces: &mut Vec<Piece>| pieces[0].text = "Error\n".to_owned();
    let start = "before the first line of input";
    scene.differs_at(&[], ERR, start, wrong);
    // The case may have words of its own for it.
    for name in ["tc.err.txt", "tc.combined.txt"] {
        scene.write(name, "\nSeed File Malformed Error: these are its words\n");
    }
    scene.differs_at(&[], ERR, start, wrong);
    // One stream says too much, or the other anything.
    for (stream, output) in [(Stream::Output, OUT), (Stream::Error, ERR)] {
        let scene = Scene::new("2022.sp", "5 5 1 9 9\n", "h\nq\n", Files::WithoutMerged);
        scene.differs_at(&[], output, start, with_text(1, stream, stream, "what?\n"));
    }
}

#[test]
fn another_reference_is_followed_by_its_prompts() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for name in ["tc.out.txt", "tc.combined.txt"] {
        scene.write(name, scene.read(name).replace("Bye!", "So long!"));
    }
    let expected = "in round 2, after line 4 of the input: m 1 1";
    scene.differs_at(&[], OUT, expected, |pieces| {
        let grid = first(pieces, |piece| piece.line == 4 && piece.kind == Kind::Grid);
        grid.text = grid.text.replacen('F', "G", 1);
    });
    // Other words for errors make no other game.
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let other_words = |text: &str| text.replace("Command not recognized!", "No.");
    for name in ["tc.err.txt", "tc.combined.txt"] {
        scene.write(name, other_words(&scene.read(name)));
    }
    let expected = "in round 1, after line 3 of the input: worse";
    scene.differs_at(&[], ERR, expected, |pieces| {
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Error) {
            piece.text = other_words(&piece.text);
        }
        without_error(3)(pieces);
    });
}

#[test]
fn a_case_that_is_too_long_to_be_played_is_followed_by_its_prompts() {
    let input = "m 0 0\n".to_owned() + &" ".repeat(5 << 20) + "\nbad\n";
    let scene = Scene::new("2022.sp", SEED, &input, Files::All);
    let expected = "in round 1, after line 3 of the input: bad";
    scene.differs_at(&[], ERR, expected, without_error(3));
}

/// A report on a program that prints what the built-in game prints for another input.
#[track_caller]
fn report_of_input(input: &str, other: &str) -> String {
    let program = Scene::new("2022.sp", SEED, other, Files::All);
    Scene::new("2022.sp", SEED, input, Files::All)
        .report(&[], |pieces| pieces.clone_from(&program.pieces))
}

#[test]
fn the_end_of_a_program_is_at_the_line_that_ends_it() {
    // It takes `Quit` for `quit`, and never sees the last two lines.
    let report = report_of_input("m 0 0\nQuit\nm 1 1\nq\n", "m 0 0\nquit\n");
    assert_contains(
        &report,
        ["tc, in round 1, after line 2 of the input: Quit\n"],
    );
    assert_lacks(&report, ["after line 3 of"]);
}

#[test]
fn what_is_answered_behind_the_games_end_is_not_taken_for_that_end() {
    // It does not see that line 2 reveals a mine, only that line 5 does.
    let report = report_of_input(
        "m 1 1\nr 4 4\nm 0 0\nm 0 1\nr 4 4\n",
        "m 1 1\nm 0 2\nm 0 0\nm 0 1\nr 4 4\n",
    );
    let parts = [
        "   The program goes on printing when the game is lost.\n",
        "tc, in round 1, after line 2 of the input: r 4 4\n",
    ];
    assert_contains(&report, parts);
    assert_lacks(&report, ["answered more than once"]);
}

#[test]
fn equal_rounds_are_told_apart_by_the_errors_between_them() {
    let scene = Scene::new("2022.sp", SEED, "r 9 0\nbad\nbad\n", Files::All);
    let expected = "in round 0, after line 1 of the input: r 9 0";
    // The first line has no answer, and then a message but no round.
    for stream in [None, Some(Stream::Output)] {
        let outputs = if stream.is_none() { BOTH } else { OUT };
        scene.differs_at(&[], outputs, expected, |pieces| {
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
    scene.differs_at(&[], ERR, expected, |pieces| {
        without_error(3)(pieces);
        pieces.sort_by_key(|piece| piece.stream == Stream::Error);
    });
}

#[test]
fn an_error_on_the_wrong_stream_is_at_its_line() {
    let scene = Scene::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let expected = "in round 1, after line 3 of the input: worse";
    let report = scene.differs_at(&[], BOTH, expected, |pieces| {
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

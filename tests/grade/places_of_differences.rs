//! Reported places of differences: the round and the line of input that led to each, for both
//! streams and the combined output. Only the order of both streams reveals some of the places.

use minesweeper_alpha::internal::{Kind, Random, Stream};

use super::{
    causes,
    check_setup::assert_table,
    edited_output::{
        BOTH, Chunk, ERR, ERROR, Files, OUT, RecordedCase, SEED, THREE_ERRORS, first, place,
        with_text, without_error,
    },
};
use crate::support::{amount, assert_contains, assert_lacks};

/// The table has changes as in `causes.changes.txt`, and below each the places of differences.
#[test]
fn changed_output_differs_at_these_places() {
    assert_table("places.txt", |line| {
        let (case, changes) = line.split_once(": ").expect("a change");
        let (name, options) = case.split_once(' ').unwrap_or((case, ""));
        let options: Vec<&str> = options.split_whitespace().collect();
        let case = causes::recorded_case(name);
        let report = case.report(&options, |chunks| causes::apply(chunks, changes));
        let mut places: Vec<String> = report.lines().map(|it| it.trim_start().into()).collect();
        places.retain(|line| line.contains(" differs at ") || line.starts_with("combined "));
        places
    });
}

#[test]
fn a_tolerated_message_is_not_mistaken_for_another() {
    let lines: Vec<String> = (2..18).map(|row| format!("r {row}{row} 0")).collect();
    let input = lines.join("\n") + "\n";
    let tolerate = ["--tolerate", "message"];
    for files in [Files::All, Files::WithoutMerged] {
        let case = RecordedCase::new("2022.sp", SEED, &input, files);
        for (number, line) in (1..).zip(&lines).step_by(5) {
            let expected = format!("in round 0, after line {number} of the input: {line}");
            let report = case.differs_at(&tolerate, ERR, &expected, without_error(number));
            // The diff may show any message that is equal with the tolerance; the finding shows
            // the missing one.
            let index = &line[2..line.len() - 2];
            assert_contains(&report, [format!(" - Invalid·Command:·Index·{index}·out")]);
        }
    }
    // If all messages of the program have the same words, only their order distinguishes them.
    let case = RecordedCase::new("2022.sp", SEED, &input, Files::All);
    let expected = "in round 0, after line 6 of the input: r 77 0";
    let report = case.differs_at(&tolerate, ERR, expected, |chunks| {
        without_error(6)(chunks);
        for chunk in chunks.iter_mut().filter(|chunk| chunk.kind == Kind::Error) {
            chunk.text = "Invalid Command: no\n".to_owned();
        }
    });
    assert_contains(&report, [" - Invalid·Command:·Index·77·out"]);
}

#[test]
fn an_extra_error_is_at_the_line_that_led_to_it() {
    let valid = "m 0 0\nm 0 1\nm 0 2\n";
    let expected = "in round 1, after line 2 of the input: m 0 1";
    let case = RecordedCase::new("2022.sp", SEED, valid, Files::All);
    let add_error =
        |chunks: &mut Vec<Chunk>| with_text(2, Stream::Output, Stream::Error, ERROR)(chunks);
    let report = case.differs_at(&[], ERR, expected, add_error);
    assert_lacks(&report, ["standard output differs"]);
    let sentence = "The error message is printed where it does not belong: `Invalid Command: Command not recognized!`.";
    assert_eq!(report.matches("cause unknown: ").count(), 1, "{report}");
    assert_contains(&report, [sentence]);
    // A later difference of standard output does not change the place.
    case.differs_at(&[], ERR, expected, |chunks| {
        add_error(chunks);
        let last = chunks.last_mut().expect("a chunk");
        last.text = last.text.replace("Bye", "bye");
    });
    // Without the order of the streams, the place is unknown.
    let case = RecordedCase::new("2022.sp", SEED, valid, Files::WithoutMerged);
    case.differs_at(&[], ERR, "nowhere", add_error);
}

#[test]
fn malformed_seeds_have_no_line_of_input() {
    let case = RecordedCase::new("2022.sp", "5 5 1 9 9\n", "h\nq\n", Files::All);
    let replace_error = |chunks: &mut Vec<Chunk>| chunks[0].text = "Error\n".to_owned();
    let start = "before the first line of input";
    case.differs_at(&[], ERR, start, replace_error);
    // The case may expect other words than those of the built-in game.
    for name in ["tc.err.txt", "tc.combined.txt"] {
        case.write(name, "\nSeed File Malformed Error: these are its words\n");
    }
    case.differs_at(&[], ERR, start, replace_error);
    // Extra text on either stream.
    for (stream, output) in [(Stream::Output, OUT), (Stream::Error, ERR)] {
        let case = RecordedCase::new("2022.sp", "5 5 1 9 9\n", "h\nq\n", Files::WithoutMerged);
        case.differs_at(&[], output, start, with_text(1, stream, stream, "what?\n"));
    }
}

#[test]
fn expected_output_of_another_game_is_followed_by_its_prompts() {
    let case = RecordedCase::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    for name in ["tc.out.txt", "tc.combined.txt"] {
        case.write(name, case.read(name).replace("Bye!", "So long!"));
    }
    let expected = "in round 2, after line 4 of the input: m 1 1";
    case.differs_at(&[], OUT, expected, |chunks| {
        let grid = first(chunks, |chunk| chunk.line == 4 && chunk.kind == Kind::Grid);
        grid.text = grid.text.replacen('F', "G", 1);
    });
    // With other words for errors, the game counts as the built-in one.
    let case = RecordedCase::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let (words, other_words) = ("Command not recognized!", "No.");
    for name in ["tc.err.txt", "tc.combined.txt"] {
        case.write(name, case.read(name).replace(words, other_words));
    }
    let expected = "in round 1, after line 3 of the input: worse";
    case.differs_at(&[], ERR, expected, |chunks| {
        for chunk in chunks.iter_mut().filter(|chunk| chunk.kind == Kind::Error) {
            chunk.text = chunk.text.replace(words, other_words);
        }
        without_error(3)(chunks);
    });
}

#[test]
fn a_case_that_is_too_long_to_replay_is_followed_by_its_prompts() {
    let input = "m 0 0\n".to_owned() + &" ".repeat(5 << 20) + "\nbad\n";
    let case = RecordedCase::new("2022.sp", SEED, &input, Files::All);
    let expected = "in round 1, after line 3 of the input: bad";
    case.differs_at(&[], ERR, expected, without_error(3));
}

/// Returns the report for a program that prints the output of the built-in game for another input.
#[track_caller]
fn report_of_input(input: &str, other: &str) -> String {
    let program = RecordedCase::new("2022.sp", SEED, other, Files::All);
    RecordedCase::new("2022.sp", SEED, input, Files::All)
        .report(&[], |chunks| chunks.clone_from(&program.chunks))
}

#[test]
fn the_end_of_a_program_is_at_the_line_that_ends_it() {
    // The program takes `Quit` for `quit`, and does not read the last two lines.
    let report = report_of_input("m 0 0\nQuit\nm 1 1\nq\n", "m 0 0\nquit\n");
    let place = "tc, in round 1, after line 2 of the input: Quit\n";
    assert_contains(&report, [place]);
    assert_lacks(&report, ["after line 3 of"]);
}

#[test]
fn a_second_end_is_not_mistaken_for_the_end_of_the_game() {
    // The program ends the game at the mine of line 5, not at that of line 2.
    let report = report_of_input(
        "m 1 1\nr 4 4\nm 0 0\nm 0 1\nr 4 4\n",
        "m 1 1\nm 0 2\nm 0 0\nm 0 1\nr 4 4\n",
    );
    let parts = [
        "   The program continues instead of ending when the game is lost.\n",
        "tc, in round 1, after line 2 of the input: r 4 4\n",
    ];
    assert_contains(&report, parts);
    assert_lacks(&report, ["answered more than once"]);
}

#[test]
fn equal_rounds_are_distinguished_by_the_errors_between_them() {
    let case = RecordedCase::new("2022.sp", SEED, "r 9 0\nbad\nbad\n", Files::All);
    let expected = "in round 0, after line 1 of the input: r 9 0";
    // The first line has no answer, or only an error.
    for (outputs, has_error) in [(BOTH, false), (OUT, true)] {
        case.differs_at(&[], outputs, expected, |chunks| {
            chunks.retain(|chunk| chunk.line != 1 || has_error && chunk.stream == Stream::Error);
        });
    }
}

#[test]
fn a_buffered_stream_gives_no_evidence_of_order() {
    let input = "m 0 0\nbad\nr 9 9\nm 1 1\nworst\n";
    let case = RecordedCase::new("2022.sp", SEED, input, Files::All);
    // The place follows from standard error alone.
    let expected = "in round 1, after line 3 of the input: r 9 9";
    case.differs_at(&[], ERR, expected, |chunks| {
        without_error(3)(chunks);
        chunks.sort_by_key(|chunk| chunk.stream == Stream::Error);
    });
}

#[test]
fn an_error_on_the_wrong_stream_is_at_its_line() {
    let case = RecordedCase::new("2022.sp", SEED, THREE_ERRORS, Files::All);
    let expected = "in round 1, after line 3 of the input: worse";
    let report = case.differs_at(&[], BOTH, expected, |chunks| {
        for chunk in chunks.iter_mut().filter(|chunk| chunk.line == 3) {
            chunk.stream = Stream::Output;
        }
    });
    assert!(!report.contains("combined"), "{report}");
}

/// Returns lines of input at random, with `nofog` among them if there are six kinds of lines.
fn random_lines(random: &mut Random, count: u64, kinds: u64) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..count {
        lines.push(match random.below(kinds) {
            0 | 1 => "bad".to_owned(),
            2 => format!("r {} 0", 8 + random.below(2)),
            3 => "h".to_owned(),
            4 if kinds == 6 => "nofog".to_owned(),
            _ => format!("m {} 0", random.below(3)),
        });
    }
    lines
}

#[test]
fn any_difference_in_an_error_is_at_its_line() {
    let mut random = Random::new(Some(5)).expect("numbers");
    for _ in 0..amount(20, 60) {
        let count = 3 + random.below(12);
        let lines = random_lines(&mut random, count, 6);
        let input = lines.join("\n") + "\n";
        let case = RecordedCase::new("2022.sp", SEED, &input, Files::All);
        let line = usize::try_from(1 + random.below(count)).expect("a small number");
        let options: &[&str] = match random.below(2) {
            0 => &[],
            _ => &["--tolerate", "message"],
        };
        let is_message = |chunk: &Chunk| {
            chunk.line == line && chunk.stream == Stream::Error && chunk.kind == Kind::Error
        };
        let has_message = case.chunks.iter().any(is_message);
        let change = random.below(3);
        let report = case.report(options, |chunks| match (has_message, change) {
            (true, 0) => without_error(line)(chunks),
            (true, 1) => first(chunks, is_message).text = "Oops\n".to_owned(),
            (true, _) => {
                for chunk in chunks.iter_mut().filter(|chunk| chunk.line == line) {
                    chunk.stream = Stream::Output;
                }
            }
            (false, number) => {
                let text = match number {
                    0 => "Oops\n",
                    1 => ERROR,
                    _ => "\nInvalid Command: no\n",
                };
                with_text(line, Stream::Output, Stream::Error, text)(chunks);
            }
        });
        let expected = format!("after line {line} of the input: {}", lines[line - 1]);
        let place = place(&report, "standard error");
        assert!(place.ends_with(&expected), "{input}{report}");
    }
}

/// Returns the chunks of the answer to a line of input.
fn answer(chunks: &[Chunk], line: usize) -> Vec<Chunk> {
    let mut answer = chunks.to_vec();
    answer.retain(|chunk| chunk.line == line);
    answer
}

#[test]
fn missing_and_repeated_answers_are_at_their_lines() {
    let mut random = Random::new(Some(8)).expect("numbers");
    for _ in 0..amount(10, 30) {
        let count = 4 + random.below(8);
        let lines = random_lines(&mut random, count, 5);
        let case = RecordedCase::new("2022.sp", SEED, &(lines.join("\n") + "\n"), Files::All);
        let line = usize::try_from(1 + random.below(count)).expect("a small number");
        let texts = |line| {
            let chunks = answer(&case.chunks, line).into_iter();
            chunks.map(|chunk| chunk.text).collect::<Vec<_>>()
        };
        // Equal answers next to each other cannot be distinguished.
        let (mut first, mut last) = (line, line);
        while first > 1 && texts(first - 1) == texts(line) {
            first -= 1;
        }
        while last < lines.len() && texts(last + 1) == texts(line) {
            last += 1;
        }
        let change = random.below(3);
        let report = case.report(&[], |chunks| {
            let index = chunks.iter().position(|chunk| chunk.line == line);
            let start = index.expect("an answer");
            match change {
                0 => chunks.retain(|chunk| chunk.line != line),
                1 => drop(chunks.splice(start..start, answer(&case.chunks, line))),
                _ => {
                    chunks.truncate(start);
                    let trace = "Exception in thread \"main\" E\n\tat Main.main(Main.java:1)\n";
                    with_text(line, Stream::Output, Stream::Error, trace)(chunks);
                }
            }
        });
        let possible_lines = match change {
            0 => first..=last,
            // A repeated answer may count as extra text before the next answer.
            1 => first..=last + 1,
            _ => line..=line,
        };
        let mut ends = Vec::new();
        for number in possible_lines {
            ends.push(match lines.get(number - 1) {
                Some(text) => format!("after line {number} of the input: {text}"),
                None => "at the end of the input".to_owned(),
            });
        }
        for output in if change == 2 { BOTH } else { OUT } {
            let place = place(&report, output);
            let is_possible = ends.iter().any(|end| place.ends_with(end));
            assert!(is_possible, "{line} {lines:?}\n{report}");
        }
    }
}

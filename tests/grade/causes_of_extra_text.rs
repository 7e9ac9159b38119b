//! Causes that are text which belongs nowhere, and programs that end too early.

use minesweeper_alpha::internal::{Kind, Stream};

use super::check_setup::{one_cause, play, told};
use super::edited_output::{Files, Piece, Scene};
use crate::support::{Test, flawed, package_file};

const SEED: &str = "5 5 1 4 4\n";

/// Every command in both forms, and every kind of invalid line.
const TALK: &str = "m 0 0\nhelp\nnofog\nbad\nr x 0\n\nr 0 9\nmark 0 1\nguess 1 1\nh\nreveal 2 2\nr 0 3\ng 3 3\nnofog 1\nquit\n";

fn scene() -> Scene {
    Scene::new("2022.sp", SEED, TALK, Files::All)
}

/// Puts a text before the answer to each line of input, if there is one for it.
fn before_answers(
    stream: Stream,
    text: impl Fn(&str) -> Option<String>,
) -> impl FnOnce(&mut Vec<Piece>) {
    let lines: Vec<&str> = TALK.lines().collect();
    move |pieces| {
        let mut last = 0;
        let with_text = |piece: Piece| {
            let is_first = piece.line > last;
            last = piece.line;
            let text = is_first.then(|| text(lines[last - 1])).flatten();
            let extra = text.map(|text| Piece {
                stream,
                kind: Kind::Message,
                text,
                ..piece.clone()
            });
            extra.into_iter().chain([piece])
        };
        *pieces = pieces.drain(..).flat_map(with_text).collect();
    }
}

/// Asserts that a change has one cause, which explains all.
#[track_caller]
fn caused(name: &str, sentence: &str, change: impl FnOnce(&mut Vec<Piece>)) {
    one_cause(&scene().report(&[], change), name, sentence);
}

/// The report on a script that plays some of the project's cases.
fn checked(options: &[&str], cases: &[&str], script: &str) -> String {
    let cases = cases.iter();
    Test::new()
        .args(["check", "--verbose"])
        .args(options)
        .args(cases.map(|name| package_file(format!("tests/cases/{name}"))))
        .args(["--", "sh", "-c", script, "sh"])
        .found()
        .text()
}

fn is_for_square(line: &str) -> bool {
    !matches!(line, "r x 0" | "r 0 9") && line.split(' ').count() == 3
}

#[test]
fn lines_that_are_printed_again_are_told() {
    caused(
        "extra-text-before-answer-except-after-blank-line",
        "Extra text is printed between the prompt and the answer, except after a blank line: `typed ...`.",
        before_answers(Stream::Output, |line| {
            (!line.is_empty()).then(|| format!("typed {line}\n"))
        }),
    );
    // A letter of another word is not what was typed.
    caused(
        "extra-text-before-answer-except-after-blank-line",
        "Extra text is printed on standard error between the prompt and the answer, except after a blank line: \
         `Echo: (...)`.",
        before_answers(Stream::Error, |line| {
            (!line.is_empty()).then(|| format!("Echo: ({line})\n"))
        }),
    );
}

/// Of a flood, as much is looked at as tells what it is.
#[test]
fn a_flood_of_text_hides_no_cause() {
    let flood = "for (n = 0; n < 1000; n++) print \"looking at square number\", n";
    let script = format!(
        "{} | awk '/Rounds/ {{ {flood}; sub(/Rounds/, \"Round\") }} {{ print }}'",
        play()
    );
    let report = checked(&[], &["win-10-by-10"], &script);
    assert_eq!(
        told(&report),
        [
            "1. round-line-differs: 1 case, 100 places",
            "The round line is written differently: ` Rounds Completed: 0` is printed as \
             ` Round Completed: 0`.",
            "2. extra-text-before-round-line: 1 case, 100 places",
            "Extra text is printed before the round line: `looking at square number #`.",
            "2 causes: 1 of 1 failing case explained to the byte",
        ],
        "{report}"
    );
}

/// What stands before a piece does not hide what is wrong with the piece.
#[test]
fn a_changed_text_behind_extra_text_is_told_by_itself() {
    let report = scene().report(&[], |pieces| {
        for piece in pieces
            .iter_mut()
            .filter(|piece| piece.kind == Kind::ColumnLine)
        {
            piece.text = format!("====\n{}", piece.text.replace(" \n", "  \n"));
        }
    });
    assert_eq!(
        told(&report),
        [
            "1. column-line-extra-trailing-space: 1 case, 15 places",
            "The column line ends with 2 spaces, not 1: `...  3   4 ` is printed as `...  3   4  `.",
            "2. extra-text-before-column-line: 1 case, 15 places",
            "Extra text is printed before the column line: `====`.",
            "2 causes: 1 of 1 failing case explained to the byte",
        ],
        "{report}"
    );
}

/// A cause is counted where the program printed it, not behind its end.
#[test]
fn what_was_not_printed_counts_for_no_place() {
    let input = "bad\nm 0 0\nm 0 1\nm 0 2\nbad\nbad\nq\n";
    let scene = Scene::new("2022.sp", SEED, input, Files::All);
    let report = scene.report(&[], |pieces| {
        let is_round = |piece: &Piece| {
            piece.line == 1 && matches!(piece.kind, Kind::RoundLine | Kind::Grid | Kind::ColumnLine)
        };
        let kept: Vec<bool> = (0..pieces.len())
            .map(|at| {
                let next = pieces.get(at + 1);
                let before_round = pieces[at].kind == Kind::Blank && next.is_some_and(is_round);
                pieces[at].line < 4 && !is_round(&pieces[at]) && !before_round
            })
            .collect();
        let mut kept = kept.into_iter();
        pieces.retain(|_| kept.next().unwrap_or(true));
    });
    assert_eq!(
        told(&report),
        [
            "1. round-not-shown-after-invalid-command: 1 case, 1 place",
            "After an invalid command only the prompt is printed, not the round.",
            "not explained: 1 case, 1 place; in 4 other places it is right",
            "The program ends before the game is over.",
            "1 cause: 0 of 1 failing case explained to the byte, 1 in part",
        ],
        "{report}"
    );
}

/// Standard error alone does not tell whether the game went on.
#[test]
fn no_early_end_is_told_where_no_prompt_is_looked_at() {
    let scene = scene();
    for ending in ["out", "combined"] {
        std::fs::remove_file(scene.path().join(format!("tc.{ending}.txt"))).expect("a file");
    }
    let report = scene.report(&[], |pieces| {
        pieces.retain(|piece| piece.stream == Stream::Output || piece.line < 6);
    });
    assert!(!report.contains("ends-too-early"), "{report}");
}

/// What passed exactly is evidence, whatever is tolerated.
#[test]
fn exact_passes_count_with_tolerances() {
    let script = format!(
        "'{}' row-and-column-swapped-after-check \"$1\"",
        flawed().display()
    );
    let names = ["row-out-of-bounds", "reveal-short"];
    let report = checked(&["--tolerate", "message"], &names, &script);
    let told = "\n1. row-and-column-swapped-after-check: 1 case, ";
    assert!(report.contains(told), "{report}");
}

/// What passed with other words is evidence too.
#[test]
fn tolerated_passes_count() {
    let script = format!(
        "{} 2>\"$TMPDIR/err\"
        status=$?
        if grep -q 'number of mines' \"$TMPDIR/err\"; then exec 2>&1; fi
        sed 's/Seed File Malformed Error: .*/Seed File Malformed Error: no/' \"$TMPDIR/err\" >&2
        exit $status",
        play()
    );
    let names = [
        "mines-0",
        "mines-negative",
        "seed-of-0-tokens",
        "seed-of-1-tokens",
    ];
    let report = checked(&["--tolerate", "message"], &names, &script);
    assert_eq!(
        told(&report),
        [
            "not explained: 2 cases, 2 places; in 2 other places it is right",
            "The error message is printed on standard output.",
            "0 causes: 0 of 2 failing cases explained to the byte, 2 not",
        ],
        "{report}"
    );
}

#[test]
fn text_before_answers_is_told_by_the_commands_that_it_follows() {
    let for_squares = |line: &str| is_for_square(line).then(|| "OK\n".to_owned());
    caused(
        "extra-text-before-answer-after-valid-square",
        "Extra text is printed between the prompt and the answer after a valid `reveal`, `mark` or `guess`: `OK`.",
        before_answers(Stream::Output, for_squares),
    );
    // In both forms of the command.
    let reveals = |line: &str| {
        let is_reveal = is_for_square(line) && line.starts_with('r');
        is_reveal.then(|| "Revealed!\n".to_owned())
    };
    caused(
        "extra-text-before-answer-after-valid-reveal",
        "Extra text is printed between the prompt and the answer after a valid `reveal`: `Revealed!`.",
        before_answers(Stream::Output, reveals),
    );
    let square = |line: &str| {
        let square = is_for_square(line).then(|| line.split_once(' '));
        let (row, col) = square??.1.split_once(' ')?;
        Some(format!("row={row} col={col}\n"))
    };
    caused(
        "extra-text-before-answer-after-valid-square",
        "Extra text is printed on standard error between the prompt and the answer after a valid `reveal`, \
         `mark` or `guess`: `row=# col=#`.",
        before_answers(Stream::Error, square),
    );
}

#[test]
fn what_stands_between_carriage_returns_is_told_without_them() {
    let report = scene().report(&[], |pieces| {
        before_answers(Stream::Output, |_| Some("OK\n".to_owned()))(pieces);
        for piece in pieces {
            piece.text = piece.text.replace('\n', "\r\n");
        }
    });
    assert_eq!(
        told(&report),
        [
            "1. carriage-returns: 1 case, 75 places",
            "Lines end in a carriage return and a line feed.",
            "2. extra-text-before-answer: 1 case, 15 places",
            "Extra text is printed between the prompt and the answer: `OK`.",
            "2 causes: 1 of 1 failing case explained to the byte",
        ],
        "{report}"
    );
}

#[test]
fn a_blank_line_at_the_end_is_said_to_be_there() {
    let names = ["loss-at-once", "win-100"];
    let report = checked(&[], &names, &format!("{} | sed '$d'", play()));
    assert_eq!(
        told(&report)[1],
        "There is no blank line at the very end of the output when the game is won or lost.",
        "{report}"
    );
    let report = checked(
        &[],
        &["mines-0"],
        &format!("{}; s=$?; echo; exit $s", play()),
    );
    assert!(
        report.contains("There is an extra blank line at the very end of the output"),
        "{report}"
    );
}

/// A rule tells of the text that it is for.
#[test]
fn no_blank_line_belongs_before_the_column_line() {
    let report = scene().report(&[], |pieces| {
        for piece in pieces {
            if piece.kind == Kind::ColumnLine {
                piece.text.insert(0, '\n');
            }
        }
    });
    let rule = "The rule: The line of column numbers stands right behind the last row.";
    assert!(report.contains(rule), "{report}");
}

/// What is missing behind an early end is no evidence.
#[test]
fn an_early_end_is_told_once() {
    let report = scene().report(&[], |pieces| pieces.retain(|piece| piece.line < 2));
    assert_eq!(
        told(&report),
        [
            "not explained: 1 case, 1 place; in 2 other places it is right",
            "The program ends before the game is over.",
            "0 causes: 0 of 1 failing case explained to the byte, 1 not",
        ],
        "{report}"
    );
    // Behind the last prompt nothing but the end is missing.
    let report = scene().report(&[], |pieces| pieces.retain(|piece| piece.line < 15));
    assert_eq!(
        told(&report)[1],
        "The text of `quit` is missing.",
        "{report}"
    );
    // The flaw does not show: the program just has to have one.
    let script = format!(
        "head -n 1 | '{}' score-no-decimals \"$1\" | sed '/^Quitting/,$d'",
        flawed().display()
    );
    let names = [
        "mark-long",
        "guess-long",
        "reveal-long",
        "nofog",
        "help-short",
    ];
    let report = checked(&[], &names, &script);
    assert_eq!(
        told(&report)[1],
        "The program ends before the game is over.",
        "{report}"
    );
}

#[test]
fn an_exception_in_many_situations_is_told_once() {
    let names = ["mark-long", "guess-long", "reveal-long", "nofog"];
    // Its status is also that of games which end at an invalid command.
    let trace = "Exception in thread \"main\" java.lang.Error: no\n\tat Game.main(Game.java:1)";
    let script = format!(
        "head -n 2 | '{}' score-no-decimals \"$1\" | sed '/^Quitting/,$d' | sed '$d'; \
         printf '{trace}\\n' >&2; exit 1",
        flawed().display()
    );
    let report = checked(&[], &names, &script);
    assert_eq!(
        told(&report),
        [
            "1. exception-Error: 4 cases, 4 places",
            "An uncaught `Error` ends the program.",
            "1 cause: 4 of 4 failing cases explained to the byte",
        ],
        "{report}"
    );
}

/// Other words in the place of an error and of the round line behind it are the error's.
#[test]
fn words_in_place_of_an_error_and_a_round_line_are_the_error() {
    let report = scene().report(&[], |pieces| {
        let answers_error = |line: usize, pieces: &[Piece]| {
            let mut own = pieces.iter().filter(|piece| piece.line == line);
            own.any(|piece| piece.kind == Kind::Error)
        };
        let all = pieces.clone();
        pieces.retain(|piece| piece.kind != Kind::RoundLine || !answers_error(piece.line, &all));
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Error) {
            piece.stream = Stream::Output;
            "No.\n".clone_into(&mut piece.text);
        }
    });
    let told = told(&report);
    let has = |text: &str| told.iter().any(|line| line.contains(text));
    assert!(
        has("The round line is missing after an invalid command."),
        "{report}"
    );
    assert!(
        has("The error message has other words and is printed on standard output"),
        "{report}"
    );
}

//! Causes that are text which belongs nowhere, and programs that end too early.

use minesweeper_alpha::{Kind, Stream};

use super::scene::{Files, Piece, Scene};
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

/// Asserts that a change has one cause, which explains all, and that the report says
/// so in this sentence.
#[track_caller]
fn one_cause(name: &str, sentence: &str, change: impl FnOnce(&mut Vec<Piece>)) {
    let report = scene().report(&[], change);
    assert!(
        report.contains(&format!("\n1. {name}: 1 case, ")),
        "{report}"
    );
    assert!(report.contains(&format!("\n   {sentence}\n")), "{report}");
    let all = "\n1 cause explains all differences in 1 of 1 failing case\n";
    assert!(report.contains(all), "{report}");
}

/// The report on a script that plays some of the project's cases.
fn checked(options: &[&str], cases: &[&str], script: &str) -> String {
    let cases = cases.iter();
    Test::new()
        .arg("check")
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
    one_cause(
        "typed-line-before-answer",
        "The line that was typed is printed before the answer.",
        before_answers(Stream::Output, |line| Some(format!("{line}\n"))),
    );
    one_cause(
        "typed-line-on-standard-error-before-answer",
        "The line that was typed is printed on standard error before the answer, after the words `command: `.",
        before_answers(Stream::Error, |line| Some(format!("command: {line}\n"))),
    );
}

/// A letter of another word is not what was typed.
#[test]
fn a_typed_letter_is_not_found_in_other_words() {
    let one_letter = Scene::new("2022.sp", SEED, "h\nr 0 0\nh\nq\n", Files::All);
    let lines = ["h", "r 0 0", "h", "q"];
    let report = one_letter.report(&[], |pieces| {
        for line in (1..=lines.len()).rev() {
            let at = pieces.iter().position(|piece| piece.line == line);
            let at = at.expect("an answer");
            let text = format!("Echo: {}\n", lines[line - 1]);
            pieces.insert(
                at,
                Piece {
                    text,
                    ..pieces[at].clone()
                },
            );
        }
    });
    assert!(
        report.contains("\n1. typed-line-before-answer: 1 case, 4 places\n"),
        "{report}"
    );
    assert!(!report.contains("\n2. "), "{report}");
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
    for name in [
        "extra-text-before-column-line",
        "column-line-extra-trailing-space",
    ] {
        assert!(report.contains(&format!(". {name}: ")), "{report}");
    }
    assert!(!report.contains("\n3. "), "{report}");
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
    let flaw = ". round-not-shown-after-invalid-command: 1 case, 1 place\n";
    assert!(report.contains(flaw), "{report}");
    assert!(report.contains(". ends-too-early-after-mark: "), "{report}");
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

#[test]
fn text_before_answers_is_told_by_the_commands_that_it_follows() {
    let for_squares = |line: &str| is_for_square(line).then(|| "OK\n".to_owned());
    one_cause(
        "extra-text-before-answer-after-any-square-command",
        "There is text before the answer: `OK`, after any valid command for a square.",
        before_answers(Stream::Output, for_squares),
    );
    // In both forms of the command.
    let reveals = |line: &str| {
        let is_reveal = is_for_square(line) && line.starts_with('r');
        is_reveal.then(|| "Revealed!\n".to_owned())
    };
    one_cause(
        "extra-text-before-answer-after-reveal",
        "There is text before the answer: `Revealed!`, after `reveal`.",
        before_answers(Stream::Output, reveals),
    );
}

#[test]
fn text_that_varies_is_one_cause() {
    let square = |line: &str| {
        let square = is_for_square(line).then(|| line.split_once(' '));
        let (row, col) = square??.1.split_once(' ')?;
        Some(format!("row={row} col={col}\n"))
    };
    let sentence = |stream| {
        format!(
            "There is text {stream}before the answer that begins with `row=` and is not the same \
             in all places, after any valid command for a square."
        )
    };
    one_cause(
        "varying-text-before-answer-after-any-square-command",
        &sentence(""),
        before_answers(Stream::Output, square),
    );
    one_cause(
        "varying-text-on-standard-error-before-answer-after-any-square-command",
        &sentence("on standard error "),
        before_answers(Stream::Error, square),
    );
}

#[test]
fn carriage_returns_on_one_stream_are_told() {
    for (stream, name) in [(Stream::Output, "output"), (Stream::Error, "error")] {
        one_cause(
            &format!("carriage-returns-on-standard-{name}"),
            &format!("Lines of standard {name} end in a carriage return and a line feed."),
            |pieces| {
                for piece in pieces.iter_mut().filter(|piece| piece.stream == stream) {
                    piece.text = piece.text.replace('\n', "\r\n");
                }
            },
        );
    }
}

#[test]
fn what_stands_between_carriage_returns_is_told_without_them() {
    let report = scene().report(&[], |pieces| {
        before_answers(Stream::Output, |_| Some("OK\n".to_owned()))(pieces);
        for piece in pieces {
            piece.text = piece.text.replace('\n', "\r\n");
        }
    });
    assert!(report.contains(". carriage-returns: "), "{report}");
    assert!(report.contains(". extra-text-before-answer: "), "{report}");
    let all = "\n2 causes explain all differences in 1 of 1 failing case\n";
    assert!(report.contains(all), "{report}");
}

#[test]
fn a_program_that_ends_too_early_has_one_cause() {
    one_cause(
        "ends-too-early-after-help",
        "It ends by itself where the game goes on, after `help`.",
        |pieces| pieces.retain(|piece| piece.line < 2),
    );
    // Behind the last prompt nothing but the end is missing.
    one_cause(
        "quit-missing",
        "The end of a game that is quit is missing.",
        |pieces| pieces.retain(|piece| piece.line < 15),
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
    let told = "\n1. exception-Error: 4 cases, 4 places\n   It prints an exception, after ";
    assert!(report.contains(told), "{report}");
    assert!(
        report.contains("It does so in 3 other situations too.\n"),
        "{report}"
    );
    assert!(!report.contains("\n2. "), "{report}");
}

#[test]
fn an_early_end_in_many_situations_is_told_once() {
    let names = [
        "mark-long",
        "guess-long",
        "reveal-long",
        "nofog",
        "help-short",
    ];
    // The flaw does not show: the program just has to have one.
    let script = format!(
        "head -n 1 | '{}' score-no-decimals \"$1\" | sed '/^Quitting/,$d'",
        flawed().display()
    );
    let report = checked(&[], &names, &script);
    let told = "\n1. ends-too-early: 5 cases, 5 places\n   It ends by itself where the game goes on, after ";
    assert!(report.contains(told), "{report}");
    let also = ". It does so in 4 other situations too.\n";
    assert!(report.contains(also), "{report}");
    assert!(!report.contains("\n2. "), "{report}");
    let conclusion = "\n1 cause explains all differences in 5 of 5 failing cases\n";
    assert!(report.contains(conclusion), "{report}");
}

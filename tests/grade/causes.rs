//! The causes that a report names: changed texts, streams, and what is outside of
//! what a game prints.

use minesweeper_alpha::internal::{Kind, Stream};

use super::check_setup::{names, one_cause, told};
use super::edited_output::{Files, Piece, Scene};
use crate::support::{Test, flawed, package_file};

const SEED: &str = "5 5 1 4 4\n";

/// Every command, and every kind of invalid line.
const TALK: &str = "m 0 0\nhelp\nnofog\nbad\nr x 0\nr 0 9\nworse\ng 1 1\nh\nr 2 2\nq\n";

/// A win on a 5-by-5 field.
fn win() -> String {
    let squares = (0..24).map(|square| format!("r {} {}\n", square / 5, square % 5));
    squares.collect::<String>() + "m 4 4\n"
}

fn scenes() -> [Scene; 4] {
    let scene = |seed, input: &str| Scene::new("2022.sp", seed, input, Files::All);
    [
        scene(SEED, TALK),
        scene(SEED, &win()),
        scene(SEED, "m 1 1\nr 4 4\n"),
        scene("5 5 0\n", ""),
    ]
}

/// The names of the causes of a change that explain all of it.
#[track_caller]
fn whole(scene: &Scene, change: impl FnOnce(&mut Vec<Piece>)) -> String {
    let report = scene.report(&[], change);
    let told = told(&report);
    let conclusion = told.last().copied().unwrap_or_default();
    let is_whole = conclusion.ends_with(": 1 of 1 failing case explained to the byte");
    let names = names(&report).join(" ");
    if is_whole {
        names
    } else {
        format!("{names} ({conclusion})")
    }
}

/// Changes the texts of a kind.
fn reword(kind: Kind, change: impl Fn(&str) -> String) -> impl Fn(&mut Vec<Piece>) {
    move |pieces| {
        for piece in pieces.iter_mut().filter(|piece| piece.kind == kind) {
            piece.text = change(&piece.text);
        }
    }
}

/// Changes the text of a kind that a line of input led to.
fn reword_once(
    line: usize,
    kind: Kind,
    change: impl Fn(&str) -> String,
) -> impl Fn(&mut Vec<Piece>) {
    move |pieces| {
        let is_it = |piece: &&mut Piece| piece.kind == kind && piece.line == line;
        let piece = pieces.iter_mut().find(is_it).expect("such a piece");
        piece.text = change(&piece.text);
    }
}

#[test]
fn a_changed_text_is_named_by_its_piece() {
    let [talk, win, loss, malformed] = scenes();
    let trailing = |text: &str| text.trim_end().to_owned();
    let found = [
        whole(
            &talk,
            reword(Kind::Banner, |text| text.replace("2022", "2021")),
        ),
        whole(
            &talk,
            reword(Kind::RoundLine, |text| {
                text.replace("Completed", "completed")
            }),
        ),
        whole(
            &talk,
            reword(Kind::RoundLine, |text| text.trim_start().to_owned()),
        ),
        whole(&talk, reword(Kind::Grid, |text| text.replace('F', "X"))),
        whole(
            &talk,
            reword(Kind::Grid, |text| text.replace("| F |", "|F  |")),
        ),
        whole(
            &talk,
            reword(Kind::Grid, |text| text.replace("|\n", "| \n")),
        ),
        whole(
            &talk,
            reword(Kind::ColumnLine, |text| text.replace(" \n", "\n")),
        ),
        whole(
            &talk,
            reword(Kind::ColumnLine, |text| text.replace("   0", "  0")),
        ),
        whole(&talk, reword(Kind::Prompt, trailing)),
        whole(
            &talk,
            reword(Kind::Help, |text| text.replace("Quit", "Exit")),
        ),
        whole(
            &talk,
            reword(Kind::Quit, |text| text.replace("Bye!", "bye!")),
        ),
        whole(&win, reword(Kind::Win, |text| text.replace("Wow", "wow"))),
        whole(&win, reword(Kind::Score, |text| text.to_owned() + "%")),
        whole(
            &loss,
            reword(Kind::Loss, |text| text.replace("Oh no", "Oh, no")),
        ),
        whole(
            &malformed,
            reword(Kind::Error, |text| text.replace("number of mines", "mines")),
        ),
        whole(
            &talk,
            reword(Kind::Error, |text| {
                text.replace("Command:", "Command Error:")
            }),
        ),
    ];
    let names = [
        "banner-differs",
        "round-line-differs",
        "round-line-no-leading-space",
        "wrong-sign-of-marked-square",
        "square-differs-of-marked-square",
        "row-extra-trailing-space",
        "column-line-no-trailing-space",
        "column-line-less-leading-space",
        "prompt-no-trailing-space",
        "help-differs",
        "quit-differs",
        "win-differs",
        "score-differs",
        "loss-differs",
        "error-differs",
        "error-differs",
    ];
    assert_eq!(found, names);
}

/// A difference that comes once is a place, and no cause.
#[test]
fn a_changed_text_in_one_place_is_said_to_be_there_only() {
    let [talk, ..] = scenes();
    let report = talk.report(
        &[],
        reword_once(9, Kind::RoundLine, |text| text.replace("Rounds", "rounds")),
    );
    assert_eq!(
        told(&report),
        [
            "not explained: 1 case, 1 place; in 10 other places it is right",
            "The round line is written with other capitals: ` Rounds Completed: 5` is printed as \
             ` rounds Completed: 5`.",
            "0 causes: 0 of 1 failing case explained to the byte, 1 not",
        ],
        "{report}"
    );
    let report = talk.report(&[], |pieces| {
        pieces.retain(|piece| piece.line != 7 || piece.stream != Stream::Error);
    });
    assert_eq!(
        told(&report),
        [
            "not explained: 1 case, 1 place; in 3 other places it is right",
            "The error message is missing.",
            "0 causes: 0 of 1 failing case explained to the byte, 1 not",
        ],
        "{report}"
    );
}

#[test]
fn text_on_standard_error_is_told_by_what_it_stands_before() {
    let [talk, ..] = scenes();
    let with = |wanted: Kind| {
        move |pieces: &mut Vec<Piece>| {
            let before = |piece: Piece| {
                let logged = (piece.kind == wanted).then(|| Piece {
                    stream: Stream::Error,
                    text: "DEBUG\n".to_owned(),
                    ..piece.clone()
                });
                logged.into_iter().chain([piece])
            };
            *pieces = pieces.drain(..).flat_map(before).collect();
        }
    };
    assert_eq!(whole(&talk, with(Kind::Banner)), "extra-text-before-banner");
    let report = talk.report(&[], with(Kind::RoundLine));
    let sentence = "Extra text is printed on standard error before the round line: `DEBUG`.";
    one_cause(&report, "extra-text-before-round-line", sentence);
}

#[test]
fn a_status_that_is_right_is_no_cause() {
    let script = format!(
        "'{}' invalid-command-ends-game \"$1\"; exit 0",
        flawed().display()
    );
    let report = Test::new()
        .arg("check")
        .arg(package_file("tests/cases/invalid-words"))
        .args(["--", "sh", "-c", &format!("{script} #"), "sh"])
        .found()
        .text();
    assert_eq!(names(&report), ["invalid-command-ends-game"], "{report}");
}

/// The sentences of the report on a game with flaws, played with some of the project's cases
/// by a script in which the game stands as `$game`.
fn flawed_in(flaws: &str, cases: &[&str], script: &str) -> String {
    let game = format!("'{}' {flaws} \"$1\"", flawed().display());
    let script = script.replace("$game", &game);
    let cases = cases.iter();
    Test::new()
        .args(["check", "--tolerate", "message"])
        .args(cases.map(|name| package_file(format!("tests/cases/{name}"))))
        .args(["--", "sh", "-c", &script, "sh"])
        .found()
        .text()
}

/// Asserts that a report ends with these causes, and that they explain all.
#[track_caller]
fn explained_by(report: &str, sentences: &[&str]) {
    let is_said = |sentence: &&str| report.contains(*sentence);
    assert!(sentences.iter().all(is_said), "{report}");
    let count = sentences.len();
    let conclusion = format!("{count} cause{}: ", if count == 1 { "" } else { "s" });
    let mut lines = report.lines();
    let line = lines.find(|line| line.starts_with(&conclusion));
    let is_whole = line.is_some_and(|line| line.ends_with(" explained to the byte:"));
    assert!(is_whole, "{report}");
}

#[test]
fn a_prompt_before_the_words_of_a_win_is_no_game_that_goes_on() {
    let report = flawed_in(
        "prompt-shown-before-win,score-unformatted",
        &["win-78.13", "win-last-move-marks"],
        "$game",
    );
    explained_by(
        &report,
        &[
            "The last round and its prompt are shown before the words of a win.",
            "The score is not rounded: all its decimals are printed.",
        ],
    );
}

#[test]
fn a_line_without_a_prompt_behind_it_is_answered_before_the_next_one() {
    // The last of these errors stands before a win.
    let report = flawed_in(
        "nothing-shown-after-out-of-bounds",
        &["column-out-of-bounds", "size-5-by-5", "win-66.67"],
        "$game",
    );
    explained_by(
        &report,
        &[
            "After the error about a square outside the grid neither the round nor the prompt is shown.",
        ],
    );
}

/// Several errors may stand in one answer, each with its blank line.
#[test]
fn all_errors_of_an_answer_are_on_the_same_stream() {
    let report = flawed_in(
        "nothing-shown-after-out-of-bounds",
        &["column-out-of-bounds", "row-out-of-bounds", "invalid-words"],
        "$game 2>&1",
    );
    explained_by(
        &report,
        &[
            "The error message is printed on standard output.",
            "After the error about a square outside the grid neither the round nor the prompt is shown.",
        ],
    );
}

#[test]
fn a_round_line_is_missing_with_its_blank_line() {
    let names = whole(&scenes()[0], |pieces| {
        let is_round_line = |piece: &Piece| piece.kind == Kind::RoundLine;
        let mut lines = pieces
            .iter()
            .map(is_round_line)
            .collect::<Vec<_>>()
            .into_iter();
        let mut is_behind = false;
        pieces.retain(|piece| {
            let is_line = lines.next() == Some(true) && piece.line > 0;
            let is_gone = is_line || is_behind && piece.kind == Kind::Blank;
            is_behind = is_line;
            !is_gone
        });
    });
    assert_eq!(names, "round-line-missing-not-at-start");
}

#[test]
fn a_seed_that_should_not_be_refused_has_the_status_of_those_that_are() {
    let report = flawed_in(
        "duplicate-mine-refused",
        &[
            "mines-on-one-square",
            "mines-29",
            "seed-of-1-tokens",
            "seed-token-word",
        ],
        "$game; status=$?; test $status != 3 || exit 2; exit $status",
    );
    explained_by(
        &report,
        &[
            "The exit status is 2, not 3.",
            "A seed with two mines on one square is refused.",
        ],
    );
}

/// A program that has ended says nothing of the lines behind, whatever its squares show.
#[test]
fn a_game_that_ends_too_early_is_answered_line_by_line() {
    let report = flawed_in(
        "win-one-square-early,diagonals-not-counted,case-ignored",
        &["win-100", "win-78.13", "invalid-words", "numbers-up-to-8"],
        "$game",
    );
    assert!(!report.contains("is not answered"), "{report}");
    assert!(
        report.contains("Mines on the diagonal are not counted."),
        "{report}"
    );
}

/// Lines that only begin like a command are none, whatever the program does after the
/// command itself.
#[test]
fn cases_that_pass_do_not_hide_a_cause() {
    let case = |name| package_file(format!("tests/cases/{name}"));
    let report = Test::new()
        .args(["check", "--verbose"])
        .args(["nofog", "size-5-by-5", "invalid-words"].map(case))
        .args(["--", "sh", "examples/class/ben/player.sh"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .found()
        .text();
    let expected = [
        "nofog-shows-nothing",
        "repeated-before-round-line-after-valid-nofog",
    ];
    assert_eq!(names(&report), expected, "{report}");
}

#[test]
fn blank_lines_are_named_by_what_they_stand_before() {
    let [talk, ..] = scenes();
    for (kind, name) in [
        (Kind::RoundLine, "round-line"),
        (Kind::Grid, "row"),
        (Kind::Prompt, "prompt"),
        (Kind::Error, "error"),
        (Kind::Help, "help"),
        (Kind::Quit, "quit"),
    ] {
        let drop = |pieces: &mut Vec<Piece>| {
            let before = |at: usize, pieces: &[Piece]| {
                pieces.get(at + 1).is_some_and(|next| next.kind == kind)
            };
            let kept: Vec<bool> = (0..pieces.len())
                .map(|at| pieces[at].kind != Kind::Blank || !before(at, pieces))
                .collect();
            let mut kept = kept.into_iter();
            pieces.retain(|_| kept.next().unwrap_or(true));
        };
        assert_eq!(whole(&talk, drop), format!("no-blank-line-before-{name}"));
    }
}

#[test]
fn streams_are_named() {
    let [talk, _, _, malformed] = scenes();
    let move_errors = |text_only: bool| {
        move |pieces: &mut Vec<Piece>| {
            for piece in pieces.iter_mut() {
                if piece.stream == Stream::Error && (!text_only || piece.kind == Kind::Error) {
                    piece.stream = Stream::Output;
                }
            }
        }
    };
    let blank = |pieces: &mut Vec<Piece>| {
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Blank) {
            piece.stream = Stream::Output;
        }
    };
    let returns = |on: fn(Stream) -> bool| {
        move |pieces: &mut Vec<Piece>| {
            for piece in pieces.iter_mut().filter(|piece| on(piece.stream)) {
                piece.text = piece.text.replace('\n', "\r\n");
            }
        }
    };
    let late = |pieces: &mut Vec<Piece>| {
        pieces.sort_by_key(|piece| piece.stream == Stream::Output);
    };
    let found = [
        whole(&talk, move_errors(false)),
        whole(&malformed, move_errors(false)),
        whole(&talk, move_errors(true)),
        whole(&talk, blank),
        whole(&talk, returns(|_| true)),
        whole(&talk, returns(|stream| stream == Stream::Output)),
        whole(&talk, returns(|stream| stream == Stream::Error)),
        whole(&talk, late),
        whole(&talk, Vec::clear),
    ];
    let names = [
        "error-on-standard-output",
        "error-on-standard-output",
        "error-on-standard-output",
        "blank-line-before-error-on-standard-output",
        "carriage-returns",
        "carriage-returns-on-standard-output",
        "carriage-returns-on-standard-error",
        "streams-out-of-order",
        "nothing-printed",
    ];
    assert_eq!(found, names);
}

#[test]
fn several_causes_are_taken_off_one_after_the_other() {
    let [talk, ..] = scenes();
    let report = talk.report(&[], |pieces| {
        reword(Kind::Banner, |text| text.replace("2022", "2021"))(pieces);
        reword(Kind::ColumnLine, |text| text.replace(" \n", "\n"))(pieces);
        reword(Kind::Quit, |text| text.replace("Bye!", "bye!"))(pieces);
        pieces.retain(|piece| piece.kind != Kind::Help);
    });
    assert_eq!(
        told(&report),
        [
            "1. column-line-no-trailing-space: 1 case, 11 places",
            "The column line lacks its trailing space: `...   3   4 ` is printed as `...   3   4`.",
            "2. extra-blank-line-before-round-line-after-valid-help: 1 case, 2 places",
            "There is an extra blank line before the round line after a valid `help`.",
            "3. help-missing: 1 case, 2 places",
            "The list of commands is missing.",
            "4. banner-differs: 1 case, 1 place",
            "Line 6 of the welcome is written differently: `...|_| v2022.sp` is printed as \
             `...|_| v2021.sp`.",
            "5. quit-differs: 1 case, 1 place",
            "Line 2 of the text of `quit` is written with other capitals: `Bye!` is printed as \
             `bye!`.",
            "5 causes: 1 of 1 failing case explained to the byte",
        ],
        "{report}"
    );
}

#[test]
fn every_format_carries_causes_and_reveals_what_it_may() {
    let [talk, ..] = scenes();
    let change = || reword(Kind::ColumnLine, |text| text.replace(" \n", "\n"));
    let report = |format: &str, reveal: &str| {
        let options = ["--format", format, "--reveal", reveal];
        talk.report(&options, change())
    };
    let name = "column-line-no-trailing-space";
    let sentence =
        "The column line lacks its trailing space: `...   3   4 ` is printed as `...   3   4`.";
    for format in ["human", "json", "junit", "gradescope"] {
        let full = report(format, "full");
        assert!(full.contains(name) && full.contains(sentence), "{full}");
        let actual = report(format, "actual");
        assert!(actual.contains(name), "{actual}");
        // The sentence quotes what is expected.
        assert!(!actual.contains(sentence), "{actual}");
        assert!(
            !actual.contains("4·\n") && !actual.contains("- ··"),
            "{actual}"
        );
        let none = report(format, "none");
        assert!(none.contains(name) && !none.contains("····"), "{none}");
        assert!(!none.contains(sentence), "{none}");
    }
    let json: serde_json::Value = crate::support::json("gradescope", report("gradescope", "full"));
    let output = json["tests"][0]["output"].as_str().expect("text");
    let start = format!("cause: {name}: {sentence}\nwrong output\n");
    assert!(output.starts_with(&start), "{output}");
}

#[test]
fn what_is_explained_in_full_has_no_diff_of_its_own() {
    let [talk, ..] = scenes();
    let change = |pieces: &mut Vec<Piece>| {
        reword(Kind::Quit, |text| text.replace("Bye!", "bye!"))(pieces);
    };
    let verbose = talk.report(&[], change);
    assert!(
        verbose.contains("\n     standard output differs at byte "),
        "{verbose}"
    );
    let folder = talk.path();
    let short = Test::new()
        .arg("check")
        .arg(folder)
        .args(["--", "sh", "-c", &talk.script_of(change), "sh"])
        .found()
        .text();
    assert!(
        !short.contains("differs at byte") && !short.contains("not explained"),
        "{short}"
    );
    assert!(
        short.contains("\n1. quit-differs: 1 case, 1 place\n"),
        "{short}"
    );
}

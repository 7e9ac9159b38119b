//! The causes that a report names: changed texts, streams, and what is outside of
//! what a game prints.

use minesweeper_alpha::{Kind, Stream};

use super::scene::{Files, Piece, Scene};
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

/// The names of the causes in a report, with its last line but one.
fn causes(report: &str) -> (Vec<&str>, &str) {
    let numbered = report.lines().filter_map(|line| line.split_once(". "));
    let numbered = numbered.filter(|(number, _)| number.parse::<usize>().is_ok());
    let names = numbered.map(|(_, rest)| rest.split(':').next().unwrap_or_default());
    let conclusion = report.lines().rev().nth(1).unwrap_or_default();
    (names.collect(), conclusion)
}

/// Asserts that a change has one cause, which explains all.
#[track_caller]
fn one_cause(scene: &Scene, name: &str, change: impl FnOnce(&mut Vec<Piece>)) {
    let report = scene.report(&[], change);
    assert_eq!(
        causes(&report),
        (
            vec![name],
            "1 cause explains all differences in 1 of 1 failing case"
        ),
        "{report}"
    );
}

/// Changes the texts of a kind.
fn reword(kind: Kind, change: impl Fn(&str) -> String) -> impl Fn(&mut Vec<Piece>) {
    move |pieces| {
        let of_kind = pieces.iter_mut().filter(|piece| piece.kind == kind);
        of_kind.for_each(|piece| piece.text = change(&piece.text));
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
    let year = |text: &str| text.replace("2022", "2021");
    one_cause(&talk, "banner-version", reword(Kind::Banner, year));
    let face = |text: &str| text.replace("(F)", "(_)");
    one_cause(&talk, "banner-differs", reword(Kind::Banner, face));
    let small = |text: &str| text.replace("Completed", "completed");
    one_cause(&talk, "round-line-differs", reword(Kind::RoundLine, small));
    let left = |text: &str| text.trim_start_matches(' ').to_owned();
    let name = "round-line-no-leading-space";
    one_cause(&talk, name, reword(Kind::RoundLine, left));
    let letter = |text: &str| text.replace('F', "X");
    one_cause(&talk, "grid-differs", reword(Kind::Grid, letter));
    let bar = |text: &str| text.replace("|\n", "| \n");
    one_cause(&talk, "grid-extra-trailing-space", reword(Kind::Grid, bar));
    let short = |text: &str| text.replace(" \n", "\n");
    let name = "column-line-no-trailing-space";
    one_cause(&talk, name, reword(Kind::ColumnLine, short));
    let space = |text: &str| text.trim_end().to_owned();
    let name = "prompt-no-trailing-space";
    one_cause(&talk, name, reword(Kind::Prompt, space));
    let line = |text: &str| text.to_owned() + "\n";
    let name = "extra-blank-line-behind-prompt";
    one_cause(&talk, name, reword(Kind::Prompt, line));
    let quit = |text: &str| text.replace("Quit", "Exit");
    one_cause(&talk, "help-differs", reword(Kind::Help, quit));
    let bye = |text: &str| text.replace("Bye!", "bye!");
    one_cause(&talk, "quit-differs", reword(Kind::Quit, bye));
    let wow = |text: &str| text.replace("Wow", "wow");
    one_cause(&win, "win-differs", reword(Kind::Win, wow));
    let percent = |text: &str| text.to_owned() + "%";
    one_cause(
        &win,
        "extra-text-behind-score",
        reword(Kind::Score, percent),
    );
    let no = |text: &str| text.replace("Oh no", "Oh, no");
    one_cause(&loss, "loss-differs", reword(Kind::Loss, no));
    let words = |text: &str| text.replace("number of mines", "mines");
    let name = "error-malformed-seed-words";
    one_cause(&malformed, name, reword(Kind::Error, words));
    let known = |text: &str| text.replace("not recognized!", "unknown");
    let name = "error-unknown-command-differs";
    one_cause(&talk, name, reword(Kind::Error, known));
}

#[test]
fn a_changed_text_in_one_place_is_said_to_be_there_only() {
    let [talk, ..] = scenes();
    let small = |text: &str| text.replace("Rounds", "rounds");
    let once = reword_once(9, Kind::RoundLine, small);
    let report = talk.report(&[], once);
    let (names, conclusion) = causes(&report);
    assert_eq!(names.len(), 1, "{report}");
    assert!(names[0].starts_with("round-line-differs-"), "{report}");
    assert!(conclusion.ends_with(" in 1 of 1 failing case"), "{report}");
    let space = |text: &str| text.trim_end().to_owned();
    let name = "prompt-no-trailing-space-after-nofog";
    one_cause(&talk, name, reword_once(3, Kind::Prompt, space));
    let missing = |pieces: &mut Vec<Piece>| {
        pieces.retain(|piece| piece.line != 7 || piece.stream != Stream::Error);
    };
    one_cause(
        &talk,
        "error-unknown-command-missing-after-invalid-worse",
        missing,
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
    let stem = "extra-text-on-standard-error-before";
    one_cause(&talk, &format!("{stem}-banner"), with(Kind::Banner));
    one_cause(&talk, &format!("{stem}-round-line"), with(Kind::RoundLine));
    let after_each_line = |pieces: &mut Vec<Piece>| {
        for at in (1..pieces.len()).rev() {
            if pieces[at].kind == Kind::RoundLine && pieces[at].line > 0 {
                let logged = Piece {
                    stream: Stream::Error,
                    kind: Kind::Error,
                    text: "DEBUG\n".to_owned(),
                    ..pieces[at].clone()
                };
                // Before its blank line.
                pieces.insert(at - 1, logged);
            }
        }
    };
    let name = format!("{stem}-blank-line-before-round-line-after-start");
    one_cause(&talk, &name, after_each_line);
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
    assert_eq!(causes(&report).0, ["invalid-command-ends-game"], "{report}");
}

/// Lines that only begin like a command are none, whatever the program does after the
/// command itself.
#[test]
fn cases_that_pass_do_not_hide_a_cause() {
    let case = |name| package_file(format!("tests/cases/{name}"));
    let report = Test::new()
        .arg("check")
        .args(["nofog", "size-5-by-5", "invalid-words"].map(case))
        .arg("--")
        .arg(package_file("examples/wrong-player.sh"))
        .found()
        .text();
    let names = [
        "extra-text-before-answer-after-nofog",
        "nofog-shows-nothing",
    ];
    assert_eq!(causes(&report).0, names, "{report}");
}

#[test]
fn blank_lines_are_named_by_what_they_stand_before() {
    let [talk, win, ..] = scenes();
    for (kind, name) in [
        (Kind::RoundLine, "round-line"),
        (Kind::Grid, "grid"),
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
        one_cause(&talk, &format!("no-blank-line-before-{name}"), drop);
    }
    let end = |pieces: &mut Vec<Piece>| {
        let last = pieces.last_mut().expect("a piece");
        last.text = "\n".to_owned();
    };
    one_cause(&win, "blank-line-at-end-differs", end);
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
    let name = "error-on-standard-output";
    one_cause(&talk, name, move_errors(false));
    one_cause(&malformed, name, move_errors(false));
    let name = "error-text-on-standard-output";
    one_cause(&talk, name, move_errors(true));
    let blank = |pieces: &mut Vec<Piece>| {
        for piece in pieces.iter_mut().filter(|piece| piece.kind == Kind::Blank) {
            piece.stream = Stream::Output;
        }
    };
    one_cause(&talk, "blank-line-before-error-on-standard-output", blank);
    let returns = |pieces: &mut Vec<Piece>| {
        for piece in pieces.iter_mut() {
            piece.text = piece.text.replace('\n', "\r\n");
        }
    };
    one_cause(&talk, "carriage-returns", returns);
    let late = |pieces: &mut Vec<Piece>| {
        pieces.sort_by_key(|piece| piece.stream == Stream::Output);
    };
    one_cause(&talk, "streams-out-of-order", late);
    let nothing = |pieces: &mut Vec<Piece>| pieces.clear();
    one_cause(&talk, "nothing-printed", nothing);
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
    let (mut names, conclusion) = causes(&report);
    names.sort_unstable();
    let expected = [
        "banner-version",
        "column-line-no-trailing-space",
        "help-text-missing",
        "quit-differs",
    ];
    assert_eq!(names, expected, "{report}");
    assert_eq!(
        conclusion,
        "4 causes explain all differences in 1 of 1 failing case"
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
    let sentence = "The line of column numbers has no space at its end.";
    for format in ["human", "tap", "json", "junit", "gradescope"] {
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
    let json: serde_json::Value =
        serde_json::from_str(&report("gradescope", "full")).expect("JSON");
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

//! Causes of programs that print the text of the built-in game with some changes, that end in other
//! ways, or that have flaws.

use minesweeper_alpha::internal::{EDITIONS, Kind, Stream};

use super::check_setup::{Folder, assert_findings, findings, play, play_with, told};
use super::edited_output::{
    Files, Piece, SEED, Scene, THREE_ERRORS, cut, first, with_text, without_error,
};
use crate::support::{Test, assert_contains, assert_lacks, package_file};

/// Every command in both forms, and every kind of invalid line.
const TALK: &str = "m 0 0\nhelp\nnofog\nbad\nr x 0\n\nr 0 9\nworse\nmark 0 1\nguess 1 1\nh\nreveal 2 2\nr 0 3\n\
                    g 3 3\nnofog 1\nquit\n";

pub fn scene(name: &str) -> Scene {
    let squares = (0..24).map(|square| format!("r {} {}\n", square / 5, square % 5));
    let (seed, input) = match name {
        "talk" => (SEED, TALK.to_owned()),
        "errors" => (SEED, THREE_ERRORS.to_owned()),
        "marks" => (SEED, "m 0 0\nm 0 1\nm 0 2\n".to_owned()),
        "win" => (SEED, squares.collect::<String>() + "m 4 4\n"),
        "loss" => (SEED, "m 1 1\nr 4 4\n".to_owned()),
        "quit" => (SEED, "h\nq\nh\n".to_owned()),
        "help" => (SEED, "h\n".to_owned()),
        "unended" => (SEED, "h\nh".to_owned()),
        "nothing" => (SEED, String::new()),
        "malformed" => ("5 5 0\n", String::new()),
        "project1" => ("8 8 1 0 0\n", "maybe\nno\n9\n3\n3\nyes\nno\n".to_owned()),
        "wise2021" => ("*..\n...\n", "x\ny\n1 2 F\nz\n".to_owned()),
        "comp182" => ("1 3 1 0 0\n", "m 0 0\nx\nm 0 0\nshow\nu 0 1\n".to_owned()),
        _ => panic!("no scene {name}"),
    };
    let edition = EDITIONS.iter().find(|edition| edition.name == name);
    let edition = edition.unwrap_or(&EDITIONS[0]).name;
    Scene::new(edition, seed, &input, Files::All)
}

/// Applies changes, with semicolons between them.
#[track_caller]
pub fn apply(pieces: &mut Vec<Piece>, changes: &str) {
    for words in changes.split("; ") {
        let texts = |pieces: &[Piece]| -> Vec<(Stream, String)> {
            let text = |piece: &Piece| (piece.stream, piece.text.clone());
            pieces.iter().map(text).collect()
        };
        let before = texts(pieces);
        change(pieces, words);
        assert_ne!(texts(pieces), before, "{words}");
    }
}

/// Applies one change, such as ``replace Banner `2022` `2021` ``, to the text of a game.
fn change(pieces: &mut Vec<Piece>, words: &str) {
    let words = words.replace("\\n", "\n").replace("\\t", "\t");
    let operation = words.split('`').next().unwrap_or_default();
    let operation: Vec<&str> = operation.split_whitespace().collect();
    let texts: Vec<&str> = words.split('`').skip(1).step_by(2).collect();
    let is = |piece: &Piece, kind: &str| kind == "all" || format!("{:?}", piece.kind) == kind;
    // `of LINE` may follow the kind.
    let is_of = |piece: &Piece, wanted: &[&str]| {
        let line = wanted.get(2);
        is(piece, wanted[0]) && line.is_none_or(|line| piece.line.to_string() == *line)
    };
    let number = |word: &str| word.parse::<usize>().expect("a number");
    let lines: Vec<&str> = TALK.lines().collect();
    match operation[..] {
        ["replace", ref wanted @ ..] => {
            for piece in pieces.iter_mut().filter(|piece| is_of(piece, wanted)) {
                piece.text = piece.text.replace(texts[0], texts[1]);
            }
        }
        ["say", ref wanted @ ..] => {
            texts[0].clone_into(&mut first(pieces, |piece| is_of(piece, wanted)).text);
        }
        ["cut", ref wanted @ ..] => cut(pieces, |piece| is_of(piece, wanted)),
        ["repeat", line] => {
            let is_wanted = |piece: &&Piece| piece.line == number(line);
            let answer: Vec<_> = pieces.iter().filter(is_wanted).cloned().collect();
            let at = pieces.iter().rposition(|piece| piece.line == number(line));
            let at = at.expect("an answer") + 1;
            pieces.splice(at..at, answer);
        }
        ["drop", "from", line] => pieces.retain(|piece| piece.line < number(line)),
        ["drop", "errors", "of", line] => without_error(number(line))(pieces),
        ["drop", "blank", "before", kind] => {
            let pairs = pieces.windows(2);
            let drops = pairs.map(|pair| pair[0].kind == Kind::Blank && is(&pair[1], kind));
            let mut drops = drops.collect::<Vec<bool>>().into_iter();
            pieces.retain(|_| !drops.next().unwrap_or_default());
        }
        ["drop", ref wanted @ ..] => pieces.retain(|piece| !is_of(piece, wanted)),
        ["move", kind, "to", "output"] => {
            for piece in pieces.iter_mut().filter(|piece| is(piece, kind)) {
                piece.stream = Stream::Output;
            }
        }
        ["returns", "both"] => {
            for piece in pieces {
                piece.text = piece.text.replace('\n', "\r\n");
            }
        }
        ["print", "errors", "first"] => {
            pieces.sort_by_key(|piece| piece.stream == Stream::Output);
        }
        ["print", "error", "for", line] => {
            with_text(number(line), Stream::Output, Stream::Error, texts[0])(pieces);
        }
        ["print", stream, "before", kind] => insert(pieces, stream, |piece, _| {
            is(piece, kind).then(|| texts[0].to_owned())
        }),
        ["print", stream, "in", "answers", "to", ref words @ ..] => {
            insert(pieces, stream, |piece, is_first| {
                let line = lines.get(piece.line.checked_sub(1)?)?;
                let word = line.split(' ').next().unwrap_or_default();
                let is_wanted = words == ["all"] || words.contains(&word);
                let is_wanted =
                    is_wanted && (words == ["all"] || !matches!(*line, "r x 0" | "r 0 9"));
                let is_echo_of_nothing = line.is_empty() && texts[0].contains("LINE");
                (is_first && is_wanted && !is_echo_of_nothing)
                    .then(|| texts[0].replace("LINE", line))
            });
        }
        _ => panic!("no change {words}"),
    }
}

fn insert(pieces: &mut Vec<Piece>, stream: &str, text: impl Fn(&Piece, bool) -> Option<String>) {
    let stream = match stream {
        "output" => Stream::Output,
        _ => Stream::Error,
    };
    let mut last = 0;
    for piece in std::mem::take(pieces) {
        let is_first = piece.line > last;
        last = piece.line;
        if let Some(text) = text(&piece, is_first) {
            let (kind, line) = (Kind::Message, piece.line);
            pieces.push(Piece {
                line,
                stream,
                kind,
                text,
            });
        }
        pieces.push(piece);
    }
}

#[test]
fn changed_pieces_have_these_findings() {
    assert_findings("causes.changes.txt", |line| {
        let (name, changes) = line.split_once(": ").expect("a change");
        scene(name).report(&[], |pieces| apply(pieces, changes))
    });
}

#[test]
fn formats_reveal_only_what_they_may() {
    let talk = scene("talk");
    let report = |format: &str, reveal: &str| {
        talk.report(&["--format", format, "--reveal", reveal], |pieces| {
            change(pieces, "replace ColumnLine ` \\n` `\\n`");
        })
    };
    let name = "column-line-line-end";
    let sentence = "The column line ends with no space instead of 1 space.";
    for format in ["human", "json", "junit", "gradescope"] {
        let full = report(format, "full");
        assert_contains(&full, [sentence]);
        for reveal in ["actual", "none"] {
            let report = report(format, reveal);
            assert_contains(&report, [if reveal == "none" { name } else { sentence }]);
            assert_lacks(&report, ["4·\n", "- ··"]);
            assert!(reveal == "actual" || !report.contains("····"), "{report}");
        }
    }
    let json: serde_json::Value = crate::support::json("gradescope", report("gradescope", "full"));
    let output = json["tests"][0]["output"].as_str().expect("text");
    let start = format!("wrong output\ncause: {sentence}\n");
    assert!(output.starts_with(&start), "{output}");
    // A sentence that quotes the expected text is not shown.
    for (reveal, is_shown) in [("full", true), ("actual", false), ("none", false)] {
        let report = talk.report(&["--reveal", reveal], |pieces| {
            change(pieces, "replace RoundLine `Completed` `done`");
        });
        assert_eq!(report.contains("Completed"), is_shown, "{report}");
    }
}

#[test]
fn explained_cases_have_no_diff_of_their_own() {
    let talk = scene("talk");
    let wrong = |pieces: &mut Vec<Piece>| change(pieces, "replace Quit `Bye!` `bye!`");
    let verbose = talk.report(&[], wrong);
    assert_contains(&verbose, ["\n     standard output differs at byte "]);
    let short = Test::new()
        .arg("check")
        .arg(talk.path())
        .args(["--", "sh", "-c", &talk.script_of(wrong), "sh"])
        .found()
        .text();
    assert_lacks(&short, ["differs at byte", "not explained"]);
}

#[test]
fn standard_error_alone_is_no_evidence_of_an_early_end() {
    let talk = scene("talk");
    for ending in ["out", "combined"] {
        std::fs::remove_file(talk.path().join(format!("tc.{ending}.txt"))).expect("a file");
    }
    let report = talk.report(&[], |pieces| {
        pieces.retain(|piece| piece.stream == Stream::Output || piece.line < 6);
    });
    assert!(!report.contains("ends-early"), "{report}");
}

#[test]
fn text_behind_an_early_end_is_not_missing() {
    let input = "bad\nm 0 0\nm 0 1\nm 0 2\nbad\nbad\nq\n";
    let report = Scene::new("2022.sp", SEED, input, Files::All).report(&[], |pieces| {
        let is_round = |piece: &Piece| {
            piece.line == 1 && piece.stream == Stream::Output && piece.kind != Kind::Prompt
        };
        pieces.retain(|piece| piece.line < 4 && !is_round(piece));
    });
    assert_eq!(
        findings(&report),
        [
            "round-missing-after-unknown-command: The round is missing after an unknown command.",
            "not explained: The program ends before the game is over.",
        ],
        "{report}"
    );
}

/// In the table, `play` runs the built-in game, and `unended` leaves out the text of `quit`.
#[test]
fn ends_of_programs_have_these_findings() {
    let unended = format!("{} > \"$TMPDIR/out\"; head -c -27 \"$TMPDIR/out\"", play());
    assert_findings("causes.ends.txt", |line| {
        let (verdict, script) = line.split_once(": ").expect("a verdict");
        let script = script.replacen("unended", &unended, 1);
        let script = match script.strip_prefix("play") {
            Some(rest) => play() + rest,
            None => script,
        };
        let options = ["--timeout", "1s", "--max-output", "64KiB"];
        Folder::new().verdict(&options, &script, verdict)
    });
}

#[test]
fn stack_traces_are_shown_without_library_frames() {
    let folder = Folder::new();
    let script = format!(
        "{} | head -n 20; printf 'Exception in thread \"main\" java.util.NoSuchElementException: No line found\\n\
         \\tat java.base/java.util.Scanner.nextLine(Scanner.java:1651)\\n\\tat Driver.main(Driver.java:7)\\n' >&2; exit 1",
        play()
    );
    let report = folder.verdict(&[], &script, "wrong output");
    let trace = "+ Exception in thread \"main\" java.util.NoSuchElementException: No line found\n     \
                 +   at Driver.main(Driver.java:7)\n";
    assert!(report.contains(trace), "{report}");
}

/// Runs a script, in which `$game` plays with flaws, with some of the project's cases.
fn report(flaws: &str, options: &[&str], cases: &[&str], script: &str) -> String {
    let path = |name: &&str| package_file(format!("tests/cases/{name}"));
    Test::new()
        .args(["check", "--verbose"])
        .args(options)
        .args(cases.iter().map(path))
        .args([
            "--",
            "sh",
            "-c",
            &script.replace("$game", &play_with(flaws)),
            "sh",
        ])
        .found()
        .text()
}

/// The table has flaws, tolerances, cases and scripts.
#[test]
fn programs_with_flaws_have_these_findings() {
    assert_findings("causes.flaws.txt", |line| {
        let parts: Vec<&str> = line.splitn(4, "; ").collect();
        let tolerances = ["--tolerate", parts[1]];
        let count = if parts[1].is_empty() { 0 } else { 2 };
        let cases: Vec<&str> = parts[2].split(' ').collect();
        report(parts[0], &tolerances[..count], &cases, parts[3])
    });
}

#[test]
fn a_program_that_never_starts_has_one_cause_in_all_cases() {
    let script = "echo 'Error: Could not find or load main class Driver' >&2; exit 1";
    let report = report("", &[], &[""], script);
    let told = told(&report);
    assert!(told[0].starts_with("1. no-game: 106 cases, "), "{told:#?}");
    assert_eq!(told.len(), 3, "{told:#?}");
}

#[test]
fn passing_cases_do_not_hide_a_cause() {
    let report = Test::new()
        .args(["check", "--verbose"])
        .args(["nofog", "size-5-by-5", "invalid-words"].map(|name| format!("tests/cases/{name}")))
        .args(["--", "sh", "examples/class/ben/player.sh"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .found()
        .text();
    assert_eq!(
        findings(&report),
        [
            "nofog-shows-nothing: `nofog` shows no mines.",
            "extra-help-after-nofog: The list of commands is printed where it does not belong after `nofog`.",
        ],
        "{report}"
    );
}

#[test]
fn missing_files_are_named_with_their_folder() {
    let script = "printf 'java.io.FileNotFoundException: resources/welcome.txt (No such file or directory)\\n\
                  \\tat Game.main(Game.java:9)\\n' >&2; exit 1\n";
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("app/resources")).expect("a folder");
    folder.write("app/resources/welcome.txt", "");
    folder.write("app/run.sh", script);
    let report = Test::new()
        .args(["check", "--verbose", ".", "--", "sh", "app/run.sh"])
        .current_dir(folder.path(""))
        .found()
        .text();
    let found = findings(&report).concat();
    let sentence =
        "The program looks for `resources/welcome.txt` in the current folder; try --dir ";
    assert!(
        found.starts_with(&format!("file-not-found: {sentence}")) && found.ends_with("app."),
        "{found}"
    );
}

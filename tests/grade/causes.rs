//! Causes of programs that print the text of the built-in game with some changes.

use minesweeper_alpha::internal::{Kind, Stream};

use super::check_setup::findings;
use super::edited_output::{Files, Piece, Scene};
use crate::support::Test;

const SEED: &str = "5 5 1 4 4\n";

/// Every command in both forms, and every kind of invalid line.
const TALK: &str = "m 0 0\nhelp\nnofog\nbad\nr x 0\n\nr 0 9\nworse\nmark 0 1\nguess 1 1\nh\nreveal 2 2\nr 0 3\n\
                    g 3 3\nnofog 1\nquit\n";

/// Returns a scene by its name.
fn scene(name: &str) -> Scene {
    let squares = (0..24).map(|square| format!("r {} {}\n", square / 5, square % 5));
    let (seed, input) = match name {
        "talk" => (SEED, TALK.to_owned()),
        "win" => (SEED, squares.collect::<String>() + "m 4 4\n"),
        "loss" => (SEED, "m 1 1\nr 4 4\n".to_owned()),
        "malformed" => ("5 5 0\n", String::new()),
        _ => panic!("no scene {name}"),
    };
    Scene::new("2022.sp", seed, &input, Files::All)
}

/// Applies one change, such as ``replace Banner `2022` `2021` ``, to the text of a game.
fn change(pieces: &mut Vec<Piece>, words: &str) {
    let parts: Vec<String> = words
        .split('`')
        .map(|text| text.replace("\\n", "\n"))
        .collect();
    let texts: Vec<&str> = parts
        .iter()
        .skip(1)
        .step_by(2)
        .map(String::as_str)
        .collect();
    let operation: Vec<&str> = parts[0].split_whitespace().collect();
    let is = |piece: &Piece, name: &str| name == "all" || format!("{:?}", piece.kind) == name;
    let lines: Vec<&str> = TALK.lines().collect();
    match operation[..] {
        ["replace", kind] => {
            for piece in pieces.iter_mut().filter(|piece| is(piece, kind)) {
                piece.text = piece.text.replace(texts[0], texts[1]);
            }
        }
        ["replace", kind, "of", line] => {
            for piece in pieces.iter_mut() {
                if is(piece, kind) && piece.line.to_string() == line {
                    piece.text = piece.text.replace(texts[0], texts[1]);
                }
            }
        }
        ["drop", kind] => pieces.retain(|piece| !is(piece, kind)),
        ["drop", kind, "of", line] => {
            pieces.retain(|piece| !is(piece, kind) || piece.line.to_string() != line);
        }
        ["drop", "from", line] => {
            let line: usize = line.parse().expect("a number");
            pieces.retain(|piece| piece.line < line);
        }
        ["drop", "blank", "before", kind] => {
            let mut previous: Vec<Piece> = Vec::new();
            for piece in pieces.drain(..) {
                if is(&piece, kind) && previous.last().is_some_and(|last| last.kind == Kind::Blank)
                {
                    previous.pop();
                }
                previous.push(piece);
            }
            *pieces = previous;
        }
        ["move", kind, "to", "output"] => {
            for piece in pieces.iter_mut().filter(|piece| is(piece, kind)) {
                piece.stream = Stream::Output;
            }
        }
        ["returns", stream] => {
            for piece in pieces.iter_mut() {
                if stream == "both" || format!("{:?}", piece.stream) == stream {
                    piece.text = piece.text.replace('\n', "\r\n");
                }
            }
        }
        ["print", "errors", "first"] => {
            pieces.sort_by_key(|piece| piece.stream == Stream::Output);
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

/// Inserts text before pieces.
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
            let kind = Kind::Message;
            pieces.push(Piece {
                stream,
                kind,
                text,
                ..piece.clone()
            });
        }
        pieces.push(piece);
    }
}

/// Changes, each with the name of a scene before it, and the findings below.
const CHANGES: &str = r#"
talk: replace Banner `2022` `2021`
  banner-text-line-6: The welcome has other text in line 6: `ALPHA EDITION |_| v2021.sp` instead of `ALPHA EDITION |_| v2022.sp`.
talk: replace RoundLine `Completed` `completed`
  round-line-text: The round line has other text: `Rounds completed: 0` instead of `Rounds Completed: 0`.
talk: replace RoundLine ` Rounds` `Rounds`
  round-line-indent: The round line begins with no space instead of 1 space.
talk: replace Grid `F` `X`
  marked-cell-sign: A marked cell shows `X` instead of `F`.
talk: replace Grid `|\n` `| \n`
  row-line-end: Each row ends with 1 space instead of no space.
talk: replace ColumnLine ` \n` `\n`
  column-line-line-end: The column line ends with no space instead of 1 space.
talk: replace ColumnLine `   0` `  0`
  column-line-indent: The column line begins with 4 spaces instead of 5 spaces.
talk: replace ColumnLine `     0` `\n     0`
  blank-before-column-line: An extra blank line is printed before the column line.
talk: replace Prompt `: ` `:`
  prompt-text: The prompt is `minesweeper-alpha:` instead of `minesweeper-alpha: `.
talk: replace Help `Quit` `Exit`
  help-text-line-6: The list of commands has other text in line 6: `-   Exit: q/quit` instead of `-   Quit: q/quit`.
talk: replace Quit `Bye!` `bye!`
  quit-text-line-2: The text of `quit` has other text in line 2: `bye!` instead of `Bye!`.
win: replace Win `Wow` `wow`
  win-text-line-7: The picture of a win has other text in line 7: `░░▐▒▒▒▄▄▒▒▒▒░░░▒▒▒▒▒▒▒▀▄▒▒▌░░ "wow"` instead of `░░▐▒▒▒▄▄▒▒▒▒░░░▒▒▒▒▒▒▒▀▄▒▒▌░░ "Wow"`.
win: replace Score `.00` `.00%`
  score-text: The line with the score has other text: `░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▀▀░░░░░░░░ SCORE: 100.00%` instead of `░░░░░░░░░▒▒▒▒▒▒▒▒▒▒▀▀░░░░░░░░ SCORE: 100.00`.
loss: replace Loss `Oh no` `Oh, no`
  loss-text-line-1: The text of a loss has other text in line 1: `Oh, no... You revealed a mine!` instead of `Oh no... You revealed a mine!`.
malformed: replace Error `number of mines` `mines`
  error-words: The error message has other words: `Seed File Malformed Error: mines: 0 is not from 1 to 24` instead of `Seed File Malformed Error: number of mines: 0 is not from 1 to 24`.
talk: replace Error `Command:` `Command Error:`
  error-text: The error message has other text: `Invalid Command Error: Command not recognized!` instead of `Invalid Command: Command not recognized!`.
talk: replace RoundLine of 10 `Rounds` `rounds`
  not explained: The round line has other text: `rounds Completed: 5` instead of `Rounds Completed: 5`.
talk: drop Error of 8; drop blank before Error
  blank-before-error: The blank line before the error message is missing.
  not explained: The error message is missing.
talk: drop Help
  help-missing: The list of commands is missing.
talk: drop RoundLine
  round-line-missing: The round line is missing.
talk: drop blank before RoundLine
  blank-before-round-line: The blank line before the round line is missing.
talk: drop blank before Grid
  blank-before-row: The blank line before the grid is missing.
talk: drop blank before Prompt
  blank-before-prompt: The blank line before the prompt is missing.
talk: drop blank before Error
  blank-before-error: The blank line before the error message is missing.
talk: drop blank before Help
  blank-before-help: The blank line before the list of commands is missing.
talk: drop blank before Quit
  blank-before-quit: The blank line before the text of `quit` is missing.
talk: move all to output
  error-stream: The error message is printed on standard output.
malformed: move all to output
  error-stream: The error message is printed on standard output.
talk: move Error to output
  error-stream: The error message is printed on standard output.
talk: move Blank to output
  blank-before-error-stream: The blank line before the error message is printed on standard output.
talk: returns both
  carriage-returns: Lines end in a carriage return and a line feed.
talk: print errors first
  streams-out-of-order: With both streams in one file, their order is wrong: the program does not flush standard output before it prints an error.
talk: print error before Banner `DEBUG\n`
  extra-text-at-start: Extra text is printed at the start: `DEBUG`.
talk: drop from 2
  not explained: The program ends before the game is over.
talk: drop from 16
  quit-missing: The text of `quit` is missing.
talk: replace Banner `2022` `2021`; replace ColumnLine ` \n` `\n`; replace Quit `Bye!` `bye!`; drop Help
  banner-text-line-6: The welcome has other text in line 6: `ALPHA EDITION |_| v2021.sp` instead of `ALPHA EDITION |_| v2022.sp`.
  help-missing: The list of commands is missing.
  quit-text-line-2: The text of `quit` has other text in line 2: `bye!` instead of `Bye!`.
  column-line-line-end: The column line ends with no space instead of 1 space.
"#;

/// Changes whose findings need more than the piece that differs.
const CONTEXTS: &str = r"
talk: replace ColumnLine ` \n` `  \n`; print output before ColumnLine `====\n`
  extra-text-in-each-round: Extra text is printed in each round: `====`.
  column-line-line-end: The column line ends with 2 spaces instead of 1 space.
talk: print error before RoundLine `DEBUG\n`
  extra-text-in-each-round: Extra text is printed in each round: `DEBUG`.
talk: print output in answers to r reveal m mark g guess `OK\n`
  extra-text-after-command-on-square: Extra text is printed after a command on a square: `OK`.
";

#[test]
fn changes_are_named_by_their_piece() {
    check(CHANGES);
}

#[test]
fn changes_in_many_pieces_are_named_once() {
    check(CONTEXTS);
}

/// Checks the findings of a table of changes.
#[track_caller]
fn check(table: &str) {
    let mut found = String::from("\n");
    for line in table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(' '))
    {
        let (name, changes) = line.split_once(": ").expect("a change");
        let scene = scene(name);
        let mut pieces = scene.pieces.clone();
        for words in changes.split("; ") {
            let before = pieces
                .iter()
                .map(|piece| (piece.stream, piece.text.clone()));
            let before: Vec<_> = before.collect();
            change(&mut pieces, words);
            let after = pieces
                .iter()
                .map(|piece| (piece.stream, piece.text.clone()));
            assert!(after.ne(before), "{words}");
        }
        let report = scene.report(&[], |own| *own = pieces);
        found.extend([line, "\n"]);
        for finding in findings(&report) {
            found.extend(["  ", finding.as_str(), "\n"]);
        }
    }
    assert!(found == table, "{found}");
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
        assert!(full.contains(name) && full.contains(sentence), "{full}");
        for reveal in ["actual", "none"] {
            let report = report(format, reveal);
            assert!(report.contains(name), "{report}");
            assert!(
                !report.contains("4·\n") && !report.contains("- ··"),
                "{report}"
            );
            assert!(reveal == "actual" || !report.contains("····"), "{report}");
        }
    }
    let json: serde_json::Value = crate::support::json("gradescope", report("gradescope", "full"));
    let output = json["tests"][0]["output"].as_str().expect("text");
    let start = format!("cause: {name}: {sentence}\nwrong output\n");
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
    assert!(
        verbose.contains("\n     standard output differs at byte "),
        "{verbose}"
    );
    let short = Test::new()
        .arg("check")
        .arg(talk.path())
        .args(["--", "sh", "-c", &talk.script_of(wrong), "sh"])
        .found()
        .text();
    assert!(!short.contains("differs at byte"), "{short}");
    assert!(!short.contains("not explained"), "{short}");
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

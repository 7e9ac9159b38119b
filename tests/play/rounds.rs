//! `play --json` prints each round as a line of JSON.

use std::fmt::Write;

use minesweeper_alpha::internal::{Kind, Transcript};
use proptest::prelude::*;
use serde_json::{Value, json as object};

use crate::support::{
    SEED, Test, amount, json,
    memory::{edition, seed_of, transcript},
    words,
};

/// Parses the output of a game and checks each line against the schema.
fn rounds(out: &[u8]) -> Vec<Value> {
    assert!(out.is_empty() || out.ends_with(b"\n"));
    let lines = out.split_inclusive(|&byte| byte == b'\n');
    lines.map(|line| json("play-round", line)).collect()
}

fn play(edition_name: &str, seed: &str, input: &str) -> Test {
    let name = format!("game{}", edition(edition_name).case_ending);
    Test::play(edition_name)
        .write(&name, seed)
        .arg(name)
        .stdin(input)
}

#[test]
fn round_has_all_visible_state() {
    let input = "r 0 1\nm 0 0\nnofog\nr 9 9\nh\nr 2 3\nignored\n";
    let run = play("2022.sp", SEED, input)
        .arg("--json")
        .any_stdout()
        .run();
    let rounds = rounds(&run.out);
    let expected = object!({
        "version": 1,
        "edition": "2022.sp",
        "line": 4,
        "rounds": 3,
        "grid": ["F1....", "......", "......", "......", "......"],
        "mines": null,
        "peek": [[0, 0], [2, 3]],
        "message": null,
        "error": "Invalid Command: Index 9 out of bounds for length 5",
        "prompt": "minesweeper-alpha: ",
        "outcome": null,
        "score": null,
        "over": false,
    });
    assert_eq!(rounds[4], expected);
    let message = rounds[5]["message"].as_str().unwrap_or_default();
    assert!(message.starts_with("Commands Available...\n"));
    assert_eq!(rounds[5]["peek"], Value::Null);
    let last = rounds.last().expect("a line");
    let fields = ["line", "outcome", "over", "prompt"].map(|name| last[name].clone());
    assert_eq!(
        fields,
        [object!(6), object!("lost"), object!(true), Value::Null]
    );
}

/// In each line: an edition, an input with commas for line ends, the number of a line, and fields
/// of the round after that line.
const ROUNDS: &str = r#"
2019.fa | m 0 0,m 2 3 | 2 | {"outcome": "won", "score": 31, "over": true}
2019.fa | x | 1 | {"error": "ಠ_ಠ says, \"Command not recognized!\"", "rounds": 1}
wise2021 | x | 1 | {"error": "The provided input is not valid!", "prompt": ">"}
wise2021 | 1 1 R | 1 | {"outcome": "lost", "grid": ["*..", "..."], "error": null}
comp182 | show | 1 | {"message": "Status: 00/02", "mines": 2, "rounds": null}
comp182 | u 9 9 | 1 | {"error": "bad command"}
project1 | yes | 1 | {"peek": [[0, 0]], "prompt": "Row (0-7): "}
project1 | no,0,0,no | 4 | {"peek": [[0, 0]], "outcome": "lost", "over": false}
project1 | no,0,0,no,yes | 5 | {"peek": null, "outcome": null}
"#;

#[test]
fn rounds_of_other_editions_have_the_same_fields() {
    for case in ROUNDS.trim().lines() {
        let [edition, input, line, expected] = case.splitn(4, " | ").collect::<Vec<_>>()[..] else {
            panic!("{case}")
        };
        let (_, seed) = seed_of(edition);
        let lines = input.replace(',', "\n") + "\n";
        let run = play(edition, seed, &lines).arg("--json").found();
        let round = &rounds(&run.out)[line.parse::<usize>().expect("a number")];
        let expected: Value = serde_json::from_str(expected).expect("JSON");
        for (field, value) in expected.as_object().expect("an object") {
            assert_eq!(&round[field], value, "{case}");
        }
    }
}

#[test]
fn start_errors_equal_those_without_json() {
    for arguments in [
        "play nowhere",
        "play four.txt",
        "play --edition 2022.sp",
        "play --edition wise2021 nowhere.cfg",
        "play --random 1x1x1",
    ] {
        let four = "4 5 1 0 0";
        let test = || Test::new().write("four.txt", four).args(words(arguments));
        let plain = test().found();
        test().arg("--json").like(&plain).run();
    }
    // With these options, standard output is only for JSON, so that the error of this edition,
    // which it otherwise prints there, is on standard error.
    for options in [&["--json"][..], &["--quiet", "--result", "-"]] {
        let size = "Cannot create a mine field with that many rows and/or columns!";
        let test = Test::play("2019.fa").seed("4 5 1 0 0").args(options);
        test.stderr(format!("\nಠ_ಠ says, \"{size}\"\n")).run();
    }
}

#[test]
fn round_is_printed_before_a_line_is_read() {
    use std::io::{BufRead, BufReader, Write};
    let (mut child, _watchdog, _folder) = play("2022.sp", SEED, "").arg("--json").spawn();
    let mut input = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || json("play-round", lines.next().expect("a line").expect("UTF-8"));
    assert_eq!(next()["line"], 0);
    for (number, command) in ["r 0 1", "bad", "m 0 0"].into_iter().enumerate() {
        writeln!(input, "{command}").expect("typing");
        assert_eq!(next()["line"], number + 1);
    }
    drop(input);
    assert_eq!(next()["outcome"], "end-of-input");
    assert!(child.wait().expect("the end").success());
}

#[test]
fn stream_failures_equal_those_of_the_game() {
    if let Some(full) = crate::support::full() {
        play("2022.sp", SEED, "q\n")
            .arg("--json")
            .stdout_to(full)
            .stderr("\nOutput Error: No space left on device\n")
            .status(4)
            .run();
    }
    play("2022.sp", SEED, "")
        .arg("--json")
        .stdin_from(crate::support::open("/"))
        .stdout_matches(predicates::str::contains("\"line\":0"))
        .stderr("\nInput Error: Is a directory\n")
        .status(4)
        .run();
}

#[test]
fn result_is_the_last_line() {
    let run = play("2022.sp", SEED, "q\n")
        .args(["--json", "--result", "-"])
        .found();
    let lines: Vec<&[u8]> = run.out.split_inclusive(|&byte| byte == b'\n').collect();
    let [_, _, line] = lines.as_slice() else {
        panic!("{run:?}");
    };
    let result = json("play-result", line);
    assert_eq!(result["outcome"], "quit");
    // These fields distinguish rounds from the result.
    assert!(result.get("line").is_none() && result.get("over").is_none());
}

#[test]
fn quiet_game_prints_only_its_result() {
    let quiet_game = || play("2022.sp", SEED, "bad\nr 0 1\n").arg("--quiet");
    let run = quiet_game().args(["--result", "-"]).any_stdout().run();
    let result = json("play-result", &run.out);
    assert_eq!(result["outcome"], "end-of-input");
    assert_eq!(result["rounds"], 1);
    quiet_game().arg("--outcome-status").status(12).run();
    let random = Test::new()
        .args(["play", "--quiet", "--random", "5x5x2", "--result", "-"])
        .found();
    assert_eq!(random.err, b"");
    assert!(json("play-result", &random.out)["random"]["rng_seed"].is_u64());
}

/// Returns the cells of a line of a printed grid, or none for another line.
fn cells<'line>(edition: &str, line: &'line str) -> Option<Vec<&'line str>> {
    Some(match edition {
        "wise2021" => line
            .strip_prefix('│')?
            .trim_end_matches('│')
            .split('│')
            .collect(),
        "comp182" => line.split('|').nth(1)?.split_whitespace().collect(),
        "project1" => line.split(' ').collect(),
        _ => line
            .split('|')
            .skip(1)
            .filter(|cell| !cell.is_empty())
            .collect(),
    })
}

/// Parses a printed grid. Returns the squares as `--json` prints them, and the visible mines.
fn squares(edition: &str, grid: &str) -> (Vec<String>, Vec<[usize; 2]>) {
    let (mut rows, mut peek) = (Vec::new(), Vec::new());
    for cells in grid.lines().filter_map(|line| cells(edition, line)) {
        let mut text = String::new();
        for (col, cell) in cells.into_iter().enumerate() {
            if cell.contains('<') {
                peek.push([rows.len(), col]);
            }
            let sign = cell.trim_matches(|it: char| it.is_whitespace() || "<>".contains(it));
            text.push(match sign {
                "" | "-" => '.',
                "?" if edition == "comp182" => '.',
                "X" | "¶" => 'F',
                "▓" | "_" => '0',
                "M" => '*',
                other => other.chars().next().expect("a sign"),
            });
        }
        rows.push(text);
    }
    (rows, peek)
}

/// Returns the texts of one kind in the output of a line.
fn printed(game: &Transcript, line: usize, kind: Kind) -> Vec<String> {
    game.entries()
        .iter()
        .filter(|entry| entry.line == line && entry.kind == kind)
        .map(|entry| String::from_utf8_lossy(&game.merged()[entry.start..entry.end]).into())
        .collect()
}

/// Compares each round with the game's output for the same line.
fn compare(edition: &str, game: &Transcript, rounds: &[Value]) {
    let lines = rounds.len() - 1;
    assert!(game.entries().iter().all(|entry| entry.line <= lines));
    for (line, round) in rounds.iter().enumerate() {
        assert_eq!(round["line"], line);
        let mut grids = printed(game, line, Kind::Grid);
        let mut peek = round["peek"].as_array().map(|mines| object!(mines));
        if edition == "project1" && peek.is_some() {
            // The last grid shows the mines.
            let (rows, _) = squares(edition, &grids.pop().expect("a grid"));
            let mut mines = Vec::new();
            for (row, cells) in rows.iter().enumerate() {
                mines.extend(cells.match_indices('*').map(|(col, _)| [row, col]));
            }
            assert_eq!(peek.take(), Some(object!(mines)));
        }
        if let Some(grid) = grids.pop() {
            let (rows, mines) = squares(edition, &grid);
            assert_eq!(round["grid"], object!(rows), "{edition} {line} {grid}");
            assert_eq!(peek, (!mines.is_empty()).then(|| object!(mines)));
        }
        let prompt = printed(game, line, Kind::Prompt).pop();
        assert_eq!(round["prompt"], object!(prompt));
        assert_eq!(round["over"], line == lines);
        let has_error = !printed(game, line, Kind::Error).is_empty();
        assert_eq!(!round["error"].is_null(), has_error, "{edition} {round}");
    }
}

/// Draws a line for any edition, mostly a valid line.
fn line() -> impl Strategy<Value = String> {
    let number = || 0..9_usize;
    prop_oneof![
        12 => (prop::sample::select(vec!["r", "m", "g", "u"]), number(), number())
            .prop_map(|(word, row, col)| format!("{word} {row} {col}")),
        8 => (number(), number(), prop::sample::select(vec!["R", "F"]))
            .prop_map(|(row, col, word)| format!("{row} {col} {word}")),
        8 => number().prop_map(|number| number.to_string()),
        8 => prop::sample::select(vec!["yes", "no"]).prop_map(str::to_owned),
        3 => prop::sample::select(vec!["nofog", "show", "h"]).prop_map(str::to_owned),
        1 => "[a-z ]{1,5}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(amount(20, 60))
    })]

    #[test]
    fn rounds_match_the_printed_output(
        lines in prop::collection::vec(line(), 0..40),
        mines in prop::collection::vec((0..8_usize, 0..8_usize), 1..8),
    ) {
        let input = lines.join("\n");
        let mut seed = format!("8 8 {}", mines.len());
        let mut board = vec![vec!['.'; 8]; 8];
        for (row, col) in mines {
            write!(seed, " {row} {col}").expect("a string");
            board[row][col] = '*';
        }
        let board: String = board.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        for name in crate::cli::play_options::EDITIONS {
            let seed = if name == "wise2021" { &board } else { &seed };
            let run = play(name, seed, &input).args(["--json", "--outcome-status"]).found();
            let rounds = rounds(&run.out);
            compare(name, &transcript(name, seed, &input), &rounds);
            let options = ["--outcome-status", "--quiet", "--result", "-"];
            let quiet_run = play(name, seed, &input).args(options).found();
            prop_assert_eq!(run.status, quiet_run.status);
            prop_assert_eq!(run.err, b"");
            let result = json("play-result", &quiet_run.out);
            let last = rounds.last().expect("a line");
            for field in ["outcome", "rounds", "score"] {
                prop_assert_eq!(&last[field], &result[field]);
            }
        }
    }
}

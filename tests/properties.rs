//! Random fields and random lines: each edition against a plain model.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod model;
mod support;

use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Command;

use model::uga::{self, Edition, Stream};
use model::{Field, comp182, project1, wise2021};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use support::{Run, SeedFile, game, run, run_combined, visible};

/// Fields with this many rows and columns, and any number of mines.
fn field_of(sides: RangeInclusive<i32>) -> impl Strategy<Value = Field> {
    (sides.clone(), sides).prop_flat_map(|(rows, cols)| {
        let most = usize::try_from(rows * cols - 1)
            .expect("a small number")
            .max(1);
        let count = prop_oneof![1..=most.min(6), 1..=most];
        let mines = count.prop_flat_map(move |count| vec((0..rows, 0..cols), count));
        mines.prop_map(move |mines| Field { rows, cols, mines })
    })
}

fn field() -> impl Strategy<Value = Field> {
    field_of(5..=10)
}

/// What separates tokens within a line.
fn gap() -> impl Strategy<Value = String> {
    let characters = vec![
        ' ', '\t', '\u{b}', '\u{1c}', '\u{1f}', '\u{1680}', '\u{2003}', '\u{205f}', '\u{3000}',
    ];
    prop_oneof![6 => Just(" ".to_owned()), 1 => vec(select(characters), 1..4).prop_map(String::from_iter)]
}

fn edge() -> impl Strategy<Value = String> {
    prop_oneof![6 => Just(String::new()), 1 => gap()]
}

fn word() -> impl Strategy<Value = String> {
    let words = vec![
        "reveal", "r", "mark", "m", "guess", "g", "mark", "m", "guess", "g", "R", "marks", "x",
    ];
    select(words).prop_map(str::to_owned)
}

/// A row or column, or something that is none.
fn number() -> impl Strategy<Value = String> {
    let odd = vec![
        "-1",
        "10",
        "+3",
        "007",
        "-0",
        "2147483647",
        "2147483648",
        "-2147483649",
        "x",
        "1.0",
        "-",
        "0x1",
        "1_0",
        "٣",
        "",
        "5 5",
        "\u{a0}1",
        "💣",
        "\0",
        "\u{1b}[2J",
    ];
    prop_oneof![12 => (0..11).prop_map(|number: i32| number.to_string()), 1 => select(odd).prop_map(str::to_owned)]
}

fn line() -> impl Strategy<Value = String> {
    let move_line = (edge(), word(), gap(), number(), gap(), number(), edge())
        .prop_map(|(a, word, b, row, c, col, d)| format!("{a}{word}{b}{row}{c}{col}{d}"));
    let words = vec![
        "nofog", "help", "h", "nofog 1", "NOFOG", "", " ", "r 1", "m", "h h", "quit 0",
    ];
    let other = (edge(), select(words), edge()).prop_map(|(a, word, b)| format!("{a}{word}{b}"));
    let quit = select(vec!["q", "quit"]).prop_map(str::to_owned);
    let anything = "[^\n\r\u{85}\u{2028}\u{2029}]{0,12}";
    prop_oneof![60 => move_line, 20 => other, 2 => quit, 5 => anything]
}

/// The moves that win, in any order, with other lines between them; some of
/// those undo a move, and then it takes what follows to win.
fn winning_lines(field: &Field) -> impl Strategy<Value = Vec<String>> + use<> {
    let right = |(row, col)| {
        let word = if field.mines.contains(&(row, col)) {
            "m"
        } else {
            "r"
        };
        format!("{word} {row} {col}")
    };
    let moves: Vec<String> = field.squares().into_iter().map(right).collect();
    let again = moves.clone();
    let squares = field.squares();
    let undo = (select(squares), select(vec!["m", "g"]))
        .prop_map(|((row, col), word)| format!("{word} {row} {col}"));
    let harmless =
        select(vec!["h", "nofog", "bad", "r 99 0", "r 0 x", "help"]).prop_map(str::to_owned);
    let noise = vec(
        (any::<Index>(), prop_oneof![5 => harmless, 1 => undo]),
        0..40,
    );
    (Just(moves).prop_shuffle(), noise, any::<bool>()).prop_map(
        move |(mut lines, noise, repeat)| {
            for (place, line) in noise {
                lines.insert(place.index(lines.len() + 1), line);
            }
            if repeat {
                lines.extend(again.clone());
            }
            lines
        },
    )
}

fn line_end() -> impl Strategy<Value = &'static str> {
    let ends = vec!["\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"];
    prop_oneof![8 => Just("\n"), 2 => select(ends)]
}

/// The lines with their ends, which are taken in turn.
fn input(lines: &[String], ends: &[&str]) -> String {
    let mut input = String::new();
    for (index, line) in lines.iter().enumerate() {
        let mut end = ends[index % ends.len()];
        // A line feed after a carriage return would not be a line of its own.
        if input.ends_with('\r') && line.is_empty() && end == "\n" {
            end = "\r";
        }
        input += line;
        input += end;
    }
    input
}

/// Plays the lines, and compares everything with what the model prints.
fn compare(
    edition: Edition,
    field: &Field,
    lines: &[String],
    ends: &[&str],
) -> Result<(), TestCaseError> {
    let input = input(lines, ends);
    let printed = uga::play(edition, field, lines);
    let on = |wanted: &[Stream]| -> String {
        let texts = printed.iter().filter(|(stream, _)| wanted.contains(stream));
        texts.map(|(_, text)| text.as_str()).collect()
    };
    let seed = SeedFile::new(field.seed());
    let command = || match edition {
        Edition::V2022 => game([seed.path()]),
        Edition::V2025 => play("2025.sp", &seed.path()),
        Edition::V2019 => play("2019.fa", &seed.path()),
    };
    let expected = Run::new(on(&[Stream::Out]), on(&[Stream::Err]), 0);
    prop_assert_eq!(run(&mut command(), input.as_bytes()), expected);
    let combined = run_combined(&mut command(), input.as_bytes());
    prop_assert_eq!(
        visible(&combined),
        visible(on(&[Stream::Out, Stream::Err]).as_bytes())
    );
    Ok(())
}

fn play(edition: &str, file: &Path) -> Command {
    let mut command = game(["play", "--edition", edition]);
    command.arg(file);
    command
}

/// Whether a dialect prints what its model does, with nothing on standard
/// error and the status 0.
fn compare_dialect(
    command: &mut Command,
    input: &str,
    expected: &str,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(run(command, input.as_bytes()), Run::new(expected, "", 0));
    Ok(())
}

/// Lines that act on squares which are mostly on the board, first the safe
/// ones, so that games also go on for long.
fn dialect_lines(
    field: &Field,
    safe: fn(i32, i32) -> String,
    mine: fn(i32, i32) -> String,
    other: Vec<&'static str>,
) -> impl Strategy<Value = Vec<String>> + use<> {
    let act = |(row, col)| {
        if field.mines.contains(&(row, col)) {
            mine(row, col)
        } else {
            safe(row, col)
        }
    };
    let right: Vec<String> = field.squares().into_iter().map(act).collect();
    let wrong: Vec<String> = field
        .squares()
        .into_iter()
        .flat_map(|(row, col)| [safe(row, col), mine(row, col)])
        .collect();
    let noise = prop_oneof![3 => select(other).prop_map(str::to_owned), 2 => select(wrong)];
    (
        Just(right).prop_shuffle(),
        vec((any::<Index>(), noise), 0..12),
    )
        .prop_map(|(mut lines, noise)| {
            for (place, line) in noise {
                lines.insert(place.index(lines.len() + 1), line);
            }
            lines
        })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    })]

    #[test]
    fn any_lines_are_answered_as_the_model_answers(
        field in field(),
        lines in vec(line(), 0..40),
        ends in vec(line_end(), 1..5),
    ) {
        compare(Edition::V2022, &field, &lines, &ends)?;
    }

    #[test]
    fn wins_score_as_the_model_scores(
        (field, lines) in field().prop_flat_map(|field| (Just(field.clone()), winning_lines(&field))),
    ) {
        compare(Edition::V2022, &field, &lines, &["\n"])?;
    }

    #[test]
    fn any_bytes_end_with_one_of_the_statuses(
        seed in vec(any::<u8>(), 0..200),
        input in vec(any::<u8>(), 0..2000),
    ) {
        let garbage = SeedFile::new(&seed);
        let found = run(&mut game([garbage.path()]), &input);
        prop_assert!(matches!(found.status, Some(0 | 3)), "{:?}", found);
        let played = SeedFile::new(support::SEED);
        let found = run(&mut game([played.path()]), &input);
        prop_assert_eq!(found.status, Some(0), "{:?}", found);
        let large = SeedFile::new("8 8 2 0 0 7 7");
        let board = large.path().with_file_name("board.cfg");
        std::fs::write(&board, "*..\n...\n").expect("a board");
        for (edition, file) in [("2025.sp", played.path()), ("2019.fa", played.path()), ("comp182", played.path()), ("project1", large.path()), ("wise2021", board)] {
            let found = run(&mut play(edition, &file), &input);
            prop_assert_eq!(found.status, Some(0), "{} {:?}", edition, found);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(100)
    })]

    #[test]
    fn edition_2025_sp_is_played_as_the_model_plays_it(field in field(), lines in vec(line(), 0..20)) {
        compare(Edition::V2025, &field, &lines, &["\n"])?;
    }

    #[test]
    fn edition_2019_fa_is_played_as_the_model_plays_it(
        field in prop_oneof![field(), field_of(9..=13), field_of(5..=5)],
        lines in vec(line(), 0..30),
        ends in vec(line_end(), 1..5),
    ) {
        compare(Edition::V2019, &field, &lines, &ends)?;
    }

    #[test]
    fn edition_2019_fa_is_won_as_the_model_wins_it(
        (field, lines) in field_of(5..=6).prop_flat_map(|field| (Just(field.clone()), winning_lines(&field))),
    ) {
        compare(Edition::V2019, &field, &lines, &["\n"])?;
    }

    #[test]
    fn edition_wise2021_is_played_as_the_model_plays_it(
        (field, lines) in field_of(1..=9)
            .prop_filter("a board", |field| {
                let free = field.squares().iter().filter(|square| !field.mines.contains(square)).count();
                field.squares().len() > 1 && free > 0
            })
            .prop_flat_map(|field| {
                let other = vec!["", " ", "1 1", "0 1 R", "1 0 F", "1 1 r", "1 1 1 F", "x 1 R", "10 1 R", "1\t1 R", "  1   1  F "];
                let lines = dialect_lines(&field, |row, col| format!("{} {} R", row + 1, col + 1), |row, col| format!("{} {} F", row + 1, col + 1), other);
                (Just(field), lines)
            }),
        ends in vec(line_end(), 1..5),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let board = folder.path().join("board.CFG");
        std::fs::write(&board, wise2021::board(&field)).expect("a board");
        compare_dialect(&mut play("wise2021", &board), &input(&lines, &ends), &wise2021::play(&field, &lines))?;
    }

    #[test]
    fn edition_comp182_is_played_as_the_model_plays_it(
        (field, lines) in field_of(1..=12)
            .prop_filter("a free square", |field| field.squares().len() > 1 && field.mines.len() < field.squares().len())
            .prop_flat_map(|field| {
                let other = vec!["show", "show", "show", "u", "m 1", "u 0 0 0", "x", "u 99 0", "m 0 -1", "u\u{2003}0 \t+0", "SHOW", "show x"];
                let lines = dialect_lines(&field, |row, col| format!("u {row} {col}"), |row, col| format!("m {row} {col}"), other);
                (Just(field), lines)
            }),
        cascade in any::<bool>(),
        stop in prop_oneof![Just(None), Just(Some("q")), Just(Some("")), Just(Some(" \t"))],
    ) {
        let mut lines = lines;
        lines.extend(stop.map(str::to_owned));
        let seed = SeedFile::new(field.seed());
        let mut command = play("comp182", &seed.path());
        if cascade {
            command.arg("--cascade");
        }
        compare_dialect(&mut command, &input(&lines, &["\n"]), &comp182::play(&field, cascade, &lines))?;
    }

    #[test]
    fn edition_project1_is_played_as_the_model_plays_it(
        field in vec((0..8, 0..8), 0..20).prop_map(|mines| Field { rows: 8, cols: 8, mines }),
        moves in Just((0..64).map(|square| (square / 8, square % 8)).collect::<Vec<_>>()).prop_shuffle(),
        right in prop_oneof![Just(64_usize), 0..64_usize],
        noise in vec((any::<Index>(), select(vec!["maybe", "", "8", "-1", "yes no", " YES ", "No", "x", "3", "\t5"])), 0..8),
        another in vec(select(vec!["yes", "no", "what", " yEs\u{2003}"]), 0..6),
    ) {
        let mut lines: Vec<String> = Vec::new();
        for (index, &(row, col)) in moves.iter().enumerate() {
            let mine = field.mines.contains(&(row, col)) == (index < right);
            let peek = if index % 7 == 3 { "yes" } else { "no" };
            lines.extend([peek.to_owned(), row.to_string(), col.to_string()]);
            lines.push(if mine { "yes" } else { "no" }.to_owned());
            if index >= right {
                break;
            }
        }
        lines.extend(another.iter().map(|&answer| answer.to_owned()));
        for (place, line) in noise {
            lines.insert(place.index(lines.len() + 1), line.to_owned());
        }
        let seed = SeedFile::new(field.seed());
        compare_dialect(&mut play("project1", &seed.path()), &input(&lines, &["\n"]), &project1::play(&field, &lines))?;
    }
}

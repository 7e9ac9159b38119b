//! Random fields and random lines: the program against a plain model.
#![allow(clippy::expect_used, clippy::panic, reason = "tests fail that way")]

mod model;
mod support;

use model::{Field, Stream};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use support::{Run, SeedFile, game, run, run_combined, visible};

fn field() -> impl Strategy<Value = Field> {
    (5..=10, 5..=10).prop_flat_map(|(rows, cols): (i32, i32)| {
        let most = usize::try_from(rows * cols - 1).expect("a small number");
        let count = prop_oneof![1..=6_usize, 1..=most];
        (
            Just((rows, cols)),
            count.prop_flat_map(move |count| vec((0..rows, 0..cols), count)),
        )
            .prop_map(|((rows, cols), mines)| Field { rows, cols, mines })
    })
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

/// The moves that win, in any order, with other lines between them.
fn winning_lines(field: &Field) -> impl Strategy<Value = Vec<String>> + use<> {
    let moves: Vec<String> = field
        .squares()
        .into_iter()
        .map(|(row, col)| {
            let word = if field.mines.contains(&(row, col)) {
                "m"
            } else {
                "r"
            };
            format!("{word} {row} {col}")
        })
        .collect();
    let harmless = vec!["h", "nofog", "bad", "r 99 0", "r 0 x", "help"];
    let extra = vec(select(harmless).prop_map(str::to_owned), 0..40);
    (Just(moves).prop_shuffle(), extra).prop_flat_map(|(moves, extra)| {
        let after_last = moves.len() / 2;
        let mut lines = moves[..after_last].to_vec();
        lines.extend(extra);
        lines.extend_from_slice(&moves[after_last..]);
        // What comes after the win is not looked at.
        vec(line(), 0..3).prop_map(move |rest| [lines.clone(), rest].concat())
    })
}

fn line_end() -> impl Strategy<Value = &'static str> {
    let ends = vec!["\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"];
    prop_oneof![8 => Just("\n"), 2 => select(ends)]
}

/// Plays the lines, and compares everything with what the model prints.
fn compare(field: &Field, lines: &[String], ends: &[&str]) -> Result<(), TestCaseError> {
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
    let printed = model::play(field, lines);
    let on = |wanted: &[Stream]| -> String {
        let texts = printed.iter().filter(|(stream, _)| wanted.contains(stream));
        texts.map(|(_, text)| text.as_str()).collect()
    };
    let seed = SeedFile::new(field.seed());
    let expected = Run::new(on(&[Stream::Out]), on(&[Stream::Err]), 0);
    prop_assert_eq!(run(&mut game([seed.path()]), input.as_bytes()), expected);
    let combined = run_combined(&mut game([seed.path()]), input.as_bytes());
    prop_assert_eq!(
        visible(&combined),
        visible(on(&[Stream::Out, Stream::Err]).as_bytes())
    );
    Ok(())
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
        compare(&field, &lines, &ends)?;
    }

    #[test]
    fn wins_score_as_the_model_scores(
        (field, lines) in field().prop_flat_map(|field| (Just(field.clone()), winning_lines(&field))),
    ) {
        compare(&field, &lines, &["\n"])?;
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
    }
}

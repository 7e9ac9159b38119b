//! Random games: each dialect against a plain model.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::strategies::{dialect_lines, field_of, input, line_end};
use crate::model::{Field, comp182, project1, wise2021};
use crate::support::Test;

/// Whether a dialect prints what its model does, with nothing on standard
/// error and the status 0.
fn compare(test: Test, input: &str, expected: &str) -> Result<(), TestCaseError> {
    let differences = test.stdin(input).stdout(expected).differences();
    prop_assert!(differences.is_empty(), "{differences}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(100)
    })]

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
        let test = Test::play("wise2021")
            .write("board.CFG", wise2021::board(&field))
            .arg("board.CFG");
        compare(test, &input(&lines, &ends), &wise2021::play(&field, &lines))?;
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
        let options = cascade.then_some("--cascade");
        let test = Test::play("comp182").args(options).seed(field.seed());
        compare(test, &input(&lines, &["\n"]), &comp182::play(&field, cascade, &lines))?;
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
        let test = Test::play("project1").seed(field.seed());
        compare(test, &input(&lines, &["\n"]), &project1::play(&field, &lines))?;
    }
}

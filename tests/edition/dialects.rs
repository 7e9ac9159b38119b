//! Compares random games of the other editions with the models in `tests/model/`.

use minesweeper_alpha::internal::{SeedFile, Setup, Stream, Transcript};
use proptest::{
    collection::vec,
    prelude::*,
    sample::{Index, select},
};

use super::strategies::{dialect_lines, field_of, input, line_end};
use crate::{
    model::{Field, comp182, project1, wise2021},
    support::memory::{edition, transcript},
};

/// Compares a game with the model's output. Standard error must be empty and the exit status 0.
fn compare(game: &Transcript, expected: &str) -> Result<(), TestCaseError> {
    let text = String::from_utf8_lossy(game.merged());
    prop_assert_eq!(text, expected);
    let errors = game.separate(Stream::Error);
    prop_assert_eq!((errors, game.status()), (Vec::new(), Some(0)));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(300)
    })]

    #[test]
    fn wise2021_matches_the_model(
        (field, lines) in field_of(1..=9)
            .prop_filter("a safe square", |field| {
                let squares = field.squares();
                squares.len() > 1 && !squares.iter().all(|square| field.mines.contains(square))
            })
            .prop_flat_map(|field| {
                let other = vec!["", " ", "1 1", "0 1 R", "1 0 F", "1 1 r", "1 1 1 F", "x 1 R", "10 1 R", "1\t1 R", "  1   1  F "];
                let lines = dialect_lines(&field, |row, col| format!("{} {} R", row + 1, col + 1), |row, col| format!("{} {} F", row + 1, col + 1), other);
                (Just(field), lines)
            }),
        ends in vec(line_end(), 1..5),
    ) {
        let game = transcript("wise2021", wise2021::board(&field), &input(&lines, &ends));
        compare(&game, &wise2021::play(&field, &lines))?;
    }

    #[test]
    fn comp182_matches_the_model(
        (field, lines) in field_of(1..=12)
            .prop_filter("a safe square", |field| field.squares().len() > 1 && field.mines.len() < field.squares().len())
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
        let file = SeedFile::in_memory("seed.txt", field.seed().into_bytes());
        let setup = Setup { cascade, ..Setup::of_file(file) };
        let mut session = edition("comp182").start(&setup).expect("a game");
        let game = Transcript::of(session.as_mut(), input(&lines, &["\n"]).as_bytes());
        compare(&game, &comp182::play(&field, cascade, &lines))?;
    }

    #[test]
    fn project1_matches_the_model(
        field in vec((0..8, 0..8), 0..20).prop_map(|mines| Field { rows: 8, cols: 8, mines }),
        moves in Just((0..64).map(|square| (square / 8, square % 8)).collect::<Vec<_>>()).prop_shuffle(),
        right_count in prop_oneof![Just(64_usize), 0..64_usize],
        noise in vec((any::<Index>(), select(vec!["maybe", "", "8", "-1", "yes no", " YES ", "No", "x", "3", "\t5"])), 0..8),
        answers in vec(select(vec!["yes", "no", "what", " yEs\u{2003}"]), 0..6),
    ) {
        let mut lines: Vec<String> = Vec::new();
        for (index, &(row, col)) in moves.iter().enumerate() {
            // The first answer after `right_count` right ones is wrong and ends the game.
            let is_mine = field.mines.contains(&(row, col)) == (index < right_count);
            let peek = if index % 7 == 3 { "yes" } else { "no" };
            lines.extend([peek.to_owned(), row.to_string(), col.to_string()]);
            lines.push(if is_mine { "yes" } else { "no" }.to_owned());
            if index >= right_count {
                break;
            }
        }
        lines.extend(answers.iter().map(|&answer| answer.to_owned()));
        for (place, line) in noise {
            lines.insert(place.index(lines.len() + 1), line.to_owned());
        }
        let game = transcript("project1", field.seed(), &input(&lines, &["\n"]));
        compare(&game, &project1::play(&field, &lines))?;
    }
}

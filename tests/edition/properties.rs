//! Compares random games of each edition of the UGA assignment with the model in `tests/model/`.

use proptest::{collection::vec, prelude::*};

use super::strategies::{field, field_of, input, line, line_end, winning_lines};
use crate::{
    model::{
        Field,
        uga::{self, Edition, Stream},
    },
    support::{Test, amount, memory, visible},
};

/// Plays the lines, and compares all output with the model's.
fn compare(
    edition: Edition,
    field: &Field,
    lines: &[String],
    ends: &[&str],
) -> Result<(), TestCaseError> {
    let printed = uga::play(edition, field, lines);
    let text_on = |streams: &[Stream]| -> String {
        printed
            .iter()
            .filter(|(stream, _)| streams.contains(stream))
            .map(|(_, text)| text.as_str())
            .collect()
    };
    let name = match edition {
        Edition::V2022 => "2022.sp",
        Edition::V2025 => "2025.sp",
        Edition::V2019 => "2019.fa",
    };
    let game = memory::transcript(name, field.seed(), &input(lines, ends));
    // Bytes are made visible only on failure, because that takes longer than the game.
    let compare_bytes = |found: &[u8], expected: &[u8]| {
        if found != expected {
            prop_assert_eq!(visible(found), visible(expected));
        }
        Ok(())
    };
    let merged = text_on(&[Stream::Out, Stream::Err]);
    compare_bytes(game.merged(), merged.as_bytes())?;
    for (stream, model_stream) in [
        (minesweeper_alpha::internal::Stream::Output, Stream::Out),
        (minesweeper_alpha::internal::Stream::Error, Stream::Err),
    ] {
        compare_bytes(&game.separate(stream), text_on(&[model_stream]).as_bytes())?;
    }
    prop_assert_eq!(game.status(), Some(0));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(amount(300, 1_000))
    })]

    #[test]
    fn any_lines_match_the_model(
        field in field(),
        lines in vec(line(), 0..40),
        ends in vec(line_end(), 1..5),
    ) {
        compare(Edition::V2022, &field, &lines, &ends)?;
    }
}

proptest! {
    // Fewer cases, because the model recounts everything in every round of these long games.
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(amount(100, 300))
    })]

    #[test]
    fn scores_of_wins_match_the_model(
        (field, lines) in field().prop_flat_map(|field| (Just(field.clone()), winning_lines(&field))),
    ) {
        compare(Edition::V2022, &field, &lines, &["\n"])?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(amount(30, 100))
    })]

    #[test]
    fn process_prints_the_output_of_the_session(
        field in field(),
        lines in vec(line(), 0..40),
        ends in vec(line_end(), 1..5),
    ) {
        let input = input(&lines, &ends);
        let game = memory::transcript("2022.sp", field.seed(), &input);
        let differences = Test::new()
            .seed(field.seed())
            .stdin(input)
            .stdout(game.separate(minesweeper_alpha::internal::Stream::Output))
            .stderr(game.separate(minesweeper_alpha::internal::Stream::Error))
            .merged(game.merged())
            .differences();
        prop_assert_eq!(differences, None);
    }

    #[test]
    fn any_bytes_end_with_a_documented_status(
        seed in vec(any::<u8>(), 0..200),
        input in vec(any::<u8>(), 0..2000),
    ) {
        let any_seed = Test::new().seed(&seed).stdin(&input).found();
        prop_assert!(matches!(any_seed.status, Some(0 | 3)), "{:?}", any_seed);
        let game = Test::game().stdin(&input).found();
        prop_assert_eq!(game.status, Some(0), "{:?}", game);
        for edition in ["2025.sp", "2019.fa", "comp182", "project1", "wise2021"] {
            let (name, content) = memory::seed_of(edition);
            let test = Test::play(edition).write(name, content).arg(name);
            let game = test.stdin(&input).found();
            prop_assert_eq!(game.status, Some(0), "{} {:?}", edition, game);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(amount(100, 300))
    })]

    #[test]
    fn edition_2025_sp_matches_the_model(field in field(), lines in vec(line(), 0..20)) {
        compare(Edition::V2025, &field, &lines, &["\n"])?;
    }

    #[test]
    fn edition_2019_fa_matches_the_model(
        field in prop_oneof![field(), field_of(9..=13), field_of(5..=5)],
        lines in vec(line(), 0..30),
        ends in vec(line_end(), 1..5),
    ) {
        compare(Edition::V2019, &field, &lines, &ends)?;
    }

    #[test]
    fn wins_of_edition_2019_fa_match_the_model(
        (field, lines) in field_of(5..=6).prop_flat_map(|field| (Just(field.clone()), winning_lines(&field))),
    ) {
        compare(Edition::V2019, &field, &lines, &["\n"])?;
    }
}

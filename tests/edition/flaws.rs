//! The flawed game: without flaws it equals the game, and each flaw is visible.

use std::collections::BTreeSet;
use std::fs;

use minesweeper_alpha::internal::{
    EDITIONS, Edition, Flaw, SeedFile, Setup, StartError, Transcript, flaws_of, start_flawed,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::strategies::{field_of, input, line, line_end, winning_lines};
use crate::support::package_file;

/// Plays a game, by the flawed game if `flaws` are given, otherwise by the game itself.
fn played(edition: &Edition, flaws: Option<&[&Flaw]>, seed: &[u8], input: &[u8]) -> Transcript {
    let setup = Setup::of_file(SeedFile::in_memory("seed.txt", seed));
    let session = match flaws {
        Some(flaws) => start_flawed(edition, &setup, flaws),
        None => edition.start(&setup),
    };
    let refused = |error: StartError| {
        Transcript::of_refusal(error.stream(), &error.message(), error.status())
    };
    session.map_or_else(refused, |mut session| {
        Transcript::of(session.as_mut(), input)
    })
}

/// Returns the seeds and inputs of the project's own cases of an edition.
fn cases(edition: &Edition) -> Vec<(Vec<u8>, Vec<u8>)> {
    let folder = if edition.name == EDITIONS[0].name {
        "tests/cases".to_owned()
    } else {
        format!("tests/cases/{}", edition.name)
    };
    let entries = fs::read_dir(package_file(folder)).expect("the folder of cases");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let seeds = paths.filter(|path| path.to_string_lossy().ends_with(".seed.txt"));
    let case = |seed: std::path::PathBuf| {
        let input = seed.to_string_lossy().replace(".seed.txt", ".in.txt");
        let seed = fs::read(&seed).expect("a seed");
        (seed, fs::read(input).unwrap_or_default())
    };
    let cases: Vec<_> = seeds.map(case).collect();
    assert!(cases.len() >= 5, "{}", edition.name);
    cases
}

#[test]
fn without_flaws_cases_equal_the_game() {
    for edition in EDITIONS
        .iter()
        .filter(|edition| !flaws_of(edition).is_empty())
    {
        for (seed, input) in cases(edition) {
            let flawless = played(edition, Some(&[]), &seed, &input);
            let game = played(edition, None, &seed, &input);
            let texts = [&flawless, &game].map(|game| String::from_utf8_lossy(game.merged()));
            assert_eq!(texts[0], texts[1]);
            assert_eq!(flawless, game, "{}", edition.name);
        }
    }
}

/// Draws valid seeds, and seeds in which a word is replaced, missing or repeated.
fn seed(text: String) -> impl Strategy<Value = String> {
    let others: Vec<&str> = "x|-1|5.0|0x5|3|12|99|2147483648||0 0".split('|').collect();
    let change = (any::<Index>(), any::<Index>()).prop_map({
        let text = text.clone();
        move |(place, other)| {
            let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
            *place.get_mut(&mut words) = *other.get(&others);
            words.join(" ")
        }
    });
    prop_oneof![3 => Just(text), 1 => change]
}

/// Draws a seed and lines of input. Half of the inputs are meant to win.
fn game() -> impl Strategy<Value = (String, Vec<String>)> {
    field_of(4..=11).prop_flat_map(|field| {
        let wins = winning_lines(&field);
        let lines = prop_oneof![vec(line(), 0..40), wins];
        (seed(field.seed()), lines)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2_000)
    })]

    #[test]
    fn without_flaws_random_games_equal_the_game(
        (seed, lines) in game(),
        ends in vec(line_end(), 1..5),
    ) {
        let input = input(&lines, &ends);
        for edition in EDITIONS.iter().filter(|edition| !flaws_of(edition).is_empty()) {
            let flawless = played(edition, Some(&[]), seed.as_bytes(), input.as_bytes());
            prop_assert_eq!(flawless, played(edition, None, seed.as_bytes(), input.as_bytes()));
        }
    }
}

#[test]
fn flaws_have_unique_names_and_sentences() {
    let flaws = flaws_of(&EDITIONS[0]);
    assert!(flaws.len() >= 40);
    let names: BTreeSet<_> = flaws.iter().map(|flaw| flaw.name).collect();
    assert_eq!(names.len(), flaws.len());
    let sentences: BTreeSet<_> = flaws.iter().map(|flaw| flaw.sentence).collect();
    assert_eq!(sentences.len(), flaws.len());
    for flaw in flaws {
        let plain = |character: char| character.is_ascii_lowercase() || character == '-';
        assert!(flaw.name.chars().all(plain), "{}", flaw.name);
        assert!(flaw.sentence.ends_with('.') && flaw.rule(&EDITIONS[0]).ends_with('.'));
    }
}

#[test]
fn each_flaw_is_visible_in_the_cases_of_the_package() {
    let edition = &EDITIONS[0];
    let cases = cases(edition);
    let shows = |flaw: &Flaw| {
        cases.iter().any(|(seed, input)| {
            played(edition, Some(&[flaw]), seed, input) != played(edition, None, seed, input)
        })
    };
    let silent = flaws_of(edition).into_iter().filter(|flaw| !shows(flaw));
    let silent: Vec<&str> = silent.map(|flaw| flaw.name).collect();
    assert_eq!(silent, [""; 0]);
}

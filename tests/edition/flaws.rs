//! The game with flaws. Without flaws it equals the game itself; each flaw is visible in a case.

use std::{collections::BTreeSet, fs};

use minesweeper_alpha::internal::{
    EDITIONS, Edition, Flaw, SeedFile, Setup, Transcript, flaws_of, start_flawed,
};
use proptest::{collection::vec, prelude::*, sample::Index};

use super::strategies::{field_of, input, line, line_end, winning_lines};
use crate::support::package_file;

/// Plays the game with flaws if `flaws` are given, otherwise the game itself.
fn played(edition: &Edition, flaws: Option<&[&Flaw]>, seed: &[u8], input: &[u8]) -> Transcript {
    let setup = Setup::of_file(SeedFile::in_memory("seed.txt", seed));
    let started = match flaws {
        Some(flaws) => start_flawed(edition, &setup, flaws),
        None => edition.start(&setup),
    };
    match started {
        Ok(mut session) => Transcript::of(session.as_mut(), input),
        Err(error) => Transcript::of_refusal(error.stream(), &error.message(), error.status()),
    }
}

/// Returns the seeds and inputs of the project's own cases for an edition.
fn cases(edition: &Edition) -> Vec<(Vec<u8>, Vec<u8>)> {
    let folder = if edition.name == EDITIONS[0].name {
        "tests/cases".to_owned()
    } else {
        format!("tests/cases/{}", edition.name)
    };
    let mut cases = Vec::new();
    for entry in fs::read_dir(package_file(folder)).expect("the folder of cases") {
        let path = entry.expect("an entry").path();
        if let Some(stem) = path.to_string_lossy().strip_suffix(".seed.txt") {
            let input = fs::read(format!("{stem}.in.txt")).unwrap_or_default();
            cases.push((fs::read(&path).expect("a seed"), input));
        }
    }
    assert!(cases.len() >= 5, "{}", edition.name);
    cases
}

#[test]
fn game_without_flaws_equals_the_game_in_all_cases() {
    for edition in EDITIONS
        .iter()
        .filter(|edition| !flaws_of(edition).is_empty())
    {
        for (seed, input) in cases(edition) {
            let flawless = played(edition, Some(&[]), &seed, &input);
            let game = played(edition, None, &seed, &input);
            // Compare texts first, because a difference in bytes is hard to read.
            let texts = [&flawless, &game].map(|game| String::from_utf8_lossy(game.merged()));
            assert_eq!(texts[0], texts[1]);
            assert_eq!(flawless, game, "{}", edition.name);
        }
    }
}

/// Draws a valid seed, or replaces one of its words, for example by nothing or by two words.
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

/// Draws a seed and lines of input. Half of the inputs are drawn to win.
fn game() -> impl Strategy<Value = (String, Vec<String>)> {
    field_of(4..=11).prop_flat_map(|field| {
        let lines = prop_oneof![vec(line(), 0..40), winning_lines(&field)];
        (seed(field.seed()), lines)
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(2_000)
    })]

    #[test]
    fn game_without_flaws_equals_the_game_with_random_input(
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
        let is_kebab_case = |letter: char| letter.is_ascii_lowercase() || letter == '-';
        assert!(flaw.name.chars().all(is_kebab_case), "{}", flaw.name);
        assert!(flaw.sentence.ends_with('.') && flaw.rule(&EDITIONS[0]).ends_with('.'));
    }
}

#[test]
fn each_flaw_is_visible_in_the_cases_of_the_package() {
    let edition = &EDITIONS[0];
    let cases = cases(edition);
    let mut invisible = flaws_of(edition);
    invisible.retain(|flaw| {
        cases.iter().all(|(seed, input)| {
            played(edition, Some(&[flaw]), seed, input) == played(edition, None, seed, input)
        })
    });
    assert!(invisible.is_empty(), "{invisible:#?}");
}

//! The search, on the project's own cases: flaws one by one and several at a
//! time, and changed texts.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::cause::{Cause, flaws};
use super::search::Search;
use super::subject::{Material, Subject};
use crate::cases::case::Expected;
use crate::compare::reference;
use crate::edition::flaw::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::edition::table;
use crate::field::random::Random;
use crate::field::seed_file::SeedFile;
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;
use crate::run::result::{End, Run, Timing};

/// A case of the project.
struct Given {
    seed: Vec<u8>,
    input: Vec<u8>,
}

/// The cases of the project; none in its package, which does not have them.
fn cases() -> Option<Vec<Given>> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    if !tests.exists() {
        println!("not tested: the cases are in the repository only, in tests/cases");
        return None;
    }
    let entries = fs::read_dir(tests.join("cases")).expect("the folder of cases");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let seeds = paths.iter().filter_map(|path| {
        let name = path.file_name()?.to_str()?.strip_suffix(".seed.txt")?;
        Some((name, path))
    });
    let case = |(name, path): (&str, &PathBuf)| Given {
        seed: fs::read(path).expect("a seed"),
        input: fs::read(path.with_file_name(format!("{name}.in.txt"))).unwrap_or_default(),
    };
    Some(seeds.map(case).collect())
}

fn run(transcript: &Transcript, merged: bool) -> Run {
    let (out, err) = if merged {
        (transcript.merged().to_vec(), Vec::new())
    } else {
        (
            transcript.separate(Stream::Output),
            transcript.separate(Stream::Error),
        )
    };
    Run {
        out,
        err,
        end: End::Exited(transcript.status().map_or(-1, i32::from)),
        timing: Timing::default(),
        file_path: PathBuf::new(),
    }
}

fn play(edition: &Edition, case: &Given, flaws: FlawSet) -> Transcript {
    let seed = SeedFile::in_memory("seed.txt", case.seed.as_slice());
    reference::play_flawed(edition, flaws, seed, &case.input, 1 << 20)
}

/// The cases as a player with some flaws plays them.
fn subjects(edition: &'static Edition, cases: &[Given], flaws: FlawSet) -> Vec<Subject> {
    let subject = |(number, case): (usize, &Given)| {
        let expected = reference::expected(&play(edition, case, FlawSet::default()));
        let expected: Expected = expected.expect("an end");
        let found = play(edition, case, flaws);
        let (separate, merged) = (run(&found, false), run(&found, true));
        let material = Material {
            number,
            seed_name: OsString::from("seed.txt"),
            seed: case.seed.clone(),
            input: case.input.clone(),
            expected: &expected,
            separate: Some(&separate),
            merged: Some(&merged),
        };
        Subject::new(material, edition).expect("a subject")
    };
    cases.iter().enumerate().map(subject).collect()
}

fn names(causes: &[Cause]) -> Vec<String> {
    let name = |cause: &Cause| match cause {
        Cause::Flaw(flaw) => flaw.name.to_owned(),
        other => format!("{other:?}"),
    };
    causes.iter().map(name).collect()
}

fn set_of(some: &[&'static Flaw]) -> FlawSet {
    some.iter().copied().collect()
}

#[test]
fn each_flaw_is_named() {
    let edition = table::default();
    let Some(given) = cases() else { return };
    let mut wrong = Vec::new();
    for flaw in edition.flaws {
        let flawed = set_of(&[flaw]);
        let subjects = subjects(edition, &given, flawed);
        let causes = Search::new(edition, &subjects, Vec::new()).run();
        if names(&causes) != [flaw.name] {
            wrong.push((flaw.name, names(&causes)));
        }
    }
    assert!(wrong.is_empty(), "{} {wrong:#?}", wrong.len());
}

#[test]
fn several_flaws_at_once_are_named() {
    const SETS: usize = 200;
    let edition = table::default();
    let Some(given) = cases() else { return };
    let mut random = Random::seeded(20_26);
    let mut explained = 0;
    for number in 0..SETS {
        let count = 2 + number % 3;
        let some: Vec<&Flaw> = (0..count)
            .map(|_| {
                let most = edition.flaws.len() as u64;
                &edition.flaws[usize::try_from(random.below(most)).expect("small")]
            })
            .collect();
        let subjects = subjects(edition, &given, set_of(&some));
        let causes = Search::new(edition, &subjects, Vec::new()).run();
        let only_flaws = causes.iter().all(|cause| matches!(cause, Cause::Flaw(_)));
        let found = flaws(&causes);
        let is_same = given
            .iter()
            .all(|case| play(edition, case, found) == play(edition, case, set_of(&some)));
        if only_flaws && is_same {
            explained += 1;
        } else {
            let some: Vec<&str> = some.iter().map(|flaw| flaw.name).collect();
            println!("{some:?} {:?}", names(&causes));
        }
    }
    println!("{explained} of {SETS} sets of flaws explained in full");
    assert!(explained * 10 >= SETS * 9, "{explained}");
}

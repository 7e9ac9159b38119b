//! Random games against players with each flaw of the table, in memory.

use super::duel::case_of;
use crate::compare::tolerance::Tolerances;
use crate::edition::flaw::FlawSet;
use crate::edition::row::Edition;
use crate::edition::table;
use crate::explain::explanation::Finding;
use crate::explain::failures::explain;
use crate::explain::idle::IdleFlaws;
use crate::explain::subject::{Draft, Material};
use crate::game::sink::Stream;
use crate::game::transcript::Transcript;
use crate::grade::loaded::LoadedCase;
use crate::run::result::{End, Run, Timing};
use crate::sample::draw::draw;

/// How many games are drawn.
const GAMES: u64 = 1_000;

/// How many of those that differ are explained together.
const EXPLAINED: usize = 6;

fn run(out: Vec<u8>, err: Vec<u8>, transcript: &Transcript) -> Run {
    Run {
        out,
        err,
        end: transcript
            .status()
            .map_or(End::TooMuchOutput, |status| End::Exited(status.into())),
        timing: Timing::default(),
        file_path: std::path::PathBuf::new(),
    }
}

fn subject(
    number: usize,
    written: &LoadedCase,
    edition: &'static Edition,
    flaws: FlawSet,
) -> Option<Draft> {
    let found = written.play(edition, flaws, usize::MAX);
    let output = |stream| found.separate(stream);
    let separate = run(output(Stream::Output), output(Stream::Error), &found);
    let merged = run(found.merged().to_vec(), Vec::new(), &found);
    let material = Material {
        number,
        seed_name: written.case.seed.clone().into_os_string(),
        seed: written.seed.clone(),
        input: written.input.clone(),
        expected: &written.expected,
        separate: Some(separate),
        merged: Some(merged),
    };
    Draft::new(material, edition)
}

#[test]
fn every_flaw_is_found_and_named() {
    let edition = table::default();
    let games: Vec<LoadedCase> = (0..GAMES)
        .map(|number| case_of(&draw(edition, 1, number), edition))
        .collect();
    let mut wrong = Vec::new();
    let mut found = 0;
    for flaw in edition.flaws {
        let flaws = FlawSet::default().with(flaw);
        let differing: Vec<&LoadedCase> = games
            .iter()
            .filter(|written| written.shows(flaw, edition))
            .take(EXPLAINED)
            .collect();
        found += usize::from(!differing.is_empty());
        let subjects: Vec<Option<Draft>> = differing
            .iter()
            .enumerate()
            .map(|(number, written)| subject(number, written, edition, flaws))
            .collect();
        let others = games.iter().filter(|written| !written.shows(flaw, edition));
        let others = others
            .take(EXPLAINED)
            .enumerate()
            .map(|(number, written)| subject(subjects.len() + number, written, edition, flaws));
        let all: Vec<Option<Draft>> = subjects.iter().cloned().chain(others).collect();
        let (failed, passed): (Vec<usize>, Vec<usize>) =
            (0..all.len()).partition(|&number| number < subjects.len());
        let load = |number: usize| Ok(all[number].clone());
        let explanation = explain(
            edition,
            &IdleFlaws::default(),
            &failed,
            &passed,
            &Tolerances::default(),
            load,
        );
        let explanation = explanation.expect("all is in memory");
        let names: Vec<&str> = explanation
            .causes()
            .map(|finding| finding.wording.name.as_str())
            .collect();
        let is_named = |finding: &Finding| finding.wording.sentence.contains(flaw.sentence);
        if names.len() != 1 || !explanation.causes().all(is_named) {
            wrong.push((flaw.name, names.join(" ")));
        }
    }
    println!(
        "{found} of {} flaws show in {GAMES} games",
        edition.flaws.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

//! Random games against players with each flaw of the table, in memory.

use std::path::PathBuf;
use std::sync::Mutex;
use std::thread::{self, available_parallelism};

use super::duel::case_of;
use crate::compare::tolerance::Tolerances;
use crate::edition::flaw_set::{Flaw, FlawSet};
use crate::edition::row::Edition;
use crate::edition::table;
use crate::explain::explanation::Finding;
use crate::explain::failures::explain;
use crate::explain::idle::IdleFlaws;
use crate::explain::subject::{Draft, Material};
use crate::grade::loaded_case::LoadedCase;
use crate::grade::players::run_of;
use crate::run::result::Streams;
use crate::sample::draw::draw;
use crate::test_amount::amount;

/// Number of drawn games.
const GAMES: u64 = 400;

/// Number of differing games in each search for causes.
const EXPLAINED: usize = 3;

fn subject(
    number: usize,
    written: &LoadedCase,
    edition: &'static Edition,
    flaws: FlawSet,
) -> Option<Draft> {
    let found = written.play(edition, flaws, usize::MAX);
    let run = |streams| Some(run_of(&found, streams, PathBuf::new()));
    let material = Material {
        number,
        seed_name: written.case.seed.clone().into_os_string(),
        seed: written.seed.clone(),
        input: written.input.clone(),
        expected: &written.expected,
        separate: run(Streams::Separate),
        merged: run(Streams::Merged),
    };
    Draft::new(material, edition)
}

/// Returns the causes found for a player with a flaw unless that flaw is the only one, and whether
/// the flaw shows at all. The flaws without effect in a game are the same for all players.
fn named_otherwise(
    flaw: &'static Flaw,
    games: &[LoadedCase],
    idle: &IdleFlaws,
    edition: &'static Edition,
) -> (Option<String>, bool) {
    let flaws = FlawSet::default().with(flaw);
    let (mut failed, mut passed) = (Vec::new(), Vec::new());
    for (number, game) in games.iter().enumerate() {
        if failed.len() == EXPLAINED && passed.len() == EXPLAINED {
            break;
        }
        let those = if game.shows(flaw, edition) {
            &mut failed
        } else {
            &mut passed
        };
        if those.len() < EXPLAINED {
            those.push(number);
        }
    }
    let load = |number: usize| Ok(subject(number, &games[number], edition, flaws));
    let tolerances = Tolerances::default();
    let explanation = explain(edition, idle, &failed, &passed, &tolerances, load);
    let explanation = explanation.expect("all is in memory");
    let names: Vec<&str> = explanation
        .causes()
        .map(|finding| finding.wording.name.as_str())
        .collect();
    let is_named = |finding: &Finding| finding.wording.sentence.contains(flaw.sentence);
    let is_alone = names.len() == 1 && explanation.causes().all(is_named);
    ((!is_alone).then(|| names.join(" ")), !failed.is_empty())
}

#[test]
fn flaws_are_found_and_named() {
    let edition = table::default();
    let games: Vec<LoadedCase> = (0..GAMES)
        .map(|number| case_of(&draw(edition, 1, number), edition))
        .collect();
    let idle = IdleFlaws::default();
    let tried = edition.flaws.iter().step_by(amount(4, 1));
    let flaws = Mutex::new(tried.clone());
    let next = || flaws.lock().expect("a flaw").next();
    let judged = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(flaw) = next() {
                    let (wrong, is_found) = named_otherwise(flaw, &games, &idle, edition);
                    let mut judged = judged.lock().expect("what was judged");
                    judged.push((flaw.name, wrong, is_found));
                }
            });
        }
    });
    let judged = judged.into_inner().expect("what was judged");
    assert_eq!(judged.len(), tried.len());
    let found = judged.iter().filter(|(.., is_found)| *is_found).count();
    println!("{found} of {} flaws show in {GAMES} games", judged.len());
    let wrong = judged.iter().filter(|(_, wrong, _)| wrong.is_some());
    let wrong: Vec<_> = wrong.map(|(name, wrong, _)| (name, wrong)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

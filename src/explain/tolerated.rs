//! Removes flaws that cause only tolerated differences.

use std::collections::{BTreeMap, BTreeSet};

use super::flaws::Chosen;
use super::subject::Subject;
use crate::compare::printed::Printed;
use crate::compare::tolerance::Tolerances;
use crate::edition::flaw_set::FlawSet;
use crate::edition::row::Edition;
use crate::game::transcript::Transcript;

/// Removes the places of flaws in cases in which they cause only tolerated differences, and flaws without other places.
pub(super) fn remove(
    chosen: &mut Vec<Chosen>,
    edition: &Edition,
    subjects: &[Subject],
    tolerances: &Tolerances,
) {
    if *tolerances == Tolerances::default() {
        return;
    }
    let all: FlawSet = chosen.iter().map(|chosen| chosen.flaw).collect();
    let mut games: BTreeMap<usize, Transcript> = BTreeMap::new();
    chosen.retain_mut(|Chosen { flaw, places, .. }| {
        let cases: BTreeSet<usize> = places.iter().map(|(case, _)| *case).collect();
        let is_tolerated = |case: &usize| {
            let played = &subjects[*case].played;
            let with = games
                .entry(*case)
                .or_insert_with(|| played.transcript(edition, all));
            let without = played.transcript(edition, all.without(flaw));
            differ_in_tolerated(with, &without, edition, tolerances)
        };
        let tolerated: BTreeSet<usize> = cases.into_iter().filter(is_tolerated).collect();
        places.retain(|(case, _)| !tolerated.contains(case));
        !places.is_empty()
    });
}

/// Reports whether two games differ, but only in tolerated ways.
fn differ_in_tolerated(
    one: &Transcript,
    other: &Transcript,
    edition: &Edition,
    tolerances: &Tolerances,
) -> bool {
    let output_format = &edition.output_format;
    let [one, other] = [one, other].map(|game| Printed::of_transcript(game, output_format));
    !one.prints_the_same(&other) && one.passes_for(&other, tolerances, output_format)
}

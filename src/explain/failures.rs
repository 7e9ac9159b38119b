//! From failing cases to a list of causes.

use std::collections::BTreeSet;

use super::applied::Applied;
use super::explanation::Explanation;
use super::search::Search;
use super::subject::Subject;
use super::tally::Tally;
use crate::compare::tolerance::Tolerances;
use crate::edition::row::Edition;
use crate::io::error::FileError;

/// How many cases a search looks at: first these, then more of those that are
/// not explained yet.
const FIRST_CASES: usize = 120;
const MORE_CASES: usize = 60;

/// How often more cases are looked at.
const ROUNDS: usize = 4;

/// The most that the cases of a search take in memory, in bytes.
const MEMORY: usize = 48 << 20;

/// Explains failed cases, given by their numbers; `load` makes a subject of one,
/// if it can be explained. `others` are cases that passed: no cause may change
/// what they print.
///
/// # Errors
///
/// Those of `load`.
pub(crate) fn explain(
    edition: &'static Edition,
    failed: &[usize],
    passed: &[usize],
    tolerances: &Tolerances,
    load: impl Fn(usize) -> Result<Option<Subject>, FileError>,
) -> Result<Explanation, FileError> {
    let mut active = Vec::new();
    let mut size = 0;
    for &case in spread(failed, FIRST_CASES).chain(spread(passed, FIRST_CASES)) {
        if size < MEMORY
            && let Some(subject) = load(case)?
        {
            size += subject.size();
            active.push(subject);
        }
    }
    let no_games = active.iter().filter_map(|subject| subject.no_game.as_ref());
    let headlines: BTreeSet<String> = no_games
        .filter(|no_game| no_game.is_certain)
        .map(|no_game| no_game.headline.clone())
        .collect();
    let load = |case| -> Result<Option<Subject>, FileError> {
        Ok(load(case)?.map(|subject| subject.without_game(&headlines)))
    };
    for subject in &mut active {
        *subject = subject.clone().without_game(&headlines);
    }
    let mut causes = Vec::new();
    for _ in 0..ROUNDS {
        // No text explains why there is none.
        let printed: Vec<Subject> = active
            .iter()
            .filter(|subject| !subject.is_silent)
            .cloned()
            .collect();
        causes = Search::new(edition, &printed, causes).run();
        let mut more = Vec::new();
        for &case in failed {
            if more.len() >= MORE_CASES {
                break;
            }
            let is_active = active.iter().any(|subject| subject.number == case);
            if !is_active
                && let Some(subject) = load(case)?
                && !Applied::new(&subject, edition, &causes).fit.is_explained()
            {
                more.push(case);
            }
        }
        if more.is_empty() {
            break;
        }
        for case in more {
            if size < MEMORY
                && let Some(subject) = load(case)?
            {
                size += subject.size();
                active.push(subject);
            }
        }
    }
    let mut tally = Tally::new(edition, causes, tolerances);
    for &case in failed {
        tally.add(case, load(case)?.as_ref());
    }
    Ok(tally.explanation())
}

/// Some of many, from all over the list.
fn spread(cases: &[usize], most: usize) -> impl Iterator<Item = &usize> {
    cases.iter().step_by(cases.len().div_ceil(most).max(1))
}

//! Chooses a few small random games that catch as many flaws as all drawn games.

use std::{cmp::Reverse, path::Path};

use super::measure::{FlawNames, Measure};
use crate::{
    analyse::Flaw,
    cases::LoadedCase,
    edition::Edition,
    sample::{Game, draw::draw, shrink::shrink},
};

/// Number of drawn games. Fewer games miss some flaws; more games do not make suites smaller.
const GAMES: u64 = 1_000;

/// Maximum number of attempts to shrink a game.
const MAX_TRIES: usize = 2_000;

/// A game and the flaws that it catches.
type Choice = (Game, FlawNames);

/// Draws games from a seed, chooses at most `max_size` games that together catch as many flaws as
/// possible, and shrinks these games as long as they catch the same flaws.
pub(super) fn choose(measure: &Measure<'_>, rng_seed: u64, max_size: usize) -> Vec<Game> {
    let edition = measure.edition;
    let games: Vec<Game> = (0..GAMES).map(|it| draw(edition, rng_seed, it)).collect();
    let cases: Vec<LoadedCase> = games.iter().map(|game| case_of(game, edition)).collect();
    let caught_by_each = measure.caught_by_each(&cases, "random games");
    let mut choices = Vec::new();
    for (game, caught) in games.into_iter().zip(caught_by_each) {
        choices.extend(caught.map(|caught| (game, caught)));
    }
    let mut chosen = cover(choices, max_size);
    for number in (0..chosen.len()).rev() {
        if own_flaws(&chosen, number, measure).is_empty() {
            chosen.remove(number);
        }
    }
    for number in 0..chosen.len() {
        let needed = own_flaws(&chosen, number, measure);
        let game = shrink(edition, chosen[number].0.clone(), MAX_TRIES, |game| {
            let caught = measure.caught(&case_of(game, edition), &needed);
            caught.is_some_and(|caught| caught.len() == needed.len())
        });
        let caught = measure.caught(&case_of(&game, edition), &measure.flaws);
        chosen[number] = (game, caught.unwrap_or_default());
    }
    chosen.into_iter().map(|(game, _)| game).collect()
}

/// Converts a game into a case without files.
fn case_of(game: &Game, edition: &Edition) -> LoadedCase {
    LoadedCase::of_game(Path::new("flaws"), game.seed(), game.input(), edition)
}

/// Solves the set cover problem greedily: repeatedly takes the choice that catches the most flaws
/// that are not caught yet, and of several such choices the shortest.
fn cover(mut choices: Vec<Choice>, max_size: usize) -> Vec<Choice> {
    let (mut chosen, mut covered) = (Vec::new(), FlawNames::new());
    while chosen.len() < max_size {
        let new_count = |caught: &FlawNames| caught.difference(&covered).count();
        let best = choices.iter().enumerate().max_by_key(|(number, choice)| {
            let (game, caught) = choice;
            let length = game.seed().len() + game.input().len();
            (new_count(caught), Reverse((length, *number)))
        });
        let Some((best, _)) = best.filter(|(_, (_, caught))| new_count(caught) > 0) else {
            break;
        };
        let (game, caught) = choices.swap_remove(best);
        covered.extend(&caught);
        chosen.push((game, caught));
    }
    chosen
}

/// Returns the flaws that only one of the choices catches.
fn own_flaws(chosen: &[Choice], number: usize, measure: &Measure<'_>) -> Vec<&'static Flaw> {
    let mut flaws = measure.flaws.clone();
    flaws.retain(|flaw| {
        let catching = chosen.iter().filter(|(_, it)| it.contains(flaw.name));
        catching.count() == 1 && chosen[number].1.contains(flaw.name)
    });
    flaws
}

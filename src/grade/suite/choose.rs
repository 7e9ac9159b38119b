//! Chooses few and small random games that catch as many flaws as all drawn games.

use std::cmp::Reverse;
use std::convert::Infallible;
use std::path::Path;

use super::measure::{Caught, Measure};
use crate::analyse::flaws::{self, Flaw};
use crate::grade::loaded_case::LoadedCase;
use crate::sample::draw::draw;
use crate::sample::game::Game;
use crate::sample::shrink::shrink;

/// Number of drawn games: with fewer, some flaws are missed; with more, the suites get no smaller.
const GAMES: u64 = 1_000;

/// Maximum number of attempts to shrink a game.
const TRIALS: usize = 2_000;

/// A game and the flaws that it catches.
struct Choice {
    game: Game,
    caught: Caught,
}

/// Draws games from a seed, chooses at most `most` that together catch as many flaws as possible,
/// and shrinks them as long as they still do.
pub(crate) fn choose(measure: Measure<'_>, rng_seed: u64, most: usize) -> Vec<Game> {
    let edition = measure.edition();
    let games: Vec<Game> = (0..GAMES)
        .map(|number| draw(edition, rng_seed, number))
        .collect();
    let load = |game: &Game| Ok::<_, Infallible>(as_case(game, measure));
    let mut all = Vec::new();
    let Ok(()) = measure.each(&games, "random games", load, |_, caught| {
        all.push(caught.unwrap_or_default());
    });
    let choices = games
        .into_iter()
        .zip(all)
        .map(|(game, caught)| Choice { game, caught })
        .collect();
    let mut chosen = cover(choices, flaws::of_edition(edition).len(), most);
    for number in (0..chosen.len()).rev() {
        if needed(&chosen, number, measure).is_empty() {
            chosen.remove(number);
        }
    }
    for number in 0..chosen.len() {
        let needed = needed(&chosen, number, measure);
        let catches_needed = |game: &Game| measure.catches_all(&as_case(game, measure), &needed);
        let game = shrink(edition, chosen[number].game.clone(), TRIALS, catches_needed);
        let caught = measure.caught(&as_case(&game, measure)).unwrap_or_default();
        chosen[number] = Choice { game, caught };
    }
    chosen.into_iter().map(|choice| choice.game).collect()
}

/// Converts a game into a case with a preliminary name.
fn as_case(game: &Game, measure: Measure<'_>) -> LoadedCase {
    LoadedCase::of_game(Path::new("flaws"), game, measure.edition())
}

/// Repeatedly takes the choice that catches most of the flaws that are not caught yet; of several,
/// the shortest.
fn cover(mut choices: Vec<Choice>, flaws: usize, most: usize) -> Vec<Choice> {
    let mut covered = vec![false; flaws];
    let mut chosen = Vec::new();
    while chosen.len() < most {
        let fresh = |caught: &Caught| {
            caught
                .iter()
                .zip(&covered)
                .filter(|(caught, covered)| **caught && !**covered)
                .count()
        };
        let best = choices.iter().enumerate().max_by_key(|(number, choice)| {
            let length = choice.game.seed().len() + choice.game.input().len();
            (fresh(&choice.caught), Reverse((length, *number)))
        });
        let Some((best, _)) = best.filter(|(_, choice)| fresh(&choice.caught) > 0) else {
            break;
        };
        let choice = choices.swap_remove(best);
        for (covered, caught) in covered.iter_mut().zip(&choice.caught) {
            *covered |= caught;
        }
        chosen.push(choice);
    }
    chosen
}

/// Returns the flaws that only this choice catches.
fn needed(chosen: &[Choice], number: usize, measure: Measure<'_>) -> Vec<&'static Flaw> {
    let catches = |choice: &Choice, flaw: usize| choice.caught.get(flaw) == Some(&true);
    let is_caught_besides = |flaw| {
        chosen
            .iter()
            .enumerate()
            .any(|(other, choice)| other != number && catches(choice, flaw))
    };
    flaws::of_edition(measure.edition())
        .into_iter()
        .enumerate()
        .filter(|&(flaw, _)| catches(&chosen[number], flaw) && !is_caught_besides(flaw))
        .map(|(_, flaw)| flaw)
        .collect()
}

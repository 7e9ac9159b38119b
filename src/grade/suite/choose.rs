//! Chooses few and small random games that catch as many flaws as all drawn games.

use std::cmp::Reverse;
use std::path::Path;

use super::measure::{Caught, Measure};
use crate::analyse::flaws::Flaw;
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
pub(super) fn choose(measure: &Measure<'_>, rng_seed: u64, most: usize) -> Vec<Game> {
    let edition = measure.edition;
    let as_case = |game: &Game| LoadedCase::of_game(Path::new("flaws"), game, edition);
    let games: Vec<Game> = (0..GAMES)
        .map(|number| draw(edition, rng_seed, number))
        .collect();
    let cases: Vec<LoadedCase> = games.iter().map(as_case).collect();
    let all = measure.all(&cases, "random games").into_iter();
    let choices = games.into_iter().zip(all).filter_map(|(game, caught)| {
        let caught = caught?;
        Some(Choice { game, caught })
    });
    let mut chosen = cover(choices.collect(), most);
    for number in (0..chosen.len()).rev() {
        if needed(&chosen, number, measure).is_empty() {
            chosen.remove(number);
        }
    }
    for number in 0..chosen.len() {
        let needed = needed(&chosen, number, measure);
        let catches_needed = |game: &Game| measure.catches_all(&as_case(game), &needed);
        let game = shrink(edition, chosen[number].game.clone(), TRIALS, catches_needed);
        let caught = measure.caught(&as_case(&game)).unwrap_or_default();
        chosen[number] = Choice { game, caught };
    }
    chosen.into_iter().map(|choice| choice.game).collect()
}

/// Repeatedly takes the choice that catches most of the flaws that are not caught yet; of several,
/// the shortest.
fn cover(mut choices: Vec<Choice>, most: usize) -> Vec<Choice> {
    let mut chosen: Vec<Choice> = Vec::new();
    while chosen.len() < most {
        let is_fresh = |flaw: &usize| !chosen.iter().any(|choice| choice.caught[*flaw]);
        let fresh = |choice: &Choice| {
            let flaws = (0..choice.caught.len()).filter(|flaw| choice.caught[*flaw]);
            flaws.filter(is_fresh).count()
        };
        let best = choices.iter().enumerate().max_by_key(|(number, choice)| {
            let length = choice.game.seed().len() + choice.game.input().len();
            (fresh(choice), Reverse((length, *number)))
        });
        let Some((best, _)) = best.filter(|(_, choice)| fresh(choice) > 0) else {
            break;
        };
        chosen.push(choices.swap_remove(best));
    }
    chosen
}

/// Returns the flaws that only this choice catches.
fn needed(chosen: &[Choice], number: usize, measure: &Measure<'_>) -> Vec<&'static Flaw> {
    let mut needed = Vec::new();
    for (flaw, row) in measure.flaws.iter().enumerate() {
        let catching = (0..chosen.len()).filter(|&one| chosen[one].caught.get(flaw) == Some(&true));
        if catching.eq([number]) {
            needed.push(*row);
        }
    }
    needed
}

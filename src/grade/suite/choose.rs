//! Chooses few and small random games that catch as many flaws as all drawn games.

use std::cmp::Reverse;
use std::path::Path;

use super::measure::{Caught, Measure};
use crate::analyse::flaws::Flaw;
use crate::cases::load::LoadedCase;
use crate::sample::draw::draw;
use crate::sample::game::Game;
use crate::sample::shrink::shrink;

/// Number of drawn games: with fewer, some flaws are missed; with more, the suites get no smaller.
const GAMES: u64 = 1_000;

/// Maximum number of attempts to shrink a game.
const TRIALS: usize = 2_000;

/// A game and the flaws that it catches.
type Choice = (Game, Caught);

/// Draws games from a seed, chooses at most `most` that together catch as many flaws as possible,
/// and shrinks them as long as they still do.
pub(super) fn choose(measure: &Measure<'_>, rng_seed: u64, most: usize) -> Vec<Game> {
    let edition = measure.edition;
    let as_case =
        |game: &Game| LoadedCase::of_game(Path::new("flaws"), game.seed(), game.input(), edition);
    let games = (0..GAMES).map(|number| draw(edition, rng_seed, number));
    let games: Vec<Game> = games.collect();
    let cases: Vec<LoadedCase> = games.iter().map(as_case).collect();
    let all = measure.all(&cases, "random games").into_iter();
    let choices = games.into_iter().zip(all);
    let choices = choices.filter_map(|(game, caught)| Some((game, caught?)));
    let mut chosen = cover(choices.collect(), most);
    for number in (0..chosen.len()).rev() {
        if needed(&chosen, number, measure).is_empty() {
            chosen.remove(number);
        }
    }
    for number in 0..chosen.len() {
        let needed = needed(&chosen, number, measure);
        let game = shrink(edition, chosen[number].0.clone(), TRIALS, |game| {
            let caught = measure.caught(&as_case(game), &needed);
            caught.is_some_and(|caught| caught.len() == needed.len())
        });
        let caught = measure.caught(&as_case(&game), &measure.flaws);
        chosen[number] = (game, caught.unwrap_or_default());
    }
    chosen.into_iter().map(|(game, _)| game).collect()
}

/// Repeatedly takes the choice that catches most of the flaws that are not caught yet; of several,
/// the shortest.
fn cover(mut choices: Vec<Choice>, most: usize) -> Vec<Choice> {
    let (mut chosen, mut known) = (Vec::new(), Caught::new());
    while chosen.len() < most {
        let fresh = |caught: &Caught| caught.difference(&known).count();
        let best = choices.iter().enumerate().max_by_key(|(number, choice)| {
            let (game, caught) = choice;
            let length = game.seed().len() + game.input().len();
            (fresh(caught), Reverse((length, *number)))
        });
        let Some((best, _)) = best.filter(|(_, (_, caught))| fresh(caught) > 0) else {
            break;
        };
        let (game, caught) = choices.swap_remove(best);
        known.extend(&caught);
        chosen.push((game, caught));
    }
    chosen
}

/// Returns the flaws that only this choice catches.
fn needed(chosen: &[Choice], number: usize, measure: &Measure<'_>) -> Vec<&'static Flaw> {
    let mut needed = measure.flaws.clone();
    needed.retain(|flaw| {
        let catching = chosen
            .iter()
            .filter(|(_, caught)| caught.contains(flaw.name));
        catching.count() == 1 && chosen[number].1.contains(flaw.name)
    });
    needed
}

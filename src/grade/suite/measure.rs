//! Measures which flaws of an edition test cases catch, by playing each case with every flaw, and
//! chooses a few small random games that catch as many flaws as all drawn games.

use std::{cmp::Reverse, collections::BTreeSet, convert::Infallible, num::NonZero};

use crate::{
    analyse::{Flaw, Tolerances, flaws, subject},
    cases::LoadedCase,
    edition::Edition,
    game::Transcript,
    io::Progress,
    parallel::each_in_order,
    sample::{Game, draw::draw, shrink::shrink},
};

/// Usual output limit of a game, in bytes. More output fails a case, as in `check`.
const MAX_OUTPUT: usize = 16 << 20;

/// Number of drawn games. Fewer games miss some flaws; more games do not make suites smaller.
const GAMES: u64 = 1_000;

/// Maximum number of attempts to shrink a game.
const MAX_TRIES: usize = 2_000;

/// The flaws to catch and the rules for passing a case.
#[derive(Debug)]
pub(super) struct Measure<'suite> {
    pub edition: &'static Edition,
    pub tolerances: &'suite Tolerances,
    pub flaws: Vec<&'static Flaw>,
}

/// Names of the flaws that a case catches.
type FlawNames = BTreeSet<&'static str>;

/// A game and the flaws that it catches.
type Choice = (Game, FlawNames);

impl Measure<'_> {
    /// Plays cases with every flaw, several cases at a time. `things` is the name of the cases in
    /// the progress line. The result of a case is `None` if the game without flaws fails the case.
    pub fn caught_by_each(
        &self,
        cases: &[LoadedCase],
        things: &'static str,
    ) -> Vec<Option<FlawNames>> {
        let jobs = std::thread::available_parallelism();
        let progress = Progress::new(cases.len() as u64, things);
        let mut results = Vec::new();
        let Ok(()) = each_in_order(
            cases,
            jobs.unwrap_or(NonZero::<usize>::MIN),
            || (),
            |(), case, _| Ok::<_, Infallible>(self.caught(case, &self.flaws)),
            |_| false,
            |_, caught| {
                results.push(caught);
                progress.show(results.len() as u64);
                Ok(false)
            },
        );
        progress.clear();
        results
    }

    /// Plays a case with each of some flaws. Returns the caught flaws, or `None` if the game
    /// without flaws fails the case.
    fn caught(&self, case: &LoadedCase, flaws: &[&'static Flaw]) -> Option<FlawNames> {
        let correct = self.play(case, &[]);
        let caught = flaws.iter().filter(|flaw| {
            let flawed = self.play(case, &[flaw]);
            flawed != correct && !self.passes(case, &flawed)
        });
        self.passes(case, &correct)
            .then(|| caught.map(|flaw| flaw.name).collect())
    }

    fn play(&self, case: &LoadedCase, flaws: &[&Flaw]) -> Transcript {
        let max_output = case.expected.max_output(MAX_OUTPUT);
        flaws::play_case(case, self.edition, flaws, max_output)
    }

    fn passes(&self, case: &LoadedCase, played: &Transcript) -> bool {
        let expected = &case.expected;
        let status = played.status().map(i32::from);
        status.is_some()
            && (expected.status.is_none() || expected.status == status)
            && subject::prints_expected(self.edition, played, expected, self.tolerances)
    }

    /// Draws games from a seed, chooses at most `max_size` games that together catch as many flaws
    /// as possible, and shrinks these games as long as they catch the same flaws.
    pub fn choose(&self, rng_seed: u64, max_size: usize) -> Vec<Game> {
        let drawn = (0..GAMES).map(|number| draw(self.edition, rng_seed, number));
        let games: Vec<_> = drawn.collect();
        let cases: Vec<_> = games.iter().map(|game| self.case_of(game)).collect();
        let caught_by_each = self.caught_by_each(&cases, "random games");
        let pairs = games.into_iter().zip(caught_by_each);
        let choices = pairs.filter_map(|(game, caught)| Some((game, caught?)));
        let mut chosen = cover(choices.collect(), max_size);
        for number in (0..chosen.len()).rev() {
            if self.own_flaws(&chosen, number).is_empty() {
                chosen.remove(number);
            }
        }
        for number in 0..chosen.len() {
            let needed = self.own_flaws(&chosen, number);
            let large = chosen[number].0.clone();
            let game = shrink(self.edition, large, MAX_TRIES, |game| {
                let caught = self.caught(&self.case_of(game), &needed);
                caught.is_some_and(|caught| caught.len() == needed.len())
            });
            let caught = self.caught(&self.case_of(&game), &self.flaws);
            chosen[number] = (game, caught.unwrap_or_default());
        }
        chosen.into_iter().map(|(game, _)| game).collect()
    }

    /// Converts a game into a case without files.
    fn case_of(&self, game: &Game) -> LoadedCase {
        subject::case_of_game("flaws".as_ref(), game.seed(), game.input(), self.edition)
    }

    /// Returns the flaws that only one of the choices catches.
    fn own_flaws(&self, chosen: &[Choice], number: usize) -> Vec<&'static Flaw> {
        let mut flaws = self.flaws.clone();
        flaws.retain(|flaw| {
            let catching = chosen.iter().filter(|(_, it)| it.contains(flaw.name));
            catching.count() == 1 && chosen[number].1.contains(flaw.name)
        });
        flaws
    }
}

/// Solves the set cover problem greedily: repeatedly takes the choice that catches the most flaws
/// that are not caught yet, and of several such choices the shortest.
fn cover(mut choices: Vec<Choice>, max_size: usize) -> Vec<Choice> {
    let mut chosen = Vec::new();
    let mut covered = FlawNames::new();
    while chosen.len() < max_size {
        let new_count = |caught: &FlawNames| caught.difference(&covered).count();
        let best = (0..choices.len()).max_by_key(|&number| {
            let (game, caught) = &choices[number];
            let length = game.seed().len() + game.input().len();
            (new_count(caught), Reverse((length, number)))
        });
        let Some(best) = best.filter(|&best| new_count(&choices[best].1) > 0) else {
            break;
        };
        let choice = choices.swap_remove(best);
        covered.extend(&choice.1);
        chosen.push(choice);
    }
    chosen
}

//! `solve --games`: how many random fields are won from what a player sees.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use clap::ValueEnum;
use serde::Serialize;

use super::error::AdviceError;
use super::json;
use super::player;
use crate::edition::row::Moves;
use crate::edition::setup::Setup;
use crate::edition::table;
use crate::field::minefield::{Size, Square};
use crate::field::random::{Random, RandomError, RandomField};
use crate::game::view::Outcome;
use crate::io::console::Console;
use crate::io::progress::Progress;

/// What is asked for.
#[derive(Debug)]
pub(crate) struct Games {
    /// How many games are played.
    pub(crate) count: NonZero<u64>,
    /// The size of the fields, and their number of mines.
    pub(crate) field: RandomField,
    /// The square that is revealed first, counted from 0.
    pub(crate) start: Square,
    /// What is known of it before.
    pub(crate) first: First,
    /// Whether the player knows the number of mines.
    pub(crate) knows_mines: bool,
    /// What drawing the fields begins with.
    pub(crate) rng_seed: Option<u64>,
    /// How many games are played at a time; as many as there are processors if none.
    pub(crate) jobs: Option<NonZero<usize>>,
    /// Whether the result is printed as JSON.
    pub(crate) json: bool,
}

/// What is known of the square that is revealed first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum First {
    /// Nothing: it may have a mine.
    Any,
    /// It has no mine.
    #[default]
    Safe,
    /// It has no mine, and none is around it.
    Opening,
}

impl First {
    fn words(self) -> &'static str {
        match self {
            Self::Any => "which may have a mine",
            Self::Safe => "which has no mine",
            Self::Opening => "with no mine there or around it",
        }
    }
}

/// Plays the games and prints how many were won.
///
/// # Errors
///
/// There are no such fields, or a stream fails.
pub(crate) fn play(games: &Games, console: &mut Console) -> Result<(), AdviceError> {
    let table = Table::new(games)?;
    let rng_seed = games.rng_seed.map_or_else(Random::draw_seed, Ok)?;
    let result = table.play(rng_seed)?;
    let text = if games.json {
        json::text(&result)
    } else {
        result.text()
    };
    console.print(text.as_bytes())?;
    Ok(console.flush()?)
}

/// Where the games are played.
struct Table<'games> {
    games: &'games Games,
    size: Size,
    moves: &'static Moves,
    /// The squares that may have mines.
    squares: Vec<Square>,
}

impl<'games> Table<'games> {
    fn new(games: &'games Games) -> Result<Self, AdviceError> {
        let RandomField { rows, cols, mines } = games.field;
        // What a game is like beside its numbers does not change how many are won: the
        // edition is the one with fields of all sizes.
        let edition = table::EDITIONS
            .iter()
            .find(|edition| edition.name == table::generator().name);
        let (Some(limits), Some(moves)) = (
            edition.and_then(|edition| edition.generates.as_ref()),
            edition.and_then(|edition| edition.moves.as_ref()),
        ) else {
            return Err(AdviceError::NoMoves(table::generator().name));
        };
        let size = games.field.allowed(limits)?;
        let start = games.start;
        if start.row >= rows || start.col >= cols {
            return Err(AdviceError::Outside { start, size });
        }
        let may_be_mined = |square: &Square| match games.first {
            First::Any => true,
            First::Safe => *square != start,
            First::Opening => {
                square.row.abs_diff(start.row) > 1 || square.col.abs_diff(start.col) > 1
            }
        };
        let squares: Vec<Square> = size.squares().filter(may_be_mined).collect();
        if mines > squares.len() {
            return Err(RandomError::Mines {
                mines,
                size,
                range: limits.fewest_mines..=squares.len(),
            }
            .into());
        }
        Ok(Self {
            games,
            size,
            moves,
            squares,
        })
    }

    fn play(&self, rng_seed: u64) -> Result<GamesResult, AdviceError> {
        let count = self.games.count.get();
        let jobs = self
            .games
            .jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZero::get);
        let next = AtomicU64::new(0);
        let (sender, results) = mpsc::channel();
        let progress = Progress::with_time_left(count, "games");
        let mut result = GamesResult::new(self.games, rng_seed);
        std::thread::scope(|scope| {
            for thread in 0..count.min(jobs as u64) {
                let (sender, next) = (sender.clone(), &next);
                let started = std::thread::Builder::new().spawn_scoped(scope, move || {
                    let mut squares = self.squares.clone();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let is_over = number >= count;
                        if is_over
                            || sender
                                .send(self.game(rng_seed, number, &mut squares))
                                .is_err()
                        {
                            break;
                        }
                    }
                });
                match started {
                    Err(source) if thread == 0 => return Err(AdviceError::Threads(source)),
                    // The threads that there are play all games.
                    Err(_) => break,
                    Ok(_) => {}
                }
            }
            drop(sender);
            for (done, game) in (1..).zip(results) {
                result.add(&game?);
                progress.show(done);
            }
            Ok::<(), AdviceError>(())
        })?;
        progress.clear();
        Ok(result.finished())
    }

    /// Plays one of the games, which is the same whatever is played beside it.
    fn game(
        &self,
        rng_seed: u64,
        number: u64,
        squares: &mut [Square],
    ) -> Result<Game, AdviceError> {
        let mines = self.games.field.mines;
        squares.copy_from_slice(&self.squares);
        let mut random = Random::numbered(rng_seed, number);
        let minefield = random.place_among(self.size, squares, mines);
        let mut session = (self.moves.begin)(&Setup::default(), minefield);
        let known = self.games.knows_mines.then_some(mines);
        let played = player::play(session.as_mut(), self.moves, known, Some(self.games.start))?;
        Ok(Game {
            is_won: played.outcome == Some(Outcome::Won),
            guesses: played.guesses as u64,
        })
    }
}

/// How a game ended.
struct Game {
    is_won: bool,
    guesses: u64,
}

/// How the games ended; `docs/solving.md` describes it.
#[derive(Debug, Serialize)]
struct GamesResult {
    version: u32,
    rows: usize,
    cols: usize,
    mines: usize,
    start: [usize; 2],
    first: First,
    mines_known: bool,
    rng_seed: u64,
    games: u64,
    won: u64,
    rate: f64,
    interval: Interval,
    guesses: u64,
}

impl GamesResult {
    fn new(games: &Games, rng_seed: u64) -> Self {
        let RandomField { rows, cols, mines } = games.field;
        Self {
            version: json::VERSION,
            rows,
            cols,
            mines,
            start: [games.start.row, games.start.col],
            first: games.first,
            mines_known: games.knows_mines,
            rng_seed,
            games: 0,
            won: 0,
            rate: 0.0,
            interval: Interval::of(0, 0),
            guesses: 0,
        }
    }

    fn add(&mut self, game: &Game) {
        self.games += 1;
        self.won += u64::from(game.is_won);
        self.guesses += game.guesses;
    }

    fn finished(self) -> Self {
        Self {
            rate: float(self.won) / float(self.games),
            interval: Interval::of(self.won, self.games),
            ..self
        }
    }

    /// The result for people.
    fn text(&self) -> String {
        let Self {
            rows,
            cols,
            mines,
            start: [row, col],
            games,
            won,
            rng_seed,
            ..
        } = self;
        let percent = |number: f64| format!("{:.2} %", number * 100.0);
        let known = if self.mines_known {
            ""
        } else {
            ", which is not told"
        };
        format!(
            "{games} games on {rows} by {cols} squares with {mines} mines{known},\n\
             begun at ({row}, {col}), {}, --rng-seed {rng_seed}\n\
             won      {won}: {}, with 95 % confidence {} to {}\n\
             guesses  {:.2} a game, without the first square\n",
            self.first.words(),
            percent(self.rate),
            percent(self.interval.low),
            percent(self.interval.high),
            float(self.guesses) / float(*games)
        )
    }
}

/// Between what rates the true one lies, with this confidence.
#[derive(Debug, Serialize)]
struct Interval {
    confidence: f64,
    low: f64,
    high: f64,
}

impl Interval {
    /// Wilson's score interval for so many of so many games.
    fn of(won: u64, games: u64) -> Self {
        const CONFIDENCE: f64 = 0.95;
        // So many standard deviations from the mean have that confidence.
        const DEVIATIONS: f64 = 1.959_963_985;
        if games == 0 {
            return Self {
                confidence: CONFIDENCE,
                low: 0.0,
                high: 1.0,
            };
        }
        let (count, rate) = (float(games), float(won) / float(games));
        let square = DEVIATIONS * DEVIATIONS / count;
        let middle = rate + square / 2.0;
        let half = DEVIATIONS * (rate * (1.0 - rate) / count + square / (4.0 * count)).sqrt();
        Self {
            confidence: CONFIDENCE,
            low: ((middle - half) / (1.0 + square)).max(0.0),
            high: ((middle + half) / (1.0 + square)).min(1.0),
        }
    }
}

/// A number of games or guesses, all of which floating point has exactly.
#[allow(clippy::cast_precision_loss, reason = "nobody plays so many games")]
fn float(number: u64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::Interval;

    #[test]
    fn intervals_are_those_of_the_tables() {
        // Values from Wilson's formula, computed in decimal with 30 digits.
        for (won, games, low, high) in [
            (0, 10, 0.0, 0.277_532_8),
            (10, 10, 0.722_467_2, 1.0),
            (5, 10, 0.236_593_1, 0.763_406_9),
            (400, 1_000, 0.370_074_8, 0.430_690_6),
        ] {
            let found = Interval::of(won, games);
            assert!(
                (found.low - low).abs() < 1e-6,
                "{found:?} for {won} of {games}"
            );
            assert!(
                (found.high - high).abs() < 1e-6,
                "{found:?} for {won} of {games}"
            );
        }
    }
}

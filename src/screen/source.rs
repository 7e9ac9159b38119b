//! The fields of a series of games: the field of a seed, the field of a day, or random fields.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use super::attempt::{Attempt, Drawn};
use super::board::CORNER;
use super::error::ScreenError;
use super::job::JobFlag;
use super::playthrough::Playthrough;
use super::records::{FieldKind, LeftGame, NextField};
use crate::edition::play_option::PlayOption;
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::edition::start_error::StartError;
use crate::edition::table::EDITIONS;
use crate::field::minefield::{Minefield, Size, Square};
use crate::field::random::{Random, RandomField};
use crate::generate::WithoutGuessing;
use crate::io::date::Date;
use crate::report::again::quoted;
use crate::solve::error::SolveError;

/// The defaults of a field that needs no guess.
pub(super) const NO_GUESS: WithoutGuessing = WithoutGuessing {
    start: None,
    difficulty: None,
    deadline: Duration::from_secs(10),
};

/// The fields of a series of games.
#[derive(Clone)]
pub(super) struct FieldSource {
    pub(super) edition: &'static Edition,
    pub(super) moves: &'static Moves,
    pub(super) cascade: bool,
    /// The square in the seed file from which no guess is needed.
    pub(super) noted_start: Option<Square>,
    /// The square of `--start`.
    pub(super) start: Option<Square>,
    /// The number that determines the next random field.
    pub(super) rng_seed: Option<u64>,
    /// The name of the seed file.
    pub(super) file: Option<OsString>,
    pub(super) size: Size,
    mines: usize,
    no_guess: Option<WithoutGuessing>,
    /// The field if all games are played on the same one.
    fixed: Option<Minefield>,
}

impl FieldSource {
    /// Reads the seed, or prepares to draw random fields.
    ///
    /// # Errors
    ///
    /// The seed is malformed, or the edition has no such field.
    pub(super) fn new(
        edition: &'static Edition,
        moves: &'static Moves,
        mut setup: Setup,
        no_guess: Option<WithoutGuessing>,
    ) -> Result<Self, ScreenError> {
        edition.check_options(&setup)?;
        edition.draw_rng_seed(&mut setup)?;
        let random = (edition.random)(&setup).filter(|_| setup.files.is_empty());
        let (size, mines, fixed) = if let Some(field) = random {
            let size = field.allowed(&edition.fields).map_err(StartError::from)?;
            (size, field.mines, None)
        } else {
            let minefield = (moves.field)(&setup)?;
            (minefield.size(), minefield.mine_count(), Some(minefield))
        };
        Ok(Self {
            edition,
            moves,
            cascade: setup.cascade,
            noted_start: edition.noted_start(&setup, size),
            start: None,
            rng_seed: setup.rng_seed,
            file: setup.files.first().map(|file| file.name().to_owned()),
            size,
            mines,
            no_guess,
            fixed,
        })
    }

    /// Draws the field of a day, which is the same for everybody and needs no guess.
    ///
    /// # Errors
    ///
    /// No such field was found.
    pub(super) fn of_day(
        edition: &'static Edition,
        moves: &'static Moves,
        field: RandomField,
        date: Date,
    ) -> Result<Self, ScreenError> {
        let mut random = Random::seeded(date.number());
        let (minefield, _, start) = NO_GUESS.draw(field, &edition.fields, &mut random, || true)?;
        Ok(Self {
            edition,
            moves,
            cascade: false,
            noted_start: Some(start),
            start: None,
            rng_seed: Some(date.number()),
            file: None,
            size: minefield.size(),
            mines: field.mines,
            no_guess: Some(NO_GUESS),
            fixed: Some(minefield),
        })
    }

    /// Restores a game that was left; returns its fields, the game and its cursor.
    pub(super) fn of_left_game(left: LeftGame, now: Instant) -> Option<(Self, Attempt)> {
        let edition = EDITIONS
            .iter()
            .find(|edition| edition.name == left.edition)?;
        let size = edition.fields.size(left.rows, left.cols)?;
        let square = |(row, col)| {
            let is_on_field = row < size.rows && col < size.cols;
            is_on_field.then_some(Square { row, col })
        };
        let mut minefield = Minefield::new(size);
        for mine in left.mines {
            minefield = minefield.with_mine(square(mine)?);
        }
        let is_fixed = left.next == NextField::Same;
        let is_of_day = is_fixed && left.rng_seed.is_some();
        let has_no_guess = is_of_day || left.next == NextField::NoGuess;
        let source = Self {
            edition,
            moves: edition.moves.as_ref()?,
            cascade: left.cascade,
            noted_start: None,
            start: left.cursor.and_then(square),
            rng_seed: left.rng_seed,
            file: None,
            size,
            mines: minefield.mine_count(),
            no_guess: has_no_guess.then_some(WithoutGuessing {
                difficulty: left.difficulty,
                ..NO_GUESS
            }),
            fixed: is_fixed.then(|| minefield.clone()),
        };
        let mut attempt = Attempt::new(source.game_on(minefield), now);
        attempt.aid = left.aid;
        attempt.drawn = left
            .start
            .and_then(square)
            .and_then(|at| source.drawn_around(at));
        let time = Duration::from_millis(left.milliseconds);
        let attempt = attempt.continued(left.lines, &left.steps, time)?;
        Some((source, attempt))
    }

    /// Describes a game to continue it later.
    pub(super) fn left_game(&self, attempt: &Attempt, cursor: Square) -> LeftGame {
        let minefield = &attempt.game.minefield;
        let pair = |square: Square| (square.row, square.col);
        LeftGame {
            edition: self.edition.name.to_owned(),
            cascade: self.cascade,
            rows: self.size.rows,
            cols: self.size.cols,
            mines: minefield.mines().map(pair).collect(),
            lines: attempt.lines.clone(),
            steps: attempt.steps.clone(),
            cursor: Some(pair(cursor)),
            milliseconds: milliseconds(attempt.time()),
            aid: attempt.aid,
            rng_seed: self.rng_seed,
            start: attempt.drawn.map(|drawn| pair(drawn.start)),
            difficulty: self.no_guess.as_ref().and_then(|wanted| wanted.difficulty),
            next: match (&self.fixed, &self.no_guess) {
                (Some(_), _) => NextField::Same,
                (None, None) => NextField::Random,
                (None, Some(_)) => NextField::NoGuess,
            },
        }
    }

    /// Returns the initial position of the cursor.
    ///
    /// # Errors
    ///
    /// `--start` is out of bounds.
    pub(super) fn first_cursor(&self) -> Result<Square, SolveError> {
        match (self.start.or(self.noted_start), &self.no_guess) {
            (None, None) => Ok(CORNER),
            (start, _) => WithoutGuessing { start, ..NO_GUESS }.start_on(self.size),
        }
    }

    /// Returns the mine count if it is known without the game: a random field has it in its size.
    pub(super) fn known_mines(&self) -> Option<usize> {
        (self.fixed.is_none() || self.rng_seed.is_some()).then_some(self.mines)
    }

    /// Returns the class of fields with comparable results, if there is one.
    pub(super) fn kind(&self) -> Option<FieldKind> {
        self.rng_seed?;
        Some(FieldKind {
            edition: self.edition.name.to_owned(),
            rows: self.size.rows,
            cols: self.size.cols,
            mines: self.mines,
            no_guess: self.no_guess.is_some(),
        })
    }

    /// Starts a game on the fixed field, or on an empty one until a random field is drawn.
    pub(super) fn first_game(&self, now: Instant) -> Attempt {
        let minefield = self.fixed.clone().unwrap_or(Minefield::new(self.size));
        let mut attempt = Attempt::new(self.game_on(minefield), now);
        attempt.drawn = self.noted_start.and_then(|start| self.drawn_around(start));
        attempt
    }

    /// Reports whether the field of a game has been drawn.
    pub(super) fn has_field(&self, attempt: &Attempt) -> bool {
        attempt.game.minefield.mine_count() == self.mines
    }

    /// Returns what determines a field that was drawn around this square.
    pub(super) fn drawn_around(&self, start: Square) -> Option<Drawn> {
        let rng_seed = self.rng_seed?;
        Some(Drawn { rng_seed, start })
    }

    pub(super) fn game_on(&self, minefield: Minefield) -> Playthrough {
        let setup = Setup {
            cascade: self.cascade,
            ..Setup::default()
        };
        Playthrough::new(self.moves, setup, minefield, false)
    }

    /// Proceeds to the next random field.
    pub(super) fn advance(&mut self) {
        if let (None, Some(rng_seed)) = (&self.fixed, &mut self.rng_seed) {
            *rng_seed = Random::seeded(*rng_seed).below(1 << 53);
        }
    }

    /// Draws a random field around the first square, which has no mine; neither have its
    /// neighbours, if there is room.
    ///
    /// # Errors
    ///
    /// No field without guessing was found.
    pub(super) fn draw(&self, start: Square, wanted: &JobFlag) -> Result<Minefield, SolveError> {
        let (size, mines) = (self.size, self.mines);
        let mut random = Random::seeded(self.rng_seed.unwrap_or_default());
        if let Some(no_guess) = &self.no_guess {
            let field = RandomField {
                rows: size.rows,
                cols: size.cols,
                mines,
            };
            let no_guess = WithoutGuessing {
                start: Some(start),
                ..no_guess.clone()
            };
            let is_wanted = || wanted.holds();
            return Ok(no_guess
                .draw(field, &self.edition.fields, &mut random, is_wanted)?
                .0);
        }
        let distance = |square: Square| {
            let down = square.row.abs_diff(start.row);
            down.max(square.col.abs_diff(start.col))
        };
        let mut squares = Vec::new();
        for min_distance in [2, 1, 0] {
            squares = size
                .squares()
                .filter(|&at| distance(at) >= min_distance)
                .collect();
            if squares.len() >= mines {
                break;
            }
        }
        Ok(random.place_among(size, &mut squares, mines))
    }

    /// Returns the command that plays on the field of a game, or on the next field. Returns `None`
    /// if the field is that of a file whose name is unknown.
    pub(super) fn command(&self, attempt: &Attempt) -> Option<String> {
        let mut words = vec!["minesweeper-alpha play --screen --edition".to_owned()];
        words.push(self.edition.name.to_owned());
        if self.cascade {
            words.push("--cascade".to_owned());
        }
        if let Some(file) = &self.file {
            if file.to_string_lossy().starts_with('-') {
                words.push("--".to_owned());
            }
            words.push(quoted(file));
            return Some(words.join(" "));
        }
        let Size { rows, cols } = self.size;
        let mines = self.mines;
        words.push(if self.edition.options.contains(&PlayOption::Random) {
            format!("--random {rows}x{cols}x{mines}")
        } else {
            format!("--rows {rows} --cols {cols} --mines {mines}")
        });
        if let Some(no_guess) = &self.no_guess {
            words.push("--no-guess".to_owned());
            let difficulty = no_guess.difficulty;
            words.extend(difficulty.map(|difficulty| format!("--difficulty {difficulty}")));
            let deadline = Some(no_guess.deadline).filter(|limit| *limit != NO_GUESS.deadline);
            words.extend(deadline.map(|limit| format!("--deadline {}s", limit.as_secs_f64())));
        }
        if let Some(Drawn { rng_seed, start }) = attempt.drawn {
            words.push(format!(
                "--rng-seed {rng_seed} --start {},{}",
                start.row, start.col
            ));
        } else {
            let rng_seed = self.rng_seed.filter(|_| !self.has_field(attempt))?;
            words.push(format!("--rng-seed {rng_seed}"));
        }
        Some(words.join(" "))
    }
}

pub(super) fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

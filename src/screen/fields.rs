//! Where the fields come from that somebody plays on.

use std::ffi::OsString;
use std::time::Duration;

use super::error::ScreenError;
use super::job::Wanted;
use super::playthrough::{Drawn, Playthrough};
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::edition::start_error::StartError;
use crate::field::minefield::{Minefield, Size, Square};
use crate::field::random::{Random, RandomField};
use crate::generate::WithoutGuessing;
use crate::io::date::Date;
use crate::solve::error::SolveError;

/// The fields of one game after the other: all the same, or each drawn at random.
pub(super) struct FieldSource {
    pub(super) edition: &'static Edition,
    pub(super) moves: &'static Moves,
    /// The options of the games.
    pub(super) setup: Setup,
    /// The square that the seed notes as the one to start from.
    pub(super) noted_start: Option<Square>,
    /// The square that is to be revealed first for the field that is asked for.
    pub(super) start: Option<Square>,
    /// What the drawing of this game's field begins with.
    pub(super) rng_seed: Option<u64>,
    /// The name of the seed file, if the field is that of one.
    pub(super) file: Option<OsString>,
    pub(super) size: Size,
    pub(super) fields: Fields,
}

/// Which fields there are.
pub(super) enum Fields {
    Same(Minefield),
    /// Drawn around the first reveal.
    Random {
        field: RandomField,
        no_guess: Option<WithoutGuessing>,
    },
}

impl FieldSource {
    /// The source that is asked for.
    ///
    /// # Errors
    ///
    /// The seed cannot be played, or no such field can be drawn.
    pub(super) fn new(
        edition: &'static Edition,
        moves: &'static Moves,
        mut setup: Setup,
        no_guess: Option<WithoutGuessing>,
    ) -> Result<Self, ScreenError> {
        edition.check_options(&setup)?;
        edition.draw_rng_seed(&mut setup)?;
        let drawn = (edition.random)(&setup).filter(|_| setup.files.is_empty());
        let (size, fields) = if let Some(field) = drawn {
            let size = field.allowed(&edition.fields).map_err(StartError::from)?;
            (size, Fields::Random { field, no_guess })
        } else {
            let minefield = (moves.field)(&setup)?;
            (minefield.size(), Fields::Same(minefield))
        };
        Ok(Self {
            edition,
            moves,
            noted_start: edition.noted_start(&setup, size),
            start: None,
            rng_seed: setup.rng_seed,
            file: setup.files.first().map(|file| file.name().to_owned()),
            setup: options(&setup),
            size,
            fields,
        })
    }

    /// The one field of a day, the same for everybody: it is won without guessing from
    /// its middle on.
    ///
    /// # Errors
    ///
    /// No such field can be drawn.
    pub(super) fn of_day(
        edition: &'static Edition,
        moves: &'static Moves,
        field: RandomField,
        date: Date,
    ) -> Result<Self, ScreenError> {
        let mut random = Random::seeded(date.number());
        let (minefield, _, start) =
            WITHOUT_GUESSING.draw(field, &edition.fields, &mut random, || true)?;
        Ok(Self {
            edition,
            moves,
            setup: Setup::default(),
            noted_start: Some(start),
            start: None,
            rng_seed: Some(date.number()),
            file: None,
            size: minefield.size(),
            fields: Fields::Same(minefield),
        })
    }

    /// Where the cursor begins: at the start that was asked for, if one was.
    ///
    /// # Errors
    ///
    /// That is outside of the field.
    pub(super) fn start(&self) -> Result<Square, SolveError> {
        match (&self.fields, self.start) {
            (Fields::Random { no_guess: None, .. } | Fields::Same(_), None) => {
                Ok(Square { row: 0, col: 0 })
            }
            (_, start) => WithoutGuessing {
                start,
                ..WITHOUT_GUESSING
            }
            .start_on(self.size),
        }
    }

    /// The size and the number of mines of the fields.
    pub(super) fn field(&self) -> RandomField {
        match &self.fields {
            Fields::Random { field, .. } => *field,
            Fields::Same(minefield) => RandomField {
                rows: self.size.rows,
                cols: self.size.cols,
                mines: minefield.mine_count(),
            },
        }
    }

    /// What the fields are like if they can be won without guessing, as that of a day can.
    pub(super) fn no_guess(&self) -> Option<&WithoutGuessing> {
        match &self.fields {
            Fields::Random { no_guess, .. } => no_guess.as_ref(),
            Fields::Same(_) => self.rng_seed.map(|_| &WITHOUT_GUESSING),
        }
    }

    /// What the drawing of a field begins with that is drawn around this square.
    pub(super) fn drawn_around(&self, start: Square) -> Option<Drawn> {
        let rng_seed = self.rng_seed?;
        Some(Drawn { rng_seed, start })
    }

    /// A game on the field that is the same whatever is revealed first, if there is one.
    pub(super) fn game(&self) -> Option<Playthrough> {
        match &self.fields {
            Fields::Same(minefield) => Some(self.game_on(minefield.clone())),
            Fields::Random { .. } => None,
        }
    }

    /// How the field is drawn for a game in which this square is revealed first; none
    /// where all games are on the same field.
    pub(super) fn drawing(&self, start: Square) -> Option<Drawing> {
        let Fields::Random { field, no_guess } = &self.fields else {
            return None;
        };
        let no_guess = no_guess.clone().map(|wanted| WithoutGuessing {
            start: Some(start),
            ..wanted
        });
        Some(Drawing {
            edition: self.edition,
            size: self.size,
            field: *field,
            no_guess,
            start,
            rng_seed: self.rng_seed.unwrap_or_default(),
        })
    }

    /// Goes on to the next random field, whose number follows from this one's.
    pub(super) fn go_on(&mut self) {
        if let (Fields::Random { .. }, Some(number)) = (&self.fields, &mut self.rng_seed) {
            *number = Random::seeded(*number).below(1 << 53);
        }
    }

    /// A game on a field.
    pub(super) fn game_on(&self, minefield: Minefield) -> Playthrough {
        Playthrough::new(self.moves, self.setup.clone(), minefield)
    }
}

/// A field without guessing where no more is said of it.
pub(super) const WITHOUT_GUESSING: WithoutGuessing = WithoutGuessing {
    start: None,
    difficulty: None,
    deadline: Duration::from_secs(10),
};

/// How a random field is drawn.
pub(super) struct Drawing {
    edition: &'static Edition,
    size: Size,
    field: RandomField,
    no_guess: Option<WithoutGuessing>,
    /// No mine is there, nor around it if there is room.
    start: Square,
    rng_seed: u64,
}

impl Drawing {
    /// Draws it, as long as it is wanted.
    ///
    /// # Errors
    ///
    /// No field without guessing is found.
    pub(super) fn draw(self, wanted: &Wanted) -> Result<Minefield, SolveError> {
        let Self {
            size, field, start, ..
        } = self;
        let mut random = Random::seeded(self.rng_seed);
        if let Some(no_guess) = &self.no_guess {
            let limits = &self.edition.fields;
            let is_wanted = || wanted.holds();
            let (minefield, ..) = no_guess.draw(field, limits, &mut random, is_wanted)?;
            return Ok(minefield);
        }
        let further_than = |distance: usize| -> Vec<Square> {
            size.squares()
                .filter(|square| {
                    square.row.abs_diff(start.row) > distance
                        || square.col.abs_diff(start.col) > distance
                })
                .collect()
        };
        let mut squares = further_than(1);
        if squares.len() < field.mines {
            squares = further_than(0);
        }
        if squares.len() < field.mines {
            squares.push(start);
        }
        Ok(random.place_among(size, &mut squares, field.mines))
    }
}

/// The options of a game on a field that is known.
pub(super) fn options(setup: &Setup) -> Setup {
    Setup {
        cascade: setup.cascade,
        ..Setup::default()
    }
}

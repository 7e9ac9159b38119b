//! Where the fields of a sitting come from.

use super::error::ScreenError;
use super::request::PlayTask;
use crate::edition::error::StartError;
use crate::edition::play_option::PlayOption;
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::field::minefield::{Minefield, Size, Square};
use crate::field::random::{Random, RandomField};
use crate::generate::{self, GenerateError, WithoutGuessing};

/// Where the fields of a sitting come from.
pub(super) enum Source {
    /// The same field each time.
    Fixed(Minefield),
    /// Another random one each time, drawn around the first reveal.
    Random {
        size: Size,
        field: RandomField,
        no_guess: Option<WithoutGuessing>,
        edition: &'static Edition,
        random: Random,
    },
}

impl Source {
    /// The source that is asked for.
    ///
    /// # Errors
    ///
    /// The seed cannot be played, or no such field can be drawn.
    pub(super) fn new(
        edition: &'static Edition,
        moves: &Moves,
        task: &PlayTask,
    ) -> Result<Self, ScreenError> {
        let setup = &task.setup;
        let is_drawn = edition.options.contains(&PlayOption::Random);
        match ((edition.random)(setup), setup.files.as_slice()) {
            (Some(field), []) => Ok(Self::Random {
                size: field.allowed(&edition.fields).map_err(StartError::from)?,
                field,
                no_guess: task.no_guess.clone(),
                edition,
                random: setup.rng()?,
            }),
            (None, []) if is_drawn => Err(ScreenError::NoField),
            _ => Ok(Self::Fixed((moves.field)(setup)?)),
        }
    }

    /// The size of its fields.
    pub(super) fn size(&self) -> Size {
        match self {
            Self::Fixed(minefield) => minefield.size(),
            Self::Random { size, .. } => *size,
        }
    }

    /// The number of mines in its fields.
    pub(super) fn mines(&self) -> usize {
        match self {
            Self::Fixed(minefield) => minefield.mine_count(),
            Self::Random { field, .. } => field.mines,
        }
    }

    /// The field that is played whatever is revealed first, if there is one.
    pub(super) fn fixed(&self) -> Option<Minefield> {
        match self {
            Self::Fixed(minefield) => Some(minefield.clone()),
            Self::Random { .. } => None,
        }
    }

    /// A field for a game in which this square is revealed first: no mine is on
    /// it, nor around it if there is room.
    ///
    /// # Errors
    ///
    /// No field without guessing is found.
    pub(super) fn around(&mut self, start: Square) -> Result<Minefield, GenerateError> {
        match self {
            Self::Fixed(minefield) => Ok(minefield.clone()),
            Self::Random {
                field,
                no_guess: Some(wanted),
                edition,
                random,
                ..
            } => {
                let wanted = WithoutGuessing {
                    start: Some(start),
                    ..wanted.clone()
                };
                let drawn = generate::draw(*field, &edition.fields, Some(&wanted), random)?;
                Ok(drawn.minefield)
            }
            Self::Random {
                size,
                field,
                random,
                ..
            } => {
                let beside = |distance: usize| -> Vec<Square> {
                    let is_beside = |square: &Square| {
                        square.row.abs_diff(start.row) > distance
                            || square.col.abs_diff(start.col) > distance
                    };
                    size.squares().filter(is_beside).collect()
                };
                let mut squares = beside(1);
                if squares.len() < field.mines {
                    squares = beside(0);
                }
                if squares.len() < field.mines {
                    squares.push(start);
                }
                Ok(random.place_among(*size, &mut squares, field.mines))
            }
        }
    }
}

/// The options of a game on a field that is known.
pub(super) fn options(setup: &Setup) -> Setup {
    Setup {
        cascade: setup.cascade,
        ..Setup::default()
    }
}

//! Where the fields come from that somebody plays on.

use super::error::ScreenError;
use super::playthrough::Playthrough;
use crate::edition::error::StartError;
use crate::edition::play_option::PlayOption;
use crate::edition::row::{Edition, Moves};
use crate::edition::setup::Setup;
use crate::field::minefield::{Minefield, Size, Square};
use crate::field::random::{Random, RandomField};
use crate::generate::{self, GenerateError, WithoutGuessing};

/// The fields of one game after the other: all the same, or each drawn at random.
pub(super) struct FieldSource {
    edition: &'static Edition,
    moves: &'static Moves,
    /// The options of the games.
    setup: Setup,
    /// The square that the seed notes as the one to start from.
    pub(super) noted_start: Option<Square>,
    /// What the drawing of random fields begins with.
    pub(super) rng_seed: Option<u64>,
    /// Whether the field is that of a seed file.
    pub(super) has_file: bool,
    pub(super) size: Size,
    fields: Fields,
}

enum Fields {
    Same(Minefield),
    /// Drawn around the first reveal.
    Random {
        field: RandomField,
        no_guess: Option<WithoutGuessing>,
        random: Random,
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
        let is_drawn = edition.options.contains(&PlayOption::Random);
        let (size, fields) = match ((edition.random)(&setup), setup.files.as_slice()) {
            (Some(field), []) => {
                let size = field.allowed(&edition.fields).map_err(StartError::from)?;
                let random = setup.rng()?;
                let fields = Fields::Random {
                    field,
                    no_guess,
                    random,
                };
                (size, fields)
            }
            (None, []) if is_drawn => return Err(ScreenError::NoField),
            _ => {
                let minefield = (moves.field)(&setup)?;
                (minefield.size(), Fields::Same(minefield))
            }
        };
        Ok(Self {
            edition,
            moves,
            noted_start: edition.noted_start(&setup, size),
            rng_seed: setup.rng_seed,
            has_file: !setup.files.is_empty(),
            setup: options(&setup),
            size,
            fields,
        })
    }

    /// Where the cursor begins: at the start that was asked for, if one was.
    ///
    /// # Errors
    ///
    /// That is outside of the field.
    pub(super) fn start(&self) -> Result<Square, GenerateError> {
        match &self.fields {
            Fields::Random {
                no_guess: Some(wanted),
                ..
            } => wanted.start_on(self.size),
            _ => Ok(Square { row: 0, col: 0 }),
        }
    }

    /// Whether all games are on the same field.
    pub(super) fn is_fixed(&self) -> bool {
        matches!(self.fields, Fields::Same(_))
    }

    /// A game on the field that is the same whatever is revealed first, if there is one.
    pub(super) fn game(&self) -> Option<Playthrough> {
        match &self.fields {
            Fields::Same(minefield) => Some(self.game_on(minefield.clone())),
            Fields::Random { .. } => None,
        }
    }

    /// A game in which this square is revealed first: on a random field no mine is on it,
    /// nor around it if there is room.
    ///
    /// # Errors
    ///
    /// No field without guessing is found.
    pub(super) fn game_around(&mut self, start: Square) -> Result<Playthrough, GenerateError> {
        let minefield = match &mut self.fields {
            Fields::Same(minefield) => minefield.clone(),
            Fields::Random {
                field,
                no_guess: Some(wanted),
                random,
                ..
            } => {
                let wanted = WithoutGuessing {
                    start: Some(start),
                    ..wanted.clone()
                };
                generate::draw(*field, &self.edition.fields, Some(&wanted), random)?.minefield
            }
            Fields::Random { field, random, .. } => {
                let further_than = |distance: usize| -> Vec<Square> {
                    self.size
                        .squares()
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
                random.place_among(self.size, &mut squares, field.mines)
            }
        };
        Ok(self.game_on(minefield))
    }

    fn game_on(&self, minefield: Minefield) -> Playthrough {
        Playthrough::new(self.moves, self.setup.clone(), minefield)
    }
}

/// The options of a game on a field that is known.
pub(super) fn options(setup: &Setup) -> Setup {
    Setup {
        cascade: setup.cascade,
        ..Setup::default()
    }
}

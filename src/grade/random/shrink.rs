//! Making a random game smaller that shows a difference.

use super::game::{Act, Game, Kind, Step};
use crate::field::minefield::Square;

/// Takes away lines, mines, rows, columns and tokens of the seed as long as
/// `differs` says that the rest still shows the difference. It is asked at most
/// `tries` times.
///
/// # Errors
///
/// Those of `differs`.
pub(crate) fn shrink<E>(
    mut game: Game,
    least_side: usize,
    tries: usize,
    mut differs: impl FnMut(&Game) -> Result<bool, E>,
) -> Result<Game, E> {
    let mut tries = tries;
    let mut smaller = |game: &Game| {
        if tries == 0 {
            return Ok(false);
        }
        tries -= 1;
        differs(game)
    };
    loop {
        let before = game.clone();
        game = with_fewer(game, |game| Some(&mut game.steps), &mut smaller)?;
        game = with_fewer(game, |game| game.malformed.as_mut(), &mut smaller)?;
        for mine in game.field.mines.clone() {
            for candidate in [
                game.without_mine(mine, true),
                game.without_mine(mine, false),
            ] {
                let fewer = candidate.field.mines.len() < game.field.mines.len();
                if fewer && candidate.is_playable() && smaller(&candidate)? {
                    game = candidate;
                }
            }
        }
        for line in (0..game.field.size.rows).rev() {
            if game.field.size.rows > least_side && line < game.field.size.rows {
                let candidate = game.without_row(line);
                if candidate.is_playable() && smaller(&candidate)? {
                    game = candidate;
                }
            }
        }
        for line in (0..game.field.size.cols).rev() {
            if game.field.size.cols > least_side && line < game.field.size.cols {
                let candidate = game.without_col(line);
                if candidate.is_playable() && smaller(&candidate)? {
                    game = candidate;
                }
            }
        }
        if game == before {
            return Ok(game);
        }
    }
}

/// Takes away runs of things, first half of them at a time, then fewer.
fn with_fewer<T, E>(
    mut game: Game,
    things: impl Fn(&mut Game) -> Option<&mut Vec<T>>,
    smaller: &mut impl FnMut(&Game) -> Result<bool, E>,
) -> Result<Game, E> {
    let count = |game: &mut Game| things(game).map_or(0, |things| things.len());
    let mut run = count(&mut game).div_ceil(2);
    while run > 0 {
        let mut at = 0;
        while at < count(&mut game) {
            let mut candidate = game.clone();
            if let Some(things) = things(&mut candidate) {
                things.drain(at..(at + run).min(things.len()));
            }
            if smaller(&candidate)? {
                game = candidate;
            } else {
                at += run;
            }
        }
        run = if run == 1 { 0 } else { run.div_ceil(2) };
    }
    Ok(game)
}

impl Game {
    /// Whether there are squares with a mine and without.
    fn is_playable(&self) -> bool {
        (1..self.field.size.area()).contains(&self.field.mines.len())
    }

    /// The game without a mine; moves that mark it reveal the square if the
    /// moves are to stay right.
    fn without_mine(&self, mine: Square, moves_stay_right: bool) -> Self {
        let mut game = self.clone();
        game.field.mines.retain(|&other| other != mine);
        let here = act_on(mine);
        for step in &mut game.steps {
            if let Step::Act(act) = step
                && moves_stay_right
                && (act.row, act.col) == here
                && act.kind == Kind::Mark
            {
                act.kind = Kind::Reveal;
            }
        }
        game
    }

    fn without_row(&self, row: usize) -> Self {
        let mut game = self.without_line(row, |act| &mut act.row, |square| &mut square.row);
        game.field.size.rows -= 1;
        game
    }

    fn without_col(&self, col: usize) -> Self {
        let mut game = self.without_line(col, |act| &mut act.col, |square| &mut square.col);
        game.field.size.cols -= 1;
        game
    }

    /// The game without a row or column: what is on it goes, what is behind it
    /// moves up.
    fn without_line(
        &self,
        line: usize,
        of_act: fn(&mut Act) -> &mut i64,
        of_mine: fn(&mut Square) -> &mut usize,
    ) -> Self {
        let mut game = self.clone();
        game.field.mines.retain_mut(|mine| {
            let index = of_mine(mine);
            let stays = *index != line;
            *index -= usize::from(*index > line);
            stays
        });
        let line = i64::try_from(line).unwrap_or(i64::MAX);
        game.steps.retain_mut(|step| {
            let Step::Act(act) = step else { return true };
            let index = of_act(act);
            let stays = *index != line;
            *index -= i64::from(*index > line);
            stays
        });
        game
    }
}

fn act_on(square: Square) -> (i64, i64) {
    let signed = |index| i64::try_from(index).unwrap_or(i64::MAX);
    (signed(square.row), signed(square.col))
}

//! Making a random game smaller and plainer that shows something.

use super::game::{Act, Game, Kind, Step};
use crate::field::minefield::Square;

/// Which of some games is the first that still shows it, if any does.
pub(crate) trait Judge {
    /// Why that cannot be said.
    type Error;

    /// The place of the first of these games that still shows it.
    ///
    /// # Errors
    ///
    /// It cannot be said.
    fn first(&mut self, games: &[Game]) -> Result<Option<usize>, Self::Error>;
}

/// Takes away lines, mines, rows, columns and tokens of the seed, and writes what
/// is left more plainly, as long as the rest still shows what is wanted.
///
/// # Errors
///
/// Those of the judge.
pub(crate) fn shrink<J: Judge>(
    mut game: Game,
    least_side: usize,
    judge: &mut J,
) -> Result<Game, J::Error> {
    loop {
        let before = game.clone();
        game = with_fewer(game, |game| Some(&mut game.steps), judge)?;
        game = with_fewer(game, |game| game.malformed.as_mut(), judge)?;
        for smaller in [
            Game::with_fewer_mines as fn(&Game, usize) -> Vec<Game>,
            Game::with_fewer_rows,
            Game::with_fewer_cols,
            Game::plainer,
        ] {
            loop {
                let candidates = smaller(&game, least_side);
                match judge.first(&candidates)? {
                    Some(first) => game = candidates[first].clone(),
                    None => break,
                }
            }
        }
        if game == before {
            return Ok(game);
        }
    }
}

/// Takes away runs of things, first half of them at a time, then fewer.
fn with_fewer<T, J: Judge>(
    mut game: Game,
    things: impl Fn(&mut Game) -> Option<&mut Vec<T>>,
    judge: &mut J,
) -> Result<Game, J::Error> {
    let count = |game: &mut Game| things(game).map_or(0, |things| things.len());
    let mut run = count(&mut game).div_ceil(2);
    while run > 0 {
        let mut at = 0;
        while at < count(&mut game) {
            let starts = (at..count(&mut game)).step_by(run);
            let candidates: Vec<Game> = starts
                .map(|start| {
                    let mut candidate = game.clone();
                    if let Some(things) = things(&mut candidate) {
                        things.drain(start..(start + run).min(things.len()));
                    }
                    candidate
                })
                .collect();
            match judge.first(&candidates)? {
                Some(first) => {
                    at += first * run;
                    game = candidates[first].clone();
                }
                None => break,
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

    /// The game without each of its mines; moves that mark it reveal the square,
    /// or stay as they are.
    fn with_fewer_mines(&self, _: usize) -> Vec<Self> {
        let mines = self.field.mines.iter();
        let both = mines.flat_map(|&mine| [(mine, true), (mine, false)]);
        let candidates = both.map(|(mine, stay_right)| self.without_mine(mine, stay_right));
        candidates.filter(Self::is_playable).collect()
    }

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

    fn with_fewer_rows(&self, least_side: usize) -> Vec<Self> {
        let rows = self.field.size.rows;
        let lines = (0..rows).rev().filter(|_| rows > least_side);
        let candidates = lines.map(|line| {
            let mut game = self.without_line(line, |act| &mut act.row, |square| &mut square.row);
            game.field.size.rows -= 1;
            game
        });
        candidates.filter(Self::is_playable).collect()
    }

    fn with_fewer_cols(&self, least_side: usize) -> Vec<Self> {
        let cols = self.field.size.cols;
        let lines = (0..cols).rev().filter(|_| cols > least_side);
        let candidates = lines.map(|line| {
            let mut game = self.without_line(line, |act| &mut act.col, |square| &mut square.col);
            game.field.size.cols -= 1;
            game
        });
        candidates.filter(Self::is_playable).collect()
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

    /// The game with its moves in the order of their squares, and with each line as
    /// plain as it can be written; only what differs from this one.
    fn plainer(&self, _: usize) -> Vec<Self> {
        let mut candidates = vec![self.in_order(0), self.in_order(1)];
        let mut all_plain = self.clone();
        all_plain.steps = self.steps.iter().map(Step::plain).collect();
        candidates.push(all_plain);
        for at in 0..self.steps.len() {
            let mut game = self.clone();
            game.steps[at] = game.steps[at].plain();
            candidates.push(game);
        }
        candidates.retain(|candidate| candidate != self);
        candidates
    }

    /// The same with its moves, but for the last ones, in the order of their
    /// squares; other lines stay where they are.
    fn in_order(&self, last: usize) -> Self {
        let act = |step: &Step| match step {
            Step::Act(act) => Some(act.clone()),
            Step::Text(_) => None,
        };
        let mut acts: Vec<Act> = self.steps.iter().filter_map(act).collect();
        let sorted = acts.len().saturating_sub(last);
        acts[..sorted].sort_by_key(|act| (act.row, act.col));
        let mut acts = acts.into_iter();
        let mut game = self.clone();
        for step in &mut game.steps {
            if let Step::Act(act) = step
                && let Some(next) = acts.next()
            {
                *act = next;
            }
        }
        game
    }
}

impl Step {
    /// The same line in its plainest spelling: short forms, single spaces, numbers
    /// without a sign or zeros in front.
    fn plain(&self) -> Self {
        match self {
            Self::Act(act) => Self::Act(Act {
                long: false,
                ..act.clone()
            }),
            Self::Text(text) => {
                let plain = |word: &str| match word {
                    "help" => "h".to_owned(),
                    "quit" => "q".to_owned(),
                    _ => word
                        .parse::<i64>()
                        .map_or_else(|_| word.to_owned(), |number| number.to_string()),
                };
                let words: Vec<String> = text.split_whitespace().map(plain).collect();
                Self::Text(words.join(" ").into())
            }
        }
    }
}

fn act_on(square: Square) -> (i64, i64) {
    let signed = |index| i64::try_from(index).unwrap_or(i64::MAX);
    (signed(square.row), signed(square.col))
}

//! Making a game smaller and plainer while something holds for it.

use std::convert::Infallible;

use super::game::{Game, Step};
use super::ingredients::{Act, ActKind, Ingredients};
use crate::edition::row::Edition;
use crate::field::minefield::{Size, Square};

/// Makes games smaller as long as something holds for them. `first` returns the
/// place of the first of some games for which it does.
#[derive(Debug)]
pub(crate) struct Shrinker<F> {
    least_side: usize,
    trials: usize,
    first: F,
}

/// The games that are a little smaller than one.
type Smaller<'a> = &'a dyn Fn(&Game) -> Vec<Game>;

/// Makes a game of an edition smaller as long as `holds` says that something holds for
/// it, which is asked so many times at most. The answers alone decide what the result
/// is.
pub(crate) fn shrink(
    edition: &Edition,
    game: Game,
    trials: usize,
    mut holds: impl FnMut(&Game) -> bool,
) -> Game {
    let first = |games: &[Game]| Ok::<_, Infallible>(games.iter().position(&mut holds));
    let Ok(game) = Shrinker::new(edition, trials, first).shrink(game);
    game
}

impl<E, F: FnMut(&[Game]) -> Result<Option<usize>, E>> Shrinker<F> {
    /// So many games of an edition are tried at most. Those that are given to `first`
    /// behind the one that it finds do not count: it may try several at once.
    pub(crate) fn new(edition: &Edition, trials: usize, first: F) -> Self {
        Self {
            least_side: *Ingredients::sides(edition).start(),
            trials,
            first,
        }
    }

    /// The first of these games for which it holds.
    ///
    /// # Errors
    ///
    /// The first error of trying one.
    pub(crate) fn first(&mut self, games: &[Game]) -> Result<Option<Game>, E> {
        Ok(self
            .place_of_first(games)?
            .map(|first| games[first].clone()))
    }

    fn place_of_first(&mut self, games: &[Game]) -> Result<Option<usize>, E> {
        let games = &games[..games.len().min(self.trials)];
        if games.is_empty() {
            return Ok(None);
        }
        let first = (self.first)(games)?;
        self.trials -= first.map_or(games.len(), |first| first + 1);
        Ok(first)
    }

    /// Takes away lines, mines, rows, columns and tokens of the seed, and writes what
    /// is left more plainly.
    ///
    /// # Errors
    ///
    /// The first error of trying a game.
    pub(crate) fn shrink(&mut self, mut game: Game) -> Result<Game, E> {
        let least_side = self.least_side;
        loop {
            let before = game.clone();
            game = self.with_fewer(game, |game| Some(&mut game.steps))?;
            game = self.with_fewer(game, |game| game.odd_seed.as_mut())?;
            let smaller: [Smaller<'_>; 4] = [
                &Game::with_fewer_mines,
                &|game| game.with_fewer_lines(&ROWS, least_side),
                &|game| game.with_fewer_lines(&COLS, least_side),
                &Game::plainer,
            ];
            for smaller in smaller {
                while let Some(first) = self.first(&smaller(&game))? {
                    game = first;
                }
            }
            if game == before {
                return Ok(game);
            }
        }
    }

    /// Takes away runs of things, first half of them at a time, then fewer.
    fn with_fewer<T>(
        &mut self,
        mut game: Game,
        things: impl Fn(&mut Game) -> Option<&mut Vec<T>>,
    ) -> Result<Game, E> {
        let count = |game: &mut Game| things(game).map_or(0, |things| things.len());
        let mut run = count(&mut game).div_ceil(2);
        while run > 0 {
            let mut at = 0;
            while at < count(&mut game) {
                let candidates: Vec<Game> = (at..count(&mut game))
                    .step_by(run)
                    .map(|start| {
                        let mut candidate = game.clone();
                        if let Some(things) = things(&mut candidate) {
                            things.drain(start..(start + run).min(things.len()));
                        }
                        candidate
                    })
                    .collect();
                match self.place_of_first(&candidates)? {
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
}

/// Rows or columns.
struct Axis {
    act: fn(&mut Act) -> &mut i64,
    mine: fn(&mut Square) -> &mut usize,
    size: fn(&mut Size) -> &mut usize,
}

const ROWS: Axis = Axis {
    act: |act| &mut act.row,
    mine: |mine| &mut mine.row,
    size: |size| &mut size.rows,
};

const COLS: Axis = Axis {
    act: |act| &mut act.col,
    mine: |mine| &mut mine.col,
    size: |size| &mut size.cols,
};

impl Game {
    /// Whether there are squares with a mine and without.
    fn is_playable(&self) -> bool {
        (1..self.field.size.area()).contains(&self.field.mines.len())
    }

    /// The game without each of its mines; moves that mark it reveal the square,
    /// or stay as they are.
    fn with_fewer_mines(&self) -> Vec<Self> {
        self.field
            .mines
            .iter()
            .flat_map(|&mine| [(mine, true), (mine, false)])
            .map(|(mine, stay_right)| self.without_mine(mine, stay_right))
            .filter(Self::is_playable)
            .collect()
    }

    fn without_mine(&self, mine: Square, moves_stay_right: bool) -> Self {
        let mut game = self.clone();
        game.field.mines.retain(|&other| other != mine);
        for step in &mut game.steps {
            if let Step::Act(act) = step
                && moves_stay_right
                && act.square() == Some(mine)
                && act.kind == ActKind::Mark
            {
                act.kind = ActKind::Reveal;
            }
        }
        game
    }

    /// The game without each of its rows or columns, if it has more than so many.
    fn with_fewer_lines(&self, axis: &Axis, least: usize) -> Vec<Self> {
        let lines = *(axis.size)(&mut self.field.size.clone());
        (0..lines)
            .rev()
            .filter(|_| lines > least)
            .map(|line| self.without_line(line, axis))
            .filter(Self::is_playable)
            .collect()
    }

    /// The game without a row or column: what is on it goes, what is behind it
    /// moves up.
    fn without_line(&self, line: usize, axis: &Axis) -> Self {
        let mut game = self.clone();
        *(axis.size)(&mut game.field.size) -= 1;
        game.field.mines.retain_mut(|mine| {
            let index = (axis.mine)(mine);
            let stays = *index != line;
            *index -= usize::from(*index > line);
            stays
        });
        let line = i64::try_from(line).unwrap_or(i64::MAX);
        game.steps.retain_mut(|step| {
            let Step::Act(act) = step else { return true };
            let index = (axis.act)(act);
            let stays = *index != line;
            *index -= i64::from(*index > line);
            stays
        });
        game
    }

    /// The game with its moves in the order of their squares, with each line as
    /// plain as it can be written, and with 0 for each number of a move that does not
    /// become another one that is there; only what differs from this game.
    fn plainer(&self) -> Vec<Self> {
        let mut candidates = vec![
            self.in_order(0),
            self.in_order(1),
            Self {
                steps: self.steps.iter().map(Step::plain).collect(),
                ..self.clone()
            },
        ];
        for (at, step) in self.steps.iter().enumerate() {
            candidates.push(self.with_step(at, step.plain()));
        }
        for (at, step) in self.steps.iter().enumerate() {
            let Step::Act(act) = step else { continue };
            for axis in [ROWS, COLS] {
                let mut act = act.clone();
                *(axis.act)(&mut act) = 0;
                let step = Step::Act(act);
                if !self.steps.contains(&step) {
                    candidates.push(self.with_step(at, step));
                }
            }
        }
        candidates.retain(|candidate| candidate != self);
        candidates
    }

    /// The same with another line in the place of one.
    fn with_step(&self, at: usize, step: Step) -> Self {
        let mut game = self.clone();
        game.steps[at] = step;
        game
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

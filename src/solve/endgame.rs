//! The end of a game, played as well as it can be: where few fields are left, all that
//! can still happen is looked at.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::arrangements::{Arrangements, order};
use super::frontier::{self, Component, Frontier};
use super::reasoner::{Index, Reasoner, State};
use super::work_limit::Work;

/// The most unknown squares of a position that is looked at to its end: the bits of a
/// field.
const MOST_SQUARES: usize = 128;

/// What a square shows that has a mine.
const MINE: u8 = u8::MAX;

/// The number of a field in the list of those that are possible.
type FieldNumber = u16;

/// The best guess, and how often it wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    /// The square to reveal.
    pub(super) square: Index,
    /// In how many of the possible fields the game is won from there.
    pub(super) wins: u32,
    /// How many fields are possible.
    pub(super) fields: u32,
}

/// All fields that are possible in a position, and what has been found out about
/// playing them.
///
/// What a player knows is which fields are still possible. That is all that matters if
/// every square is revealed that is safe in all of them, which costs nothing.
struct Endgame {
    squares: Vec<Index>,
    /// What each square shows in each field, field by field.
    values: Vec<u8>,
    /// In how many of some fields a game is won that is played as well as it can be.
    wins: HashMap<Box<[FieldNumber]>, u32>,
    work: Work,
}

/// The guess that wins most often. None if there are more than `most` fields, or if it
/// takes too long to find it.
///
/// Parts of the field that tell nothing of each other are played one after the other.
pub(super) fn best_guess(reasoner: &Reasoner, most: usize, work: &mut Work) -> Option<Best> {
    let mut endgame = Endgame::of(reasoner, part(reasoner, work)?, most, *work)?;
    let count = endgame.values.len() / endgame.squares.len();
    let fields: Vec<FieldNumber> = (0..FieldNumber::try_from(count).ok()?).collect();
    let best = endgame.best(&fields);
    *work = endgame.work;
    let (square, wins) = best?;
    Some(Best {
        square: endgame.squares[square],
        wins,
        fields: u32::try_from(count).ok()?,
    })
}

/// Unknown squares that are played by themselves.
struct Part {
    squares: Vec<Index>,
    /// The number of their mines, if it is known.
    mines: Option<usize>,
}

/// All unknown squares but those of components that stand by themselves; if there are no
/// others, the first of these components.
fn part(reasoner: &Reasoner, work: &mut Work) -> Option<Part> {
    let frontier = Frontier::of(reasoner);
    let mut rest = Part {
        squares: Vec::new(),
        mines: reasoner.mines_left(),
    };
    let mut alone: Option<Part> = None;
    for component in &frontier.components {
        let mut squares = Vec::with_capacity(component.square_count());
        for group in order(component) {
            squares.extend(&component.groups[group].squares);
        }
        match mines_alone(reasoner, component, &squares, work) {
            Some(mines) => {
                if let Some(left) = &mut rest.mines {
                    *left = left.checked_sub(mines)?;
                }
                alone.get_or_insert(Part {
                    squares,
                    mines: Some(mines),
                });
            }
            None => rest.squares.append(&mut squares),
        }
    }
    rest.squares.extend(frontier::outside(reasoner));
    if rest.squares.is_empty() {
        alone
    } else {
        Some(rest)
    }
}

/// The number of mines of a component that stands by itself: it has the same number in all
/// cases, and no other unknown squares around it. None if it does not stand by itself.
fn mines_alone(
    reasoner: &Reasoner,
    component: &Component,
    squares: &[Index],
    work: &mut Work,
) -> Option<usize> {
    let is_other =
        |square: Index| reasoner.state(square) == State::Unknown && !squares.contains(&square);
    if squares.len() > MOST_SQUARES
        || squares
            .iter()
            .any(|&square| reasoner.neighbours(square).any(is_other))
    {
        return None;
    }
    let (least, most) = Arrangements::of(component, work).ok()?.totals();
    (least == most).then_some(least)
}

impl Endgame {
    fn of(reasoner: &Reasoner, part: Part, most: usize, work: Work) -> Option<Self> {
        let squares = part.squares;
        if squares.is_empty() || squares.len() > MOST_SQUARES {
            return None;
        }
        let mut listing = Listing::new(reasoner, &squares, part.mines, most, work);
        listing.go_on(0, 0)?;
        let Listing { fields, work, .. } = listing;
        if fields.is_empty() {
            return None;
        }
        let mut values = Vec::with_capacity(fields.len() * squares.len());
        let surroundings: Vec<(u8, u128)> = squares
            .iter()
            .map(|&square| around(reasoner, &squares, square))
            .collect();
        for field in &fields {
            values.extend(surroundings.iter().enumerate().map(|(at, (known, near))| {
                if field >> at & 1 == 1 {
                    MINE
                } else {
                    // Eight at most.
                    known + u8::try_from((field & near).count_ones()).unwrap_or(MINE)
                }
            }));
        }
        Some(Self {
            squares,
            values,
            wins: HashMap::new(),
            work,
        })
    }

    /// What the squares show in a field.
    fn row(&self, field: FieldNumber) -> &[u8] {
        let length = self.squares.len();
        let start = usize::from(field) * length;
        &self.values[start..start + length]
    }

    /// In how many of these fields the game is won.
    fn wins(&mut self, fields: &[FieldNumber]) -> Option<u32> {
        if fields.len() == 1 {
            return Some(1);
        }
        if let Some(&wins) = self.wins.get(fields) {
            return Some(wins);
        }
        let look = self.look(fields)?;
        let wins = match look.tells_apart {
            Some(square) => {
                let mut sum = 0;
                for part in self.split(fields, square) {
                    sum += self.wins(&part)?;
                }
                sum
            }
            None => self.best_of(fields, &look)?.1,
        };
        self.wins.insert(fields.into(), wins);
        Some(wins)
    }

    /// Looks at what the squares show in these fields.
    fn look(&mut self, fields: &[FieldNumber]) -> Option<Look> {
        self.work.spend(fields.len() * self.squares.len()).ok()?;
        let first = self.row(fields[0]);
        let mut safe = vec![0_u32; first.len()];
        let mut differs = vec![false; first.len()];
        for &field in fields {
            let row = self.row(field);
            for (at, (&value, &of_first)) in row.iter().zip(first).enumerate() {
                safe[at] += u32::from(value != MINE);
                differs[at] |= value != of_first;
            }
        }
        let all = u32::try_from(fields.len()).ok()?;
        Some(Look {
            tells_apart: (0..safe.len()).find(|&at| safe[at] == all && differs[at]),
            safe,
            all,
        })
    }

    /// The fields in which a square is safe, by what it shows.
    fn split(&self, fields: &[FieldNumber], square: usize) -> Vec<Vec<FieldNumber>> {
        let mut parts: [Vec<FieldNumber>; 9] = Default::default();
        for &field in fields {
            if let Some(part) = parts.get_mut(usize::from(self.row(field)[square])) {
                part.push(field);
            }
        }
        parts.into_iter().filter(|part| !part.is_empty()).collect()
    }

    /// The square to reveal, and in how many of these fields the game is won then.
    fn best(&mut self, fields: &[FieldNumber]) -> Option<(usize, u32)> {
        let look = self.look(fields)?;
        match look.tells_apart {
            Some(square) => Some((square, self.wins(fields)?)),
            None => self.best_of(fields, &look),
        }
    }

    /// The same if no square tells them apart without a risk.
    fn best_of(&mut self, fields: &[FieldNumber], look: &Look) -> Option<(usize, u32)> {
        let mut guesses = Vec::new();
        for (square, &safe) in look.safe.iter().enumerate() {
            if safe == 0 || safe == look.all {
                continue;
            }
            let mut parts = Vec::new();
            for part in self.split(fields, square) {
                let most = self.most(&part)?;
                parts.push((part, most));
            }
            guesses.push(Guess {
                square,
                most: parts.iter().map(|(_, most)| most).sum(),
                safe,
                parts,
            });
        }
        if guesses.is_empty() {
            // One field, in which all safe squares are known.
            let square = look.safe.iter().position(|&safe| safe > 0).unwrap_or(0);
            return Some((square, look.all));
        }
        guesses.sort_by_key(|guess| Reverse((guess.most, guess.safe)));
        let mut best: Option<(usize, u32)> = None;
        for guess in guesses {
            let least = best.map_or(0, |(_, wins)| wins);
            if best.is_some() && guess.most <= least {
                break;
            }
            let square = guess.square;
            let wins = self.wins_with(guess, least)?;
            if best.is_none_or(|(_, most)| wins > most) {
                best = Some((square, wins));
            }
        }
        best
    }

    /// The most of these fields in which the game can be won.
    fn most(&mut self, fields: &[FieldNumber]) -> Option<u32> {
        if let [_] = fields {
            return Some(1);
        }
        if let Some(&wins) = self.wins.get(fields) {
            return Some(wins);
        }
        let look = self.look(fields)?;
        if look.tells_apart.is_some() {
            return Some(look.all);
        }
        let is_guess = |safe: &u32| *safe < look.all;
        Some(
            look.safe
                .into_iter()
                .filter(is_guess)
                .max()
                .unwrap_or(look.all),
        )
    }

    /// In how many fields the game is won after a guess. Once that cannot be more than
    /// `least`, counting stops, and the result is `least` at most.
    fn wins_with(&mut self, guess: Guess, least: u32) -> Option<u32> {
        let Guess {
            mut parts,
            most: mut possible,
            ..
        } = guess;
        // The smallest first: they are soon known, and tell when to stop.
        parts.sort_by_key(|(fields, _)| fields.len());
        for (fields, most) in parts {
            if possible <= least {
                break;
            }
            possible -= most - self.wins(&fields)?;
        }
        Some(possible)
    }
}

/// What squares show in some fields.
struct Look {
    /// In how many of them each square is safe.
    safe: Vec<u32>,
    /// A square that is safe in all of them and does not show the same in all.
    tells_apart: Option<usize>,
    /// How many fields there are.
    all: u32,
}

/// A square that may be revealed.
struct Guess {
    square: usize,
    /// In how many fields it is safe.
    safe: u32,
    /// These by what it shows, each with the most of them that can be won.
    parts: Vec<(Vec<FieldNumber>, u32)>,
    /// The most of all of them that can be won.
    most: u32,
}

/// How many mines are known around a square, and which of some squares are around it.
fn around(reasoner: &Reasoner, squares: &[Index], square: Index) -> (u8, u128) {
    let (mut known, mut near) = (0, 0);
    for neighbour in reasoner.neighbours(square) {
        match reasoner.state(neighbour) {
            State::Visible | State::Mined => known += 1,
            State::Unknown => {
                if let Some(at) = squares.iter().position(|&other| other == neighbour) {
                    near |= 1 << at;
                }
            }
            State::Revealed | State::Safe => {}
        }
    }
    (known, near)
}

/// Lists all fields that are possible: square after square has a mine or has none.
struct Listing {
    /// The numbers, and last the number of all mines if it is known: how many mines they
    /// still need, and how many of their squares are still to come.
    rules: Vec<(usize, usize)>,
    /// The rules of each square.
    of_square: Vec<Vec<usize>>,
    fields: Vec<u128>,
    most: usize,
    work: Work,
}

impl Listing {
    fn new(
        reasoner: &Reasoner,
        squares: &[Index],
        mines: Option<usize>,
        most: usize,
        work: Work,
    ) -> Self {
        let mut rules = Vec::new();
        let mut of_square = vec![Vec::new(); squares.len()];
        let place = |square: Index| squares.iter().position(|&other| other == square);
        for number in reasoner.open_numbers() {
            // All its unknown squares are among these, or none is.
            let places: Vec<usize> = reasoner.unknown_around(number).filter_map(place).collect();
            for &at in &places {
                of_square[at].push(rules.len());
            }
            if !places.is_empty() {
                rules.push((usize::from(reasoner.need(number)), places.len()));
            }
        }
        if let Some(mines) = mines {
            for rules_of in &mut of_square {
                rules_of.push(rules.len());
            }
            rules.push((mines, squares.len()));
        }
        Self {
            rules,
            of_square,
            fields: Vec::new(),
            most,
            work,
        }
    }

    /// Goes on with a square; none if there are too many fields.
    fn go_on(&mut self, square: usize, field: u128) -> Option<()> {
        if square == self.of_square.len() {
            self.fields.push(field);
            return (self.fields.len() <= self.most).then_some(());
        }
        let rules = std::mem::take(&mut self.of_square[square]);
        self.work.spend(rules.len()).ok()?;
        for mined in [false, true] {
            let is_possible = |&rule: &usize| {
                let (need, squares) = self.rules[rule];
                if mined { need > 0 } else { need < squares }
            };
            if !rules.iter().all(is_possible) {
                continue;
            }
            for &rule in &rules {
                self.rules[rule].0 -= usize::from(mined);
                self.rules[rule].1 -= 1;
            }
            self.go_on(square + 1, field | u128::from(mined) << square)?;
            for &rule in &rules {
                self.rules[rule].0 += usize::from(mined);
                self.rules[rule].1 += 1;
            }
        }
        self.of_square[square] = rules;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::best_guess;
    use crate::field::minefield::{Minefield, Size};
    use crate::field::random::Random;
    use crate::solve::position::{Known, Position};
    use crate::solve::reasoner::{Reasoner, as_index};
    use crate::solve::work_limit::Work;

    /// All that can be known and done on a small field, with nothing left out.
    struct Game {
        /// What the squares show in each field, none for a mine.
        fields: Vec<Vec<Option<u8>>>,
        wins: HashMap<(Vec<usize>, u32), usize>,
    }

    impl Game {
        /// In how many of the fields, which agree with what is revealed, the game is won.
        fn wins(&mut self, possible: &[usize], revealed: u32) -> usize {
            let area = self.fields[0].len();
            let is_won = |&field: &usize| {
                let is_done =
                    |at: usize| self.fields[field][at].is_none() == (revealed >> at & 1 == 0);
                (0..area).all(is_done)
            };
            if possible.iter().any(is_won) {
                // All have the same number of mines.
                return possible.len();
            }
            let key = (possible.to_vec(), revealed);
            if let Some(&wins) = self.wins.get(&key) {
                return wins;
            }
            let best = (0..area)
                .filter(|at| revealed >> at & 1 == 0)
                .map(|at| self.wins_with(possible, revealed, at))
                .max();
            self.wins.insert(key, best.unwrap_or(0));
            best.unwrap_or(0)
        }

        /// The same after a square has been revealed.
        fn wins_with(&mut self, possible: &[usize], revealed: u32, at: usize) -> usize {
            let shown = |number: u8| -> Vec<usize> {
                let shows = |&&field: &&usize| self.fields[field][at] == Some(number);
                possible.iter().filter(shows).copied().collect()
            };
            let parts: Vec<Vec<usize>> = (0..=8).map(shown).collect();
            parts
                .iter()
                .filter(|part| !part.is_empty())
                .map(|part| self.wins(part, revealed | 1 << at))
                .sum()
        }
    }

    #[test]
    fn no_other_guess_wins_more_often() {
        let mut random = Random::seeded(21);
        let (mut compared, mut in_parts) = (0, 0);
        for (rows, cols, mines, games) in
            [(3, 4, 4, 60), (4, 4, 6, 60), (2, 9, 5, 60), (3, 6, 6, 40)]
        {
            let size = Size { rows, cols };
            for _ in 0..games {
                let minefield = random.place(size, mines);
                let mut known: Vec<Known> = size
                    .squares()
                    .map(|square| match random.below(3) {
                        0 => Known::Nothing,
                        _ if minefield.is_mine(square) => Known::Nothing,
                        _ => Known::Number(minefield.adjacent(square)),
                    })
                    .collect();
                // What single numbers prove safe is revealed before a guess is made.
                let reasoner = loop {
                    let position = Position::new(size, known.clone(), Some(mines));
                    let mut reasoner = Reasoner::of(&position).expect("a field");
                    reasoner.one_number().expect("a field");
                    let mut safe = reasoner
                        .facts()
                        .iter()
                        .filter(|fact| !fact.mined)
                        .peekable();
                    if safe.peek().is_none() {
                        break reasoner;
                    }
                    for fact in safe {
                        let number = minefield.adjacent(reasoner.square(fact.square));
                        known[fact.square as usize] = Known::Number(number);
                    }
                };
                if reasoner.mines_left() == Some(reasoner.unknown()) {
                    continue;
                }
                let game = &mut game(size, mines, &known);
                let revealed = known
                    .iter()
                    .enumerate()
                    .filter(|(_, known)| matches!(known, Known::Number(_)))
                    .map(|(at, _)| 1 << at)
                    .sum();
                let possible: Vec<usize> = (0..game.fields.len()).collect();
                let mut work = Work::ENDGAME;
                let Some(best) = best_guess(&reasoner, 500, &mut work) else {
                    continue;
                };
                let most = game.wins(&possible, revealed);
                let at = (0..as_index(size.area())).position(|at| at == best.square);
                let wins = game.wins_with(&possible, revealed, at.expect("a square"));
                assert_eq!(wins, most, "{best:?} in {known:?}");
                compared += 1;
                if best.fields as usize == possible.len() {
                    assert_eq!(best.wins as usize, most, "{known:?}");
                } else {
                    in_parts += 1;
                }
            }
        }
        assert!(compared > 100 && in_parts > 5, "{compared}, {in_parts}");
    }

    /// All fields that agree with what is known.
    fn game(size: Size, mines: usize, known: &[Known]) -> Game {
        let mut fields = Vec::new();
        for bits in 0..1_u32 << size.area() {
            if bits.count_ones() as usize != mines {
                continue;
            }
            let minefield = size
                .squares()
                .filter(|&square| bits >> size.index(square) & 1 == 1)
                .fold(Minefield::new(size), Minefield::with_mine);
            let shown: Vec<Option<u8>> = size
                .squares()
                .map(|square| (!minefield.is_mine(square)).then(|| minefield.adjacent(square)))
                .collect();
            let agrees = known.iter().zip(&shown).all(|(known, shown)| match known {
                Known::Number(number) => *shown == Some(*number),
                _ => true,
            });
            if agrees {
                fields.push(shown);
            }
        }
        Game {
            fields,
            wins: HashMap::new(),
        }
    }
}

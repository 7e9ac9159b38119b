//! Hints, odds and post-mortem analysis for the player.

use super::board::Highlights;
use crate::field::minefield::Square;
use crate::solve::error::SolveError;
use crate::solve::findings::{Findings, TOLERANCE};
use crate::solve::odds::Odds;
use crate::solve::position::{Known, Position};
use crate::solve::proof::Proof;
use crate::solve::words::{self, Words};

/// The hint and the odds of the current position.
#[derive(Default)]
pub(super) struct Advice {
    pub(super) highlights: Highlights,
    /// Message of the hint; empty if there is none.
    pub(super) message: String,
    /// The square that the hint is about.
    pub(super) square: Option<Square>,
    /// True if the player turned the odds on.
    pub(super) wants_odds: bool,
    pub(super) odds: Option<Box<Odds>>,
}

impl Advice {
    /// Stores a hint and returns its message.
    pub(super) fn set_hint(&mut self, hint: Hint) -> String {
        self.highlights = hint.highlights;
        self.square = hint.square;
        self.message = hint.message;
        self.message.clone()
    }

    /// Clears the hint and the odds after a change of the position.
    pub(super) fn forget(&mut self) {
        self.highlights = Highlights::default();
        self.message.clear();
        self.square = None;
        self.odds = None;
    }
}

/// A hint for a position.
pub(super) struct Hint {
    /// The square for the cursor.
    pub(super) square: Option<Square>,
    pub(super) message: String,
    /// The proved squares, and the numbers that prove them.
    pub(super) highlights: Highlights,
}

/// Finds the simplest proof, or else the best guess. Proofs that marked squares have mines are
/// ignored.
pub(super) fn hint(
    position: &Position,
    marked: &[Square],
    first_index: usize,
) -> Result<Hint, SolveError> {
    let words = briefly(position, first_index);
    let mut findings = Findings::new(position)?;
    let is_new = |square, mined: bool| !mined || !marked.contains(&square);
    if let Some(proof) = findings.simplest_proof(is_new)? {
        let mut highlights = Highlights::default();
        for step in &proof.steps {
            highlights.numbers.extend(step.reason.numbers());
            let mined = step.mined.iter().filter(|&&square| is_new(square, true));
            highlights.mined.extend(mined);
            highlights.safe.extend(&step.safe);
        }
        return Ok(Hint {
            square: Some(proof.square),
            message: proof_message(&proof, &highlights, marked, &words),
            highlights,
        });
    }
    let guess = findings.guess()?;
    Ok(Hint {
        message: match guess {
            None => "Nothing is left to be found out.".to_owned(),
            Some(guess) => format!(
                "{} has the lowest risk, {}. Nothing can be proved.",
                words.square(guess.square),
                words::percent(guess.odds)
            ),
        },
        square: guess.map(|guess| guess.square),
        highlights: Highlights::default(),
    })
}

/// Words a proof: its result, the marks that are wrong, and the effect of pressing H again.
fn proof_message(
    proof: &Proof,
    highlights: &Highlights,
    marked: &[Square],
    words: &Words<'_>,
) -> String {
    let is_marked = |square: &&Square| marked.contains(square);
    let safe = proof.steps.last().map_or(&[][..], |step| &step.safe);
    let wrong: Vec<&Square> = safe.iter().filter(is_marked).collect();
    let but = match wrong[..] {
        [] => String::new(),
        [_] if safe.len() == 1 => ", though you marked it".to_owned(),
        [&square] => format!(", though you marked {}", words.square(square)),
        _ if wrong.len() == safe.len() => ", though you marked them".to_owned(),
        _ => format!(", though you marked {} of them", wrong.len()),
    };
    let does = if wrong.is_empty() {
        "does that".to_owned()
    } else if highlights.mined.is_empty() && highlights.safe.iter().all(|it| is_marked(&it)) {
        format!("reveals {}", words.square(proof.square))
    } else {
        "does the rest".to_owned()
    };
    format!("{} H {does}.", words.conclusion(proof, &but))
}

/// Returns words that name few squares, since the screen highlights all of them.
fn briefly(position: &Position, first_index: usize) -> Words<'_> {
    Words {
        first_index,
        position,
        max_names: 3,
    }
}

/// Words the best knowledge of the position before a mine was revealed, as a sentence.
pub(super) fn verdict(
    position: &Position,
    fatal: Square,
    first_index: usize,
) -> Result<String, SolveError> {
    let words = briefly(position, first_index);
    let is_number = |known: &Known| matches!(known, Known::Number(_));
    let mut findings = Findings::new(position)?;
    if !position.squares().iter().any(is_number) {
        let risk = words::percent(findings.odds()?.at(fatal));
        return Ok(format!("Nothing was known yet: the risk was {risk}."));
    }
    if findings
        .simplest_proof(|square, mined| mined && square == fatal)?
        .is_some()
    {
        return Ok("You could have known that it has a mine.".to_owned());
    }
    let mut findings = Findings::new(position)?;
    if let Some(proof) = findings.simplest_proof(|_, mined| !mined)? {
        return Ok(format!(
            "You could have known that {} is safe.",
            words.square(proof.square)
        ));
    }
    let risk = findings.odds()?.at(fatal);
    let least = findings.guess()?.map_or(risk, |guess| guess.odds);
    let [percent, least_percent] = [risk, least].map(words::percent);
    Ok(if risk <= least + TOLERANCE {
        format!("A forced guess on the safest square, at a risk of {percent}.")
    } else if percent == least_percent {
        format!("A guess at a risk of {percent}; the lowest was hardly less.")
    } else {
        format!("A guess at a risk of {percent}; the lowest was {least_percent}.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition::row::Edition;
    use crate::edition::setup::Setup;
    use crate::edition::table;
    use crate::field::lines::Line;
    use crate::field::minefield::Size;
    use crate::field::random::Random;
    use crate::screen::canvas::wrapped;
    use crate::screen::layout::LEAST_WIDTH;
    use crate::screen::playthrough::Playthrough;

    /// The hints of a game in which they are followed, and the squares that they are about.
    fn hints(
        edition: &'static Edition,
        size: Size,
        mines: usize,
        random: &mut Random,
    ) -> Vec<Hint> {
        let moves = edition.moves.as_ref().expect("moves");
        let middle = Square {
            row: size.rows / 2,
            col: size.cols / 2,
        };
        let mut squares: Vec<Square> = size.squares().filter(|it| *it != middle).collect();
        let minefield = random.place_among(size, &mut squares, mines);
        let mut game = Playthrough::new(moves, Setup::default(), minefield);
        let mut marked = Vec::new();
        let mut hints = Vec::new();
        let mut reveals = vec![middle];
        while game.status().is_none() {
            for square in reveals {
                game.take(Line::Text((moves.reveal)(square).as_bytes()));
            }
            let hint = hint(&game.position(), &marked, 0).expect("a hint");
            marked.extend(hint.highlights.mined.iter().copied());
            reveals = hint.highlights.safe.clone();
            if reveals.is_empty() && hint.highlights.mined.is_empty() {
                reveals.extend(hint.square);
            }
            let is_last = hint.square.is_none();
            hints.push(hint);
            if is_last {
                break;
            }
        }
        hints
    }

    #[test]
    fn hints_begin_with_what_they_find_and_fit_a_narrow_screen() {
        let mut random = Random::seeded(1);
        let small = (table::default(), Size { rows: 9, cols: 9 }, 10);
        let edition = table::with_random_size(16, 30).expect("an edition");
        let large = (edition, Size { rows: 16, cols: 30 }, 80);
        let (mut all, mut longer) = (0, 0);
        for (edition, size, mines) in std::iter::repeat_n(small, 20).chain([large; 4]) {
            for hint in hints(edition, size, mines, &mut random) {
                let Some(Square { row, col }) = hint.square else {
                    continue;
                };
                let is_guess = hint.highlights.safe.is_empty() && hint.highlights.mined.is_empty();
                let found = if is_guess {
                    format!("({row}, {col}) ")
                } else {
                    let (found, _) = hint.message.split_once(':').expect("a conclusion");
                    found.to_owned()
                };
                assert!(hint.message.starts_with(&found), "{}", hint.message);
                assert!(wrapped(&found, LEAST_WIDTH).len() <= 2, "{found}");
                // Where the whole field is seen there may be only two lines, and that of
                // the keys.
                let lines = wrapped(&hint.message, LEAST_WIDTH).len();
                assert!(lines <= 4, "{}", hint.message);
                all += 1;
                longer += usize::from(lines > 3);
            }
        }
        assert!(all > 1_000 && longer * 100 < all, "{longer} of {all}");
    }
}

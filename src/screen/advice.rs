//! Hints and post-mortem analysis for the player.

use crate::{
    field::Square,
    solve::{Findings, Known, Position, SolveError, Words, words},
};

#[derive(Default)]
pub(super) struct Hint {
    /// The square to move the cursor to.
    pub square: Option<Square>,
    pub message: String,
    pub safe: Vec<Square>,
    pub mined: Vec<Square>,
    /// The numbers that prove the other squares.
    pub numbers: Vec<Square>,
}

/// Finds the simplest proof, or else the best guess. Ignores proofs that marked squares have mines.
pub(super) fn hint(
    position: &Position,
    marked: &[Square],
    first_index: usize,
) -> Result<Hint, SolveError> {
    let words = brief_words(position, first_index);
    let mut findings = Findings::new(position)?;
    let is_new = |square, mined: bool| !mined || !marked.contains(&square);
    let mut hint = Hint::default();
    if let Some(proof) = findings.simplest_proof(is_new)? {
        for step in &proof.steps {
            hint.numbers.extend(step.reason.numbers());
            for &square in &step.mined {
                if is_new(square, true) {
                    hint.mined.push(square);
                }
            }
            hint.safe.extend(&step.safe);
        }
        let wrong_mark = hint.safe.iter().find(|at| marked.contains(at));
        let note = wrong_mark.map(|&at| format!(", though you marked {}", words.square(at)));
        // H does not open marked squares.
        let next = if note.is_none() { " H does that." } else { "" };
        hint.message = words.conclusion(&proof, &note.unwrap_or_default()) + next;
        hint.square = Some(proof.square);
    } else if let Some(guess) = findings.guess()? {
        let square = words.square(guess.square);
        let odds = words::percent(guess.odds);
        hint.message = format!("{square} has the lowest risk, {odds}. Nothing can be proved.");
        hint.square = Some(guess.square);
    } else {
        hint.message = "Every square is known.".into();
    }
    Ok(hint)
}

/// Returns words that name only a few squares, since the screen highlights all of them.
fn brief_words(position: &Position, first_index: usize) -> Words<'_> {
    Words {
        first_index,
        position,
        max_names: 3,
    }
}

/// Returns a sentence about the mine at `fatal`: whether the player could have known better in the
/// position before it was revealed.
pub(super) fn verdict(
    position: &Position,
    fatal: Square,
    first_index: usize,
) -> Result<String, SolveError> {
    let is_number = |known: &Known| matches!(known, Known::Number(_));
    let mut findings = Findings::new(position)?;
    if !position.squares().iter().any(is_number) {
        let risk = words::percent(findings.odds()?.at(fatal));
        return Ok(format!("Nothing was known yet: the risk was {risk}."));
    }
    let is_fatal = |square, mined| mined && square == fatal;
    if findings.simplest_proof(is_fatal)?.is_some() {
        return Ok("You could have known that this square has a mine.".into());
    }
    let mut findings = Findings::new(position)?;
    if let Some(proof) = findings.simplest_proof(|_, mined| !mined)? {
        let square = brief_words(position, first_index).square(proof.square);
        return Ok(format!("You could have known that {square} is safe."));
    }
    let risk = findings.odds()?.at(fatal);
    let lowest = findings.guess()?.map_or(risk, |guess| guess.odds);
    let [percent, lowest_percent] = [risk, lowest].map(words::percent);
    Ok(format!(
        "A guess at a risk of {percent}; the lowest was {lowest_percent}."
    ))
}

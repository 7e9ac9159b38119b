//! Hints, odds and post-mortem analysis for the player.

use super::board::Highlights;
use crate::field::minefield::Square;
use crate::solve::error::SolveError;
use crate::solve::findings::{Findings, TOLERANCE};
use crate::solve::position::{Known, Position};
use crate::solve::proof::Proof;
use crate::solve::words::{self, Words};

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

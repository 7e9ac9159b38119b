//! What keys and the mouse do to a game.

use super::draw::Highlights;
use super::playing::Playing;
use super::sitting::{Odds, PopupKind, Sitting};
use crate::edition::row::MarkingAgain;
use crate::field::minefield::Square;
use crate::game::view::{Outcome, Shown};
use crate::solve::SolveError;
use crate::solve::findings::Findings;
use crate::solve::odds::Chances;
use crate::solve::position::Position;
use crate::solve::words::{self, Words};

const FIRST_IS_SAFE: &str = "The first reveal is safe, wherever it is.";

impl Sitting {
    /// Sends a line to the game.
    pub(super) fn send(&mut self, line: String) {
        let Some(playing) = &mut self.playing else {
            return;
        };
        playing.send(line);
        self.message = playing.answer().errors.clone();
        if playing.status().is_some() {
            let has_banner = playing.view().outcome() == Some(Outcome::Won);
            self.popup = has_banner.then_some(PopupKind::End);
        }
        self.forget();
        self.count_again();
    }

    pub(super) fn reveal(&mut self) {
        if self.is_over() {
            return;
        }
        if self.playing.is_none() {
            match self.source.around(self.cursor) {
                Ok(minefield) => self.playing = Some(self.game_on(minefield)),
                Err(error) => {
                    self.message = error.to_string();
                    return;
                }
            }
        }
        match self.shown(self.cursor) {
            Shown::Revealed(number) => self.chord(number),
            Shown::Marked if self.moves.marking_again == MarkingAgain::Lifts => {
                "This square is marked: m lifts the mark.".clone_into(&mut self.message);
            }
            _ => self.send((self.moves.reveal)(self.cursor)),
        }
    }

    /// Reveals all around a number whose marks are complete, a round each.
    pub(super) fn chord(&mut self, number: u8) {
        let size = self.size();
        let with = |wanted: &[Shown]| -> Vec<Square> {
            let around = size.neighbours(self.cursor);
            around
                .filter(|&square| wanted.contains(&self.shown(square)))
                .collect()
        };
        if with(&[Shown::Marked]).len() != usize::from(number) {
            "As many squares around this number have to be marked as it says."
                .clone_into(&mut self.message);
            return;
        }
        for square in with(&[Shown::Covered, Shown::Guessed]) {
            // One may have uncovered another.
            if matches!(self.shown(square), Shown::Covered | Shown::Guessed) && !self.is_over() {
                self.send((self.moves.reveal)(square));
            }
        }
    }

    pub(super) fn mark(&mut self) {
        if self.is_over() || self.has_not_begun() {
            return;
        }
        match self.shown(self.cursor) {
            Shown::Marked if self.moves.marking_again == MarkingAgain::Nothing => {
                "This square is marked already.".clone_into(&mut self.message);
            }
            Shown::Revealed(_) => {
                "This square is revealed.".clone_into(&mut self.message);
            }
            _ => self.send((self.moves.mark)(self.cursor)),
        }
    }

    pub(super) fn guess(&mut self) {
        if self.is_over() || self.has_not_begun() {
            return;
        }
        match (self.moves.guess, self.shown(self.cursor)) {
            (None, _) => {
                self.message = format!("The edition {} has no guesses.", self.edition.name);
            }
            (Some(_), Shown::Guessed) => {
                "This square is guessed already.".clone_into(&mut self.message);
            }
            (Some(_), Shown::Revealed(_)) => {
                "This square is revealed.".clone_into(&mut self.message);
            }
            (Some(guess), _) => self.send(guess(self.cursor)),
        }
    }

    pub(super) fn lift_fog(&mut self) {
        if self.has_not_begun() {
            return;
        }
        match self.moves.nofog {
            Some(line) => self.send(line.to_owned()),
            None => self.message = format!("The edition {} has no nofog.", self.edition.name),
        }
    }

    /// Whether there is no field yet, which is then said.
    pub(super) fn has_not_begun(&mut self) -> bool {
        let has_not = self.playing.is_none();
        if has_not {
            "The field is drawn around the first square that is revealed."
                .clone_into(&mut self.message);
        }
        has_not
    }

    pub(super) fn undo(&mut self) {
        let undone = self.playing.as_mut().is_some_and(Playing::undo);
        if undone {
            self.undos += 1;
            self.forget();
            self.count_again();
        } else {
            "There is nothing to undo.".clone_into(&mut self.message);
        }
    }

    /// What can be seen; the mines count, as the seed has their number.
    pub(super) fn position(&self) -> Position {
        let mines = Some(self.source.mines());
        match &self.playing {
            Some(playing) => {
                let mines = Some(playing.minefield().mine_count());
                Position::of(&playing.view(), mines)
            }
            None => Position::new(self.size(), Vec::new(), mines),
        }
    }

    pub(super) fn hint(&mut self) {
        if self.is_over() {
            return;
        }
        if self.playing.is_none() {
            FIRST_IS_SAFE.clone_into(&mut self.message);
            return;
        }
        if self.is_untouched() && self.show_start() {
            return;
        }
        let said = self.look_for_hint();
        self.message = said.unwrap_or_else(|error| format!("There is no hint: {error}."));
    }

    /// Whether no square is revealed.
    fn is_untouched(&self) -> bool {
        let mut squares = self.size().squares();
        !squares.any(|square| matches!(self.shown(square), Shown::Revealed(_)))
    }

    /// Goes to the square that the seed notes as the one to start from; whether there
    /// is one.
    pub(super) fn show_start(&mut self) -> bool {
        let Some(start) = self.noted_start else {
            return false;
        };
        self.cursor = start;
        "No guess is needed from here: the seed notes it.".clone_into(&mut self.message);
        true
    }

    pub(super) fn look_for_hint(&mut self) -> Result<String, SolveError> {
        let position = self.position();
        let mut findings = Findings::new(&position)?;
        let is_wanted = |square, mined: bool| !mined || self.shown(square) != Shown::Marked;
        if let Some(proof) = findings.simplest(is_wanted)? {
            let words = Words {
                first_index: self.moves.first_index,
                position: &position,
            };
            let mut highlights = Highlights::default();
            for step in &proof.steps {
                highlights.numbers.extend(step.reason.numbers());
                highlights.squares.extend(&step.mined);
                highlights.squares.extend(&step.safe);
            }
            let last = words.proof(&proof).pop();
            self.highlights = highlights;
            self.cursor = proof.square;
            return Ok(last.unwrap_or_default());
        }
        let Some(guess) = findings.guess()? else {
            return Ok("Nothing is left to be found out.".to_owned());
        };
        self.cursor = guess.square;
        Ok(match guess.odds {
            Some(odds) => format!(
                "Nothing can be proved. A mine is least likely here: {}.",
                words::fraction(&odds)
            ),
            None => format!("{}; this is the first unknown square.", SolveError::TooHard),
        })
    }

    pub(super) fn toggle_odds(&mut self) {
        self.odds = match self.odds {
            Odds::Off => Odds::On(None),
            Odds::On(_) => Odds::Off,
        };
        if self.playing.is_none() && matches!(self.odds, Odds::On(_)) {
            FIRST_IS_SAFE.clone_into(&mut self.message);
        }
        self.count_again();
    }

    /// Counts the odds again, if they are shown.
    pub(super) fn count_again(&mut self) {
        if matches!(self.odds, Odds::Off) || self.is_over() || self.playing.is_none() {
            return;
        }
        match Chances::of(&self.position()) {
            Ok(chances) => self.odds = Odds::On(Some(Box::new(chances))),
            Err(error) => self.message = format!("There are no odds: {error}."),
        }
    }

    pub(super) fn save(&mut self) {
        if self.has_not_begun() {
            return;
        }
        let script = self.script();
        let and_seed = script.minefield.map_or("", |_| ", and its seed");
        self.message = match script.write_anywhere() {
            Ok(path) => format!("Written: {}{and_seed}", path.display()),
            Err(error) => error.to_string(),
        };
    }
}

//! What can be changed on the menu: the size of a field of one's own, and by what rules
//! fields are drawn and played.

use super::request;
use crate::edition::play_option::PlayOption;
use crate::edition::row::Edition;
use crate::edition::table::{self, EDITIONS};
use crate::field::random::RandomField;
use crate::io::visible::counted;

/// The most rows and columns that can be chosen.
const MOST: usize = 99;

/// Something that can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    Rows,
    Cols,
    Mines,
    NoGuess,
    Edition,
}

/// All that can be changed.
pub(super) struct Settings {
    pub(super) edition: &'static Edition,
    /// The field of one's own size.
    pub(super) own: RandomField,
    pub(super) no_guess: bool,
    /// The digits of the number that is being typed, and which number that is.
    typed: Option<(Setting, String)>,
    /// Whether anything was changed.
    pub(super) are_changed: bool,
}

/// The editions that can be played on random fields.
fn editions() -> impl Iterator<Item = &'static Edition> {
    EDITIONS.iter().filter(|edition| {
        let draws = [PlayOption::Random, PlayOption::Rows];
        edition.moves.is_some() && draws.iter().any(|it| edition.options.contains(it))
    })
}

impl Settings {
    /// Those at first: the edition, if random fields can be played in it, and a field to
    /// begin with.
    pub(super) fn new(edition: &Edition, own: RandomField) -> Self {
        Self {
            edition: editions()
                .find(|it| it.name == edition.name)
                .unwrap_or(table::default()),
            own,
            no_guess: false,
            typed: None,
            are_changed: false,
        }
    }

    /// The edition in which a field is played, and what is to be told if that is another
    /// one than was chosen.
    pub(super) fn edition_for(&self, field: RandomField) -> (&'static Edition, Option<String>) {
        let RandomField { rows, cols, .. } = field;
        if self.edition.fields.size(rows, cols).is_some() {
            return (self.edition, None);
        }
        match table::with_random_size(rows, cols) {
            Some(other) => (other, Some(request::picked(self.edition, other))),
            None => (self.edition, None),
        }
    }

    /// A number, and the most that it can be.
    fn number(&mut self, setting: Setting) -> Option<(&mut usize, usize)> {
        match setting {
            Setting::Rows => Some((&mut self.own.rows, MOST)),
            Setting::Cols => Some((&mut self.own.cols, MOST)),
            Setting::Mines => Some((&mut self.own.mines, MOST * MOST)),
            Setting::NoGuess | Setting::Edition => None,
        }
    }

    /// Changes something, up or down.
    pub(super) fn change(&mut self, setting: Setting, by: isize) {
        self.end_typing();
        self.are_changed = true;
        if let Some((number, most)) = self.number(setting) {
            *number = number.saturating_add_signed(by).clamp(1, most);
            self.end_typing();
        } else if setting == Setting::NoGuess {
            self.no_guess = !self.no_guess;
        } else {
            let all: Vec<_> = editions().collect();
            let at = all.iter().position(|it| it.name == self.edition.name);
            let length = all.len();
            let next = (at.unwrap_or_default() + length).saturating_add_signed(by) % length;
            self.edition = all[next];
        }
    }

    /// Adds a digit to a number, or takes the last one away. The first digit begins the
    /// number anew.
    pub(super) fn type_digit(&mut self, setting: Setting, digit: Option<char>) {
        let typed = self.typed.take().filter(|(of, _)| *of == setting);
        let Some((number, most)) = self.number(setting) else {
            return;
        };
        let mut text = match (typed, digit) {
            (Some((_, text)), _) => text,
            (None, Some(_)) => String::new(),
            (None, None) => number.to_string(),
        };
        match digit {
            Some(digit) => text.push(digit),
            None => drop(text.pop()),
        }
        *number = text.parse().unwrap_or_default();
        if *number > most {
            *number = most;
            text = most.to_string();
        }
        *number = (*number).max(1);
        self.typed = Some((setting, text));
        self.are_changed = true;
    }

    /// Ends the typing of a number; then there cannot be more mines than the field holds,
    /// which is told if more were typed.
    pub(super) fn end_typing(&mut self) -> Option<String> {
        let typed = self.typed.take().map(|(of, _)| of);
        let RandomField { rows, cols, mines } = self.own;
        let most = (rows * cols).saturating_sub(1).max(1);
        self.own.mines = mines.min(most);
        (mines > most && typed == Some(Setting::Mines)).then(|| {
            let most = counted(most, "mine", "mines");
            format!("A field of {rows} by {cols} squares has at most {most}.")
        })
    }

    /// What something is called, and how it is set.
    pub(super) fn text(&self, setting: Setting) -> (&'static str, String) {
        let typed = self.typed.as_ref().filter(|(of, _)| *of == setting);
        let number = |number: usize| match typed {
            Some((_, text)) => format!("< {text}_ >"),
            None => format!("< {number} >"),
        };
        match setting {
            Setting::Rows => ("  rows", number(self.own.rows)),
            Setting::Cols => ("  columns", number(self.own.cols)),
            Setting::Mines => ("  mines", number(self.own.mines)),
            Setting::NoGuess => {
                let is_on = if self.no_guess { "yes" } else { "no" };
                ("Without guessing", format!("< {is_on} >"))
            }
            Setting::Edition => ("Rules of", format!("< {} >", self.edition.name)),
        }
    }
}

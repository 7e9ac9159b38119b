//! What is shown of a game that is played.

use super::action::HELP;
use super::draw::{Popup, Scene};
use super::playing::Playing;
use super::sitting::{Odds, PopupKind, Sitting};
use crate::game::view::{Outcome, Shown};

const KEYS: &[&str] = &[
    "space reveal",
    "m mark",
    "g guess",
    "u undo",
    "H hint",
    "? help",
    "Q quit",
];

impl Sitting {
    pub(super) fn scene(&self) -> Scene<'_> {
        let playing = self.playing.as_ref();
        let may_see_mines = |playing: &&Playing| {
            playing.is_fog_lifted() || playing.view().outcome() == Some(Outcome::Lost)
        };
        Scene {
            view: playing.map(Playing::view),
            size: self.size(),
            first_index: self.moves.first_index,
            mines: playing.filter(may_see_mines).map(Playing::minefield),
            odds: match &self.odds {
                Odds::On(Some(chances)) if !self.is_over() => Some(chances),
                _ => None,
            },
            cursor: self.cursor,
            first: self.first,
            highlights: &self.highlights,
            header: self.header(),
            sent: playing
                .and_then(|playing| playing.lines().last().cloned())
                .unwrap_or_default(),
            message: match playing.map(|playing| playing.view().outcome()) {
                Some(Some(outcome)) if self.message.is_empty() => {
                    over(outcome, self.source.fixed().is_some())
                }
                _ => self.message.clone(),
            },
            keys: KEYS,
            pane: None,
            popup: self.popup.map(|kind| self.popup(kind)),
            colours: self.colours,
        }
    }

    pub(super) fn header(&self) -> Vec<String> {
        let mut parts = vec![self.edition.name.to_owned()];
        let at = |index: usize| index + self.moves.first_index;
        parts.push(format!(
            "({}, {})",
            at(self.cursor.row),
            at(self.cursor.col)
        ));
        if let Some(playing) = &self.playing {
            let view = playing.view();
            if let Some(rounds) = view.rounds() {
                parts.push(format!("rounds {rounds}"));
            }
            match (playing.score(), view.outcome()) {
                (Some(score), None) => parts.push(format!("score if won now {score}")),
                (Some(score), Some(Outcome::Won)) => parts.push(format!("score {score}")),
                _ => {}
            }
            let marked = self.size().squares();
            let marked = marked.filter(|&square| view.shown(square) == Shown::Marked);
            match view.mines() {
                Some(mines) => parts.push(format!("marks {} of {mines}", marked.count())),
                None => parts.push(format!("marks {}", marked.count())),
            }
            let seconds = playing.time().as_secs();
            parts.push(format!("time {}:{:02}", seconds / 60, seconds % 60));
        }
        if self.undos > 0 {
            parts.push(format!("undos {}", self.undos));
        }
        if let Some(rng_seed) = self.rng_seed {
            parts.push(format!("rng-seed {rng_seed}"));
        }
        parts
    }

    pub(super) fn popup(&self, kind: PopupKind) -> Popup {
        match kind {
            PopupKind::Help => Popup::help(HELP),
            PopupKind::Quit => Popup {
                title: "quit",
                text: "Quit? y: yes, any other key: no".to_owned(),
            },
            PopupKind::End => {
                let end = self
                    .playing
                    .as_ref()
                    .map(|playing| playing.answer().end.as_str());
                Popup {
                    title: "won",
                    text: end.unwrap_or_default().trim_matches('\n').to_owned(),
                }
            }
        }
    }
}

/// What is told of a game that is over.
fn over(outcome: Outcome, is_fixed: bool) -> String {
    let what = match outcome {
        Outcome::Won => "You have won.",
        Outcome::Lost => "You have lost.",
        Outcome::Left => "The game is over.",
    };
    let next = if is_fixed {
        "the same field again"
    } else {
        "another field"
    };
    format!("{what} n: {next}, u: undo, Q: quit")
}

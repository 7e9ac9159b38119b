//! One step of a game with flaws: from a state and a line to the parts of the answer.

use std::ops::Range;

use super::reader::{self, Fault};
use super::squares::State;
use super::table::{Effect, Effects, Response};
use crate::edition::uga::command::Command;
use crate::edition::uga::game::Effect as Change;
use crate::edition::uga::invalid_command::InvalidCommand;
use crate::edition::uga::rules::{Round, Rules};
use crate::field::lines::Line;
use crate::game::view::{Outcome, Shown};

/// A part of an answer.
#[derive(Debug)]
pub(super) enum Part<'line> {
    Error(InvalidCommand<'line>),
    Help,
    Round(RoundPart),
    /// A win, with the score.
    Win(String),
    Loss,
    Quit,
}

/// Some pieces of a round.
#[derive(Debug)]
pub(super) struct RoundPart {
    /// Indices of pieces of a frame.
    pub(super) pieces: Range<usize>,
    pub(super) rounds: u64,
    pub(super) cells: Vec<Cell>,
}

/// A square in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) shown: Shown,
    pub(super) shows_mine: bool,
}

/// The blank line and the number of rounds.
const ROUNDS: Range<usize> = 0..2;
/// The blank line and the grid.
const GRID: Range<usize> = 2..5;
/// The blank line and the prompt.
const PROMPT: Range<usize> = 5..7;
const WITHOUT_PROMPT: Range<usize> = 0..5;
const ALL: Range<usize> = 0..7;

/// A step that is being taken: the rules and flaws, the state, and the parts of the answer so far.
#[derive(Debug)]
pub(super) struct Step<'step, 'line> {
    rules: &'static Rules,
    effects: &'step Effects,
    state: &'step mut State,
    parts: Vec<Part<'line>>,
}

/// The outcome and exit status of a game that has ended.
pub(super) type End = Option<(Outcome, u8)>;

/// An answer: its parts, and the end if the game ends with it.
#[derive(Debug)]
pub(super) struct Answered<'line> {
    pub(super) parts: Vec<Part<'line>>,
    pub(super) end: End,
}

impl<'step, 'line> Step<'step, 'line> {
    pub(super) fn new(
        rules: &'static Rules,
        effects: &'step Effects,
        state: &'step mut State,
    ) -> Self {
        Self {
            rules,
            effects,
            state,
            parts: Vec::new(),
        }
    }

    /// Returns what is shown before the first line, except the welcome.
    pub(super) fn open(mut self) -> Answered<'line> {
        self.show_next_round();
        Answered {
            parts: self.parts,
            end: None,
        }
    }

    /// Answers a line.
    pub(super) fn answer(mut self, line: Line<'line>) -> Answered<'line> {
        let end = match line {
            Line::End => self.end_of_input(),
            _ => match reader::read(self.effects, line, self.state.size()) {
                Ok(command) => self.carry_out(command),
                Err(fault) => self.refuse(&fault),
            },
        };
        Answered {
            parts: self.parts,
            end,
        }
    }

    fn carry_out(&mut self, command: Command) -> End {
        let Some(change) = self.state.apply(self.rules, self.effects, command) else {
            return Some((Outcome::Quit, 1));
        };
        match change {
            Change::Changed { .. } | Change::Passed => self.show_next_round(),
            Change::Helped => {
                self.parts.push(Part::Help);
                self.show_next_round();
            }
            Change::FogLifted => self.show_mines(),
            Change::Won => {
                self.win(command);
                return Some((Outcome::Won, 0));
            }
            Change::Lost => {
                self.parts.push(Part::Loss);
                return Some((Outcome::Lost, 0));
            }
            Change::Quit => {
                self.parts.push(Part::Quit);
                return Some((Outcome::Quit, 0));
            }
        }
        None
    }

    fn win(&mut self, command: Command) {
        let is_mark = matches!(command, Command::Mark(_));
        if self.effects.has(Effect::RoundBeforeWin)
            || is_mark && self.effects.has(Effect::RoundBeforeWinByMark)
        {
            self.show(WITHOUT_PROMPT);
        }
        if self.effects.has(Effect::PromptBeforeWin) {
            self.show(ALL);
        }
        let score = self.state.score(self.rules, self.effects);
        self.parts.push(Part::Win(score));
    }

    /// Answers an invalid line.
    fn refuse(&mut self, fault: &Fault<'line>) -> End {
        let responds = |response| {
            self.effects.any(|effect| {
                matches!(effect, Effect::Answers(lines, other) if other == response && fault.is_in(lines))
            })
        };
        if responds(Response::Dies) {
            return Some((Outcome::Quit, 1));
        }
        let has_error = !responds(Response::NoError);
        let has_round = !responds(Response::PromptOnly);
        let has_prompt = !responds(Response::ErrorOnly);
        let ends = responds(Response::Ends);
        let times = if responds(Response::Twice) { 2 } else { 1 };
        for _ in 0..times {
            if has_error {
                self.parts.push(Part::Error(fault.error));
            }
            if ends {
                return Some((Outcome::Quit, 1));
            }
            let costs = |effect| matches!(effect, Effect::Costs(lines) if fault.is_in(lines));
            if self.rules.invalid_line.round == Round::Completed || self.effects.any(costs) {
                self.state.rounds += 1;
                self.show_next_round();
                continue;
            }
            let ends_fog = |effect| matches!(effect, Effect::FogAfter(lines) if fault.is_in(lines));
            if self.effects.any(ends_fog) {
                self.state.shows_mines = false;
            }
            if has_prompt && has_round {
                self.count_shown_round();
                self.show(ALL);
            } else if has_prompt {
                self.show(PROMPT);
            }
        }
        None
    }

    fn end_of_input(&mut self) -> End {
        if self.effects.has(Effect::EndFails) {
            Some((Outcome::Quit, 1))
        } else if self.effects.has(Effect::EndSilent) {
            Some((Outcome::Quit, 0))
        } else if self.effects.has(Effect::EndPrintsErrors) {
            self.refuse(&Fault::END)
        } else if self.effects.has(Effect::EndPrintsRounds) {
            self.show(ALL);
            None
        } else {
            self.carry_out(Command::Quit)
        }
    }

    fn show_next_round(&mut self) {
        self.state.shows_mines &= self.effects.has(Effect::NofogStays);
        self.count_shown_round();
        self.show(ALL);
    }

    /// Shows the round after `nofog`.
    fn show_mines(&mut self) {
        self.state.shows_mines |= !self.effects.has(Effect::NofogShowsNothing);
        if self.effects.has(Effect::NofogAtOnce) {
            self.show(GRID);
            self.show(ROUNDS);
            self.show(PROMPT);
        } else {
            self.show(ALL);
        }
        if self.effects.has(Effect::NofogCountedLate) {
            for part in &mut self.parts {
                if let Part::Round(round) = part {
                    round.rounds = round.rounds.saturating_sub(1);
                }
            }
        }
    }

    fn count_shown_round(&mut self) {
        self.state.rounds += u64::from(self.effects.has(Effect::CountsShown));
    }

    fn show(&mut self, pieces: Range<usize>) {
        let minefield = self.state.board.minefield();
        let squares = self.state.size().squares();
        let cells = squares.map(|square| Cell {
            shown: self.state.board.shown(square),
            shows_mine: self.state.shows_mines && minefield.is_mine(square),
        });
        let round = RoundPart {
            pieces,
            rounds: self.state.rounds,
            cells: cells.collect(),
        };
        self.parts.push(Part::Round(round));
    }
}

//! The facts that an answer states, whatever its layout: predicted ones from a step, and printed ones from
//! the lines of a program.

use super::squares::State;
use super::stepper::{Answered, Cell, Part};
use crate::analyse::answers::{Answer, Line};
use crate::edition::uga::rules::Rules;
use crate::field::minefield::Size;
use crate::game::sink::Kind;
use crate::game::view::Shown;

/// The facts of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Number of messages: errors, lists of commands, and words of a quit.
    messages: [usize; 3],
    /// The last number of rounds.
    rounds: Option<u64>,
    /// Number of grids.
    pub(super) grids: usize,
    /// The rows of the last grid, unless a cell may be missing.
    grid: Option<Grid>,
    is_grid_first: bool,
    pub(super) event: Event,
    rest: Rest,
    score: Option<String>,
    pub(super) end: Ending,
    /// True if a round and its prompt precede the end of the game.
    pub(super) has_prompt_before_end: bool,
}

/// Text that is none of the game's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Rest {
    #[default]
    None,
    /// Text that may be a message in other words.
    Other,
    /// An uncaught exception, after which nothing else can be expected.
    Trace,
}

/// Indices in [`Facts::messages`].
const ERROR: usize = 0;
const HELP: usize = 1;
const QUIT: usize = 2;

/// The squares of a grid, row by row. Unknown cells are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Grid {
    size: Size,
    cells: Vec<Option<Cell>>,
}

/// The end of a game by its rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Event {
    #[default]
    None,
    Won,
    Lost,
}

/// The state of the program after an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ending {
    #[default]
    NextLine,
    Success,
    Failure,
    /// The next line, without a prompt: what was printed may be in the next answer.
    Open,
    /// The output is not complete.
    Unknown,
}

/// Index of the squares among the pieces of a round.
const GRID: usize = 3;
/// Number of pieces of a round with its prompt.
const PROMPT_END: usize = 7;

/// Maximum number of lines of an answer that are read.
pub(super) const MAX_LINES: usize = 4096;
/// Maximum length of a line that is read, in bytes.
const MAX_LINE: usize = 4096;

impl Facts {
    /// Returns the facts of a predicted answer.
    pub(super) fn predicted(answered: Answered<'_>, size: Size) -> Self {
        let mut facts = Self::default();
        let mut has_prompt = false;
        for part in answered.parts {
            match part {
                Part::Error(_) => facts.messages[ERROR] += 1,
                Part::Help => facts.messages[HELP] = 1,
                Part::Round(round) => {
                    let has_rounds = round.pieces.start == 0;
                    if round.pieces.contains(&GRID) {
                        facts.is_grid_first |= facts.rounds.is_none() && !has_rounds;
                        facts.grids += 1;
                        let cells = round.cells.into_iter().map(Some).collect();
                        facts.grid = Some(Grid { size, cells });
                    }
                    if has_rounds {
                        facts.rounds = Some(round.rounds);
                    }
                    has_prompt |= round.pieces.end == PROMPT_END;
                }
                Part::Win(score) => {
                    facts.event = Event::Won;
                    facts.score = Some(score);
                }
                Part::Loss => facts.event = Event::Lost,
                Part::Quit => facts.messages[QUIT] = 1,
            }
        }
        facts.has_prompt_before_end = has_prompt && facts.event == Event::Won;
        facts.end = match answered.end {
            None => Ending::NextLine,
            Some((_, 0)) => Ending::Success,
            Some(_) => Ending::Failure,
        };
        facts
    }

    /// Reads the facts of a printed answer.
    pub(super) fn printed(answer: &Answer, end: Ending, rules: &Rules) -> Self {
        let mut facts = Self {
            end,
            ..Self::default()
        };
        let mut grid = Vec::new();
        for line in answer.out.iter().take(MAX_LINES) {
            let text = String::from_utf8_lossy(&line.text[..line.text.len().min(MAX_LINE)]);
            if let Some(row) = row(&text, line.kind) {
                facts.is_grid_first |= facts.rounds.is_none() && facts.grids == 0;
                grid.push(row);
                continue;
            }
            facts.end_grid(&mut grid);
            facts.read(line, text.trim(), rules, false);
        }
        facts.end_grid(&mut grid);
        for line in answer.err.iter().take(MAX_LINES) {
            let text = String::from_utf8_lossy(&line.text[..line.text.len().min(MAX_LINE)]);
            facts.read(line, text.trim(), rules, true);
        }
        facts.is_grid_first &= facts.rounds.is_some();
        facts.has_prompt_before_end &= facts.event == Event::Won;
        facts
    }

    fn end_grid(&mut self, rows: &mut Vec<Vec<Option<Cell>>>) {
        let rows = std::mem::take(rows);
        let Some(cols) = rows.first().map(Vec::len) else {
            return;
        };
        self.grids += 1;
        let size = Size {
            rows: rows.len(),
            cols,
        };
        let cells = rows.concat();
        self.grid = (cells.len() == size.area()).then_some(Grid { size, cells });
    }

    /// Reads a line that is no row of a grid.
    fn read(&mut self, line: &Line, text: &str, rules: &Rules, is_error_stream: bool) {
        let lower_case = text.to_lowercase();
        let has = |word: &str| lower_case.contains(word);
        if has("exception in thread") || has("traceback (most recent") {
            self.rest = Rest::Trace;
        }
        if text.is_empty() || self.has_trace() {
            return;
        }
        let words = words(&lower_case);
        let is_in = |block: &str| {
            let mut lines = block.lines().map(|line| self::words(&line.to_lowercase()));
            !words.is_empty() && lines.any(|line| line == words)
        };
        let is = |kind| line.kind == Some(kind);
        self.has_prompt_before_end |= is(Kind::Prompt);
        if let Some(rounds) = rounds(&lower_case, line.kind) {
            self.rounds = Some(rounds);
        } else if is(Kind::Error) || is_error_stream || has("invalid command") || has("ಠ_ಠ says")
        {
            self.messages[ERROR] += 1;
        } else if is(Kind::Win) || is(Kind::Score) || has("░░░") || has("congrat") || has("score:")
        {
            self.event = Event::Won;
            if let Some((_, score)) = lower_case.rsplit_once("score:") {
                self.score = score.split_whitespace().next().map(str::to_owned);
            }
        } else if is(Kind::Loss) || has("oh no...") || is_in(rules.game_over) {
            self.event = Event::Lost;
        } else if is(Kind::Quit) || is_in(rules.quit) {
            self.messages[QUIT] = 1;
        } else if is(Kind::Help) || is_in(rules.commands) {
            self.messages[HELP] = 1;
        } else if text.contains(char::is_alphabetic) {
            self.rest = Rest::Other;
        }
    }

    /// Adds the facts of the next answer to those of this one.
    pub(super) fn join(&mut self, next: &Self) {
        for (count, next) in self.messages.iter_mut().zip(next.messages) {
            *count += next;
        }
        self.rounds = next.rounds.or(self.rounds);
        self.grids += next.grids;
        self.grid = next.grid.clone().or(self.grid.take());
        self.event = next.event;
        self.score.clone_from(&next.score);
        self.end = next.end;
        self.rest = self.rest.max(next.rest);
    }

    /// Notes that messages may have been printed elsewhere.
    pub(super) fn hide_messages(&mut self) {
        self.rest = self.rest.max(Rest::Other);
    }

    pub(super) fn has_trace(&self) -> bool {
        self.rest == Rest::Trace
    }

    /// Reports whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.event != Event::None || self.messages[QUIT] > 0
    }

    /// Returns the signs in the last grid.
    pub(super) fn signs(&self) -> Signs {
        let cells = self.grid.iter().flat_map(|grid| &grid.cells).flatten();
        cells.fold(Signs::default(), |signs, cell| signs.with(cell.shown))
    }

    /// Replaces signs that the program never prints by what it printed, and corrects a state after a step: it goes on
    /// from what the program printed, not from what was predicted.
    pub(super) fn correct(&mut self, state: &mut State, printed: &Self, signs: Signs) {
        if let (Some(printed), Some(predicted)) = (printed.rounds, self.rounds) {
            state.rounds = (state.rounds + printed).saturating_sub(predicted);
        }
        let Some(printed) = printed
            .grid
            .as_ref()
            .filter(|grid| grid.size == state.size())
        else {
            return;
        };
        if let Some(grid) = &mut self.grid {
            for (predicted, printed) in grid.cells.iter_mut().flatten().zip(&printed.cells) {
                predicted.shown = signs.printed_for(predicted.shown, *printed);
            }
        }
        state.shows_mines = printed.cells.iter().flatten().any(|cell| cell.shows_mine);
        for (square, cell) in printed.size.squares().zip(&printed.cells) {
            let shown = signs.printed_for(state.board.shown(square), *cell);
            if let Some(cell) = cell
                && cell.shown != shown
            {
                state.show(square, cell.shown);
            }
        }
    }
}

/// A set of the signs of squares that a program prints.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Signs(u16);

impl Signs {
    fn with(self, shown: Shown) -> Self {
        Self(self.0 | Self::bit(shown))
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn bit(shown: Shown) -> u16 {
        match shown {
            Shown::Revealed(adjacent) => 1 << adjacent,
            Shown::Marked => 1 << 9,
            Shown::Guessed => 1 << 10,
            Shown::Covered | Shown::Mine => 1 << 11,
        }
    }

    /// Returns what the program prints for a square: a sign that it never prints may be a blank.
    fn printed_for(self, shown: Shown, printed: Option<Cell>) -> Shown {
        let is_blank = printed.is_some_and(|cell| cell.shown == Shown::Covered);
        if is_blank && self.0 & Self::bit(shown) == 0 {
            Shown::Covered
        } else {
            shown
        }
    }
}

/// Counts the facts on which two predictions differ, by whether the program agrees with either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Agreement {
    /// The program agrees with the flaw.
    pub(super) flawed: usize,
    /// The program agrees with the rules.
    pub(super) right: usize,
    neither: usize,
    /// Number of facts that are not as the flaw predicts, whatever the rules predict.
    pub(super) wrong: usize,
    has_score: bool,
}

impl Agreement {
    pub(super) fn new(right: &Facts, flawed: &Facts, printed: &Facts) -> Self {
        let mut agreement = Self::default();
        let is_other_event = right.event == flawed.event && printed.event != right.event;
        if printed.has_trace() || is_other_event {
            return agreement;
        }
        agreement.add(&right.rounds, &flawed.rounds, &printed.rounds);
        agreement.add(&right.grids, &flawed.grids, &printed.grids);
        agreement.add(
            &right.is_grid_first,
            &flawed.is_grid_first,
            &printed.is_grid_first,
        );
        agreement.add(
            &right.has_prompt_before_end,
            &flawed.has_prompt_before_end,
            &printed.has_prompt_before_end,
        );
        agreement.add(&right.event, &flawed.event, &printed.event);
        if printed.end != Ending::Unknown {
            agreement.add(&right.end, &flawed.end, &printed.end);
        }
        for message in [ERROR, HELP, QUIT] {
            agreement.add_message(message, right, flawed, printed);
        }
        if let (Some(right), Some(flawed), Some(printed)) =
            (&right.score, &flawed.score, &printed.score)
        {
            agreement.add(right, flawed, printed);
            agreement.has_score = flawed == printed && right != printed;
        }
        agreement.add_cells(right, flawed, printed);
        if right.event != flawed.event {
            // The event decides. Everything else follows from it, perhaps in another way.
            if printed.event == flawed.event {
                agreement.right = 0;
            } else {
                agreement.flawed = 0;
            }
        }
        agreement
    }

    /// Reports whether the program prints what only the flaw predicts, and nothing else: a number, or
    /// several facts.
    pub(super) fn is_specific(&self) -> bool {
        self.has_score || self.wrong == 0 && self.flawed > 1
    }

    fn add<T: PartialEq>(&mut self, right: &T, flawed: &T, printed: &T) {
        self.wrong += usize::from(printed != flawed);
        if right == flawed {
        } else if printed == flawed {
            self.flawed += 1;
        } else if printed == right {
            self.right += 1;
        } else {
            self.neither += 1;
        }
    }

    /// Adds a message. One that is missing may have other words, and says nothing about the other facts.
    fn add_message(&mut self, message: usize, right: &Facts, flawed: &Facts, printed: &Facts) {
        let [right, flawed, count] = [right, flawed, printed].map(|facts| facts.messages[message]);
        if count > 0 || flawed == 0 && printed.rest == Rest::None {
            self.add(&right, &flawed, &count);
        } else if printed.rest == Rest::None {
            self.wrong += 1;
        }
    }

    fn add_cells(&mut self, right: &Facts, flawed: &Facts, printed: &Facts) {
        let (Some(right), Some(flawed), Some(printed)) = (&right.grid, &flawed.grid, &printed.grid)
        else {
            return;
        };
        if right.size != printed.size || flawed.size != printed.size {
            return;
        }
        let mut cells = Self::default();
        for ((right, flawed), printed) in right.cells.iter().zip(&flawed.cells).zip(&printed.cells)
        {
            cells.add(right, flawed, printed);
        }
        self.wrong += cells.wrong;
        if cells.right > 0 {
            self.right += 1;
        } else if cells.neither > 0 {
            self.neither += 1;
        } else {
            self.flawed += cells.flawed;
        }
    }
}

/// Reads a row of a grid, which has a number or the kind of a grid: its cells, `None` for one that shows anything else.
fn row(text: &str, kind: Option<Kind>) -> Option<Vec<Option<Cell>>> {
    let text = text.trim();
    let row = text.trim_start_matches(|number: char| number.is_ascii_digit());
    if row.len() == text.len() && kind != Some(Kind::Grid) {
        return None;
    }
    let cells = row.trim_start().strip_prefix('|')?;
    let cells = cells.strip_suffix('|').unwrap_or(cells);
    let cells: Vec<_> = cells.split('|').map(cell).collect();
    (cells.len() > 1).then_some(cells)
}

fn cell(text: &str) -> Option<Cell> {
    let shown = match text.trim_matches(['<', '>', ' ']) {
        "" => Shown::Covered,
        "F" | "f" => Shown::Marked,
        "?" => Shown::Guessed,
        digit => Shown::Revealed(digit.parse().ok().filter(|&digit| digit < 9)?),
    };
    Some(Cell {
        shown,
        shows_mine: text.contains('<'),
    })
}

/// Reads the number of rounds from a line in lower case.
fn rounds(text: &str, kind: Option<Kind>) -> Option<u64> {
    let is_round_line = text.contains("round") && text.contains("complete");
    if !is_round_line && kind != Some(Kind::RoundLine) {
        return None;
    }
    let digits = text.trim_end_matches(|other: char| !other.is_ascii_digit());
    let start = digits
        .trim_end_matches(|digit: char| digit.is_ascii_digit())
        .len();
    digits[start..].parse().ok()
}

/// Removes everything but letters and digits.
fn words(text: &str) -> String {
    text.chars()
        .filter(|other| other.is_alphanumeric())
        .collect()
}

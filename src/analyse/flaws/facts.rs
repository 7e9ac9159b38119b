//! The facts that an answer states, whatever its layout: predicted ones from a step, and printed ones from
//! the lines of a program.

use std::collections::{BTreeMap, BTreeSet};

use super::session::FlawedSession;
use super::squares::State;
use crate::analyse::answers::Answer;
use crate::analyse::parts::template;
use crate::edition::uga::rules::Rules;
use crate::field::lines::Line;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Piece, Sink, Stream};
use crate::game::view::Shown;

/// The facts of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Number of messages: errors, lists of commands, and words of a quit.
    messages: [usize; 3],
    /// The last error message, without its numbers and quotes.
    error: Vec<u8>,
    /// The last number of rounds.
    rounds: Option<u64>,
    /// Number of grids.
    pub(super) grids: usize,
    /// The last grid.
    grid: Option<Grid>,
    is_in_grid: bool,
    is_grid_first: bool,
    pub(super) event: Event,
    rest: Rest,
    score: Option<String>,
    pub(super) end: Ending,
    /// Whether a prompt ends the answer; unknown for a program without prompts.
    has_prompt: Option<bool>,
    /// True if a round and its prompt precede the end of the game.
    pub(super) has_prompt_before_end: bool,
}

/// A subject of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Aspect {
    /// The number of rounds.
    Rounds,
    /// The rounds that are shown.
    Shown,
    /// The cells of the last grid.
    Cells,
    Error,
    /// The words of an error message.
    ErrorWords,
    Help,
    Quit,
    Prompt,
    /// A win or a loss.
    Event,
    Score,
    /// Whether the program ends.
    End,
    Status,
}

impl Aspect {
    const ALL: [Self; 12] = [
        Self::Rounds,
        Self::Shown,
        Self::Cells,
        Self::Error,
        Self::ErrorWords,
        Self::Help,
        Self::Quit,
        Self::Prompt,
        Self::Event,
        Self::Score,
        Self::End,
        Self::Status,
    ];

    /// Returns all aspects with one value.
    pub(super) fn all(value: bool) -> BTreeMap<Self, bool> {
        Self::ALL.map(|aspect| (aspect, value)).into()
    }
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
    /// Number of squares in the first row.
    cols: usize,
    cells: Vec<Option<Cell>>,
}

impl Grid {
    /// Reports whether all cells are the same, apart from unknown ones.
    fn is_like(&self, other: &Self) -> bool {
        let mut cells = self.cells.iter().zip(&other.cells);
        self.cells.len() == other.cells.len()
            && cells.all(|(one, other)| one.is_none() || other.is_none() || one == other)
    }
}

/// A square in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    shown: Shown,
    shows_mine: bool,
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
    /// The output is not complete.
    Unknown,
}

/// Maximum number of lines of an answer that are read.
pub(super) const MAX_LINES: usize = 4096;
/// Maximum length of a line that is read, in bytes.
const MAX_LINE: usize = 4096;

impl Facts {
    /// Plays a line, or the start of a game, and returns the facts of the answer.
    pub(super) fn predicted(session: &mut FlawedSession, line: Option<Line<'_>>) -> Self {
        let mut facts = Self {
            has_prompt: Some(false),
            ..Self::default()
        };
        let flow = if let Some(line) = line {
            session.line(line, &mut facts)
        } else {
            session.open(&mut facts);
            Flow::Continue
        };
        facts.finish(match flow {
            Flow::Continue => Ending::NextLine,
            Flow::Ended(0) => Ending::Success,
            Flow::Ended(_) => Ending::Failure,
        })
    }

    /// Reads the facts of a printed answer.
    pub(super) fn printed(answer: &Answer, end: Ending, rules: &Rules) -> Self {
        let mut facts = Self {
            has_prompt: answer.has_prompt,
            ..Self::default()
        };
        for line in answer.out.iter().take(MAX_LINES) {
            let text = String::from_utf8_lossy(&line.text[..line.text.len().min(MAX_LINE)]);
            facts.read(&text, kind_of(&text, rules).or(line.kind));
        }
        for line in answer.err.iter().take(MAX_LINES) {
            let text = String::from_utf8_lossy(&line.text[..line.text.len().min(MAX_LINE)]);
            facts.read(&text, (!is_trace(&text)).then_some(Kind::Error));
        }
        facts.finish(end)
    }

    fn finish(mut self, end: Ending) -> Self {
        self.end = end;
        self.is_in_grid = false;
        self.is_grid_first &= self.rounds.is_some();
        self.has_prompt_before_end &= self.event == Event::Won;
        self
    }

    /// Reads a line of text.
    fn read(&mut self, text: &str, kind: Option<Kind>) {
        if let Some(row) = row(text, kind) {
            self.add_row(row);
            return;
        }
        self.is_in_grid = false;
        let text = text.trim();
        if kind.is_none() && is_trace(text) {
            self.rest = Rest::Trace;
        }
        if text.is_empty() || self.has_trace() {
            return;
        }
        match kind {
            Some(Kind::RoundLine) => self.rounds = last_number(text),
            Some(Kind::Prompt) => {
                self.has_prompt_before_end = true;
                self.has_prompt = Some(true);
            }
            Some(Kind::Error) => {
                self.messages[ERROR] += 1;
                self.error = template(text.as_bytes(), Kind::Error);
            }
            Some(Kind::Help) => self.messages[HELP] = 1,
            Some(Kind::Quit) => self.messages[QUIT] = 1,
            Some(Kind::Loss) => self.event = Event::Lost,
            Some(Kind::Win) => self.event = Event::Won,
            Some(Kind::Score) => {
                self.event = Event::Won;
                let score = text.rsplit(':').next().unwrap_or(text);
                self.score = score.split_whitespace().next().map(str::to_owned);
            }
            None if text.contains(char::is_alphabetic) => self.rest = Rest::Other,
            _ => {}
        }
    }

    fn add_row(&mut self, row: Vec<Option<Cell>>) {
        if !self.is_in_grid {
            self.is_in_grid = true;
            self.is_grid_first |= self.rounds.is_none() && self.grids == 0;
            self.grids += 1;
            self.grid = Some(Grid {
                cols: row.len(),
                cells: Vec::new(),
            });
        }
        if let Some(grid) = &mut self.grid {
            grid.cells.extend(row);
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

    /// Returns the aspects in which two answers agree.
    pub(super) fn common(&self, other: &Self) -> BTreeSet<Aspect> {
        let is_common = |aspect: &Aspect| match aspect {
            Aspect::Rounds => self.rounds == other.rounds,
            Aspect::Shown => (self.grids, self.is_grid_first) == (other.grids, other.is_grid_first),
            Aspect::Cells => match (&self.grid, &other.grid) {
                (Some(one), Some(other)) => one.is_like(other),
                (one, other) => one.is_none() && other.is_none(),
            },
            Aspect::Error => self.messages[ERROR] == other.messages[ERROR],
            Aspect::ErrorWords => self.error == other.error,
            Aspect::Help => self.messages[HELP] == other.messages[HELP],
            Aspect::Quit => self.messages[QUIT] == other.messages[QUIT],
            Aspect::Prompt => {
                self.has_prompt.is_none()
                    || (self.has_prompt, self.has_prompt_before_end)
                        == (other.has_prompt, other.has_prompt_before_end)
            }
            Aspect::Event => self.event == other.event,
            Aspect::Score => self.score == other.score,
            Aspect::End | Aspect::Status if self.end == Ending::Unknown => true,
            Aspect::End => (self.end == Ending::NextLine) == (other.end == Ending::NextLine),
            Aspect::Status => self.end == other.end,
        };
        Aspect::ALL.into_iter().filter(is_common).collect()
    }

    pub(super) fn has_trace(&self) -> bool {
        self.rest == Rest::Trace
    }

    /// Reports whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.event != Event::None || self.messages[QUIT] > 0
    }

    /// Adds the signs in the last grid to those that the program prints.
    pub(super) fn add_signs(&self, signs: &mut Vec<Shown>) {
        for cell in self.grid.iter().flat_map(|grid| &grid.cells).flatten() {
            if !signs.contains(&cell.shown) {
                signs.push(cell.shown);
            }
        }
    }

    /// Replaces signs that the program never prints by what it printed, and corrects a state after a step: it goes on
    /// from what the program printed, not from what was predicted.
    pub(super) fn correct(&mut self, state: &mut State, printed: &Self, signs: &[Shown]) {
        if let (Some(printed), Some(predicted)) = (printed.rounds, self.rounds) {
            state.rounds = (state.rounds + printed).saturating_sub(predicted);
        }
        let size = state.size();
        let is_whole = |grid: &&Grid| grid.cols == size.cols && grid.cells.len() == size.area();
        let Some(printed) = printed.grid.as_ref().filter(is_whole) else {
            return;
        };
        if let Some(grid) = &mut self.grid {
            for (predicted, printed) in grid.cells.iter_mut().flatten().zip(&printed.cells) {
                predicted.shown = printed_for(signs, predicted.shown, *printed);
            }
        }
        state.shows_mines = printed.cells.iter().flatten().any(|cell| cell.shows_mine);
        for (square, cell) in size.squares().zip(&printed.cells) {
            let shown = printed_for(signs, state.board.shown(square), *cell);
            if let Some(cell) = cell
                && cell.shown != shown
            {
                state.show(square, cell.shown);
            }
        }
    }
}

/// Returns what the program prints for a square: a sign that it never prints may be a blank.
fn printed_for(signs: &[Shown], shown: Shown, printed: Option<Cell>) -> Shown {
    let is_blank = printed.is_some_and(|cell| cell.shown == Shown::Covered);
    if is_blank && !signs.contains(&shown) {
        Shown::Covered
    } else {
        shown
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
        let all = [right, flawed, printed];
        agreement.add(all.map(|facts| facts.rounds));
        agreement.add(all.map(|facts| facts.grids));
        agreement.add(all.map(|facts| facts.is_grid_first));
        agreement.add(all.map(|facts| facts.has_prompt_before_end));
        agreement.add(all.map(|facts| facts.event));
        if printed.end != Ending::Unknown {
            let ends = all.map(|facts| facts.end);
            if ends.contains(&Ending::NextLine) {
                agreement.add(ends.map(|end| end == Ending::NextLine));
            } else {
                agreement.add(ends);
            }
            if printed.has_prompt.is_some() {
                agreement.add(all.map(|facts| facts.has_prompt));
            }
        }
        for message in [ERROR, HELP, QUIT] {
            agreement.add_message(all.map(|facts| facts.messages[message]), printed.rest);
        }
        let scores = all.map(|facts| facts.score.as_deref());
        if scores.iter().all(Option::is_some) {
            agreement.add(scores);
            agreement.has_score = scores[1] == scores[2] && scores[0] != scores[2];
        }
        if let [Some(right), Some(flawed), Some(printed)] = all.map(|facts| facts.grid.as_ref()) {
            agreement.add_cells([right, flawed, printed]);
        }
        if right.event != flawed.event {
            // The event decides. Everything else follows from it, perhaps in another way.
            let is_end = printed.end == flawed.end || printed.end == Ending::Unknown;
            if printed.event == flawed.event && is_end {
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

    /// Adds a fact: as the rules and the flaw predict it, and as the program printed it.
    fn add<T: PartialEq>(&mut self, [right, flawed, printed]: [T; 3]) {
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

    /// Adds the numbers of a message. One that is missing may have other words, and says nothing about the
    /// other facts.
    fn add_message(&mut self, counts: [usize; 3], rest: Rest) {
        let [_, flawed, printed] = counts;
        if printed > 0 || flawed == 0 && rest == Rest::None {
            self.add(counts);
        } else if rest == Rest::None {
            self.wrong += 1;
        }
    }

    fn add_cells(&mut self, [right, flawed, printed]: [&Grid; 3]) {
        let size = |grid: &Grid| (grid.cols, grid.cells.len());
        if size(right) != size(printed) || size(flawed) != size(printed) {
            return;
        }
        let mut cells = Self::default();
        for ((right, flawed), printed) in right.cells.iter().zip(&flawed.cells).zip(&printed.cells)
        {
            cells.add([right, flawed, printed]);
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
    let mut content = text.bytes().filter(|byte| !b"<> ".contains(byte));
    let shown = match (content.next(), content.next()) {
        (None, _) => Shown::Covered,
        (Some(b'F' | b'f'), None) => Shown::Marked,
        (Some(b'?'), None) => Shown::Guessed,
        (Some(digit @ b'0'..=b'8'), None) => Shown::Revealed(digit - b'0'),
        _ => return None,
    };
    Some(Cell {
        shown,
        shows_mine: text.contains('<'),
    })
}

/// Returns the number at the end of a line.
fn last_number(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|other: char| !other.is_ascii_digit());
    let start = digits
        .trim_end_matches(|digit: char| digit.is_ascii_digit())
        .len();
    digits[start..].parse().ok()
}

fn is_trace(text: &str) -> bool {
    text.contains("Exception in thread") || text.contains("Traceback (most recent")
}

/// Guesses the kind of a line from its words.
fn kind_of(text: &str, rules: &Rules) -> Option<Kind> {
    let text = text.to_lowercase();
    let has = |word: &str| text.contains(word);
    let words = words(&text);
    let is_in = |block: &str| {
        let mut lines = block.lines().map(|line| self::words(&line.to_lowercase()));
        !words.is_empty() && lines.any(|line| line == words)
    };
    if has("round") && has("complete") {
        Some(Kind::RoundLine)
    } else if has("invalid command") || has("ಠ_ಠ says") {
        Some(Kind::Error)
    } else if has("score:") {
        Some(Kind::Score)
    } else if has("░░░") || has("congrat") {
        Some(Kind::Win)
    } else if has("oh no...") || is_in(rules.game_over) {
        Some(Kind::Loss)
    } else if is_in(rules.quit) {
        Some(Kind::Quit)
    } else if is_in(rules.commands) {
        Some(Kind::Help)
    } else {
        None
    }
}

/// Removes everything but letters and digits.
fn words(text: &str) -> String {
    text.chars()
        .filter(|other| other.is_alphanumeric())
        .collect()
}

impl Sink for Facts {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        let mut rest = bytes;
        for piece in pieces {
            let text;
            (text, rest) = rest.split_at(piece.length);
            for line in String::from_utf8_lossy(text).split('\n') {
                self.read(line, Some(piece.kind));
            }
        }
    }
}

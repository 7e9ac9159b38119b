//! The facts that an answer states, whatever its layout: predicted ones from a step, and printed ones from the aligned
//! output of a program.

use super::session::FlawedSession;
use crate::analyse::kinds::Row;
use crate::analyse::output::LineKind;
use crate::analyse::subject::Aligned;
use crate::analyse::text::numbers;
use crate::field::lines::{self, Line};
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Piece, Sink, Stream};
use crate::game::view::{Outcome, Shown};
use crate::run::result::End;

/// The facts of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Number of messages: errors, lists of commands, words of a quit, and text that may be a message in other words.
    messages: [usize; 4],
    /// The last error message.
    error: Vec<u8>,
    /// The last number of rounds.
    rounds: Option<u64>,
    /// Number of grids.
    pub(super) grids: usize,
    /// The squares of the last grid, row by row. Unknown cells are `None`.
    grid: Vec<Option<Cell>>,
    /// Number of squares in the first row of the grid.
    cols: usize,
    is_in_grid: bool,
    is_grid_first: bool,
    /// The end of the game by its rules, won or lost.
    pub(super) event: Option<Outcome>,
    score: Option<String>,
    /// `None` if the output is not complete.
    pub(super) end: Option<Flow>,
    /// Whether a prompt ends the answer; unknown for a program without prompts.
    has_prompt: Option<bool>,
    /// True if a round and its prompt precede the end of the game.
    has_prompt_before_end: bool,
}

/// A subject of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::analyse) enum Aspect {
    /// The number of rounds.
    Rounds,
    /// The rounds that are shown.
    Shown,
    /// The cells of the last grid.
    Cells,
    Error,
    /// The text of an error message.
    ErrorText,
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
    pub(super) const ALL: [Self; 12] = [
        Self::Rounds,
        Self::Shown,
        Self::Cells,
        Self::Error,
        Self::ErrorText,
        Self::Help,
        Self::Quit,
        Self::Prompt,
        Self::Event,
        Self::Score,
        Self::End,
        Self::Status,
    ];
}

/// Indices in [`Facts::messages`].
const ERROR: usize = 0;
const HELP: usize = 1;
const QUIT: usize = 2;
const OTHER: usize = 3;

/// A square in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    shown: Shown,
    shows_mine: bool,
}

impl Facts {
    fn new(has_prompt: Option<bool>) -> Self {
        Self {
            has_prompt,
            ..Self::default()
        }
    }

    /// Plays a line, or the start of a game, and returns the facts of the answer.
    pub(super) fn predicted(session: &mut FlawedSession, line: Option<Line<'_>>) -> Self {
        let mut facts = Self::new(Some(false));
        let flow = if let Some(line) = line {
            session.line(line, &mut facts)
        } else {
            session.open(&mut facts);
            Flow::Continue
        };
        facts.end = Some(flow);
        facts.finish();
        facts
    }

    fn finish(&mut self) {
        self.is_in_grid = false;
        self.is_grid_first &= self.rounds.is_some();
        self.has_prompt_before_end &= self.event == Some(Outcome::Won);
    }

    /// Reads a line of text.
    fn read(&mut self, text: &[u8], kind: Option<Kind>) {
        let row = Row::parse(text).filter(|_| kind == Some(Kind::Grid));
        if let Some(row) = row {
            self.add_row(&row);
            return;
        }
        self.is_in_grid = false;
        let text = text.trim_ascii();
        if text.is_empty() {
            return;
        }
        match kind {
            Some(Kind::RoundLine) => {
                let number = numbers(text).pop();
                self.rounds = number.and_then(|number| u64::try_from(number).ok());
            }
            Some(Kind::Prompt) => {
                self.has_prompt_before_end = true;
                self.has_prompt = Some(true);
            }
            Some(Kind::Error) => {
                self.messages[ERROR] += 1;
                self.error = text.to_vec();
            }
            Some(Kind::Help) => self.messages[HELP] = 1,
            Some(Kind::Quit) => self.messages[QUIT] = 1,
            Some(Kind::Loss) => self.event = Some(Outcome::Lost),
            Some(Kind::Win) => self.event = Some(Outcome::Won),
            Some(Kind::Score) => {
                self.event = Some(Outcome::Won);
                let score = String::from_utf8_lossy(text);
                let score = score.rsplit(':').next().unwrap_or_default();
                self.score = score.split_whitespace().next().map(str::to_owned);
            }
            None if text.iter().any(u8::is_ascii_alphabetic) => self.messages[OTHER] = 1,
            _ => {}
        }
    }

    fn add_row(&mut self, row: &Row<'_>) {
        if !self.is_in_grid {
            self.is_in_grid = true;
            self.is_grid_first |= self.rounds.is_none() && self.grids == 0;
            self.grids += 1;
            self.grid.clear();
            self.cols = row.cells.len();
        }
        self.grid.extend(row.cells.iter().map(|text| cell(text)));
    }

    /// Reports whether an answer agrees with another one. Unknown facts do.
    pub(super) fn agrees(&self, other: &Self, aspect: Aspect) -> bool {
        match aspect {
            Aspect::Rounds => self.rounds == other.rounds,
            Aspect::Shown => (self.grids, self.is_grid_first) == (other.grids, other.is_grid_first),
            Aspect::Cells => {
                let mut cells = self.grid.iter().zip(&other.grid);
                self.grid.len() == other.grid.len()
                    && cells.all(|(one, other)| one.is_none() || other.is_none() || one == other)
            }
            Aspect::Error => self.messages[ERROR] == other.messages[ERROR],
            Aspect::ErrorText => self.error == other.error,
            Aspect::Help => self.messages[HELP] == other.messages[HELP],
            Aspect::Quit => self.messages[QUIT] == other.messages[QUIT],
            Aspect::Prompt => {
                self.has_prompt.is_none()
                    || (self.has_prompt, self.has_prompt_before_end)
                        == (other.has_prompt, other.has_prompt_before_end)
            }
            Aspect::Event => self.event == other.event,
            Aspect::Score => self.score == other.score,
            Aspect::End | Aspect::Status if self.end.is_none() => true,
            Aspect::End => {
                (self.end == Some(Flow::Continue)) == (other.end == Some(Flow::Continue))
            }
            Aspect::Status => self.end == other.end,
        }
    }

    /// Reports whether the program refuses the seed with this error.
    pub(super) fn has_error(&self, error: &str) -> bool {
        memchr::memmem::find(&self.error, error.as_bytes()).is_some()
    }

    /// Adds the end of the game, which the program prints after another prompt.
    pub(super) fn add_end(&mut self, next: Self) {
        self.event = next.event;
        self.score = next.score;
        self.end = next.end;
        self.has_prompt_before_end = true;
    }

    /// Reports whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.event.is_some() || self.messages[QUIT] > 0
    }

    /// Adds the signs in the last grid to those that the program prints.
    pub(super) fn add_signs(&self, signs: &mut Vec<Shown>) {
        for cell in self.grid.iter().flatten() {
            if !signs.contains(&cell.shown) {
                signs.push(cell.shown);
            }
        }
    }

    /// Replaces signs that the program never prints by what it printed, and corrects a session after a step: it goes on
    /// from what the program printed, not from what was predicted.
    pub(super) fn correct(&mut self, session: &mut FlawedSession, printed: &Self, signs: &[Shown]) {
        if let (Some(printed), Some(predicted)) = (printed.rounds, self.rounds) {
            session.rounds = (session.rounds + printed).saturating_sub(predicted);
        }
        let size = session.size();
        if (printed.cols, printed.grid.len()) != (size.cols, size.area()) {
            return;
        }
        for (predicted, printed) in self.grid.iter_mut().flatten().zip(&printed.grid) {
            predicted.shown = printed_for(signs, predicted.shown, *printed);
        }
        session.shows_mines = printed.grid.iter().flatten().any(|cell| cell.shows_mine);
        for (square, cell) in size.squares().zip(&printed.grid) {
            let shown = printed_for(signs, session.board.shown(square), *cell);
            if let Some(cell) = cell
                && cell.shown != shown
            {
                session.set_shown(square, cell.shown);
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
        if right.event == flawed.event && printed.event != right.event {
            return agreement;
        }
        let all = [right, flawed, printed];
        agreement.add(all.map(|facts| facts.rounds));
        agreement.add(all.map(|facts| facts.grids));
        agreement.add(all.map(|facts| facts.is_grid_first));
        agreement.add(all.map(|facts| facts.has_prompt_before_end));
        agreement.add(all.map(|facts| facts.event));
        if printed.end.is_some() {
            let ends = all.map(|facts| facts.end);
            if ends.contains(&Some(Flow::Continue)) {
                agreement.add(ends.map(|end| end == Some(Flow::Continue)));
            } else {
                agreement.add(ends);
            }
            if printed.has_prompt.is_some() {
                agreement.add(all.map(|facts| facts.has_prompt));
            }
        }
        for message in [ERROR, HELP, QUIT] {
            let counts = all.map(|facts| facts.messages[message]);
            agreement.add_message(counts, printed.messages[OTHER] > 0);
        }
        let scores = all.map(|facts| facts.score.as_deref());
        if scores.iter().all(Option::is_some) {
            agreement.add(scores);
            agreement.has_score = scores[1] == scores[2] && scores[0] != scores[2];
        }
        agreement.add_cells(all);
        if right.event != flawed.event {
            // The event decides. Everything else follows from it, perhaps in another way.
            let is_end = printed.end.is_none_or(|end| Some(end) == flawed.end);
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
    fn add_message(&mut self, counts: [usize; 3], has_other_text: bool) {
        let [_, flawed, printed] = counts;
        if printed > 0 || flawed == 0 && !has_other_text {
            self.add(counts);
        } else if !has_other_text {
            self.wrong += 1;
        }
    }

    fn add_cells(&mut self, [right, flawed, printed]: [&Facts; 3]) {
        let size = |facts: &Facts| (facts.cols, facts.grid.len());
        if size(right) != size(printed) || size(flawed) != size(printed) {
            return;
        }
        let mut cells = Self::default();
        for ((right, flawed), printed) in right.grid.iter().zip(&flawed.grid).zip(&printed.grid) {
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

fn cell(text: &[u8]) -> Option<Cell> {
    let mut content = text.iter().filter(|byte| !b"<> ".contains(byte));
    let shown = match (content.next(), content.next()) {
        (None, _) => Shown::Covered,
        (Some(b'F' | b'f'), None) => Shown::Marked,
        (Some(b'?'), None) => Shown::Guessed,
        (Some(digit @ b'0'..=b'8'), None) => Shown::Revealed(digit - b'0'),
        _ => return None,
    };
    Some(Cell {
        shown,
        shows_mine: text.contains(&b'<'),
    })
}

/// An answer: the line of input before it, or `None` at the start, and the facts that the program printed.
pub(super) type Answer<'a> = (Option<Line<'a>>, Facts);

/// Reads the answers of a program. Each line of input has one.
pub(super) fn printed(aligned: &Aligned) -> Vec<Answer<'_>> {
    let (script, output) = (&aligned.subject.script, &aligned.program.output);
    let has_prompts = output.lines.iter().any(|line| line.is(Kind::Prompt));
    let mut inputs = lines::split(&aligned.subject.input);
    let mut answers: Vec<Answer<'_>> = Vec::new();
    for (pair, lines) in aligned.answers.iter().zip(&aligned.lines) {
        if pair.found.is_empty() {
            break;
        }
        let start = answers.len();
        let last = start + pair.script.len().max(1) - 1;
        for number in start..=last {
            let input = match number {
                0 => None,
                _ if pair.script.is_empty() => Some(Line::End),
                _ => Some(inputs.next().unwrap_or(Line::End)),
            };
            answers.push((input, Facts::new(has_prompts.then_some(false))));
        }
        let end = output.lines_of(pair.found.clone()).end;
        for &(expected, found) in lines {
            let Some(line) = found else {
                continue;
            };
            let printed = &output.lines[line];
            if printed.kind == LineKind::Own {
                continue;
            }
            if printed.is(Kind::Prompt) && line + 1 == end {
                answers[last].1.has_prompt = Some(true);
                answers[last].1.end = Some(Flow::Continue);
                continue;
            }
            // Lines of input without rounds of their own may have messages. All else follows the last line.
            let place = match expected {
                Some(line) if script.lines[line].is(Kind::Error) => {
                    start + script.answer_of(line) - pair.script.start
                }
                _ => last,
            };
            let expected = expected.and_then(|line| script.lines[line].piece());
            let kind = match printed.stream {
                Stream::Output => printed.piece().or(expected).map(|piece| piece.kind),
                Stream::Error => Some(Kind::Error),
            };
            answers[place].1.read(output.text(line), kind);
        }
        for (_, facts) in &mut answers[start..last] {
            // The program continues after an error without a prompt.
            if facts.messages[ERROR] > 0 {
                facts.end = Some(Flow::Continue);
            }
        }
        if !aligned.is_cut {
            answers[last].1.end = Some(Flow::Continue);
        }
    }
    for (_, facts) in &mut answers {
        facts.finish();
    }
    if let Some((_, facts)) = answers.last_mut() {
        facts.end = match aligned.program.end {
            End::Exited(status) if !aligned.subject.runs.is_cut => {
                Some(Flow::Ended(u8::from(status != 0)))
            }
            _ => None,
        };
    }
    answers
}

impl Sink for Facts {
    fn print(&mut self, _: Stream, bytes: &[u8], pieces: &[Piece]) {
        let mut rest = bytes;
        for piece in pieces {
            let text;
            (text, rest) = rest.split_at(piece.length);
            for line in text.split(|&byte| byte == b'\n') {
                self.read(line, Some(piece.kind));
            }
        }
    }
}

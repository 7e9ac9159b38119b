//! The facts that an answer states, whatever its layout: predicted ones from a step, and printed ones from the aligned
//! output of a program.

use super::session::FlawedSession;
use crate::analyse::aligned::Aligned;
use crate::analyse::kinds::Row;
use crate::analyse::output::{LineKind, OutputLine};
use crate::analyse::text::numbers;
use crate::field::lines::{self, Line};
use crate::field::seed_error::SeedError;
use crate::game::session::{Flow, Session};
use crate::game::sink::{Kind, Piece, Sink, Stream};
use crate::game::view::{Outcome, Shown};
use crate::run::result::End;

/// The facts of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) errors: usize,
    helps: usize,
    quits: usize,
    /// Number of texts that may be messages in other words.
    pub(super) other_texts: usize,
    /// The last error message.
    error: Vec<u8>,
    /// The last number of rounds.
    rounds: Option<u64>,
    /// Number of grids.
    pub(super) grids: usize,
    /// The squares of the last grid, row by row. Unknown cells are `None`.
    grid: Vec<Option<GridCell>>,
    /// Number of squares in the first row of the grid.
    cols: usize,
    is_in_grid: bool,
    is_grid_first: bool,
    /// The end of the game by its rules, won or lost, or the refusal of the seed.
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

/// A square in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GridCell {
    shown: Shown,
    shows_mine: bool,
}

impl Facts {
    fn new(has_prompt: Option<bool>) -> Self {
        Self {
            has_prompt,
            end: Some(Flow::Continue),
            ..Self::default()
        }
    }

    /// Returns the facts of a program that refuses the seed.
    pub(super) fn refusal(error: &SeedError) -> Self {
        Self {
            error: error.to_string().into_bytes(),
            event: Some(Outcome::Quit),
            ..Self::default()
        }
    }

    fn is_refusal(&self) -> bool {
        self.event == Some(Outcome::Quit)
    }

    /// Plays a line, or the start of a game, and returns the facts of the answer.
    pub(super) fn predicted(session: &mut FlawedSession, line: Option<Line<'_>>) -> Self {
        let mut facts = Self::new(Some(false));
        match line {
            Some(line) => facts.end = Some(session.line(line, &mut facts)),
            None => session.open(&mut facts),
        }
        facts
    }

    /// Reads a line of text.
    fn read(&mut self, text: &[u8], kind: Option<Kind>) {
        if self.event.is_some() && kind != Some(Kind::Score) {
            // No flaw explains what follows the end of the game.
            return;
        }
        if kind == Some(Kind::Grid)
            && let Some(row) = Row::parse(text)
        {
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
                self.is_grid_first |= self.rounds.is_none() && self.grids > 0;
                // A negative number is none.
                let is_negative = memchr::memmem::find(text, b": -").is_some();
                let number = numbers(text).pop().filter(|_| !is_negative);
                self.rounds = number.and_then(|number| u64::try_from(number).ok());
            }
            Some(Kind::Prompt) => self.has_prompt = Some(true),
            Some(Kind::Error) => {
                self.errors += 1;
                self.error = text.to_vec();
            }
            Some(Kind::Help) => self.helps = 1,
            Some(Kind::Quit) => self.quits = 1,
            Some(Kind::Loss) => self.event = Some(Outcome::Lost),
            Some(Kind::Win) => self.event = Some(Outcome::Won),
            Some(Kind::Score) => {
                self.event = Some(Outcome::Won);
                let score = String::from_utf8_lossy(text);
                let score = score.rsplit(':').next().unwrap_or_default();
                self.score = score.split_whitespace().next().map(str::to_owned);
            }
            None if text.iter().any(u8::is_ascii_alphabetic) => self.other_texts = 1,
            _ => {}
        }
        self.has_prompt_before_end = self.event.is_some() && self.has_prompt == Some(true);
    }

    fn add_row(&mut self, row: &Row<'_>) {
        if !self.is_in_grid {
            self.is_in_grid = true;
            self.grids += 1;
            self.grid.clear();
            self.cols = row.cells.len();
        }
        self.grid.extend(row.cells.iter().map(|text| cell(text)));
    }

    /// Reports whether an answer agrees with another one. Unknown facts do.
    pub(super) fn agrees(&self, other: &Self, aspect: Aspect) -> bool {
        match aspect {
            Aspect::ErrorText => memchr::memmem::find(&self.error, &other.error).is_some(),
            _ if self.is_refusal() && other.is_refusal() => true,
            Aspect::Rounds => self.rounds == other.rounds,
            Aspect::Shown => (self.grids, self.is_grid_first) == (other.grids, other.is_grid_first),
            Aspect::Cells => {
                let mut cells = self.grid.iter().zip(&other.grid);
                self.grid.len() == other.grid.len()
                    && cells.all(|(one, other)| one.is_none() || other.is_none() || one == other)
            }
            Aspect::Error | Aspect::Help | Aspect::Quit => {
                self.messages(aspect) == other.messages(aspect)
            }
            Aspect::Prompt => {
                self.has_prompt.is_none()
                    || (self.has_prompt, self.has_prompt_before_end)
                        == (other.has_prompt, other.has_prompt_before_end)
            }
            Aspect::Event => self.event == other.event,
            Aspect::Score => {
                self.score.is_none() || other.score.is_none() || self.score == other.score
            }
            Aspect::End | Aspect::Status if self.end.is_none() => true,
            Aspect::End => {
                (self.end == Some(Flow::Continue)) == (other.end == Some(Flow::Continue))
            }
            Aspect::Status => self.end == other.end,
        }
    }

    /// Returns the number of messages of a kind.
    fn messages(&self, aspect: Aspect) -> Option<usize> {
        match aspect {
            Aspect::Error => Some(self.errors),
            Aspect::Help => Some(self.helps),
            Aspect::Quit => Some(self.quits),
            _ => None,
        }
    }

    /// Adds the end of the game from the answer to the end of the input, if the program prints it there, after another prompt.
    pub(super) fn add_end(&mut self, next: Self) {
        self.event = next.event;
        self.score = next.score;
        self.end = next.end;
        self.has_prompt_before_end = true;
    }

    /// Reports whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.event.is_some() || self.quits > 0
    }

    /// Reports whether an answer has what is not predicted: a win (in the area `GameOver`), the refusal of a seed (`Seed`), a
    /// grid before the number of rounds (`Nofog`), or in all other cases an error.
    pub(super) fn surprises(&self, predicted: &Self, area: &str) -> bool {
        match area {
            "GameOver" => self.event == Some(Outcome::Won) && self.event != predicted.event,
            "Seed" => self.is_refusal() && !predicted.is_refusal(),
            "Nofog" if self.is_grid_first && !predicted.is_grid_first => true,
            _ => !self.is_refusal() && self.errors > predicted.errors,
        }
    }

    /// Corrects a session after a step: it goes on from what the program printed, not from what was predicted.
    pub(super) fn correct(&self, session: &mut FlawedSession, printed: &Self) {
        if let (Some(printed), Some(predicted)) = (printed.rounds, self.rounds) {
            session.rounds = (session.rounds + printed).saturating_sub(predicted);
        }
        let size = session.size();
        if (printed.cols, printed.grid.len()) != (size.cols, size.area()) {
            return;
        }
        session.shows_mines = printed.grid.iter().flatten().any(|cell| cell.shows_mine);
        for (square, cell) in size.squares().zip(&printed.grid) {
            if let Some(cell) = cell
                && cell.shown != session.displayed(square)
            {
                session.set_shown(square, cell.shown);
            }
        }
    }
}

/// Counts the facts on which two predictions differ, by whether the program agrees with either.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Agreement {
    /// The program agrees with the flaw.
    pub(super) flawed: usize,
    /// The program agrees with the rules.
    pub(super) right: usize,
    /// True if the program prints the error that the flaw predicts, in its very words, and the rules predict another one.
    pub(super) has_text: bool,
    /// Number of facts that are not as the flaw predicts, whatever the rules predict. Extra messages and the score do not count.
    pub(super) wrong: usize,
    /// True if only the flaw predicts what the program prints: the score, whether the game starts, or several facts and
    /// nothing else.
    pub(super) is_specific: bool,
}

impl Agreement {
    pub(super) fn new(right: &Facts, flawed: &Facts, printed: &Facts) -> Self {
        let mut agreement = Self::default();
        let has_event = right.event != flawed.event;
        if !has_event && printed.event != right.event {
            return agreement;
        }
        let sizes = [right, flawed].map(|facts| (facts.cols, facts.grid.len()));
        let is_comparable = sizes == [(printed.cols, printed.grid.len()); 2];
        let cells = right.grid.iter().zip(&flawed.grid).zip(&printed.grid);
        let changed = cells.filter(|((right, flawed), _)| is_comparable && right != flawed);
        let (mut right_cells, mut flawed_cells, mut cell_count) = (0, 0, 0);
        for ((right, flawed), printed) in changed {
            cell_count += 1;
            right_cells += usize::from(right == printed);
            flawed_cells += usize::from(flawed == printed);
        }
        // All other cells must be as predicted too. A revealed mine may have a sign of its own.
        let shows_mine = has_event && printed.grid.contains(&None);
        agreement.wrong = shows_mine.into();
        let is_flawed = flawed_cells == cell_count && printed.agrees(flawed, Aspect::Cells);
        let changed = (right_cells > 0, is_flawed, cell_count);
        for aspect in Aspect::ALL {
            let is_as = |predicted| printed.agrees(predicted, aspect);
            let (is_right, is_flawed, weight) = match aspect {
                Aspect::Cells => changed,
                // Programs have errors of their own words. They distinguish flaws only if the seed is refused in any case.
                Aspect::ErrorText if !(right.is_refusal() && flawed.is_refusal()) => {
                    let is_predicted = !flawed.error.is_empty() && is_as(flawed);
                    agreement.has_text = is_predicted && !is_as(right);
                    continue;
                }
                // A message that is missing may have other words.
                _ if printed.messages(aspect) == Some(0)
                    && (printed.other_texts > 0 || flawed.messages(aspect) > Some(0)) =>
                {
                    agreement.wrong += usize::from(printed.other_texts == 0);
                    continue;
                }
                _ => (is_as(right), is_as(flawed), 1),
            };
            // The score may be wrong for another reason.
            let is_extra =
                aspect == Aspect::Score || printed.messages(aspect) > flawed.messages(aspect);
            agreement.wrong += usize::from(!is_extra && !printed.agrees(flawed, aspect));
            if is_right && !is_flawed {
                agreement.right += 1;
            } else if is_flawed && !is_right {
                agreement.flawed += weight;
                agreement.is_specific |= aspect == Aspect::Score;
            }
        }
        agreement.is_specific |= agreement.wrong == 0 && agreement.flawed > 1
            || right.is_refusal() != flawed.is_refusal();
        // The event decides. Everything else follows from it, perhaps in another way.
        if has_event && printed.event == flawed.event && printed.agrees(flawed, Aspect::Status) {
            agreement.right = 0;
        } else if has_event {
            agreement.flawed = 0;
        }
        agreement
    }
}

fn cell(text: &[u8]) -> Option<GridCell> {
    let mut content = text.iter().filter(|byte| !b"<> ".contains(byte));
    let shown = match (content.next(), content.next()) {
        (None, _) => Shown::Covered,
        (Some(b'F' | b'f'), None) => Shown::Marked,
        (Some(b'?'), None) => Shown::Guessed,
        (Some(digit @ b'0'..=b'8'), None) => Shown::Revealed(digit - b'0'),
        _ => return None,
    };
    Some(GridCell {
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
    let is_error = |line: &OutputLine| line.stream == Stream::Error;
    // Without the order of the streams, an error may belong to any answer.
    let is_unordered = !aligned.program.has_order && output.lines.iter().any(is_error);
    let mut inputs = lines::split(&aligned.subject.case.input);
    let mut answers: Vec<Answer<'_>> = Vec::new();
    for (index, (pair, lines)) in aligned.answers.iter().zip(&aligned.lines).enumerate() {
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
            answers[number].1.other_texts = usize::from(is_unordered);
        }
        for &(expected, found) in lines {
            let Some(line) = found else {
                continue;
            };
            let printed = &output.lines[line];
            if printed.kind == LineKind::Own {
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
                Stream::Error => Some(printed.piece().map_or(Kind::Error, |piece| piece.kind)),
            };
            answers[place].1.read(output.text(line), kind);
        }
        let mut traces = aligned.program.traces.iter();
        answers[last].1.other_texts |= usize::from(traces.any(|(at, _)| pair.found.contains(at)));
        for (_, facts) in &mut answers[start..last] {
            // The program continues after an error without a prompt. Otherwise it may have ended there, unless it prints more.
            if facts.errors == 0 {
                facts.has_prompt = None;
                facts.end = facts.end.filter(|_| index < aligned.last);
            }
        }
    }
    if let Some((_, facts)) = answers.last_mut() {
        facts.end = match aligned.program.end {
            End::Exited(status) if !aligned.subject.case.runs.is_cut => {
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

//! The facts that an answer states, in any layout. An answer is the output after a line of input,
//! or at the start of the game. A session with flaws predicts facts; the aligned output of a
//! program contains printed facts.

use memchr::memmem;

use crate::{
    analyse::text::{Row, first_difference, numbers},
    field::{Line, SeedError},
    game::{Flow, Kind, Outcome, Piece, Shown, Sink, Stream},
};

/// Minimum number of characters with which two equal scores begin that were calculated with
/// floating-point numbers of different sizes.
const MIN_DIGITS: usize = 6;

#[derive(Debug, Default, PartialEq)]
pub(super) struct Facts {
    pub errors: usize,
    /// 1 if the answer contains the list of commands, otherwise 0.
    helps: usize,
    /// 1 if the answer contains the last words of a quit, otherwise 0.
    quits: usize,
    /// True if a text may be a message in other words.
    pub may_have_message: bool,
    error: Vec<u8>,
    /// The last number of rounds.
    pub rounds: Option<u64>,
    pub grids: usize,
    /// Cells of the last grid, row by row. Cells with unknown content are `None`.
    pub grid: Vec<Option<GridCell>>,
    /// Number of cells in the first row of the last grid.
    pub cols: usize,
    /// True while the rows of a grid are read.
    is_in_grid: bool,
    /// True if a grid precedes the number of rounds.
    is_grid_first: bool,
    /// `Won` or `Lost` at the end of the game, `Quit` if the program refuses the seed.
    pub event: Option<Outcome>,
    score: Option<String>,
    /// Whether and how the program ends after the answer. `None` if that is unknown.
    pub end: Option<Flow>,
    /// Whether a prompt ends the answer. `None` if unknown, as for programs without prompts.
    pub prompt: Option<bool>,
}

/// An aspect in which two answers agree or differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::analyse) enum Aspect {
    Rounds,
    /// The number of grids, and whether a grid precedes the number of rounds.
    Shown,
    Cells,
    Error,
    ErrorText,
    Help,
    Quit,
    Prompt,
    /// A win, a loss or the refusal of the seed.
    Event,
    Score,
    End,
    Status,
}

impl Aspect {
    pub const ALL: [Self; 12] = [
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

#[derive(Debug, PartialEq)]
pub(super) struct GridCell {
    pub shown: Shown,
    /// True if angle brackets mark a mine.
    pub shows_mine: bool,
}

/// The line of input before an answer, or `None` at the start, and the printed facts of the answer.
pub(super) type Answer<'a> = (Option<Line<'a>>, Facts);

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

impl Facts {
    pub fn new(prompt: Option<bool>) -> Self {
        Self {
            prompt,
            end: Some(Flow::Continue),
            ..Self::default()
        }
    }

    /// Returns the facts of a program that refuses the seed.
    pub fn refusal(error: &SeedError) -> Self {
        Self {
            error: error.to_string().into_bytes(),
            event: Some(Outcome::Quit),
            ..Self::default()
        }
    }

    /// Returns the number of characters with which both scores begin.
    fn same_digits(&self, other: &Self) -> usize {
        let [score, other] = [self, other].map(|it| it.score.as_deref().unwrap_or_default());
        first_difference(score.as_bytes(), other.as_bytes())
    }

    pub fn is_refusal(&self) -> bool {
        self.event == Some(Outcome::Quit)
    }

    fn continues(&self) -> bool {
        self.end == Some(Flow::Continue)
    }

    /// Adds the facts of a line of output.
    pub fn read(&mut self, text: &[u8], kind: Option<Kind>) {
        if self.event.is_some() && kind != Some(Kind::Score) {
            // No flaw explains output after the end of the game.
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
        let Some(kind) = kind else {
            self.may_have_message |= text.iter().any(u8::is_ascii_alphabetic);
            return;
        };
        match kind {
            Kind::RoundLine => {
                self.is_grid_first |= self.rounds.is_none() && self.grids > 0;
                // `numbers` ignores minus signs, and a negative number of rounds is invalid.
                let is_negative = memmem::find(text, b": -").is_some();
                let number = numbers(text).pop().filter(|_| !is_negative);
                // Sums of larger numbers could overflow.
                self.rounds = number.and_then(|it| Some(u32::try_from(it).ok()?.into()));
            }
            Kind::Prompt => self.prompt = Some(true),
            Kind::Error => {
                self.errors += 1;
                self.error = text.to_vec();
            }
            Kind::Help => self.helps = 1,
            Kind::Quit => self.quits = 1,
            Kind::Loss => self.event = Some(Outcome::Lost),
            Kind::Win => self.event = Some(Outcome::Won),
            Kind::Score => {
                self.event = Some(Outcome::Won);
                let line = String::from_utf8_lossy(text);
                let value = line.rsplit(':').next().unwrap_or_default();
                self.score = value.split_whitespace().next().map(str::to_owned);
            }
            _ => {}
        }
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

    /// Reports whether two answers agree in an aspect. Unknown facts agree with all others. An
    /// error text agrees if it contains the other one.
    pub fn agrees(&self, other: &Self, aspect: Aspect) -> bool {
        match aspect {
            Aspect::ErrorText => memmem::find(&self.error, &other.error).is_some(),
            _ if self.is_refusal() && other.is_refusal() => true,
            Aspect::Rounds => self.rounds == other.rounds,
            Aspect::Shown => (self.grids, self.is_grid_first) == (other.grids, other.is_grid_first),
            Aspect::Cells => {
                let mut pairs = self.grid.iter().zip(&other.grid);
                self.grid.len() == other.grid.len()
                    && pairs.all(|(cell, other)| cell.is_none() || other.is_none() || cell == other)
            }
            // A prompt before the end of the game follows another round.
            Aspect::Prompt => match self.prompt {
                Some(true) if self.event.is_some() != other.event.is_some() => false,
                prompt => prompt.is_none() || prompt == other.prompt,
            },
            Aspect::Event => self.event == other.event,
            Aspect::Score => {
                self.score.is_none() || other.score.is_none() || self.score == other.score
            }
            Aspect::End | Aspect::Status if self.end.is_none() => true,
            Aspect::End => self.continues() == other.continues(),
            Aspect::Status => self.end == other.end,
            Aspect::Error | Aspect::Help | Aspect::Quit => {
                self.messages(aspect) == other.messages(aspect)
            }
        }
    }

    /// Reports whether two answers agree in all aspects except the words of an error.
    pub fn agrees_wholly(&self, other: &Self) -> bool {
        let mut aspects = Aspect::ALL.into_iter();
        aspects.all(|it| it == Aspect::ErrorText || self.agrees(other, it))
    }

    /// Returns the number of messages in an aspect. Returns `None` for aspects without messages.
    fn messages(&self, aspect: Aspect) -> Option<usize> {
        match aspect {
            Aspect::Error => Some(self.errors),
            Aspect::Help => Some(self.helps),
            Aspect::Quit => Some(self.quits),
            _ => None,
        }
    }

    /// Adds the end of the game from the next answer, the answer to the end of input. Some programs
    /// print another prompt before the last words of a win or a loss.
    pub fn add_end(&mut self, next: &Self) {
        self.event = next.event;
        self.score.clone_from(&next.score);
        self.end = next.end;
    }

    pub fn is_over(&self) -> bool {
        self.event.is_some() || self.quits > 0
    }

    /// Reports whether an answer has or lacks a fact that flaws of an area must explain: a wrong or
    /// missing win in `GameOver`, an unpredicted refusal of the seed in `Seed`, otherwise an
    /// unpredicted error, and in `Nofog` also a grid before the number of rounds.
    pub fn is_surprising(&self, predicted: &Self, area: &str) -> bool {
        let won = Some(Outcome::Won);
        match area {
            "GameOver" => (self.event == won) != (predicted.event == won),
            "Seed" => self.is_refusal() && !predicted.is_refusal(),
            "Nofog" if self.is_grid_first && !predicted.is_grid_first => true,
            _ => !self.is_refusal() && self.errors > predicted.errors,
        }
    }
}

/// Agreement of a printed answer with two predictions: one without a flaw, and one with the flaw.
#[derive(Debug, Default)]
pub(super) struct Agreement {
    /// Number of facts that are only as predicted with the flaw.
    pub flawed: usize,
    /// Number of facts that are only as predicted without the flaw.
    pub right: usize,
    /// True if the program prints the error text that the flaw predicts in place of another one.
    pub has_text: bool,
    /// Number of facts that are not as predicted with the flaw, except extra messages and the
    /// score.
    pub wrong: usize,
    /// True if the answer alone is evidence for the flaw: if only the flaw predicts the score, or
    /// whether the game starts, or several facts of an answer in which no fact is wrong.
    pub is_specific: bool,
}

impl Agreement {
    pub fn new(right: &Facts, flawed: &Facts, printed: &Facts) -> Self {
        let mut result = Self::default();
        let is_decisive = right.event != flawed.event;
        let accepts_error = right.is_refusal() && printed.errors > 0 && !printed.is_refusal();
        if !is_decisive && printed.event != right.event || accepts_error {
            // Neither prediction explains the event, so the answer is no evidence. A program that
            // reports an error of the seed and goes on has not accepted the seed.
            return result;
        }
        let size = |facts: &Facts| (facts.cols, facts.grid.len());
        let is_comparable = [right, flawed].map(size) == [size(printed); 2];
        let cells = right.grid.iter().zip(&flawed.grid).zip(&printed.grid);
        let (mut right_cells, mut flawed_cells, mut cell_count) = (0, 0, 0);
        for ((right, flawed), printed) in cells {
            if is_comparable && right != flawed {
                cell_count += 1;
                right_cells += usize::from(right == printed);
                flawed_cells += usize::from(flawed == printed);
            }
        }
        // At the end of the game, a program may show the revealed mine with a sign of its own.
        let shows_mine = is_decisive && printed.grid.contains(&None);
        result.wrong = shows_mine.into();
        // The cells on which the predictions agree must be as predicted, too.
        let has_flawed_grid = flawed_cells == cell_count && printed.agrees(flawed, Aspect::Cells);
        for aspect in Aspect::ALL {
            let is_as = |predicted| printed.agrees(predicted, aspect);
            let (is_right, is_flawed, weight) = match aspect {
                Aspect::Cells => (right_cells > 0, has_flawed_grid, cell_count),
                // Programs word errors in their own way. The texts distinguish flaws only if both
                // predictions refuse the seed.
                Aspect::ErrorText if !(right.is_refusal() && flawed.is_refusal()) => {
                    result.has_text = !flawed.error.is_empty() && is_as(flawed) && !is_as(right);
                    continue;
                }
                // The program may print a missing message in other words.
                _ if printed.messages(aspect) == Some(0)
                    && (printed.may_have_message || flawed.messages(aspect) > Some(0)) =>
                {
                    result.wrong += usize::from(!printed.may_have_message);
                    continue;
                }
                _ => (is_as(right), is_as(flawed), 1),
            };
            // The score and extra messages may differ for another reason.
            let is_extra =
                aspect == Aspect::Score || printed.messages(aspect) > flawed.messages(aspect);
            result.wrong += usize::from(!is_extra && !is_as(flawed));
            // Another score than both predictions is evidence against the flaw.
            let is_other = aspect == Aspect::Score
                && !right.agrees(flawed, aspect)
                && printed.same_digits(flawed) < MIN_DIGITS;
            if !is_flawed && (is_right || is_other) {
                result.right += 1;
            } else if is_flawed && !is_right {
                result.flawed += weight;
                result.is_specific |= aspect == Aspect::Score;
            }
        }
        result.is_specific |=
            result.wrong == 0 && result.flawed > 1 || right.is_refusal() != flawed.is_refusal();
        // If the predictions differ in the event, the event decides between them. Other facts
        // follow from the event, in ways that differ between programs.
        if is_decisive && printed.event == flawed.event && printed.agrees(flawed, Aspect::Status) {
            result.right = 0;
        } else if is_decisive {
            result.flawed = 0;
        }
        result
    }
}

/// Parses a cell of a grid. Returns `None` if its content is unknown.
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

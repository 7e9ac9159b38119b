//! The row of an edition in the table: its limits, options, moves and output format.

use super::{play_option::PlayOption, setup::Setup, start_error::StartError};
use crate::{
    field::{
        FieldLimits, Minefield, Random, RandomField, SEED_MALFORMED, SeedFile, Size, Square,
        start_note,
    },
    game::{Kind, Session, Transcript},
};

/// A started game, or the reason why it could not start.
pub type Started = Result<Box<dyn Session>, StartError>;

/// A game that can be played: a row of the table of editions.
#[derive(Debug)]
pub struct Edition {
    /// Name on the command line.
    pub name: &'static str,
    pub summary: &'static str,
    pub dialect: Dialect,
    /// The options of `play` that the edition accepts.
    pub options: &'static [PlayOption],
    pub fields: FieldLimits,
    /// Limits of the minefields that `--gen` draws, if the edition has a generator.
    pub generates: Option<FieldLimits>,
    /// Suffix of the seed files of test cases, such as `.seed.txt`.
    pub case_ending: &'static str,
    /// Output format, as far as the grader needs it.
    pub format: OutputFormat,
    /// Returns the random field of a game without a file, if the edition has one.
    pub random: fn(&Setup) -> Option<RandomField>,
    /// Checks the setup and returns the game, whose session then prints the opening.
    pub(crate) start: fn(&Setup) -> Started,
    /// Lines that make moves; none if a move takes several lines.
    pub moves: Option<Moves>,
}

impl Edition {
    /// Returns the summary without the arguments in parentheses.
    pub(crate) fn title(&self) -> &'static str {
        self.summary
            .split_once(" (")
            .map_or(self.summary, |(title, _)| title)
    }

    /// Begins a game.
    ///
    /// # Errors
    ///
    /// The file or the options of the setup are invalid for this edition.
    pub fn start(&self, setup: &Setup) -> Started {
        (self.start)(setup)
    }

    /// Plays a game in memory until it ends or its output exceeds `max_bytes`. Error messages
    /// contain the name of the seed file.
    #[must_use]
    pub fn play(&self, seed: SeedFile, input: &[u8], max_bytes: usize) -> Transcript {
        transcript(self.start(&Setup::of_file(seed)), input, max_bytes)
    }

    /// Returns the start square in the last line of a generated seed file, from which no guess is
    /// needed. Returns `None` if there is no such line, or the square is out of bounds.
    pub(crate) fn noted_start(&self, setup: &Setup, size: Size) -> Option<Square> {
        let (Some(file), Some(_)) = (setup.files.first(), &self.generates) else {
            return None;
        };
        let start = start_note::read(file)?;
        let is_on_board = start.row < size.rows && start.col < size.cols;
        is_on_board.then_some(start)
    }

    /// Checks that the edition accepts all given options.
    ///
    /// # Errors
    ///
    /// [`StartError::NoSuchOption`] for the first option that the edition lacks.
    pub(crate) fn check_options(&self, setup: &Setup) -> Result<(), StartError> {
        match setup.given().find(|option| !self.options.contains(option)) {
            Some(option) => Err(StartError::NoSuchOption {
                edition: self.name,
                option,
            }),
            None => Ok(()),
        }
    }

    /// Draws a seed for the random field if the game needs one and `--rng-seed` is missing.
    /// Stores the seed in the setup and returns it, so that the game can be repeated.
    ///
    /// # Errors
    ///
    /// The operating system has no random numbers.
    pub(crate) fn draw_rng_seed(&self, setup: &mut Setup) -> Result<Option<u64>, StartError> {
        let is_random = setup.files.is_empty() && (self.random)(setup).is_some();
        if is_random && setup.rng_seed.is_none() {
            setup.rng_seed = Some(Random::draw_seed().map_err(StartError::Random)?);
            return Ok(setup.rng_seed);
        }
        Ok(None)
    }

    /// Returns the extension of a seed or board file, such as `.txt`.
    #[must_use]
    pub fn seed_file_ending(&self) -> &'static str {
        let dot = self.case_ending.rfind('.').unwrap_or_default();
        &self.case_ending[dot..]
    }
}

/// Plays a started game in memory until it ends or its output exceeds `max_bytes`. The transcript
/// of a game that did not start is the error message.
pub fn transcript(started: Started, input: &[u8], max_bytes: usize) -> Transcript {
    match started {
        Ok(mut session) => Transcript::up_to(max_bytes, session.as_mut(), input),
        Err(error) => Transcript::of_refusal(error.stream(), &error.message(), error.status()),
    }
}

/// Moves of an edition in which each move is one line.
#[derive(Debug)]
pub struct Moves {
    /// Reads or draws the minefield of a game.
    pub field: fn(&Setup) -> Result<Minefield, StartError>,
    pub begin: fn(&Setup, Minefield) -> Box<dyn Session>,
    /// Returns the text of the file for a minefield.
    pub text: fn(&Minefield) -> String,
    /// Returns the line that reveals a square.
    pub reveal: fn(Square) -> String,
    /// Returns the line that marks a square.
    pub mark: fn(Square) -> String,
    /// Returns the line that guesses a square, if the edition has guesses.
    pub guess: Option<fn(Square) -> String>,
    /// The line that shows the mines for one round, if the edition has one.
    pub nofog: Option<&'static str>,
    pub marking_again: MarkingAgain,
    pub to_win: ToWin,
    /// Number of the first row and of the first column: 0 or 1.
    pub first_index: usize,
}

/// Effect of marking a marked square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MarkingAgain {
    /// The square stays marked, and can be revealed.
    Nothing,
    /// The mark is removed; until then the square cannot be revealed.
    Lifts,
    /// The mark is removed; a marked square can be revealed as well.
    LiftsOptionally,
}

/// Moves that a win needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToWin {
    /// Reveal all squares without a mine.
    Reveals,
    /// Mark all squares with a mine.
    Marks,
    /// Reveal all squares without a mine, and mark all others.
    Both,
}

/// The language of the input. Editions with the same dialect accept the same lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dialect {
    /// The commands of the University of Georgia's assignment.
    Uga,
    /// A row, a column and an action, counted from 1.
    Wise2021,
    /// The commands `show`, `u`, `m` and `q`.
    Comp182,
    Project1,
}

/// The format of a game's output: the texts that a grader recognizes or may tolerate.
#[derive(Debug)]
pub struct OutputFormat {
    /// Texts that are printed before a line is read.
    pub prompts: &'static [&'static str],
    /// Command words; empty if lines do not begin with a command word.
    pub commands: &'static [CommandWords],
    /// Text before the number of rounds, if the game prints the number.
    pub round: Option<&'static str>,
    /// Prefixes of lines whose remaining words the assignment leaves to the student.
    pub messages: &'static [&'static str],
    /// Text before the version in the banner, if the banner has a version.
    pub version: Option<&'static str>,
    pub errors: &'static [ErrorText],
    pub statuses: &'static [u8],
    /// Returns the rule of the assignment for a kind of text, as a sentence. For a blank line,
    /// the second argument is the kind of the text after it.
    pub text_rule: fn(Kind, Option<Kind>) -> &'static str,
    /// The rule of the assignment for the two streams, as a sentence.
    pub stream_rule: &'static str,
}

#[derive(Debug)]
pub struct CommandWords {
    pub long: &'static str,
    /// The short form; equal to the long form if there is no short form.
    pub short: &'static str,
    /// True if a row and a column follow the command.
    pub has_square: bool,
}

/// An error that a game prints.
#[derive(Debug)]
pub struct ErrorText {
    /// Prefix of the printed line.
    pub text: &'static str,
    /// Name for reports, in a few words.
    pub name: &'static str,
}

impl OutputFormat {
    /// Returns the format of a game in whose output only prompts are recognized.
    pub const fn of_prompts(prompts: &'static [&'static str]) -> Self {
        Self {
            prompts,
            commands: &[],
            round: None,
            messages: &[SEED_MALFORMED],
            version: None,
            errors: &[],
            statuses: &[0],
            text_rule: |_, _| "Every text is fixed, including spaces and line ends.",
            stream_rule: "Everything that a game prints goes to standard output.",
        }
    }
}

/// Suffix of the seed files of test cases.
pub const SEED_ENDING: &str = ".seed.txt";

/// Suffix of the board files of test cases.
pub const BOARD_ENDING: &str = ".cfg";

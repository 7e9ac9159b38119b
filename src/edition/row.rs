//! What an edition consists of.

use super::play_option::PlayOption;
use super::setup::Setup;
use super::start_error::StartError;
use crate::field::minefield::{FieldLimits, Minefield, Size, Square};
use crate::field::random::{Random, RandomField};
use crate::field::start_note;
use crate::game::session::Session;
use crate::game::sink::Kind;

/// A game that has begun, or why none has.
pub type Started = Result<Box<dyn Session>, StartError>;

/// A game that can be played: a row of the table of editions.
#[derive(Clone, Debug)]
pub struct Edition {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The language of its input.
    pub dialect: Dialect,
    /// The options that it has.
    pub options: &'static [PlayOption],
    /// The minefields that it plays.
    pub fields: FieldLimits,
    /// The minefields whose seeds can be generated for it, if it has a
    /// generator.
    pub generates: Option<FieldLimits>,
    /// What the names of the seeds of its test cases end with.
    pub case_ending: &'static str,
    /// What a grader has to know of its output.
    pub output_format: OutputFormat,
    /// The random field of a game without a file, if it has one.
    pub random: fn(&Setup) -> Option<RandomField>,
    /// Begins a game.
    pub(crate) start: fn(&Setup) -> Started,
    /// How it is played where each move is a line.
    pub moves: Option<Moves>,
}

impl Edition {
    /// What it is, without how it is asked for on a command line.
    pub(crate) fn title(&self) -> &'static str {
        self.summary
            .split_once(" (")
            .map_or(self.summary, |(title, _)| title)
    }

    /// Begins a game.
    ///
    /// # Errors
    ///
    /// The file or the options of the setup are not what the edition wants.
    pub fn start(&self, setup: &Setup) -> Started {
        (self.start)(setup)
    }

    /// The square that a seed file notes as the one from which no guess is needed,
    /// if it is on the board.
    pub(crate) fn noted_start(&self, setup: &Setup, size: Size) -> Option<Square> {
        let file = setup.files.first().filter(|_| self.generates.is_some())?;
        start_note::read(file).filter(|start| start.row < size.rows && start.col < size.cols)
    }

    /// Looks whether the edition has all options that were given.
    ///
    /// # Errors
    ///
    /// [`StartError::NoSuchOption`].
    pub(crate) fn check_options(&self, setup: &Setup) -> Result<(), StartError> {
        match setup.given().find(|option| !self.options.contains(option)) {
            Some(option) => Err(StartError::NoSuchOption {
                edition: self.name,
                option,
            }),
            None => Ok(()),
        }
    }

    /// If the game is on a random field and no `--rng-seed` was given, draws one,
    /// stores it in the setup and returns it.
    ///
    /// # Errors
    ///
    /// The operating system has no random numbers.
    pub(crate) fn draw_rng_seed(&self, setup: &mut Setup) -> Result<Option<u64>, StartError> {
        let draws = setup.files.is_empty() && (self.random)(setup).is_some();
        if draws && setup.rng_seed.is_none() {
            setup.rng_seed = Some(Random::draw_seed()?);
            return Ok(setup.rng_seed);
        }
        Ok(None)
    }

    /// What the name of a seed or board file ends with, such as `.txt`.
    #[must_use]
    pub fn seed_file_ending(&self) -> &'static str {
        let dot = self.case_ending.rfind('.').unwrap_or_default();
        &self.case_ending[dot..]
    }
}

/// How a game is played of which each move is a line.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    /// Reads or draws the minefield of a game.
    pub field: fn(&Setup) -> Result<Minefield, StartError>,
    /// Begins a game on it.
    pub begin: fn(&Setup, Minefield) -> Box<dyn Session>,
    /// The line that reveals a square.
    pub reveal: fn(Square) -> String,
    /// The line that marks a square.
    pub mark: fn(Square) -> String,
    /// The line that guesses a square, where there are guesses.
    pub guess: Option<fn(Square) -> String>,
    /// The line that shows the mines for a round, where there is one.
    pub nofog: Option<&'static str>,
    /// What a line that marks a marked square does.
    pub marking_again: MarkingAgain,
    /// What a player has to do to win.
    pub to_win: ToWin,
    /// What the first row and the first column are called.
    pub first_index: usize,
}

/// What becomes of a marked square that is marked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkingAgain {
    /// It stays marked, and can be revealed.
    Nothing,
    /// The mark is lifted; until then the square cannot be revealed.
    Lifts,
    /// The mark is lifted; the square can be revealed without that.
    LiftsButNeedNot,
}

/// What a player has to do to win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToWin {
    /// To reveal all squares without a mine.
    Reveals,
    /// To mark all squares with a mine.
    Marks,
    /// Both.
    Both,
}

/// The language that lines of input are in. Editions that share it can be
/// played with the same lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The commands of the University of Georgia's assignment.
    Uga,
    /// A row, a column and an action, counted from 1.
    Wise2021,
    /// `show`, `u`, `m` and `q`.
    Comp182,
    /// Answers to questions.
    Project1,
}

/// The format of what a game prints: how it is followed, and what in it may be tolerated.
#[derive(Clone, Copy, Debug)]
pub struct OutputFormat {
    /// What it shows when it waits for a line.
    pub prompts: &'static [&'static str],
    /// Its commands that are words; none where lines are something else.
    pub commands: &'static [CommandWords],
    /// What stands before the number of rounds, if it tells that.
    pub round: Option<&'static str>,
    /// The beginnings of lines whose further words are up to the student.
    pub messages: &'static [&'static str],
    /// What stands before the version on its line of the banner, if there is
    /// one.
    pub version: Option<&'static str>,
    /// Its errors, each with a name.
    pub errors: &'static [ErrorText],
    /// What its exit statuses mean.
    pub statuses: &'static [(u8, &'static str)],
    /// What the assignment says of a text, in a sentence; of a blank line, by
    /// what it stands before.
    pub text_rule: fn(Kind, Option<Kind>) -> &'static str,
    /// What the assignment says of the two streams, in a sentence.
    pub stream_rule: &'static str,
}

/// The words of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandWords {
    /// Its long form.
    pub long: &'static str,
    /// Its short form; the long one if there is none.
    pub short: &'static str,
    /// Whether it is followed by a square.
    pub has_square: bool,
}

/// An error that a game prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorText {
    /// What it begins with.
    pub text: &'static str,
    /// What it is called, in a few words.
    pub name: &'static str,
}

impl OutputFormat {
    /// The format of a game in whose output nothing but prompts is looked for.
    pub(crate) const fn of_prompts(prompts: &'static [&'static str]) -> Self {
        Self {
            prompts,
            commands: &[],
            round: None,
            messages: &[],
            version: None,
            errors: &[],
            statuses: &[(0, "the end of a game")],
            text_rule: |_, _| "Every text is fixed, with its blanks and line ends.",
            stream_rule: "Everything that a game prints goes to standard output.",
        }
    }
}

/// What the names of the seeds of test cases end with.
pub(crate) const SEED_ENDING: &str = ".seed.txt";

/// What the names of the boards of test cases end with.
pub(crate) const BOARD_ENDING: &str = ".cfg";

//! The table of flaws: each has a name, a sentence, and effects on the rules.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::edition::row::Edition;
use crate::edition::uga;
use crate::game::view::Shown;

/// A deviation from the rules that programs are known to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The name, which does not change.
    pub name: &'static str,
    effects: &'static [Effect],
    sentence: &'static str,
    rule: &'static Rule,
    /// Index in [`FLAWS`].
    pub(crate) index: usize,
}

/// A part of the game that a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all(deserialize = "kebab-case"))]
pub(crate) enum Area {
    Seed,
    Commands,
    Rounds,
    Squares,
    Nofog,
    Help,
    GameOver,
    EndOfInput,
}

/// A change of the rules.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Effect {
    /// A valid command does not use up a round.
    Free(Verb),
    /// The first round has the number 1.
    RoundsFromOne,
    /// A round is counted once more when it is shown.
    CountsShown,
    /// An invalid line gets another response.
    Answers(Lines, Response),
    NofogShowsNothing,
    NofogStays,
    NofogCountedLate,
    NofogAtOnce,
    /// A word that names no command.
    Unknown(String),
    CaseIgnored,
    OnlySpaces,
    LeadingSpaceRefused,
    WideSpaceRefused,
    /// Words after the row and the column are ignored.
    ExtraAfterSquare,
    /// Words after the row and the column are ignored if none is an integer.
    ExtraNoInteger,
    /// Words after a command without a square are ignored.
    ExtraAfterWord,
    MissingNumbersAreZero,
    IndicesFromOne,
    RowAndColumnSwapped,
    /// A command leaves squares in one of these states as they are.
    Keeps(Verb, String),
    MarkToggles,
    GuessMarks,
    GuessRemovesMine,
    /// Mines are not counted in the directions that are crossed out in three rows of three squares.
    Uncounted(String),
    SignsHideMines,
    /// The game is won if each mine and each other square is in one of these states.
    Wins(String, String),
    NeverWonOnWideGrid,
    NeverWonWithDuplicate,
    /// The check for a win looks at as many columns as there are rows.
    WinInSquare,
    RoundBeforeWin,
    RoundBeforeWinByMark,
    PromptBeforeWin,
    LossUnseen,
    Score(Format),
    EndSilent,
    EndFails,
    EndPrintsErrors,
    EndPrintsRounds,
    /// A check of the seed is left out.
    Accepts(Check),
    DuplicateRefused,
    /// Words after the number of mines on the first line are ignored.
    FirstLineSkipped,
    /// Mines are read to the end, whatever their number is.
    MoreMinesRead,
    /// Anything wrong after the last mine ends the seed.
    MoreEndsAtFault,
    MoreRefused,
}

/// A command without its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verb {
    Reveal,
    Mark,
    Guess,
    Nofog,
    Help,
    Quit,
}

/// A class of invalid lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Lines {
    Any,
    Unrecognized,
    UnknownWord,
    WordCount,
    BadNumber,
    Outside,
    GuessOutside,
    OnSquare,
    Blank,
    ExtraWords,
}

/// A response to an invalid line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Response {
    /// The line uses up a round.
    Costs,
    /// The line hides the mines that `nofog` shows.
    EndsFog,
    /// The round without an error.
    NoError,
    /// The error, and no round.
    PromptOnly,
    /// The error, and neither the round nor the prompt.
    ErrorOnly,
    /// The error and the round, twice.
    Twice,
    /// The program ends with status 1.
    Ends,
}

/// The calculation and format of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Format {
    Truncated,
    OneDecimal,
    NoDecimals,
    AllDecimals,
    NoTrailingZeros,
    Whole,
    IntegerDivision,
    OneRoundMore,
}

/// A check of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Check {
    OneSmall,
    BothSmall,
    OneLarge,
    BothLarge,
    /// One side is too small and the other one too large.
    Mixed,
    TooFew,
    /// As many mines as squares.
    Full,
    TooMany,
    Outside,
    MissingRow,
    MissingColumn,
    BadRow,
    BadColumn,
}

/// Returns the sign of a square's state in the table.
pub(super) fn sign(shown: Shown) -> char {
    match shown {
        Shown::Covered => ' ',
        Shown::Revealed(_) | Shown::Mine => '0',
        Shown::Marked => 'F',
        Shown::Guessed => '?',
    }
}

/// A rule of the assignment, with the flaws that break it.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    area: Area,
    text: String,
    text_in_2019: Option<String>,
    flaws: Vec<Row>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    effects: Vec<Effect>,
    sentence: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    absent_in_2019: Vec<String>,
    rules: Vec<Rule>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    // A test checks that the table can be read.
    toml::from_str(include_str!("../../../resources/uga/flaws.toml")).unwrap_or_default()
});

/// All flaws.
pub(crate) static FLAWS: LazyLock<Vec<Flaw>> = LazyLock::new(|| {
    let mut flaws = Vec::new();
    for rule in &TABLE.rules {
        for row in &rule.flaws {
            flaws.push(Flaw {
                name: &row.name,
                effects: &row.effects,
                sentence: &row.sentence,
                rule,
                index: flaws.len(),
            });
        }
    }
    flaws
});

/// Returns the flaws that programs of an edition can have.
pub fn of_edition(edition: &Edition) -> Vec<&'static Flaw> {
    let is_uga = uga::rules(edition).is_some();
    let breaks = |flaw: &&Flaw| {
        is_uga && !(is_2019(edition) && TABLE.absent_in_2019.iter().any(|name| name == flaw.name))
    };
    FLAWS.iter().filter(breaks).collect()
}

fn is_2019(edition: &Edition) -> bool {
    edition.name == "2019.fa"
}

impl Flaw {
    /// Describes in a sentence what a program with the flaw does.
    #[must_use]
    pub fn sentence(&self) -> &'static str {
        self.sentence
    }

    /// Returns what the assignment says instead, in a sentence.
    #[must_use]
    pub fn rule(&self, edition: &Edition) -> &'static str {
        match &self.rule.text_in_2019 {
            Some(text) if is_2019(edition) => text,
            _ => &self.rule.text,
        }
    }

    /// Returns the part of the game that the rule is about.
    pub(crate) fn area(&self) -> Area {
        self.rule.area
    }
}

/// The effects of some flaws.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects(Vec<&'static Effect>);

impl Effects {
    pub(super) fn has(&self, effect: &Effect) -> bool {
        self.0.contains(&effect)
    }

    pub(super) fn any(&self, is_wanted: impl Fn(&Effect) -> bool) -> bool {
        self.0.iter().any(|effect| is_wanted(effect))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &'static Effect> {
        self.0.iter().copied()
    }
}

impl<'flaw> FromIterator<&'flaw Flaw> for Effects {
    fn from_iter<I: IntoIterator<Item = &'flaw Flaw>>(flaws: I) -> Self {
        Self(flaws.into_iter().flat_map(|flaw| flaw.effects).collect())
    }
}

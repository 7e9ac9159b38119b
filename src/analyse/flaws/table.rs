//! The table of flaws: each is a name, and an effect on the rules with its parameters.

use serde::{Deserialize, Serialize};

use crate::edition::row::Edition;
use crate::edition::uga;
use crate::edition::uga::rules::{Round, Rules};
use crate::game::view::Shown;

/// A deviation from the rules that programs are known to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The name, which does not change.
    pub name: &'static str,
    pub(super) effect: Effect,
    /// Index in [`FLAWS`].
    pub(crate) index: usize,
}

/// A part of the game that a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// A valid command does not use up a round.
    Free(Verb),
    /// The first round has the number 1.
    FirstRoundIs1,
    /// A round is counted once more when it is shown.
    CountsShown,
    /// An invalid line uses up a round.
    Costs(Lines),
    /// An invalid line gets another response.
    Answers(Lines, Response),
    /// An invalid line after `nofog` hides the mines.
    FogAfter(Lines),
    NofogShowsNothing,
    NofogStays,
    NofogCountedLate,
    NofogAtOnce,
    /// Words that are not recognized.
    Unknown(&'static [&'static str]),
    CaseIgnored,
    OnlySpaces,
    EachSpace,
    LeadingSpaceRefused,
    WideSpaceRefused,
    /// Words after any command are ignored.
    ExtraAfterAll,
    ExtraAfterSquare,
    /// Words after a square are ignored if none is an integer.
    ExtraNoInteger,
    ExtraAfterWord,
    MissingNumbersAre0,
    IndicesFrom1,
    RowAndColumnSwapped,
    /// Commands leave squares in one of these states as they are.
    Keeps(&'static [Verb], States),
    MarkToggles,
    GuessMarks,
    GuessRemovesMine,
    /// Mines in these directions are not counted.
    Uncounted(Directions),
    SignsHideMines,
    /// The game is won if each mine and each other square is in one of these states.
    Wins(States, States),
    NeverWon,
    NeverWonOnWideGrid,
    NeverWonWithDuplicate,
    /// The check for a win looks at as many columns as there are rows.
    WinInSquare,
    /// A square that was settled counts for the win, whatever it shows now.
    WinKeepsAll,
    /// A square that was revealed counts for the win, whatever it shows now.
    WinKeepsReveals,
    RoundBeforeWin,
    RoundBeforeWinByMark,
    PromptBeforeWin,
    LossUnseen,
    Score(Format),
    EndSilent,
    EndFails,
    EndPrintsErrors,
    EndPrintsRounds,
    /// Checks of a seed that are left out.
    Accepts(Checks),
    DuplicateRefused,
    /// Words after the number of mines on the first line are ignored.
    FirstLineSkipped,
    /// Mines are read until something else follows.
    MoreMinesRead,
    /// Mines are read to the end, whatever their number is.
    MinesReadToTheEnd,
    /// Everything after the last mine has to be more mines.
    RestReadAsMines,
    MoreRefused,
}

/// A command without its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Reveal,
    Mark,
    Guess,
    Nofog,
    Help,
    Quit,
}

/// A class of invalid lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Response {
    /// The round without an error.
    NoError,
    /// The error, and no round.
    PromptOnly,
    /// The error, and neither the round nor the prompt.
    ErrorOnly,
    /// The error and the round, twice.
    Twice,
    /// The error and the end of the program, with status 1.
    Ends,
    /// The end of the program, with status 1.
    Dies,
}

/// The calculation and format of the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A set of checks of a seed, a bit for each class of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Checks(pub(super) u16);

impl Checks {
    pub(super) const ONE_SMALL: Self = Self(1 << 0);
    pub(super) const ONE_LARGE: Self = Self(1 << 1);
    pub(super) const SMALL: Self = Self(Self::ONE_SMALL.0 | 1 << 2);
    pub(super) const LARGE: Self = Self(Self::ONE_LARGE.0 | 1 << 3);
    /// One side is too small and the other one too large.
    pub(super) const MIXED: Self = Self(1 << 4);
    pub(super) const ONE_WRONG: Self = Self(Self::ONE_SMALL.0 | Self::ONE_LARGE.0);
    pub(super) const SIZE: Self = Self(Self::SMALL.0 | Self::LARGE.0 | Self::MIXED.0);
    pub(super) const TOO_FEW: Self = Self(1 << 5);
    /// As many mines as squares.
    pub(super) const FULL: Self = Self(1 << 6);
    pub(super) const TOO_MANY: Self = Self(Self::FULL.0 | 1 << 7);
    pub(super) const MINES: Self = Self(Self::TOO_FEW.0 | Self::TOO_MANY.0);
    pub(super) const OUTSIDE: Self = Self(1 << 8);
    pub(super) const MISSING_ROW: Self = Self(1 << 9);
    pub(super) const MISSING_COLUMN: Self = Self(1 << 10);
    pub(super) const BAD_ROW: Self = Self(1 << 11);
    pub(super) const BAD_COLUMN: Self = Self(1 << 12);
    pub(super) const ROW: Self = Self(Self::MISSING_ROW.0 | Self::BAD_ROW.0);
    pub(super) const NUMBER: Self = Self(Self::ROW.0 | Self::MISSING_COLUMN.0 | Self::BAD_COLUMN.0);
}

/// A set of states of a square.
pub(super) type States = u8;
const COVERED: States = 1;
const REVEALED: States = 2;
const MARKED: States = 4;
const GUESSED: States = 8;
const ANY: States = 15;
const NOT_MARKED: States = ANY - MARKED;
const SHOWN: States = ANY - COVERED;

/// Returns the set with the state of one square.
pub(super) fn state_of(shown: Shown) -> States {
    match shown {
        Shown::Covered => COVERED,
        Shown::Revealed(_) | Shown::Mine => REVEALED,
        Shown::Marked => MARKED,
        Shown::Guessed => GUESSED,
    }
}

/// A set of the eight directions, a bit for each of [`DIRECTIONS`].
pub(super) type Directions = u8;

/// The rows and columns from a square to its neighbours.
pub(super) const DIRECTIONS: [(isize, isize); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

use Effect as E;
use Effect::{Accepts, Answers, Costs, FogAfter, Free, Keeps, Score, Uncounted, Unknown, Wins};
use Format::{
    AllDecimals, IntegerDivision, NoDecimals, NoTrailingZeros, OneDecimal, OneRoundMore, Truncated,
    Whole,
};
use Lines::{
    Any, BadNumber, Blank, ExtraWords, GuessOutside, OnSquare, Outside, UnknownWord, Unrecognized,
    WordCount,
};
use Response::{Dies, Ends, ErrorOnly, NoError, PromptOnly, Twice};
use Verb::{Guess, Help, Mark, Nofog, Reveal};

/// The rows of the table. Of several flaws that explain the same answers, the first is named first.
const ROWS: [(&str, Effect); 128] = [
    ("reveal-uses-no-round", Free(Reveal)),
    ("mark-uses-no-round", Free(Mark)),
    ("guess-uses-no-round", Free(Guess)),
    ("nofog-uses-no-round", Free(Nofog)),
    ("help-uses-no-round", Free(Help)),
    ("rounds-from-one", E::FirstRoundIs1),
    ("rounds-counted-again-when-shown", E::CountsShown),
    ("invalid-command-uses-a-round", Costs(Any)),
    ("unknown-command-uses-a-round", Costs(Unrecognized)),
    ("unknown-word-uses-a-round", Costs(UnknownWord)),
    ("wrong-number-of-words-uses-a-round", Costs(WordCount)),
    ("bad-number-uses-a-round", Costs(BadNumber)),
    ("out-of-bounds-uses-a-round", Costs(Outside)),
    ("guess-outside-uses-a-round", Costs(GuessOutside)),
    ("invalid-square-command-uses-a-round", Costs(OnSquare)),
    (
        "round-not-shown-after-invalid-command",
        Answers(Any, PromptOnly),
    ),
    ("invalid-command-not-answered", Answers(Any, NoError)),
    ("invalid-command-ends-game", Answers(Any, Ends)),
    ("blank-line-not-answered", Answers(Blank, NoError)),
    ("blank-line-answered-twice", Answers(Blank, Twice)),
    ("blank-line-ends-game", Answers(Blank, Dies)),
    ("extra-words-not-answered", Answers(ExtraWords, NoError)),
    (
        "nothing-shown-after-out-of-bounds",
        Answers(Outside, ErrorOnly),
    ),
    (
        "nothing-shown-after-bad-number",
        Answers(BadNumber, ErrorOnly),
    ),
    (
        "nothing-shown-after-invalid-command",
        Answers(Any, ErrorOnly),
    ),
    ("nofog-shows-nothing", E::NofogShowsNothing),
    ("nofog-unknown", Unknown(&["nofog"])),
    ("nofog-stays", E::NofogStays),
    ("nofog-ends-at-invalid-command", FogAfter(Any)),
    ("nofog-ends-at-unknown-command", FogAfter(Unrecognized)),
    ("nofog-counted-late", E::NofogCountedLate),
    ("nofog-shown-at-once", E::NofogAtOnce),
    ("only-spaces-separate", E::OnlySpaces),
    ("leading-space-refused", E::LeadingSpaceRefused),
    ("line-split-at-each-space", E::EachSpace),
    ("wide-space-refused", E::WideSpaceRefused),
    ("case-ignored", E::CaseIgnored),
    (
        "long-forms-unknown",
        Unknown(&["reveal", "mark", "guess", "help", "quit"]),
    ),
    ("short-forms-unknown", Unknown(&["r", "m", "g", "h", "q"])),
    ("reveal-long-form-unknown", Unknown(&["reveal"])),
    ("reveal-short-form-unknown", Unknown(&["r"])),
    ("mark-long-form-unknown", Unknown(&["mark"])),
    ("mark-short-form-unknown", Unknown(&["m"])),
    ("guess-long-form-unknown", Unknown(&["guess"])),
    ("guess-short-form-unknown", Unknown(&["g"])),
    ("help-long-form-unknown", Unknown(&["help"])),
    ("help-short-form-unknown", Unknown(&["h"])),
    ("quit-long-form-unknown", Unknown(&["quit"])),
    ("quit-short-form-unknown", Unknown(&["q"])),
    ("extra-words-accepted", E::ExtraAfterAll),
    ("extra-words-accepted-after-square", E::ExtraAfterSquare),
    ("extra-words-accepted-if-no-integers", E::ExtraNoInteger),
    ("extra-words-accepted-after-word", E::ExtraAfterWord),
    ("missing-numbers-are-zero", E::MissingNumbersAre0),
    ("indices-from-one", E::IndicesFrom1),
    ("row-and-column-swapped", E::RowAndColumnSwapped),
    ("marked-square-not-revealed", Keeps(&[Reveal], MARKED)),
    (
        "marked-or-guessed-square-not-revealed",
        Keeps(&[Reveal], MARKED | GUESSED),
    ),
    ("revealed-square-not-marked", Keeps(&[Mark], REVEALED)),
    ("revealed-square-not-guessed", Keeps(&[Guess], REVEALED)),
    (
        "revealed-square-neither-marked-nor-guessed",
        Keeps(&[Mark, Guess], REVEALED),
    ),
    ("marked-square-not-guessed", Keeps(&[Guess], MARKED)),
    ("guessed-square-not-marked", Keeps(&[Mark], GUESSED)),
    ("mark-toggles", E::MarkToggles),
    ("guess-marks", E::GuessMarks),
    ("guess-removes-mine", E::GuessRemovesMine),
    ("diagonals-not-counted", Uncounted(0b1010_0101)),
    ("neighbour-above-left-not-counted", Uncounted(0b0000_0001)),
    ("neighbour-above-not-counted", Uncounted(0b0000_0010)),
    ("neighbour-above-right-not-counted", Uncounted(0b0000_0100)),
    ("neighbour-left-not-counted", Uncounted(0b0000_1000)),
    ("neighbour-right-not-counted", Uncounted(0b0001_0000)),
    ("neighbour-below-left-not-counted", Uncounted(0b0010_0000)),
    ("neighbour-below-not-counted", Uncounted(0b0100_0000)),
    ("neighbour-below-right-not-counted", Uncounted(0b1000_0000)),
    ("row-above-not-counted", Uncounted(0b0000_0111)),
    ("row-below-not-counted", Uncounted(0b1110_0000)),
    ("column-to-the-left-not-counted", Uncounted(0b0010_1001)),
    ("column-to-the-right-not-counted", Uncounted(0b1001_0100)),
    ("marked-mines-not-counted", E::SignsHideMines),
    ("win-without-marks", Wins(ANY, REVEALED)),
    ("win-without-reveals", Wins(MARKED, ANY)),
    ("win-by-marks-alone", Wins(MARKED, NOT_MARKED)),
    (
        "win-with-guesses-as-marks",
        Wins(MARKED | GUESSED, REVEALED),
    ),
    (
        "win-with-wrong-marks",
        Wins(MARKED | REVEALED, MARKED | REVEALED),
    ),
    ("win-without-blank-squares", Wins(SHOWN, SHOWN)),
    ("win-never-seen", E::NeverWon),
    ("win-columns-up-to-number-of-rows", E::WinInSquare),
    ("win-never-seen-on-a-wide-grid", E::NeverWonOnWideGrid),
    ("win-counts-what-was-undone", E::WinKeepsAll),
    ("win-counts-covered-reveals", E::WinKeepsReveals),
    ("duplicate-mine-prevents-win", E::NeverWonWithDuplicate),
    ("round-shown-before-win", E::RoundBeforeWin),
    ("round-shown-before-win-by-mark", E::RoundBeforeWinByMark),
    ("prompt-shown-before-win", E::PromptBeforeWin),
    ("loss-never-seen", E::LossUnseen),
    ("score-truncated", Score(Truncated)),
    ("score-one-decimal", Score(OneDecimal)),
    ("score-no-decimals", Score(NoDecimals)),
    ("score-unformatted", Score(AllDecimals)),
    ("score-without-zeros-at-its-end", Score(NoTrailingZeros)),
    ("score-rounded-to-whole-number", Score(Whole)),
    ("score-counts-one-round-more", Score(OneRoundMore)),
    ("score-divides-integers", Score(IntegerDivision)),
    ("end-of-input-silent", E::EndSilent),
    ("end-of-input-is-an-error", E::EndFails),
    ("end-of-input-not-recognized", E::EndPrintsErrors),
    ("end-of-input-shows-rounds", E::EndPrintsRounds),
    ("small-size-accepted", Accepts(Checks::SMALL)),
    ("one-small-side-accepted", Accepts(Checks::ONE_SMALL)),
    ("large-size-accepted", Accepts(Checks::LARGE)),
    ("size-not-checked", Accepts(Checks::SIZE)),
    ("one-wrong-side-accepted", Accepts(Checks::ONE_WRONG)),
    ("too-few-mines-accepted", Accepts(Checks::TOO_FEW)),
    ("all-squares-mined-accepted", Accepts(Checks::FULL)),
    ("too-many-mines-accepted", Accepts(Checks::TOO_MANY)),
    ("number-of-mines-not-checked", Accepts(Checks::MINES)),
    ("mine-outside-accepted", Accepts(Checks::OUTSIDE)),
    ("missing-mine-accepted", Accepts(Checks::MISSING_ROW)),
    ("mines-end-at-bad-row", Accepts(Checks::ROW)),
    ("bad-mine-column-ends-mines", Accepts(Checks::BAD_COLUMN)),
    ("mines-end-at-bad-number", Accepts(Checks::NUMBER)),
    ("duplicate-mine-refused", E::DuplicateRefused),
    ("mines-on-the-first-line-not-read", E::FirstLineSkipped),
    ("mines-behind-the-last-read", E::MoreMinesRead),
    ("mines-read-to-the-end", E::MinesReadToTheEnd),
    ("rest-of-seed-read-as-mines", E::RestReadAsMines),
    ("more-after-seed-refused", E::MoreRefused),
];

/// All flaws.
pub(crate) static FLAWS: [Flaw; ROWS.len()] = {
    let mut flaws = [flaw(0); ROWS.len()];
    let mut index = 1;
    while index < ROWS.len() {
        flaws[index] = flaw(index);
        index += 1;
    }
    flaws
};

/// Returns the flaws that programs of an edition can have.
pub fn of_edition(edition: &Edition) -> Vec<&'static Flaw> {
    let Some(rules) = uga::rules(edition) else {
        return Vec::new();
    };
    FLAWS.iter().filter(|flaw| flaw.breaks(rules)).collect()
}

const fn flaw(index: usize) -> Flaw {
    let (name, effect) = ROWS[index];
    Flaw {
        name,
        effect,
        index,
    }
}

/// The rules of the assignment, each followed by the names and sentences of its flaws. A rule
/// that is different in fall 2019 has a second line.
const TEXTS: &str = include_str!("../../../resources/uga/flaws.txt");

impl Flaw {
    /// Describes in a sentence what a program with the flaw does.
    #[must_use]
    pub fn sentence(&self) -> &'static str {
        let texts = TEXTS.lines().filter_map(|line| line.split_once(": "));
        let mut sentences = texts.filter(|(name, _)| *name == self.name);
        sentences.next().map_or(self.name, |(_, sentence)| sentence)
    }

    /// Returns what the assignment says instead, in a sentence.
    #[must_use]
    pub fn rule(&self, edition: &Edition) -> &'static str {
        self.rule_in(edition.name).1
    }

    /// Returns the heading and the text of the rule in an edition.
    fn rule_in(&self, edition: &str) -> (&'static str, &'static str) {
        let mut rule = ("", "");
        for line in TEXTS.lines() {
            match line.split_once(": ") {
                Some((heading, text)) if heading.starts_with("rule ") => rule = (heading, text),
                Some((heading, text)) if heading.strip_prefix("in ") == Some(edition) => {
                    rule.1 = text;
                }
                Some((name, _)) if name == self.name => break,
                _ => {}
            }
        }
        rule
    }

    /// Returns the part of the game that the rule is about.
    pub(crate) fn area(&self) -> Area {
        match self.rule_in("").0 {
            "rule of the seed" => Area::Seed,
            "rule of rounds" => Area::Rounds,
            "rule of squares" => Area::Squares,
            "rule of nofog" => Area::Nofog,
            "rule of help" => Area::Help,
            "rule of the end of a game" => Area::GameOver,
            "rule of the end of input" => Area::EndOfInput,
            _ => Area::Commands,
        }
    }

    /// Reports whether valid seeds are refused because of the flaw.
    pub(super) fn refuses_seeds(&self) -> bool {
        matches!(
            self.effect,
            E::DuplicateRefused | E::RestReadAsMines | E::MoreRefused
        )
    }

    /// Reports whether an edition with these rules can have the flaw: not if its rules are
    /// the same with it.
    pub(super) fn breaks(&self, rules: &Rules) -> bool {
        if rules.invalid_line.round == Round::Restarted {
            return true;
        }
        // In fall 2019, the marks alone decide about a win, and the score has no decimals.
        match self.effect {
            Wins(mines, others) => mines == ANY || others == ANY,
            Costs(_)
            | FogAfter(_)
            | Answers(_, PromptOnly | ErrorOnly)
            | Score(_)
            | E::WinInSquare
            | E::WinKeepsAll
            | E::WinKeepsReveals
            | Accepts(Checks::LARGE | Checks::SIZE | Checks::ONE_WRONG | Checks::FULL) => false,
            _ => true,
        }
    }
}

/// The effects of some flaws.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects(pub(super) Vec<Effect>);

impl Effects {
    pub(super) fn has(&self, effect: Effect) -> bool {
        self.0.contains(&effect)
    }

    pub(super) fn any(&self, is_wanted: impl Fn(Effect) -> bool) -> bool {
        self.0.iter().any(|&effect| is_wanted(effect))
    }
}

impl<'flaw> FromIterator<&'flaw Flaw> for Effects {
    fn from_iter<I: IntoIterator<Item = &'flaw Flaw>>(flaws: I) -> Self {
        Self(flaws.into_iter().map(|flaw| flaw.effect).collect())
    }
}

//! The table of flaws: each has a name, a sentence, and effects on the rules.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use self::Check::{
    BadColumn, BadRow, BothLarge, BothSmall, Full, MineOutside, MissingColumn, MissingRow, Mixed,
    OneLarge, OneSmall, TooFew, TooMany,
};
use self::Effect::{
    Accepts, Answers, CaseIgnored, CountsShown, DuplicateRefused, EndFails, EndPrintsErrors,
    EndPrintsRounds, EndSilent, ExtraAfterSquare, ExtraAfterWord, ExtraNoInteger, FirstLineSkipped,
    Free, GuessMarks, GuessRemovesMine, IndicesFromOne, Keeps, LeadingSpaceRefused, LossUnseen,
    MarkToggles, MissingNumbersAreZero, MoreEndsAtFault, MoreMinesRead, MoreRefused,
    NeverWonOnWideGrid, NeverWonWithDuplicate, NofogAtOnce, NofogCountedLate, NofogShowsNothing,
    NofogStays, OnlySpaces, PromptBeforeWin, RoundBeforeWin, RoundBeforeWinByMark, RoundsFromOne,
    RowAndColumnSwapped, Score, SignsHideMines, Uncounted, Unknown, WideSpaceRefused, WinInSquare,
    Wins,
};
use self::Format::{
    AllDecimals, IntegerDivision, NoDecimals, NoTrailingZeros, OneDecimal, OneRoundMore, Truncated,
    Whole,
};
use self::Lines::{
    Any, BadNumber, Blank, ExtraWords, GuessOutside, OnSquare, Outside, UnknownWord, Unrecognized,
    WordCount,
};
use self::Response::{Costs, Ends, EndsFog, ErrorOnly, NoError, PromptOnly, Twice};
use self::Verb::{Guess, Help, Mark, Nofog, Reveal};
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
    rule: Rule,
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
    Unknown(&'static str),
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
    Keeps(Verb, &'static str),
    MarkToggles,
    GuessMarks,
    GuessRemovesMine,
    /// Mines are not counted in the directions that are crossed out in three rows of three squares.
    Uncounted(&'static str),
    SignsHideMines,
    /// The game is won if each mine and each other square is in one of these states.
    Wins(&'static str, &'static str),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Reveal,
    Mark,
    Guess,
    Nofog,
    Help,
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

/// A check of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    MineOutside,
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

/// A rule of the assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    area: Area,
    text: &'static str,
    text_in_2019: Option<&'static str>,
}

/// The flaws with their effects. Of several flaws that explain the same answers, the first is named first.
///
/// Squares are " " if covered, "0" if revealed, "F" if marked and "?" if guessed. "o" was revealed before, and "f" marked,
/// whatever is shown now. `Wins` has the squares with a mine, then the others.
const ROWS: [(&str, &[Effect]); 128] = [
    ("reveal-uses-no-round", &[Free(Reveal)]),
    ("mark-uses-no-round", &[Free(Mark)]),
    ("guess-uses-no-round", &[Free(Guess)]),
    ("rounds-from-one", &[RoundsFromOne]),
    ("rounds-counted-again-when-shown", &[CountsShown]),
    ("invalid-command-uses-a-round", &[Answers(Any, Costs)]),
    (
        "unknown-command-uses-a-round",
        &[Answers(Unrecognized, Costs)],
    ),
    ("unknown-word-uses-a-round", &[Answers(UnknownWord, Costs)]),
    (
        "wrong-number-of-words-uses-a-round",
        &[Answers(WordCount, Costs)],
    ),
    ("bad-number-uses-a-round", &[Answers(BadNumber, Costs)]),
    ("out-of-bounds-uses-a-round", &[Answers(Outside, Costs)]),
    (
        "guess-outside-uses-a-round",
        &[Answers(GuessOutside, Costs)],
    ),
    (
        "invalid-square-command-uses-a-round",
        &[Answers(OnSquare, Costs)],
    ),
    (
        "round-not-shown-after-invalid-command",
        &[Answers(Any, PromptOnly)],
    ),
    ("invalid-command-not-answered", &[Answers(Any, NoError)]),
    ("invalid-command-ends-game", &[Answers(Any, Ends)]),
    ("blank-line-not-answered", &[Answers(Blank, NoError)]),
    ("blank-line-answered-twice", &[Answers(Blank, Twice)]),
    (
        "blank-line-ends-game",
        &[Answers(Blank, NoError), Answers(Blank, Ends)],
    ),
    ("extra-words-not-answered", &[Answers(ExtraWords, NoError)]),
    (
        "nothing-shown-after-out-of-bounds",
        &[Answers(Outside, ErrorOnly)],
    ),
    (
        "nothing-shown-after-bad-number",
        &[Answers(BadNumber, ErrorOnly)],
    ),
    (
        "nothing-shown-after-invalid-command",
        &[Answers(Any, ErrorOnly)],
    ),
    ("nofog-uses-no-round", &[Free(Nofog)]),
    ("nofog-shows-nothing", &[NofogShowsNothing]),
    ("nofog-unknown", &[Unknown("nofog")]),
    ("nofog-stays", &[NofogStays]),
    ("nofog-ends-at-invalid-command", &[Answers(Any, EndsFog)]),
    (
        "nofog-ends-at-unknown-command",
        &[Answers(Unrecognized, EndsFog)],
    ),
    ("nofog-counted-late", &[NofogCountedLate]),
    ("nofog-shown-at-once", &[NofogAtOnce]),
    ("help-uses-no-round", &[Free(Help)]),
    ("case-ignored", &[CaseIgnored]),
    (
        "long-forms-unknown",
        &[
            Unknown("reveal"),
            Unknown("mark"),
            Unknown("guess"),
            Unknown("help"),
            Unknown("quit"),
        ],
    ),
    (
        "short-forms-unknown",
        &[
            Unknown("r"),
            Unknown("m"),
            Unknown("g"),
            Unknown("h"),
            Unknown("q"),
        ],
    ),
    ("reveal-long-form-unknown", &[Unknown("reveal")]),
    ("reveal-short-form-unknown", &[Unknown("r")]),
    ("mark-long-form-unknown", &[Unknown("mark")]),
    ("mark-short-form-unknown", &[Unknown("m")]),
    ("guess-long-form-unknown", &[Unknown("guess")]),
    ("guess-short-form-unknown", &[Unknown("g")]),
    ("help-long-form-unknown", &[Unknown("help")]),
    ("help-short-form-unknown", &[Unknown("h")]),
    ("quit-long-form-unknown", &[Unknown("quit")]),
    ("quit-short-form-unknown", &[Unknown("q")]),
    ("extra-words-accepted", &[ExtraAfterSquare, ExtraAfterWord]),
    ("extra-words-accepted-after-square", &[ExtraAfterSquare]),
    ("extra-words-accepted-if-no-integers", &[ExtraNoInteger]),
    ("extra-words-accepted-after-word", &[ExtraAfterWord]),
    ("missing-numbers-are-zero", &[MissingNumbersAreZero]),
    ("only-spaces-separate", &[OnlySpaces]),
    ("leading-space-refused", &[LeadingSpaceRefused]),
    (
        "line-split-at-each-space",
        &[OnlySpaces, LeadingSpaceRefused, WideSpaceRefused],
    ),
    ("wide-space-refused", &[WideSpaceRefused]),
    ("indices-from-one", &[IndicesFromOne]),
    ("row-and-column-swapped", &[RowAndColumnSwapped]),
    ("marked-square-not-revealed", &[Keeps(Reveal, "F")]),
    (
        "marked-or-guessed-square-not-revealed",
        &[Keeps(Reveal, "F?")],
    ),
    ("revealed-square-not-marked", &[Keeps(Mark, "0")]),
    ("revealed-square-not-guessed", &[Keeps(Guess, "0")]),
    (
        "revealed-square-neither-marked-nor-guessed",
        &[Keeps(Mark, "0"), Keeps(Guess, "0")],
    ),
    ("marked-square-not-guessed", &[Keeps(Guess, "F")]),
    ("guessed-square-not-marked", &[Keeps(Mark, "?")]),
    ("mark-toggles", &[MarkToggles]),
    ("guess-marks", &[GuessMarks]),
    ("guess-removes-mine", &[GuessRemovesMine]),
    ("diagonals-not-counted", &[Uncounted("x.x ... x.x")]),
    (
        "neighbour-above-left-not-counted",
        &[Uncounted("x.. ... ...")],
    ),
    ("neighbour-above-not-counted", &[Uncounted(".x. ... ...")]),
    (
        "neighbour-above-right-not-counted",
        &[Uncounted("..x ... ...")],
    ),
    ("neighbour-left-not-counted", &[Uncounted("... x.. ...")]),
    ("neighbour-right-not-counted", &[Uncounted("... ..x ...")]),
    (
        "neighbour-below-left-not-counted",
        &[Uncounted("... ... x..")],
    ),
    ("neighbour-below-not-counted", &[Uncounted("... ... .x.")]),
    (
        "neighbour-below-right-not-counted",
        &[Uncounted("... ... ..x")],
    ),
    ("row-above-not-counted", &[Uncounted("xxx ... ...")]),
    ("row-below-not-counted", &[Uncounted("... ... xxx")]),
    (
        "column-to-the-left-not-counted",
        &[Uncounted("x.. x.. x..")],
    ),
    (
        "column-to-the-right-not-counted",
        &[Uncounted("..x ..x ..x")],
    ),
    ("marked-mines-not-counted", &[SignsHideMines]),
    ("win-without-marks", &[Wins(" 0F?", "0")]),
    ("win-without-reveals", &[Wins("F", " 0F?")]),
    ("win-by-marks-alone", &[Wins("F", " 0?")]),
    ("win-with-guesses-as-marks", &[Wins("F?", "0")]),
    ("win-with-wrong-marks", &[Wins("F0", "F0")]),
    ("win-without-blank-squares", &[Wins("0F?", "0F?")]),
    ("win-never-seen", &[Wins("", "")]),
    ("win-columns-up-to-number-of-rows", &[WinInSquare]),
    ("win-never-seen-on-a-wide-grid", &[NeverWonOnWideGrid]),
    ("win-counts-what-was-undone", &[Wins("Ff", "0o")]),
    ("win-counts-covered-reveals", &[Wins("F", "0o")]),
    ("round-shown-before-win", &[RoundBeforeWin]),
    ("round-shown-before-win-by-mark", &[RoundBeforeWinByMark]),
    ("prompt-shown-before-win", &[PromptBeforeWin]),
    ("loss-never-seen", &[LossUnseen]),
    ("score-truncated", &[Score(Truncated)]),
    ("score-one-decimal", &[Score(OneDecimal)]),
    ("score-no-decimals", &[Score(NoDecimals)]),
    ("score-unformatted", &[Score(AllDecimals)]),
    ("score-without-zeros-at-its-end", &[Score(NoTrailingZeros)]),
    ("score-rounded-to-whole-number", &[Score(Whole)]),
    ("score-counts-one-round-more", &[Score(OneRoundMore)]),
    ("score-divides-integers", &[Score(IntegerDivision)]),
    ("end-of-input-silent", &[EndSilent]),
    ("end-of-input-is-an-error", &[EndFails]),
    ("end-of-input-not-recognized", &[EndPrintsErrors]),
    ("end-of-input-shows-rounds", &[EndPrintsRounds]),
    (
        "small-size-accepted",
        &[Accepts(OneSmall), Accepts(BothSmall)],
    ),
    ("one-small-side-accepted", &[Accepts(OneSmall)]),
    (
        "large-size-accepted",
        &[Accepts(OneLarge), Accepts(BothLarge)],
    ),
    (
        "size-not-checked",
        &[
            Accepts(OneSmall),
            Accepts(BothSmall),
            Accepts(OneLarge),
            Accepts(BothLarge),
            Accepts(Mixed),
        ],
    ),
    (
        "one-wrong-side-accepted",
        &[Accepts(OneSmall), Accepts(OneLarge)],
    ),
    ("too-few-mines-accepted", &[Accepts(TooFew)]),
    ("all-squares-mined-accepted", &[Accepts(Full)]),
    (
        "too-many-mines-accepted",
        &[Accepts(Full), Accepts(TooMany)],
    ),
    (
        "number-of-mines-not-checked",
        &[Accepts(TooFew), Accepts(Full), Accepts(TooMany)],
    ),
    ("duplicate-mine-prevents-win", &[NeverWonWithDuplicate]),
    ("mine-outside-accepted", &[Accepts(MineOutside)]),
    ("missing-mine-accepted", &[Accepts(MissingRow)]),
    ("duplicate-mine-refused", &[DuplicateRefused]),
    ("bad-mine-column-ends-mines", &[Accepts(BadColumn)]),
    (
        "mines-end-at-bad-row",
        &[Accepts(MissingRow), Accepts(BadRow)],
    ),
    (
        "mines-end-at-bad-number",
        &[
            Accepts(MissingRow),
            Accepts(BadRow),
            Accepts(MissingColumn),
            Accepts(BadColumn),
        ],
    ),
    (
        "mines-on-the-first-line-not-read",
        &[
            FirstLineSkipped,
            Accepts(MissingRow),
            Accepts(MissingColumn),
        ],
    ),
    (
        "mines-behind-the-last-read",
        &[MoreMinesRead, MoreEndsAtFault],
    ),
    (
        "mines-read-to-the-end",
        &[MoreMinesRead, Accepts(MissingRow)],
    ),
    ("rest-of-seed-read-as-mines", &[MoreMinesRead]),
    ("more-after-seed-refused", &[MoreRefused]),
];

/// Flaws that are the rule in fall 2019, or make no difference there.
const ABSENT_IN_2019: [&str; 33] = [
    "invalid-command-uses-a-round",
    "unknown-command-uses-a-round",
    "unknown-word-uses-a-round",
    "wrong-number-of-words-uses-a-round",
    "bad-number-uses-a-round",
    "out-of-bounds-uses-a-round",
    "guess-outside-uses-a-round",
    "invalid-square-command-uses-a-round",
    "round-not-shown-after-invalid-command",
    "nothing-shown-after-out-of-bounds",
    "nothing-shown-after-bad-number",
    "nothing-shown-after-invalid-command",
    "nofog-ends-at-invalid-command",
    "nofog-ends-at-unknown-command",
    "win-by-marks-alone",
    "win-with-guesses-as-marks",
    "win-with-wrong-marks",
    "win-without-blank-squares",
    "win-columns-up-to-number-of-rows",
    "win-counts-what-was-undone",
    "win-counts-covered-reveals",
    "score-truncated",
    "score-one-decimal",
    "score-no-decimals",
    "score-unformatted",
    "score-without-zeros-at-its-end",
    "score-rounded-to-whole-number",
    "score-counts-one-round-more",
    "score-divides-integers",
    "large-size-accepted",
    "size-not-checked",
    "one-wrong-side-accepted",
    "all-squares-mined-accepted",
];

/// The rules of the assignment, each followed by the names and sentences of its flaws. A rule that is different in fall 2019
/// has a second line.
const TEXTS: &str = include_str!("../../../resources/uga/flaws.txt");

/// All flaws.
pub(crate) static FLAWS: LazyLock<Vec<Flaw>> = LazyLock::new(|| {
    let texts = texts();
    let mut flaws = Vec::new();
    for (name, effects) in ROWS {
        if let Some((sentence, rule)) = texts.get(name) {
            flaws.push(Flaw {
                name,
                effects,
                sentence,
                rule: *rule,
                index: flaws.len(),
            });
        }
    }
    flaws
});

/// Returns the sentence and the rule of each flaw.
fn texts() -> HashMap<&'static str, (&'static str, Rule)> {
    let mut texts = HashMap::new();
    let mut rule = Rule {
        area: Area::Commands,
        text: "",
        text_in_2019: None,
    };
    for (name, text) in TEXTS.lines().filter_map(|line| line.split_once(": ")) {
        if let Some(area) = name.strip_prefix("rule of ") {
            rule = Rule {
                area: area_of(area),
                text,
                text_in_2019: None,
            };
        } else if name == "in 2019.fa" {
            rule.text_in_2019 = Some(text);
        } else {
            texts.insert(name, (text, rule));
        }
    }
    texts
}

fn area_of(heading: &str) -> Area {
    match heading {
        "seeds" => Area::Seed,
        "rounds" => Area::Rounds,
        "squares" => Area::Squares,
        "nofog" => Area::Nofog,
        "help" => Area::Help,
        "the end of a game" => Area::GameOver,
        "the end of input" => Area::EndOfInput,
        _ => Area::Commands,
    }
}

/// Returns the flaws that programs of an edition can have.
pub fn of_edition(edition: &Edition) -> Vec<&'static Flaw> {
    let is_uga = uga::rules(edition).is_some();
    let breaks =
        |flaw: &&Flaw| is_uga && !(is_2019(edition) && ABSENT_IN_2019.contains(&flaw.name));
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

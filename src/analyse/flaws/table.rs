//! The table of flaws: each has a name, a sentence, and effects on the rules.

use std::sync::LazyLock;

use crate::edition::row::Edition;
use crate::edition::uga;
use crate::game::view::Shown;
use crate::report::explanation::Area;

/// A deviation from the rules that programs are known to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The name, which does not change.
    pub name: &'static str,
    effects: &'static [Effect],
    sentence: &'static str,
    /// The part of the game that the rule is about.
    pub(crate) area: Area,
    /// The rule that the flaw breaks, and the rule in fall 2019.
    rules: [&'static str; 2],
    /// False if the flaw is the rule in fall 2019, or makes no difference there.
    is_in_2019: bool,
    /// Index in [`FLAWS`].
    pub(crate) index: usize,
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
    /// Words that name no command.
    Unknown(&'static [&'static str]),
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
    /// Checks of the seed are left out.
    Accepts(&'static [Check]),
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
    /// Numbers of sides that are too small, and of sides that are too large.
    Size(usize, usize),
    AnySize,
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

/// The rules of the assignment, each followed by the names and sentences of its flaws.
const TEXTS: &str = include_str!("../../../resources/uga/flaws.txt");

/// All flaws. Of several flaws that explain the same answers, the first is named first.
pub(crate) static FLAWS: LazyLock<Vec<Flaw>> = LazyLock::new(|| {
    let mut flaws = Vec::new();
    let mut area = Area::Commands;
    let mut rules = [""; 2];
    for (name, text) in TEXTS.lines().filter_map(|line| line.split_once(": ")) {
        if let Some(heading) = name.strip_prefix("rule of ") {
            area = area_of(heading);
            rules = [text; 2];
        } else if name == "in 2019.fa" {
            rules[1] = text;
        } else {
            let absent = name.strip_suffix(", not in 2019.fa");
            let name = absent.unwrap_or(name);
            flaws.push(Flaw {
                name,
                effects: effects(name),
                sentence: text,
                area,
                rules,
                is_in_2019: absent.is_none(),
                index: flaws.len(),
            });
        }
    }
    flaws
});

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

/// Returns the effects of a flaw.
///
/// Squares are " " if covered, "0" if revealed, "F" if marked and "?" if guessed. "o" was revealed before, and "f" marked,
/// whatever is shown now. `Wins` has the squares with a mine, then the others.
#[allow(
    clippy::enum_glob_use,
    clippy::too_many_lines,
    reason = "a table with a line for each flaw"
)]
fn effects(flaw: &str) -> &'static [Effect] {
    use {Check::*, Effect::*, Format::*, Lines::*, Response::*, Verb::*};

    match flaw {
        "reveal-uses-no-round" => &[Free(Reveal)],
        "mark-uses-no-round" => &[Free(Mark)],
        "guess-uses-no-round" => &[Free(Guess)],
        "rounds-from-one" => &[RoundsFromOne],
        "rounds-counted-again-when-shown" => &[CountsShown],
        "invalid-command-uses-a-round" => &[Answers(Any, Costs)],
        "unknown-command-uses-a-round" => &[Answers(Unrecognized, Costs)],
        "unknown-word-uses-a-round" => &[Answers(UnknownWord, Costs)],
        "wrong-number-of-words-uses-a-round" => &[Answers(WordCount, Costs)],
        "bad-number-uses-a-round" => &[Answers(BadNumber, Costs)],
        "out-of-bounds-uses-a-round" => &[Answers(Outside, Costs)],
        "guess-outside-uses-a-round" => &[Answers(GuessOutside, Costs)],
        "invalid-square-command-uses-a-round" => &[Answers(OnSquare, Costs)],
        "round-not-shown-after-invalid-command" => &[Answers(Any, PromptOnly)],
        "invalid-command-not-answered" => &[Answers(Any, NoError)],
        "invalid-command-ends-game" => &[Answers(Any, Ends)],
        "blank-line-not-answered" => &[Answers(Blank, NoError)],
        "blank-line-ends-game" => &[Answers(Blank, NoError), Answers(Blank, Ends)],
        "extra-words-not-answered" => &[Answers(ExtraWords, NoError)],
        "nothing-shown-after-out-of-bounds" => &[Answers(Outside, ErrorOnly)],
        "nothing-shown-after-bad-number" => &[Answers(BadNumber, ErrorOnly)],
        "nothing-shown-after-invalid-command" => &[Answers(Any, ErrorOnly)],
        "nofog-uses-no-round" => &[Free(Nofog)],
        "nofog-shows-nothing" => &[NofogShowsNothing],
        "nofog-unknown" => &[Unknown(&["nofog"])],
        "nofog-stays" => &[NofogStays],
        "nofog-ends-at-invalid-command" => &[Answers(Any, EndsFog)],
        "nofog-ends-at-unknown-command" => &[Answers(Unrecognized, EndsFog)],
        "nofog-counted-late" => &[NofogCountedLate],
        "nofog-shown-at-once" => &[NofogAtOnce],
        "help-uses-no-round" => &[Free(Help)],
        "case-ignored" => &[CaseIgnored],
        "long-forms-unknown" => &[Unknown(&["reveal", "mark", "guess", "help", "quit"])],
        "short-forms-unknown" => &[Unknown(&["r", "m", "g", "h", "q"])],
        "reveal-long-form-unknown" => &[Unknown(&["reveal"])],
        "reveal-short-form-unknown" => &[Unknown(&["r"])],
        "mark-long-form-unknown" => &[Unknown(&["mark"])],
        "mark-short-form-unknown" => &[Unknown(&["m"])],
        "guess-long-form-unknown" => &[Unknown(&["guess"])],
        "guess-short-form-unknown" => &[Unknown(&["g"])],
        "help-long-form-unknown" => &[Unknown(&["help"])],
        "help-short-form-unknown" => &[Unknown(&["h"])],
        "quit-long-form-unknown" => &[Unknown(&["quit"])],
        "quit-short-form-unknown" => &[Unknown(&["q"])],
        "extra-words-accepted" => &[ExtraAfterSquare, ExtraAfterWord],
        "extra-words-accepted-after-square" => &[ExtraAfterSquare],
        "extra-words-accepted-if-no-integers" => &[ExtraNoInteger],
        "extra-words-accepted-after-word" => &[ExtraAfterWord],
        "missing-numbers-are-zero" => &[MissingNumbersAreZero],
        "only-spaces-separate" => &[OnlySpaces],
        "leading-space-refused" => &[LeadingSpaceRefused],
        "line-split-at-each-space" => &[OnlySpaces, LeadingSpaceRefused, WideSpaceRefused],
        "wide-space-refused" => &[WideSpaceRefused],
        "indices-from-one" => &[IndicesFromOne],
        "row-and-column-swapped" => &[RowAndColumnSwapped],
        "marked-square-not-revealed" => &[Keeps(Reveal, "F")],
        "marked-or-guessed-square-not-revealed" => &[Keeps(Reveal, "F?")],
        "revealed-square-not-marked" => &[Keeps(Mark, "0")],
        "revealed-square-not-guessed" => &[Keeps(Guess, "0")],
        "revealed-square-neither-marked-nor-guessed" => &[Keeps(Mark, "0"), Keeps(Guess, "0")],
        "marked-square-not-guessed" => &[Keeps(Guess, "F")],
        "guessed-square-not-marked" => &[Keeps(Mark, "?")],
        "mark-toggles" => &[MarkToggles],
        "guess-marks" => &[GuessMarks],
        "guess-removes-mine" => &[GuessRemovesMine],
        "diagonals-not-counted" => &[Uncounted("x.x ... x.x")],
        "neighbour-above-left-not-counted" => &[Uncounted("x.. ... ...")],
        "neighbour-above-not-counted" => &[Uncounted(".x. ... ...")],
        "neighbour-above-right-not-counted" => &[Uncounted("..x ... ...")],
        "neighbour-left-not-counted" => &[Uncounted("... x.. ...")],
        "neighbour-right-not-counted" => &[Uncounted("... ..x ...")],
        "neighbour-below-left-not-counted" => &[Uncounted("... ... x..")],
        "neighbour-below-not-counted" => &[Uncounted("... ... .x.")],
        "neighbour-below-right-not-counted" => &[Uncounted("... ... ..x")],
        "row-above-not-counted" => &[Uncounted("xxx ... ...")],
        "row-below-not-counted" => &[Uncounted("... ... xxx")],
        "column-to-the-left-not-counted" => &[Uncounted("x.. x.. x..")],
        "column-to-the-right-not-counted" => &[Uncounted("..x ..x ..x")],
        "marked-mines-not-counted" => &[SignsHideMines],
        "win-without-marks" => &[Wins(" 0F?", "0")],
        "win-without-reveals" => &[Wins("F", " 0F?")],
        "win-by-marks-alone" => &[Wins("F", " 0?")],
        "win-with-guesses-as-marks" => &[Wins("F?", "0")],
        "win-with-wrong-marks" => &[Wins("F0", "F0")],
        "win-without-blank-squares" => &[Wins("0F?", "0F?")],
        "win-never-seen" => &[Wins("", "")],
        "win-columns-up-to-number-of-rows" => &[WinInSquare],
        "win-never-seen-on-a-wide-grid" => &[NeverWonOnWideGrid],
        "win-counts-what-was-undone" => &[Wins("Ff", "0o")],
        "win-counts-covered-reveals" => &[Wins("F", "0o")],
        "round-shown-before-win" => &[RoundBeforeWin],
        "round-shown-before-win-by-mark" => &[RoundBeforeWinByMark],
        "prompt-shown-before-win" => &[PromptBeforeWin],
        "loss-never-seen" => &[LossUnseen],
        "score-truncated" => &[Score(Truncated)],
        "score-one-decimal" => &[Score(OneDecimal)],
        "score-no-decimals" => &[Score(NoDecimals)],
        "score-unformatted" => &[Score(AllDecimals)],
        "score-without-zeros-at-its-end" => &[Score(NoTrailingZeros)],
        "score-rounded-to-whole-number" => &[Score(Whole)],
        "score-counts-one-round-more" => &[Score(OneRoundMore)],
        "score-divides-integers" => &[Score(IntegerDivision)],
        "end-of-input-silent" => &[EndSilent],
        "end-of-input-is-an-error" => &[EndFails],
        "end-of-input-not-recognized" => &[EndPrintsErrors],
        "end-of-input-shows-rounds" => &[EndPrintsRounds],
        "small-size-accepted" => &[Accepts(&[Size(1, 0), Size(2, 0)])],
        "one-small-side-accepted" => &[Accepts(&[Size(1, 0)])],
        "large-size-accepted" => &[Accepts(&[Size(0, 1), Size(0, 2)])],
        "size-not-checked" => &[Accepts(&[AnySize])],
        "one-wrong-side-accepted" => &[Accepts(&[Size(1, 0), Size(0, 1)])],
        "too-few-mines-accepted" => &[Accepts(&[TooFew])],
        "all-squares-mined-accepted" => &[Accepts(&[Full])],
        "too-many-mines-accepted" => &[Accepts(&[Full, TooMany])],
        "number-of-mines-not-checked" => &[Accepts(&[TooFew, Full, TooMany])],
        "duplicate-mine-prevents-win" => &[NeverWonWithDuplicate],
        "mine-outside-accepted" => &[Accepts(&[MineOutside])],
        "missing-mine-accepted" => &[Accepts(&[MissingRow])],
        "duplicate-mine-refused" => &[DuplicateRefused],
        "bad-mine-column-ends-mines" => &[Accepts(&[BadColumn])],
        "mines-end-at-bad-row" => &[Accepts(&[MissingRow, BadRow])],
        "mines-end-at-bad-number" => &[Accepts(&[MissingRow, BadRow, MissingColumn, BadColumn])],
        "mines-on-the-first-line-not-read" => {
            &[FirstLineSkipped, Accepts(&[MissingRow, MissingColumn])]
        }
        "mines-behind-the-last-read" => &[MoreMinesRead, MoreEndsAtFault],
        "mines-read-to-the-end" => &[MoreMinesRead, Accepts(&[MissingRow])],
        "rest-of-seed-read-as-mines" => &[MoreMinesRead],
        "more-after-seed-refused" => &[MoreRefused],
        _ => &[],
    }
}

/// Returns the flaws that programs of an edition can have.
pub fn of_edition(edition: &Edition) -> Vec<&'static Flaw> {
    let is_uga = uga::rules(edition).is_some();
    let breaks = |flaw: &&Flaw| is_uga && (flaw.is_in_2019 || !is_2019(edition));
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
        self.rules[usize::from(is_2019(edition))]
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

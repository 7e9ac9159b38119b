//! The table of flaws of the UGA editions.

use crate::edition::flaw::Flaw;

/// Makes the deviations and the table from one list: what the game asks for,
/// its name, the rule, and the flaw in a student's words.
macro_rules! flaws {
    ($($deviation:ident, $name:literal, $rule:ident, $sentence:literal;)*) => {
        /// A place at which the flawed game leaves the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Deviation {
            $(#[doc = $sentence] $deviation,)*
        }

        /// All flaws. Of several that explain a difference equally well, the
        /// first is named.
        pub(crate) const FLAWS: &[Flaw] = &[
            $(Flaw {
                name: $name,
                sentence: $sentence,
                rule: $rule,
                index: Deviation::$deviation as usize,
            },)*
        ];
    };
}

const ROUNDS: &str =
    "Each valid command but `quit` uses up one round, whatever it does to its square.";
const COUNT: &str = "The number of rounds is that of completed ones: it is 0 at the start.";
const INVALID: &str =
    "An invalid command is answered with an error, uses up no round, and its round is shown again.";
const NOFOG: &str = "`nofog` uses up a round and shows `<` and `>` around every mine in the next round only; an invalid command shows that round again as it was.";
const HELP: &str = "`help` uses up a round and prints the list of commands before the next round.";
const WORDS: &str = "Commands have a long and a short form, in lower case, and exactly as many words as their syntax has.";
const SPACE: &str = "White space of any kind and length may stand before, between and after the words of a command.";
const INTEGERS: &str =
    "The row is looked at before the column; a word that is no integer is named in the error.";
const BOUNDS: &str = "Rows and columns count from 0; the row is looked at first, and an index outside the grid is an invalid command.";
const LENGTH: &str = "The error about a square outside the grid names the index, and how many rows or columns there are.";
const ANY_SQUARE: &str = "Any square may be revealed, marked or guessed, whatever it shows.";
const ONE_SQUARE: &str = "A reveal reveals one square and no more.";
const ADJACENT: &str =
    "A revealed square shows how many of the up to eight squares around it have a mine.";
const WIN: &str = "The game is won, after any round, when every mine is marked and every other square is revealed.";
const ENDING: &str =
    "When the game is won or lost its last words are all that is printed, and it is over.";
const SCORE: &str =
    "The score is 100 times rows times columns by rounds, with two decimals, a half rounded up.";
const END_OF_INPUT: &str = "When the input ends before the game does, that is a `quit`.";
const SIZE: &str = "A seed has 5 to 10 rows and 5 to 10 columns.";
const MINES: &str = "A seed has at least one mine, and at least one square without.";
const MINE: &str =
    "Every mine of a seed has a row and a column in the grid; two on one square count as one.";
const TOKENS: &str = "A seed consists of integers between white space; what follows the last one needed is not looked at.";

flaws! {
    RevealUsesNoRound, "reveal-uses-no-round", ROUNDS, "`reveal` uses up no round.";
    MarkUsesNoRound, "mark-uses-no-round", ROUNDS, "`mark` uses up no round.";
    GuessUsesNoRound, "guess-uses-no-round", ROUNDS, "`guess` uses up no round.";
    NofogUsesNoRound, "nofog-uses-no-round", NOFOG, "`nofog` uses up no round.";
    HelpUsesNoRound, "help-uses-no-round", HELP, "`help` uses up no round.";
    RepeatUsesNoRound, "repeat-uses-no-round", ROUNDS, "A command that leaves its square as it was uses up no round.";
    RoundsFromOne, "rounds-from-one", COUNT, "The first round is counted as round 1.";
    InvalidUsesRound, "invalid-command-uses-a-round", INVALID, "An invalid command uses up a round.";
    NotRecognizedUsesRound, "unknown-command-uses-a-round", INVALID, "A command that is not recognized uses up a round.";
    NotAnIntegerUsesRound, "bad-number-uses-a-round", INVALID, "A row or column that is no integer uses up a round.";
    OutOfBoundsUsesRound, "out-of-bounds-uses-a-round", INVALID, "A square outside the grid uses up a round.";

    InvalidRoundNotShown, "round-not-shown-after-invalid-command", INVALID, "After an invalid command only the prompt is printed, not the round.";
    InvalidNotAnswered, "invalid-command-not-answered", INVALID, "An invalid command is answered with no error, only with the round.";
    InvalidEndsGame, "invalid-command-ends-game", INVALID, "An invalid command ends the program.";
    NotRecognizedEndsGame, "unknown-command-ends-game", INVALID, "A command that is not recognized ends the program.";
    NotAnIntegerEndsGame, "bad-number-ends-game", INVALID, "A row or column that is no integer ends the program.";
    OutOfBoundsEndsGame, "out-of-bounds-ends-game", INVALID, "A square outside the grid ends the program.";
    BlankLineIgnored, "blank-line-ignored", INVALID, "A blank line is passed over, as if it had not been typed.";
    BlankLineNotAnswered, "blank-line-not-answered", INVALID, "A blank line is answered with no error, only with the round.";

    NofogShowsNothing, "nofog-shows-nothing", NOFOG, "`nofog` shows no mines.";
    NofogUnknown, "nofog-unknown", NOFOG, "`nofog` is taken for an invalid command.";
    NofogStays, "nofog-stays", NOFOG, "After `nofog` the mines are shown for the rest of the game.";
    NofogStaysOverHelp, "nofog-stays-until-a-square-changes", NOFOG, "After `nofog` the mines are shown until a square is revealed, marked or guessed.";
    NofogToggles, "nofog-toggles", NOFOG, "`nofog` shows the mines until the next `nofog`.";
    NofogEndsEarly, "nofog-ends-at-invalid-command", NOFOG, "An invalid command after `nofog` shows its round again without the mines.";
    NofogLate, "nofog-a-round-late", NOFOG, "`nofog` shows the mines one round too late.";
    NofogTwoRounds, "nofog-lasts-two-rounds", NOFOG, "`nofog` shows the mines for two rounds.";
    NofogSkipsMarked, "nofog-skips-marked-mines", NOFOG, "`nofog` does not show mines on marked squares.";
    NofogSkipsGuessed, "nofog-skips-guessed-mines", NOFOG, "`nofog` does not show mines on guessed squares.";
    NofogSkipsCovered, "nofog-skips-covered-mines", NOFOG, "`nofog` shows mines on marked and guessed squares only.";
    NofogHidesMarks, "nofog-hides-marks", NOFOG, "`nofog` shows `< >` for every mine, even where the square is marked or guessed.";

    HelpRoundNotShown, "round-not-shown-after-help", HELP, "After `help` only the prompt is printed, not the round.";

    CaseIgnored, "case-ignored", WORDS, "Commands are recognized in upper case too.";
    FirstLetterDecides, "first-letter-decides", WORDS, "Only the first letter of a command is looked at.";
    OnlyShortForms, "long-forms-unknown", WORDS, "The long forms of the commands are not recognized.";
    OnlyLongForms, "short-forms-unknown", WORDS, "The short forms of the commands are not recognized.";
    RevealLongUnknown, "reveal-long-form-unknown", WORDS, "`reveal` is not recognized, only `r`.";
    RevealShortUnknown, "reveal-short-form-unknown", WORDS, "`r` is not recognized, only `reveal`.";
    MarkLongUnknown, "mark-long-form-unknown", WORDS, "`mark` is not recognized, only `m`.";
    MarkShortUnknown, "mark-short-form-unknown", WORDS, "`m` is not recognized, only `mark`.";
    GuessLongUnknown, "guess-long-form-unknown", WORDS, "`guess` is not recognized, only `g`.";
    GuessShortUnknown, "guess-short-form-unknown", WORDS, "`g` is not recognized, only `guess`.";
    HelpLongUnknown, "help-long-form-unknown", WORDS, "`help` is not recognized, only `h`.";
    HelpShortUnknown, "help-short-form-unknown", WORDS, "`h` is not recognized, only `help`.";
    QuitLongUnknown, "quit-long-form-unknown", WORDS, "`quit` is not recognized, only `q`.";
    QuitShortUnknown, "quit-short-form-unknown", WORDS, "`q` is not recognized, only `quit`.";
    ExtraWords, "extra-words-accepted", WORDS, "Words behind the end of a command are passed over.";
    ExtraWordsAfterSquare, "extra-words-accepted-after-square", WORDS, "Words behind the row and the column are passed over.";
    ExtraWordsAfterWord, "extra-words-accepted-after-word", WORDS, "Words behind `nofog`, `help` and `quit` are passed over.";
    MissingWordsOutOfBounds, "missing-words-out-of-bounds", WORDS, "A command with too few words is answered with the error of an array that is too short.";
    LeadingSpaceRefused, "leading-space-refused", SPACE, "A command with white space before it is not recognized.";
    WideSpaceRefused, "wide-space-refused", SPACE, "A command with more than one space between its words is not recognized.";
    OnlySpacesSeparate, "only-spaces-separate", SPACE, "Only spaces separate words; tabs and other white space do not.";
    OnlyAsciiSpace, "only-ascii-space-separates", SPACE, "Only blanks of ASCII separate words; other white space does not.";

    ColumnFirst, "column-looked-at-first", INTEGERS, "The column is looked at before the row.";
    NotAnIntegerNotRecognized, "bad-number-not-recognized", INTEGERS, "A row or column that is no integer is answered as a command that is not recognized.";
    SignRefused, "plus-sign-refused", INTEGERS, "A number with a plus sign is taken for no integer.";
    OutOfBoundsNotRecognized, "out-of-bounds-not-recognized", BOUNDS, "A square outside the grid is answered as a command that is not recognized.";
    IndicesFromOne, "indices-from-one", BOUNDS, "Rows and columns are counted from 1.";
    SquareSwapped, "row-and-column-swapped", BOUNDS, "The first number is taken for the column and the second for the row.";
    SwappedAfterCheck, "row-and-column-swapped-after-check", BOUNDS, "Row and column are checked as they should be, and swapped afterwards.";
    BoundsSwapped, "bounds-swapped", BOUNDS, "The row is compared with the number of columns, and the column with the number of rows.";
    LastRowRefused, "last-row-refused", BOUNDS, "The last row counts as outside the grid.";
    LastColRefused, "last-column-refused", BOUNDS, "The last column counts as outside the grid.";
    RowTooLarge, "row-just-outside-accepted", BOUNDS, "A row just below the grid is taken for the last row.";
    ColTooLarge, "column-just-outside-accepted", BOUNDS, "A column just beyond the grid is taken for the last column.";
    NegativeAccepted, "negative-indices-accepted", BOUNDS, "Negative rows and columns are accepted and count from the end.";
    LengthsSwapped, "rows-and-columns-swapped-in-error", LENGTH, "The error about a square outside the grid tells the number of columns for a row, and that of rows for a column.";
    LastIndexTold, "last-index-for-length-in-error", LENGTH, "The error about a square outside the grid tells the last index in place of the length.";
    OutsideIgnored, "squares-outside-accepted", BOUNDS, "A square outside the grid is accepted: it uses up a round and changes nothing.";

    MarkedNotRevealed, "marked-square-not-revealed", ANY_SQUARE, "A marked square cannot be revealed; the round is used up.";
    MarkedRevealIgnored, "reveal-of-marked-square-ignored", ANY_SQUARE, "A marked square cannot be revealed, and no round is used up.";
    GuessedNotRevealed, "guessed-square-not-revealed", ANY_SQUARE, "A guessed square cannot be revealed; the round is used up.";
    RevealedNotMarked, "revealed-square-not-marked", ANY_SQUARE, "A revealed square cannot be marked; the round is used up.";
    RevealedNotGuessed, "revealed-square-not-guessed", ANY_SQUARE, "A revealed square cannot be guessed; the round is used up.";
    MarkedNotGuessed, "marked-square-not-guessed", ANY_SQUARE, "A marked square cannot be guessed; the round is used up.";
    GuessedNotMarked, "guessed-square-not-marked", ANY_SQUARE, "A guessed square cannot be marked; the round is used up.";
    MarkToggles, "mark-toggles", ANY_SQUARE, "Marking a marked square lifts the mark.";
    GuessToggles, "guess-toggles", ANY_SQUARE, "Guessing a guessed square lifts the guess.";
    ZeroRevealsNeighbours, "zero-reveals-neighbours", ONE_SQUARE, "Revealing a square with no mine around it reveals the squares around it too.";

    ZeroBlank, "zero-shown-as-blank", ADJACENT, "A revealed square with no mine around it stays blank.";
    DiagonalsNotCounted, "diagonals-not-counted", ADJACENT, "Mines on the diagonal are not counted.";
    StraightNotCounted, "straight-neighbours-not-counted", ADJACENT, "Only mines on the diagonal are counted.";
    AboveLeftNotCounted, "neighbour-above-left-not-counted", ADJACENT, "A mine above to the left is not counted.";
    AboveNotCounted, "neighbour-above-not-counted", ADJACENT, "A mine right above is not counted.";
    AboveRightNotCounted, "neighbour-above-right-not-counted", ADJACENT, "A mine above to the right is not counted.";
    LeftNotCounted, "neighbour-left-not-counted", ADJACENT, "A mine to the left is not counted.";
    RightNotCounted, "neighbour-right-not-counted", ADJACENT, "A mine to the right is not counted.";
    BelowLeftNotCounted, "neighbour-below-left-not-counted", ADJACENT, "A mine below to the left is not counted.";
    BelowNotCounted, "neighbour-below-not-counted", ADJACENT, "A mine right below is not counted.";
    BelowRightNotCounted, "neighbour-below-right-not-counted", ADJACENT, "A mine below to the right is not counted.";
    RowAboveNotCounted, "row-above-not-counted", ADJACENT, "Mines in the row above are not counted.";
    RowBelowNotCounted, "row-below-not-counted", ADJACENT, "Mines in the row below are not counted.";
    ColumnToTheLeftNotCounted, "column-to-the-left-not-counted", ADJACENT, "Mines in the column to the left are not counted.";
    ColumnToTheRightNotCounted, "column-to-the-right-not-counted", ADJACENT, "Mines in the column to the right are not counted.";
    FirstLinesNotCounted, "first-row-and-column-not-counted", ADJACENT, "Mines in the first row and the first column are not counted.";
    LastLinesNotCounted, "last-row-and-column-not-counted", ADJACENT, "Mines in the last row and the last column are not counted.";
    NeighboursWrap, "neighbours-wrap-around", ADJACENT, "The squares before the first row and column are taken from the other end of the grid.";
    MarkedMinesNotCounted, "marked-mines-not-counted", ADJACENT, "Mines on marked or guessed squares are not counted.";
    DuplicatesCountedTwice, "duplicate-mines-counted-twice", MINE, "Two mines on one square are counted as two.";

    WinWithoutMarks, "win-without-marks", WIN, "The game is won when every safe square is revealed, whatever is marked.";
    WinWithoutReveals, "win-without-reveals", WIN, "The game is won when every mine is marked, whatever is revealed.";
    WinWithGuesses, "win-with-guesses-as-marks", WIN, "A guessed mine counts as a marked one for the win.";
    WinWithWrongMarks, "win-with-wrong-marks", WIN, "The game is won when every square is marked or revealed, rightly or not.";
    WinOneEarly, "win-one-square-early", WIN, "The game is won when one safe square is still to be revealed.";
    WinNotAfterMark, "win-not-seen-after-mark", WIN, "A win is not seen when the last command is a mark.";
    WinNotAfterReveal, "win-not-seen-after-reveal", WIN, "A win is not seen when the last command is a reveal.";
    WinNever, "win-never-seen", WIN, "The game is never won.";
    WinLate, "win-seen-late", WIN, "A win is only seen when one more command has been typed.";
    DuplicatePreventsWin, "duplicate-mine-prevents-win", MINE, "With two mines on one square the game cannot be won.";
    GridBeforeWin, "round-shown-before-win", ENDING, "The last round is shown before the words of a win.";
    GridBeforeLoss, "round-shown-before-loss", ENDING, "The last round is shown before the words of a loss.";
    GridAfterWin, "round-shown-after-win", ENDING, "The last round is shown after the words of a win.";
    GridAfterLoss, "round-shown-after-loss", ENDING, "The last round is shown after the words of a loss.";
    WinDoesNotEnd, "win-does-not-end-game", ENDING, "The game goes on after a win.";
    LossDoesNotEnd, "loss-does-not-end-game", ENDING, "The game goes on after a loss.";

    ScoreHalfEven, "score-half-rounded-to-even", SCORE, "A half in the last decimal of the score is rounded to even.";
    ScoreTruncated, "score-truncated", SCORE, "The score is cut after two decimals, not rounded.";
    ScoreOneDecimal, "score-one-decimal", SCORE, "The score has one decimal.";
    ScoreNoDecimals, "score-no-decimals", SCORE, "The score has no decimals.";
    ScoreUnformatted, "score-unformatted", SCORE, "The score has as many decimals as it happens to have.";
    ScoreOneMore, "score-counts-one-round-more", SCORE, "The score counts one round too many.";
    ScoreOneLess, "score-counts-one-round-less", SCORE, "The score counts one round too few.";
    ScoreWhole, "score-divides-integers", SCORE, "The score is divided as integers: the decimals are always zero.";
    ScoreNotPercent, "score-not-percent", SCORE, "The score is not multiplied by 100.";
    ScoreSquare, "score-rows-for-columns", SCORE, "The score takes the number of rows for that of columns.";

    EndSilent, "end-of-input-silent", END_OF_INPUT, "When the input ends, nothing is printed.";
    EndError, "end-of-input-is-an-error", END_OF_INPUT, "When the input ends, the program fails with the exit status 1.";

    SizeTooSmall, "small-size-accepted", SIZE, "A seed with fewer than 5 rows or columns is accepted.";
    SizeTooLarge, "large-size-accepted", SIZE, "A seed with more than 10 rows or columns is accepted.";
    SmallestRefused, "smallest-size-refused", SIZE, "A seed with 5 rows or columns is refused.";
    LargestRefused, "largest-size-refused", SIZE, "A seed with 10 rows or columns is refused.";
    TooFewMines, "too-few-mines-accepted", MINES, "A seed with no mines, or with a negative number of them, is accepted.";
    FullAccepted, "all-squares-mined-accepted", MINES, "A seed with as many mines as squares is accepted.";
    TooManyMines, "too-many-mines-accepted", MINES, "A seed with as many mines as squares, or more, is accepted.";
    MineOutside, "mine-outside-accepted", MINE, "A seed with a mine outside the grid is accepted.";
    MineMissing, "missing-mine-accepted", MINE, "A seed with fewer mines than it says is accepted.";
    DuplicateRefused, "duplicate-mine-refused", MINE, "A seed with two mines on one square is refused.";
    DigitsOnly, "half-numbers-accepted", TOKENS, "Numbers in a seed are read as far as they are digits, and the rest is passed over.";
    MoreRefused, "more-after-seed-refused", TOKENS, "A seed with something behind its last mine is refused.";
}

/// What is no flaw in fall 2019: an invalid command uses up a round there and is
/// always answered in the same words, the numbers of rows and of columns have no
/// bounds above, and every square may have a mine.
const NO_FLAWS_IN_2019_FA: [Deviation; 15] = [
    Deviation::MissingWordsOutOfBounds,
    Deviation::InvalidUsesRound,
    Deviation::NotRecognizedUsesRound,
    Deviation::NotAnIntegerUsesRound,
    Deviation::OutOfBoundsUsesRound,
    Deviation::InvalidRoundNotShown,
    Deviation::LengthsSwapped,
    Deviation::LastIndexTold,
    Deviation::NofogEndsEarly,
    Deviation::ColumnFirst,
    Deviation::NotAnIntegerNotRecognized,
    Deviation::OutOfBoundsNotRecognized,
    Deviation::SizeTooLarge,
    Deviation::LargestRefused,
    Deviation::FullAccepted,
];

/// The flaws of fall 2019.
pub(crate) const FLAWS_2019_FA: &[Flaw] =
    &without::<{ FLAWS.len() - NO_FLAWS_IN_2019_FA.len() }>(&NO_FLAWS_IN_2019_FA);

/// The table without these.
const fn without<const COUNT: usize>(left_out: &[Deviation]) -> [Flaw; COUNT] {
    let mut kept = [FLAWS[0]; COUNT];
    let (mut from, mut to) = (0, 0);
    while from < FLAWS.len() {
        let mut at = 0;
        while at < left_out.len() && left_out[at] as usize != from {
            at += 1;
        }
        if at == left_out.len() {
            kept[to] = FLAWS[from];
            to += 1;
        }
        from += 1;
    }
    kept
}

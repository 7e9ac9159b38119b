//! The table of flaws of the UGA editions.

use crate::edition::flaw_set::{Area, Flaw, FlawSet};

/// Makes a constant of each flaw, `Flaw::NAME`, and the table of all of them from
/// one list: the constant, the flaw's name, the rule, and what a program does.
macro_rules! flaws {
    ($($flaw:ident, $name:literal, $rule:ident, $sentence:literal;)*) => {
        #[expect(non_camel_case_types, reason = "they are called as the flaws are")]
        enum Index {
            $($flaw,)*
        }

        impl Flaw {
            $(
                #[doc = $sentence]
                pub(super) const $flaw: Self = Self {
                    name: $name,
                    sentence: $sentence,
                    rule: $rule.text,
                    area: $rule.area,
                    index: Index::$flaw as usize,
                };
            )*
        }

        /// All flaws. Of several that explain a difference equally well, the
        /// first is named.
        pub(crate) const FLAWS: &[Flaw] = &[$(Flaw::$flaw,)*];
    };
}

const _: () = assert!(
    FLAWS.len() <= FlawSet::ROOM,
    "a set of flaws has no room for so many"
);

/// A rule that flaws are against.
struct Rule {
    area: Area,
    text: &'static str,
}

const ROUNDS: Rule = Rule {
    area: Area::Rounds,
    text: "Each valid command but `quit` uses up one round, whatever it does to its square.",
};
const COUNT: Rule = Rule {
    area: Area::Rounds,
    text: "The number of rounds is that of completed ones: it is 0 at the start.",
};
const INVALID: Rule = Rule {
    area: Area::Commands,
    text: "An invalid command is answered with an error, does not use up a round, and its round is shown again.",
};
const NOFOG: Rule = Rule {
    area: Area::Nofog,
    text: "`nofog` uses up a round and shows `<` and `>` around every mine in the next round only; an invalid command shows that round again as it was.",
};
const HELP: Rule = Rule {
    area: Area::Help,
    text: "`help` uses up a round and prints the list of commands before the next round.",
};
const WORDS: Rule = Rule {
    area: Area::Commands,
    text: "Commands have a long and a short form, in lower case, and exactly as many words as their syntax has.",
};
const SPACE: Rule = Rule {
    area: Area::Commands,
    text: "White space of any kind and length may stand before, between and after the words of a command.",
};
const INTEGERS: Rule = Rule {
    area: Area::Commands,
    text: "The row is looked at before the column; a word that is not an integer is named in the error.",
};
const BOUNDS: Rule = Rule {
    area: Area::Commands,
    text: "Rows and columns count from 0; the row is looked at first, and an index outside the grid is an invalid command.",
};
const LENGTH: Rule = Rule {
    area: Area::Commands,
    text: "The error about a square outside the grid names the index, and how many rows or columns there are.",
};
const ANY_SQUARE: Rule = Rule {
    area: Area::Squares,
    text: "Any square may be revealed, marked or guessed, whatever it shows.",
};
const SIGNS: Rule = Rule {
    area: Area::Squares,
    text: "`mark` puts an `F` on a square and `guess` a `?`; neither changes where the mines are.",
};
const ONE_SQUARE: Rule = Rule {
    area: Area::Squares,
    text: "A reveal reveals one square and no more.",
};
const ADJACENT: Rule = Rule {
    area: Area::Squares,
    text: "A revealed square shows how many of the up to eight squares around it have a mine.",
};
const WIN: Rule = Rule {
    area: Area::GameOver,
    text: "The game is won, after any round, when every mine is marked and every other square is revealed.",
};
const ENDING: Rule = Rule {
    area: Area::GameOver,
    text: "When the game is won or lost its last words are all that is printed, and it is over.",
};
const SCORE: Rule = Rule {
    area: Area::GameOver,
    text: "The score is 100 times rows times columns by rounds, with two decimals, a half rounded up.",
};
const END_OF_INPUT: Rule = Rule {
    area: Area::EndOfInput,
    text: "When the input ends before the game does, that is a `quit`.",
};
const SIZE: Rule = Rule {
    area: Area::Seed,
    text: "A seed has 5 to 10 rows and 5 to 10 columns.",
};
const MINES: Rule = Rule {
    area: Area::Seed,
    text: "A seed has at least one mine, and at least one square without.",
};
const MINE: Rule = Rule {
    area: Area::Seed,
    text: "Every mine of a seed has a row and a column in the grid; two on one square count as one.",
};
const TOKENS: Rule = Rule {
    area: Area::Seed,
    text: "A seed consists of integers between white space; what follows the last one needed is not looked at.",
};

flaws! {
    REVEAL_USES_NO_ROUND, "reveal-uses-no-round", ROUNDS, "`reveal` does not use up a round.";
    MARK_USES_NO_ROUND, "mark-uses-no-round", ROUNDS, "`mark` does not use up a round.";
    GUESS_USES_NO_ROUND, "guess-uses-no-round", ROUNDS, "`guess` does not use up a round.";
    NOFOG_USES_NO_ROUND, "nofog-uses-no-round", NOFOG, "`nofog` does not use up a round.";
    HELP_USES_NO_ROUND, "help-uses-no-round", HELP, "`help` does not use up a round.";
    REPEAT_USES_NO_ROUND, "repeat-uses-no-round", ROUNDS, "A command that leaves its square as it was does not use up a round.";
    REVEAL_AGAIN_USES_NO_ROUND, "reveal-again-uses-no-round", ROUNDS, "`reveal` does not use up a round on a square that is revealed.";
    ROUNDS_FROM_ONE, "rounds-from-one", COUNT, "The first round is counted as round 1.";
    ROUNDS_WRAP, "rounds-start-again-after-nine", COUNT, "The number of rounds goes from 9 back to 0.";
    ROUNDS_COUNTED_AS_SHOWN, "rounds-counted-again-when-shown", COUNT, "A round is counted once more when it is shown, unless `nofog` shows it: the first is round 1, and a command uses up two.";
    INVALID_USES_ROUND, "invalid-command-uses-a-round", INVALID, "An invalid command uses up a round.";
    NOT_RECOGNIZED_USES_ROUND, "unknown-command-uses-a-round", INVALID, "A command that is not recognized uses up a round.";
    UNKNOWN_WORD_USES_ROUND, "unknown-word-uses-a-round", INVALID, "A line whose first word is no command uses up a round.";
    WORD_COUNT_USES_ROUND, "wrong-number-of-words-uses-a-round", INVALID, "A command with too few or too many words uses up a round.";
    NOT_AN_INTEGER_USES_ROUND, "bad-number-uses-a-round", INVALID, "A row or column that is not an integer uses up a round.";
    OUT_OF_BOUNDS_USES_ROUND, "out-of-bounds-uses-a-round", INVALID, "A square outside the grid uses up a round.";
    REVEAL_OUTSIDE_USES_ROUND, "reveal-outside-uses-a-round", INVALID, "A `reveal` of a square outside the grid uses up a round.";
    MARK_OUTSIDE_USES_ROUND, "mark-outside-uses-a-round", INVALID, "A `mark` or `guess` of a square outside the grid uses up a round.";
    ONLY_MARK_OUTSIDE_USES_ROUND, "only-mark-outside-uses-a-round", INVALID, "A `mark` of a square outside the grid uses up a round.";
    GUESS_OUTSIDE_USES_ROUND, "guess-outside-uses-a-round", INVALID, "A `guess` of a square outside the grid uses up a round.";
    SQUARE_COMMAND_USES_ROUND, "invalid-square-command-uses-a-round", INVALID, "An invalid `reveal`, `mark` or `guess` uses up a round.";

    INVALID_ROUND_NOT_SHOWN, "round-not-shown-after-invalid-command", INVALID, "After an invalid command only the prompt is printed, not the round.";
    INVALID_NOT_ANSWERED, "invalid-command-not-answered", INVALID, "An invalid command is answered with no error, only with the round.";
    INVALID_ENDS_GAME, "invalid-command-ends-game", INVALID, "An invalid command ends the program.";
    NOT_RECOGNIZED_ENDS_GAME, "unknown-command-ends-game", INVALID, "A command that is not recognized ends the program.";
    NOT_AN_INTEGER_ENDS_GAME, "bad-number-ends-game", INVALID, "A row or column that is not an integer ends the program.";
    OUT_OF_BOUNDS_ENDS_GAME, "out-of-bounds-ends-game", INVALID, "A square outside the grid ends the program.";
    BLANK_LINE_IGNORED, "blank-line-ignored", INVALID, "A blank line is ignored, as if it had not been typed.";
    BLANK_LINE_NOT_ANSWERED, "blank-line-not-answered", INVALID, "A blank line is answered with no error, only with the round.";
    BLANK_LINE_ANSWERED_TWICE, "blank-line-answered-twice", INVALID, "A blank line is answered twice, each time with an error and the round.";
    BLANK_LINE_QUITS, "blank-line-quits", INVALID, "A blank line ends the game, as `quit` does.";
    BAD_NUMBER_QUITS, "bad-number-quits", INVALID, "A row or column that is not an integer ends the game, as `quit` does.";
    MISSING_WORDS_QUIT, "missing-words-quit", INVALID, "A `reveal`, `mark` or `guess` with too few words ends the game, as `quit` does.";
    BLANK_LINE_ENDS_GAME, "blank-line-ends-game", INVALID, "A blank line ends the program, which fails with the exit status 1.";
    EXTRA_WORDS_NOT_ANSWERED, "extra-words-not-answered", INVALID, "A command with too many words is answered with no error, only with the round.";
    OUT_OF_BOUNDS_ROUND_NOT_SHOWN, "nothing-shown-after-out-of-bounds", INVALID, "After the error about a square outside the grid neither the round nor the prompt is shown.";
    BAD_NUMBER_ROUND_NOT_SHOWN, "nothing-shown-after-bad-number", INVALID, "After the error about a row or column that is not an integer neither the round nor the prompt is shown.";
    INVALID_NOTHING_SHOWN, "nothing-shown-after-invalid-command", INVALID, "After the error about an invalid command neither the round nor the prompt is shown.";

    NOFOG_SHOWS_NOTHING, "nofog-shows-nothing", NOFOG, "`nofog` shows no mines.";
    NOFOG_UNKNOWN, "nofog-unknown", NOFOG, "`nofog` is taken for an invalid command.";
    NOFOG_STAYS, "nofog-stays", NOFOG, "After `nofog` the mines are shown for the rest of the game.";
    NOFOG_STAYS_OVER_HELP, "nofog-stays-until-a-square-changes", NOFOG, "After `nofog` the mines are shown until a square is revealed, marked or guessed.";
    NOFOG_STAYS_UNTIL_REVEAL, "nofog-stays-until-reveal", NOFOG, "After `nofog` the mines are shown until the next `reveal`.";
    NOFOG_TOGGLES, "nofog-toggles", NOFOG, "`nofog` shows the mines until the next `nofog`.";
    NOFOG_ENDS_EARLY, "nofog-ends-at-invalid-command", NOFOG, "An invalid command after `nofog` shows the round again, but without the mines.";
    NOFOG_ENDS_AT_UNKNOWN, "nofog-ends-at-unknown-command", NOFOG, "A command that is not recognized after `nofog` shows the round again, but without the mines.";
    NOFOG_LATE, "nofog-a-round-late", NOFOG, "`nofog` shows the mines one round too late.";
    NOFOG_TWO_ROUNDS, "nofog-lasts-two-rounds", NOFOG, "`nofog` shows the mines for two rounds.";
    NOFOG_COUNTED_LATE, "nofog-counted-late", NOFOG, "`nofog` is counted only after its round has been shown.";
    NOFOG_AT_ONCE, "nofog-shown-at-once", NOFOG, "`nofog` shows the grid with the mines at once, and the next round has no grid.";
    NOFOG_SKIPS_MARKED, "nofog-skips-marked-mines", NOFOG, "`nofog` does not show mines on marked squares.";
    NOFOG_SKIPS_GUESSED, "nofog-skips-guessed-mines", NOFOG, "`nofog` does not show mines on guessed squares.";
    NOFOG_SKIPS_SIGNS, "nofog-skips-marked-and-guessed-mines", NOFOG, "`nofog` does not show mines on marked and guessed squares.";
    NOFOG_SKIPS_COVERED, "nofog-skips-covered-mines", NOFOG, "`nofog` shows mines on marked and guessed squares only.";
    NOFOG_HIDES_MARKS, "nofog-hides-marks", NOFOG, "`nofog` shows `< >` for every mine, even where the square is marked or guessed.";

    HELP_ROUND_NOT_SHOWN, "round-not-shown-after-help", HELP, "After `help` only the prompt is printed, not the round.";

    ONLY_ASCII_SPACE, "only-ascii-space-separates", SPACE, "White space beyond ASCII, such as U+2003, does not separate words.";
    ONLY_SPACES_SEPARATE, "only-spaces-separate", SPACE, "Only spaces separate words; tabs and other white space do not.";
    ONLY_SPACES_BETWEEN, "only-spaces-between-words", SPACE, "Only spaces separate words; other white space may stand at the ends of a line.";
    LEADING_SPACE_REFUSED, "leading-space-refused", SPACE, "A command with white space before it is not recognized.";
    SPLIT_AT_SPACES, "line-split-at-each-space", SPACE, "A line is split at each single space: tabs, several spaces in a row and space before a command make it invalid.";
    WIDE_SPACE_REFUSED, "wide-space-refused", SPACE, "A command with more than one space between its words is not recognized.";

    CASE_IGNORED, "case-ignored", WORDS, "Commands are recognized in upper case too.";
    FIRST_LETTER_DECIDES, "first-letter-decides", WORDS, "Only the first letter of a command is looked at.";
    FIRST_LETTER_HELPS_AND_QUITS, "first-letter-helps-and-quits", WORDS, "Every line that begins with `h` is taken for `help`, and every one that begins with `q` for `quit`.";
    ONLY_SHORT_FORMS, "long-forms-unknown", WORDS, "The long forms of the commands are not recognized.";
    ONLY_LONG_FORMS, "short-forms-unknown", WORDS, "The short forms of the commands are not recognized.";
    REVEAL_LONG_UNKNOWN, "reveal-long-form-unknown", WORDS, "`reveal` is not recognized, only `r`.";
    REVEAL_SHORT_UNKNOWN, "reveal-short-form-unknown", WORDS, "`r` is not recognized, only `reveal`.";
    MARK_LONG_UNKNOWN, "mark-long-form-unknown", WORDS, "`mark` is not recognized, only `m`.";
    MARK_SHORT_UNKNOWN, "mark-short-form-unknown", WORDS, "`m` is not recognized, only `mark`.";
    GUESS_LONG_UNKNOWN, "guess-long-form-unknown", WORDS, "`guess` is not recognized, only `g`.";
    GUESS_SHORT_UNKNOWN, "guess-short-form-unknown", WORDS, "`g` is not recognized, only `guess`.";
    HELP_LONG_UNKNOWN, "help-long-form-unknown", WORDS, "`help` is not recognized, only `h`.";
    HELP_SHORT_UNKNOWN, "help-short-form-unknown", WORDS, "`h` is not recognized, only `help`.";
    QUIT_LONG_UNKNOWN, "quit-long-form-unknown", WORDS, "`quit` is not recognized, only `q`.";
    QUIT_SHORT_UNKNOWN, "quit-short-form-unknown", WORDS, "`q` is not recognized, only `quit`.";
    EXTRA_WORDS, "extra-words-accepted", WORDS, "Extra words after a command are ignored.";
    EXTRA_WORDS_AFTER_SQUARE, "extra-words-accepted-after-square", WORDS, "Extra words after the row and the column are ignored.";
    EXTRA_WORDS_NO_INTEGERS, "extra-words-accepted-if-no-integers", WORDS, "Extra words after the row and the column are ignored if none of them is an integer.";
    EXTRA_WORDS_AFTER_WORD, "extra-words-accepted-after-word", WORDS, "Extra words after `nofog`, `help` and `quit` are ignored.";
    MISSING_WORDS_OUT_OF_BOUNDS, "missing-words-out-of-bounds", WORDS, "A command with too few words is answered with the error of an array that is too short.";
    MISSING_NUMBERS_ARE_0, "missing-numbers-are-zero", WORDS, "A row or column that is missing counts as 0.";
    BY_WORDS, "input-read-by-words", WORDS, "The input is read word by word, not line by line.";
    BY_WORDS_KEEPING, "input-read-by-words-bad-number-kept", WORDS, "The input is read word by word, not line by line, and a row or column that is not an integer is taken for the next command.";
    BY_WORDS_SKIPPING, "input-read-by-words-line-skipped", WORDS, "The input is read word by word, not line by line, and the rest of a line is ignored after a row or column that is not an integer.";

    COLUMN_FIRST, "column-looked-at-first", INTEGERS, "The column is looked at before the row.";
    NOT_AN_INTEGER_NOT_RECOGNIZED, "bad-number-not-recognized", INTEGERS, "A row or column that is not an integer is answered as a command that is not recognized.";
    BAD_INDEX_IS_0, "bad-number-is-zero", INTEGERS, "A row or column that is not an integer counts as 0.";
    BAD_INDEX_CUT, "bad-number-cut", INTEGERS, "Of a row or column that is not an integer only the digits at its start count; without any it is 0.";
    SIGN_REFUSED, "plus-sign-refused", INTEGERS, "A number with a plus sign is not taken for an integer.";
    OUT_OF_BOUNDS_NOT_RECOGNIZED, "out-of-bounds-not-recognized", BOUNDS, "A square outside the grid is answered as a command that is not recognized.";
    INDICES_FROM_ONE, "indices-from-one", BOUNDS, "Rows and columns are counted from 1.";
    SQUARE_SWAPPED, "row-and-column-swapped", BOUNDS, "The first number is taken for the column and the second for the row.";
    SWAPPED_AFTER_CHECK, "row-and-column-swapped-after-check", BOUNDS, "Row and column are checked as they should be, and swapped afterwards.";
    REVEAL_SWAPPED, "row-and-column-swapped-by-reveal", BOUNDS, "`reveal` checks row and column as it should, and swaps them afterwards.";
    MARK_SWAPPED, "row-and-column-swapped-by-mark", BOUNDS, "`mark` checks row and column as it should, and swaps them afterwards.";
    GUESS_SWAPPED, "row-and-column-swapped-by-guess", BOUNDS, "`guess` checks row and column as it should, and swaps them afterwards.";
    BOUNDS_SWAPPED, "bounds-swapped", BOUNDS, "The row is compared with the number of columns, and the column with the number of rows.";
    REVEAL_BOUNDS_SWAPPED, "bounds-swapped-by-reveal", BOUNDS, "`reveal` compares the row with the number of columns, and the column with the number of rows.";
    MARK_BOUNDS_SWAPPED, "bounds-swapped-by-mark", BOUNDS, "`mark` compares the row with the number of columns, and the column with the number of rows.";
    GUESS_BOUNDS_SWAPPED, "bounds-swapped-by-guess", BOUNDS, "`guess` compares the row with the number of columns, and the column with the number of rows.";
    LAST_ROW_REFUSED, "last-row-refused", BOUNDS, "The last row counts as outside the grid.";
    LAST_COL_REFUSED, "last-column-refused", BOUNDS, "The last column counts as outside the grid.";
    ROW_TOO_LARGE, "row-just-outside-accepted", BOUNDS, "A row just below the grid is taken for the last row.";
    COL_TOO_LARGE, "column-just-outside-accepted", BOUNDS, "A column just beyond the grid is taken for the last column.";
    JUST_OUTSIDE_IGNORED, "index-just-outside-ignored", BOUNDS, "A row or column just outside the grid is accepted: it uses up a round and changes nothing.";
    JUST_OUTSIDE_ENDS_GAME, "index-just-outside-ends-game", BOUNDS, "A row or column just outside the grid ends the program, which fails with the exit status 1.";
    COL_IN_NEXT_ROW, "column-outside-in-next-row", BOUNDS, "A column beyond the grid is taken for one of the next row, if there is one.";
    IN_ONE_LIST, "squares-in-one-list", BOUNDS, "All squares are in one list, and only the place there is checked: a column outside the grid is one of another row.";
    NEGATIVE_ACCEPTED, "negative-indices-accepted", BOUNDS, "Negative rows and columns are accepted and count from the end.";
    LENGTHS_SWAPPED, "rows-and-columns-swapped-in-error", LENGTH, "The error about a square outside the grid gives the number of columns for a row, and the number of rows for a column.";
    LAST_INDEX_TOLD, "last-index-for-length-in-error", LENGTH, "The error about a square outside the grid gives the last index instead of the length.";
    OUTSIDE_IGNORED, "squares-outside-accepted", BOUNDS, "A square outside the grid is accepted: it uses up a round and changes nothing.";

    MARKED_NOT_REVEALED, "marked-square-not-revealed", ANY_SQUARE, "A marked square cannot be revealed; the round is used up.";
    MARKED_REVEAL_IGNORED, "reveal-of-marked-square-ignored", ANY_SQUARE, "A marked square cannot be revealed, and no round is used up.";
    MARKED_REVEAL_INVALID, "reveal-of-marked-square-invalid", ANY_SQUARE, "A marked square cannot be revealed: that is an invalid command.";
    GUESSED_NOT_REVEALED, "guessed-square-not-revealed", ANY_SQUARE, "A guessed square cannot be revealed; the round is used up.";
    SIGNS_NOT_REVEALED, "marked-or-guessed-square-not-revealed", ANY_SQUARE, "A marked or guessed square cannot be revealed; the round is used up.";
    REVEALED_NOT_MARKED, "revealed-square-not-marked", ANY_SQUARE, "A revealed square cannot be marked; the round is used up.";
    REVEALED_NOT_GUESSED, "revealed-square-not-guessed", ANY_SQUARE, "A revealed square cannot be guessed; the round is used up.";
    REVEALED_STAYS, "revealed-square-neither-marked-nor-guessed", ANY_SQUARE, "A revealed square can be neither marked nor guessed; the round is used up.";
    MARKED_NOT_GUESSED, "marked-square-not-guessed", ANY_SQUARE, "A marked square cannot be guessed; the round is used up.";
    GUESSED_NOT_MARKED, "guessed-square-not-marked", ANY_SQUARE, "A guessed square cannot be marked; the round is used up.";
    SHOWN_NOT_MARKED, "shown-square-not-marked", ANY_SQUARE, "A square that is revealed or guessed cannot be marked; the round is used up.";
    SHOWN_NOT_GUESSED, "shown-square-not-guessed", ANY_SQUARE, "A square that is revealed or marked cannot be guessed; the round is used up.";
    REVEAL_AGAIN_INVALID, "reveal-again-invalid", ANY_SQUARE, "A revealed square cannot be revealed again: that is an invalid command.";
    MARKS_LIMITED, "no-more-marks-than-mines", ANY_SQUARE, "No more squares can be marked than there are mines; the round is used up.";
    MARK_TOGGLES, "mark-toggles", ANY_SQUARE, "Marking a marked square lifts the mark.";
    GUESS_TOGGLES, "guess-toggles", ANY_SQUARE, "Guessing a guessed square lifts the guess.";
    GUESS_MARKS, "guess-marks", SIGNS, "A guess marks its square, as `mark` does.";
    GUESS_REMOVES_MINE, "guess-removes-mine", SIGNS, "A guess takes the mine off its square.";
    ZERO_REVEALS_NEIGHBOURS, "zero-reveals-neighbours", ONE_SQUARE, "Revealing a square with no mine around it reveals the squares around it too, and so on.";
    ZERO_REVEALS_NEXT, "zero-reveals-eight-neighbours", ONE_SQUARE, "Revealing a square with no mine around it reveals the squares around it too, and no others.";

    ZERO_BLANK, "zero-shown-as-blank", ADJACENT, "A revealed square with no mine around it stays blank.";
    DIAGONALS_NOT_COUNTED, "diagonals-not-counted", ADJACENT, "Mines on the diagonal are not counted.";
    STRAIGHT_NOT_COUNTED, "straight-neighbours-not-counted", ADJACENT, "Only mines on the diagonal are counted.";
    ABOVE_LEFT_NOT_COUNTED, "neighbour-above-left-not-counted", ADJACENT, "A mine above to the left is not counted.";
    ABOVE_NOT_COUNTED, "neighbour-above-not-counted", ADJACENT, "A mine directly above is not counted.";
    ABOVE_RIGHT_NOT_COUNTED, "neighbour-above-right-not-counted", ADJACENT, "A mine above to the right is not counted.";
    LEFT_NOT_COUNTED, "neighbour-left-not-counted", ADJACENT, "A mine to the left is not counted.";
    RIGHT_NOT_COUNTED, "neighbour-right-not-counted", ADJACENT, "A mine to the right is not counted.";
    BELOW_LEFT_NOT_COUNTED, "neighbour-below-left-not-counted", ADJACENT, "A mine below to the left is not counted.";
    BELOW_NOT_COUNTED, "neighbour-below-not-counted", ADJACENT, "A mine directly below is not counted.";
    BELOW_RIGHT_NOT_COUNTED, "neighbour-below-right-not-counted", ADJACENT, "A mine below to the right is not counted.";
    ROW_ABOVE_NOT_COUNTED, "row-above-not-counted", ADJACENT, "Mines in the row above are not counted.";
    ROW_BELOW_NOT_COUNTED, "row-below-not-counted", ADJACENT, "Mines in the row below are not counted.";
    COLUMN_TO_THE_LEFT_NOT_COUNTED, "column-to-the-left-not-counted", ADJACENT, "Mines in the column to the left are not counted.";
    COLUMN_TO_THE_RIGHT_NOT_COUNTED, "column-to-the-right-not-counted", ADJACENT, "Mines in the column to the right are not counted.";
    FIRST_LINES_NOT_COUNTED, "first-row-and-column-not-counted", ADJACENT, "Mines in the first row and the first column are not counted.";
    LAST_LINES_NOT_COUNTED, "last-row-and-column-not-counted", ADJACENT, "Mines in the last row and the last column are not counted.";
    FIRST_ROW_NOT_COUNTED, "first-row-not-counted", ADJACENT, "Mines in the first row are not counted.";
    FIRST_COLUMN_NOT_COUNTED, "first-column-not-counted", ADJACENT, "Mines in the first column are not counted.";
    LAST_ROW_NOT_COUNTED, "last-row-not-counted", ADJACENT, "Mines in the last row are not counted.";
    LAST_COLUMN_NOT_COUNTED, "last-column-not-counted", ADJACENT, "Mines in the last column are not counted.";
    COLUMNS_TO_ROWS, "columns-up-to-number-of-rows-counted", ADJACENT, "Mines are counted only in as many columns as there are rows.";
    NEIGHBOURS_WRAP, "neighbours-wrap-around", ADJACENT, "The squares before the first row and column are taken from the other end of the grid.";
    NEIGHBOURS_WRAP_ALL, "neighbours-wrap-around-all-edges", ADJACENT, "The squares beyond each edge of the grid are taken from its other end.";
    EDGE_SHOWS_0, "squares-at-the-edge-show-zero", ADJACENT, "A square at the edge of the grid shows 0 when it is revealed.";
    COUNT_STOPS_OUTSIDE, "count-stops-outside-the-grid", ADJACENT, "The squares around a square are looked at row by row, and only up to the first that is outside the grid.";
    MARKED_MINES_NOT_COUNTED, "marked-mines-not-counted", ADJACENT, "Mines on marked or guessed squares are not counted.";
    MINES_UNDER_MARKS, "mines-under-marks-not-counted", ADJACENT, "Mines on marked squares are not counted, those on guessed squares are.";
    COUNT_STOPS_AT_1, "counts-stop-at-one", ADJACENT, "A square with more than one mine around it shows 1.";
    COUNT_STOPS_AT_2, "counts-stop-at-two", ADJACENT, "A square with more than two mines around it shows 2.";
    COUNT_STOPS_AT_3, "counts-stop-at-three", ADJACENT, "A square with more than three mines around it shows 3.";
    COUNT_STOPS_AT_4, "counts-stop-at-four", ADJACENT, "A square with more than four mines around it shows 4.";
    DUPLICATES_COUNTED_TWICE, "duplicate-mines-counted-twice", MINE, "Two mines on one square are counted as two.";

    WIN_WITHOUT_MARKS, "win-without-marks", WIN, "The game is won when every safe square is revealed, whatever is marked.";
    WIN_WITHOUT_REVEALS, "win-without-reveals", WIN, "The game is won when every mine is marked, whatever is revealed.";
    WIN_BY_MARKS_ALONE, "win-by-marks-alone", WIN, "The game is won when every mine is marked and no other square is, whatever is revealed.";
    WIN_WITH_GUESSES, "win-with-guesses-as-marks", WIN, "A guessed mine counts as a marked one for the win.";
    WIN_WITH_WRONG_MARKS, "win-with-wrong-marks", WIN, "The game is won when every square is marked or revealed, rightly or not.";
    WIN_WITHOUT_BLANKS, "win-without-blank-squares", WIN, "The game is won when no square is blank, whatever is on it.";
    WIN_WITHOUT_FREE_BLANKS, "win-without-blank-safe-squares", WIN, "The game is won when no square without a mine is blank, whatever is on it.";
    WIN_WITH_FREE_GUESSES, "win-with-guesses-as-reveals", WIN, "A guessed square without a mine counts as revealed for the win.";
    WIN_ONE_EARLY, "win-one-square-early", WIN, "The game is won when one safe square is still to be revealed.";
    WIN_NOT_AFTER_MARK, "win-not-seen-after-mark", WIN, "A win is not seen when the last command is a mark.";
    WIN_NOT_AFTER_REVEAL, "win-not-seen-after-reveal", WIN, "A win is not seen when the last command is a reveal.";
    WIN_NEVER, "win-never-seen", WIN, "The game is never won.";
    WIN_LATE, "win-seen-late", WIN, "A win is only seen when one more command has been typed.";
    WIN_IN_A_SQUARE, "win-columns-up-to-number-of-rows", WIN, "The check for a win looks at as many columns as there are rows: a wide grid is won too early, and in a narrow one the program fails with the exit status 1 once its first row is done.";
    WIN_NEVER_WIDE, "win-never-seen-on-a-wide-grid", WIN, "A grid with more columns than rows is never won.";
    WIN_KEEPS_COUNTING, "win-counts-what-was-undone", WIN, "A mine that was marked and a square that was revealed count for the win whatever is done with them afterwards.";
    WIN_REVEALED_STAYS, "win-counts-covered-reveals", WIN, "A square that was revealed counts for the win whatever is done with it afterwards.";
    WIN_MARKED_STAYS, "win-counts-lifted-marks", WIN, "A mine that was marked counts for the win whatever is done with it afterwards.";
    WIN_COUNTS_AGAIN, "win-counts-repeated-commands", WIN, "A win is a count of right marks and reveals: the same square counts each time, and nothing is subtracted.";
    DUPLICATE_PREVENTS_WIN, "duplicate-mine-prevents-win", MINE, "With two mines on one square the game cannot be won.";
    GRID_BEFORE_WIN, "round-shown-before-win", ENDING, "The last round is shown before the words of a win.";
    GRID_BEFORE_WIN_BY_MARK, "round-shown-before-win-by-mark", ENDING, "The last round is shown before the words of a win if the last command is a mark.";
    PROMPT_BEFORE_WIN, "prompt-shown-before-win", ENDING, "The last round and its prompt are shown before the words of a win.";
    GRID_BEFORE_LOSS, "round-shown-before-loss", ENDING, "The last round is shown before the words of a loss.";
    GRID_AFTER_WIN, "round-shown-after-win", ENDING, "The last round is shown after the words of a win.";
    GRID_AFTER_LOSS, "round-shown-after-loss", ENDING, "The last round is shown after the words of a loss.";
    WIN_DOES_NOT_END, "win-does-not-end-game", ENDING, "The game goes on after a win.";
    LOSS_DOES_NOT_END, "loss-does-not-end-game", ENDING, "The game goes on after a loss.";
    LOSS_NEVER, "loss-never-seen", ENDING, "A mine can be revealed: its square shows a number, and the game goes on.";

    SCORE_HALF_EVEN, "score-half-rounded-to-even", SCORE, "A score halfway between two is rounded to the even one: 15.62 for 15.625.";
    SCORE_TRUNCATED, "score-truncated", SCORE, "The score is cut after two decimals, not rounded.";
    SCORE_ONE_DECIMAL, "score-one-decimal", SCORE, "The score has one decimal.";
    SCORE_NO_DECIMALS, "score-no-decimals", SCORE, "The score has no decimals.";
    SCORE_UNFORMATTED, "score-unformatted", SCORE, "The score is not rounded: all its decimals are printed.";
    SCORE_WITHOUT_ZEROS, "score-without-zeros-at-its-end", SCORE, "The score is rounded to two decimals and printed as a number: 100.0 for 100.00.";
    SCORE_ROUNDED, "score-rounded-to-whole-number", SCORE, "The score is rounded to a whole number and printed with one decimal: 16.0 for 15.63.";
    SCORE_ONE_MORE, "score-counts-one-round-more", SCORE, "The score counts one round too many.";
    SCORE_ONE_LESS, "score-counts-one-round-less", SCORE, "The score counts one round too few.";
    SCORE_COUNTS_INVALID, "score-counts-invalid-commands", SCORE, "The score counts invalid commands as rounds.";
    SCORE_WHOLE, "score-divides-integers", SCORE, "The score is a division of integers: its decimals are always zero.";
    SCORE_NOT_PERCENT, "score-not-percent", SCORE, "The score is not multiplied by 100.";
    SCORE_SQUARE, "score-rows-for-columns", SCORE, "The score is calculated with rows times rows, not rows times columns.";

    END_SILENT, "end-of-input-silent", END_OF_INPUT, "When the input ends, nothing is printed.";
    END_BLANK, "end-of-input-only-blank-line", END_OF_INPUT, "When the input ends, only a blank line is printed.";
    END_ERROR, "end-of-input-is-an-error", END_OF_INPUT, "When the input ends, the program fails with the exit status 1.";
    END_NOT_RECOGNIZED, "end-of-input-not-recognized", END_OF_INPUT, "When the input ends, an error message is printed again and again, and the program never ends.";
    END_ROUNDS, "end-of-input-shows-rounds", END_OF_INPUT, "When the input ends, the round is printed again and again, and the program never ends.";
    END_REPEATS, "end-of-input-repeats-last-line", END_OF_INPUT, "When the input ends, its last line is carried out again and again, and the program never ends.";

    SEED_BY_LINES, "seed-read-by-lines", TOKENS, "A seed is read line by line, with the number of mines and each mine on a line of its own: any other layout is refused.";
    SIZE_TOO_SMALL, "small-size-accepted", SIZE, "A seed with fewer than 5 rows or columns is accepted.";
    SIZE_TOO_SMALL_ONCE, "one-small-side-accepted", SIZE, "A seed with fewer than 5 rows, or with fewer than 5 columns, is accepted unless both are fewer.";
    SIZE_TOO_LARGE, "large-size-accepted", SIZE, "A seed with more than 10 rows or columns is accepted.";
    SIZE_NOT_CHECKED, "size-not-checked", SIZE, "A seed with any number of rows and columns is accepted.";
    SIZE_WRONG_ONCE, "one-wrong-side-accepted", SIZE, "A seed is refused for its size only if both its rows and its columns are too few or too many.";
    SMALLEST_REFUSED, "smallest-size-refused", SIZE, "A seed with 5 rows or columns is refused.";
    LARGEST_REFUSED, "largest-size-refused", SIZE, "A seed with 10 rows or columns is refused.";
    SIZE_SWAPPED, "seed-rows-and-columns-swapped", SIZE, "The first number of a seed is taken for the number of columns, and the second for the number of rows.";
    TOO_FEW_MINES, "too-few-mines-accepted", MINES, "A seed with no mines, or with a negative number of them, is accepted.";
    FULL_ACCEPTED, "all-squares-mined-accepted", MINES, "A seed with as many mines as squares is accepted.";
    TOO_MANY_MINES, "too-many-mines-accepted", MINES, "A seed with as many mines as squares, or more, is accepted.";
    MINES_NOT_CHECKED, "number-of-mines-not-checked", MINES, "A seed with any number of mines is accepted.";
    MINE_OUTSIDE, "mine-outside-accepted", MINE, "A seed with a mine outside the grid is accepted.";
    MINE_MISSING, "missing-mine-accepted", MINE, "A seed with fewer mines than it says is accepted.";
    HALF_MINE, "half-mine-accepted", MINE, "A seed that ends after the row of a mine is accepted without that mine.";
    DUPLICATE_REFUSED, "duplicate-mine-refused", MINE, "A seed with two mines on one square is refused.";
    MINE_SWAPPED, "mine-row-and-column-swapped", MINE, "The first number of a mine is taken for its column, and the second for its row.";
    MINES_FROM_ONE, "mines-counted-from-one", MINE, "The rows and columns of mines are counted from 1.";
    BAD_NUMBER_IS_0, "bad-seed-number-is-zero", TOKENS, "A word in a seed that is not an integer counts as 0.";
    BAD_NUMBER_ENDS_MINES, "bad-seed-number-ends-mines", TOKENS, "A mine's row that is not an integer ends the seed: only the mines before it count.";
    BAD_COLUMN_ENDS_MINES, "bad-mine-column-ends-mines", TOKENS, "A mine's column that is not an integer ends the seed: only the mines before it count.";
    MINE_ROW_ENDS_MINES, "mines-end-at-bad-row", TOKENS, "A mine's row that is missing or not an integer ends the seed: only the mines before it count.";
    MINES_END_EARLY, "mines-end-at-bad-number", TOKENS, "The mines of a seed end at the first number that is missing or not an integer: only those before it count.";
    MINES_ZERO_FROM_BAD, "mines-zero-from-bad-number", TOKENS, "Of the mines of a seed, the first number that is missing or not an integer counts as 0, and so does every number after it.";
    FIRST_LINE_NOT_READ, "mines-on-the-first-line-not-read", TOKENS, "Mines on the first line of a seed, after their number, are ignored.";
    MORE_MINES_READ, "mines-behind-the-last-read", TOKENS, "Numbers after the last mine of a seed are read as mines too.";
    ALL_MINES_READ, "mines-read-to-the-end", TOKENS, "Mines are read to the end of the seed, whatever number of mines it gives.";
    MORE_INTEGERS_READ, "rest-of-seed-read-as-mines", TOKENS, "All that follows the last mine of a seed is read as mines too: a word there is refused.";
    MINES_READ_TO_A_WORD, "mines-read-to-a-word", TOKENS, "Mines are read as long as integers follow, whatever number of mines the seed gives.";
    MORE_REFUSED, "more-after-seed-refused", TOKENS, "A seed with anything after its last mine is refused.";
}

impl FlawSet {
    /// Whether the game with these flaws reads words, not lines.
    pub(crate) fn reads_words(self) -> bool {
        let by_words = [
            Flaw::BY_WORDS,
            Flaw::BY_WORDS_KEEPING,
            Flaw::BY_WORDS_SKIPPING,
        ];
        self.has_any(&by_words)
    }
}

/// Whether some of these flaws are of the score.
pub(super) fn breaks_score(flaws: FlawSet) -> bool {
    flaws.rows(FLAWS).any(|flaw| flaw.rule == SCORE.text)
}

/// What is no flaw in fall 2019: an invalid command uses up a round there and is
/// always answered in the same words, marked mines win the game, the numbers of rows and of
/// columns have no bounds above, and every square may have a mine.
const NO_FLAWS_IN_2019_FA: [Flaw; 30] = [
    Flaw::WIN_BY_MARKS_ALONE,
    Flaw::MISSING_WORDS_OUT_OF_BOUNDS,
    Flaw::INVALID_USES_ROUND,
    Flaw::NOT_RECOGNIZED_USES_ROUND,
    Flaw::UNKNOWN_WORD_USES_ROUND,
    Flaw::WORD_COUNT_USES_ROUND,
    Flaw::NOT_AN_INTEGER_USES_ROUND,
    Flaw::OUT_OF_BOUNDS_USES_ROUND,
    Flaw::REVEAL_OUTSIDE_USES_ROUND,
    Flaw::MARK_OUTSIDE_USES_ROUND,
    Flaw::ONLY_MARK_OUTSIDE_USES_ROUND,
    Flaw::GUESS_OUTSIDE_USES_ROUND,
    Flaw::SCORE_COUNTS_INVALID,
    Flaw::SQUARE_COMMAND_USES_ROUND,
    Flaw::INVALID_ROUND_NOT_SHOWN,
    Flaw::LENGTHS_SWAPPED,
    Flaw::LAST_INDEX_TOLD,
    Flaw::NOFOG_ENDS_EARLY,
    Flaw::NOFOG_ENDS_AT_UNKNOWN,
    Flaw::OUT_OF_BOUNDS_ROUND_NOT_SHOWN,
    Flaw::BAD_NUMBER_ROUND_NOT_SHOWN,
    Flaw::INVALID_NOTHING_SHOWN,
    Flaw::COLUMN_FIRST,
    Flaw::NOT_AN_INTEGER_NOT_RECOGNIZED,
    Flaw::OUT_OF_BOUNDS_NOT_RECOGNIZED,
    Flaw::SIZE_TOO_LARGE,
    Flaw::SIZE_NOT_CHECKED,
    Flaw::SIZE_WRONG_ONCE,
    Flaw::LARGEST_REFUSED,
    Flaw::FULL_ACCEPTED,
];

/// The flaws of fall 2019.
pub(crate) const FLAWS_2019_FA: &[Flaw] =
    &in_2019_fa::<{ FLAWS.len() - NO_FLAWS_IN_2019_FA.len() }>(&NO_FLAWS_IN_2019_FA);

/// Rules that were others in fall 2019.
const RULES_IN_2019_FA: [(Rule, &str); 6] = [
    (
        INVALID,
        "An invalid command is answered with an error and uses up a round.",
    ),
    (
        NOFOG,
        "`nofog` uses up a round and shows `<` and `>` around every mine in the next round only.",
    ),
    (
        WIN,
        "The game is won, after any round, when every mine is marked and no other square is.",
    ),
    (
        SCORE,
        "The score is rows times columns, and the mines less the guesses by rounds, in integers.",
    ),
    (SIZE, "A seed has at least 5 rows and 5 columns."),
    (
        MINES,
        "A seed has at least one mine, and at most as many as squares.",
    ),
];

/// The table without these, with the rules of fall 2019.
const fn in_2019_fa<const COUNT: usize>(left_out: &[Flaw]) -> [Flaw; COUNT] {
    let mut kept = [FLAWS[0]; COUNT];
    let (mut from, mut to) = (0, 0);
    while from < FLAWS.len() {
        let mut at = 0;
        while at < left_out.len() && left_out[at].index != from {
            at += 1;
        }
        if at == left_out.len() {
            kept[to] = FLAWS[from];
            kept[to].rule = rule_in_2019_fa(FLAWS[from].rule);
            to += 1;
        }
        from += 1;
    }
    kept
}

const fn rule_in_2019_fa(text: &'static str) -> &'static str {
    let mut at = 0;
    while at < RULES_IN_2019_FA.len() {
        let (rule, other) = &RULES_IN_2019_FA[at];
        if is_same(rule.text.as_bytes(), text.as_bytes()) {
            return other;
        }
        at += 1;
    }
    text
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

//! The flaws of `resources/uga/flaws.txt`, each with its effects on the rules.

use std::sync::LazyLock;

use crate::{
    edition::{Edition, uga},
    game::Shown,
};

/// A deviation from the rules that programs are known to have.
#[derive(Debug, PartialEq)]
pub struct Flaw {
    /// Stable identifier, such as `guess-marks`.
    pub name: &'static str,
    /// Names of the changes that the flaw makes to the rules, separated by spaces.
    pub effects: &'static str,
    /// Sentence that is true of a program with the flaw.
    pub sentence: &'static str,
    /// Part of the game that the broken rule is about, such as `Rounds`.
    pub area: &'static str,
    /// The broken rule of the assignment, and that rule in the edition 2019.fa.
    rules: [&'static str; 2],
    /// False if the flaw is the rule in 2019.fa, or makes no difference there.
    is_in_2019: bool,
}

/// Returns the character that stands for the state of a square in the names of effects.
pub(super) fn sign(shown: Shown) -> char {
    match shown {
        Shown::Covered => '_',
        Shown::Revealed(_) | Shown::Mine => '0',
        Shown::Marked => 'F',
        Shown::Guessed => '?',
    }
}

/// Rules of the assignment, each followed by the names and sentences of the flaws that break it.
const TEXTS: &str = include_str!("../../../resources/uga/flaws.txt");

/// All flaws. Of flaws that explain the same answers, the first in this list is reported first.
pub static FLAWS: LazyLock<Vec<Flaw>> = LazyLock::new(|| {
    let mut flaws = Vec::new();
    let mut area = "";
    let mut rules = [""; 2];
    for (name, text) in TEXTS.lines().filter_map(|line| line.split_once(": ")) {
        if let Some(heading) = name.strip_prefix("rule of ") {
            area = heading;
            rules = [text; 2];
        } else if name == "in 2019.fa" {
            rules[1] = text;
        } else {
            let absent_name = name.strip_suffix(", not in 2019.fa");
            let name = absent_name.unwrap_or(name);
            flaws.push(Flaw {
                name,
                effects: effects(name),
                sentence: text,
                area,
                rules,
                is_in_2019: absent_name.is_none(),
            });
        }
    }
    flaws
});

/// Returns the names of a flaw's effects. Most flaws have one effect, with the name of the flaw.
/// Other names have these forms, in which the states of squares are `_` covered, `0` revealed,
/// `F` marked and `?` guessed:
///
/// - `CLASS-RESPONSE`, such as `blank-line-quits`, is the response to a class of invalid lines. The
///   line `uses-a-round`, `quits`, or `ends-game` with exit status 1. A line that is `not-answered`,
///   `shows-nothing` or `hides-mines` prints no error, no round or no mines of `nofog`.
/// - `WORD-unknown`: the word names no command.
/// - `COMMAND:keeps-STATE`: the command does not change squares in this state.
/// - `COMMAND:free-STATE`: on squares in this state, the command uses up no round.
/// - `fog-skips:STATE`: `nofog` does not show mines in this state.
/// - `misses:nw` and `misses:STATE`: mines in this direction or state are not counted.
/// - `win:F/0`: for a win, mines must be in the first states, other squares in the second states.
/// - `sides:1-0`: accepts grids with one side that is too small and none that is too large.
fn effects(flaw: &'static str) -> &'static str {
    match flaw {
        "blank-line-skipped" => "blank-line-not-answered blank-line-shows-nothing",
        "blank-line-quits" => "blank-line-not-answered blank-line-quits",
        "blank-line-ends-game" => "blank-line-not-answered blank-line-ends-game",
        "nothing-shown-after-out-of-bounds" => "out-of-bounds-shows-nothing",
        "nothing-shown-after-bad-number" => "bad-number-shows-nothing",
        "nofog-shows-no-marked-mines" => "fog-skips:F",
        "nofog-shows-covered-mines-only" => "fog-skips:F fog-skips:?",
        "nofog-ends-at-invalid-command" => "invalid-command-hides-mines",
        "nofog-ends-at-unknown-command" => "unknown-command-hides-mines",
        "long-forms-unknown" => {
            "reveal-unknown mark-unknown guess-unknown help-unknown quit-unknown"
        }
        "short-forms-unknown" => "r-unknown m-unknown g-unknown h-unknown q-unknown",
        "quit-long-form-unknown" => "quit-unknown",
        "quit-short-form-unknown" => "q-unknown",
        "extra-words-accepted" => {
            "extra-words-accepted-after-square extra-words-accepted-after-word"
        }
        "revealed-square-ignored" => {
            "reveal:free-0 mark:keeps-0 mark:free-0 guess:keeps-0 guess:free-0"
        }
        "revealed-square-neither-marked-nor-guessed-without-round" => {
            "mark:keeps-0 mark:free-0 guess:keeps-0 guess:free-0"
        }
        "revealed-square-not-marked-without-round" => "mark:keeps-0 mark:free-0",
        "second-reveal-uses-no-round" => "reveal:free-0",
        "marked-square-not-revealed-without-round" => "reveal:keeps-F reveal:free-F",
        "marked-square-not-revealed" => "reveal:keeps-F",
        "marked-or-guessed-square-not-revealed" => "reveal:keeps-F reveal:keeps-?",
        "revealed-square-not-marked" => "mark:keeps-0",
        "revealed-square-not-guessed" => "guess:keeps-0",
        "revealed-square-neither-marked-nor-guessed" => "mark:keeps-0 guess:keeps-0",
        "marked-square-not-guessed" => "guess:keeps-F",
        "guessed-square-not-marked" => "mark:keeps-?",
        "marks-and-guesses-swapped" => "guess-marks mark-guesses",
        "diagonals-not-counted" => "misses:nw misses:ne misses:sw misses:se",
        "row-above-not-counted" => "misses:nw misses:n misses:ne",
        "row-below-not-counted" => "misses:sw misses:s misses:se",
        "column-to-the-left-not-counted" => "misses:nw misses:w misses:sw",
        "column-to-the-right-not-counted" => "misses:ne misses:e misses:se",
        "first-row-and-column-not-counted" => "first-row-not-counted first-column-not-counted",
        "last-row-and-column-not-counted" => "last-row-not-counted last-column-not-counted",
        "marked-mines-not-counted" => "misses:F misses:?",
        "mines-under-marks-not-counted" => "misses:F",
        "limits-swapped" => "row-crossed column-crossed",
        "column-limit-is-rows" => "column-crossed",
        "first-row-and-column-refused" => "first-row-refused first-column-refused",
        "last-row-and-column-refused" => "last-row-refused last-column-refused",
        "win-without-marks" => "win:_0F?/0",
        "win-without-reveals" => "win:F/_0F?",
        "win-by-marks-alone" => "win:F/_0?",
        "win-with-guesses-as-marks" => "win:F?/0",
        "win-with-wrong-marks" => "win:F0/F0",
        "win-without-blank-squares" => "win:0F?/0F?",
        "win-never-seen" => "win:/",
        "win-columns-up-to-number-of-rows" => "win:F/0 win-checks-square",
        "win-counts-what-was-undone" => "win:F/0 win-counts-past-signs",
        "small-size-accepted" => "sides:1-0 sides:2-0",
        "one-small-side-accepted" => "sides:1-0",
        "large-size-accepted" => "sides:0-1 sides:0-2",
        "size-not-checked" => "sides:1-0 sides:2-0 sides:0-1 sides:0-2 sides:1-1",
        "too-many-mines-accepted" => "all-squares-mined-accepted excess-mines-accepted",
        "too-few-mines-accepted" => "zero-mines-accepted negative-mines-accepted",
        "number-of-mines-not-checked" => {
            "zero-mines-accepted negative-mines-accepted all-squares-mined-accepted excess-mines-accepted"
        }
        "mines-end-at-bad-row" => "missing-mine-accepted bad-mine-row-ends-mines",
        "mines-on-the-first-line-not-read" => "first-line-has-no-mines missing-mine-accepted",
        "mines-read-to-a-word" => {
            "rest-of-seed-read-as-mines missing-mine-accepted bad-mine-row-ends-mines"
        }
        "mines-read-to-the-end" => "rest-of-seed-read-as-mines missing-mine-accepted",
        _ => flaw,
    }
}

/// Returns the flaws that programs of an edition can have.
pub fn of_edition(edition: &Edition) -> Vec<&'static Flaw> {
    let is_uga = uga::rules(edition).is_some();
    let is_possible = |flaw: &&Flaw| is_uga && (flaw.is_in_2019 || !is_2019(edition));
    FLAWS.iter().filter(is_possible).collect()
}

fn is_2019(edition: &Edition) -> bool {
    edition.name == "2019.fa"
}

impl Flaw {
    /// Returns the rule of the assignment that the flaw breaks, as sentences.
    #[must_use]
    pub fn rule(&self, edition: &Edition) -> &'static str {
        self.rules[usize::from(is_2019(edition))]
    }
}

/// Names of the effects of some flaws. Of several win conditions or scores, the first applies.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects(pub Vec<&'static str>);

impl Effects {
    pub fn of<'a>(flaws: impl IntoIterator<Item = &'a Flaw>) -> Self {
        let effects = flaws.into_iter().map(|flaw| flaw.effects);
        Self(effects.flat_map(|names| names.split(' ')).collect())
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }

    /// Returns the first changed condition for a win: the states in which mines must be, and those
    /// in which other squares must be.
    pub fn win(&self) -> Option<(&'static str, &'static str)> {
        let mut effects = self.0.iter();
        effects.find_map(|effect| effect.strip_prefix("win:")?.split_once('/'))
    }
}

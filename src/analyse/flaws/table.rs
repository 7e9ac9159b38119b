//! The table of flaws: each has a name, a sentence, and effects on the rules.

use std::sync::LazyLock;

use crate::edition::row::Edition;
use crate::edition::uga;
use crate::game::view::Shown;

/// A deviation from the rules that programs are known to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The name, which does not change.
    pub name: &'static str,
    pub(super) effects: Vec<FlawEffect>,
    sentence: &'static str,
    /// The part of the game that the rule is about.
    pub(super) area: &'static str,
    /// The rule that the flaw breaks, and the rule in fall 2019.
    rules: [&'static str; 2],
    /// False if the flaw is the rule in fall 2019, or makes no difference there.
    is_in_2019: bool,
}

/// A change of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlawEffect {
    /// The effect with this name, which has no parameters. If a flaw has the same name, it is the flaw's only effect.
    Named(&'static str),
    /// An invalid line gets another response.
    Answers(LineClass, FlawResponse),
    /// Words that name no command.
    Unknown(&'static [&'static str]),
    /// A command leaves squares in one of these states as they are.
    Keeps(&'static str, &'static str),
    /// Mines are not counted in the directions that are crossed out in three rows of three squares.
    Uncounted(&'static str),
    /// The game is won if each mine and each other square is in one of these states.
    Wins(&'static str, &'static str),
}

/// A class of invalid lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineClass {
    Any,
    Unrecognized,
    UnknownWord,
    BadNumber,
    Outside,
    GuessOutside,
    OnSquare,
    Blank,
}

/// A response to an invalid line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlawResponse {
    /// The line uses up a round.
    Costs,
    /// The line hides the mines that `nofog` shows.
    EndsFog,
    /// The round without an error.
    NoError,
    /// The error, and neither the round nor the prompt.
    ErrorOnly,
    /// The program ends with status 1.
    Ends,
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
    let mut area = "";
    let mut rules = [""; 2];
    for (name, text) in TEXTS.lines().filter_map(|line| line.split_once(": ")) {
        if let Some(heading) = name.strip_prefix("rule of ") {
            area = heading;
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
            });
        }
    }
    flaws
});

/// Returns the effects of a flaw.
///
/// `1-small-0-large` accepts a grid with one side that is too small and none that is too large.
///
/// Squares are " " if covered, "0" if revealed, "F" if marked and "?" if guessed. `Wins` has the squares with a mine, then
/// the others.
#[allow(clippy::enum_glob_use, reason = "a table with a line for each flaw")]
fn effects(flaw: &'static str) -> Vec<FlawEffect> {
    use {FlawEffect::*, FlawResponse::*, LineClass::*};

    match flaw {
        "invalid-command-uses-a-round" => vec![Answers(Any, Costs)],
        "unknown-command-uses-a-round" => vec![Answers(Unrecognized, Costs)],
        "unknown-word-uses-a-round" => vec![Answers(UnknownWord, Costs)],
        "bad-number-uses-a-round" => vec![Answers(BadNumber, Costs)],
        "out-of-bounds-uses-a-round" => vec![Answers(Outside, Costs)],
        "guess-outside-uses-a-round" => vec![Answers(GuessOutside, Costs)],
        "invalid-square-command-uses-a-round" => vec![Answers(OnSquare, Costs)],
        "invalid-command-not-answered" => vec![Answers(Any, NoError)],
        "invalid-command-ends-game" => vec![Answers(Any, Ends)],
        "blank-line-not-answered" => vec![Answers(Blank, NoError)],
        "blank-line-ends-game" => vec![Answers(Blank, NoError), Answers(Blank, Ends)],
        "nothing-shown-after-out-of-bounds" => vec![Answers(Outside, ErrorOnly)],
        "nothing-shown-after-bad-number" => vec![Answers(BadNumber, ErrorOnly)],
        "nofog-unknown" => vec![Unknown(&["nofog"])],
        "nofog-ends-at-invalid-command" => vec![Answers(Any, EndsFog)],
        "nofog-ends-at-unknown-command" => vec![Answers(Unrecognized, EndsFog)],
        "long-forms-unknown" => vec![Unknown(&["reveal", "mark", "guess", "help", "quit"])],
        "short-forms-unknown" => vec![Unknown(&["r", "m", "g", "h", "q"])],
        "quit-long-form-unknown" => vec![Unknown(&["quit"])],
        "quit-short-form-unknown" => vec![Unknown(&["q"])],
        "extra-words-accepted" => {
            named("extra-words-accepted-after-square extra-words-accepted-after-word")
        }
        "marked-square-not-revealed" => vec![Keeps("reveal", "F")],
        "marked-or-guessed-square-not-revealed" => vec![Keeps("reveal", "F?")],
        "revealed-square-not-marked" => vec![Keeps("mark", "0")],
        "revealed-square-not-guessed" => vec![Keeps("guess", "0")],
        "revealed-square-neither-marked-nor-guessed" => {
            vec![Keeps("mark", "0"), Keeps("guess", "0")]
        }
        "marked-square-not-guessed" => vec![Keeps("guess", "F")],
        "guessed-square-not-marked" => vec![Keeps("mark", "?")],
        "diagonals-not-counted" => vec![Uncounted("x.x ... x.x")],
        "row-above-not-counted" => vec![Uncounted("xxx ... ...")],
        "row-below-not-counted" => vec![Uncounted("... ... xxx")],
        "column-to-the-left-not-counted" => vec![Uncounted("x.. x.. x..")],
        "column-to-the-right-not-counted" => vec![Uncounted("..x ..x ..x")],
        "win-without-marks" => vec![Wins(" 0F?", "0")],
        "win-without-reveals" => vec![Wins("F", " 0F?")],
        "win-by-marks-alone" => vec![Wins("F", " 0?")],
        "win-with-guesses-as-marks" => vec![Wins("F?", "0")],
        "win-with-wrong-marks" => vec![Wins("F0", "F0")],
        "win-without-blank-squares" => vec![Wins("0F?", "0F?")],
        "win-never-seen" => vec![Wins("", "")],
        "win-columns-up-to-number-of-rows" => {
            vec![Wins("F", "0"), Named("win-checks-as-many-columns-as-rows")]
        }
        "win-counts-what-was-undone" => vec![Wins("F", "0"), Named("win-counts-undone-signs")],
        "small-size-accepted" => named("1-small-0-large 2-small-0-large"),
        "one-small-side-accepted" => named("1-small-0-large"),
        "large-size-accepted" => named("0-small-1-large 0-small-2-large"),
        "size-not-checked" => {
            named("1-small-0-large 2-small-0-large 0-small-1-large 0-small-2-large 1-small-1-large")
        }
        "too-many-mines-accepted" => named("all-squares-mined-accepted excess-mines-accepted"),
        "number-of-mines-not-checked" => {
            named("too-few-mines-accepted all-squares-mined-accepted excess-mines-accepted")
        }
        "mines-end-at-bad-row" => named("missing-mine-accepted bad-mine-row-ends-mines"),
        "mines-on-the-first-line-not-read" => {
            named("first-line-has-no-mines missing-mine-accepted")
        }
        "mines-read-to-the-end" => named("rest-of-seed-read-as-mines missing-mine-accepted"),
        _ => named(flaw),
    }
}

fn named(effects: &'static str) -> Vec<FlawEffect> {
    effects.split(' ').map(FlawEffect::Named).collect()
}

/// Returns the flaws that programs of an edition can have.
pub fn of_edition(edition: &Edition) -> Vec<&'static Flaw> {
    let is_uga = uga::rules(edition).is_some();
    FLAWS
        .iter()
        .filter(|flaw| is_uga && (flaw.is_in_2019 || !is_2019(edition)))
        .collect()
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
pub(super) struct Effects(pub(super) Vec<FlawEffect>);

impl Effects {
    pub(super) fn has(&self, name: &str) -> bool {
        let is_named =
            |effect: &FlawEffect| matches!(effect, FlawEffect::Named(own) if *own == name);
        self.0.iter().any(is_named)
    }
}

impl<'flaw> FromIterator<&'flaw Flaw> for Effects {
    fn from_iter<I: IntoIterator<Item = &'flaw Flaw>>(flaws: I) -> Self {
        let effects = flaws.into_iter().flat_map(|flaw| &flaw.effects);
        Self(effects.copied().collect())
    }
}

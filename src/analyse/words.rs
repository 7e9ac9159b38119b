//! Names and sentences of causes. The names are stable.

use super::causes::Scope;
use super::explanation::Wording;
use super::failures;
use super::parts::{self, Difference, Key, Location, Part, Slot, State};
use super::situation::Situation;
use crate::edition::row::OutputFormat;
use crate::game::sink::Kind;
use crate::io::visible::{counted, listed, visible_in_quotes};

/// A cause with the texts of its first place.
pub(super) struct Described<'survey> {
    pub(super) keys: &'survey [Key],
    pub(super) difference: &'survey Difference,
    pub(super) scope: &'survey Scope,
    /// Expected and found line at the first place, without their line ends.
    pub(super) lines: [Option<&'survey [u8]>; 2],
    /// Folder in which a missing file exists.
    pub(super) folder: Option<String>,
    pub(super) output_format: &'static OutputFormat,
}

/// A sentence without its situation.
struct Phrase {
    sentence: String,
    /// Evidence at the end of the sentence.
    quotes: String,
    tells_expected: bool,
}

impl Phrase {
    fn new(sentence: impl Into<String>) -> Self {
        Self {
            sentence: sentence.into(),
            quotes: String::new(),
            tells_expected: false,
        }
    }

    /// Appends the found text.
    fn quoting(mut self, found: &[u8]) -> Self {
        self.quotes = format!(": {}", quoted(found));
        self
    }

    /// Appends the found text and the expected one.
    fn instead(mut self, found: &[u8], expected: &[u8]) -> Self {
        self.quotes = format!(": {} instead of {}", quoted(found), quoted(expected));
        self.tells_expected = true;
        self
    }
}

/// Describes a cause.
pub(super) fn wording(cause: &Described<'_>) -> Wording {
    let phrase = cause.phrase();
    let location = cause.location();
    let stem = cause.stem();
    let name = match cause.scope_slug() {
        Some(slug) => format!("{stem}-{slug}"),
        None => stem.clone(),
    };
    let sentence = match cause.prompt() {
        Some(sentence) => sentence,
        None => format!("{}{location}{}.", phrase.sentence, phrase.quotes),
    };
    Wording {
        name,
        stem,
        alternatives: Vec::new(),
        sentence,
        brief: None,
        general: format!("{}.", phrase.sentence),
        rule: cause.rule(),
        tells_expected: phrase.tells_expected,
    }
}

impl Described<'_> {
    fn key(&self) -> Key {
        // A piece says more than the blank lines around it.
        let of_line = |key: &&Key| matches!(key.slot, Slot::Line(_));
        *self.keys.iter().find(of_line).unwrap_or(&self.keys[0])
    }

    /// Reports whether several parts of one text differ.
    fn is_joined(&self) -> bool {
        self.keys.iter().any(|key| key.part != self.key().part)
    }

    /// Returns the name without its situation.
    fn stem(&self) -> String {
        let Key { slot, part } = self.key();
        let detail = visible_in_quotes(&self.difference.found);
        let part = match part {
            _ if self.is_joined() => "layout",
            Part::Presence => "missing",
            Part::Value => "value",
            Part::Stream => "stream",
            Part::Order => "order",
            Part::Text if matches!(slot, Slot::Cell(_)) => "sign",
            Part::Text => "text",
            Part::Words => "words",
            Part::Indent => "indent",
            Part::LineEnd => "line-end",
            Part::Frame => "frame",
            Part::Count | Part::Return => "",
        };
        let slot = match slot {
            Slot::Line(Kind::RoundLine) if part == "value" => return "round-count".to_owned(),
            Slot::Line(kind) => slug(kind).to_owned(),
            Slot::Blank(location, kind) => format!("blank-{}-{}", location.word(), slug(kind)),
            Slot::Cell(_) if part == "frame" => "cell".to_owned(),
            Slot::Cell(state) => format!("{}cell", state.word().replace(' ', "-")),
            Slot::Round => "round".to_owned(),
            Slot::Extra(None) => return "extra-text".to_owned(),
            Slot::Extra(Some(Kind::RoundLine)) => return "extra-round".to_owned(),
            Slot::Extra(Some(kind)) => return format!("extra-{}", slug(kind)),
            Slot::AnyLine => return "carriage-returns".to_owned(),
            Slot::End => {
                let name = String::from_utf8_lossy(&self.difference.expected);
                let is_named = matches!(
                    &*name,
                    failures::EXCEPTION | failures::SIGNAL | failures::STATUS
                );
                return if is_named {
                    format!("{name}-{detail}")
                } else {
                    name.into_owned()
                };
            }
        };
        if part.is_empty() {
            slot
        } else {
            format!("{slot}-{part}")
        }
    }

    /// Describes the difference without its situation.
    fn phrase(&self) -> Phrase {
        let Key { slot, part } = self.key();
        let [expected, found] = self.lines.map(Option::unwrap_or_default);
        let found_text = found.trim_ascii();
        match slot {
            Slot::Line(kind) if self.is_joined() => {
                let noun = capital(noun(kind));
                Phrase::new(format!("{noun} is written in another way")).instead(found, expected)
            }
            Slot::Line(kind) => self.of_line(kind, part, [expected, found]),
            Slot::Blank(location, kind) => Phrase::new(self.of_gap(location, kind, part)),
            Slot::Cell(state) => self.of_cell(state, part),
            Slot::Round => Phrase::new("The round is not shown"),
            Slot::Extra(None) => Phrase::new("Extra text is printed").quoting(found_text),
            Slot::Extra(Some(kind)) => {
                let words = noun(kind).split_once(' ').map_or("", |(_, words)| words);
                let noun = if kind == Kind::RoundLine {
                    "round"
                } else {
                    words
                };
                let phrase = Phrase::new(format!("The {noun} is printed where it does not belong"));
                if parts::is_fixed(kind) {
                    phrase
                } else {
                    phrase.quoting(found_text)
                }
            }
            Slot::AnyLine => Phrase::new("Lines end in a carriage return and a line feed"),
            Slot::End => self.of_failure(),
        }
    }

    fn of_line(&self, kind: Kind, part: Part, [expected, found]: [&[u8]; 2]) -> Phrase {
        let noun = capital(noun(kind));
        let [text, found_text] = [expected.trim_ascii(), found.trim_ascii()];
        let stream = String::from_utf8_lossy(&self.difference.found);
        match part {
            Part::Presence => Phrase::new(format!("{noun} is missing")),
            Part::Order => Phrase::new(format!("{noun} is printed in another place of the answer")),
            Part::Stream => Phrase::new(format!("{noun} is printed on {stream}")),
            Part::Indent => {
                let [expected, found] =
                    [expected, found].map(|text| whitespace(parts::indent(text)));
                Phrase::new(format!("{noun} begins with {found} instead of {expected}"))
            }
            Part::LineEnd if *self.difference == Difference::default() => {
                let [expected, found] =
                    [expected, found].map(|text| whitespace(parts::trailing(text)));
                Phrase::new(format!("{noun} ends with {found} instead of {expected}"))
            }
            Part::LineEnd => Phrase::new(format!("{noun} {}", line_end(self.difference))),
            Part::Frame if self.difference.expected == b"|" => {
                Phrase::new("Each row lacks its last bar").instead(found_text, text)
            }
            Part::Frame => {
                Phrase::new("Each row has another number of cells").instead(found_text, text)
            }
            Part::Value if kind == Kind::RoundLine => {
                Phrase::new("The number of rounds is wrong").instead(found_text, text)
            }
            Part::Value => {
                Phrase::new(format!("{noun} has a wrong value")).instead(found_text, text)
            }
            Part::Words => Phrase::new(format!("{noun} has other words")).instead(found_text, text),
            _ => {
                let noun = self.numbered(kind);
                Phrase::new(format!("{noun} has other text")).instead(found_text, text)
            }
        }
    }

    /// Returns the noun of a piece, with the number of the line if only one of its lines differs.
    fn numbered(&self, kind: Kind) -> String {
        match self.scope {
            Scope::In(situations) => match situations[..] {
                [Situation::Nth(_, nth)] => format!("Line {} of {}", nth + 1, noun(kind)),
                _ => capital(noun(kind)),
            },
            _ => capital(noun(kind)),
        }
    }

    fn of_gap(&self, location: Location, kind: Kind, part: Part) -> String {
        let place = match (location, kind) {
            (Location::Inside, Kind::Grid) => "between the rows of the grid".to_owned(),
            _ => format!("{} {}", location.word(), noun(kind)),
        };
        let [expected, found] = [&self.difference.expected, &self.difference.found]
            .map(|text| String::from_utf8_lossy(text));
        match (part, &*expected, &*found) {
            (Part::Count, "1", "0") => format!("The blank line {place} is missing"),
            (Part::Count, _, "0") => format!("The blank lines {place} are missing"),
            (Part::Count, "0", "1") => format!("An extra blank line is printed {place}"),
            (Part::Count, "1", _) => {
                format!("{found} blank lines instead of 1 are printed {place}")
            }
            (Part::Count, ..) => {
                format!("{found} instead of {expected} blank lines are printed {place}")
            }
            (Part::Stream, ..) => format!("The blank line {place} is printed on {found}"),
            _ => format!("The blank line {place} has whitespace in it"),
        }
    }

    fn of_cell(&self, state: State, part: Part) -> Phrase {
        let Difference { expected, found } = self.difference;
        let sign = |sign: &[u8]| match sign {
            b" " => "nothing".to_owned(),
            b"#" => "a number".to_owned(),
            sign => quoted(sign),
        };
        let state = state.word();
        if part == Part::Frame {
            let [found, expected] = [found, expected].map(|frame| show_frame(frame));
            Phrase::new("Each cell is printed with other whitespace").instead(&found, &expected)
        } else if state.is_empty() && expected.is_empty() {
            Phrase::new("Mines are shown")
        } else if state.is_empty() {
            Phrase::new("Mines are not shown")
        } else if expected == found {
            Phrase::new(format!("A {state}cell shows a wrong number"))
        } else {
            let (found, expected) = (sign(found), sign(expected));
            Phrase::new(format!("A {state}cell shows {found} instead of {expected}"))
        }
    }

    fn of_failure(&self) -> Phrase {
        let name = String::from_utf8_lossy(&self.difference.expected);
        let detail = visible_in_quotes(&self.difference.found);
        Phrase::new(match &*name {
            failures::EXCEPTION => format!("The program throws an uncaught `{detail}`"),
            failures::MISSING_FILE => {
                let remedy = match &self.folder {
                    Some(folder) => format!("; try --dir {folder}"),
                    None => " and does not find it".to_owned(),
                };
                format!("The program looks for `{detail}` in the current folder{remedy}")
            }
            failures::NO_GAME if detail.is_empty() => "The program prints no text".to_owned(),
            failures::NO_GAME => {
                let phrase = Phrase::new("The program prints nothing of the game");
                return phrase.quoting(&self.difference.found);
            }
            failures::GOES_ON if self.is_about_seeds() => "The program plays a game".to_owned(),
            failures::GOES_ON => "The program continues after the game is over".to_owned(),
            failures::ENDLESS => "The program does not end".to_owned(),
            failures::TOO_MUCH_OUTPUT => "The program prints more than the limit".to_owned(),
            failures::SIGNAL => format!("Signal {detail} kills the program"),
            failures::STATUS => format!("The exit status is {detail}"),
            failures::ENDS_EARLY => "The program ends before the game is over".to_owned(),
            _ => "The program exceeds a limit".to_owned(),
        })
    }

    /// Reports whether the situations are those of a seed.
    fn is_about_seeds(&self) -> bool {
        let is_of_seed = |situation: &Situation| {
            matches!(
                situation,
                Situation::Start | Situation::Refused | Situation::Seed(_)
            )
        };
        matches!(self.scope, Scope::In(situations) if situations.iter().all(is_of_seed))
    }

    /// Returns the sentence about a prompt, which is the same at every place.
    fn prompt(&self) -> Option<String> {
        let key = self.key();
        if (key.slot, key.part) != (Slot::Line(Kind::Prompt), Part::Text) {
            return None;
        }
        let show = |text: &[u8]| {
            let feed = if text.ends_with(b"\n") {
                " and a line feed"
            } else {
                ""
            };
            format!("{}{feed}", quoted(text.strip_suffix(b"\n").unwrap_or(text)))
        };
        let Difference { expected, found } = self.difference;
        let location = self.location();
        Some(format!(
            "The prompt{location} is {} instead of {}.",
            show(found),
            show(expected)
        ))
    }

    /// Returns the situations in words, with a space before them.
    fn location(&self) -> String {
        match self.scope {
            Scope::Everywhere => String::new(),
            Scope::Except(situation) => format!(", except {}", self.words(situation)),
            Scope::In(situations) => {
                let lines = line_numbers(situations);
                let is_one = matches!(situations[..], [Situation::Nth(..)])
                    && matches!(self.key().part, Part::Text);
                let mut words: Vec<String> = situations
                    .iter()
                    .filter(|situation| !matches!(situation, Situation::Nth(..)))
                    .map(|situation| self.words(situation))
                    .collect();
                words.extend(lines.filter(|_| !is_one));
                match &listed(words)[..] {
                    "" => String::new(),
                    words => format!(" {words}"),
                }
            }
        }
    }

    fn words(&self, situation: &Situation) -> String {
        match situation {
            Situation::Everywhere | Situation::Nth(..) => String::new(),
            Situation::Start => "at the start".to_owned(),
            Situation::Refused => "for a seed that must be refused".to_owned(),
            Situation::Seed(feature) => format!("for a seed with {feature}"),
            Situation::EndOfInput => "at the end of the input".to_owned(),
            Situation::Over(Kind::Win) => "when the game is won".to_owned(),
            Situation::Over(Kind::Loss) => "when the game is lost".to_owned(),
            Situation::Over(_) => "when the player leaves the game".to_owned(),
            Situation::Invalid => "after an invalid command".to_owned(),
            Situation::BlankLine => "after a blank line".to_owned(),
            Situation::Error(error) => format!("after {}", self.error_name(*error)),
            Situation::CommandError(word, error) => {
                format!("after {} with `{word}`", self.error_name(*error))
            }
            Situation::Valid => "after a valid command".to_owned(),
            Situation::Command(word) => format!("after `{word}`"),
            Situation::InvalidCommand(word) => format!("after an invalid `{word}`"),
            Situation::Fog => "while the mines are shown".to_owned(),
            Situation::AfterFog => "after the mines were shown".to_owned(),
            Situation::WideGrid => "on a grid with more columns than rows".to_owned(),
            Situation::TallGrid => "on a grid with more rows than columns".to_owned(),
        }
    }

    fn error_name(&self, error: Option<u8>) -> String {
        let errors = &self.output_format.errors;
        let error = error.and_then(|error| errors.get(usize::from(error)));
        let name = error.map_or("invalid command", |error| error.name);
        let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {name}")
    }

    /// Returns the part of the name for the situations.
    fn scope_slug(&self) -> Option<String> {
        let slug = |situation: &Situation| match situation {
            Situation::Nth(_, nth) => format!("line-{}", nth + 1),
            other => slug_of(&self.words(other)),
        };
        match self.scope {
            Scope::Everywhere => None,
            Scope::Except(situation) => Some(format!("except-{}", slug(situation))),
            Scope::In(situations) => {
                let plain = situations
                    .iter()
                    .find(|other| !matches!(other, Situation::Nth(..)));
                Some(slug(plain.or(situations.first())?))
            }
        }
    }

    /// Returns the rule of the assignment.
    fn rule(&self) -> String {
        let Key { slot, part } = self.key();
        let text_rule = self.output_format.text_rule;
        let rule = match (slot, part) {
            (_, Part::Stream) => self.output_format.stream_rule,
            (Slot::Line(kind) | Slot::Blank(Location::Inside, kind), _) => text_rule(kind, None),
            (Slot::Blank(Location::Before, kind), _) => text_rule(Kind::Blank, Some(kind)),
            (Slot::Blank(..), _) => text_rule(Kind::Blank, None),
            (Slot::Cell(_), _) => text_rule(Kind::Grid, None),
            (Slot::Round, _) => "A round is shown until the game is over.",
            (Slot::Extra(_), _) => {
                "Nothing is printed but the texts of the game, each in its place."
            }
            (Slot::AnyLine, _) => "Every text is fixed, with its blanks and line ends.",
            (Slot::End, _) => match &self.difference.expected[..] {
                b"status" => "The exit status tells how the program ended.",
                _ => {
                    "Every line of input is answered until the game has ended, and the end of the input ends it."
                }
            },
        };
        rule.to_owned()
    }
}

/// Returns the numbers of the lines of a piece, as a range if there are several in a row.
fn line_numbers(situations: &[Situation]) -> Option<String> {
    let number = |situation: &Situation| match situation {
        Situation::Nth(_, nth) => Some(usize::from(*nth) + 1),
        _ => None,
    };
    let numbers: Vec<usize> = situations.iter().filter_map(number).collect();
    let (first, last) = (*numbers.first()?, *numbers.last()?);
    Some(if first == last {
        format!("in line {first}")
    } else if last - first + 1 == numbers.len() {
        format!("in the lines {first} to {last}")
    } else {
        format!(
            "in the lines {}",
            listed(numbers.iter().map(usize::to_string).collect())
        )
    })
}

/// Describes streams that are out of order.
pub(super) fn of_order() -> Wording {
    Wording {
        name: "streams-out-of-order".to_owned(),
        stem: "streams-out-of-order".to_owned(),
        alternatives: Vec::new(),
        general: "The two streams are not in order where both are in one file.".to_owned(),
        sentence:
            "With both streams in one file, their order is wrong: the program does not flush \
                   standard output before it prints an error."
                .to_owned(),
        rule:
            "With both streams in one file, everything stands in the order in which it was printed."
                .to_owned(),
        brief: None,
        tells_expected: false,
    }
}

/// Returns the part of a name for a kind of piece.
pub(super) fn slug(kind: Kind) -> &'static str {
    match kind {
        Kind::Banner => "banner",
        Kind::RoundLine => "round-line",
        Kind::Grid => "row",
        Kind::ColumnLine => "column-line",
        Kind::Prompt => "prompt",
        Kind::Help => "help",
        Kind::Error => "error",
        Kind::Message => "message",
        Kind::Win => "win",
        Kind::Score => "score",
        Kind::Loss => "loss",
        Kind::Quit => "quit",
        Kind::Blank => "blank-line",
    }
}

/// Returns a kind of piece in words.
pub(super) fn noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Banner => "the welcome",
        Kind::Blank => "the blank line",
        Kind::RoundLine => "the round line",
        Kind::Grid => "each row",
        Kind::ColumnLine => "the column line",
        Kind::Prompt => "the prompt",
        Kind::Help => "the list of commands",
        Kind::Error => "the error message",
        Kind::Message => "the message",
        Kind::Win => "the picture of a win",
        Kind::Score => "the line with the score",
        Kind::Loss => "the text of a loss",
        Kind::Quit => "the text of `quit`",
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Returns words in lower case, with hyphens.
fn slug_of(words: &str) -> String {
    let words = words.split(|letter: char| !letter.is_alphanumeric());
    let is_plain = |word: &&str| !word.is_empty() && !matches!(*word, "a" | "an" | "the");
    let words: Vec<String> = words
        .filter(is_plain)
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

fn quoted(text: &[u8]) -> String {
    format!("`{}`", visible_in_quotes(text))
}

/// Describes whitespace at the start or end of a line.
fn whitespace(text: &[u8]) -> String {
    if text.is_empty() {
        "no space".to_owned()
    } else if text.iter().all(|&byte| byte == b' ') {
        counted(text.len(), "space", "spaces")
    } else {
        quoted(text)
    }
}

/// Describes the difference of two line ends.
fn line_end(difference: &Difference) -> String {
    let Difference { expected, found } = difference;
    match (found.strip_suffix(b"\n"), expected.strip_suffix(b"\n")) {
        (None, Some(_)) => "lacks its line feed".to_owned(),
        (Some(_), None) => "ends with an extra line feed".to_owned(),
        (found_blanks, blanks) => {
            let found = whitespace(found_blanks.unwrap_or(found));
            let expected = whitespace(blanks.unwrap_or(expected));
            format!("ends with {found} instead of {expected}")
        }
    }
}

/// Shows the whitespace of a cell around a mark.
fn show_frame(frame: &[u8]) -> Vec<u8> {
    let sign = |byte: &u8| if *byte == b'S' { b'F' } else { *byte };
    frame.iter().map(sign).collect()
}

//! Describes causes: names, sentences and rules. The names are stable.

use super::{
    failures, parts,
    situation::{Extent, Situation},
    survey::{CellState, Key, Location, Part, PartDifference, Slot},
    text,
};
use crate::{
    edition::OutputFormat,
    game::Kind,
    io::{counted, listed, variant_in_words, visible_in_quotes},
    report::Wording,
};

/// Data for the description of a cause, with the texts of its plainest place.
pub(super) struct CauseDescription<'survey> {
    pub key: Key,
    pub difference: &'survey PartDifference,
    pub situations: &'survey [Situation],
    /// Expected and found line in the plainest place, without their line ends.
    pub lines: [Option<&'survey [u8]>; 2],
    /// Folder in which a missing file exists.
    pub folder: Option<String>,
    pub output_format: &'static OutputFormat,
}

/// Describes a cause in words.
pub(super) fn wording(cause: &CauseDescription<'_>) -> Wording {
    let general = cause.sentence();
    let location = cause.location();
    let stem = cause.stem();
    let name = match cause.situation_slug() {
        Some(slug) => format!("{stem}-{slug}"),
        None => stem.clone(),
    };
    let [expected, found] = cause.quotes();
    // Words and values differ from place to place: the quotes are an example.
    let is_example = matches!(cause.key.part, Part::Words | Part::Value);
    let link = match (cause.key.slot, cause.key.part) {
        (Slot::Line(_), _) if is_example => Some(", such as"),
        (Slot::Line(_), Part::Text | Part::Frame) | (Slot::Cell(_), Part::Frame) => Some(":"),
        _ => None,
    };
    let sentence = match (cause.key.slot, link) {
        (Slot::Line(Kind::Prompt), Some(_)) => {
            format!("The prompt{location} is {found} instead of {expected}")
        }
        (_, Some(link)) if is_example && !location.is_empty() => {
            format!("{general}{link} {found} instead of {expected},{location}")
        }
        (_, Some(link)) => format!("{general}{location}{link} {found} instead of {expected}"),
        (Slot::Extra(kind), None) if !kind.is_some_and(parts::is_fixed) => {
            format!("{general}{location}: {found}")
        }
        _ => format!("{general}{location}"),
    };
    Wording {
        stem,
        sentence: sentence + ".",
        ..Wording::plain(&name, general + ".", cause.rule())
    }
}

impl CauseDescription<'_> {
    /// Returns the expected and the found text, in quotes.
    fn quotes(&self) -> [String; 2] {
        let PartDifference { expected, found } = self.difference;
        let lines = self.lines.map(Option::unwrap_or_default);
        match self.key.slot {
            Slot::Line(Kind::Prompt) => {
                [expected, found].map(|text| match text.strip_suffix(b"\n") {
                    Some(line) => format!("{} and a line feed", quoted(line)),
                    None => quoted(text),
                })
            }
            // `S` stands for any sign. The flag is an example.
            Slot::Cell(_) => [expected, found].map(|frame| quoted(frame).replace('S', "F")),
            // The score follows a picture.
            Slot::Line(Kind::Score) if self.key.part == Part::Value => lines.map(|line| {
                let mut parts = line.rsplit(|byte| !byte.is_ascii());
                quoted(parts.next().unwrap_or_default().trim_ascii())
            }),
            _ => lines.map(|line| quoted(line.trim_ascii())),
        }
    }

    /// Returns the name without the situation.
    fn stem(&self) -> String {
        let Key { slot, part } = self.key;
        let slot = match slot {
            Slot::Line(Kind::RoundLine) if part == Part::Value => return "round-count".to_owned(),
            Slot::Cell(_) if part == Part::Frame => return "cell-frame".to_owned(),
            Slot::Extra(None) => return "extra-text".to_owned(),
            Slot::Extra(Some(Kind::RoundLine)) => return "extra-round".to_owned(),
            Slot::Extra(Some(kind)) => return format!("extra-{}", kind_words(kind).0),
            Slot::AnyLine => return "carriage-returns".to_owned(),
            Slot::End => return self.failure_name(),
            Slot::Line(kind) => kind_words(kind).0.to_owned(),
            Slot::Blank(location, kind) => {
                let place = variant_in_words(location);
                format!("blank-{place}-{}", kind_words(kind).0)
            }
            Slot::Cell(state) => format!("{}cell", state.word().replace(' ', "-")),
            Slot::Round => "round".to_owned(),
        };
        match part {
            Part::Count => slot,
            Part::Text if matches!(self.key.slot, Slot::Cell(_)) => format!("{slot}-sign"),
            part => format!("{slot}-{}", part_words(part).0),
        }
    }

    /// Returns the name of a failure. Limits, exceptions, signals and exit statuses have their
    /// details in the name.
    fn failure_name(&self) -> String {
        let name = String::from_utf8_lossy(&self.difference.expected);
        match &*name {
            failures::LIMIT => slug_of(&String::from_utf8_lossy(&self.difference.found)),
            failures::EXCEPTION | failures::SIGNAL | failures::STATUS => {
                format!("{name}-{}", visible_in_quotes(&self.difference.found))
            }
            _ => name.into_owned(),
        }
    }

    /// Returns the sentence without situation, quotes and full stop.
    fn sentence(&self) -> String {
        let Key { slot, part } = self.key;
        match slot {
            Slot::Line(Kind::Grid) if part == Part::Presence => "Rows are missing".to_owned(),
            Slot::Line(kind) => format!("{} {}", capitalized(kind_words(kind).1), self.predicate()),
            Slot::Blank(location, kind) => self.blank_sentence(location, kind, part),
            Slot::Cell(state) => self.cell_sentence(state, part),
            Slot::Round => "The round is missing".to_owned(),
            Slot::AnyLine => "Lines end in a carriage return and a line feed".to_owned(),
            Slot::Extra(None) => "Extra text is printed".to_owned(),
            Slot::Extra(Some(Kind::RoundLine)) => {
                "The round is printed where it does not belong".to_owned()
            }
            Slot::Extra(Some(kind)) => {
                capitalized(kind_words(kind).1) + " is printed where it does not belong"
            }
            Slot::End => self.failure_sentence(),
        }
    }

    fn failure_sentence(&self) -> String {
        let (name, detail) = (&self.difference.expected, &self.difference.found);
        let words = match str::from_utf8(detail) {
            Ok(text) if text.parse::<i32>().is_ok() || name == failures::LIMIT.as_bytes() => {
                text.to_owned()
            }
            _ => quoted(detail),
        };
        let sentence = failure_pattern(name, !detail.is_empty()).replace("{}", &words);
        match &self.folder {
            Some(folder) => format!("{sentence}; try --dir {folder}"),
            None => sentence,
        }
    }

    /// Returns the predicate of a sentence about a line.
    fn predicate(&self) -> String {
        let PartDifference { expected, found } = self.difference;
        let [line, found_line] = self.lines.map(Option::unwrap_or_default);
        match self.key.part {
            Part::Stream => format!("is printed on {}", String::from_utf8_lossy(found)),
            Part::Indent => {
                let [expected, found] =
                    [line, found_line].map(|text| whitespace(text::indent(text)));
                format!("begins with {found} instead of {expected}")
            }
            // The ends of fixed lines vary.
            Part::LineEnd if expected == found => {
                let situations = self.situations.iter();
                match situations.filter(|it| it.extent == Extent::Line).count() {
                    2.. => "ends with different whitespace".to_owned(),
                    _ => line_end(text::trailing(line), text::trailing(found_line)),
                }
            }
            Part::LineEnd => line_end(expected, found),
            part => part_words(part).1.to_owned(),
        }
    }

    fn blank_sentence(&self, location: Location, kind: Kind, part: Part) -> String {
        let place = match (location, kind) {
            (Location::Inside, Kind::Grid) => "between the rows of the grid".to_owned(),
            (Location::Before, Kind::Grid) => "before the grid".to_owned(),
            _ => format!("{} {}", variant_in_words(location), kind_words(kind).1),
        };
        let [expected, found] = [&self.difference.expected, &self.difference.found]
            .map(|text| String::from_utf8_lossy(text));
        match (part, &*expected, &*found) {
            (Part::Count, "1", "0") => format!("The blank line {place} is missing"),
            (Part::Count, _, "0") => format!("The blank lines {place} are missing"),
            (Part::Count, "0", "1") => format!("An extra blank line is printed {place}"),
            (Part::Count, _, "1") => {
                format!("1 blank line instead of {expected} is printed {place}")
            }
            (Part::Count, ..) => {
                format!("{found} blank lines instead of {expected} are printed {place}")
            }
            (Part::Stream, ..) => format!("The blank line {place} is printed on {found}"),
            _ => format!("The blank line {place} has whitespace in it"),
        }
    }

    fn cell_sentence(&self, state: CellState, part: Part) -> String {
        let PartDifference { expected, found } = self.difference;
        match state {
            _ if part == Part::Frame => "Cells have the wrong format".to_owned(),
            CellState::Any if expected.is_empty() => {
                "Cells have `<` and `>` where they should not".to_owned()
            }
            CellState::Any => "Cells lack `<` and `>`".to_owned(),
            _ if expected == found => format!("A {}cell shows a wrong number", state.word()),
            _ => {
                let [expected, found] = [expected, found].map(|sign| match &sign[..] {
                    b" " => "nothing".to_owned(),
                    // `#` stands for any number.
                    b"#" => "a number".to_owned(),
                    sign => quoted(sign),
                });
                format!("A {}cell shows {found} instead of {expected}", state.word())
            }
        }
    }

    /// Returns the situations in words, with a space before them. Several lines of a piece become
    /// their number.
    fn location(&self) -> String {
        let situations = self.situations.iter();
        let (lines, others): (Vec<_>, Vec<_>) =
            situations.partition(|situation| situation.extent == Extent::Line);
        let mut words: Vec<String> = others.iter().map(|it| it.words.to_string()).collect();
        match lines[..] {
            [] => {}
            _ if self.key.slot == Slot::AnyLine => {}
            [line] => words.push(line.words.to_string()),
            _ => words.push(format!("in {} lines", lines.len())),
        }
        let space = if words.is_empty() { "" } else { " " };
        format!("{space}{}", listed(words))
    }

    /// Returns the first situation, as the end of a name. Of several situations, lines of a piece
    /// are sorted last.
    fn situation_slug(&self) -> Option<String> {
        let first = self.situations.first()?;
        let slug = slug_of(&first.words);
        Some(match first.extent {
            Extent::Line => slug.replacen("in-", "", 1),
            _ => slug,
        })
    }

    /// Returns the rule of the assignment.
    fn rule(&self) -> &'static str {
        let Key { slot, part } = self.key;
        let text_rule = self.output_format.text_rule;
        match (slot, part) {
            (_, Part::Stream) => self.output_format.stream_rule,
            (Slot::Line(Kind::Error), Part::Words) => {
                "The assignment fixes only some of these words; `check --tolerate message` accepts any."
            }
            (Slot::Blank(Location::Before, kind), _) => text_rule(Kind::Blank, Some(kind)),
            // The score is the last line of the picture of a win.
            (Slot::Blank(Location::After, Kind::Score), _) => text_rule(Kind::Win, None),
            (Slot::Line(kind) | Slot::Blank(_, kind), _) => text_rule(kind, None),
            (Slot::Cell(_), _) => text_rule(Kind::Grid, None),
            (Slot::Round, _) => "Each round is shown until the game is over.",
            (Slot::Extra(_), _) => "Only the texts of the game are printed, each in its place.",
            (Slot::AnyLine, _) => "Every text is fixed, including spaces and line ends.",
            (Slot::End, _) => match &self.difference.expected[..] {
                b"status" => "The exit status is 0 after a game; each error has its own.",
                b"goes-on" => {
                    "After the end of the game or a refused seed, the program prints nothing more and ends."
                }
                b"limit" | b"too-much-output" => {
                    "A program keeps to the limits of a run and leaves no processes behind."
                }
                _ => {
                    "The program refuses a bad seed, responds to every line of input, and ends with the game or with the input."
                }
            },
        }
    }
}

/// Returns the sentence about a failure, with `{}` in place of the detail.
fn failure_pattern(name: &[u8], has_detail: bool) -> &'static str {
    match str::from_utf8(name).unwrap_or_default() {
        failures::EXCEPTION => "The program throws {}",
        failures::MISSING_FILE => "The program looks for {} in the current folder",
        failures::NO_GAME if has_detail => "The program starts no game; it prints {}",
        failures::NO_GAME => "The program prints nothing",
        failures::GOES_ON => "The program continues instead of ending",
        failures::ENDLESS => "The program does not end in time",
        failures::TOO_MUCH_OUTPUT => "The program prints more than the limit",
        failures::SIGNAL => "Signal {} kills the program",
        failures::STATUS => "The exit status is {}",
        failures::ENDS_EARLY => "The program ends before the game is over",
        _ => "The program {}",
    }
}

/// Returns the name of a part, and the predicate of a sentence about a line in which the part
/// differs.
fn part_words(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::Presence => ("missing", "is missing"),
        Part::Value => ("value", "has a wrong value"),
        Part::Stream => ("stream", "is printed on the wrong stream"),
        Part::Order => ("order", "is printed in the wrong place"),
        Part::Text => ("text", "is wrong"),
        Part::Words => ("words", "has different words"),
        Part::Indent => ("indent", "has the wrong indent"),
        Part::LineEnd | Part::Return => ("line-end", "ends differently"),
        Part::Frame | Part::Count => ("frame", "has different cells or bars"),
    }
}

/// Returns the name of a kind of piece, and the subject of a sentence about it.
fn kind_words(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Banner => ("banner", "the banner"),
        Kind::RoundLine => ("round-line", "the round line"),
        Kind::Grid => ("row", "each row"),
        Kind::ColumnLine => ("column-line", "the column line"),
        Kind::Prompt => ("prompt", "the prompt"),
        Kind::Help => ("help", "the list of commands"),
        Kind::Error => ("error", "the error message"),
        Kind::Message => ("message", "the message"),
        Kind::Win => ("win", "the picture of a win"),
        Kind::Score => ("score", "the line with the score"),
        Kind::Loss => ("loss", "the text of a loss"),
        Kind::Quit => ("quit", "the text of `quit`"),
        Kind::Blank => ("blank-line", "the blank line"),
    }
}

/// Returns a text with its first letter in upper case.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Joins words by hyphens, in lower case and without articles.
fn slug_of(text: &str) -> String {
    let words: Vec<String> = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty() && !matches!(*word, "a" | "an" | "the"))
        .map(str::to_ascii_lowercase)
        .collect();
    words.join("-")
}

/// Returns a text between backquotes, or the word "nothing" for an empty text.
fn quoted(text: &[u8]) -> String {
    if text.is_empty() {
        return "nothing".to_owned();
    }
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

/// Returns the predicate of a sentence about a line, given the whitespace at the ends of the
/// expected and the found line.
fn line_end(expected: &[u8], found: &[u8]) -> String {
    match (expected.strip_suffix(b"\n"), found.strip_suffix(b"\n")) {
        (Some(_), None) => "lacks its line feed".to_owned(),
        (None, Some(_)) => "ends with an extra line feed".to_owned(),
        (expected_blanks, found_blanks) => {
            let found = whitespace(found_blanks.unwrap_or(found));
            let expected = whitespace(expected_blanks.unwrap_or(expected));
            format!("ends with {found} instead of {expected}")
        }
    }
}

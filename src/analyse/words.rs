//! Describes causes: names, sentences and rules. The names are stable.

use std::borrow::Cow;

use super::{
    survey::{
        BlankPosition, CellState, ENDLESS, ENDS_EARLY, EXCEPTION, Extent, GOES_ON, LIMIT,
        MISSING_FILE, NO_GAME, Part, SIGNAL, STATUS, Situation, Slot, TOO_MUCH_OUTPUT, is_fixed,
    },
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
    pub slot: Slot,
    pub part: Part,
    /// Expected and found text of the part.
    pub texts: [&'survey [u8]; 2],
    pub situations: &'survey [Situation],
    /// Expected and found line in the plainest place, without their line ends.
    pub lines: [&'survey [u8]; 2],
    /// Folder in which a missing file exists.
    pub folder: Option<String>,
    pub format: &'static OutputFormat,
}

impl CauseDescription<'_> {
    pub fn wording(&self) -> Wording {
        let general = self.sentence();
        let location = self.location();
        let stem = self.stem();
        let name = match self.situations.first() {
            // Lines of a piece are sorted last.
            Some(first) => {
                format!("{stem}-{}", slug_of(&first.words)).replace("-in-line-", "-line-")
            }
            None => stem.clone(),
        };
        let [expected, found] = self.quotes();
        let quotes = format!("{found} instead of {expected}");
        let sentence = match (self.slot, self.part) {
            (Slot::Line(Kind::Prompt), Part::Text) => format!("The prompt{location} is {quotes}."),
            // Words and values differ from place to place: the quotes are an example.
            (Slot::Line(_), Part::Words | Part::Value) => {
                let comma = if location.is_empty() { "" } else { "," };
                format!("{general}, such as {quotes}{comma}{location}.")
            }
            (Slot::Line(_), Part::Text | Part::Frame) | (Slot::Cell(_), Part::Frame) => {
                format!("{general}{location}: {quotes}.")
            }
            (Slot::Extra(kind), _) if !kind.is_some_and(is_fixed) => {
                format!("{general}{location}: {found}.")
            }
            _ => format!("{general}{location}."),
        };
        Wording {
            stem,
            sentence,
            ..Wording::plain(&name, general + ".", self.rule())
        }
    }

    /// Returns the expected and the found text, in quotes.
    fn quotes(&self) -> [String; 2] {
        match self.slot {
            Slot::Line(Kind::Prompt) => self.texts.map(|text| match text.strip_suffix(b"\n") {
                Some(line) => format!("{} and a line feed", quoted(line)),
                None => quoted(text),
            }),
            // `S` stands for any sign. The flag is an example.
            Slot::Cell(_) => self.texts.map(|frame| quoted(frame).replace('S', "F")),
            // The score follows a picture.
            Slot::Line(Kind::Score) if self.part == Part::Value => self.lines.map(|line| {
                let score = line.rsplit(|byte| !byte.is_ascii()).next();
                quoted(score.unwrap_or_default().trim_ascii())
            }),
            _ => self.lines.map(|line| quoted(line.trim_ascii())),
        }
    }

    /// Returns the expected and the found text of a part that is a word or a number.
    fn words(&self) -> [Cow<'_, str>; 2] {
        self.texts.map(String::from_utf8_lossy)
    }

    /// Returns the name without the situation.
    fn stem(&self) -> String {
        let part = part_words(self.part).0;
        match (self.slot, self.part) {
            (Slot::Line(Kind::RoundLine), Part::Value) => "round-count".into(),
            (Slot::Line(kind), _) => format!("{}-{part}", kind_words(kind).0),
            (Slot::Blank(position, kind), _) => {
                let stem = format!(
                    "blank-{}-{}",
                    variant_in_words(position),
                    kind_words(kind).0
                );
                match self.part {
                    Part::Count => stem,
                    _ => format!("{stem}-{part}"),
                }
            }
            (Slot::Cell(_), Part::Frame) | (Slot::Cell(CellState::Any), _) => {
                format!("cell-{part}")
            }
            (Slot::Cell(state), Part::Text) => format!("{}-cell-sign", variant_in_words(state)),
            (Slot::Cell(state), _) => format!("{}-cell-{part}", variant_in_words(state)),
            (Slot::Round, _) => format!("round-{part}"),
            (Slot::Extra(None), _) => "extra-text".into(),
            (Slot::Extra(Some(Kind::RoundLine)), _) => "extra-round".into(),
            (Slot::Extra(Some(kind)), _) => format!("extra-{}", kind_words(kind).0),
            (Slot::AnyLine, _) => "carriage-returns".into(),
            (Slot::End, _) => self.failure_name(),
        }
    }

    /// Returns the name of a failure. Some failures have their details in the name.
    fn failure_name(&self) -> String {
        let [name, detail] = self.words();
        match &*name {
            LIMIT => slug_of(&detail),
            EXCEPTION | SIGNAL | STATUS => {
                format!("{name}-{}", visible_in_quotes(self.texts[1]))
            }
            _ => name.into_owned(),
        }
    }

    /// Returns the sentence without situation, quotes and full stop.
    fn sentence(&self) -> String {
        match self.slot {
            Slot::Line(Kind::Grid) if self.part == Part::Presence => "Rows are missing".into(),
            Slot::Line(kind) => format!("{} {}", kind_words(kind).1, self.predicate()),
            Slot::Blank(position, kind) => self.blank_sentence(position, kind),
            Slot::Cell(state) => self.cell_sentence(state),
            Slot::Round => "The round is missing".into(),
            Slot::AnyLine => "Lines end in a carriage return and a line feed".into(),
            Slot::Extra(None) => "Extra text is printed".into(),
            Slot::Extra(Some(kind)) => {
                let subject = match kind {
                    Kind::RoundLine => "The round",
                    _ => kind_words(kind).1,
                };
                format!("{subject} is printed where it does not belong")
            }
            Slot::End => self.failure_sentence(),
        }
    }

    fn failure_sentence(&self) -> String {
        let [name, detail] = self.words();
        let is_plain = name == LIMIT || detail.parse::<i32>().is_ok();
        let quote = if is_plain {
            detail.into()
        } else {
            quoted(self.texts[1])
        };
        let predicate = match &*name {
            EXCEPTION => "throws {}",
            MISSING_FILE => "looks for {} in the current folder",
            NO_GAME if self.texts[1].is_empty() => "prints nothing",
            NO_GAME => "starts no game; it prints {}",
            GOES_ON => "continues instead of ending",
            ENDLESS => "does not end in time",
            TOO_MUCH_OUTPUT => "prints more than the limit",
            SIGNAL => return format!("Signal {quote} kills the program"),
            STATUS => return format!("The exit status is {quote}"),
            ENDS_EARLY => "ends before the game is over",
            _ => "{}",
        };
        let sentence = format!("The program {}", predicate.replace("{}", &quote));
        match &self.folder {
            Some(folder) => format!("{sentence}; try --dir {folder}"),
            None => sentence,
        }
    }

    /// Returns the predicate of a sentence about a line.
    fn predicate(&self) -> String {
        let [expected, found] = self.texts;
        match self.part {
            Part::Stream => format!("is printed on {}", self.words()[1]),
            Part::Indent => {
                let [expected, found] = self.lines.map(|line| whitespace(text::indent(line)));
                format!("begins with {found} instead of {expected}")
            }
            // The ends of fixed lines vary.
            Part::LineEnd if expected == found => match self.line_count() {
                2.. => "ends with different whitespace".into(),
                _ => line_end(self.lines.map(text::trailing)),
            },
            Part::LineEnd => line_end(self.texts),
            part => part_words(part).1.to_owned(),
        }
    }

    fn blank_sentence(&self, position: BlankPosition, kind: Kind) -> String {
        let place = match (position, kind) {
            (BlankPosition::Inside, Kind::Grid) => "between the rows of the grid".into(),
            (BlankPosition::Before, Kind::Grid) => "before the grid".into(),
            _ => format!(
                "{} {}",
                variant_in_words(position),
                kind_words(kind).1.to_lowercase()
            ),
        };
        let [expected, found] = self.words();
        match (self.part, &*expected, &*found) {
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

    fn cell_sentence(&self, state: CellState) -> String {
        let [expected, found] = self.texts;
        match state {
            _ if self.part == Part::Frame => "Cells have the wrong format".into(),
            CellState::Any if expected.is_empty() => {
                "Cells have `<` and `>` where they should not".into()
            }
            CellState::Any => "Cells lack `<` and `>`".into(),
            _ => {
                let cell = format!("A {} cell", variant_in_words(state));
                if expected == found {
                    return cell + " shows a wrong number";
                }
                let [expected, found] = self.texts.map(|sign| match sign {
                    b" " => "nothing".into(),
                    // `#` stands for any number.
                    b"#" => "a number".into(),
                    sign => quoted(sign),
                });
                format!("{cell} shows {found} instead of {expected}")
            }
        }
    }

    /// Returns the number of situations that are lines of a piece.
    fn line_count(&self) -> usize {
        let situations = self.situations.iter();
        situations.filter(|it| it.extent == Extent::Line).count()
    }

    /// Returns the situations in words, after a space. Several lines of a piece become their number.
    fn location(&self) -> String {
        let situations = self.situations.iter();
        let mut words: Vec<_> = situations.map(|it| it.words.to_string()).collect();
        let line_count = self.line_count();
        let is_any_line = self.slot == Slot::AnyLine;
        if is_any_line || line_count > 1 {
            words.truncate(words.len() - line_count);
        }
        if !is_any_line && line_count > 1 {
            words.push(format!("in {line_count} lines"));
        }
        let space = if words.is_empty() { "" } else { " " };
        format!("{space}{}", listed(words))
    }

    fn rule(&self) -> &'static str {
        let text_rule = self.format.text_rule;
        match (self.slot, self.part) {
            (_, Part::Stream) => self.format.stream_rule,
            (Slot::Line(Kind::Error), Part::Words) => {
                "The assignment fixes only some of these words; `check --tolerate message` accepts any."
            }
            (Slot::Blank(BlankPosition::Before, kind), _) => text_rule(Kind::Blank, Some(kind)),
            // The score is the last line of the picture of a win.
            (Slot::Blank(BlankPosition::After, Kind::Score), _) => text_rule(Kind::Win, None),
            (Slot::Line(kind) | Slot::Blank(_, kind), _) => text_rule(kind, None),
            (Slot::Cell(_), _) => text_rule(Kind::Grid, None),
            (Slot::Round, _) => "Each round is shown until the game is over.",
            (Slot::Extra(_), _) => "Only the texts of the game are printed, each in its place.",
            (Slot::AnyLine, _) => "Every text is fixed, including spaces and line ends.",
            (Slot::End, _) => match &*self.words()[0] {
                STATUS => "The exit status is 0 after a game; each error has its own.",
                GOES_ON => {
                    "After the end of the game or a refused seed, the program prints nothing more and ends."
                }
                LIMIT | TOO_MUCH_OUTPUT => {
                    "A program keeps to the limits of a run and leaves no processes behind."
                }
                _ => {
                    "The program refuses a bad seed, responds to every line of input, and ends with the game or with the input."
                }
            },
        }
    }
}

/// Returns the name of a part, and a predicate about a line in which the part differs.
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
        Kind::Banner => ("banner", "The banner"),
        Kind::RoundLine => ("round-line", "The round line"),
        Kind::Grid => ("row", "Each row"),
        Kind::ColumnLine => ("column-line", "The column line"),
        Kind::Prompt => ("prompt", "The prompt"),
        Kind::Help => ("help", "The list of commands"),
        Kind::Error => ("error", "The error message"),
        Kind::Message => ("message", "The message"),
        Kind::Win => ("win", "The picture of a win"),
        Kind::Score => ("score", "The line with the score"),
        Kind::Loss => ("loss", "The text of a loss"),
        Kind::Quit => ("quit", "The text of `quit`"),
        Kind::Blank => ("blank-line", "The blank line"),
    }
}

/// Joins words by hyphens, in lower case and without articles.
fn slug_of(text: &str) -> String {
    let lowercase = text.to_ascii_lowercase();
    let words = lowercase.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<_> = words
        .filter(|it| !["", "a", "an", "the"].contains(it))
        .collect();
    words.join("-")
}

/// Returns a text between backquotes, or the word "nothing" for an empty text.
fn quoted(text: &[u8]) -> String {
    match text {
        b"" => "nothing".into(),
        _ => format!("`{}`", visible_in_quotes(text)),
    }
}

/// Describes whitespace at the start or end of a line, apart from a line feed.
fn whitespace(text: &[u8]) -> String {
    let blanks = text.strip_suffix(b"\n").unwrap_or(text);
    match blanks {
        b"" => "no space".into(),
        _ if blanks.iter().all(|byte| *byte == b' ') => counted(blanks.len(), "space", "spaces"),
        _ => quoted(blanks),
    }
}

/// Returns the predicate about a line, given the whitespace at the ends of both lines.
fn line_end(ends: [&[u8]; 2]) -> String {
    match ends.map(|end| end.ends_with(b"\n")) {
        [true, false] => "lacks its line feed".into(),
        [false, true] => "ends with an extra line feed".into(),
        _ => {
            let [expected, found] = ends.map(whitespace);
            format!("ends with {found} instead of {expected}")
        }
    }
}

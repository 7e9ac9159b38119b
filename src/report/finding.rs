//! Findings: the mistakes of a program, and differences without a known cause, with the lines of the
//! diffs that show them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    field::{Line, lines},
    io::visible,
};

/// A mistake of the program, or a difference without a known cause.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    #[serde(flatten)]
    pub wording: Wording,
    /// Indices of the cases that have the finding.
    pub cases: Vec<usize>,
    pub places: usize,
    /// The first place with the fewest other differences.
    pub first: Option<Place>,
    /// The shortest game that shows the finding.
    pub example: Option<Example>,
}

/// Name and sentences of a finding.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wording {
    /// Stable name of the cause; empty if no cause is known.
    pub name: String,
    /// The name without the situation in which the mistake occurs.
    pub stem: String,
    /// Names of causes that the cases cannot distinguish from this one.
    pub alternatives: Vec<String>,
    /// The mistake or the difference, as a sentence; empty if it is hidden.
    pub sentence: String,
    /// A sentence without situation and quotes, for all causes with the same stem.
    pub general: String,
    /// The rule of the assignment, as a sentence; empty if no cause is known or the sentence is
    /// hidden.
    pub rule: String,
}

impl Wording {
    /// Creates a wording without a situation and without quotes.
    pub fn plain(name: &str, sentence: String, rule: &str) -> Self {
        Self {
            name: name.to_owned(),
            stem: name.to_owned(),
            alternatives: Vec::new(),
            general: sentence.clone(),
            sentence,
            rule: rule.to_owned(),
        }
    }

    /// Returns the sentence, or the name if the sentence is hidden.
    pub fn label(&self) -> &str {
        match self.sentence.as_str() {
            "" => &self.name,
            sentence => sentence,
        }
    }

    /// Reports whether `name` is the name of the cause or of an alternative.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alternatives.iter().any(|other| other == name)
    }
}

/// A place in the output of a case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    pub case: usize,
    /// State of the game, if known.
    pub moment: Option<Moment>,
    pub diff: Vec<DiffLine>,
}

/// State of the game at some point of its output.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    /// Number of rounds completed, if the game counts them.
    pub round: Option<u64>,
    /// Number of lines of input read.
    pub lines: usize,
    /// The last line, with control characters escaped; `None` at the end of the input.
    pub line: Option<String>,
}

impl Moment {
    /// Creates the moment after a number of lines of `input`. A line that is too long becomes three
    /// dots.
    pub fn new(round: Option<u64>, lines: usize, input: &[u8]) -> Self {
        let last = lines.checked_sub(1);
        let line = match last.and_then(|last| lines::split(input).nth(last)) {
            Some(Line::Text(line)) => Some(visible(line)),
            Some(Line::TooLong) => Some("...".to_owned()),
            Some(Line::End) | None => None,
        };
        Self { round, lines, line }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(round) = self.round {
            write!(f, "in round {round}, ")?;
        }
        match (&self.line, self.lines) {
            (_, 0) => write!(f, "before the first line of input"),
            (Some(line), number) if line.trim().is_empty() => {
                write!(f, "after line {number} of the input, which is blank")
            }
            (Some(line), number) => write!(f, "after line {number} of the input: {line}"),
            (None, _) => write!(f, "at the end of the input"),
        }
    }
}

/// Appends the moment, if known, to the name of a case or to a message.
pub fn with_moment(text: &str, moment: Option<&Moment>) -> String {
    match moment {
        Some(moment) => format!("{text}, {moment}"),
        None => text.to_owned(),
    }
}

/// A short game that shows a cause.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Example {
    pub seed: String,
    pub input: Vec<String>,
    pub diff: Vec<DiffLine>,
}

impl Finding {
    /// Reports whether the cause is that the program starts no game.
    pub fn is_about_the_start(&self) -> bool {
        let moment = self.first.as_ref().and_then(|place| place.moment.as_ref());
        matches!(&*self.wording.name, "no-game" | "file-not-found")
            && moment.is_none_or(|moment| moment.lines == 0)
    }

    /// Creates a difference without a known cause.
    pub fn unexplained(sentence: String, cases: Vec<usize>, first: Option<Place>) -> Self {
        Self::new(Wording::plain("", sentence, ""), cases, first)
    }

    /// Creates a finding with one place in each case, and without an example.
    pub fn new(wording: Wording, cases: Vec<usize>, first: Option<Place>) -> Self {
        Self {
            wording,
            places: cases.len(),
            cases,
            first,
            example: None,
        }
    }

    /// Adds the cases and places of another finding.
    pub fn joined(mut self, other: Self) -> Self {
        self.cases.extend(other.cases);
        self.cases.sort_unstable();
        self.cases.dedup();
        self.places += other.places;
        self
    }

    /// Returns the sentence or the name, with a note if no cause is known.
    pub fn title(&self) -> String {
        let mut title = self.wording.label().to_owned();
        if !self.is_cause() {
            title += " (cause unknown)";
        }
        title
    }

    pub fn is_cause(&self) -> bool {
        !self.wording.name.is_empty()
    }

    /// Reports whether the finding has cases, and all their indices are below `case_count`.
    pub fn fits(&self, case_count: usize) -> bool {
        let first = self.first.iter().map(|place| &place.case);
        !self.cases.is_empty() && first.chain(&self.cases).all(|index| *index < case_count)
    }

    pub fn has_case(&self, case: usize) -> bool {
        self.cases.binary_search(&case).is_ok()
    }
}

/// A line of a report, or of a diff in a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiffLine {
    pub side: Side,
    /// The line, with control characters escaped.
    pub text: String,
}

/// Kind of a diff line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// A line of text, or of both outputs, apart from tolerated differences.
    Both,
    /// Expected, but not found.
    Expected,
    /// Found, but not expected.
    Found,
    /// A mark below the column in which the two lines above first differ.
    Place,
}

impl Side {
    pub fn sign(self) -> char {
        match self {
            Self::Both | Self::Place => ' ',
            Self::Expected => '-',
            Self::Found => '+',
        }
    }
}

impl From<String> for DiffLine {
    fn from(text: String) -> Self {
        Self {
            side: Side::Both,
            text,
        }
    }
}

impl DiffLine {
    /// Reports whether the line reveals expected output, or makes sense only next to such a line.
    pub fn reveals_expected(&self) -> bool {
        matches!(self.side, Side::Expected | Side::Place)
    }
}

/// Explanation of the signs in a diff.
const LEGEND: &str = "- expected  + found  \u{b7} space";

/// Renders a diff below an explanation of its signs. A note replaces a blank line that differs.
pub fn diff(diff_lines: &[DiffLine]) -> Vec<DiffLine> {
    let mut lines = Vec::new();
    if !diff_lines.is_empty() {
        lines.push(LEGEND.to_owned().into());
    }
    for DiffLine { side, text } in diff_lines {
        let text = match side {
            Side::Expected | Side::Found if text.is_empty() => "(blank line)",
            _ => text,
        };
        lines.push(DiffLine {
            side: *side,
            text: format!("{} {text}", side.sign()),
        });
    }
    indented("  ", lines)
}

/// Puts a text before each line.
pub(super) fn indented(indent: &str, mut lines: Vec<DiffLine>) -> Vec<DiffLine> {
    for line in &mut lines {
        line.text.insert_str(0, indent);
    }
    lines
}

//! The end of the report for people: what is wrong, most cases first, a line for each
//! cause, what no cause explains, and what to do next. On a terminal it fits the screen
//! as far as that is possible.

use std::collections::BTreeMap;
use std::io;

use rustix::termios::tcgetwinsize;
use unicode_width::UnicodeWidthStr;

use super::causes::{MOST_CAUSES, conclusion, shown_sentence};
use super::checked::Checked;
use super::options::Reveal;
use super::text;
use crate::compare::result::CaseResult;
use crate::explain::explanation::{Example, Finding, Open, Rest};
use crate::io::visible::{counted, visible};

/// How many differences that no cause explains are listed.
const DIFFERENCES: usize = 3;

/// How many lines of an example's input are shown at its start, and at its end.
const EXAMPLE_START: usize = 3;
const EXAMPLE_END: usize = 1;

/// The size of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TerminalSize {
    columns: usize,
    rows: usize,
}

impl TerminalSize {
    /// The terminal that standard output is, if it is one and tells its size.
    pub(super) fn of_output() -> Option<Self> {
        let size = tcgetwinsize(io::stdout()).ok()?;
        (size.ws_col > 0 && size.ws_row > 0).then(|| Self {
            columns: size.ws_col.into(),
            rows: size.ws_row.into(),
        })
    }

    /// How many rows a line takes.
    fn rows_of(self, line: &str) -> usize {
        line.width().div_ceil(self.columns).max(1)
    }

    /// Whether these lines can be seen at once, with a prompt below them.
    fn has_room_for(self, lines: &[String]) -> bool {
        let rows: usize = lines.iter().map(|line| self.rows_of(line)).sum();
        rows < self.rows
    }
}

/// How much room a summary takes, the most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Every line is whole.
    Whole,
    /// Every cause and every difference has a row.
    Rows,
    /// The same without blank lines, and all differences in one row.
    Dense,
}

/// The summary: what is wrong, and then what to do next. Without a list, only what it
/// comes to is told: the details have been.
pub(super) fn lines(
    checked: Checked<'_>,
    has_list: bool,
    next: &[String],
    screen: Option<TerminalSize>,
) -> Vec<String> {
    let Some(screen) = screen else {
        return in_form(checked, has_list, next, Form::Whole, usize::MAX);
    };
    let forms = [Form::Whole, Form::Rows, Form::Dense];
    let mut lines = Vec::new();
    for form in forms {
        lines = in_form(checked, has_list, next, form, screen.columns);
        if screen.has_room_for(&lines) {
            break;
        }
    }
    lines
}

fn in_form(
    checked: Checked<'_>,
    has_list: bool,
    next: &[String],
    form: Form,
    columns: usize,
) -> Vec<String> {
    let columns = match form {
        Form::Whole => usize::MAX,
        Form::Rows | Form::Dense => columns,
    };
    let mut list = Vec::new();
    if has_list {
        list = causes(checked, columns);
        list.extend(not_explained(checked, form, columns));
    }
    let colon = if list.is_empty() { "" } else { ":" };
    let heading = conclusion(checked.explanation).map(|line| line + colon);
    let mut lines: Vec<String> = heading.into_iter().chain(list).collect();
    if !lines.is_empty() {
        lines.insert(0, String::new());
        if form != Form::Dense && has_list {
            lines.push(String::new());
        }
    }
    lines.extend_from_slice(next);
    lines
}

/// The causes, a line for each.
fn causes(checked: Checked<'_>, columns: usize) -> Vec<String> {
    let causes = checked.explanation.ranked();
    let width = causes
        .first()
        .map_or(0, |most| cases(most.cases.len()).len());
    let mut lines: Vec<String> = causes
        .iter()
        .take(MOST_CAUSES)
        .enumerate()
        .map(|(index, finding)| {
            let start = format!("{:>2}. {:>width$}: ", index + 1, cases(finding.cases.len()));
            cause(&start, finding, checked.options.reveal, columns)
        })
        .collect();
    if let Some(more @ 1..) = causes.len().checked_sub(MOST_CAUSES) {
        lines.push(format!(
            "    [{}]",
            counted(more, "more cause", "more causes")
        ));
    }
    lines
}

fn cause(start: &str, finding: &Finding, reveal: Reveal, columns: usize) -> String {
    let sentence = shown_sentence(&finding.wording, reveal);
    let what = if sentence.is_some() {
        finding.wording.in_brief()
    } else {
        &finding.wording.name
    };
    let example = finding
        .example
        .as_ref()
        .filter(|_| reveal == Reveal::Full)
        .map(|example| format!(" ({})", in_short(example)));
    in_columns(
        format!("{start}{what}"),
        &example.unwrap_or_default(),
        columns,
    )
}

/// An example in a few words.
pub(super) fn in_short(example: &Example) -> String {
    let shown = |line: &String| {
        let shown = visible(line.as_bytes());
        if shown.is_empty() || shown.trim() != shown {
            format!("\"{shown}\"")
        } else {
            shown
        }
    };
    let all: Vec<String> = example.input.iter().map(shown).collect();
    let input = match all.len() {
        0 => "(none)".to_owned(),
        count if count > EXAMPLE_START + EXAMPLE_END + 1 => format!(
            "{} ... {} ({count} lines)",
            all[..EXAMPLE_START].join(", "),
            all[count - EXAMPLE_END..].join(", ")
        ),
        _ => all.join(", "),
    };
    let what = if example.tells_apart {
        "to tell them apart: "
    } else {
        ""
    };
    format!(
        "{what}seed {}, input {input}",
        visible(example.seed.as_bytes())
    )
}

/// What no cause explains.
fn not_explained(checked: Checked<'_>, form: Form, columns: usize) -> Vec<String> {
    let differences = differences(checked);
    let count = differences.len();
    if form == Form::Dense && count > 1 {
        let mut cases: Vec<usize> = differences.into_iter().flat_map(|one| one.cases).collect();
        cases.sort_unstable();
        cases.dedup();
        let cases = self::cases(cases.len());
        return vec![format!("not explained: {count} differences in {cases}")];
    }
    let mut lines: Vec<String> = differences
        .into_iter()
        .take(DIFFERENCES)
        .map(|one| {
            let start = format!("not explained, {}: ", cases(one.cases.len()));
            in_columns(format!("{start}{}", one.what), &one.place, columns)
        })
        .collect();
    if let Some(more @ 1..) = count.checked_sub(DIFFERENCES) {
        let more = counted(more, "more difference", "more differences");
        lines.push(format!("[{more} not explained]"));
    }
    lines
}

/// Something that no cause explains.
struct Difference {
    cases: Vec<usize>,
    what: String,
    place: String,
}

/// What no cause explains, what is in most cases first; of cases that were not looked at,
/// what their failures say.
fn differences(checked: Checked<'_>) -> Vec<Difference> {
    let reveal = checked.options.reveal;
    if reveal == Reveal::None {
        return Vec::new();
    }
    let mut differences: Vec<Difference> = checked
        .explanation
        .open
        .iter()
        .map(|open| of_open(open, checked))
        .collect();
    let mut others: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (&number, rest) in &checked.explanation.rests {
        if let (Some(Rest::NotLookedAt), Some(result)) = (rest, checked.results.get(number)) {
            others
                .entry(failure(result, reveal))
                .or_default()
                .push(number);
        }
    }
    differences.extend(others.into_iter().map(|(what, cases)| {
        let first = cases
            .first()
            .and_then(|&number| checked.results.get(number));
        let first = first.map_or_else(String::new, |first| first.case.last_part().to_owned());
        Difference {
            cases,
            what,
            place: format!(" ({first})"),
        }
    }));
    differences.sort_by_key(|one| std::cmp::Reverse(one.cases.len()));
    differences
}

fn of_open(open: &Open, checked: Checked<'_>) -> Difference {
    let case = checked.results.get(open.first.case);
    let case = case.map_or("", |result| result.case.last_part());
    let line = match open.first.moment.lines {
        0 => "at the start".to_owned(),
        line => format!("line {line}"),
    };
    let is_told = checked.options.reveal == Reveal::Full;
    let what = if is_told {
        &open.sentence
    } else {
        "It differs."
    };
    Difference {
        cases: open.cases.clone(),
        what: what.to_owned(),
        place: format!(" ({case}, {line})"),
    }
}

/// What is wrong with a case, in a sentence without its place.
fn failure(result: &CaseResult, reveal: Reveal) -> String {
    let Some(first) = result.failures.first() else {
        return result.verdict.name().to_owned();
    };
    match first.difference {
        Some(_) => format!("{} differs", first.artifact.name()),
        None => text::message(first, reveal),
    }
}

/// A line with something behind it if there is room for that, and cut if there is no room
/// for the line itself.
fn in_columns(line: String, behind: &str, columns: usize) -> String {
    const CUT: &str = "...";
    if line.width().saturating_add(behind.width()) <= columns {
        return line + behind;
    }
    if line.width() <= columns {
        return line;
    }
    let mut cut = line;
    while cut.width() + CUT.len() > columns && cut.pop().is_some() {}
    cut + CUT
}

fn cases(count: usize) -> String {
    counted(count, "case", "cases")
}

//! The end of the report for people: what is wrong, most cases first, a line for each
//! cause, what no cause explains, and what to do next. On a terminal it fits the screen
//! as far as that is possible.

use std::collections::BTreeMap;
use std::io;

use rustix::termios::tcgetwinsize;
use unicode_width::UnicodeWidthStr;

use super::causes::{MOST_CAUSES, conclusion, shown_sentence};
use super::check_result::Checked;
use super::options::Reveal;
use super::text;
use crate::compare::diff::{DiffLine, Side};
use crate::compare::result::CaseResult;
use crate::explain::explanation::{Example, Finding, Open, Rest};
use crate::io::visible::{counted, visible};

/// How many causes are listed at least, whether they fit the screen or not.
const LEAST_CAUSES: usize = 3;

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
    /// All that there is to say.
    Whole,
    /// Causes without examples, differences without places.
    Brief,
    /// The same without blank lines, all differences in one row, and so many causes at most.
    Dense(usize),
}

impl Form {
    /// How many causes are listed at most.
    fn most_causes(self) -> usize {
        match self {
            Self::Whole | Self::Brief => MOST_CAUSES,
            Self::Dense(most) => most,
        }
    }
}

/// The summary: what is wrong, and then what to do next. Without a list, only the totals are
/// told, since the details have been printed already.
pub(super) fn lines(
    checked: Checked<'_>,
    has_list: bool,
    next: &[String],
    screen: Option<TerminalSize>,
) -> Vec<String> {
    let Some(screen) = screen else {
        return in_form(checked, has_list, next, Form::Whole, usize::MAX);
    };
    let fewer = (LEAST_CAUSES..=MOST_CAUSES).rev().map(Form::Dense);
    let forms = [Form::Whole, Form::Brief].into_iter().chain(fewer);
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
    let mut list = Vec::new();
    if has_list {
        list = causes(checked, form, columns);
        list.extend(not_explained(checked, form, columns));
    }
    let colon = if list.is_empty() { "" } else { ":" };
    let heading = conclusion(checked.explanation).map(|line| line + colon);
    let mut lines: Vec<String> = heading.into_iter().chain(list).collect();
    if !lines.is_empty() {
        lines.insert(0, String::new());
        if !matches!(form, Form::Dense(_)) && has_list {
            lines.push(String::new());
        }
    }
    lines.extend_from_slice(next);
    lines
}

/// The causes, each on a line of its own, or on several if it has no room on one.
fn causes(checked: Checked<'_>, form: Form, columns: usize) -> Vec<String> {
    let causes = checked.explanation.ranked();
    let width = causes
        .first()
        .map_or(0, |most| cases(most.cases.len()).len());
    let mut lines: Vec<String> = causes
        .iter()
        .take(form.most_causes())
        .enumerate()
        .flat_map(|(index, finding)| {
            let start = format!("{:>2}. {:>width$}: ", index + 1, cases(finding.cases.len()));
            let text = cause(finding, checked.options.reveal, form);
            wrapped(&start, &text, columns)
        })
        .collect();
    if let Some(more @ 1..) = causes.len().checked_sub(form.most_causes()) {
        lines.push(format!(
            "    [{}]",
            counted(more, "more cause", "more causes")
        ));
    }
    lines
}

fn cause(finding: &Finding, reveal: Reveal, form: Form) -> String {
    let sentence = shown_sentence(&finding.wording, reveal);
    let what = if sentence.is_some() {
        finding.wording.in_brief()
    } else {
        &finding.wording.name
    };
    let example = finding
        .example
        .as_ref()
        .filter(|_| reveal == Reveal::Full && form == Form::Whole)
        .map(|example| format!(" ({})", in_short(example)));
    format!("{what}{}", example.unwrap_or_default())
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
    if matches!(form, Form::Dense(_)) && count > 1 {
        let mut cases: Vec<usize> = differences.into_iter().flat_map(|one| one.cases).collect();
        cases.sort_unstable();
        cases.dedup();
        let cases = self::cases(cases.len());
        return vec![format!("not explained: {count} differences in {cases}")];
    }
    let mut lines: Vec<String> = differences
        .into_iter()
        .take(DIFFERENCES)
        .flat_map(|one| {
            let start = format!("not explained, {}: ", cases(one.cases.len()));
            let place = match form {
                Form::Whole => format!(" ({})", one.place),
                Form::Brief | Form::Dense(_) => String::new(),
            };
            wrapped(&start, &(one.what + &place), columns)
        })
        .collect();
    if let Some(more @ 1..) = count.checked_sub(DIFFERENCES) {
        let more = counted(more, "more difference", "more differences");
        lines.push(format!("[{more} not explained]"));
    }
    lines
}

/// Something that no cause explains.
#[derive(Debug)]
pub(crate) struct Difference {
    /// The numbers of the cases in which it shows.
    pub(crate) cases: Vec<usize>,
    /// What differs, in a sentence.
    pub(crate) what: String,
    /// Where it shows first: the case and the line of its input.
    pub(crate) place: String,
    /// What belongs there, in words, if that is known.
    pub(crate) belongs: Option<String>,
    /// Whether it is no more than what is left of cases that have causes.
    pub(crate) is_remainder: bool,
}

/// What no cause explains, most cases first. Of cases that were not looked at, it is what their
/// failures say.
pub(crate) fn differences(checked: Checked<'_>) -> Vec<Difference> {
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
        let mut failures = first.into_iter().flat_map(|first| &first.failures);
        let shown = failures.find_map(|failure| failure.difference.as_ref());
        Difference {
            cases,
            what,
            place: first.map_or_else(String::new, |first| first.case.last_part().to_owned()),
            belongs: shown.and_then(|shown| belongs(&shown.diff)),
            is_remainder: false,
        }
    }));
    differences.sort_by_key(|one| (one.is_remainder, std::cmp::Reverse(one.cases.len())));
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
        place: format!("{case}, {line}"),
        belongs: belongs(&open.first.diff),
        is_remainder: checked.explanation.is_remainder(open),
    }
}

/// What belongs where lines first differ, in words; none if there are no such lines.
fn belongs(diff: &[DiffLine]) -> Option<String> {
    // Of several lines the first that is not blank tells most.
    let of = |side: Side| {
        let lines = diff.iter().filter(|line| line.side == side);
        lines.min_by_key(|line| line.text.is_empty())
    };
    match (of(Side::Expected), of(Side::Found)) {
        (Some(line), _) if line.text.is_empty() => Some("a blank line belongs there".to_owned()),
        (Some(line), _) => Some(format!("`{}` belongs there", line.text)),
        (None, Some(_)) => Some("nothing belongs there".to_owned()),
        (None, None) => None,
    }
}

/// What is wrong with a case, in a sentence without its place.
fn failure(result: &CaseResult, reveal: Reveal) -> String {
    let what = match result.failures.first() {
        None => result.verdict.name().to_owned(),
        Some(first) if first.difference.is_some() => format!("{} differs", first.artifact.name()),
        Some(first) => text::message(first, reveal),
    };
    let mut letters = what.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let rest = letters.as_str().trim_end_matches('.');
    format!("{}{rest}.", first.map(String::from).unwrap_or_default())
}

/// A text behind the start of a line, on as many lines as it needs, those behind the first
/// indented; between words where that is possible.
fn wrapped(start: &str, text: &str, columns: usize) -> Vec<String> {
    /// Where there is less room, a text is left to the terminal.
    const LEAST: usize = 20;
    let indent = start.width();
    let room = columns.saturating_sub(indent);
    if room < LEAST {
        return vec![format!("{start}{text}")];
    }
    let mut lines = Vec::new();
    let mut rest = text;
    while rest.width() > room {
        let ends = rest.char_indices().map(|(index, _)| index);
        let end = ends.take_while(|&end| rest[..end].width() <= room).last();
        let end = end.unwrap_or_default();
        // A space behind the end has room there.
        let space = usize::from(rest[end..].starts_with(' '));
        let (line, next) = match rest[..end + space].rsplit_once(' ') {
            Some((line, _)) if !line.trim().is_empty() => (line, line.len() + 1),
            _ => (&rest[..end], end),
        };
        lines.push(line);
        rest = &rest[next..];
    }
    lines.push(rest);
    let indent = " ".repeat(indent);
    let starts = std::iter::once(start).chain(std::iter::repeat(indent.as_str()));
    let lines = starts
        .zip(lines)
        .map(|(start, line)| format!("{start}{line}"));
    lines.collect()
}

fn cases(count: usize) -> String {
    counted(count, "case", "cases")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_too_long_goes_on_below_its_beginning() {
        let text = "One two three four five six seven.";
        assert_eq!(wrapped("1. ", text, usize::MAX), [format!("1. {text}")]);
        assert_eq!(
            wrapped("1. ", text, 23),
            ["1. One two three four", "   five six seven."]
        );
        // A line may be filled to its end, and a word that is too long is broken.
        assert_eq!(
            wrapped("1. ", "12345678901234567890 23456789012345678901", 23),
            ["1. 12345678901234567890", "   23456789012345678901"]
        );
        assert_eq!(
            wrapped("", "äääääääääääääääääääääääää", 20),
            ["ääääääääääääääääääää", "äääää"]
        );
        assert_eq!(wrapped("1. ", text, 10), [format!("1. {text}")]);
    }
}

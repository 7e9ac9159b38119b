//! Renders the causes of failures as lines of text.

use std::ffi::OsStr;
use std::fmt::Write;

use super::again;
use super::check_result::Checked;
use super::diff_line::DiffLine;
use super::explanation::{Example, Explanation, Finding, Place, Rest, Wording};
use super::options::{Options, Reveal};
use super::text::{self, Legend, ReportLine};
use crate::io::visible::{counted, is_plain};

/// Maximum number of unexplained differences shown in full without `--verbose`.
const OPEN_SHOWN: usize = 5;

/// Maximum number of causes in a list or shown in full.
pub(super) const MOST_CAUSES: usize = 12;

/// Renders all causes and unexplained differences.
pub(crate) fn lines(checked: Checked<'_>, legend: &mut Legend) -> Vec<ReportLine> {
    let mut lines = details(checked, |number, _| number <= MOST_CAUSES, legend);
    let count = checked.explanation.causes().count();
    if let Some(more @ 1..) = count.checked_sub(MOST_CAUSES) {
        let more = counted(more, "more cause", "more causes");
        lines.push(String::new().into());
        lines.push(format!("[{more}: --details NUMBER shows one]").into());
    }
    if checked.options.reveal != Reveal::None {
        lines.extend(not_explained(checked, legend));
    }
    if !lines.is_empty() {
        lines.push(String::new().into());
    }
    lines
}

/// Renders the causes that `is_wanted` selects by number, in full.
pub(super) fn details(
    checked: Checked<'_>,
    is_wanted: impl Fn(usize, &Finding) -> bool,
    legend: &mut Legend,
) -> Vec<ReportLine> {
    let mut lines: Vec<ReportLine> = Vec::new();
    for (index, finding) in checked.explanation.causes().enumerate() {
        if is_wanted(index + 1, finding) {
            lines.push(String::new().into());
            lines.extend(of_finding(index + 1, finding, checked, legend));
        }
    }
    lines
}

/// Renders the unexplained differences.
fn not_explained(checked: Checked<'_>, legend: &mut Legend) -> Vec<ReportLine> {
    let open = &checked.explanation.open;
    let shown = if checked.options.verbose {
        open.len()
    } else {
        OPEN_SHOWN
    };
    let mut lines: Vec<ReportLine> = Vec::new();
    for one in open.iter().take(shown) {
        lines.push(String::new().into());
        let (cases, places) = (
            counted(one.cases.len(), "case", "cases"),
            counted(one.places, "place", "places"),
        );
        let elsewhere = match one.right {
            0 => String::new(),
            right => format!(
                "; in {} it is right",
                counted(right, "other place", "other places")
            ),
        };
        lines.push(format!("not explained: {cases}, {places}{elsewhere}").into());
        if checked.options.reveal == Reveal::Full {
            lines.push(format!("   {}", one.sentence).into());
        }
        lines.extend(first(&one.first, checked, legend));
    }
    if open.len() > shown {
        let more = counted(open.len() - shown, "more difference", "more differences");
        lines.push(String::new().into());
        lines.push(format!("[{more} not explained: --verbose shows all]").into());
    }
    for (&number, rest) in &checked.explanation.rests {
        if matches!(rest, Some(Rest::NotLookedAt)) {
            lines.push(String::new().into());
            lines.extend(not_looked_at(number, checked, legend));
        }
    }
    lines
}

/// Renders the first place of a difference.
fn first(first: &Place, checked: Checked<'_>, legend: &mut Legend) -> Vec<ReportLine> {
    let reveal = checked.options.reveal;
    let Some(result) = checked.results.get(first.case) else {
        return Vec::new();
    };
    let moment = first.moment.describe(&result.case.input_name());
    let mut lines = vec![format!("   Seen in {}, {moment}", result.case.name).into()];
    lines.extend(diff(&first.diff, reveal, "   ", legend));
    lines
}

fn of_finding(
    number: usize,
    finding: &Finding,
    checked: Checked<'_>,
    legend: &mut Legend,
) -> Vec<ReportLine> {
    let reveal = checked.options.reveal;
    let (wording, cases) = (
        &finding.wording,
        counted(finding.cases.len(), "case", "cases"),
    );
    let places = counted(finding.places, "place", "places");
    let mut lines = vec![format!("{number}. {}: {cases}, {places}", wording.name).into()];
    if let Some(sentence) = shown_sentence(&finding.wording, reveal) {
        lines.push(format!("   {sentence}").into());
        lines.push(format!("   The rule: {}", wording.rule).into());
    }
    if reveal != Reveal::None {
        lines.extend(first(&finding.first, checked, legend));
    }
    if let (Some(example), Reveal::Full) = (&finding.example, reveal) {
        lines.extend(of_example(example, checked.options, legend));
    }
    lines
}

/// Renders the command that shows a cause, and its output.
fn of_example(example: &Example, options: &Options, legend: &mut Legend) -> Vec<ReportLine> {
    let line = format!("   In short: {}", to_paste(example, options));
    let mut lines = vec![line.into()];
    lines.extend(diff(&example.diff, Reveal::Full, "   ", legend));
    lines
}

/// Returns the shell command that plays an example; `PROGRAM` stands for a program whose command has placeholders.
pub(crate) fn to_paste(example: &Example, options: &Options) -> String {
    let quoted = |text: &str| again::quoted(OsStr::new(text));
    let print = |lines: &str| {
        // A word that starts with a hyphen would be an option.
        let options = if lines.starts_with('-') { "-- " } else { "" };
        format!("printf {options}{}", quoted(lines))
    };
    let seed = match format_of(&example.seed) {
        seed if seed == example.seed => format!("echo {}", quoted(&seed)),
        seed => print(&format!("{seed}\\n")),
    };
    // Another place of the seed may be inside quotes.
    let own = options
        .program
        .as_deref()
        .and_then(|program| program.strip_suffix(" {seed}"));
    let own = own.filter(|program| !program.contains('{'));
    let program = format!("{} <({seed})", own.unwrap_or("PROGRAM"));
    if example.input.is_empty() {
        return format!("{program} < /dev/null");
    }
    let lines = example.input.iter();
    let lines: String = lines.map(|line| format_of(line) + "\\n").collect();
    format!("{} | {program}", print(&lines))
}

/// Returns the format string that makes `printf` print a text. Invisible characters are escaped
/// because a word of a shell cannot contain a NUL.
fn format_of(text: &str) -> String {
    let mut format = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => format.push_str(r"\\"),
            '%' => format.push_str("%%"),
            '\t' => format.push_str(r"\t"),
            letter if is_plain(letter) => format.push(letter),
            letter => {
                for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                    // Writing to a `String` always succeeds.
                    let _ = write!(format, r"\{byte:03o}");
                }
            }
        }
    }
    format
}

/// Returns the sentence of a cause, if it may be shown.
pub(crate) fn shown_sentence(wording: &Wording, reveal: Reveal) -> Option<&str> {
    let may_be_shown = match reveal {
        Reveal::Full => true,
        Reveal::Actual => !wording.tells_expected,
        Reveal::None => false,
    };
    may_be_shown.then_some(wording.sentence.as_str())
}

/// Renders the failures of a case that was not analysed.
fn not_looked_at(number: usize, checked: Checked<'_>, legend: &mut Legend) -> Vec<ReportLine> {
    let Some(result) = checked.results.get(number) else {
        return Vec::new();
    };
    let details = text::details(result, checked.options.reveal, legend).into_iter();
    let heading = format!("{}: not explained", result.case.name).into();
    let details = details.map(|line| ReportLine {
        text: format!("   {}", line.text),
        ..line
    });
    [heading].into_iter().chain(details).collect()
}

/// Renders the lines of a diff that may be shown.
pub(crate) fn diff(
    lines: &[DiffLine],
    reveal: Reveal,
    indent: &str,
    legend: &mut Legend,
) -> Vec<ReportLine> {
    let mut shown: Vec<ReportLine> = text::diff_lines(lines, reveal).collect();
    if shown.is_empty() {
        return shown;
    }
    for line in &mut shown {
        line.text = format!("{indent}  {}", line.text);
    }
    if let Some(legend) = legend.take(reveal) {
        shown.insert(0, format!("{indent}{}", legend.text).into());
    }
    shown
}

/// Renders a line for each cause of a case.
pub(super) fn of_case(explanation: &Explanation, number: usize, reveal: Reveal) -> Vec<String> {
    let findings = explanation.causes_of(number);
    let line = |finding: &Finding| match shown_sentence(&finding.wording, reveal) {
        Some(sentence) => format!("cause: {}: {sentence}", finding.wording.name),
        None => format!("cause: {}", finding.wording.name),
    };
    findings.map(line).collect()
}

/// Counts the causes and the explained cases in words.
pub(super) fn conclusion(explanation: &Explanation) -> Option<String> {
    let failing = explanation.rests.len();
    let (whole, part) = (explanation.explained(), explanation.explained_in_part());
    let noun = if failing == 1 { "case" } else { "cases" };
    let causes = counted(explanation.causes().count(), "cause", "causes");
    let in_part = match part {
        0 => String::new(),
        part => format!(", {part} in part"),
    };
    let not = match failing - whole - part {
        0 => String::new(),
        not => format!(", {not} not"),
    };
    let line = format!(
        "{causes}: {whole} of {failing} failing {noun} explained to the byte{in_part}{not}"
    );
    (failing > 0).then_some(line)
}

/// Renders the causes and the failures of the case with this index.
pub(super) fn texts(number: usize, checked: Checked<'_>) -> [String; 2] {
    let reveal = checked.options.reveal;
    let Some(result) = checked.results.get(number) else {
        return [String::new(), String::new()];
    };
    let causes = of_case(checked.explanation, number, reveal).into_iter();
    let details = text::details(result, reveal, &mut Legend::default()).into_iter();
    [
        causes.map(|line| line + "\n").collect(),
        details.map(|line| line.text + "\n").collect(),
    ]
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn what_is_pasted_is_what_is_typed() {
        let lines = ["- 100%", "a'b\\n", "\0", "\u{200b}\t\u{85}", "\u{df}"];
        let example = Example {
            seed: "5 5 1\u{1} 0 0".to_owned(),
            input: lines.map(str::to_owned).to_vec(),
            diff: Vec::new(),
        };
        let options = Options {
            program: Some("cat - {seed}".to_owned()),
            ..Options::default()
        };
        let line = to_paste(&example, &options);
        let printed = Command::new("bash").args(["-c", &line]).output();
        let printed = printed.expect("bash").stdout;
        let expected = format!("{}\n{}\n", lines.join("\n"), example.seed);
        assert_eq!(String::from_utf8_lossy(&printed), expected);
        for command in ["sh -c 'cat {seed}' x", "./{submission}/x {seed}"] {
            let options = Options {
                program: Some(command.to_owned()),
                ..Options::default()
            };
            assert!(
                to_paste(&example, &options).contains("PROGRAM"),
                "{command}"
            );
        }
    }
}

//! The lines in which two outputs differ. They are compared first and cut
//! afterwards, and every cut says how much it leaves out.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices_deadline};

use super::tolerance::{Tolerances, first_difference, last_lines, lines};
use crate::edition::row::OutputFormat;
use crate::io::visible::{self, visible};

/// How many lines before a difference are shown, and how many between two of
/// them.
const CONTEXT: usize = 2;

/// How many equal lines between two differences are shown without a cut.
const BETWEEN: usize = 7;

/// How many lines are compared, from the first that differs on.
const COMPARED: usize = 4_000;

/// How long the shortest way from one output to the other is looked for. What
/// is found then is true too, but may be longer.
const LONGEST_SEARCH: Duration = Duration::from_millis(200);

/// How much of a diff is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Of a longer run of lines, how many of the first ones are shown ...
    run_start: usize,
    /// ... and how many of the last ones: an exception is named in its first
    /// line, and what it ends with says where it began.
    run_end: usize,
    /// How many lines are shown in pairs, where as many were found as are
    /// expected.
    pairs: usize,
    /// How many differences are shown.
    differences: usize,
    /// Whether more may have been found than there is to be shown.
    found_more: bool,
}

impl Extent {
    /// All that one may want to see of a case.
    pub(crate) const FULL: Self = Self {
        run_start: 10,
        run_end: 3,
        pairs: 8,
        differences: 3,
        found_more: false,
    };

    /// An example.
    pub(crate) const SHORT: Self = Self {
        run_start: 4,
        run_end: 2,
        pairs: 3,
        differences: 2,
        found_more: false,
    };
}

/// A line of a diff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct DiffLine {
    /// What the line is.
    pub(crate) side: Side,
    /// The line, made visible.
    pub(crate) text: String,
}

/// What a line of a diff is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Side {
    /// It is the same in both, as far as differences are not tolerated.
    Both,
    /// It is expected, and not found.
    Expected,
    /// It is found, and not expected.
    Found,
    /// It marks the place where the two lines above it begin to differ.
    Place,
    /// It says how much is left out.
    Cut,
}

impl Side {
    /// The sign before the line.
    pub(crate) fn sign(self) -> char {
        match self {
            Self::Both | Self::Place | Self::Cut => ' ',
            Self::Expected => '-',
            Self::Found => '+',
        }
    }
}

/// Two outputs, from the beginning of the first lines that differ on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outputs<'run> {
    /// What is expected.
    pub(crate) expected: &'run [u8],
    /// Where the line begins in it.
    pub(crate) here: usize,
    /// What was found.
    pub(crate) found: &'run [u8],
    /// Where the line begins in it.
    pub(crate) there: usize,
    /// How many lines are known to be missing there, ...
    pub(crate) missing: usize,
    /// ... or to be too many, where equal lines would not tell which.
    pub(crate) extra: usize,
}

/// The differences of two outputs, with some lines before them. What is
/// tolerated is shown as it was found.
pub(crate) fn diff(
    outputs: Outputs<'_>,
    tolerances: &Tolerances,
    output_format: &OutputFormat,
    extent: Extent,
) -> Vec<DiffLine> {
    let all_old = lines(&outputs.expected[outputs.here..]);
    let all_new = lines(&outputs.found[outputs.there..]);
    let (old_count, new_count) = (all_old.clone().count(), all_new.clone().count());
    let old: Vec<&[u8]> = all_old.take(COMPARED).collect();
    let new: Vec<&[u8]> = all_new.take(COMPARED).collect();
    let (missing, old) = old.split_at(outputs.missing.min(old.len()));
    let (extra, new) = new.split_at(outputs.extra.min(new.len()));
    let keys = |lines: &[&[u8]]| -> Vec<Vec<u8>> {
        lines
            .iter()
            .map(|line| tolerances.reduce(output_format, line))
            .collect()
    };
    let operations = operations(&keys(old), &keys(new));
    let mut shown: Vec<DiffLine> = last_lines(&outputs.expected[..outputs.here], CONTEXT)
        .into_iter()
        .map(both)
        .collect();
    let mut differences = 0;
    if !missing.is_empty() || !extra.is_empty() {
        differences += 1;
        show_difference(missing, extra, extent, &mut shown);
    }
    let mut left_out = 0;
    for operation in &operations {
        let (old, new) = (&old[operation.old_range()], &new[operation.new_range()]);
        if let DiffOp::Equal { .. } = operation {
            if differences < extent.differences {
                show_equal(new, &mut shown);
            }
            continue;
        }
        differences += 1;
        if differences <= extent.differences {
            show_difference(old, new, extent, &mut shown);
        } else {
            left_out += old.len().max(new.len());
        }
    }
    // After the last difference, equal lines say nothing.
    let says_nothing = |line: &DiffLine| matches!(line.side, Side::Both | Side::Cut);
    if let Some(DiffOp::Equal { .. }) = operations.last() {
        while differences > 0 && shown.last().is_some_and(says_nothing) {
            shown.pop();
        }
    }
    let uncompared = old_count.max(new_count).saturating_sub(COMPARED);
    if left_out > 0 {
        cut(left_out, "different", &mut shown);
    }
    if uncompared > 0 {
        cut(uncompared, "not compared", &mut shown);
    }
    shown
}

/// What has to be done to make one sequence of the other.
pub(super) fn operations<T: Hash + Eq>(old: &[T], new: &[T]) -> Vec<DiffOp> {
    // Equal ones get the same number, and only numbers are compared: that is faster, and
    // what compares is compiled once.
    let mut numbers = HashMap::new();
    let mut number = |item| {
        let next = numbers.len();
        *numbers.entry(item).or_insert(next)
    };
    let old: Vec<usize> = old.iter().map(&mut number).collect();
    let new: Vec<usize> = new.iter().map(&mut number).collect();
    let until = Instant::now() + LONGEST_SEARCH;
    capture_diff_slices_deadline(Algorithm::Myers, &old, &new, Some(until))
}

/// Two short texts, one in the place of the other. Of a flood of lines that were found, which
/// is not whole, not all may be there. What is tolerated is no difference.
pub(crate) fn of_texts(
    expected: &[u8],
    found: &[u8],
    is_whole: bool,
    tolerances: &Tolerances,
    output_format: &OutputFormat,
) -> Vec<DiffLine> {
    let outputs = Outputs {
        expected,
        here: 0,
        found,
        there: 0,
        missing: 0,
        extra: 0,
    };
    let extent = Extent {
        found_more: !is_whole,
        ..Extent::SHORT
    };
    diff(outputs, tolerances, output_format, extent)
}

/// Shows lines between two differences; if they are many, some of them.
fn show_equal(lines: &[&[u8]], shown: &mut Vec<DiffLine>) {
    if lines.len() <= BETWEEN {
        shown.extend(lines.iter().map(|line| both(line)));
        return;
    }
    let (start, rest) = lines.split_at(lines.len().min(CONTEXT));
    let (between, end) = rest.split_at(rest.len().saturating_sub(CONTEXT));
    shown.extend(start.iter().map(|line| both(line)));
    cut(between.len(), "equal", shown);
    shown.extend(end.iter().map(|line| both(line)));
}

/// Shows lines that are expected and those that were found in their place. As
/// many as there are on both sides stand in pairs.
fn show_difference(old: &[&[u8]], new: &[&[u8]], extent: Extent, shown: &mut Vec<DiffLine>) {
    if old.len() == new.len() {
        for (old, new) in old.iter().zip(new).take(extent.pairs) {
            show_pair(old, new, shown);
        }
        cut(old.len().saturating_sub(extent.pairs), "different", shown);
        return;
    }
    show_run(Side::Expected, old, extent, shown);
    show_run(Side::Found, new, extent, shown);
}

/// Shows a line and the one that was found in its place, and where they begin
/// to differ.
fn show_pair(old: &[u8], new: &[u8], shown: &mut Vec<DiffLine>) {
    let at = first_difference(old, new);
    let (from, cut) = visible::start_around(old, at);
    for (side, line) in [(Side::Expected, old), (Side::Found, new)] {
        let text = cut.to_owned() + &changed(&line[from.min(line.len())..]);
        shown.push(DiffLine { side, text });
    }
    let before = cut.chars().count() + visible::width_with_dots(&old[from..], at - from);
    shown.push(DiffLine {
        side: Side::Place,
        text: format!("{:before$}^", ""),
    });
}

/// Shows a run of lines of one side; if it is long, its start and its end.
fn show_run(side: Side, lines: &[&[u8]], extent: Extent, shown: &mut Vec<DiffLine>) {
    let line = |line: &&[u8]| DiffLine {
        side,
        text: changed(line),
    };
    if lines.len() <= extent.run_start + extent.run_end + 1 {
        shown.extend(lines.iter().map(line));
        return;
    }
    let (start, rest) = lines.split_at(extent.run_start);
    let (between, end) = rest.split_at(rest.len() - extent.run_end);
    let what = if side == Side::Expected {
        EXPECTED
    } else {
        "found"
    };
    shown.extend(start.iter().map(line));
    let least = if extent.found_more && side == Side::Found {
        "at least "
    } else {
        ""
    };
    cut_of(least, between.len(), what, shown);
    shown.extend(end.iter().map(line));
}

/// What is left out of what is expected.
const EXPECTED: &str = "expected";

impl DiffLine {
    /// Whether it tells what is expected, or only has a meaning beside that.
    pub(crate) fn tells_expected(&self) -> bool {
        match self.side {
            Side::Expected | Side::Place => true,
            Side::Cut => self.text.ends_with(&format!(": {EXPECTED}]")),
            Side::Both | Side::Found => false,
        }
    }
}

/// Says how much is left out.
fn cut(count: usize, what: &str, shown: &mut Vec<DiffLine>) {
    cut_of("", count, what, shown);
}

/// The same, with a word before the number.
fn cut_of(before: &str, count: usize, what: &str, shown: &mut Vec<DiffLine>) {
    let lines = if count == 1 { "line" } else { "lines" };
    if count > 0 {
        shown.push(DiffLine {
            side: Side::Cut,
            text: format!("[{before}{count} {lines} left out: {what}]"),
        });
    }
}

/// A line that is the same in both.
pub(crate) fn both(line: &[u8]) -> DiffLine {
    DiffLine {
        side: Side::Both,
        text: visible(line),
    }
}

/// A line that differs, with its spaces shown as dots, and a missing end told.
fn changed(line: &[u8]) -> String {
    let end = if line.ends_with(b"\n") {
        ""
    } else {
        "  [no newline at the end]"
    };
    visible::with_dots(line) + end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::random::Random;

    const OUTPUT_FORMAT: OutputFormat = OutputFormat::of_prompts(&[]);

    fn shown(expected: &str, found: &str) -> Vec<String> {
        let tolerances = Tolerances::default();
        let (here, there) =
            tolerances.first_wrong_line(&OUTPUT_FORMAT, expected.as_bytes(), found.as_bytes());
        let outputs = Outputs {
            expected: expected.as_bytes(),
            here,
            found: found.as_bytes(),
            there,
            missing: 0,
            extra: 0,
        };
        let lines = diff(outputs, &tolerances, &OUTPUT_FORMAT, Extent::FULL).into_iter();
        lines
            .map(|line| format!("{}{}", line.side.sign(), line.text))
            .collect()
    }

    /// Lines that differ in their numbers.
    fn numbered(name: &str, count: usize) -> String {
        let lines: Vec<String> = (0..count)
            .map(|number| format!("{name}{number}\n"))
            .collect();
        lines.concat()
    }

    #[test]
    fn a_pure_insertion_shows_nothing_as_missing_and_the_other_way_round() {
        let long = numbered("line ", 40);
        assert_eq!(shown(&long, &("\n".to_owned() + &long)), ["+"]);
        assert_eq!(shown(&("\n".to_owned() + &long), &long), ["-"]);
        assert_eq!(shown("a\nb\nc\n", "a\nb\nx y\nc\n"), [" a", " b", "+x·y"]);
    }

    #[test]
    fn a_changed_character_is_a_pair_with_its_place() {
        assert_eq!(
            shown("a\nbcd e\nf\n", "a\nbcx e\nf\n"),
            [" a", "-bcd·e", "+bcx·e", "   ^"]
        );
        assert_eq!(
            shown("a", "a\n"),
            ["-a  [no newline at the end]", "+a", "  ^"]
        );
    }

    #[test]
    fn cuts_say_how_much_they_leave_out() {
        let found = shown("a\n", &("a\n".to_owned() + &numbered("x", 30)));
        assert_eq!(found.len(), 1 + 10 + 1 + 3);
        assert_eq!(found[11], " [17 lines left out: found]");
        assert_eq!(found[14], "+x29");

        let text = numbered("x", 30);
        let shortened = of_texts(
            b"",
            text.as_bytes(),
            false,
            &Tolerances::default(),
            &OutputFormat::of_prompts(&[]),
        );
        assert_eq!(shortened[4].text, "[at least 24 lines left out: found]");

        let same = numbered("same", 9);
        let found = shown(
            &("a\n".to_owned() + &same + "b\n"),
            &("c\n".to_owned() + &same + "d\n"),
        );
        assert_eq!(
            found,
            [
                "-a",
                "+c",
                " ^",
                " same0",
                " same1",
                " [5 lines left out: equal]",
                " same7",
                " same8",
                "-b",
                "+d",
                " ^"
            ]
        );
        let many = |end: &str| numbered("", 5).replace('\n', &format!("{end}\nsame\n"));
        assert_eq!(
            shown(&many("a"), &many("b")).last().map(String::as_str),
            Some(" [2 lines left out: different]")
        );
    }

    #[test]
    fn a_diff_gives_both_sides_back() {
        let mut random = Random::seeded(9);
        let mut draw = |count: u64| -> Vec<String> {
            let length = random.below(count);
            (0..length)
                .map(|_| format!("line {}", random.below(3)))
                .collect()
        };
        for _ in 0..2_000 {
            let (expected, found) = (draw(6), draw(6));
            let text = |lines: &[String]| -> String {
                lines.iter().map(|line| line.clone() + "\n").collect()
            };
            let diff = shown(&text(&expected), &text(&found));
            if diff.iter().any(|line| line.contains("left out")) || expected == found {
                continue;
            }
            let side = |sign: char| -> Vec<String> {
                let of_side = diff.iter().filter(|line| !line.contains('^'));
                let of_side = of_side
                    .filter_map(|line| line.strip_prefix(sign).or_else(|| line.strip_prefix(' ')));
                of_side.map(|line| line.replace('·', " ")).collect()
            };
            let holds = |all: &[String], part: &[String]| {
                part.is_empty() || all.windows(part.len()).any(|window| window == part)
            };
            assert!(
                holds(&expected, &side('-')),
                "{expected:?} {found:?} {diff:?}"
            );
            assert!(holds(&found, &side('+')), "{expected:?} {found:?} {diff:?}");
            let is_inserted = |less: &[String], more: &[String]| {
                let mut rest = more.iter();
                less.iter().all(|line| rest.any(|other| other == line))
            };
            let has = |sign: char| diff.iter().any(|line| line.starts_with(sign));
            assert!(!is_inserted(&expected, &found) || !has('-'), "{diff:?}");
            assert!(!is_inserted(&found, &expected) || !has('+'), "{diff:?}");
        }
    }

    #[test]
    fn what_looks_alike_is_told_apart() {
        assert_eq!(shown("a b\n", "a·b\n"), ["-a·b", "+a\\u{b7}b", "  ^"]);
        assert_eq!(shown("a\r\n", "a\\r\n"), ["-a\\r", "+a\\\\r", "  ^"]);
        for invisible in [
            '\u{ad}', '\u{34f}', '\u{61c}', '\u{3164}', '\u{2800}', '\u{feff}',
        ] {
            let found = shown("ab\n", &format!("a{invisible}b\n"));
            assert_eq!(found[1], format!("+a\\u{{{:x}}}b", u32::from(invisible)));
        }
    }
}

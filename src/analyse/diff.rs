//! Line diffs of two outputs. The outputs are compared first and shortened afterwards. A line in
//! place of each cut shows the number of lines left out.

use std::collections::HashMap;

use similar::{
    DiffOp,
    algorithms::{Capture, Compact, Replace, myers},
};

use super::{
    steps,
    text::{first_difference, last_lines, lines},
    tolerance::Tolerances,
};
use crate::{
    edition::OutputFormat,
    io::{counted, visible},
    report::{DiffLine, Side},
};

/// Number of equal lines to show before a difference, and at both ends of a gap between two
/// differences.
const CONTEXT: usize = 2;

/// Maximum number of equal lines between two differences to show without a cut.
const MAX_BETWEEN: usize = 7;

/// Maximum number of lines to compare.
const MAX_COMPARED: usize = 2_000;

/// Maximum number of differences to show.
const MAX_DIFFERENCES: usize = 2;

/// Maximum number of line pairs to show of a difference with equally many lines on both sides.
const MAX_PAIRS: usize = 6;

/// Numbers of first and last lines to show of a long run of missing or extra lines.
const RUN_START: usize = 6;
const RUN_END: usize = 2;

/// Returns a diff of the expected and the found output, from the offsets `here` and `there` on, with
/// some lines of context. Lines with tolerated differences are shown as they were found.
pub fn diff(
    [(expected, here), (found, there)]: [(&[u8], usize); 2],
    tolerances: &Tolerances,
    format: &OutputFormat,
) -> Vec<DiffLine> {
    let reduced = |line: &[u8]| tolerances.reduce(format, line);
    let texts = [&expected[here..], &found[there..]];
    let [old_count, new_count] = texts.map(|text| lines(text).count());
    let uncompared = old_count.max(new_count).saturating_sub(MAX_COMPARED);
    let [old, new] = texts.map(|text| lines(text).take(MAX_COMPARED).collect::<Vec<_>>());
    // Indices compare faster than lines.
    let mut indices = HashMap::new();
    let [old_keys, new_keys] = [&old, &new].map(|lines| -> Vec<usize> {
        let keys = lines.iter().map(|line| {
            let next = indices.len();
            *indices.entry(reduced(line)).or_insert(next)
        });
        keys.collect()
    });
    steps::count_in_tests(old.len() + new.len());
    // `similar::capture_diff_slices` would also compile five algorithms that are not used.
    let mut hook = Compact::new(Replace::new(Capture::new()), &old_keys, &new_keys);
    let Ok(()) = myers::diff(&mut hook, &old_keys, 0..old.len(), &new_keys, 0..new.len());
    let operations = hook.into_inner().into_inner().into_ops();
    let [other, before] = [&expected[..here], &found[..there]].map(|it| last_lines(it, CONTEXT));
    let pairs = other.iter().rev().zip(before.iter().rev());
    let equal_pairs = pairs.take_while(|(other, line)| reduced(other) == reduced(line));
    let before = &before[before.len() - equal_pairs.count()..];
    let mut diff = run(Side::Both, before, [CONTEXT, 0, CONTEXT]);
    let mut differences = 0;
    let mut left_out = 0;
    for operation in &operations {
        let (old, new) = (&old[operation.old_range()], &new[operation.new_range()]);
        if let DiffOp::Equal { .. } = operation {
            if differences < MAX_DIFFERENCES {
                diff.extend(run(Side::Both, new, [CONTEXT, CONTEXT, MAX_BETWEEN]));
            }
            continue;
        }
        differences += 1;
        if differences <= MAX_DIFFERENCES {
            diff.extend(difference(old, new));
        } else {
            left_out += old.len().max(new.len());
        }
    }
    // Equal lines after the last difference are noise.
    if differences > 0 && matches!(operations.last(), Some(DiffOp::Equal { .. })) {
        while diff.pop_if(|line| line.side == Side::Both).is_some() {}
    }
    diff.extend(cut(left_out, Side::Both, ": different"));
    diff.extend(cut(uncompared, Side::Both, ": not compared"));
    diff
}

/// Returns lines of one side. If there are more than `most`, returns the `first` and the `last` ones
/// with a cut in between.
fn run(side: Side, lines: &[&[u8]], [first, last, most]: [usize; 3]) -> Vec<DiffLine> {
    let all = lines.len();
    let (start, end) = if all > most {
        (first, all - last)
    } else {
        (all, all)
    };
    let diff_line = |line: &&[u8]| {
        let text = match side {
            Side::Both => visible(line),
            _ => changed(line),
        };
        DiffLine { side, text }
    };
    let mut run: Vec<_> = lines[..start].iter().map(diff_line).collect();
    run.extend(cut(end - start, side, ""));
    run.extend(lines[end..].iter().map(diff_line));
    run
}

/// Returns expected lines and the lines found in their place: in pairs if there are equally many.
fn difference(old: &[&[u8]], new: &[&[u8]]) -> Vec<DiffLine> {
    if old.len() == new.len() {
        let pairs = old.iter().zip(new).take(MAX_PAIRS);
        let more = old.len().saturating_sub(MAX_PAIRS);
        pairs
            .flat_map(|(old, new)| pair(old, new))
            .chain(cut(more, Side::Both, ": different"))
            .collect()
    } else {
        let limits = [RUN_START, RUN_END, RUN_START + RUN_END + 1];
        [
            run(Side::Expected, old, limits),
            run(Side::Found, new, limits),
        ]
        .concat()
    }
}

/// Returns two lines, and a mark below the column in which they first differ.
fn pair(old: &[u8], new: &[u8]) -> [DiffLine; 3] {
    let at = first_difference(old, new);
    let (from, dots) = visible::start_around(old, at);
    let width = dots.chars().count() + visible::width_with_dots(&old[from..], at - from);
    let text = |line: &[u8]| dots.to_owned() + &changed(&line[from.min(line.len())..]);
    [
        (Side::Expected, text(old)),
        (Side::Found, text(new)),
        (Side::Place, format!("{:width$}^", "")),
    ]
    .map(|(side, text)| DiffLine { side, text })
}

/// Returns a line with the number of lines left out of a side, if there are any, and the reason.
fn cut(count: usize, side: Side, why: &str) -> Option<DiffLine> {
    let text = || format!("[{} left out{why}]", counted(count, "line", "lines"));
    (count > 0).then(|| DiffLine { side, text: text() })
}

/// Returns a differing line with dots for its spaces, and a note if its line feed is missing.
fn changed(line: &[u8]) -> String {
    let note = "  [no newline at the end]";
    visible::with_dots(line) + if line.ends_with(b"\n") { "" } else { note }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analyse::Tolerance, field::Random};

    const OUTPUT_FORMAT: OutputFormat = OutputFormat::of_prompts(&[]);

    /// Returns the lines of a diff, each after its sign.
    fn diff_lines(expected: &str, found: &str) -> Vec<String> {
        let tolerances = Tolerances::default();
        let (here, there) =
            tolerances.first_wrong_line(&OUTPUT_FORMAT, expected.as_bytes(), found.as_bytes());
        let outputs = [(expected.as_bytes(), here), (found.as_bytes(), there)];
        diff(outputs, &tolerances, &OUTPUT_FORMAT)
            .into_iter()
            .map(|line| format!("{}{}", line.side.sign(), line.text))
            .collect()
    }

    /// Returns lines with consecutive numbers.
    fn numbered(name: &str, count: usize) -> String {
        let lines: Vec<String> = (0..count)
            .map(|number| format!("{name}{number}\n"))
            .collect();
        lines.concat()
    }

    #[test]
    fn insertion_has_no_missing_lines_and_deletion_no_extra_lines() {
        let long = numbered("line ", 40);
        assert_eq!(diff_lines(&long, &("\n".to_owned() + &long)), ["+"]);
        assert_eq!(diff_lines(&("\n".to_owned() + &long), &long), ["-"]);
        assert_eq!(
            diff_lines("a\nb\nc\n", "a\nb\nx y\nc\n"),
            [" a", " b", "+x·y"]
        );
    }

    #[test]
    fn changed_character_is_a_pair_of_lines_with_a_mark_below() {
        assert_eq!(
            diff_lines("a\nbcd e\nf\n", "a\nbcx e\nf\n"),
            [" a", "-bcd·e", "+bcx·e", "   ^"]
        );
        assert_eq!(
            diff_lines("a", "a\n"),
            ["-a  [no newline at the end]", "+a", "  ^"]
        );
    }

    #[test]
    fn context_is_shown_as_it_was_found_if_both_sides_agree() {
        let tolerances = Tolerances::new(vec![Tolerance::Crlf]);
        let outputs = [(&b"x\na\nb\n"[..], 4), (&b"y\na\r\nc\n"[..], 5)];
        let diff = diff(outputs, &tolerances, &OUTPUT_FORMAT);
        let lines = diff.iter().map(|line| line.text.as_str());
        assert_eq!(lines.collect::<Vec<_>>(), ["a\\r", "b", "c", "^"]);
    }

    #[test]
    fn cuts_show_numbers_of_lines() {
        let diff = diff_lines("a\n", &("a\n".to_owned() + &numbered("x", 30)));
        assert_eq!(diff.len(), 1 + 6 + 1 + 2);
        assert_eq!(diff[7], "+[22 lines left out]");
        assert_eq!(diff[9], "+x29");

        let same = numbered("same", 9);
        let diff = diff_lines(
            &("a\n".to_owned() + &same + "b\n"),
            &("c\n".to_owned() + &same + "d\n"),
        );
        assert_eq!(
            diff,
            [
                "-a",
                "+c",
                " ^",
                " same0",
                " same1",
                " [5 lines left out]",
                " same7",
                " same8",
                "-b",
                "+d",
                " ^"
            ]
        );
        let many = |end: &str| numbered("", 5).replace('\n', &format!("{end}\nsame\n"));
        assert_eq!(
            diff_lines(&many("a"), &many("b"))
                .last()
                .map(String::as_str),
            Some(" [3 lines left out: different]")
        );
    }

    #[test]
    fn signs_match_the_compared_texts() {
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
            let diff = diff_lines(&text(&expected), &text(&found));
            if diff.iter().any(|line| line.contains("left out")) || expected == found {
                continue;
            }
            // Both sides of the diff are parts of the texts.
            let side = |sign: char| -> Vec<String> {
                diff.iter()
                    .filter(|line| !line.contains('^'))
                    .filter_map(|line| line.strip_prefix(sign).or_else(|| line.strip_prefix(' ')))
                    .map(|line| line.replace('·', " "))
                    .collect()
            };
            let holds = |all: &[String], part: &[String]| {
                part.is_empty() || all.windows(part.len()).any(|window| window == part)
            };
            assert!(
                holds(&expected, &side('-')),
                "{expected:?} {found:?} {diff:?}"
            );
            assert!(holds(&found, &side('+')), "{expected:?} {found:?} {diff:?}");
            // A text with only insertions lacks no line.
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
    fn characters_that_look_alike_are_shown_differently() {
        assert_eq!(diff_lines("a b\n", "a·b\n"), ["-a·b", "+a\\u{b7}b", "  ^"]);
        assert_eq!(diff_lines("a\r\n", "a\\r\n"), ["-a\\r", "+a\\\\r", "  ^"]);
        for invisible in [
            '\u{ad}', '\u{34f}', '\u{61c}', '\u{3164}', '\u{2800}', '\u{feff}',
        ] {
            let diff = diff_lines("ab\n", &format!("a{invisible}b\n"));
            assert_eq!(diff[1], format!("+a\\u{{{:x}}}b", u32::from(invisible)));
        }
    }
}

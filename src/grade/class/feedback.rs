//! What a student may see of a submission, as a text.

use std::fmt::Write;

use super::graded::{Graded, Standing};
use crate::cases::points::Points;
use crate::compare::result::CaseResult;
use crate::report::causes;
use crate::report::checked::Checked;
use crate::report::options::Reveal;
use crate::report::text::Legend;

/// The text. Of cases that are not visible it tells no more than how many there
/// are: their points are in no sum.
pub(crate) fn feedback(graded: &Graded, checked: Checked<'_>) -> String {
    let results = checked.results.iter();
    let (shown, secret): (Vec<&CaseResult>, Vec<&CaseResult>) =
        results.partition(|result| result.case.about.is_visible());
    let mut text = format!("{}\n", graded.name);
    if secret.is_empty() {
        if let Some(points) = graded.points {
            let _ = writeln!(text, "{points} of {} points", graded.max_points);
        }
    } else {
        let points: Points = shown.iter().map(|result| result.points()).sum();
        let most: Points = shown
            .iter()
            .map(|result| result.case.about.worth.most())
            .sum();
        let _ = writeln!(
            text,
            "{points} of {most} points in the cases that are shown"
        );
    }
    text += "\n";
    if graded.standing != Standing::Graded {
        text += graded.standing.name();
        text += "\n";
        if checked.options.reveal != Reveal::None {
            text += &graded.reason.join("\n");
            text += "\n";
        }
    }
    for result in shown {
        text += &line(result);
    }
    if !secret.is_empty() {
        let _ = writeln!(text, "[cases that are not shown: {}]", secret.len());
    }
    for line in causes::lines(checked, &mut Legend::default()) {
        text += &line.text;
        text += "\n";
    }
    text
}

/// A case in one line.
fn line(result: &CaseResult) -> String {
    let about = &result.case.about;
    let name = result.case.last_part();
    let title = about.title.iter().map(|title| format!(": {title}"));
    let sign = if result.passed() { "ok  " } else { "FAIL" };
    let verdict = if result.passed() {
        String::new()
    } else {
        format!(" - {}", result.verdict.name())
    };
    let (earned, most) = (result.points(), about.worth.most());
    let title: String = title.collect();
    format!("{sign} {name}{title}{verdict} ({earned} of {most})\n")
}

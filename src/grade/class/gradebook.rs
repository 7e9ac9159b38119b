//! Renders `gradebook.csv`, with a row for each submission.

use super::record::{Class, Graded};
use crate::cases::points::Points;

/// Renders the gradebook.
pub(super) fn render(class: &Class, all: &[Graded]) -> Vec<u8> {
    let mut head = vec!["submission", "verdict", "points", "maximum"];
    head.extend(class.cases.iter().map(|case| case.name.as_str()));
    head.extend(["causes", "repeats"]);
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().map(str::to_owned).collect()];
    for graded in all {
        let mut row = vec![
            graded.name.clone(),
            graded.outcome.name(),
            text(graded.points),
            class.max_points().to_string(),
        ];
        for case in 0..class.cases.len() {
            row.push(text(graded.results.cases.get(case).map(|it| it.points)));
        }
        row.push(causes(graded));
        row.push(graded.repeats().to_string());
        rows.push(row);
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing to memory always succeeds, and all rows have the same length.
        let _ = writer.write_record(row.iter().map(|cell| without_formulas(cell)));
    }
    writer.into_inner().unwrap_or_default()
}

fn text(points: Option<Points>) -> String {
    points.map_or_else(String::new, |points| points.to_string())
}

fn causes(graded: &Graded) -> String {
    let mut causes = Vec::new();
    for cause in graded.causes() {
        let name = &cause.wording.name;
        let alternatives = cause.wording.alternatives.join(", ");
        causes.push(match alternatives.as_str() {
            "" => name.clone(),
            _ => format!("one of {name}, {alternatives}"),
        });
    }
    causes.extend(graded.tolerance().map(|note| note.to_string()));
    causes.join("; ")
}

/// Puts an apostrophe before text that a spreadsheet could take for a formula, whichever character
/// it takes for the end of a cell.
fn without_formulas(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut starts_cell = true;
    for character in text.chars() {
        if starts_cell && "=+-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}".contains(character) {
            cell.push('\'');
        }
        cell.push(character);
        let is_separator = ",;|:\"".contains(character) || character.is_control();
        starts_cell = is_separator || (starts_cell && character.is_whitespace());
    }
    cell
}

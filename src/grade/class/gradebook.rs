//! Renders `gradebook.csv`, with a row for each submission.

use super::record::{Class, Grade};
use crate::cases::Points;

/// Renders the gradebook.
pub(super) fn render(class: &Class, grades: &[Grade]) -> Vec<u8> {
    let mut head = vec!["submission", "verdict", "points", "maximum"];
    head.extend(class.cases.iter().map(|case| case.name.as_str()));
    head.extend(["causes", "repeats"]);
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().map(str::to_owned).collect()];
    for grade in grades {
        let mut row = vec![
            grade.name.clone(),
            grade.status.name(),
            text(grade.points),
            class.max_points().to_string(),
        ];
        for case in 0..class.cases.len() {
            row.push(text(grade.results.cases.get(case).map(|it| it.points)));
        }
        row.push(causes(grade));
        row.push(grade.repeats().to_string());
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

fn causes(grade: &Grade) -> String {
    let mut causes = Vec::new();
    for cause in grade.causes() {
        let name = &cause.wording.name;
        let alternatives = cause.wording.alternatives.join(", ");
        causes.push(match alternatives.as_str() {
            "" => name.clone(),
            _ => format!("one of {name}, {alternatives}"),
        });
    }
    causes.extend(grade.tolerance().map(|note| note.to_string()));
    causes.join("; ")
}

/// Puts an apostrophe before text that a spreadsheet could read as a formula, with any character as
/// the separator of cells.
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

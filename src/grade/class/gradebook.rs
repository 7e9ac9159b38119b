//! Renders `gradebook.csv`, with a row for each submission.

use super::record::{Class, Grade};
use crate::report::Finding;

pub(super) fn render(class: &Class, grades: &[Grade]) -> Vec<u8> {
    let mut head = vec!["submission", "verdict", "points", "maximum"];
    head.extend(class.cases.iter().map(|case| &*case.name));
    head.extend(["causes", "repeats"]);
    let mut rows = vec![head.into_iter().map(str::to_owned).collect()];
    for grade in grades {
        let points = grade.points.map(|points| points.to_string());
        let mut row = vec![
            grade.name.clone(),
            grade.status.name(),
            points.unwrap_or_default(),
            class.max_points().to_string(),
        ];
        let cases = grade.results.cases.iter();
        row.extend(cases.map(|case| case.points.to_string()));
        // A submission that was not graded has no cases.
        row.resize(4 + class.cases.len(), String::new());
        row.extend([causes(grade), grade.repeats().to_string()]);
        rows.push(row);
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing to memory always succeeds, and all rows have the same length.
        let _ = writer.write_record(row.iter().map(|cell| without_formulas(cell)));
    }
    writer.into_inner().unwrap_or_default()
}

fn causes(grade: &Grade) -> String {
    let mut causes = Vec::new();
    for Finding { wording, .. } in grade.causes() {
        let name = wording.name.clone();
        causes.push(match wording.alternatives.join(", ").as_str() {
            "" => name,
            others => format!("one of {name}, {others}"),
        });
    }
    causes.extend(grade.tolerance().map(|note| note.to_string()));
    causes.join("; ")
}

/// Puts an apostrophe before text that a spreadsheet could read as a formula, with any character as
/// the separator of cells.
fn without_formulas(text: &str) -> String {
    let mut cell = String::new();
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

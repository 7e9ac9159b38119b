//! `gradebook.csv`: a line for each submission.

use std::io::{self, Write};

use super::contents::CaseInfo;
use super::graded::Row;

/// Writes the file.
///
/// # Errors
///
/// Those of `file`.
pub(crate) fn write(file: &mut dyn Write, cases: &[CaseInfo], rows: &[Row]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    let before = ["submission", "verdict", "points", "maximum"].map(str::to_owned);
    let names = cases.iter().map(|case| harmless(&case.name));
    writer.write_record(before.into_iter().chain(names).chain(["causes".to_owned()]))?;
    for row in rows {
        let points = row.points.map(|points| points.to_string());
        let before = [
            harmless(&row.name),
            row.standing.name().to_owned(),
            points.unwrap_or_default(),
            row.max_points.to_string(),
        ];
        let cells = (0..cases.len()).map(|number| {
            let case = row.cases.get(number);
            case.map(|case| case.points.to_string()).unwrap_or_default()
        });
        let last = harmless(&row.cause_names("; "));
        writer.write_record(before.into_iter().chain(cells).chain([last]))?;
    }
    writer.flush()
}

/// A cell with an apostrophe before what a spreadsheet would take for a formula.
fn harmless(text: &str) -> String {
    let first = text.trim_start().chars().next();
    match first {
        Some('=' | '+' | '-' | '@' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}') => {
            format!("'{text}")
        }
        _ => text.to_owned(),
    }
}

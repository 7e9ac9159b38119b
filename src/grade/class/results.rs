//! `results.json`: everything that is known of a class.

use std::io::{self, Write};

use serde::Serialize;

use super::contents::{CaseInfo, VERSION};
use super::graded::Row;
use super::groups;
use super::output::Output;

#[derive(Serialize)]
struct CauseGroup<'rows> {
    name: &'rows str,
    sentence: Option<&'rows str>,
    rule: Option<&'rows str>,
    submissions: Vec<&'rows str>,
}

/// Writes the file, one submission after the other.
///
/// # Errors
///
/// Those of `file`, or the file about a submission cannot be read.
pub(crate) fn write(
    file: &mut dyn Write,
    output: &Output,
    cases: &[CaseInfo],
    rows: &[Row],
) -> io::Result<()> {
    let names = |numbers: &[usize]| -> Vec<&str> {
        let rows = numbers.iter().filter_map(|&number| rows.get(number));
        rows.map(|row| row.name.as_str()).collect()
    };
    let by_cause: Vec<CauseGroup<'_>> = groups::by_cause(rows)
        .into_iter()
        .map(|group| CauseGroup {
            name: &group.by.name,
            sentence: group.by.sentence.as_deref(),
            rule: group.by.rule.as_deref(),
            submissions: names(&group.rows),
        })
        .collect();
    let same = groups::by_wrong_output(rows);
    let same: Vec<Vec<&str>> = same.iter().map(|group| names(&group.rows)).collect();
    write!(file, "{{\n\"version\": {VERSION},\n\"cases\": ")?;
    serde_json::to_writer(&mut *file, cases)?;
    write!(file, ",\n\"causes\": ")?;
    serde_json::to_writer(&mut *file, &by_cause)?;
    write!(file, ",\n\"same_wrong_output\": ")?;
    serde_json::to_writer(&mut *file, &same)?;
    write!(file, ",\n\"submissions\": [")?;
    for (number, row) in rows.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(file, "{comma}\n{}", output.json(&row.file)?)?;
    }
    writeln!(file, "\n]\n}}")
}

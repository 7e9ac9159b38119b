//! What is said of each submission that is done, and the end of a class: the
//! files that are made from all submissions.

use std::path::Path;

use super::contents::Contents;
use super::error::ClassError;
use super::graded::{Row, Standing, submissions};
use super::output::Output;
use super::{gradebook, page, results};
use crate::io::console::{self, Console};
use crate::io::visible::visible_path;

/// The exit status when some submissions could not be graded.
const NOT_ALL_GRADED: u8 = 1;

/// Writes what is made from all submissions.
///
/// # Errors
///
/// Something cannot be written.
pub(crate) fn finish(output: &Output, contents: &Contents, rows: &[Row]) -> Result<(), ClassError> {
    let cases = &contents.cases;
    output.write_whole("gradebook.csv", |file| gradebook::write(file, cases, rows))?;
    output.write_whole("results.json", |file| {
        results::write(file, output, cases, rows)
    })?;
    output.write_whole("index.html", |file| {
        file.write_all(page::class(cases, rows).as_bytes())
    })?;
    output.finish(contents)
}

/// Says what the class came to; returns the exit status.
///
/// # Errors
///
/// Those of printing.
pub(crate) fn summarize(
    output: &Path,
    rows: &[Row],
    console: &mut Console,
) -> Result<u8, ClassError> {
    let passed = rows.iter().filter(|row| row.passed()).count();
    let with = |standing| rows.iter().filter(|row| row.standing == standing).count();
    let mut parts = vec![
        submissions(rows.len()),
        format!("{passed} passed all cases"),
    ];
    for standing in [
        Standing::NothingSubmitted,
        Standing::NotPrepared,
        Standing::NotStarted,
        Standing::NotGraded,
    ] {
        let count = with(standing);
        if count > 0 {
            parts.push(format!("{count} {}", standing.name()));
        }
    }
    let page = visible_path(&output.join("index.html"));
    let text = format!("{}\n{page}\n", parts.join(", "));
    console.print_if_read(text.as_bytes())?;
    let unready = with(Standing::NotPrepared) + with(Standing::NotStarted);
    if unready > 1 && unready + with(Standing::NothingSubmitted) == rows.len() {
        // That many mistakes are one of whoever gave the command.
        console::report(b"minesweeper-alpha: not one submission could be prepared and started\n");
        return Ok(NOT_ALL_GRADED);
    }
    Ok(if with(Standing::NotGraded) > 0 {
        NOT_ALL_GRADED
    } else {
        0
    })
}

/// What is said of a submission that is done.
pub(crate) fn line(row: &Row) -> String {
    let points = row.points.map_or_else(
        || format!("of {} points", row.max_points),
        |points| format!("{points} of {} points", row.max_points),
    );
    match (row.standing, row.failed()) {
        (Standing::Graded, 0) => format!("{}: {points}\n", row.name),
        (Standing::Graded, failed) => {
            let cases = row.cases.len();
            format!("{}: {points}, {failed} of {cases} cases failed\n", row.name)
        }
        (standing, _) => {
            // What happened, and the first that the preparation said of it.
            let reason = row.reason.iter().take(2).map(|line| format!(": {line}"));
            let reason: String = reason.collect();
            format!("{}: {}{reason}\n", row.name, standing.name())
        }
    }
}

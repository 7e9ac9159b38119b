//! The end of a class: the files that are made from all submissions, and what is
//! said of them.

use std::path::Path;

use super::contents::Contents;
use super::graded::{Row, Standing};
use super::output::Output;
use super::{gradebook, page, results};
use crate::grade::error::GradeError;
use crate::grade::judge::visible::visible_path;
use crate::io::console::{self, Console};

/// The exit status when some submissions could not be graded, for reasons that
/// are not theirs.
const NOT_ALL_GRADED: u8 = 1;

/// Writes what is made from all submissions.
///
/// # Errors
///
/// Something cannot be written.
pub(crate) fn finish(output: &Output, contents: &Contents, rows: &[Row]) -> Result<(), GradeError> {
    let cases = &contents.cases;
    output.write_whole("gradebook.csv", |file| gradebook::write(file, cases, rows))?;
    output.write_whole("results.json", |file| {
        results::write(file, output, cases, rows)
    })?;
    output.write_whole("index.html", |file| {
        file.write_all(page::class(cases, rows).as_bytes())
    })?;
    output.finish(contents, rows)
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
) -> Result<u8, GradeError> {
    let passed = |row: &&Row| row.standing == Standing::Graded && row.failed() == 0;
    let passed = rows.iter().filter(passed).count();
    let with = |standing| rows.iter().filter(|row| row.standing == standing).count();
    let mut parts = vec![
        format!("{} submissions", rows.len()),
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
    if rows.len() > 1 && unready == rows.len() {
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

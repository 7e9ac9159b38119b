//! `gradebook.csv`: a line for each submission.

use std::io::{self, Write};

use super::points_by_mistakes;
use super::record::{Class, Graded};
use crate::cases::points::Points;

/// Writes the gradebook.
///
/// # Errors
///
/// The file cannot be written.
pub(super) fn write(file: &mut dyn Write, class: &Class, all: &[Graded]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    let names = class.case_names();
    // Where no mistake has a price, there is no second sum.
    let second = (!class.mistakes.is_empty()).then_some("by mistakes");
    writer.write_record(
        ["submission", "verdict", "points"]
            .into_iter()
            .chain(second)
            .chain(["maximum"])
            .map(str::to_owned)
            .chain(names.iter().map(|name| harmless(name)))
            .chain(["causes".to_owned(), "repeats".to_owned()]),
    )?;
    for graded in all {
        let text = |points: Option<Points>| points.map(|points| points.to_string());
        let cells = (0..names.len()).map(|number| {
            let points = graded.cases.get(number).map(|case| case.points);
            text(points).unwrap_or_default()
        });
        let by_mistakes = points_by_mistakes::of(class, graded).map(|bill| bill.points);
        writer.write_record(
            [
                harmless(&graded.name),
                graded.standing.name().to_owned(),
                text(graded.points()).unwrap_or_default(),
            ]
            .into_iter()
            .chain(second.map(|_| text(by_mistakes).unwrap_or_default()))
            .chain([class.max_points().to_string()])
            .chain(cells)
            .chain([
                harmless(&graded.cause_names("; ")),
                graded.repeats().to_string(),
            ]),
        )?;
    }
    writer.flush()
}

/// A cell with an apostrophe before what a spreadsheet would take for a formula, whichever
/// character it takes for the end of a cell.
fn harmless(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut begins = true;
    for character in text.chars() {
        let is_formula = matches!(
            character,
            '=' | '+' | '-' | '@' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}'
        );
        if begins && is_formula {
            cell.push('\'');
        }
        cell.push(character);
        let is_separator =
            matches!(character, ',' | ';' | '|' | ':' | '"') || character.is_control();
        begins = is_separator || (begins && character.is_whitespace());
    }
    cell
}

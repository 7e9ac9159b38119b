//! Renders `gradebook.csv`, with a row for each submission.

use std::io::{self, Write};

use super::record::{Class, Graded};
use crate::cases::points::Points;
use crate::report::finding::Wording;

/// Writes the gradebook.
pub(super) fn write(file: &mut dyn Write, class: &Class, all: &[Graded]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    let mut head = ["submission", "verdict", "points", "maximum"]
        .map(str::to_owned)
        .to_vec();
    head.extend(class.cases.iter().map(|case| without_formulas(&case.name)));
    head.extend(["causes", "repeats"].map(str::to_owned));
    writer.write_record(head)?;
    for graded in all {
        let text = |points: Option<Points>| points.map_or_else(String::new, |it| it.to_string());
        let mut row = vec![
            without_formulas(&graded.name),
            graded.outcome.name().to_owned(),
            text(graded.points),
            class.max_points().to_string(),
        ];
        for case in 0..class.cases.len() {
            let result = graded.results.cases.get(case);
            row.push(text(result.map(|result| result.points)));
        }
        let mut causes = Vec::new();
        for Wording {
            name, alternatives, ..
        } in graded.causes().map(|cause| &cause.wording)
        {
            causes.push(match alternatives.as_slice() {
                [] => name.clone(),
                others => format!("one of {name}, {}", others.join(", ")),
            });
        }
        causes.extend(graded.tolerance().map(|note| note.to_string()));
        row.push(without_formulas(&causes.join("; ")));
        row.push(graded.repeats().to_string());
        writer.write_record(row)?;
    }
    writer.flush()
}

/// Puts an apostrophe before text that a spreadsheet could take for a formula, whichever character
/// it takes for the end of a cell.
fn without_formulas(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut starts_cell = true;
    for character in text.chars() {
        let is_formula = matches!(
            character,
            '=' | '+' | '-' | '@' | '\u{ff1d}' | '\u{ff0b}' | '\u{ff0d}' | '\u{ff20}'
        );
        if starts_cell && is_formula {
            cell.push('\'');
        }
        cell.push(character);
        let is_separator =
            matches!(character, ',' | ';' | '|' | ':' | '"') || character.is_control();
        starts_cell = is_separator || (starts_cell && character.is_whitespace());
    }
    cell
}

//! What is made from the records of a class: the gradebook, `results.json`, the
//! pages, and for each submission feedback and the reports for machines.

use std::io::{self, Write};

use serde::Serialize;

use super::error::ClassError;
use super::feedback::{self, Form};
use super::folder::{REPORTS, Records};
use super::groups::{self, Group};
use super::page;
use super::record::{Class, Graded, Record, Standing};
use crate::cases::case::Case;
use crate::cases::points::Points;
use crate::compare::result::CaseResult;
use crate::report::checked::{Checked, Ending};
use crate::report::options::{Audience, Options, Reveal};
use crate::report::{gradescope, json, junit};

/// The version of the form of `results.json`.
const VERSION: u32 = 1;

/// Makes everything from the records of these submissions, feedback in this form, and
/// records then that all of them are done.
///
/// # Errors
///
/// A record cannot be read, or a file cannot be written.
pub(super) fn write(
    records: &Records,
    class: &Class,
    all: &[Graded],
    form: Form,
) -> Result<(), ClassError> {
    for graded in all {
        let record = records.read(&graded.file);
        let submission = Submission::new(class, record.map_err(|error| records.error(error))?);
        for (place, (ending, report)) in REPORTS.into_iter().zip(submission.reports(form)) {
            records.write_report(place, ending, &graded.file, &report)?;
        }
    }
    records.write("gradebook.csv", |file| gradebook(file, class, all))?;
    records.write("results.json", |file| results(file, class, all, records))?;
    records.write("index.html", |file| {
        file.write_all(page::class(class, all).as_bytes())
    })?;
    records.complete()
}

/// A submission's record, and what reports need besides.
struct Submission<'class> {
    class: &'class Class,
    record: Record,
    results: Vec<CaseResult>,
    /// Why it was not graded, in lines.
    words: String,
    instructor: Options,
    student: Options,
}

impl<'class> Submission<'class> {
    fn new(class: &'class Class, record: Record) -> Self {
        let instructor = Options {
            verbose: true,
            ..Options::default()
        };
        Self {
            results: record.results(&class.cases),
            words: record.graded.words(),
            student: Options {
                reveal: class.reveal,
                audience: Audience::Student,
                ..instructor.clone()
            },
            instructor,
            class,
            record,
        }
    }

    /// What somebody who may see this much is shown.
    fn checked<'all>(&'all self, options: &'all Options) -> Checked<'all> {
        let Record {
            graded, details, ..
        } = &self.record;
        let told = match options.audience {
            Audience::Instructor => None,
            Audience::Student => details.told.as_ref(),
        };
        Checked {
            results: &self.results,
            explanation: told.unwrap_or(&details.explanation),
            options,
            ending: match (graded.standing, options.reveal) {
                (Standing::Graded, _) => Ending::Complete,
                (standing, Reveal::None) => Ending::Broken(standing.name()),
                (_, Reveal::Full | Reveal::Actual) => Ending::Broken(&self.words),
            },
        }
    }

    /// The reports with the endings of their files, in the order of their folders.
    fn reports(&self, form: Form) -> [(&'static str, String); REPORTS.len()] {
        let (graded, most) = (&self.record.graded, self.class.max_points());
        let told = self.checked(&self.student);
        [
            (
                "html",
                page::submission(graded, most, self.checked(&self.instructor)),
            ),
            (form.ending(), feedback::write(form, graded, most, told)),
            ("xml", junit::report(told)),
            ("json", gradescope::report(told)),
        ]
    }

    /// Its part of `results.json`.
    fn json(&self) -> impl Serialize {
        let graded = &self.record.graded;
        let checked = self.checked(&self.instructor);
        Results {
            name: &graded.name,
            file: &graded.file,
            verdict: graded.standing.name(),
            reason: &graded.reason,
            points: graded.points(),
            max_points: self.class.max_points(),
            repeats: graded.repeats(),
            left_out: &graded.left_out,
            wrong_output: graded.wrong_output.as_deref(),
            causes: json::causes(checked),
            cases: json::cases(checked),
        }
    }
}

/// A submission in `results.json`.
#[derive(Serialize)]
struct Results<'record> {
    name: &'record str,
    file: &'record str,
    verdict: &'static str,
    reason: &'record [String],
    points: Option<Points>,
    max_points: Points,
    repeats: u32,
    left_out: &'record [String],
    wrong_output: Option<&'record str>,
    causes: Vec<json::Cause>,
    cases: Vec<json::Case>,
}

/// `gradebook.csv`: a line for each submission.
fn gradebook(file: &mut dyn Write, class: &Class, all: &[Graded]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(file);
    let names = class.case_names();
    writer.write_record(
        ["submission", "verdict", "points", "maximum"]
            .into_iter()
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
        writer.write_record(
            [
                harmless(&graded.name),
                graded.standing.name().to_owned(),
                text(graded.points()).unwrap_or_default(),
                class.max_points().to_string(),
            ]
            .into_iter()
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

/// `results.json`: everything that is known, one submission after the other.
fn results(
    file: &mut dyn Write,
    class: &Class,
    all: &[Graded],
    records: &Records,
) -> io::Result<()> {
    #[derive(Serialize)]
    struct CaseAbout<'class> {
        name: &'class str,
        title: Option<&'class str>,
        group: Option<&'class str>,
        max_points: Points,
    }
    #[derive(Serialize)]
    struct Cause<'all> {
        name: &'all str,
        sentence: &'all str,
        rule: &'all str,
        submissions: Vec<&'all str>,
    }
    let cases: Vec<CaseAbout<'_>> = class
        .cases
        .iter()
        .zip(class.case_names())
        .map(|(Case { about, .. }, name)| CaseAbout {
            name,
            title: about.title.as_deref(),
            group: about.group.as_deref(),
            max_points: about.worth.most(),
        })
        .collect();
    let by_cause: Vec<Cause<'_>> = groups::by_cause(all)
        .iter()
        .map(|group| Cause {
            name: &group.by.name,
            sentence: &group.by.sentence,
            rule: &group.by.rule,
            submissions: group.names(),
        })
        .collect();
    let same: Vec<Vec<&str>> = groups::by_wrong_output(all)
        .iter()
        .map(Group::names)
        .collect();
    write!(file, "{{\n\"version\": {VERSION},\n\"cases\": ")?;
    file.write_all(&serde_json::to_vec(&cases)?)?;
    write!(file, ",\n\"causes\": ")?;
    file.write_all(&serde_json::to_vec(&by_cause)?)?;
    write!(file, ",\n\"same_wrong_output\": ")?;
    file.write_all(&serde_json::to_vec(&same)?)?;
    write!(file, ",\n\"submissions\": [")?;
    for (number, graded) in all.iter().enumerate() {
        file.write_all(if number == 0 { b"\n" } else { b",\n" })?;
        let submission = Submission::new(class, records.read(&graded.file)?);
        file.write_all(&serde_json::to_vec(&submission.json())?)?;
    }
    writeln!(file, "\n]\n}}")
}

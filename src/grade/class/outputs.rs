//! What is made from the records of a class: the gradebook, `results.json`, the
//! pages, and for each submission feedback and the reports for machines.

use std::io;

use super::error::ClassError;
use super::feedback::{self, Form};
use super::record::{Class, Graded, Record, Standing};
use super::redacted_paths::Paths;
use super::results_folder::{REPORTS, Records};
use super::{gradebook, page, results};
use crate::compare::result::CaseResult;
use crate::explain::explanation::Explanation;
use crate::report::check_result::{Checked, Ending};
use crate::report::options::{Audience, Options, Reveal};
use crate::report::{gradescope, junit};

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
    let paths = Paths::of(class);
    for graded in all {
        let record = records.read(&graded.file);
        let submission = record.and_then(|record| Submission::new(class, &paths, record));
        let submission = submission.map_err(|error| records.error(error))?;
        for (place, (ending, report)) in REPORTS.into_iter().zip(submission.reports(form)) {
            records.write_report(place, ending, &graded.file, &report)?;
        }
    }
    records.write("gradebook.csv", |file| gradebook::write(file, class, all))?;
    records.write("results.json", |file| {
        results::write(file, class, all, records)
    })?;
    records.write("index.html", |file| {
        file.write_all(page::class::page(class, all).as_bytes())
    })?;
    records.complete()
}

/// A submission's record, and what reports need besides.
struct Submission<'class> {
    class: &'class Class,
    record: Record,
    instructor: Told,
    student: Told,
}

/// What somebody is told of a submission.
struct Told {
    options: Options,
    results: Vec<CaseResult>,
    explanation: Explanation,
    /// Why it was not graded, in lines.
    words: String,
}

impl<'class> Submission<'class> {
    fn new(class: &'class Class, paths: &Paths, record: Record) -> io::Result<Self> {
        let instructor = Told {
            options: Options {
                verbose: true,
                ..Options::default()
            },
            results: record.results(&class.cases),
            explanation: record.details.explanation.clone(),
            words: record.graded.words(),
        };
        // Where several cases have the same last part, names are paths.
        let names: Vec<String> = class
            .case_names()
            .into_iter()
            .map(|name| paths.left_out_of(name))
            .collect();
        let may_be_known = record.details.told.as_ref();
        let student = Told {
            options: Options {
                reveal: class.reveal,
                audience: Audience::Student,
                ..instructor.options.clone()
            },
            results: paths.left_out_of_results(&instructor.results, &names)?,
            explanation: paths
                .left_out_of_all(may_be_known.unwrap_or(&record.details.explanation))?,
            words: paths.left_out_of(&instructor.words),
        };
        Ok(Self {
            class,
            record,
            instructor,
            student,
        })
    }

    /// What reports to somebody are made from.
    fn checked<'all>(&self, told: &'all Told) -> Checked<'all> {
        Checked {
            results: &told.results,
            explanation: &told.explanation,
            options: &told.options,
            ending: match (self.record.graded.standing, told.options.reveal) {
                (Standing::Graded, _) => Ending::Complete,
                (standing, Reveal::None) => Ending::Broken(standing.name()),
                (_, Reveal::Full | Reveal::Actual) => Ending::Broken(&told.words),
            },
        }
    }

    /// The reports with the endings of their files, in the order of their folders.
    fn reports(&self, form: Form) -> [(&'static str, String); REPORTS.len()] {
        let graded = &self.record.graded;
        let told = self.checked(&self.student);
        [
            (
                "html",
                page::submission::page(self.class, graded, self.checked(&self.instructor)),
            ),
            (
                form.ending(),
                feedback::write(form, self.class, graded, told),
            ),
            ("xml", junit::report(told)),
            ("json", gradescope::report(told)),
        ]
    }
}

//! Renders the files of a class from its records: gradebook, `results.json`, pages, feedback and
//! reports for other programs.

use std::io;

use super::feedback::Feedback;
use super::grading::Grader;
use super::record::{Class, Graded, Outcome, Record};
use super::redacted_paths::Paths;
use super::results_folder::{REPORTS, ResultsFolder};
use super::{gradebook, page, results};
use crate::cases::error::GradeError;
use crate::report::check_result::{Checked, Ending};
use crate::report::explanation::Explanation;
use crate::report::options::{Audience, Options, Reveal};
use crate::report::result::CaseResult;
use crate::report::{gradescope, human, junit};

/// Renders everything from the records of these submissions, and removes the reports about other
/// submissions of the share.
pub(super) fn write(
    folder: &ResultsFolder,
    class: &Class,
    all: &[Graded],
) -> Result<(), GradeError> {
    let paths = Paths::of(class);
    for graded in all {
        let record = folder.read(&graded.file)?;
        let submission = Submission::new(class, &paths, record);
        let submission = submission.map_err(GradeError::system("redacting paths"))?;
        for (place, report) in REPORTS.into_iter().zip(submission.reports()) {
            folder.write_report(place, &graded.file, &report)?;
        }
    }
    for file in class.files_in_share() {
        if !all.iter().any(|graded| graded.file == file) {
            folder.remove_reports(file)?;
        }
    }
    folder.write("gradebook.csv", |file| gradebook::write(file, class, all))?;
    folder.write("results.json", |file| {
        results::write(file, class, all, folder)
    })?;
    folder.write("index.html", |file| {
        file.extend(page::class::page(class, all).into_bytes());
        Ok(())
    })?;
    folder.remove_unfinished()
}

/// Renders the details that `grade --verbose` prints for a submission.
pub(super) fn details(grader: Grader<'_>, class: &Class, record: &Record) -> String {
    if record.graded.outcome != Outcome::Graded {
        return format!("  {}\n", record.graded.reason.join("\n  "));
    }
    let edition = grader.request.setting.edition;
    let with_status = grader.cases.iter().filter(|case| case.expects_status());
    let report = Checked {
        results: &record.results(&class.cases),
        explanation: &record.details.explanation,
        options: &Options {
            verbose: true,
            replayable: edition.moves.is_some().then_some(edition.name),
            ..Options::default()
        },
        ending: Ending::Complete,
    };
    human::report(report, with_status.count())
}

/// The results of a submission for its readers.
struct Submission<'class> {
    class: &'class Class,
    record: Record,
    instructor: View,
    student: View,
}

/// The results of a submission for one reader.
struct View {
    options: Options,
    results: Vec<CaseResult>,
    explanation: Explanation,
    /// Why the submission was not graded, in lines.
    reason: String,
}

impl<'class> Submission<'class> {
    fn new(class: &'class Class, paths: &Paths, record: Record) -> io::Result<Self> {
        let instructor = View {
            options: Options {
                verbose: true,
                ..Options::default()
            },
            results: record.results(&class.cases),
            explanation: record.details.explanation.clone(),
            reason: record.graded.words(),
        };
        // If several cases have the same last part, their names are paths.
        let names = class.case_names().into_iter();
        let names: Vec<String> = names.map(|name| paths.redact(name)).collect();
        let visible_explanation = record.details.visible_explanation.as_ref();
        let student = View {
            options: Options {
                reveal: class.reveal,
                audience: Audience::Student,
                ..instructor.options.clone()
            },
            results: paths.redact_results(&instructor.results, &names)?,
            explanation: paths
                .redact_all(visible_explanation.unwrap_or(&record.details.explanation))?,
            reason: paths.redact(&instructor.reason),
        };
        Ok(Self {
            class,
            record,
            instructor,
            student,
        })
    }

    /// The results that the reports for one reader are rendered from.
    fn checked<'a>(&self, view: &'a View) -> Checked<'a> {
        Checked {
            results: &view.results,
            explanation: &view.explanation,
            options: &view.options,
            ending: match (self.record.graded.outcome, view.options.reveal) {
                (Outcome::Graded, _) => Ending::Complete,
                (outcome, Reveal::None) => Ending::Broken(outcome.name()),
                (_, Reveal::Full | Reveal::Actual) => Ending::Broken(&view.reason),
            },
        }
    }

    /// Renders the reports, in the order of [`REPORTS`].
    fn reports(&self) -> [String; REPORTS.len()] {
        let graded = &self.record.graded;
        let student = self.checked(&self.student);
        let feedback = Feedback::new(self.class, graded, student);
        [
            page::submission::page(self.class, graded, self.checked(&self.instructor)),
            feedback.html(),
            feedback.markdown(),
            junit::report(student),
            gradescope::report(student),
        ]
    }
}

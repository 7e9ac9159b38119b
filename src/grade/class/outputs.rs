//! Renders the files of a class from its records: gradebook, `results.json`, pages, feedback and
//! reports for other programs.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::feedback::Feedback;
use super::grading::Grader;
use super::ranking::MOST_FIRST;
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

/// Interval between two versions of the files about the class while grading continues.
const INTERVAL: Duration = Duration::from_secs(5);

/// The rendered files of a class. They appear with the first result.
pub(super) struct Outputs<'run> {
    folder: &'run ResultsFolder,
    class: &'run Class,
    paths: Paths,
    shown: Mutex<Shown>,
}

/// The results that the files about the class show.
#[derive(Default)]
struct Shown {
    /// The results so far, in the order of the submissions.
    all: Vec<Graded>,
    /// Time of the last version.
    written: Option<Instant>,
}

impl<'run> Outputs<'run> {
    pub(super) fn new(folder: &'run ResultsFolder, class: &'run Class) -> Self {
        Self {
            folder,
            class,
            paths: Paths::of(class),
            shown: Mutex::default(),
        }
    }

    /// Writes the reports about a submission.
    pub(super) fn add(&self, record: Record) -> Result<(), GradeError> {
        let submission = Submission::new(self.class, &self.paths, record);
        let submission = submission.map_err(GradeError::system("redacting paths"))?;
        let graded = &submission.record.graded;
        for (place, report) in REPORTS.into_iter().zip(submission.reports()) {
            self.folder.write_report(place, &graded.file, &report)?;
        }
        let files = &self.class.submissions;
        let place = |graded: &Graded| files.iter().position(|file| *file == graded.file);
        let number = place(graded);
        let mut shown = self.lock();
        let at = shown.all.partition_point(|other| place(other) < number);
        shown.all.insert(at, submission.record.graded);
        Ok(())
    }

    /// Writes the gradebook and the page if their last version is old.
    pub(super) fn refresh(&self) -> Result<(), GradeError> {
        let mut shown = self.lock();
        if shown.written.is_none_or(|time| time.elapsed() >= INTERVAL) {
            self.write(&shown.all)?;
            shown.written = Some(Instant::now());
        }
        Ok(())
    }

    /// Writes the last version, and removes the reports about submissions of the share without a result.
    pub(super) fn finish(self) -> Result<Vec<Graded>, GradeError> {
        let all = std::mem::take(&mut self.lock().all);
        for file in self.class.files_in_share() {
            if !all.iter().any(|graded| graded.file == file) {
                self.folder.remove_reports(file)?;
            }
        }
        self.write(&all)?;
        self.folder.write("results.json", |file| {
            results::write(file, self.class, &all, self.folder)
        })?;
        self.folder.remove_unfinished()?;
        Ok(all)
    }

    fn lock(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the gradebook and the page.
    fn write(&self, all: &[Graded]) -> Result<(), GradeError> {
        let (folder, class) = (self.folder, self.class);
        folder.write("gradebook.csv", |file| gradebook::write(file, class, all))?;
        folder.write("index.html", |file| {
            file.extend(page::class::page(class, all).into_bytes());
            Ok(())
        })
    }
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
            program: Some(class.command.clone()),
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
                program: Some(class.command.clone()),
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
                program: Some(paths.redact(&class.command)),
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
        let feedback = Feedback::new(self.class, graded, student, MOST_FIRST);
        [
            page::submission::page(self.class, graded, self.checked(&self.instructor)),
            feedback.html(),
            feedback.markdown(),
            junit::report(student),
            gradescope::report(student),
        ]
    }
}

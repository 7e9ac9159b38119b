//! Renders the files of a class: gradebook, `results.json`, pages, feedback and reports for other programs.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::feedback::{Feedback, Reader};
use super::record::{Class, Graded};
use super::results_folder::{REPORTS, ResultsFolder};
use super::{gradebook, page};
use crate::cases::case::Case;
use crate::cases::error::GradeError;
use crate::report::{gradescope, junit};

/// Interval between two versions of the files about the class while grading continues.
const INTERVAL: Duration = Duration::from_secs(5);

/// Version of `results.json`.
const VERSION: u32 = 5;

/// The content of `results.json`. Differences, which only people read, are left out.
#[derive(Serialize)]
struct ClassResults<'class> {
    version: u32,
    command: &'class str,
    cases: &'class [Case],
    submissions: &'class [Graded],
}

/// The rendered files of a class. They appear with the first result.
pub(super) struct Outputs<'run> {
    folder: &'run ResultsFolder,
    class: &'run Class,
    shown: Mutex<Shown>,
}

/// The results that the files about the class show.
#[derive(Default)]
struct Shown {
    /// The results so far, in the order of the submissions, without diffs.
    all: Vec<Graded>,
    /// Time of the last version.
    written: Option<Instant>,
}

impl<'run> Outputs<'run> {
    pub(super) fn new(folder: &'run ResultsFolder, class: &'run Class) -> Self {
        Self {
            folder,
            class,
            shown: Mutex::default(),
        }
    }

    /// Writes the reports about a submission.
    pub(super) fn add(&self, graded: &Graded) -> Result<(), GradeError> {
        for (place, report) in REPORTS.into_iter().zip(reports(self.class, graded)) {
            self.folder.write_report(place, &graded.file, &report)?;
        }
        let files = &self.class.submissions;
        let place = |graded: &Graded| files.iter().position(|file| *file == graded.file);
        let number = place(graded);
        let mut shown = self.lock();
        let at = shown.all.partition_point(|other| place(other) < number);
        shown.all.insert(at, graded.without_diffs());
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
            let results = ClassResults {
                version: VERSION,
                command: &self.class.command,
                cases: &self.class.cases,
                submissions: &all,
            };
            Ok(serde_json::to_writer(file, &results)?)
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

/// Renders the reports about a submission, in the order of [`REPORTS`].
fn reports(class: &Class, graded: &Graded) -> [String; REPORTS.len()] {
    let results = graded.for_student(class, false);
    let instructor = Feedback::new(class, graded, &graded.results, Reader::Instructor);
    let student = Feedback::new(class, graded, &results, Reader::Student);
    [
        instructor.html(),
        student.html(),
        student.markdown(),
        junit::report(&results),
        if class.has_hidden_cases() {
            gradescope::report(&graded.for_student(class, true))
        } else {
            gradescope::report(&results)
        },
    ]
}

//! The folder of results. `records.json` describes the class, and `records/NAME.json` is the record
//! of a submission; all other files are rendered from these. A record is written atomically as soon
//! as its submission is graded, so that an interrupted run can be resumed.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File},
    io::{self, BufReader, ErrorKind},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use rustix::{
    fs::{FlockOperation, flock},
    io::Errno,
};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    feedback::Feedback,
    grades::{Class, Grade, VERSION},
    page::{ClassPage, ClassSummary, gradebook},
};
use crate::{
    cases::Case,
    error::Error,
    grade::setting::RECORDS,
    io::{Progress, atomic_file, untrusted, visible_path, warn},
    report::{Place, Results, Reveal, gradescope_json, junit_xml},
};

/// The folders and endings of the files about each submission: the record, and the reports.
const FILES: [(&str, &str); 6] = [
    ("records", "json"),
    ("submissions", "html"),
    ("feedback", "html"),
    ("feedback", "md"),
    ("junit", "xml"),
    ("gradescope", "json"),
];

/// Interval between two versions of the files about the class while grading continues.
const INTERVAL: Duration = Duration::from_secs(5);

const RESULTS_VERSION: u32 = 5;

/// The content of `results.json`. Details, which only people read, are left out.
#[derive(Serialize)]
struct ClassResults<'class> {
    version: u32,
    command: &'class str,
    cases: &'class [Case],
    submissions: &'class [Grade],
}

/// A locked folder of results, and the progress line.
pub(super) struct ResultsFolder<'run> {
    path: &'run Path,
    pub class: &'run Class,
    earlier_class: Option<Class>,
    pub progress: Progress,
    state: Mutex<State>,
    _lock: File,
}

#[derive(Default)]
struct State {
    /// Summaries of the records so far.
    grades: Vec<Grade>,
    /// Names of the submissions that are being graded.
    running: Vec<String>,
    /// Number of submissions that have been graded.
    done: u64,
    /// Time of the last version of the files about the class.
    written: Option<Instant>,
}

/// Reads the description of the class whose results are in a folder.
pub(super) fn read_class(folder: &Path) -> Option<Class> {
    let class: Class = read_json(folder, RECORDS.as_ref()).ok()?;
    // A damaged file must not lead to files outside the folder.
    let has_paths = class.submissions.iter().any(|file| file.contains('/'));
    let is_valid_share = class.share.is_none_or(|it| (1..=it.of).contains(&it.share));
    (class.version == VERSION && !has_paths && is_valid_share).then_some(class)
}

/// Reads the record of a submission. Returns `None` if the file is missing, damaged, or of a run
/// with other settings.
pub(super) fn read_record(folder: &Path, file: &str, class: &Class) -> Option<Grade> {
    let grade: Grade = read_json(folder, &path_of(FILES[0], file)).ok()?;
    let cases = grade.results.cases.len();
    let visible = grade.visible_findings.iter().flatten();
    let mut findings = grade.results.findings.iter().chain(visible);
    let is_sound = grade.file == file
        && grade.settings == class.settings
        && (cases == 0 || cases == class.cases.len())
        && findings.all(|finding| finding.fits(cases));
    is_sound.then_some(grade)
}

fn read_json<T: DeserializeOwned>(folder: &Path, path: &Path) -> io::Result<T> {
    let file = BufReader::new(untrusted::open(folder, path)?);
    Ok(serde_json::from_reader(file)?)
}

/// Returns the error about a folder that cannot be used.
pub(super) fn refusal(folder: &Path, reason: &str) -> Error {
    Error::message(format!("{}: {reason}", visible_path(folder)))
}

impl<'run> ResultsFolder<'run> {
    /// Locks a folder and creates its subfolders. The folder must be new, empty or a folder of
    /// results of the same class. This run grades the submissions with these file names.
    pub fn open(path: &'run Path, class: &'run Class, files: &[String]) -> Result<Self, Error> {
        let failed = |error| Error::file(path, error);
        let other_folder =
            |reason| refusal(path, &format!("{reason}: give --output another folder"));
        if !path.exists() {
            fs::create_dir(path).map_err(failed)?;
        }
        // With the dot, opening a pipe fails at once instead of waiting for a writer.
        let lock = File::open(path.join(".")).map_err(failed)?;
        match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) => {
                return Err(refusal(path, "another run is writing to this folder"));
            }
            locked => locked.map_err(|error| failed(error.into()))?,
        }
        let earlier_class = read_class(path);
        if let Some(earlier) = &earlier_class {
            let is_known = |file| earlier.submissions.contains(file);
            if earlier.share != class.share || !class.submissions.iter().any(is_known) {
                let reason = "results of other submissions or another share";
                return Err(other_folder(reason));
            }
            if earlier.settings != class.settings {
                let reason = "results of other cases, commands or options";
                let others = class.submissions.iter().filter(|it| !files.contains(it));
                let mut records = others.map(|file| path.join(path_of(FILES[0], file)));
                // The results of submissions that are not graded now would be lost.
                if records.any(|record| record.exists()) {
                    return Err(other_folder(reason));
                }
                let text = format!("{reason}: everything is graded again");
                warn(&refusal(path, &text).to_string());
            }
        } else {
            for entry in fs::read_dir(path).map_err(failed)? {
                let name = entry.map_err(failed)?.file_name();
                // A run that was killed at once may have left a temporary file.
                if !name.as_bytes().starts_with(atomic_file::PREFIX.as_bytes()) {
                    return Err(other_folder("neither empty nor results of this version"));
                }
            }
        }
        let folder = Self {
            path,
            class,
            progress: Progress::with_time_left(files.len() as u64, "submissions"),
            state: Mutex::default(),
            _lock: lock,
            earlier_class,
        };
        let is_other = |earlier: &Class| {
            earlier.settings != class.settings || earlier.submissions != class.submissions
        };
        if folder.earlier_class.as_ref().is_none_or(is_other) {
            folder.write_record(RECORDS.as_ref(), class)?;
        }
        for (name, _) in FILES {
            let path = path.join(name);
            // Do not follow a link to a folder: creating the folder then fails.
            if !path.symlink_metadata().is_ok_and(|data| data.is_dir()) {
                fs::create_dir(&path).map_err(|error| Error::file(&path, error))?;
            }
        }
        Ok(folder)
    }

    /// Shows that a submission is being graded.
    pub fn show_start(&self, name: &str) {
        let mut state = self.lock();
        state.running.push(name.to_owned());
        self.show(&state);
    }

    /// Shows that a submission is not being graded any more.
    pub fn show_end(&self, name: &str, is_done: bool) {
        let mut state = self.lock();
        state.running.retain(|running| running != name);
        state.done += u64::from(is_done);
        self.show(&state);
    }

    fn show(&self, state: &State) {
        let running = format!("; now {}", state.running.join(", "));
        self.progress.show_with(state.done, &running);
    }

    /// Writes a new record and its reports, and also the files about the class if their last
    /// version is old.
    pub fn write_new(&self, grade: &Grade) -> Result<(), Error> {
        self.write_record(&path_of(FILES[0], &grade.file), grade)?;
        self.write_reports(grade)?;
        let mut state = self.lock();
        if state.written.is_none_or(|time| time.elapsed() >= INTERVAL) {
            self.write_class(&mut state)?;
            state.written = Some(Instant::now());
        }
        Ok(())
    }

    /// Writes the reports about a submission.
    pub fn write_reports(&self, grade: &Grade) -> Result<(), Error> {
        let [results, with_hidden] =
            [false, true].map(|with_hidden| for_student(grade, self.class, with_hidden));
        let student = Feedback::new(self.class, grade, Some(&results));
        let reports = [
            Feedback::new(self.class, grade, None).page(),
            student.page(),
            student.markdown(),
            junit_xml(&results),
            gradescope_json(&with_hidden),
        ];
        for (place, report) in FILES[1..].iter().zip(reports) {
            self.write(path_of(*place, &grade.file), report)?;
        }
        self.lock().grades.push(without_details(grade));
        Ok(())
    }

    /// Writes the last version of the files about the class. Removes the reports about submissions
    /// without a result, and the records of submissions that no longer exist.
    pub fn finish(&self) -> Result<ClassSummary, Error> {
        let mut state = self.lock();
        let summary = self.write_class(&mut state)?;
        let grades = &state.grades;
        let results = ClassResults {
            version: RESULTS_VERSION,
            command: &self.class.command,
            cases: &self.class.cases,
            submissions: grades,
        };
        // Serializing strings, numbers and lists always succeeds.
        let json = serde_json::to_vec(&results).unwrap_or_default();
        self.write("results.json", json)?;
        let reported: HashSet<&String> = grades.iter().map(|grade| &grade.file).collect();
        let classes = self.earlier_class.iter().chain([self.class]);
        let files = classes.flat_map(|class| &class.submissions);
        for file in files.filter(|file| !reported.contains(file)) {
            // The record of an existing submission stays.
            let is_existing = self.class.submissions.contains(file);
            for place in &FILES[usize::from(is_existing)..] {
                let path = self.path.join(path_of(*place, file));
                if let Err(error) = fs::remove_file(&path)
                    && error.kind() != ErrorKind::NotFound
                {
                    return Err(Error::file(path, error));
                }
            }
        }
        Ok(summary)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sorts the records in the order of the submissions, and writes the gradebook and the page.
    fn write_class(&self, state: &mut State) -> Result<ClassSummary, Error> {
        let grades = &mut state.grades;
        let order: HashMap<_, _> = self.class.submissions.iter().zip(0..).collect();
        grades.sort_by_cached_key(|grade| order.get(&grade.file));
        self.write("gradebook.csv", gradebook(self.class, grades))?;
        let page = ClassPage::new(self.class, grades);
        self.write("index.html", page.render())?;
        Ok(page.summary)
    }

    /// Writes a report atomically, unless it already has this content. A report need not survive a
    /// crash of the machine, because it can be rendered again.
    fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Result<(), Error> {
        let path = self.path.join(name);
        atomic_file::update(&path, content.as_ref()).map_err(|error| Error::file(path, error))
    }

    /// Writes a record or the class atomically, and waits until the file is on the disk.
    fn write_record(&self, name: &Path, record: &impl Serialize) -> Result<(), Error> {
        let path = self.path.join(name);
        serde_json::to_vec(record)
            .map_err(io::Error::from)
            .and_then(|text| atomic_file::replace(&path, &text))
            .map_err(|error| Error::file(path, error))
    }
}

/// Returns the path of a file about a submission in the folder.
fn path_of((folder, ending): (&str, &str), file: &str) -> PathBuf {
    Path::new(folder).join(format!("{file}.{ending}"))
}

/// Returns the results that a student may see. `with_hidden` adds the results of hidden cases for
/// Gradescope, which hides these itself, but no findings: even the name of a cause could reveal the
/// rule that a hidden case tests.
fn for_student(grade: &Grade, class: &Class, with_hidden: bool) -> Results {
    let all = &grade.results;
    let cases = all.cases.iter().cloned().enumerate();
    let (numbers, cases): (Vec<usize>, Vec<_>) = cases
        .filter(|(_, result)| with_hidden || result.case.is_visible())
        .unzip();
    let new_number = |case| numbers.binary_search(&case).ok();
    let findings = grade.visible_findings.as_ref();
    let mut findings = findings.unwrap_or(&all.findings).clone();
    for finding in &mut findings {
        finding.cases = finding.cases.drain(..).filter_map(new_number).collect();
        finding.first = finding.first.take().and_then(|first| {
            let case = new_number(first.case)?;
            Some(Place { case, ..first })
        });
    }
    findings.retain(|finding| !finding.cases.is_empty());
    let mut results = Results::new(cases, findings);
    results.error = match class.reveal {
        Reveal::None if !grade.is_graded() => Some(grade.status.name()),
        _ => all.error.clone(),
    };
    results.revealed(class.reveal)
}

/// Returns the record without details, which only the reports about the submission contain.
fn without_details(grade: &Grade) -> Grade {
    let mut summary = grade.clone();
    summary.visible_findings = None;
    for finding in &mut summary.results.findings {
        finding.example = None;
        if let Some(first) = &mut finding.first {
            first.diff.clear();
        }
    }
    let cases = summary.results.cases.iter_mut();
    for failure in cases.flat_map(|case| &mut case.failures) {
        failure.diff.clear();
    }
    summary
}

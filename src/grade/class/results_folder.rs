//! The folder of results. `records.json` describes the class, and `records/NAME.json` is the record
//! of a submission; all other files are rendered from these. A record is written atomically as soon
//! as its submission is graded, so that an interrupted run can be resumed.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, flock};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::class_page::class_page;
use super::feedback::{feedback, for_student, markdown, page};
use super::gradebook;
use super::record::{Class, Graded, VERSION};
use crate::cases::case::Case;
use crate::error::Error;
use crate::grade::hidden_files::RECORDS;
use crate::io::atomic_file;
use crate::io::progress::Progress;
use crate::io::regular_file;
use crate::io::streams::warn;
use crate::io::visible::visible_path;
use crate::report::{gradescope, junit};

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

/// Version of `results.json`.
const RESULTS_VERSION: u32 = 5;

/// The content of `results.json`. Details, which only people read, are left out.
#[derive(Serialize)]
struct ClassResults<'class> {
    version: u32,
    command: &'class str,
    cases: &'class [Case],
    submissions: &'class [Graded],
}

/// A locked folder of results, and the progress line.
pub(super) struct ResultsFolder<'run> {
    path: &'run Path,
    class: &'run Class,
    /// The class of earlier results.
    before: Option<Class>,
    pub(super) progress: Progress,
    state: Mutex<State>,
    _lock: File,
}

#[derive(Default)]
struct State {
    /// Summaries of the results so far.
    all: Vec<Graded>,
    /// Names of the submissions that are being graded.
    running: Vec<String>,
    /// Number of submissions that have been graded.
    done: u64,
    /// Time of the last version of the files about the class.
    written: Option<Instant>,
}

/// Reads the description of the class whose results are in a folder.
pub(super) fn read_class(folder: &Path) -> Option<Class> {
    let class: Class = read_json(&folder.join(RECORDS)).ok()?;
    let leads_elsewhere = class.submissions.iter().any(|file| file.contains('/'));
    let share = class.share;
    let is_share = share.is_none_or(|share| 0 < share.share && share.share <= share.of);
    (class.version == VERSION && !leads_elsewhere && is_share).then_some(class)
}

/// Reads the record of a submission; none if it is missing or damaged.
pub(super) fn read_record(folder: &Path, file: &str, class: &Class) -> Option<Graded> {
    let graded: Graded = read_json(&folder.join(path_of(FILES[0], file))).ok()?;
    (graded.file == file && graded.is_sound(class)).then_some(graded)
}

fn read_json<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    let file = BufReader::new(regular_file::open(path)?);
    Ok(serde_json::from_reader(file)?)
}

impl<'run> ResultsFolder<'run> {
    /// Locks a folder, which must be new, empty or a folder of results of the same class, and creates what is in it. A run grades
    /// `count` submissions.
    pub(super) fn open(path: &'run Path, class: &'run Class, count: usize) -> Result<Self, Error> {
        let failed = |error| Error::file(path, error);
        let about = |why| Error::message(format!("{}: {why}", visible_path(path)));
        if !path.exists() {
            fs::create_dir(path).map_err(failed)?;
        }
        let lock = File::open(path).map_err(failed)?;
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() {
            return Err(about("another run writes its results there"));
        }
        let before = read_class(path);
        if let Some(before) = &before {
            let is_known = |file: &String| before.submissions.contains(file);
            if before.share != class.share || !class.submissions.iter().any(is_known) {
                return Err(about("results of other submissions: give another --output"));
            }
            if before.settings != class.settings {
                // The results of submissions that are not selected would be lost.
                if count < class.submissions.len()
                    && fs::read_dir(path.join(FILES[0].0)).is_ok_and(|files| files.count() > count)
                {
                    return Err(about(
                        "results of other cases or options: give another --output",
                    ));
                }
                warn(&about("ignoring results of other cases, commands or options").to_string());
            }
        } else {
            for entry in fs::read_dir(path).map_err(failed)? {
                let name = entry.map_err(failed)?.file_name();
                // A run that was killed at once has left a temporary file.
                if !name.as_bytes().starts_with(atomic_file::PREFIX.as_bytes()) {
                    return Err(about(
                        "neither empty nor a folder of results: give --output another folder",
                    ));
                }
            }
        }
        let folder = Self {
            path,
            class,
            progress: Progress::with_time_left(count as u64, "submissions"),
            state: Mutex::default(),
            _lock: lock,
            before,
        };
        let is_same = |before: &Class| {
            before.settings == class.settings && before.submissions == class.submissions
        };
        if !folder.before.as_ref().is_some_and(is_same) {
            folder.write_record(Path::new(RECORDS), class)?;
        }
        for (name, _) in FILES {
            let path = path.join(name);
            // A link to a folder is not followed.
            if !fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir()) {
                fs::create_dir(&path).map_err(|error| Error::file(&path, error))?;
            }
        }
        Ok(folder)
    }

    /// Shows that a submission is being graded.
    pub(super) fn start(&self, name: &str) {
        let mut state = self.lock();
        state.running.push(name.to_owned());
        self.show(&state);
    }

    /// Shows that a submission is not being graded any more.
    pub(super) fn stop(&self, name: &str, is_done: bool) {
        let mut state = self.lock();
        state.running.retain(|running| running != name);
        state.done += u64::from(is_done);
        self.show(&state);
    }

    fn show(&self, state: &State) {
        let running = format!("; now {}", state.running.join(", "));
        self.progress.show_with(state.done, &running);
    }

    /// Writes the record and the reports of a new result, and the files about the class if their last version is old.
    pub(super) fn add_new(&self, graded: &Graded) -> Result<(), Error> {
        self.write_record(&path_of(FILES[0], &graded.file), graded)?;
        self.add(graded)?;
        let mut state = self.lock();
        if state.written.is_none_or(|time| time.elapsed() >= INTERVAL) {
            self.write_class(&mut state)?;
            state.written = Some(Instant::now());
        }
        Ok(())
    }

    /// Writes the reports about a submission.
    pub(super) fn add(&self, graded: &Graded) -> Result<(), Error> {
        let results = for_student(graded, self.class, false);
        let teacher = feedback(self.class, graded, None);
        let student = feedback(self.class, graded, Some(&results));
        let reports = [
            page(&teacher, &graded.name, true),
            page(&student, &graded.name, false),
            markdown(&student),
            junit::report(&results),
            gradescope::report(&for_student(graded, self.class, true)),
        ];
        for (place, report) in FILES[1..].iter().zip(reports) {
            self.write(path_of(*place, &graded.file), report)?;
        }
        self.lock().all.push(graded.summary());
        Ok(())
    }

    /// Writes the last version of the files about the class. Removes the reports about submissions without a result, and the
    /// records of submissions that no longer exist. Returns summaries of the results.
    pub(super) fn finish(&self) -> Result<Vec<Graded>, Error> {
        let mut state = self.lock();
        self.write_class(&mut state)?;
        let all = std::mem::take(&mut state.all);
        let results = ClassResults {
            version: RESULTS_VERSION,
            command: &self.class.command,
            cases: &self.class.cases,
            submissions: &all,
        };
        // Strings, numbers and lists always make JSON.
        let json = serde_json::to_vec(&results).unwrap_or_default();
        self.write("results.json", json)?;
        let graded: HashSet<&String> = all.iter().map(|graded| &graded.file).collect();
        let existing: HashSet<&String> = self.class.submissions.iter().collect();
        let before = self.before.iter().flat_map(|before| &before.submissions);
        let files = before.chain(&self.class.submissions);
        for file in files.filter(|file| !graded.contains(file)) {
            for place in &FILES[usize::from(existing.contains(file))..] {
                let path = self.path.join(path_of(*place, file));
                if let Err(error) = fs::remove_file(&path)
                    && error.kind() != ErrorKind::NotFound
                {
                    return Err(Error::file(path, error));
                }
            }
        }
        Ok(all)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes the gradebook and the page, in the order of the submissions.
    fn write_class(&self, state: &mut State) -> Result<(), Error> {
        let files = self.class.submissions.iter();
        let order: HashMap<&String, usize> = files.zip(0..).collect();
        state
            .all
            .sort_by_cached_key(|graded| order.get(&graded.file).copied());
        self.write("gradebook.csv", gradebook::render(self.class, &state.all))?;
        self.write("index.html", class_page(self.class, &state.all))
    }

    /// Writes a report atomically, unless it has this content already. It need not survive a crash of the machine because it can
    /// be rendered again.
    fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> Result<(), Error> {
        let path = self.path.join(name);
        atomic_file::update(&path, content.as_ref()).map_err(|error| Error::file(path, error))
    }

    /// Writes a record or the class atomically, and waits until it is on the disk.
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

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

use rustix::fs::{FlockOperation, flock};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    class_page::class_page,
    feedback::{blocks, for_student, markdown, page},
    gradebook,
    record::{Class, GradeRecord, VERSION},
};
use crate::{
    cases::Case,
    error::Error,
    grade::hidden_files::RECORDS,
    io::{Progress, atomic_file, untrusted, visible_path, warn},
    report::{gradescope, junit},
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

/// Version of `results.json`.
const RESULTS_VERSION: u32 = 5;

/// The content of `results.json`. Details, which only people read, are left out.
#[derive(Serialize)]
struct ClassResults<'class> {
    version: u32,
    command: &'class str,
    cases: &'class [Case],
    submissions: &'class [GradeRecord],
}

/// A locked folder of results, and the progress line.
pub(super) struct ResultsFolder<'run> {
    path: &'run Path,
    class: &'run Class,
    /// The class of earlier results in the folder.
    earlier_class: Option<Class>,
    pub progress: Progress,
    state: Mutex<State>,
    _lock: File,
}

#[derive(Default)]
struct State {
    /// Summaries of the records so far.
    records: Vec<GradeRecord>,
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
    // A damaged file must not lead to files outside the folder.
    let has_paths = class.submissions.iter().any(|file| file.contains('/'));
    let is_valid_share = class.share.is_none_or(|it| (1..=it.of).contains(&it.share));
    (class.version == VERSION && !has_paths && is_valid_share).then_some(class)
}

/// Reads the record of a submission. Returns `None` if the file is missing or damaged.
pub(super) fn read_record(folder: &Path, file: &str, class: &Class) -> Option<GradeRecord> {
    let record: GradeRecord = read_json(&folder.join(path_of(FILES[0], file))).ok()?;
    (record.file == file && record.is_sound(class)).then_some(record)
}

fn read_json<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    let file = BufReader::new(untrusted::open(path)?);
    Ok(serde_json::from_reader(file)?)
}

impl<'run> ResultsFolder<'run> {
    /// Locks a folder and creates its subfolders. The folder must be new, empty or a folder of
    /// results of the same class. This run grades `count` submissions.
    pub fn open(path: &'run Path, class: &'run Class, count: usize) -> Result<Self, Error> {
        let failed = |error| Error::file(path, error);
        let refusal = |reason| Error::message(format!("{}: {reason}", visible_path(path)));
        if !path.exists() {
            fs::create_dir(path).map_err(failed)?;
        }
        let lock = File::open(path).map_err(failed)?;
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() {
            return Err(refusal("another run is writing to this folder"));
        }
        let earlier_class = read_class(path);
        if let Some(earlier) = &earlier_class {
            let is_known = |file: &String| earlier.submissions.contains(file);
            if earlier.share != class.share || !class.submissions.iter().any(is_known) {
                return Err(refusal(
                    "results of other submissions or another share: give --output another folder",
                ));
            }
            if earlier.settings != class.settings {
                // The results of submissions that are not selected would be lost.
                if count < class.submissions.len()
                    && fs::read_dir(path.join(FILES[0].0)).is_ok_and(|files| files.count() > count)
                {
                    return Err(refusal(
                        "results of other cases, commands or options: give --output another folder",
                    ));
                }
                let text =
                    "results of other cases, commands or options: everything is graded again";
                warn(&refusal(text).to_string());
            }
        } else {
            for entry in fs::read_dir(path).map_err(failed)? {
                let name = entry.map_err(failed)?.file_name();
                // A run that was killed at once may have left a temporary file.
                if !name.as_bytes().starts_with(atomic_file::PREFIX.as_bytes()) {
                    return Err(refusal(
                        "neither empty nor results of this version: give --output another folder",
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
            earlier_class,
        };
        let is_unchanged = folder.earlier_class.as_ref().is_some_and(|earlier| {
            earlier.settings == class.settings && earlier.submissions == class.submissions
        });
        if !is_unchanged {
            folder.write_record(Path::new(RECORDS), class)?;
        }
        for (name, _) in FILES {
            let path = path.join(name);
            // Do not follow a link to a folder: creating the folder then fails.
            if !fs::symlink_metadata(&path).is_ok_and(|data| data.is_dir()) {
                fs::create_dir(&path).map_err(|error| Error::file(&path, error))?;
            }
        }
        Ok(folder)
    }

    /// Shows that a submission is being graded.
    pub fn start(&self, name: &str) {
        let mut state = self.lock();
        state.running.push(name.to_owned());
        self.show(&state);
    }

    /// Shows that a submission is not being graded any more.
    pub fn stop(&self, name: &str, is_done: bool) {
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
    pub fn add_new(&self, record: &GradeRecord) -> Result<(), Error> {
        self.write_record(&path_of(FILES[0], &record.file), record)?;
        self.add(record)?;
        let mut state = self.lock();
        if state.written.is_none_or(|time| time.elapsed() >= INTERVAL) {
            self.write_class(&mut state)?;
            state.written = Some(Instant::now());
        }
        Ok(())
    }

    /// Writes the reports about a submission.
    pub fn add(&self, record: &GradeRecord) -> Result<(), Error> {
        let results = for_student(record, self.class, false);
        let teacher = blocks(self.class, record, None);
        let student = blocks(self.class, record, Some(&results));
        let reports = [
            page(&teacher, &record.name, true),
            page(&student, &record.name, false),
            markdown(&student),
            junit::report(&results),
            gradescope::report(&for_student(record, self.class, true)),
        ];
        for (place, report) in FILES[1..].iter().zip(reports) {
            self.write(path_of(*place, &record.file), report)?;
        }
        self.lock().records.push(record.summary());
        Ok(())
    }

    /// Writes the last version of the files about the class. Removes the reports about submissions
    /// without a result, and the records of submissions that no longer exist. Returns summaries of
    /// the records.
    pub fn finish(&self) -> Result<Vec<GradeRecord>, Error> {
        let mut state = self.lock();
        self.write_class(&mut state)?;
        let records = std::mem::take(&mut state.records);
        let results = ClassResults {
            version: RESULTS_VERSION,
            command: &self.class.command,
            cases: &self.class.cases,
            submissions: &records,
        };
        // Serializing strings, numbers and lists always succeeds.
        let json = serde_json::to_vec(&results).unwrap_or_default();
        self.write("results.json", json)?;
        let graded_files: HashSet<&String> = records.iter().map(|record| &record.file).collect();
        let existing_files: HashSet<&String> = self.class.submissions.iter().collect();
        let earlier_files = self.earlier_class.iter().flat_map(|it| &it.submissions);
        let all_files = earlier_files.chain(&self.class.submissions);
        for file in all_files.filter(|file| !graded_files.contains(file)) {
            // The record of an existing submission stays.
            for place in &FILES[usize::from(existing_files.contains(file))..] {
                let path = self.path.join(path_of(*place, file));
                if let Err(error) = fs::remove_file(&path)
                    && error.kind() != ErrorKind::NotFound
                {
                    return Err(Error::file(path, error));
                }
            }
        }
        Ok(records)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sorts the records in the order of the submissions, and writes the gradebook and the page.
    fn write_class(&self, state: &mut State) -> Result<(), Error> {
        let files = self.class.submissions.iter();
        let order: HashMap<&String, usize> = files.zip(0..).collect();
        let records = &mut state.records;
        records.sort_by_cached_key(|record| order.get(&record.file).copied());
        self.write("gradebook.csv", gradebook::render(self.class, records))?;
        self.write("index.html", class_page(self.class, records))
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

//! The folder that the results of a class are written into, and the file of records
//! in it: a line of JSON for the class, one for each submission that is done, and a
//! last one when all are. Each line has a checksum, so that what was not written to
//! its end, or was changed since, counts for nothing. A record is only ever added;
//! the last one about a submission is the one that holds.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::error::ClassError;
use super::fingerprint::Fingerprint;
use super::record::{Class, Record, VERSION};
use crate::grade::hidden_files::RECORDS;
use crate::io::atomic_file;
use crate::io::regular_file;

/// The folders with a file for each submission, and the endings that it may have there.
pub(super) const REPORTS: [(&str, &[&str]); 4] = [
    ("submissions", &["html"]),
    ("feedback", &["txt", "html", "md"]),
    ("junit", &["xml"]),
    ("gradescope", &["json"]),
];

/// How often it is tried to have a folder for oneself, and the pause after that:
/// what has been killed just now may take a moment to go.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(50);

/// A line of the file of records.
#[derive(Serialize, Deserialize)]
struct RecordLine<'text> {
    checksum: String,
    #[serde(borrow)]
    entry: &'text RawValue,
}

/// What a line says.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum RecordEntry<C = Class, R = Box<Record>> {
    /// What all of this is about: the first line.
    Class(C),
    /// A submission is done.
    Submission(R),
    /// All are done: the last line.
    Complete,
}

/// What is to be written.
type NewEntry<'entry> = RecordEntry<&'entry Class, &'entry Record>;

/// Where a line is.
#[derive(Clone, Copy, Debug)]
struct LinePosition {
    start: u64,
    length: usize,
}

/// What is recorded in a file.
#[derive(Debug)]
pub(super) struct Recorded {
    /// What it is about.
    pub(super) class: Class,
    /// Whether all submissions are done.
    pub(super) is_complete: bool,
    /// Whether a line is not as it was written.
    pub(super) is_damaged: bool,
    file: File,
    /// Where the last line about each submission is, by the name of its files.
    places: HashMap<String, LinePosition>,
    /// Where the next line begins.
    end: u64,
}

/// A folder of results, which nobody else writes to at the same time.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// What was in it before.
    before: Option<Recorded>,
    lock: File,
}

/// A folder of results whose file of records is added to.
#[derive(Debug)]
pub(super) struct Records {
    path: PathBuf,
    recorded: Mutex<Recorded>,
    _lock: File,
}

impl NewEntry<'_> {
    /// The line of the file that says this.
    fn line(&self) -> io::Result<Vec<u8>> {
        let entry = RawValue::from_string(serde_json::to_string(self)?)?;
        let mut line = serde_json::to_vec(&RecordLine {
            checksum: checksum(&entry),
            entry: &entry,
        })?;
        line.push(b'\n');
        Ok(line)
    }
}

impl RecordEntry {
    /// What a line says, if it is as it was written, and whole.
    fn read(line: &[u8]) -> Option<Self> {
        let line: RecordLine<'_> = serde_json::from_slice(line.strip_suffix(b"\n")?).ok()?;
        if line.checksum == checksum(line.entry) {
            serde_json::from_slice(line.entry.get().as_bytes()).ok()
        } else {
            None
        }
    }
}

fn checksum(entry: &RawValue) -> String {
    let mut fingerprint = Fingerprint::new();
    fingerprint.add(entry.get());
    fingerprint.text()
}

impl Recorded {
    /// Reads what is recorded in a folder.
    ///
    /// # Errors
    ///
    /// It is not a folder of results, or one of another version.
    pub(super) fn read(folder: &Path) -> Result<Self, ClassError> {
        regular_file::open(&folder.join(RECORDS))
            .and_then(Self::of)
            .map_err(|_| ClassError::NotResults {
                path: folder.into(),
            })
    }

    /// Reads what is recorded in a file.
    fn of(file: File) -> io::Result<Self> {
        let mut reader = BufReader::new(file.try_clone()?);
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line)?;
        let class = match RecordEntry::read(&line) {
            Some(RecordEntry::Class(class))
                if class.version == VERSION && class.has_plain_names() =>
            {
                class
            }
            _ => return Err(ErrorKind::InvalidData.into()),
        };
        let mut recorded = Self {
            class,
            is_complete: false,
            is_damaged: false,
            file,
            places: HashMap::new(),
            end: line.len() as u64,
        };
        loop {
            line.clear();
            if reader.read_until(b'\n', &mut line)? == 0 {
                return Ok(recorded);
            }
            match RecordEntry::read(&line) {
                Some(RecordEntry::Submission(record)) => {
                    recorded.place(record.graded.file, line.len());
                }
                Some(RecordEntry::Complete) => recorded.is_complete = true,
                Some(RecordEntry::Class(_)) | None => recorded.is_damaged = true,
            }
            recorded.end += line.len() as u64;
        }
    }

    /// Takes note that a line at the end is about a submission.
    fn place(&mut self, file: String, length: usize) {
        let start = self.end;
        self.places.insert(file, LinePosition { start, length });
        self.is_complete = false;
    }

    /// Whether it says that a class is done, of which these are the submissions, and nothing
    /// else.
    fn is_all_of(&self, class: &Class, files: &[&str]) -> io::Result<bool> {
        let class = NewEntry::Class(class).line()?;
        let mut first = vec![0; class.len()];
        let is_of_class = self.file.read_exact_at(&mut first, 0).is_ok() && first == class;
        let ends = [first.len(), NewEntry::Complete.line()?.len()];
        let lines = self.places.values().map(|place| place.length).chain(ends);
        Ok(is_of_class
            && self.is_complete
            && self.places.len() == files.len()
            && files.iter().all(|file| self.has(file))
            && lines.map(|length| length as u64).sum::<u64>() == self.end)
    }

    /// Adds a line, and waits until the disk has it; returns how long it is.
    fn append(&self, entry: &NewEntry<'_>) -> io::Result<usize> {
        let line = entry.line()?;
        self.file.write_all_at(&line, self.end)?;
        self.file.sync_data()?;
        Ok(line.len())
    }

    /// The line about a submission that is done.
    fn line(&self, file: &str) -> io::Result<Vec<u8>> {
        let place = self.places.get(file).ok_or(ErrorKind::NotFound)?;
        let mut line = vec![0; place.length];
        self.file.read_exact_at(&mut line, place.start)?;
        Ok(line)
    }

    /// What the files of the submissions that are done are called.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// Whether a submission is done.
    pub(super) fn has(&self, file: &str) -> bool {
        self.places.contains_key(file)
    }
}

impl Folder {
    /// Takes a folder for results: a new or empty one, or one with results.
    ///
    /// # Errors
    ///
    /// Something else is in it, it cannot be made, or somebody writes to it.
    pub(super) fn open(path: &Path) -> Result<Self, ClassError> {
        let error = |error| ClassError::file(path, error);
        match fs::create_dir(path) {
            Err(failure) if failure.kind() != ErrorKind::AlreadyExists => {
                return Err(error(failure));
            }
            _ => {}
        }
        if !path.is_dir() {
            return Err(ClassError::NotResults { path: path.into() });
        }
        let lock = lock(path)?;
        let is_empty = names(path)?.all(|name| is_unfinished(&name));
        let before = (!is_empty).then(|| Recorded::read(path)).transpose()?;
        Ok(Self {
            path: path.to_owned(),
            before,
            lock,
        })
    }

    /// Begins the file of records with the class, and with what is recorded in the
    /// shares, or in this folder if there are none, about the submissions whose files
    /// are called so; one that is about all of these and nothing else stays. Makes the
    /// folders for reports, and removes reports about other submissions.
    ///
    /// # Errors
    ///
    /// The folder has the results of another share or of another class, or
    /// something in it cannot be written or removed.
    pub(super) fn begin(
        self,
        class: &Class,
        files: &[&str],
        shares: &[Recorded],
    ) -> Result<Records, ClassError> {
        if let Some(before) = &self.before {
            self.leave_only(files, &before.class, class)?;
        }
        let path = self.path.join(RECORDS);
        let error = |error| ClassError::file(&path, error);
        let is_done = |before: &Recorded| before.is_all_of(class, files);
        let before = self.before.as_ref().filter(|_| shares.is_empty());
        if !before.map_or(Ok(false), is_done).map_err(error)? {
            let sources = before.map_or(shares, slice::from_ref);
            let mut records = NewEntry::Class(class).line().map_err(error)?;
            for &file in files {
                if let Some(source) = sources.iter().find(|source| source.has(file)) {
                    records.extend(source.line(file).map_err(error)?);
                }
            }
            atomic_file::replace(&path, &records).map_err(error)?;
        }
        for (name, _) in REPORTS {
            let path = self.path.join(name);
            match fs::create_dir(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists && is_folder(&path) => {}
                made => made.map_err(|error| ClassError::file(&path, error))?,
            }
        }
        let recorded = File::options()
            .read(true)
            .write(true)
            .open(&path)
            .and_then(Recorded::of)
            .map_err(error)?;
        Ok(Records {
            path: self.path,
            recorded: Mutex::new(recorded),
            _lock: self.lock,
        })
    }

    /// Removes the reports about submissions other than these, if the results in the
    /// folder are of the same class.
    fn leave_only(&self, files: &[&str], before: &Class, now: &Class) -> Result<(), ClassError> {
        let known: HashSet<&str> = before.submissions.iter().map(String::as_str).collect();
        let is_same_class = now
            .submissions
            .iter()
            .any(|file| known.contains(file.as_str()));
        if before.share != now.share || !is_same_class {
            return Err(ClassError::OtherResults {
                path: self.path.clone(),
            });
        }
        for file in known.difference(&files.iter().copied().collect()) {
            for (folder, endings) in REPORTS {
                for ending in endings {
                    remove(&report(&self.path, folder, file, ending))?;
                }
            }
        }
        Ok(())
    }
}

impl Records {
    /// Adds a record, and waits until the disk has it.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(super) fn add(&self, record: &Record) -> Result<(), ClassError> {
        let mut recorded = self.recorded();
        let length = recorded
            .append(&RecordEntry::Submission(record))
            .map_err(|error| self.error(error))?;
        recorded.place(record.graded.file.clone(), length);
        recorded.end += length as u64;
        Ok(())
    }

    /// Records that all submissions are done, unless that is recorded.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to.
    pub(super) fn complete(&self) -> Result<(), ClassError> {
        self.tidy()?;
        let recorded = self.recorded();
        if recorded.is_complete {
            return Ok(());
        }
        let length = recorded.append(&RecordEntry::Complete);
        length.map(drop).map_err(|error| self.error(error))
    }

    /// The record of a submission that is done.
    ///
    /// # Errors
    ///
    /// It is not done, or the file cannot be read or was changed since.
    pub(super) fn read(&self, file: &str) -> io::Result<Record> {
        let line = self.recorded().line(file)?;
        match RecordEntry::read(&line) {
            Some(RecordEntry::Submission(record)) => Ok(*record),
            _ => Err(io::Error::other("changed while it was in use")),
        }
    }

    /// Writes a file about the class, whole or not at all, unless it says the same already.
    ///
    /// # Errors
    ///
    /// It cannot be written; what was there is then as it was.
    pub(super) fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), ClassError> {
        let path = self.path.join(name);
        let mut text = Vec::new();
        content(&mut text)
            .and_then(|()| atomic_file::update(&path, &text))
            .map_err(|error| ClassError::file(path, error))
    }

    /// Writes a report about a submission with one of its endings unless it says the same
    /// already; whole or not at all unless the machine itself fails: it can be made again.
    /// One with another ending gives way.
    ///
    /// # Errors
    ///
    /// It cannot be written, or the other one not removed.
    pub(super) fn write_report(
        &self,
        (folder, endings): (&str, &[&str]),
        ending: &str,
        file: &str,
        text: &str,
    ) -> Result<(), ClassError> {
        let path = report(&self.path, folder, file, ending);
        atomic_file::update(&path, text.as_bytes())
            .map_err(|error| ClassError::file(path, error))?;
        let others = endings.iter().filter(|&&other| other != ending);
        others
            .map(|other| report(&self.path, folder, file, other))
            .try_for_each(|path| remove(&path))
    }

    /// Removes files that were not finished when a run was killed.
    fn tidy(&self) -> Result<(), ClassError> {
        let folders = REPORTS.map(|(name, _)| self.path.join(name));
        for folder in folders.iter().chain([&self.path]) {
            for name in names(folder)?.filter(|name| is_unfinished(name)) {
                // It is in nobody's way.
                let _ = fs::remove_file(folder.join(name));
            }
        }
        Ok(())
    }

    fn recorded(&self) -> MutexGuard<'_, Recorded> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// An error of the file.
    pub(super) fn error(&self, error: io::Error) -> ClassError {
        ClassError::file(self.path.join(RECORDS), error)
    }
}

/// Where a report about a submission is.
fn report(path: &Path, folder: &str, file: &str, ending: &str) -> PathBuf {
    path.join(folder).join(format!("{file}.{ending}"))
}

/// Removes a file if it is there.
fn remove(path: &Path) -> Result<(), ClassError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(ClassError::file(path, error)),
        _ => Ok(()),
    }
}

fn lock(path: &Path) -> Result<File, ClassError> {
    let file = File::open(path).map_err(|error| ClassError::file(path, error))?;
    for _ in 0..ATTEMPTS {
        if flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
            return Ok(file);
        }
        thread::sleep(PAUSE);
    }
    Err(ClassError::Busy { path: path.into() })
}

/// The names of what is in a folder.
fn names(folder: &Path) -> Result<impl Iterator<Item = OsString>, ClassError> {
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect());
    let names = entries.map_err(|error| ClassError::file(folder, error))?;
    Ok(names.into_iter())
}

/// Whether that is a folder, and not a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

/// Whether a file of this name was not finished when a run was killed.
fn is_unfinished(name: &OsStr) -> bool {
    name.as_bytes().starts_with(atomic_file::PREFIX.as_bytes())
}

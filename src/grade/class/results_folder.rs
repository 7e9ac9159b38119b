//! The folder of results. `records.json` describes the class, and `records/NAME.json` is the record
//! of a submission; all other files are rendered from these. A record is written atomically as soon
//! as its submission is graded, so that an interrupted run can be resumed.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::record::{Class, Graded, VERSION};
use crate::cases::error::GradeError;
use crate::cases::selection::Partition;
use crate::grade::hidden_files::RECORDS;
use crate::io::atomic_file;
use crate::io::regular_file;
use crate::io::visible::visible_path;

/// The folders and endings of the files about each submission.
pub(super) const REPORTS: [(&str, &str); 5] = [
    ("submissions", "html"),
    ("feedback", "html"),
    ("feedback", "md"),
    ("junit", "xml"),
    ("gradescope", "json"),
];

/// The folder and the ending of records.
const RECORD: (&str, &str) = ("records", "json");

/// Attempts to lock the folder, with pauses: a process that was just killed may hold the lock for a
/// moment.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(50);

/// A locked folder of results.
#[derive(Debug)]
pub(super) struct ResultsFolder {
    path: PathBuf,
    /// The class of earlier results.
    before: Option<Class>,
    _lock: File,
}

/// Reads the description of the class whose results are in a folder.
pub(super) fn read_class(folder: &Path) -> io::Result<Class> {
    let class: Class = read_json(&folder.join(RECORDS))?;
    let is_share = |one: Partition| 0 < one.share && one.share <= one.of;
    if class.version == VERSION && class.has_plain_names() && class.share.is_none_or(is_share) {
        Ok(class)
    } else {
        Err(ErrorKind::InvalidData.into())
    }
}

/// Reads the record of a submission.
pub(super) fn read_record(folder: &Path, file: &str, class: &Class) -> io::Result<Graded> {
    let graded: Graded = read_json(&report_path(folder, RECORD, file))?;
    if graded.file == file && graded.is_sound(class) {
        Ok(graded)
    } else {
        Err(ErrorKind::InvalidData.into())
    }
}

fn read_json<T: DeserializeOwned>(path: &Path) -> io::Result<T> {
    let file = BufReader::new(regular_file::open(path)?);
    Ok(serde_json::from_reader(file)?)
}

impl ResultsFolder {
    /// Locks a folder, which must be new, empty or a folder of results.
    pub(super) fn open(path: &Path) -> Result<Self, GradeError> {
        match fs::create_dir(path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                return Err(GradeError::file(path, error));
            }
            _ => {}
        }
        let not_results = || {
            GradeError::Message(format!(
                "{}: neither empty nor a folder of results: give --output another folder",
                visible_path(path)
            ))
        };
        if !path.is_dir() {
            return Err(not_results());
        }
        let lock = lock(path)?;
        let before = if names(path)?.iter().all(is_unfinished) {
            None
        } else {
            Some(read_class(path).map_err(|_| not_results())?)
        };
        Ok(Self {
            path: path.to_owned(),
            before,
            _lock: lock,
        })
    }

    /// Writes the description of the class, creates the folders for reports, and removes the files
    /// about submissions that no longer exist.
    pub(super) fn begin(&self, class: &Class) -> Result<(), GradeError> {
        if let Some(before) = &self.before {
            let is_known = |file: &String| before.submissions.contains(file);
            if before.share != class.share || !class.submissions.iter().any(is_known) {
                return Err(GradeError::Message(format!(
                    "{}: it has the results of another share or of other submissions",
                    visible_path(&self.path)
                )));
            }
            let files = class.files_in_share();
            for file in &before.submissions {
                if !files.contains(&file.as_str()) {
                    self.remove_reports(file)?;
                    self.remove(RECORD, file)?;
                }
            }
        }
        let as_json = |class: &Class| serde_json::to_string(class).unwrap_or_default();
        if self.before.as_ref().map(as_json) != Some(as_json(class)) {
            write_record(self.path.join(RECORDS), class)?;
        }
        for (name, _) in REPORTS.iter().chain([&RECORD]) {
            let path = self.path.join(name);
            match fs::create_dir(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists && is_folder(&path) => {}
                made => made.map_err(|error| GradeError::file(&path, error))?,
            }
        }
        Ok(())
    }

    /// Writes the record of a submission and waits until it is on the disk.
    pub(super) fn add(&self, graded: &Graded) -> Result<(), GradeError> {
        write_record(report_path(&self.path, RECORD, &graded.file), graded)
    }

    /// Writes a file about the class atomically, unless it has this content already.
    pub(super) fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut Vec<u8>) -> io::Result<()>,
    ) -> Result<(), GradeError> {
        let path = self.path.join(name);
        let mut text = Vec::new();
        content(&mut text)
            .and_then(|()| atomic_file::update(&path, &text))
            .map_err(|error| GradeError::file(path, error))
    }

    /// Writes a report about a submission, unless it has this content already. It need not survive
    /// a crash of the machine because it can be rendered again.
    pub(super) fn write_report(
        &self,
        place: (&str, &str),
        file: &str,
        text: &str,
    ) -> Result<(), GradeError> {
        let path = report_path(&self.path, place, file);
        atomic_file::update(&path, text.as_bytes()).map_err(|error| GradeError::file(path, error))
    }

    /// Removes the reports about a submission, but not its record.
    pub(super) fn remove_reports(&self, file: &str) -> Result<(), GradeError> {
        REPORTS
            .iter()
            .try_for_each(|place| self.remove(*place, file))
    }

    fn remove(&self, place: (&str, &str), file: &str) -> Result<(), GradeError> {
        let path = report_path(&self.path, place, file);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(GradeError::file(path, error)),
            _ => Ok(()),
        }
    }

    /// Removes temporary files of runs that were killed.
    pub(super) fn remove_unfinished(&self) -> Result<(), GradeError> {
        let folders = REPORTS.iter().chain([&RECORD]);
        let folders = folders.map(|(name, _)| self.path.join(name));
        for folder in folders.chain([self.path.clone()]) {
            for name in names(&folder)?.iter().filter(|name| is_unfinished(name)) {
                // A temporary file that remains does no harm.
                let _ = fs::remove_file(folder.join(name));
            }
        }
        Ok(())
    }
}

/// Returns the path of a file about a submission.
fn report_path(folder: &Path, (name, ending): (&str, &str), file: &str) -> PathBuf {
    folder.join(name).join(format!("{file}.{ending}"))
}

fn lock(path: &Path) -> Result<File, GradeError> {
    let file = File::open(path).map_err(|error| GradeError::file(path, error))?;
    for _ in 0..ATTEMPTS {
        if flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok() {
            return Ok(file);
        }
        thread::sleep(PAUSE);
    }
    Err(GradeError::Message(format!(
        "{}: another run writes its results there",
        visible_path(path)
    )))
}

/// Lists the names of the entries of a folder.
fn names(folder: &Path) -> Result<Vec<OsString>, GradeError> {
    fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.file_name())).collect())
        .map_err(|error| GradeError::file(folder, error))
}

/// Reports whether a path is a folder and not a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

/// Reports whether a name is that of a temporary file.
fn is_unfinished(name: &OsString) -> bool {
    name.as_bytes().starts_with(atomic_file::PREFIX.as_bytes())
}

fn write_record(path: PathBuf, record: &impl Serialize) -> Result<(), GradeError> {
    serde_json::to_vec(record)
        .map_err(io::Error::from)
        .and_then(|text| atomic_file::replace(&path, &text))
        .map_err(|error| GradeError::file(path, error))
}

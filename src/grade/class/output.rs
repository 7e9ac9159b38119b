//! The folder that the results of a class are written into, and what is in it
//! already. Each submission that is done has a file of its own in `graded/`, from
//! which everything else about the class is made.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::contents::{self, Contents, VERSION};
use super::error::ClassError;
use super::graded::{Graded, Row, Standing};
use super::grading::Reports;
use crate::io::atomic_file;
use crate::io::regular_file;

/// The folder of the files about each submission, from which the others are
/// made.
const GRADED: &str = "graded";

/// That folder and the ending there.
const STATE: (&str, &str) = (GRADED, "json");

/// The other folders with a file for each submission, and the endings there.
const FOLDERS: [(&str, &str); 4] = [
    ("submissions", "html"),
    ("feedback", "txt"),
    ("junit", "xml"),
    ("gradescope", "json"),
];

/// A folder of results, which nobody else writes to at the same time.
#[derive(Debug)]
pub(crate) struct Output {
    path: PathBuf,
    /// What was in it before.
    before: Option<Contents>,
    _lock: File,
}

/// The file about a submission that is done.
#[derive(Deserialize)]
struct State<'text> {
    version: u32,
    fingerprint: String,
    #[serde(borrow)]
    submission: &'text RawValue,
}

#[derive(Serialize)]
struct NewState<'graded> {
    version: u32,
    fingerprint: &'graded str,
    submission: &'graded Graded,
}

impl Output {
    /// Takes a folder for results: a new or empty one, or one with results.
    ///
    /// # Errors
    ///
    /// Something else is in it, it cannot be made, or somebody writes to it.
    pub(crate) fn open(path: &Path) -> Result<Self, ClassError> {
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
        let before = if is_empty(path)? {
            None
        } else {
            Some(Contents::read(path)?)
        };
        Ok(Self {
            path: path.to_owned(),
            before,
            _lock: lock,
        })
    }

    /// Says what the folder is about, makes the folders in it, and removes what
    /// is there about other submissions than those of these files.
    ///
    /// # Errors
    ///
    /// The folder has the results of another share or of another class, or
    /// something in it cannot be written or removed.
    pub(crate) fn begin(&self, contents: &Contents, files: &[&str]) -> Result<(), ClassError> {
        if let Some(before) = &self.before {
            let known: HashSet<&str> = before.submissions.iter().map(String::as_str).collect();
            let is_other_class = !contents
                .submissions
                .iter()
                .any(|file| known.contains(file.as_str()));
            if before.share != contents.share || is_other_class {
                return Err(ClassError::OtherResults {
                    path: self.path.clone(),
                });
            }
            for file in known.difference(&files.iter().copied().collect()) {
                self.remove(file)?;
            }
        }
        self.write_contents(contents)?;
        let names = FOLDERS.iter().map(|(name, _)| *name);
        for name in names.chain([GRADED]) {
            let path = self.path.join(name);
            match fs::create_dir(&path) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists && is_folder(&path) => {}
                made => made.map_err(|error| ClassError::file(&path, error))?,
            }
        }
        Ok(())
    }

    fn write_contents(&self, contents: &Contents) -> Result<(), ClassError> {
        self.write_whole(contents::FILE, |file| {
            serde_json::to_writer_pretty(&mut *file, contents)?;
            file.write_all(b"\n")
        })
    }

    /// Writes a file about the class, whole or not at all.
    ///
    /// # Errors
    ///
    /// It cannot be written; what was there is then as it was.
    pub(crate) fn write_whole(
        &self,
        name: &str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), ClassError> {
        let path = self.path.join(name);
        atomic_file::replace(&path, content).map_err(|error| ClassError::file(path, error))
    }

    /// Where a file about a submission is.
    fn path(&self, (folder, ending): (&str, &str), file: &str) -> PathBuf {
        self.path.join(folder).join(format!("{file}.{ending}"))
    }

    fn state(&self, file: &str) -> PathBuf {
        self.path(STATE, file)
    }

    /// Removes all files about a submission, that in `graded/` first: without it
    /// the others count for nothing.
    fn remove(&self, file: &str) -> Result<(), ClassError> {
        for place in [STATE].into_iter().chain(FOLDERS) {
            remove_file(&self.path(place, file))?;
        }
        Ok(())
    }

    /// What is known of a submission, if it is done and nothing has changed that
    /// it depends on.
    pub(crate) fn done(&self, file: &str, fingerprint: &str) -> Option<Row> {
        let text = regular_file::read_text(&self.state(file)).ok()?;
        let (state, row) = parse(&text).ok()?;
        let mut others = FOLDERS.into_iter();
        let others = others.all(|place| self.path(place, file).is_file());
        let is_same = state.version == VERSION && state.fingerprint == fingerprint && others;
        // What the machine was in the way of may be possible by now.
        (is_same && row.standing != Standing::NotGraded).then_some(row)
    }

    /// Writes what came of a submission; the file in `graded/` last, which says
    /// that the others are there.
    ///
    /// # Errors
    ///
    /// Something cannot be written.
    pub(crate) fn add(&self, reports: &Reports, fingerprint: &str) -> Result<Row, ClassError> {
        let file = &reports.graded.file;
        let texts = [
            &reports.page,
            &reports.feedback,
            &reports.junit,
            &reports.gradescope,
        ];
        let path = self.state(file);
        let error = |error: serde_json::Error| ClassError::file(&path, error.into());
        // It must not stand for files that were made with other options.
        remove_file(&path)?;
        for (place, text) in FOLDERS.into_iter().zip(texts) {
            put(&self.path(place, file), text.as_bytes())?;
        }
        let state = serde_json::to_string(&NewState {
            version: VERSION,
            fingerprint,
            submission: &reports.graded,
        })
        .map_err(error)?;
        put(&path, state.as_bytes())?;
        Ok(parse(&state).map_err(error)?.1)
    }

    /// Copies what another folder has about a submission.
    ///
    /// # Errors
    ///
    /// Something cannot be read or written.
    pub(crate) fn take_over(&self, other: &Path, file: &str) -> Result<(), ClassError> {
        for (folder, ending) in FOLDERS.into_iter().chain([STATE]) {
            let from = other.join(folder).join(format!("{file}.{ending}"));
            let content =
                regular_file::read(&from).map_err(|error| ClassError::file(&from, error))?;
            put(&self.path((folder, ending), file), &content)?;
        }
        Ok(())
    }

    /// All that is known of a submission that is done, as JSON.
    ///
    /// # Errors
    ///
    /// Its file cannot be read.
    pub(crate) fn json(&self, file: &str) -> io::Result<String> {
        let text = regular_file::read_text(&self.state(file))?;
        let (state, _) = parse(&text)?;
        Ok(state.submission.get().to_owned())
    }

    /// Says that everything is done, and removes files that were not finished.
    ///
    /// # Errors
    ///
    /// The folder cannot be written to.
    pub(crate) fn finish(&self, contents: &Contents) -> Result<(), ClassError> {
        let folders = FOLDERS.iter().map(|(name, _)| self.path.join(name));
        for folder in folders.chain([self.path.clone(), self.path.join(GRADED)]) {
            for name in names(&folder)? {
                if name.starts_with(atomic_file::PREFIX) {
                    // It is in nobody's way.
                    let _ = fs::remove_file(folder.join(name));
                }
            }
        }
        self.write_contents(&Contents {
            complete: true,
            ..contents.clone()
        })
    }
}

/// How often it is tried to have a folder for oneself, and the pause after that:
/// what has been killed just now may take a moment to go.
const ATTEMPTS: u32 = 10;
const PAUSE: Duration = Duration::from_millis(50);

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

/// Whether that is a folder, and not a link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

/// Whether nothing is in a folder but what was not finished when it was killed.
fn is_empty(folder: &Path) -> Result<bool, ClassError> {
    let error = |error| ClassError::file(folder, error);
    for entry in fs::read_dir(folder).map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        if !name.as_bytes().starts_with(atomic_file::PREFIX.as_bytes()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What is known of all submissions in a folder of results, in no order.
///
/// # Errors
///
/// A file cannot be read, or is not as it was written.
pub(crate) fn rows(folder: &Path, contents: &Contents) -> Result<Vec<Row>, ClassError> {
    let graded = folder.join(GRADED);
    let states = names(&graded)?;
    let states = states.iter();
    states
        .filter_map(|name| Some((name, name.strip_suffix(".json")?)))
        .map(|(name, file)| {
            let path = graded.join(name);
            let error = |error| ClassError::file(&path, error);
            let text = regular_file::read_text(&path).map_err(error)?;
            let (state, row) = parse(&text).map_err(|failure| error(failure.into()))?;
            if state.version == VERSION && row.file == file && row.fits(contents) {
                Ok(row)
            } else {
                Err(ClassError::NotWritten { path: path.clone() })
            }
        })
        .collect()
}

fn names(folder: &Path) -> Result<Vec<String>, ClassError> {
    let error = |error| ClassError::file(folder, error);
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let name = entry.map_err(error)?.file_name();
        names.extend(str::from_utf8(name.as_bytes()).map(str::to_owned));
    }
    Ok(names)
}

/// Reads the file about a submission that is done.
fn parse(text: &str) -> serde_json::Result<(State<'_>, Row)> {
    let state: State<'_> = serde_json::from_str(text)?;
    let row = serde_json::from_str(state.submission.get())?;
    Ok((state, row))
}

/// Removes a file, if it exists.
fn remove_file(path: &Path) -> Result<(), ClassError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(|error| ClassError::file(path, error)),
    }
}

fn put(path: &Path, content: &[u8]) -> Result<(), ClassError> {
    let put = atomic_file::replace_soon(path, |file| file.write_all(content));
    put.map_err(|error| ClassError::file(path, error))
}

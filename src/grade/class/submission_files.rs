//! Hashes and copies the files of a submission.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use super::fingerprint::Fingerprint;
use crate::cases::error::GradeError;
use crate::io::error::reason;
use crate::io::regular_file;
use crate::io::visible::{visible, visible_path};

/// Maximum number of files and folders of a submission.
const MOST_ENTRIES: usize = 100_000;

/// Maximum depth of its folders.
const MOST_LEVELS: usize = 100;

/// The files of a submission.
#[derive(Debug)]
pub(crate) struct Tree {
    entries: Vec<FileEntry>,
    /// Display names of entries that cannot be copied, such as pipes.
    pub(crate) left_out: Vec<String>,
    /// Hash of all names and contents.
    pub(crate) fingerprint: String,
}

#[derive(Debug)]
struct FileEntry {
    /// The path within the submission.
    path: PathBuf,
    kind: FileKind,
}

#[derive(Debug, PartialEq, Eq)]
enum FileKind {
    Folder,
    File { is_executable: bool },
    Link(PathBuf),
}

/// Returns a function for `map_err` that names the file or folder of a submission.
fn system(path: &Path) -> impl FnOnce(io::Error) -> GradeError {
    let path = if path == Path::new("") {
        "its folder".to_owned()
    } else {
        visible_path(path)
    };
    move |error| GradeError::Message(format!("{path}: {}", reason(&error)))
}

impl Tree {
    /// Lists and hashes all files of a folder, which may have up to `most` bytes.
    pub(crate) fn read(folder: &Path, most: u64) -> Result<Self, GradeError> {
        let mut fingerprint = Fingerprint::new();
        let (mut entries, mut left_out) = (Vec::new(), Vec::new());
        let mut size = 0;
        let mut folders = vec![PathBuf::new()];
        while let Some(inner) = folders.pop() {
            if inner.components().count() > MOST_LEVELS {
                return Err(GradeError::Message(format!(
                    "its folders are nested more than {MOST_LEVELS} deep"
                )));
            }
            for path in sorted(folder, &inner)? {
                if entries.len() + left_out.len() == MOST_ENTRIES {
                    return Err(GradeError::Message(format!(
                        "it has more than {MOST_ENTRIES} files and folders"
                    )));
                }
                let whole = folder.join(&path);
                let data = fs::symlink_metadata(&whole).map_err(system(&path))?;
                fingerprint.add(path.as_os_str().as_bytes());
                let kind = if data.is_dir() {
                    folders.push(path.clone());
                    fingerprint.add("folder");
                    FileKind::Folder
                } else if data.is_symlink() {
                    let target = fs::read_link(&whole).map_err(system(&path))?;
                    fingerprint.add("link");
                    fingerprint.add(target.as_os_str().as_bytes());
                    FileKind::Link(target)
                } else if data.is_file() {
                    let is_executable = data.mode() & 0o100 != 0;
                    fingerprint.add(if is_executable { "program" } else { "file" });
                    let file = regular_file::open(&whole).map_err(system(&path))?;
                    let mut file = file.take((most - size).saturating_add(1));
                    let length = io::copy(&mut file, &mut fingerprint);
                    let length = length.map_err(system(&path))?;
                    fingerprint.add(length.to_le_bytes());
                    size += length;
                    if size > most {
                        return Err(GradeError::Message(format!(
                            "its files are larger than {most} bytes (--max-files-size)"
                        )));
                    }
                    FileKind::File { is_executable }
                } else {
                    fingerprint.add("other");
                    left_out.push(visible(path.as_os_str().as_bytes()));
                    continue;
                };
                entries.push(FileEntry { path, kind });
            }
        }
        Ok(Self {
            entries,
            left_out,
            fingerprint: fingerprint.text(),
        })
    }

    /// Reports whether there are no files.
    pub(crate) fn is_empty(&self) -> bool {
        let is_file = |entry: &FileEntry| matches!(entry.kind, FileKind::File { .. });
        !self.entries.iter().any(is_file)
    }

    /// Copies everything from its folder into an empty folder.
    pub(crate) fn copy(&self, from: &Path, to: &Path) -> Result<(), GradeError> {
        for FileEntry { path, kind } in &self.entries {
            let target = to.join(path);
            let copied = match kind {
                FileKind::Folder => DirBuilder::new().mode(0o700).create(&target),
                FileKind::Link(leads_to) => symlink(leads_to, &target),
                FileKind::File { is_executable } => {
                    copy_file(&from.join(path), &target, *is_executable)
                }
            };
            copied.map_err(system(path))?;
        }
        Ok(())
    }
}

/// Returns the paths of the entries of an inner folder, sorted.
fn sorted(folder: &Path, inner: &Path) -> Result<Vec<PathBuf>, GradeError> {
    let mut paths = fs::read_dir(folder.join(inner))
        .and_then(|entries| {
            entries
                .map(|entry| Ok(inner.join(entry?.file_name())))
                .take(MOST_ENTRIES + 1)
                .collect::<io::Result<Vec<PathBuf>>>()
        })
        .map_err(system(inner))?;
    paths.sort();
    Ok(paths)
}

/// Copies a file, by sharing its blocks if the file system can.
fn copy_file(from: &Path, to: &Path, is_executable: bool) -> io::Result<()> {
    let mut source = regular_file::open(from)?;
    let mode = if is_executable { 0o700 } else { 0o600 };
    let mut target = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(mode)
        .open(to)?;
    #[cfg(target_os = "linux")]
    if rustix::fs::ioctl_ficlone(&target, &source).is_ok() {
        return Ok(());
    }
    io::copy(&mut source, &mut target)?;
    Ok(())
}

/// Makes the programs in a folder executable, which a confined compiler cannot do. Files that cannot
/// be opened stay unchanged.
pub(crate) fn make_executable(folder: &Path) {
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(entry.path()),
                Ok(kind) if kind.is_file() => drop(make_file_executable(&entry.path())),
                _ => {}
            }
        }
    }
}

fn make_file_executable(path: &Path) -> io::Result<()> {
    let mut file = regular_file::open(path)?;
    let data = file.metadata()?;
    // A file with several names may also belong elsewhere.
    if data.nlink() != 1 || data.mode() & 0o100 != 0 {
        return Ok(());
    }
    let mut start = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.by_ref().take(4).read_to_end(&mut start)?;
    if start == b"\x7fELF" || start.starts_with(b"#!") {
        file.set_permissions(Permissions::from_mode(data.mode() | 0o100))?;
    }
    Ok(())
}

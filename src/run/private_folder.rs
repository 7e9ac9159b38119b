//! The private folder of a keeper: it holds the files of a command, and is the only place that
//! the command can write to.

use std::collections::HashSet;
use std::ffi::{CString, OsStr};
use std::fs::DirBuilder;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, Timespec, Timestamps, UTIME_NOW, chmodat,
    fchmod, futimens, openat, readlinkat, renameat, statat, unlinkat, utimensat,
};
use rustix::io::Errno;
use rustix::process::Pid;

/// Prefix of the names of private folders.
pub(super) const PREFIX: &str = "minesweeper-run-";

/// The system's folder for temporary files.
pub(super) const SHARED_TMP: &str = "/tmp";

/// Subfolders that commands can write to.
pub(super) const WRITABLE: [&str; 3] = ["home", "tmp", IN_PLACE_OF_TMP];

/// Subfolder that is mounted over a shared `/tmp`.
pub(super) const IN_PLACE_OF_TMP: &str = "shared";

/// Maximum nesting of folders. No honest program comes near.
const MOST_LEVELS: usize = 128;

/// Minimum size of an entry, in bytes, so that empty files count too.
const LEAST_SIZE: u64 = 4096;

/// Sets the access time and the modification time to the present.
const NOW: Timestamps = {
    let now = Timespec {
        tv_sec: 0,
        tv_nsec: UTIME_NOW,
    };
    Timestamps {
        last_access: now,
        last_modification: now,
    }
};

#[derive(Debug)]
pub(super) struct PrivateFolder {
    path: PathBuf,
    /// A further folder that commands can write to.
    work: Option<PathBuf>,
    /// Mount points of other folders in the private `/tmp`.
    places: Vec<PathBuf>,
    /// Folder of the runs' shared memory.
    shared_memory: Option<PathBuf>,
}

/// The keeper's folders that lie in `/tmp`, each with its mount point in a private `/tmp`.
pub(super) fn places(folder: &Path, work: Option<&Path>) -> Vec<(PathBuf, PathBuf)> {
    [Some(folder), work.and_then(Path::parent)]
        .into_iter()
        .flatten()
        .filter_map(|inner| Some((inner, inner.strip_prefix(SHARED_TMP).ok()?)))
        .map(|(inner, name)| (inner.to_owned(), folder.join(IN_PLACE_OF_TMP).join(name)))
        .collect()
}

impl PrivateFolder {
    /// Creates a private folder in `temporary`. Commands can write to `work` as well.
    pub(super) fn new(temporary: &Path, work: Option<&Path>) -> io::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(temporary)?;
        for name in WRITABLE.iter().chain(&["given"]) {
            make(&folder.path().join(name))?;
        }
        let path = folder.path().canonicalize()?;
        // `remove` deletes it: `tempfile` cannot delete folders that are nested too deeply.
        let _ = folder.keep();
        Ok(Self {
            path,
            work: work.map(Path::to_owned),
            places: Vec::new(),
            shared_memory: None,
        })
    }

    /// Creates mount points in a private `/tmp` for this folder and the working folder.
    pub(super) fn make_places(&mut self, work: Option<&Path>) -> io::Result<()> {
        for (_, place) in places(&self.path, work) {
            make(&place)?;
            self.places.push(place);
        }
        Ok(())
    }

    /// Also counts and removes the runs' shared memory files, if the folder exists.
    pub(super) fn share_memory_in(&mut self, path: Option<PathBuf>) {
        self.shared_memory = path.filter(|path| path.is_dir());
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the disk space of the files that commands can write, including removed files that
    /// a process still has open, or the maximum if folders are nested too deeply. Counting stops
    /// once it exceeds `most` bytes.
    pub(super) fn size(&self, processes: &[Pid], most: u64) -> Size {
        let mut size = 0;
        let own = WRITABLE.map(|name| self.path.join(name));
        for path in own.iter().chain(&self.work).chain(&self.shared_memory) {
            let folder = open_folder(CWD, path);
            let counted = folder.and_then(|folder| add_sizes(folder, most, &mut size));
            // Other errors occur because running processes create and remove entries.
            if counted == Err(Errno::NAMETOOLONG) {
                return Size {
                    on_disk: u64::MAX,
                    in_memory: 0,
                };
            }
        }
        let held = held_open(processes);
        Size {
            on_disk: size + held.on_disk,
            ..held
        }
    }

    /// Empties the folder for the next run.
    pub(super) fn empty(&self) -> io::Result<()> {
        let own = WRITABLE.map(|name| self.path.join(name));
        for path in own.iter().chain(&self.shared_memory) {
            empty_but_for(path, &self.places)?;
        }
        // Other folders are mounted here, so clear the files below the mounts only.
        for place in &self.places {
            empty(place)?;
        }
        // The next run must not see whether this run wrote to or read a folder.
        for name in WRITABLE.iter().chain(&["given"]) {
            let path = self.path.join(name);
            utimensat(CWD, &path, &NOW, AtFlags::SYMLINK_NOFOLLOW)?;
        }
        Ok(())
    }

    pub(super) fn remove(&self) {
        remove(&self.path);
    }
}

/// Removes a private folder and its contents, as far as possible.
pub(super) fn remove(path: &Path) {
    // A folder that cannot be removed is left behind.
    let _ = empty(path);
    let _ = std::fs::remove_dir(path);
}

fn open_folder(at: BorrowedFd<'_>, path: impl rustix::path::Arg + Copy) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(at, path, flags, Mode::empty()) {
        Err(Errno::ACCESS) => {
            // The command has removed the permissions.
            chmodat(at, path, Mode::RWXU, AtFlags::empty())?;
            openat(at, path, flags, Mode::empty())
        }
        result => result,
    }
}

fn entries(folder: BorrowedFd<'_>) -> Result<Vec<CString>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let name = entry?.file_name().to_owned();
        if name.as_c_str() != c"." && name.as_c_str() != c".." {
            names.push(name);
        }
    }
    Ok(names)
}

fn make(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(Mode::RWXU.bits()).create(path)
}

/// Removes the contents of a folder. Nested folders are first moved to the top, so that neither
/// paths nor the number of open files grow with the depth.
pub(super) fn empty(path: &Path) -> Result<(), Errno> {
    empty_but_for(path, &[])
}

fn empty_but_for(path: &Path, kept: &[PathBuf]) -> Result<(), Errno> {
    let is_kept = |name: &CString| kept.contains(&path.join(OsStr::from_bytes(name.as_bytes())));
    let top = open_folder(CWD, path)?;
    // The next run must not see changes of the folder's mode and times.
    fchmod(&top, Mode::RWXU)?;
    futimens(&top, &NOW)?;
    let mut moved = 0_u64;
    loop {
        let mut names = entries(top.as_fd())?;
        names.retain(|name| !is_kept(name));
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            match unlinkat(&top, &name, AtFlags::empty()) {
                Ok(()) | Err(Errno::NOENT) => continue,
                Err(Errno::ISDIR | Errno::PERM) => {}
                Err(error) => return Err(error),
            }
            let folder = open_folder(top.as_fd(), name.as_c_str())?;
            // Only a writable folder can be emptied.
            chmodat(&top, &name, Mode::RWXU, AtFlags::empty())?;
            for inner in entries(folder.as_fd())? {
                match unlinkat(&folder, &inner, AtFlags::empty()) {
                    Ok(()) | Err(Errno::NOENT) => continue,
                    Err(Errno::ISDIR | Errno::PERM) => {}
                    Err(error) => return Err(error),
                }
                loop {
                    moved += 1;
                    let place = format!("moved-{moved}");
                    match renameat(&folder, &inner, &top, place.as_str()) {
                        // The name is taken by another entry.
                        Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                        Err(Errno::ACCESS) => {
                            // Moving a folder requires permission to write to it.
                            chmodat(&folder, &inner, Mode::RWXU, AtFlags::empty())?;
                        }
                        result => break result?,
                    }
                }
            }
            unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
        }
    }
}

/// Adds the disk space of all entries of a folder, recursively.
fn add_sizes(folder: OwnedFd, most: u64, size: &mut u64) -> Result<(), Errno> {
    let mut levels = vec![(entries(folder.as_fd())?, folder)];
    while let Some((names, folder)) = levels.last_mut() {
        let Some(name) = names.pop() else {
            levels.pop();
            continue;
        };
        // A process may have removed the entry.
        let Ok(stat) = statat(&*folder, &name, AtFlags::SYMLINK_NOFOLLOW) else {
            continue;
        };
        *size += space(&stat).max(LEAST_SIZE);
        if *size > most {
            return Ok(());
        }
        if FileType::from_raw_mode(stat.st_mode) == FileType::Directory
            && let Ok(inner) = open_folder(folder.as_fd(), name.as_c_str())
        {
            if levels.len() == MOST_LEVELS {
                return Err(Errno::NAMETOOLONG);
            }
            levels.push((entries(inner.as_fd())?, inner));
        }
    }
    Ok(())
}

/// Disk space of a file, in bytes.
fn space(stat: &Stat) -> u64 {
    u64::try_from(stat.st_blocks).unwrap_or_default() * 512
}

/// Size of files, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    pub(super) on_disk: u64,
    /// Files in memory (`memfd`).
    pub(super) in_memory: u64,
}

/// Returns the size of removed files that a process has open.
fn held_open(processes: &[Pid]) -> Size {
    let mut seen = HashSet::new();
    let mut size = Size::default();
    for process in processes {
        let path = format!("/proc/{}/fd", process.as_raw_nonzero());
        let Ok(folder) = open_folder(CWD, path.as_str()) else {
            continue;
        };
        for name in entries(folder.as_fd()).unwrap_or_default() {
            let Ok(stat) = statat(&folder, &name, AtFlags::empty()) else {
                continue;
            };
            let is_file = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
            if is_file && stat.st_nlink == 0 && seen.insert((stat.st_dev, stat.st_ino)) {
                let target = readlinkat(&folder, &name, Vec::new()).unwrap_or_default();
                let is_in_memory = target.as_bytes().starts_with(IN_MEMORY);
                *(if is_in_memory {
                    &mut size.in_memory
                } else {
                    &mut size.on_disk
                }) += space(&stat);
            }
        }
    }
    size
}

/// Prefix of the link target of a `memfd` file.
const IN_MEMORY: &[u8] = b"/memfd:";

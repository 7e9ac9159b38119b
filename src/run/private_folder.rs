//! The private folder of a keeper: what a command is given, and the only
//! place where it may write.

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

/// What the names of private folders begin with.
pub(super) const PREFIX: &str = "minesweeper-run-";

/// The folder for temporary files that everybody shares.
pub(super) const SHARED_TMP: &str = "/tmp";

/// The folders in it that commands may write to.
pub(super) const WRITABLE: [&str; 3] = ["home", "tmp", IN_PLACE_OF_TMP];

/// The one of them that stands in the place of a shared `/tmp`.
pub(super) const IN_PLACE_OF_TMP: &str = "shared";

/// Deeper than any honest program nests folders.
const MOST_LEVELS: usize = 128;

/// What an entry counts at least, in bytes, empty as it may be.
const LEAST_SIZE: u64 = 4096;

/// The present time, for both times that a file has and that can be set.
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

/// The private folder of a keeper.
#[derive(Debug)]
pub(super) struct PrivateFolder {
    path: PathBuf,
    /// Another folder that commands may write to.
    work: Option<PathBuf>,
    /// Where other folders are shown in the private `/tmp`.
    places: Vec<PathBuf>,
    /// What runs share memory in.
    shared_memory: Option<PathBuf>,
}

/// The folders of a keeper that lie in `/tmp`, and where a private one has them.
pub(super) fn places(folder: &Path, work: Option<&Path>) -> Vec<(PathBuf, PathBuf)> {
    [Some(folder), work.and_then(Path::parent)]
        .into_iter()
        .flatten()
        .filter_map(|inner| Some((inner, inner.strip_prefix(SHARED_TMP).ok()?)))
        .map(|(inner, name)| (inner.to_owned(), folder.join(IN_PLACE_OF_TMP).join(name)))
        .collect()
}

impl PrivateFolder {
    /// Makes one among the system's temporary files. Commands may write to `work`
    /// as well.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub(super) fn new(temporary: &Path, work: Option<&Path>) -> io::Result<Self> {
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir_in(temporary)?;
        for name in WRITABLE.iter().chain(&["given"]) {
            make(&folder.path().join(name))?;
        }
        let path = folder.path().canonicalize()?;
        // From here on it is removed in another way, see `remove`.
        let _ = folder.keep();
        Ok(Self {
            path,
            work: work.map(Path::to_owned),
            places: Vec::new(),
            shared_memory: None,
        })
    }

    /// Makes the places in a private `/tmp` for this folder and the one that commands
    /// work in.
    ///
    /// # Errors
    ///
    /// One cannot be made.
    pub(super) fn make_places(&mut self, work: Option<&Path>) -> io::Result<()> {
        for (_, place) in places(&self.path, work) {
            make(&place)?;
            self.places.push(place);
        }
        Ok(())
    }

    /// Counts and removes what runs write there, too, if there is such a folder.
    pub(super) fn share_memory_in(&mut self, path: Option<PathBuf>) {
        self.shared_memory = path.filter(|path| path.is_dir());
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How much the files take that commands may write, those that processes have
    /// removed and still hold open too; all there is if it is nested too
    /// deeply to say. Stops counting past `most` bytes.
    pub(super) fn size(&self, processes: &[Pid], most: u64) -> Size {
        let mut size = 0;
        let own = WRITABLE.map(|name| self.path.join(name));
        for path in own.iter().chain(&self.work).chain(&self.shared_memory) {
            let folder = open_folder(CWD, path);
            let counted = folder.and_then(|folder| add_sizes(folder, most, &mut size));
            // Processes at work in there make entries come and go.
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

    /// Empties it for the next run.
    ///
    /// # Errors
    ///
    /// Something in it cannot be removed.
    pub(super) fn empty(&self) -> io::Result<()> {
        let own = WRITABLE.map(|name| self.path.join(name));
        for path in own.iter().chain(&self.shared_memory) {
            empty_but_for(path, &self.places)?;
        }
        // What is shown in their places is not what lies there.
        for place in &self.places {
            empty(place)?;
        }
        // Whether they were written to or read must not be seen by the next run.
        for name in WRITABLE.iter().chain(&["given"]) {
            let path = self.path.join(name);
            utimensat(CWD, &path, &NOW, AtFlags::SYMLINK_NOFOLLOW)?;
        }
        Ok(())
    }

    /// Removes it with everything in it, as far as that can be.
    pub(super) fn remove(&self) {
        remove(&self.path);
    }
}

/// Removes a private folder, as far as that can be.
pub(super) fn remove(path: &Path) {
    // There is nobody to tell.
    let _ = empty(path);
    let _ = std::fs::remove_dir(path);
}

fn open_folder(at: BorrowedFd<'_>, path: impl rustix::path::Arg + Copy) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(at, path, flags, Mode::empty()) {
        Err(Errno::ACCESS) => {
            // It was made unreadable; that does not protect it.
            chmodat(at, path, Mode::RWXU, AtFlags::empty())?;
            openat(at, path, flags, Mode::empty())
        }
        result => result,
    }
}

/// The names in a folder.
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

/// Removes what is in a folder. However deeply it is nested: folders are first
/// moved to the top, so that neither paths nor open files become too many.
pub(super) fn empty(path: &Path) -> Result<(), Errno> {
    empty_but_for(path, &[])
}

fn empty_but_for(path: &Path, kept: &[PathBuf]) -> Result<(), Errno> {
    let is_kept = |name: &CString| kept.contains(&path.join(OsStr::from_bytes(name.as_bytes())));
    let top = open_folder(CWD, path)?;
    // What one run has made of the folder itself tells the next nothing.
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
            // What cannot be written to cannot be emptied either.
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
                        // The name was taken by something that stays there.
                        Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                        Err(Errno::ACCESS) => {
                            // To move a folder is to write to it.
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

/// Adds up what the entries of a folder take, down to the deepest.
fn add_sizes(folder: OwnedFd, most: u64, size: &mut u64) -> Result<(), Errno> {
    let mut levels = vec![(entries(folder.as_fd())?, folder)];
    while let Some((names, folder)) = levels.last_mut() {
        let Some(name) = names.pop() else {
            levels.pop();
            continue;
        };
        // It may have gone by now.
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

/// What a file takes, in bytes.
fn space(stat: &Stat) -> u64 {
    u64::try_from(stat.st_blocks).unwrap_or_default() * 512
}

/// What files take, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Size {
    pub(super) on_disk: u64,
    /// Those that never had a name.
    pub(super) in_memory: u64,
}

/// What files take that have been removed but are held open.
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

/// What the names of files in memory begin with that never had one elsewhere.
const IN_MEMORY: &[u8] = b"/memfd:";

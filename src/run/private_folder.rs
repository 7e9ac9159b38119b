//! The private folder of a supervisor. It holds the files of a command, which can write nowhere
//! else unless `--allow-write` or `--sandbox off` permits that. The main process chooses its path.
//! The supervisor creates the folder and removes it, also if the main process is killed.

use std::{
    collections::HashSet,
    ffi::CString,
    fs::DirBuilder,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::fs::DirBuilderExt,
    },
    path::{Path, PathBuf},
};

use rustix::{
    fs::{
        AtFlags, CWD, Dir, FileType, Mode, OFlags, Stat, fchmod, openat, readlinkat, renameat,
        statat, unlinkat,
    },
    io::Errno,
    path::Arg,
    process::Pid,
};

use super::{
    confinement::{GIVEN, HOME, TMP, WORK},
    system,
};

/// Maximum nesting of folders, far more than an honest program needs.
const MAX_LEVELS: u32 = 128;

/// Maximum number of open files of all processes together, far more than an honest program needs.
/// To inspect more would take too long.
const MAX_TOTAL_FILES: usize = 1 << 14;

/// Size that an entry counts at least, in bytes, so that many empty files reach the limit too.
const MIN_SIZE: u64 = 4096;

pub(super) fn create(path: &Path) -> io::Result<()> {
    let mut folder = DirBuilder::new();
    folder.mode(0o700).create(path)?;
    for name in [HOME, TMP, GIVEN, WORK] {
        folder.create(path.join(name))?;
    }
    Ok(())
}

/// Returns two sizes in bytes. The first is the disk space of all files in these folders and of the
/// removed files that a process has open; counting stops once it exceeds `limit`, and it is
/// `u64::MAX` if folders are nested too deeply or too many files are open. The second is the size of
/// open files in memory.
pub(super) fn sizes(folders: &[PathBuf], processes: &[Pid], limit: u64) -> (u64, u64) {
    let (mut on_disk, in_memory) = open_files(processes);
    for path in folders {
        let result = open_folder(CWD, path)
            .and_then(|folder| add_sizes(&folder, MAX_LEVELS, limit, &mut on_disk));
        // Other errors occur because running processes create and remove entries.
        if result == Err(Errno::NAMETOOLONG) {
            on_disk = u64::MAX;
        }
    }
    (on_disk, in_memory)
}

/// Removes a private folder and its contents, as far as they exist and can be removed.
pub(super) fn remove(path: &Path) {
    let _ = empty(path);
    let _ = std::fs::remove_dir(path);
}

/// Removes the contents of a folder. Nested folders are first moved to the top, so that neither the
/// paths nor the number of open files grow with the depth.
pub(super) fn empty(path: &Path) -> io::Result<()> {
    let top = open_folder(CWD, path)?;
    fchmod(&top, Mode::RWXU)?;
    let mut moved = 0_u64;
    loop {
        let names = entries(&top)?;
        if names.is_empty() {
            return Ok(());
        }
        for name in names {
            if unlink(&top, &name)? {
                continue;
            }
            let folder = open_folder(&top, &name)?;
            // Removing entries of a folder requires permission to write to it.
            fchmod(&folder, Mode::RWXU)?;
            for inner in entries(&folder)? {
                if unlink(&folder, &inner)? {
                    continue;
                }
                // Moving a folder requires permission to write to it, too.
                system::make_accessible(&folder, &inner)?;
                loop {
                    moved += 1;
                    match renameat(&folder, &inner, &top, format!("moved-{moved}")) {
                        // The name is taken by another entry.
                        Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
                        result => break result?,
                    }
                }
            }
            unlinkat(&top, &name, AtFlags::REMOVEDIR)?;
        }
    }
}

/// Removes an entry, unless it is a folder. Returns false if it is one.
fn unlink(folder: &OwnedFd, name: &CString) -> Result<bool, Errno> {
    match unlinkat(folder, name, AtFlags::empty()) {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(Errno::ISDIR | Errno::PERM) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Opens a folder, but not through a symbolic link. Makes it accessible if necessary.
fn open_folder(at: impl AsFd + Copy, path: impl Arg + Copy) -> Result<OwnedFd, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    match openat(at, path, flags, Mode::empty()) {
        Err(Errno::ACCESS) => {
            // The command created the folder without permissions for the user.
            system::make_accessible(at, path)?;
            openat(at, path, flags, Mode::empty())
        }
        result => result,
    }
}

fn entries(folder: &OwnedFd) -> Result<Vec<CString>, Errno> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let name = entry?.file_name().to_owned();
        if !matches!(name.to_bytes(), b"." | b"..") {
            names.push(name);
        }
    }
    Ok(names)
}

/// Adds the disk space of all entries of a folder to `size`, until it exceeds `limit`. Fails with
/// [`Errno::NAMETOOLONG`] if the folder has more than `levels` levels.
fn add_sizes(folder: &OwnedFd, levels: u32, limit: u64, size: &mut u64) -> Result<(), Errno> {
    let levels = levels.checked_sub(1).ok_or(Errno::NAMETOOLONG)?;
    for name in entries(folder)? {
        // A process may have removed the entry.
        let Ok(stat) = statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW) else {
            continue;
        };
        // The size is `u64::MAX` if another folder is nested too deeply.
        *size = size.saturating_add(space(&stat).max(MIN_SIZE));
        if *size > limit {
            break;
        }
        if FileType::from_raw_mode(stat.st_mode).is_dir()
            && let Ok(inner) = open_folder(folder, &name)
        {
            add_sizes(&inner, levels, limit, size)?;
        }
    }
    Ok(())
}

/// Returns the disk space of a file, in bytes.
fn space(stat: &Stat) -> u64 {
    u64::try_from(stat.st_blocks).unwrap_or_default() * 512
}

/// Returns the sizes, in bytes, of the files without a name that the processes have open: of
/// removed files, and of files in memory (`memfd`). The first is `u64::MAX` if too many are open.
fn open_files(processes: &[Pid]) -> (u64, u64) {
    let mut seen = HashSet::new();
    let (mut count, mut on_disk, mut in_memory) = (0, 0, 0);
    for process in processes {
        let path = format!("/proc/{process}/fd");
        let Ok(folder) = open_folder(CWD, path.as_str()) else {
            continue;
        };
        let names = entries(&folder).unwrap_or_default();
        count += names.len();
        if count > MAX_TOTAL_FILES {
            return (u64::MAX, in_memory);
        }
        for name in names {
            if let Ok(stat) = statat(&folder, &name, AtFlags::empty())
                && FileType::from_raw_mode(stat.st_mode).is_file()
                && stat.st_nlink == 0
                && seen.insert((stat.st_dev, stat.st_ino))
            {
                let target = readlinkat(&folder, &name, Vec::new()).unwrap_or_default();
                if target.as_bytes().starts_with(b"/memfd:") {
                    in_memory += space(&stat);
                } else {
                    on_disk += space(&stat);
                }
            }
        }
    }
    (on_disk, in_memory)
}

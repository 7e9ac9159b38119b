//! Private mounts of a run, where the kernel permits them: everything is read-only except what
//! the run can write, so that changes of modes and times are harmless. `/dev/shm` is private, and
//! so is `/tmp` if the run needs nothing there.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::io::Errno;
use rustix::mount::{
    MountFlags, MountPropagationFlags, mount, mount_bind_recursive, mount_change, mount_remount,
};
use rustix::process::{chdir, getegid, geteuid};
use rustix::thread::{CapabilitySet, UnshareFlags, capabilities};

use super::mounts::unescaped;
use crate::run::paths::resolved;
use crate::run::private_folder::{IN_PLACE_OF_TMP, SHARED_TMP, WRITABLE, places};
use crate::run::protocol::Setup;
use crate::run::work_folder::Work;

const SHARED_MEMORY: &str = "/dev/shm";

/// Bytes of shared memory per file, which bounds the number of files.
const BYTES_FOR_EACH_FILE: u64 = 4096;

/// Permits this process to create private mounts: it enters a user namespace that maps its own
/// user, unless it has the privilege already. The process must be single-threaded.
pub(in crate::run) fn own_mounts() -> io::Result<()> {
    if capabilities(None)?
        .effective
        .contains(CapabilitySet::SYS_ADMIN)
    {
        return Ok(());
    }
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(UnshareFlags::NEWUSER)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

/// Moves this thread into new namespaces.
#[expect(
    deprecated,
    reason = "deprecated for flags that share open files or memory, which are not used here"
)]
fn unshare(namespaces: UnshareFlags) -> io::Result<()> {
    Ok(rustix::thread::unshare(namespaces)?)
}

/// Gives this thread and its children private mounts.
///
/// After an error, the mounts made so far are unusable.
pub(in crate::run) fn enter_view(setup: &Setup, folder: &Path) -> io::Result<()> {
    unshare(UnshareFlags::NEWNS)?;
    let own = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
    mount_change("/", own)?;
    let mut writable = WRITABLE.map(|name| folder.join(name)).to_vec();
    writable.extend(
        setup
            .work
            .iter()
            .filter_map(Work::writable)
            .map(Path::to_owned),
    );
    let opened: Vec<_> = setup
        .allow_write
        .iter()
        .map(|path| resolved(path))
        .collect();
    let there = opened.iter().filter(|path| path.exists());
    for path in writable.iter().chain(there) {
        mount_bind_recursive(path, path)?;
    }
    let size = setup.limits.max_files_size;
    let options = format!(
        "size={size},nr_inodes={},mode=0700",
        (size / BYTES_FOR_EACH_FILE).max(64)
    );
    let flags = MountFlags::NOSUID | MountFlags::NODEV;
    let options = std::ffi::CString::new(options)?;
    match mount("shm", SHARED_MEMORY, "tmpfs", flags, options.as_c_str()) {
        Err(Errno::NOENT) => {}
        mounted => mounted?,
    }
    writable.push(SHARED_MEMORY.into());
    if setup.private_tmp {
        let work = setup.work.as_ref().map(Work::path);
        for (inner, place) in places(folder, work) {
            mount_bind_recursive(inner, place)?;
        }
        mount_bind_recursive(folder.join(IN_PLACE_OF_TMP), SHARED_TMP)?;
        writable.push(SHARED_TMP.into());
    }
    show_own_processes_only();
    for place in mounts()? {
        let is_writable = writable.contains(&place.path)
            || opened.iter().any(|path| place.path.starts_with(path));
        if !is_writable {
            place.make_read_only(setup.private_tmp)?;
        }
    }
    Ok(chdir(&setup.dir)?)
}

/// Hides processes in `/proc` that the run cannot inspect. Fails where root's privileges are
/// restricted; the kernel's own checks apply then.
fn show_own_processes_only() {
    let flags = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC;
    let _ = mount("proc", "/proc", "proc", flags, Some(c"hidepid=4"));
}

struct MountPoint {
    path: PathBuf,
    flags: MountFlags,
}

impl MountPoint {
    fn make_read_only(&self, is_tmp_private: bool) -> io::Result<()> {
        let flags = MountFlags::BIND | MountFlags::RDONLY | self.flags;
        match mount_remount(&self.path, flags, "") {
            // The path is unreachable, so nothing can be written there.
            Err(Errno::ACCESS | Errno::NOENT) => Ok(()),
            Err(Errno::INVAL) if is_tmp_private && self.path.starts_with(SHARED_TMP) => Ok(()),
            made => Ok(made?),
        }
    }
}

/// Returns all mount points of this thread.
fn mounts() -> io::Result<Vec<MountPoint>> {
    let table = fs::read("/proc/thread-self/mountinfo")?;
    Ok(table
        .split(|&byte| byte == b'\n')
        .filter_map(mount_point)
        .collect())
}

/// Parses a line of `mountinfo`.
fn mount_point(line: &[u8]) -> Option<MountPoint> {
    let mut fields = line.split(|&byte| byte == b' ').skip(4);
    let path = unescaped(fields.next()?);
    let options = fields.next()?;
    let flags = options
        .split(|&byte| byte == b',')
        .map(|option| match option {
            b"nosuid" => MountFlags::NOSUID,
            b"nodev" => MountFlags::NODEV,
            b"noexec" => MountFlags::NOEXEC,
            _ => MountFlags::empty(),
        });
    Some(MountPoint {
        path,
        flags: flags.fold(MountFlags::empty(), MountFlags::union),
    })
}

//! A control group (v2) for the runs of a supervisor, where one can be created. The kernel then
//! counts exactly, including the processor time of ended processes, and enforces the limit of
//! memory.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use super::confinement::PREFIX;

/// A control group for the processes of one run at a time. Dropping it removes it.
#[derive(Debug)]
pub(super) struct ControlGroup {
    path: PathBuf,
}

/// Returns the control group of this process and its ancestors, as far as they are visible.
fn own_groups() -> Vec<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let Some(own) = groups.lines().find_map(|line| line.strip_prefix("0::/")) else {
        return Vec::new();
    };
    let root = Path::new("/sys/fs/cgroup");
    root.join(own)
        .ancestors()
        .take_while(|group| group.starts_with(root))
        .map(Path::to_owned)
        .collect()
}

/// Returns the memory limits in bytes of the control groups that contain this process.
pub(super) fn own_memory_limits() -> Vec<u64> {
    own_groups()
        .iter()
        .filter_map(|group| fs::read_to_string(group.join("memory.max")).ok())
        .filter_map(|text| text.trim().parse().ok())
        .collect()
}

impl ControlGroup {
    /// Creates a group next to or below that of this process. Returns none if that fails.
    pub fn new(max_memory: Option<u64>, max_threads: usize) -> Option<Self> {
        let groups = own_groups();
        let name = format!("{PREFIX}{}", std::process::id());
        // A group that contains processes cannot set limits for groups below it, so try the
        // parent group first.
        let parents = groups.get(1).into_iter().chain(groups.first());
        let mut paths = parents.map(|parent| parent.join(&name));
        let path = paths.find(|path| fs::create_dir(path).is_ok())?;
        let memory = max_memory.map(|limit| limit.to_string());
        for (file, value) in [
            ("memory.max", memory.as_deref().unwrap_or("max")),
            ("memory.swap.max", "0"),
            // A distant bound: scans enforce the limit itself.
            ("pids.max", &(2 * max_threads).to_string()),
        ] {
            // A limit without its controller is enforced by scans only.
            let _ = write(&path.join(file), value);
        }
        Some(Self { path })
    }

    /// Returns the file that a process writes to in order to join the group.
    pub fn members(&self) -> PathBuf {
        self.path.join("cgroup.procs")
    }

    /// Returns the processor time used so far.
    pub fn cpu(&self) -> Duration {
        Duration::from_micros(self.number("cpu.stat", "usage_usec"))
    }

    /// Returns the number of times that the group ran out of memory.
    pub fn memory_shortages(&self) -> u64 {
        self.number("memory.events", "oom")
    }

    /// Kills all processes in the group at once, so that none of them can fork in between.
    pub fn kill(&self) {
        // Without this file (before Linux 5.14), the supervisor kills the processes one by one.
        let _ = write(&self.path.join("cgroup.kill"), "1");
    }

    /// Returns the number after a name in a file, or zero without the controller.
    fn number(&self, file: &str, name: &str) -> u64 {
        let text = fs::read_to_string(self.path.join(file)).unwrap_or_default();
        text.lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
            .unwrap_or_default()
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        // Removal fails while processes remain. The group does no harm then.
        let _ = fs::remove_dir(&self.path);
    }
}

/// Writes to an existing file of the kernel.
fn write(path: &Path, value: &str) -> io::Result<()> {
    let mut file = File::options().write(true).open(path)?;
    file.write_all(value.as_bytes())
}

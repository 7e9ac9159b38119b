//! A control group (v2) for a keeper and its runs, where one can be created. The kernel then
//! measures exactly, including the time of ended processes, and enforces the limits of memory and
//! processes.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::run::limits::RunLimits;
use crate::run::own_groups;
use crate::run::private_folder::PREFIX;
use crate::run::system::Refusals;

/// Resources for the keeper itself.
const MEMORY_OF_KEEPER: u64 = 16 << 20;
const TASKS_OF_KEEPER: usize = 8;

/// The control group of this process and its descendants.
#[derive(Debug)]
pub(in crate::run) struct ControlGroup {
    path: PathBuf,
    /// The previous control group of this process.
    origin: PathBuf,
}

impl ControlGroup {
    /// Creates a group next to or below that of this process and moves the process there. Returns
    /// none if that is impossible.
    pub(in crate::run) fn enter(limits: &RunLimits) -> Option<Self> {
        let around = own_groups::folders("");
        let origin = around.first()?;
        let name = format!("{PREFIX}{}", std::process::id());
        // A group that contains processes cannot set limits for groups below it, so try the
        // parent group first.
        let places = around.get(1).into_iter().chain([origin]);
        let mut made = places.filter_map(|place| {
            remove_abandoned(place);
            let path = place.join(&name);
            fs::create_dir(&path).ok()?;
            let origin = origin.clone();
            Some(Self { path, origin })
        });
        made.find(|group| group.set_up(limits).is_ok())
    }

    fn set_up(&self, limits: &RunLimits) -> io::Result<()> {
        let set = |name: &str, value: String| match write(&self.path.join(name), &value) {
            // The controller of this limit is not enabled.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            set => set,
        };
        if let Some(most) = limits.max_memory {
            set(
                "memory.max",
                most.saturating_add(MEMORY_OF_KEEPER).to_string(),
            )?;
            set("memory.swap.max", "0".to_owned())?;
        }
        set(
            "pids.max",
            (limits.max_tasks() + TASKS_OF_KEEPER).to_string(),
        )?;
        move_to(&self.path)
    }

    /// Processor time used so far, without that of this process.
    pub(in crate::run) fn cpu(&self) -> Duration {
        let used = self.number("cpu.stat", "usage_usec").unwrap_or_default();
        Duration::from_micros(used).saturating_sub(own_cpu())
    }

    /// Requests refused so far because of limits of this group.
    pub(in crate::run) fn refusals(&self) -> Refusals {
        // Older kernels lack this file and also count refusals of ancestors.
        let counts_own = self.path.join("pids.events.local").exists();
        let of_tasks = || self.number("pids.events", "max");
        Refusals {
            of_memory: self.number("memory.events", "oom").unwrap_or_default(),
            of_tasks: counts_own.then(of_tasks).flatten().unwrap_or_default(),
        }
    }

    /// Kills all other processes in the group at once, so that none of them can fork in between.
    /// Returns false if that is impossible.
    pub(in crate::run) fn kill_all(&self) -> bool {
        // The kill would include this process.
        if move_to(&self.origin).is_err() {
            return false;
        }
        let killed = write(&self.path.join("cgroup.kill"), "1");
        // Without a way back, later runs are limited as without control groups.
        let _ = move_to(&self.path);
        killed.is_ok()
    }

    fn number(&self, file: &str, name: &str) -> Option<u64> {
        let text = fs::read_to_string(self.path.join(file)).ok()?;
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        lines.find(|(key, _)| *key == name)?.1.parse().ok()
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        // A group that cannot be removed is empty and harmless.
        let _ = move_to(&self.origin);
        let _ = fs::remove_dir(&self.path);
    }
}

fn move_to(group: &Path) -> io::Result<()> {
    write(&group.join("cgroup.procs"), "0")
}

/// Writes to an existing kernel file.
fn write(path: &Path, value: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).open(path)?;
    file.write_all(value.as_bytes())
}

/// Removes the groups of keepers that were killed.
fn remove_abandoned(place: &Path) {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        if id.is_some_and(|id| !Path::new("/proc").join(id).exists()) {
            // A group with processes stays.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Processor time that this process itself has used.
fn own_cpu() -> Duration {
    let clock = rustix::time::ClockId::ProcessCPUTime;
    let time = rustix::time::clock_gettime(clock);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_no_group_is_left_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(move_to(folder.path()).is_err());
        let entries = fs::read_dir(folder.path()).expect("a folder");
        assert_eq!(entries.count(), 0);
    }
}

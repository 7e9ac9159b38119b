//! A control group (v2) for a keeper and its runs, where one can be made: the kernel then
//! counts what nobody can look at, such as the time of processes that have gone, and lets
//! nothing pass the limits of memory and processes.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::run::limits::RunLimits;
use crate::run::own_groups;
use crate::run::private_folder::PREFIX;
use crate::run::system::Refusals;

/// What the keeper itself may use, beside its runs.
const MEMORY_OF_KEEPER: u64 = 16 << 20;
const TASKS_OF_KEEPER: usize = 8;

/// The control group of this process and its descendants.
#[derive(Debug)]
pub(in crate::run) struct ControlGroup {
    path: PathBuf,
    /// Where this process was before.
    origin: PathBuf,
}

impl ControlGroup {
    /// Makes one below or beside that of this process, which moves there; none if that
    /// cannot be.
    pub(in crate::run) fn enter(limits: &RunLimits) -> Option<Self> {
        let around = own_groups::folders("");
        let origin = around.first()?;
        let name = format!("{PREFIX}{}", std::process::id());
        // Where there are processes, no limits can be set for what is below: so beside first,
        // if there is anything beside it.
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
            // What has this limit is not in use here.
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

    /// The time of processors that has been used so far, this process's own left out.
    pub(in crate::run) fn cpu(&self) -> Duration {
        let used = self.number("cpu.stat", "usage_usec").unwrap_or_default();
        Duration::from_micros(used).saturating_sub(own_cpu())
    }

    /// What has been refused so far because of limits of this group.
    pub(in crate::run) fn refusals(&self) -> Refusals {
        // Before this file came, limits of groups around were counted here as well.
        let counts_own = self.path.join("pids.events.local").exists();
        let of_tasks = || self.number("pids.events", "max");
        Refusals {
            of_memory: self.number("memory.events", "oom").unwrap_or_default(),
            of_tasks: counts_own.then(of_tasks).flatten().unwrap_or_default(),
        }
    }

    /// Kills all processes in it but this one at once, so that none of them can have a child
    /// in the meantime; whether that is possible.
    pub(in crate::run) fn kill_all(&self) -> bool {
        // It would kill this one too.
        if move_to(&self.origin).is_err() {
            return false;
        }
        let killed = write(&self.path.join("cgroup.kill"), "1");
        // If there is no way back, later runs are limited as where there are no groups.
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
        // Nobody needs it any more; what cannot be removed is empty and does no harm.
        let _ = move_to(&self.origin);
        let _ = fs::remove_dir(&self.path);
    }
}

/// Moves this process to a group.
fn move_to(group: &Path) -> io::Result<()> {
    write(&group.join("cgroup.procs"), "0")
}

/// Writes to a file of the kernel, which makes it: where it is not there, that is an error.
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
            // One with processes in it stays.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// The time of processors that this process has used by itself.
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

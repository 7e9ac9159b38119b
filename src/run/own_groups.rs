//! The control groups of this process, of both versions.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folders of this process's control group and its ancestors, as far as they are
/// visible, in the hierarchy of a controller. An empty name stands for the unified hierarchy
/// (v2).
pub(super) fn folders(controller: &str) -> Vec<PathBuf> {
    let [groups, mounts] = ["/proc/self/cgroup", "/proc/self/mountinfo"].map(|path| {
        let text = fs::read(path).unwrap_or_default();
        String::from_utf8_lossy(&text).into_owned()
    });
    folders_of(controller, &groups, &mounts).unwrap_or_default()
}

fn folders_of(controller: &str, groups: &str, mounts: &str) -> Option<Vec<PathBuf>> {
    let own = groups.lines().find_map(|line| {
        let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
        let is_wanted = controllers.split(',').any(|name| name == controller);
        is_wanted.then(|| Path::new(path))
    })?;
    mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        let mut kind = kind.split(' ');
        let (kind, options) = (kind.next()?, kind.nth(1)?);
        let is_wanted = match controller {
            "" => kind == "cgroup2",
            name => kind == "cgroup" && options.split(',').any(|option| option == name),
        };
        let mut place = place.split(' ').skip(3);
        let (root, top) = (place.next()?, place.next().map(Path::new)?);
        let folder = top.join(own.strip_prefix(root).ok().filter(|_| is_wanted)?);
        let around = folder.ancestors().take_while(|path| path.starts_with(top));
        Some(around.map(Path::to_owned).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: &str = "4:memory:/a/b\n3:cpu,cpuacct:/\n1:name=systemd:/\n0::/box/inner\n";
    const MOUNTS: &str = "20 1 0:3 / /proc rw - proc proc rw\n\
        31 30 0:28 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n\
        32 30 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n\
        33 30 0:30 /box /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n";

    #[test]
    fn groups_are_found_from_the_own_up_to_where_they_are_mounted() {
        let found = |controller| folders_of(controller, GROUPS, MOUNTS).unwrap_or_default();
        let groups = "/sys/fs/cgroup";
        let paths = |names: &[&str]| -> Vec<PathBuf> {
            let names = names.iter();
            names.map(|name| Path::new(groups).join(name)).collect()
        };
        assert_eq!(
            found("memory"),
            paths(&["memory/a/b", "memory/a", "memory"])
        );
        assert_eq!(found("cpuacct"), paths(&["cpu"]));
        assert_eq!(found(""), paths(&["unified/inner", "unified"]));
        assert_eq!(found("pids"), paths(&[]));
        // Only another part of the hierarchy is mounted.
        let elsewhere = MOUNTS.replace(" /box ", " /other ");
        assert_eq!(folders_of("", GROUPS, &elsewhere), None);
    }
}

//! Finds other mount points of the same files.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// A mount of a file system or of a folder in it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Mount {
    /// Device number.
    device: String,
    /// The mounted folder, relative to the device.
    root: PathBuf,
    /// Mount point.
    place: PathBuf,
}

/// Returns further paths of the same files, through other mounts of their file systems.
pub(super) fn other_places(paths: &[PathBuf]) -> Vec<PathBuf> {
    let text = std::fs::read("/proc/self/mountinfo").unwrap_or_default();
    let mounts: Vec<Mount> = text
        .split(|&byte| byte == b'\n')
        .filter_map(mount)
        .collect();
    let places = paths.iter().flat_map(|path| in_mounts(path, &mounts));
    places.collect()
}

/// Parses a line of `mountinfo`: ID, parent, device, root, mount point.
fn mount(line: &[u8]) -> Option<Mount> {
    let mut fields = line.split(|&byte| byte == b' ').skip(2);
    Some(Mount {
        device: String::from_utf8(fields.next()?.to_vec()).ok()?,
        root: unescaped(fields.next()?),
        place: unescaped(fields.next()?),
    })
}

/// Decodes a path of `mountinfo`, in which spaces and backslashes are octal escapes such as
/// `\040`.
pub(super) fn unescaped(text: &[u8]) -> PathBuf {
    let mut path = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        let code = after.get(..3).filter(|_| *first == b'\\');
        let code = code.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 8).ok());
        path.push(code.unwrap_or(*first));
        rest = code.map_or(after, |_| &after[3..]);
    }
    OsString::from_vec(path).into()
}

fn in_mounts(path: &Path, mounts: &[Mount]) -> Vec<PathBuf> {
    // The deepest mount point is the visible one; of two at the same place, the later one.
    let holds = |mount: &&Mount| path.starts_with(&mount.place);
    let length = |mount: &&Mount| mount.place.components().count();
    let Some(own) = mounts.iter().filter(holds).max_by_key(length) else {
        return Vec::new();
    };
    let Ok(within) = path.strip_prefix(&own.place) else {
        return Vec::new();
    };
    let on_device = own.root.join(within);
    mounts
        .iter()
        .filter(|mount| mount.device == own.device && *mount != own)
        .filter_map(|mount| {
            let within = on_device.strip_prefix(&mount.root);
            let is_part = mount.root.starts_with(&on_device);
            let place = within.ok().map(|within| mount.place.join(within));
            place.or_else(|| is_part.then(|| mount.place.clone()))
        })
        .filter(|place| place != path)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_found_through_mounts_around_and_within_it() {
        let lines = "21 1 8:1 / / rw - ext4 /dev/sda1 rw\n\
            22 21 8:1 /class /mnt/a\\040class rw - ext4 /dev/sda1 rw\n\
            23 21 8:1 /class/cases/deep /deep rw - ext4 /dev/sda1 rw\n\
            24 21 8:1 /other /other rw - ext4 /dev/sda1 rw\n\
            25 21 8:2 / /class/disk rw - ext4 /dev/sdb1 rw";
        let mounts: Vec<Mount> = lines
            .split('\n')
            .filter_map(|line| mount(line.as_bytes()))
            .collect();
        let places = |path: &str| in_mounts(Path::new(path), &mounts);
        assert_eq!(
            places("/class/cases"),
            ["/mnt/a class/cases", "/deep"].map(PathBuf::from)
        );
        assert_eq!(places("/mnt/a class/x"), [PathBuf::from("/class/x")]);
        assert_eq!(places("/class/disk/x"), [] as [PathBuf; 0]);
        assert_eq!(places("/elsewhere"), [] as [PathBuf; 0]);
    }
}

//! Which files a command may read: everything but what is hidden, said by
//! allowing what stands beside it on the way there.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What lies in `dir` and is neither hidden nor on the way to what is hidden:
/// all of it, if nothing hidden is in there. Symbolic links are left out: what
/// they lead to is allowed, or not, where it is.
pub(super) fn beside(dir: &Path, hidden: &[PathBuf]) -> Vec<PathBuf> {
    let on_the_way: HashSet<&Path> = hidden.iter().flat_map(|path| path.ancestors()).collect();
    let hidden: HashSet<&Path> = hidden.iter().map(PathBuf::as_path).collect();
    let mut allowed = Vec::new();
    let mut left = vec![dir.to_owned()];
    while let Some(path) = left.pop() {
        if path.ancestors().any(|folder| hidden.contains(folder)) {
            continue;
        }
        if !on_the_way.contains(path.as_path()) {
            allowed.push(path);
            continue;
        }
        // A folder that cannot be listed keeps what is in it to itself.
        let entries = fs::read_dir(&path).into_iter().flatten().flatten();
        left.extend(
            entries
                .filter(|entry| !is_link(entry))
                .map(|entry| entry.path()),
        );
    }
    allowed
}

fn is_link(entry: &fs::DirEntry) -> bool {
    entry.file_type().is_ok_and(|kind| kind.is_symlink())
}

//! Where this program can be executed: copies of it play rightly.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::{DirEntryExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::environment;
use super::paths::resolved;

/// How many entries of a folder are looked at.
const MOST_ENTRIES: usize = 100_000;

/// Where this program is found: what runs, its other names in the folders around it, as
/// cargo gives it one in `deps`, and what a shell finds by its name.
pub(super) fn copies_of_this_program(variables: &[(OsString, OsString)]) -> BTreeSet<PathBuf> {
    let path = environment::value(variables, "PATH").unwrap_or_default();
    let found: BTreeSet<PathBuf> = std::env::split_paths(path)
        .map(|folder| folder.join(env!("CARGO_PKG_NAME")))
        .filter(|file| file.is_file())
        // Its path, not `/proc/self/exe`: where this user may not go there, that would hide
        // an entry of `/proc`, and with it all that come later.
        .chain(std::env::current_exe())
        .map(|file| resolved(&file))
        .collect();
    let others: Vec<PathBuf> = found.iter().flat_map(|file| other_names(file)).collect();
    found.into_iter().chain(others).collect()
}

/// The names that the same file has in its folder, the folders in that, and the one above.
fn other_names(file: &Path) -> Vec<PathBuf> {
    let (Ok(data), Some(folder)) = (file.metadata(), file.parent()) else {
        return Vec::new();
    };
    if data.nlink() < 2 {
        return Vec::new();
    }
    let inner = entries(folder).filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let inner = inner.map(|entry| entry.path());
    let mut folders = vec![folder.to_owned()];
    folders.extend(inner);
    folders.extend(folder.parent().map(Path::to_owned));
    let is_same = |entry: &fs::DirEntry| {
        let is_on_device = || {
            entry
                .metadata()
                .is_ok_and(|there| there.dev() == data.dev())
        };
        entry.ino() == data.ino() && is_on_device()
    };
    let names = folders.iter().flat_map(|folder| entries(folder));
    names
        .filter(is_same)
        .map(|entry| entry.path())
        .filter(|path| path != file)
        .collect()
}

fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.take(MOST_ENTRIES)
}

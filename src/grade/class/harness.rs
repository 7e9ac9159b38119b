//! What the results of a class depend on besides cases and submissions: files that the
//! command, the preparation or a search path names.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::fingerprint::Fingerprint;
use crate::io::regular_file;

/// The search paths whose contents count.
const SEARCH_PATHS: [&str; 3] = ["CLASSPATH", "PYTHONPATH", "NODE_PATH"];

/// How many files count with their contents, and how many bytes of them together. Of all others
/// only the names count.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 256 << 20;

/// Folders whose contents do not count: what is installed may be elsewhere on another
/// machine, and the rest changes by itself.
pub(super) const OF_THE_SYSTEM: [&str; 10] = [
    "/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr",
];

/// Adds to a fingerprint the search paths that commands get, and the contents of all files and
/// folders whose absolute paths stand in these or in the words. Some that change while a class
/// is graded are left out.
pub(super) fn add(fingerprint: &mut Fingerprint, words: &[&OsStr], without: &[&Path]) {
    let mut paths = BTreeSet::new();
    for name in SEARCH_PATHS {
        let value = std::env::var_os(name).unwrap_or_default();
        fingerprint.add(value.as_bytes());
        paths.extend(paths_in(&value));
    }
    paths.extend(words.iter().flat_map(|word| paths_in(word)));
    let without = without.iter().filter_map(|path| path.canonicalize().ok());
    let without: Vec<PathBuf> = without.collect();
    let mut left = Left {
        files: MOST_FILES,
        bytes: MOST_BYTES,
    };
    for path in paths {
        fingerprint.add(path.as_os_str().as_bytes());
        add_contents(fingerprint, &path, &without, &mut left);
    }
}

/// How much more may count.
struct Left {
    files: usize,
    bytes: u64,
}

/// The absolute paths in a word, or in a whole command line of a shell.
pub(super) fn paths_in(word: &OsStr) -> Vec<PathBuf> {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b":=,;&|()<>'\"`@".contains(byte);
    word.as_bytes()
        .split(is_between)
        .map(|part| PathBuf::from(OsStr::from_bytes(part)))
        .filter(|path| path.is_absolute() && path.parent().is_some())
        .collect()
}

/// Adds a file, or all that lies in a folder. What does not exist, or cannot be read, has no
/// content.
fn add_contents(fingerprint: &mut Fingerprint, path: &Path, without: &[PathBuf], left: &mut Left) {
    let is_left_out = |path: &Path| without.iter().any(|other| path.starts_with(other));
    let Ok(path) = path.canonicalize() else {
        return;
    };
    // A file counts wherever it is.
    let is_of_system = OF_THE_SYSTEM.iter().any(|system| path.starts_with(system))
        || std::env::temp_dir().starts_with(&path);
    if path.is_dir() && is_of_system {
        return;
    }
    let mut to_do = vec![path];
    while let Some(path) = to_do.pop() {
        if is_left_out(&path) {
            continue;
        }
        let Some(files) = left.files.checked_sub(1) else {
            return;
        };
        left.files = files;
        fingerprint.add(path.as_os_str().as_bytes());
        match fs::symlink_metadata(&path) {
            Ok(data) if data.is_dir() => {
                let entries = fs::read_dir(&path).into_iter().flatten().flatten();
                let inner = entries.take(MOST_FILES).map(|entry| entry.path());
                let mut inner: Vec<PathBuf> = inner.collect();
                inner.sort();
                to_do.extend(inner.into_iter().rev());
            }
            Ok(data) if data.is_file() && data.len() <= left.bytes => {
                let read = regular_file::open(&path)
                    .and_then(|file| fingerprint.add_all(file, data.len()));
                left.bytes = left.bytes.saturating_sub(read.unwrap_or_default());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_are_found_wherever_they_stand() {
        let paths = |word: &str| paths_in(OsStr::new(word));
        assert_eq!(paths("/a/run.sh"), [PathBuf::from("/a/run.sh")]);
        assert_eq!(paths("bin:/l/x.jar:lib"), [PathBuf::from("/l/x.jar")]);
        assert_eq!(
            paths("cp '/h/Driver.java' . && javac -cp=/l/y.jar *.java>/dev/null"),
            ["/h/Driver.java", "/l/y.jar", "/dev/null"].map(PathBuf::from)
        );
        assert_eq!(paths("run.sh"), [] as [PathBuf; 0]);
    }
}

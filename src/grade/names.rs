//! Names for folders of the instructor's machine. The names replace the paths in all texts that
//! students read.

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use crate::{
    io::{bytes::replaced, visible_path},
    run::Run,
};

/// Folders of the system. Students may see their names.
const SYSTEM_FOLDERS: [&str; 10] = [
    "/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr",
];

/// Absolute paths, longest first, and the names that replace them.
#[derive(Clone, Debug, Default)]
pub struct Names(Vec<(OsString, OsString)>);

impl Names {
    /// Creates names for these folders, for the absolute paths in the words of commands, and for
    /// the current, the home and the temporary folder. The path of a file in such a folder becomes
    /// the path within the folder.
    pub fn new<'a>(folders: &[&Path], words: impl IntoIterator<Item = &'a OsStr>) -> Self {
        let mut paths = Vec::new();
        for path in words.into_iter().flat_map(absolute_paths) {
            if !SYSTEM_FOLDERS.iter().any(|it| path.starts_with(it)) {
                paths.extend(path.parent().map(Path::to_owned));
                paths.extend(Some(path).filter(|path| path.is_dir()));
            }
        }
        for folder in folders {
            paths.extend(folder.canonicalize());
            paths.push((*folder).to_owned());
        }
        paths.extend(std::env::current_dir());
        paths.extend(std::env::home_dir());
        paths.push(std::env::temp_dir());
        let mut names = BTreeMap::new();
        for folder in paths {
            // A relative path and the root folder reveal nothing.
            if let Some(name) = folder.file_name().filter(|_| folder.is_absolute()) {
                names.insert(folder.join("").into_os_string(), OsString::new());
                names.insert(folder.clone().into_os_string(), name.to_owned());
            }
        }
        let mut names: Vec<_> = names.into_iter().collect();
        names.sort_by_key(|(path, _)| Reverse(path.len()));
        Self(names)
    }

    /// Replaces the paths in the output of a run. Reports whether there were any.
    pub fn replace_in(&self, run: &mut Run) -> bool {
        let mut is_replaced = false;
        for (path, name) in &self.0 {
            is_replaced |= run.replace(path.as_ref(), name.as_ref());
        }
        is_replaced
    }

    /// Replaces the paths in a text for people.
    pub fn replaced(&self, text: &str) -> String {
        let mut text = text.as_bytes().to_vec();
        for (path, name) in &self.0 {
            let [path, name] = [path, name].map(|it| visible_path(it.as_ref()));
            text = replaced(&text, path.as_bytes(), name.as_bytes());
        }
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// Finds the absolute paths in a word, which may be a command line for a shell.
fn absolute_paths(word: &OsStr) -> Vec<PathBuf> {
    word.as_bytes()
        .split(|byte| byte.is_ascii_whitespace() || b":=,;&|()<>'\"`@".contains(byte))
        .map(|part| PathBuf::from(OsStr::from_bytes(part)))
        .filter(|path| path.is_absolute() && path.parent().is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::End;

    #[test]
    fn absolute_paths_are_found_in_command_lines() {
        let paths = |word: &str| absolute_paths(OsStr::new(word));
        assert_eq!(paths("/a/run.sh"), [PathBuf::from("/a/run.sh")]);
        assert_eq!(paths("bin:/l/x.jar:lib"), [PathBuf::from("/l/x.jar")]);
        assert_eq!(
            paths("cp '/h/Driver.java' . && javac -cp=/l/y.jar *.java>/dev/null"),
            ["/h/Driver.java", "/l/y.jar", "/dev/null"].map(PathBuf::from)
        );
        assert_eq!(paths("run.sh"), [] as [PathBuf; 0]);
    }

    #[test]
    fn paths_are_replaced_by_names() {
        let folders = ["/the-course/all cases", "/people/teacher"].map(Path::new);
        let names = Names::new(
            &folders,
            [OsStr::new("/opt/run/play.sh"), OsStr::new("/bin/sh")],
        );
        for (text, expected) in [
            ("/the-course/all cases/tc.seed.txt", "tc.seed.txt"),
            ("/the cases", "/the cases"),
            ("gcc -I/the-course/all cases/x", "gcc -I/x"),
            (
                "tests/the-course/all cases/x: not found",
                "tests/x: not found",
            ),
            ("file:///the-course/all cases/x", "file://x"),
            ("cd: /people/teacher: no folder", "cd: teacher: no folder"),
            ("/opt/run/play.sh: line 3", "play.sh: line 3"),
            ("/bin/sh: line 3", "/bin/sh: line 3"),
        ] {
            assert_eq!(names.replaced(text), expected);
            let mut run = Run {
                out: text.into(),
                err: Vec::new(),
                end: End::Exited(0),
                seed: PathBuf::new(),
            };
            assert_eq!(names.replace_in(&mut run), text != expected);
            assert_eq!(String::from_utf8_lossy(&run.out), expected);
        }
    }
}

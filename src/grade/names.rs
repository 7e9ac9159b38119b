//! Names for folders of the instructor's machine, which replace their paths in everything that students read.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::io::visible::{visible_path, with_dots};

/// Folders of the system. Students may see their names.
const SYSTEM_FOLDERS: [&str; 10] = [
    "/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr",
];

/// The end of a text that is cut.
const CUT: &str = "...";

/// Absolute paths, longest first, and the names that replace them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names(Vec<(String, String)>);

impl Names {
    /// Creates names for these folders, for the absolute paths in the words of commands, and for the current folder and the
    /// home folder. A file in such a folder is known by its path within the folder.
    pub(crate) fn new<'a>(folders: &[&Path], words: impl IntoIterator<Item = &'a OsStr>) -> Self {
        let mut all: Vec<PathBuf> = Vec::new();
        for path in words.into_iter().flat_map(absolute_paths) {
            if !SYSTEM_FOLDERS.iter().any(|folder| path.starts_with(folder)) {
                all.extend(path.parent().map(Path::to_owned));
                all.extend(Some(path).filter(|path| path.is_dir()));
            }
        }
        for folder in folders {
            all.extend(folder.canonicalize());
            all.push((*folder).to_owned());
        }
        all.extend(std::env::current_dir());
        all.extend(std::env::home_dir());
        all.push(std::env::temp_dir());
        let mut names = BTreeMap::new();
        for folder in all {
            // A relative path and the root folder reveal nothing.
            if let (true, Some(name)) = (folder.is_absolute(), folder.file_name()) {
                let (path, name) = (visible_path(&folder), visible_path(Path::new(name)));
                for path in [with_dots(path.as_bytes()), path] {
                    names.insert(format!("{path}/"), String::new());
                    names.insert(path, name.clone());
                }
            }
        }
        let mut names: Vec<_> = names.into_iter().collect();
        names.sort_by_key(|(path, _)| Reverse(path.len()));
        Self(names)
    }

    /// Replaces the paths in a text for people, also those that are cut at the end of a long line.
    pub(super) fn replaced(&self, text: &str) -> String {
        let mut text = text.to_owned();
        if !text.contains('/') {
            return text;
        }
        for (path, name) in &self.0 {
            text = text.replace(path, name);
            if text.contains(CUT) {
                // A single slash reveals nothing.
                let ends = path.char_indices().map(|(end, _)| end);
                for end in ends.rev().filter(|&end| end > 1) {
                    text = text.replace(&format!("{}{CUT}", &path[..end]), CUT);
                }
            }
        }
        text
    }

    /// Replaces the paths in all texts of a value.
    pub(super) fn replaced_in<T: Serialize + DeserializeOwned>(&self, whole: T) -> T {
        let replaced = serde_json::to_value(&whole).and_then(|mut value| {
            self.replace_in(&mut value);
            serde_json::from_value(value)
        });
        // Results always make JSON, and the other way round.
        replaced.unwrap_or(whole)
    }

    fn replace_in(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.replaced(text),
            Value::Array(all) => all.iter_mut().for_each(|one| self.replace_in(one)),
            Value::Object(all) => all.values_mut().for_each(|one| self.replace_in(one)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Finds the absolute paths in a word, or in a command line of a shell.
fn absolute_paths(word: &OsStr) -> Vec<PathBuf> {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b":=,;&|()<>'\"`@".contains(byte);
    word.as_bytes()
        .split(is_between)
        .map(|part| PathBuf::from(OsStr::from_bytes(part)))
        .filter(|path| path.is_absolute() && path.parent().is_some())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("gcc -I/the-course/all cases/x", "gcc -Ix"),
            ("file:///the-course/all cases/x", "file://x"),
            ("cd: /people/teacher: no folder", "cd: teacher: no folder"),
            ("/opt/run/play.sh: line 3", "play.sh: line 3"),
            (
                "+ no\u{b7}/the-course/all\u{b7}cases/tc.seed.txt",
                "+ no\u{b7}tc.seed.txt",
            ),
            ("`no /the-course/al...`", "`no ...`"),
            ("`no /th...`, `/...`", "`no ...`, `/...`"),
            ("Quitting the game...", "Quitting the game..."),
            ("/bin/sh: line 3", "/bin/sh: line 3"),
        ] {
            assert_eq!(names.replaced(text), expected);
            assert_eq!(names.replaced_in(vec![text.to_owned()]), [expected]);
        }
    }
}

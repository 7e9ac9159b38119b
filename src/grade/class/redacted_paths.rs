//! Replaces paths of the instructor's machine by names in everything that students read.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::record::Class;
use super::request::GradeRequest;
use crate::io::visible::{visible_path, with_dots};
use crate::report::result::CaseResult;
use crate::run::program::Program;

/// Folders of the system. Students may see their names.
const SYSTEM_FOLDERS: [&str; 10] = [
    "/bin", "/dev", "/etc", "/lib", "/lib64", "/proc", "/run", "/sbin", "/sys", "/usr",
];

/// Lists the folders that students should not see: those of the submissions, the results and the
/// cases, those that the commands name, the current folder and the home folder.
pub(super) fn own_folders(request: &GradeRequest) -> BTreeSet<String> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let words = request.setting.program.iter().flat_map(Program::words);
    let preparation = request.preparation.iter();
    let words = words.chain(preparation.map(|one| one.command.as_os_str()));
    for path in words.flat_map(absolute_paths) {
        if SYSTEM_FOLDERS.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        folders.extend(path.parent().map(Path::to_owned));
        if path.is_dir() {
            folders.push(path);
        }
    }
    for path in &request.cases {
        let folder = path.parent().filter(|_| !path.is_dir()).unwrap_or(path);
        folders.extend(folder.canonicalize().ok());
    }
    for folder in request.folders() {
        folders.extend(folder.canonicalize().ok());
        // A relative path reveals nothing.
        if folder.is_absolute() {
            folders.push(folder.to_owned());
        }
    }
    folders.extend(std::env::current_dir().ok());
    folders.extend(std::env::home_dir());
    folders.retain(|folder| folder.parent().is_some());
    folders.iter().map(|folder| visible_path(folder)).collect()
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

/// The paths to replace.
pub(super) struct Paths(Vec<Replacement>);

/// A path, or the start of paths, and the text that replaces it.
struct Replacement {
    path: String,
    name: String,
    /// An absolute path is replaced wherever it occurs, also truncated.
    is_absolute: bool,
}

impl Paths {
    /// Collects the paths of the cases, which programs may print, and the own folders.
    pub(super) fn of(class: &Class) -> Self {
        let mut paths = BTreeSet::new();
        for case in &class.cases {
            let folder = case.folder();
            if folder.is_absolute() {
                paths.extend(of_folder(&visible_path(&folder)));
            } else {
                for file in case.input.iter().chain([&case.seed]) {
                    let name = file.file_name().map_or(file.as_path(), Path::new);
                    paths.insert((visible_path(file), visible_path(name)));
                }
            }
        }
        paths.extend(
            class
                .own_folders
                .iter()
                .flat_map(|folder| of_folder(folder)),
        );
        Self::new(paths)
    }

    /// Creates replacements from paths and names.
    fn new(paths: impl IntoIterator<Item = (String, String)>) -> Self {
        let written = paths.into_iter().flat_map(|(path, name)| {
            let is_absolute = path.starts_with('/');
            let dotted = with_dots(path.as_bytes());
            BTreeSet::from([path, dotted])
                .into_iter()
                .map(move |path| Replacement {
                    path,
                    name: name.clone(),
                    is_absolute,
                })
        });
        let mut all: Vec<Replacement> = written.collect();
        // Replace a path before the paths that it contains.
        all.sort_by_key(|one| std::cmp::Reverse(one.path.len()));
        Self(all)
    }

    /// Replaces the paths in a text, also truncated absolute paths.
    pub(super) fn redact(&self, text: &str) -> String {
        let mut text = text.to_owned();
        if !text.contains('/') {
            return text;
        }
        for one in &self.0 {
            text = replaced(&text, &one.path, &one.name, one.is_absolute);
            if one.is_absolute && text.contains(CUT) {
                // A single slash reveals nothing.
                let ends = one.path.char_indices().map(|(end, _)| end);
                for end in ends.rev().filter(|&end| end > 1) {
                    text = replaced(&text, &format!("{}{CUT}", &one.path[..end]), CUT, true);
                }
            }
        }
        text
    }

    /// Replaces the paths in all texts of a value.
    pub(super) fn redact_all<T: Serialize + DeserializeOwned>(
        &self,
        whole: &T,
    ) -> serde_json::Result<T> {
        let mut value = serde_json::to_value(whole)?;
        self.redact_json(&mut value);
        serde_json::from_value(value)
    }

    fn redact_json(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.redact(text),
            Value::Array(all) => all.iter_mut().for_each(|one| self.redact_json(one)),
            Value::Object(all) => all.values_mut().for_each(|one| self.redact_json(one)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Replaces the paths in results, and the names of the cases by these names.
    pub(super) fn redact_results(
        &self,
        results: &[CaseResult],
        names: &[String],
    ) -> serde_json::Result<Vec<CaseResult>> {
        let results = results.iter().zip(names).map(|(result, name)| {
            Ok(CaseResult {
                case: result.case.named(name),
                failures: self.redact_all(&result.failures)?,
                ..result.clone()
            })
        });
        results.collect()
    }
}

/// Returns replacements for a folder and for paths in it. The root folder reveals nothing.
fn of_folder(folder: &str) -> Vec<(String, String)> {
    let folder = folder.trim_end_matches('/');
    if folder.is_empty() {
        return Vec::new();
    }
    let name = folder.rsplit('/').next().unwrap_or(folder);
    vec![
        (format!("{folder}/"), String::new()),
        (folder.to_owned(), name.to_owned()),
    ]
}

/// The end of a truncated text.
const CUT: &str = "...";

/// Replaces a path by a name: an absolute path wherever it occurs, also after `-I` or `file:`, a
/// relative path unless it is the end of a longer one.
fn replaced(text: &str, path: &str, name: &str, is_absolute: bool) -> String {
    let mut rest = text;
    let mut done = String::with_capacity(text.len());
    while let Some(at) = rest.find(path) {
        let (before, after) = (&rest[..at], &rest[at + path.len()..]);
        done += before;
        let is_inside =
            |last: char| last.is_alphanumeric() || matches!(last, '/' | '.' | '_' | '-');
        let is_whole = is_absolute || !done.chars().next_back().is_some_and(is_inside);
        done += if is_whole { name } else { path };
        rest = after;
    }
    done + rest
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
        let game = ("games/tc.seed.txt".to_owned(), "tc.seed.txt".to_owned());
        let paths = Paths::new(
            of_folder("/the-course/all cases")
                .into_iter()
                .chain(of_folder("/people/teacher/"))
                .chain([game]),
        );
        for (text, expected) in [
            ("/the-course/all cases/tc.seed.txt", "tc.seed.txt"),
            ("+ no·/the-course/all·cases/tc.seed.txt", "+ no·tc.seed.txt"),
            ("`no /the-course/al...`", "`no ...`"),
            ("`no /th...`, `/...`", "`no ...`, `/...`"),
            ("/the cases", "/the cases"),
            ("no games/tc.seed.txt", "no tc.seed.txt"),
            ("Quitting the game...", "Quitting the game..."),
            ("my games/tc.seed.txt2", "my tc.seed.txt2"),
            ("my/games/tc.seed.txt", "my/games/tc.seed.txt"),
            ("gcc -I/the-course/all cases/x", "gcc -Ix"),
            ("file:///the-course/all cases/x", "file://x"),
            (
                "/people/teacher/bin/build: not found",
                "bin/build: not found",
            ),
            ("cd: /people/teacher: no folder", "cd: teacher: no folder"),
        ] {
            assert_eq!(paths.redact(text), expected);
        }
    }
}

//! Paths of the instructor's machine, which are no matter of students: what they read has
//! names in their place.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::record::Class;
use crate::compare::result::CaseResult;
use crate::io::visible::{visible_path, with_dots};

/// What is written in the place of paths.
pub(super) struct Paths(Vec<Replacement>);

/// What is written in the place of a path, or of the folder that a path begins with.
struct Replacement {
    path: String,
    name: String,
    /// Whether it tells of the machine: then it is left out wherever it stands, and where
    /// it was cut.
    is_absolute: bool,
}

impl Paths {
    /// Those of a class's cases, which programs may print, and of the folders that it was
    /// graded from.
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

    /// Those that have these names.
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
        // One may lie in another.
        all.sort_by_key(|one| std::cmp::Reverse(one.path.len()));
        Self(all)
    }

    /// A text without them, also where an absolute one was cut.
    pub(super) fn left_out_of(&self, text: &str) -> String {
        let mut text = text.to_owned();
        if !text.contains('/') {
            return text;
        }
        for one in &self.0 {
            text = replaced(&text, &one.path, &one.name, one.is_absolute);
            if one.is_absolute && text.contains(CUT) {
                // The first sign alone tells nothing.
                let ends = one.path.char_indices().map(|(end, _)| end);
                for end in ends.rev().filter(|&end| end > 1) {
                    text = replaced(&text, &format!("{}{CUT}", &one.path[..end]), CUT, true);
                }
            }
        }
        text
    }

    /// The same with all texts that something consists of.
    ///
    /// # Errors
    ///
    /// It cannot be written as JSON and read again.
    pub(super) fn left_out_of_all<T: Serialize + DeserializeOwned>(
        &self,
        whole: &T,
    ) -> serde_json::Result<T> {
        let mut value = serde_json::to_value(whole)?;
        self.leave_out(&mut value);
        serde_json::from_value(value)
    }

    fn leave_out(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.left_out_of(text),
            Value::Array(all) => all.iter_mut().for_each(|one| self.leave_out(one)),
            Value::Object(all) => all.values_mut().for_each(|one| self.leave_out(one)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// The results of cases with these names.
    ///
    /// # Errors
    ///
    /// As above.
    pub(super) fn left_out_of_results(
        &self,
        results: &[CaseResult],
        names: &[String],
    ) -> serde_json::Result<Vec<CaseResult>> {
        let results = results.iter().zip(names).map(|(result, name)| {
            Ok(CaseResult {
                case: result.case.named(name),
                failures: self.left_out_of_all(&result.failures)?,
                ..result.clone()
            })
        });
        results.collect()
    }
}

/// What is written in the place of a folder, and in the place of what leads into it. The
/// root of all folders tells nothing.
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

/// What stands at the end of a text that was cut.
const CUT: &str = "...";

/// A text with another in the place of a path: of an absolute one wherever it stands, behind
/// `-I` or `file:` too, of another one where no longer path ends with it.
fn replaced(text: &str, path: &str, name: &str, is_absolute: bool) -> String {
    let mut rest = text;
    let mut done = String::with_capacity(text.len());
    while let Some(at) = rest.find(path) {
        let (before, behind) = (&rest[..at], &rest[at + path.len()..]);
        done += before;
        let is_inside =
            |last: char| last.is_alphanumeric() || matches!(last, '/' | '.' | '_' | '-');
        let is_whole = is_absolute || !done.chars().next_back().is_some_and(is_inside);
        done += if is_whole { name } else { path };
        rest = behind;
    }
    done + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_left_of_paths() {
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
            assert_eq!(paths.left_out_of(text), expected);
        }
    }
}

//! A class in a temporary folder, for the tests of `grade`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::check_setup::{ENDINGS, copy_case};
use crate::support::{PROGRAM, SEEN, Test, json, package_file, without};

pub struct Classroom {
    folder: tempfile::TempDir,
}

/// The cases of a class, and those of the project that they are.
const CASES: [(&str, &str); 4] = [
    ("nofog", "nofog-before-reveal"),
    ("quit-short", "quit-short"),
    ("loss-at-once", "loss-at-once"),
    ("size-4-by-5", "size-4-by-5"),
];

/// Runs a command with mounts of its own.
pub const OWN_MOUNTS: [&str; 3] = ["unshare", "--map-root-user", "--mount"];

impl Classroom {
    pub fn new() -> Self {
        let folder = tempfile::tempdir_in(SEEN).expect("a folder");
        let class = Self { folder };
        for name in ["cases", "submissions"] {
            fs::create_dir(class.path(name)).expect("a folder");
        }
        for (case, own) in CASES {
            let own = package_file(format!("tests/cases/{own}"));
            copy_case(own, class.path("cases").join(case), &ENDINGS);
        }
        class
    }

    pub fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.folder.path().join(name.as_ref())
    }

    /// Writes a file, and creates the folders that it is in.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, content).expect("a file");
        self
    }

    pub fn create(&self, name: &str) -> &Self {
        fs::create_dir_all(self.path(name)).expect("a folder");
        self
    }

    /// Adds a submission whose program is this script.
    pub fn submit(&self, name: impl AsRef<OsStr>, script: &str) -> &Self {
        let folder = self.path("submissions").join(name.as_ref());
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("run.sh"), script).expect("a file");
        self
    }

    /// The grading of the class into a folder.
    pub fn grade(&self, output: &str, options: &[&str]) -> Test {
        self.grade_with(output, options, &["sh", "run.sh"])
    }

    pub fn grade_with(&self, output: &str, options: &[&str], command: &[&str]) -> Test {
        Test::new()
            .args(["grade", "cases", "--submissions", "submissions", "--output"])
            .arg(output)
            .args(options)
            .arg("--")
            .args(command)
            .current_dir(self.folder.path())
    }

    /// The grading of the class into `out`, by a shell script in which `"$@"` does that, below
    /// another program.
    pub fn grade_below(&self, wrapper: &[&str], script: &str, options: &[&str]) -> Test {
        Test::of(wrapper[0])
            .args(&wrapper[1..])
            .args(["sh", "-c", script, "sh", PROGRAM])
            .args(["grade", "cases", "--submissions", "submissions"])
            .args(["--output", "out"])
            .args(options)
            .args(["--", "sh", "run.sh"])
            .current_dir(self.path(""))
    }

    /// The points of the submissions, in their order; none of one that could not be graded.
    pub fn points(&self, output: &str) -> Vec<Option<f64>> {
        let results = self.results(output);
        let submissions = results["submissions"].as_array().expect("a list");
        let points = submissions.iter().map(|one| one["points"].as_f64());
        points.collect()
    }

    pub fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }

    /// The results as JSON, without times.
    pub fn results(&self, output: &str) -> Value {
        let results = self.read(format!("{output}/results.json"));
        let mut results = json("grade-results", results);
        for submission in results["submissions"].as_array_mut().expect("a list") {
            for case in submission["cases"].as_array_mut().expect("a list") {
                case["seconds"] = Value::Null;
            }
        }
        results
    }

    pub fn told(&self, file: &str) -> String {
        self.read(format!("out/submissions/{file}.html"))
    }

    /// The contents of a folder of files, by name without ending.
    pub fn files(&self, folder: &str) -> BTreeMap<String, String> {
        let entries = fs::read_dir(self.path(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        // A run that was killed may have left a temporary file.
        let is_whole = |path: &PathBuf| {
            !path
                .file_name()
                .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
        };
        let named = paths.filter(is_whole).map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            (name.into_owned(), self.read(&path))
        });
        named.collect()
    }

    pub fn records(&self, output: &str) -> BTreeMap<String, String> {
        self.files(&format!("{output}/records"))
    }

    /// The message that results are kept, which a resumed run prints.
    pub fn kept(count: usize) -> String {
        let results = if count == 1 { "result" } else { "results" };
        format!("minesweeper-alpha: {count} {results} kept from out (--again grades them again)\n")
    }

    #[track_caller]
    pub fn assert_same(&self, one: &str, other: &str) {
        assert_eq!(self.results(one), self.results(other));
        for name in ["index.html", "gradebook.csv"] {
            let [one, other] = [one, other].map(|folder| self.read(format!("{folder}/{name}")));
            assert_eq!(one, other, "{name}");
        }
        for name in ["submissions", "feedback", "gradescope", "junit"] {
            let [one, other] = [one, other].map(|folder| {
                let mut files = self.files(&format!("{folder}/{name}"));
                for report in files.values_mut() {
                    *report = without(report, " time=\"", '"');
                }
                files
            });
            assert!(one == other, "{name}");
        }
    }
}

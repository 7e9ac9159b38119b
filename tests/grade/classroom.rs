//! Test support: a class in a temporary folder.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use super::check_setup::{ENDINGS, copy_case};
use crate::support::{PROGRAM, SEEN, Test, json, package_file, without};

pub struct Classroom {
    folder: tempfile::TempDir,
}

/// Names of the cases of a class, and of the project's cases from which they are copied.
const CASES: [(&str, &str); 4] = [
    ("nofog", "nofog-before-reveal"),
    ("quit-short", "quit-short"),
    ("loss-at-once", "loss-at-once"),
    ("size-4-by-5", "size-4-by-5"),
];

/// A command that runs another command in a new mount namespace.
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

    /// Writes a file and creates its parent folders.
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

    /// Returns a run of `grade` that writes results into the folder `output`.
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

    /// Returns a run of a shell script below a wrapper program. In the script, `"$@"` grades the
    /// class into the folder `out`.
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

    /// Returns the points of each submission, or `None` if it could not be graded.
    pub fn points(&self, output: &str) -> Vec<Option<f64>> {
        let results = self.results(output);
        let submissions = results["submissions"].as_array().expect("a list").iter();
        submissions.map(|it| it["points"].as_f64()).collect()
    }

    pub fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }

    /// Returns the results as JSON, without times.
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

    /// Returns the page about a submission for the instructor.
    pub fn submission_page(&self, name: &str) -> String {
        self.read(format!("out/submissions/{name}.html"))
    }

    /// Returns the contents of the files in a folder, by name without ending.
    pub fn files(&self, folder: &str) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(self.path(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy();
            // A killed run may have left a temporary file.
            if !name.starts_with('.') {
                files.insert(name.into_owned(), self.read(&path));
            }
        }
        files
    }

    pub fn records(&self, output: &str) -> BTreeMap<String, String> {
        self.files(&format!("{output}/records"))
    }

    /// Returns the message of a resumed run about kept results.
    pub fn kept(count: usize) -> String {
        let results = if count == 1 { "result" } else { "results" };
        format!("minesweeper-alpha: {count} {results} kept from out (--again grades them again)\n")
    }

    /// Asserts that two folders have the same results, except for times.
    #[track_caller]
    pub fn assert_same(&self, left: &str, right: &str) {
        assert_eq!(self.results(left), self.results(right));
        for name in ["index.html", "gradebook.csv"] {
            let [left, right] = [left, right].map(|folder| self.read(format!("{folder}/{name}")));
            assert_eq!(left, right, "{name}");
        }
        for name in ["submissions", "feedback", "gradescope", "junit"] {
            let [left, right] = [left, right].map(|folder| {
                let mut files = self.files(&format!("{folder}/{name}"));
                for report in files.values_mut() {
                    *report = without(report, " time=\"", '"');
                }
                files
            });
            assert!(left == right, "{name}");
        }
    }
}

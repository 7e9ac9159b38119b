//! What the tests of `grade` share: a class in a folder, and what is made of it.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::support::{PROGRAM, SEEN, Test, package_file, without};

/// A class: cases, submissions and room for results.
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

impl Classroom {
    /// A class without submissions.
    pub fn new() -> Self {
        let folder = tempfile::tempdir_in(SEEN).expect("a folder");
        let class = Self { folder };
        for name in ["cases", "submissions"] {
            fs::create_dir(class.path(name)).expect("a folder");
        }
        for (case, own) in CASES {
            for ending in ["seed", "in", "out", "err", "combined", "status"] {
                let from = package_file(format!("tests/cases/{own}.{ending}.txt"));
                if from.is_file() {
                    let name = format!("{case}.{ending}.txt");
                    fs::copy(from, class.path("cases").join(name)).expect("a copy");
                }
            }
        }
        class
    }

    pub fn path(&self, name: impl AsRef<OsStr>) -> PathBuf {
        self.folder.path().join(name.as_ref())
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

    /// The same with another command.
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
        submissions
            .iter()
            .map(|one| one["points"].as_f64())
            .collect()
    }

    /// A file of the results.
    pub fn read(&self, name: impl AsRef<Path>) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("a file")
    }

    /// The results as JSON, without times.
    pub fn results(&self, output: &str) -> Value {
        let mut results =
            crate::support::json("grade-results", self.read(format!("{output}/results.json")));
        for submission in results["submissions"].as_array_mut().expect("a list") {
            for case in submission["cases"].as_array_mut().expect("a list") {
                case["seconds"] = Value::Null;
            }
        }
        results
    }

    /// All that is told of a submission whose files are called so: its page.
    pub fn told(&self, file: &str) -> String {
        self.read(format!("out/submissions/{file}.html"))
    }

    /// The records of the submissions, by file name.
    pub fn records(&self, output: &str) -> BTreeMap<String, String> {
        let folder = self.path(output).join("records");
        let entries = fs::read_dir(folder).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let named = paths.map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            (name.into_owned(), self.read(&path))
        });
        named.collect()
    }

    /// The message that results are kept, which a resumed run prints.
    pub fn kept(count: usize) -> String {
        let (results, them) = if count == 1 {
            ("result", "it")
        } else {
            ("results", "them")
        };
        format!(
            "minesweeper-alpha: {count} {results} kept from out (--again grades {them} again)\n"
        )
    }

    /// Compares two folders of results, but for times.
    #[track_caller]
    pub fn assert_same(&self, one: &str, other: &str) {
        assert_eq!(self.results(one), self.results(other));
        for name in ["index.html", "gradebook.csv"] {
            let [one, other] = [one, other].map(|folder| {
                let text = self.read(format!("{folder}/{name}"));
                without(&text, "<time>", '<')
            });
            assert_eq!(one, other, "{name}");
        }
        for name in ["submissions", "feedback", "gradescope", "junit"] {
            let [one, other] = [one, other].map(|folder| {
                let mut files: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(self.path(folder).join(name))
                    .expect("a folder")
                    .map(|entry| entry.expect("an entry").path())
                    .map(|path| {
                        (
                            path.file_name().expect("a name").into(),
                            without_times(fs::read(path).expect("a file")),
                        )
                    })
                    .collect();
                files.sort();
                files
            });
            assert!(one == other, "{name}");
        }
    }
}

/// A report without the values of its attributes `time`.
fn without_times(report: Vec<u8>) -> Vec<u8> {
    const TIME: &str = " time=\"";
    let report = String::from_utf8(report).expect("UTF-8");
    let mut parts = report.split(TIME);
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once('"').expect("its end").1);
    (first + &rest.collect::<Vec<_>>().join(TIME)).into_bytes()
}

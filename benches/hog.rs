//! What it costs a class that one of it wants all of the machine: how long it takes with and
//! without that one, as a ratio, and whether anybody else's points differ. Run with
//! `cargo bench --bench hog`, for classes of another size with `-- NUMBER`; Linux only.
//! It takes some twelve minutes for 300.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program that grades, and a copy of which is what everybody hands in.
const PROGRAM: &str = env!("CARGO_BIN_EXE_minesweeper-alpha");

const SUBMISSIONS: usize = 300;
const CASES: usize = 7;

/// What everybody else hands in: it computes for about as long as Java needs to begin.
const HONEST: &str = "\
i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done
exec 'PLAYER' \"$1\"
";

/// The programs that want all of something, with what it is.
const HOGS: [(&str, &str); 2] = [
    (
        // A session each, since the system shares the processors out by sessions.
        "processors",
        "i=0; while [ $i -lt 120 ]; do \
         setsid sh -c 'while :; do :; done' & i=$((i+1)); done; wait",
    ),
    ("processes", "bomb() { while :; do bomb & done; }; bomb"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let number = std::env::args().find_map(|word| word.parse().ok());
    let number: usize = number.unwrap_or(SUBMISSIONS);
    let class = Class::new(number)?;
    println!("{number} submissions with {CASES} cases each");
    let (alone, expected) = class.grade(None)?;
    println!(
        "  without a hog                    {:8.3} s",
        alone.as_secs_f64()
    );
    let mut unlike = Vec::new();
    for (what, script) in HOGS {
        let (with, mut points) = class.grade(Some(script))?;
        println!(
            "  with one of {what:12}         {:8.3} s, {:.3} times as long",
            with.as_secs_f64(),
            with.as_secs_f64() / alone.as_secs_f64()
        );
        points.remove(HOG);
        if points != expected {
            unlike.push(what);
        }
    }
    if unlike.is_empty() {
        println!("  everybody else's points are the same");
        Ok(())
    } else {
        Err(format!("points differ beside a hog of {}", unlike.join(" and ")).into())
    }
}

/// What the hog is called: in the middle of the others.
const HOG: &str = "s150-hog";

/// The points of the submissions; none of one that could not be graded.
type Points = BTreeMap<String, Option<f64>>;

/// A class without a hog, and room for one.
struct Class {
    folder: tempfile::TempDir,
}

impl Class {
    fn new(number: usize) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::Builder::new()
            .prefix("bench-hog-")
            .tempdir_in(env!("CARGO_TARGET_TMPDIR"))?;
        let class = Self { folder };
        let cases = class.path("cases");
        fs::create_dir(&cases)?;
        for number in 0..CASES {
            fs::write(cases.join(format!("tc{number}.seed.txt")), "5 5 1 0 0\n")?;
            fs::write(cases.join(format!("tc{number}.in.txt")), "r 4 4\n")?;
        }
        let recorded = Command::new(PROGRAM).arg("record").arg(&cases).output()?;
        if !recorded.status.success() {
            return Err(format!("record ended with {}", recorded.status).into());
        }
        let player = class.path("player");
        fs::copy(PROGRAM, &player)?;
        let honest = HONEST.replace("PLAYER", &player.display().to_string());
        // The hog is one of them.
        for number in 1..number {
            class.submit(&format!("s{number:03}"), &honest)?;
        }
        Ok(class)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn submit(&self, name: &str, script: &str) -> Result<PathBuf, Box<dyn Error>> {
        let folder = self.path("submissions").join(name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("run.sh"), script)?;
        Ok(folder)
    }

    /// Grades the class, with a hog if there is a script for one: how long that takes, and
    /// everybody's points.
    fn grade(&self, hog: Option<&str>) -> Result<(Duration, Points), Box<dyn Error>> {
        let hog = hog.map(|script| self.submit(HOG, script)).transpose()?;
        let output = self.path("output");
        let start = Instant::now();
        Command::new(PROGRAM)
            .arg("grade")
            .arg(self.path("cases"))
            .arg("--submissions")
            .arg(self.path("submissions"))
            .arg("--output")
            .arg(&output)
            .args(["--", "sh", "run.sh"])
            .stdout(Stdio::null())
            .status()?;
        let time = start.elapsed();
        let points = points(&output)?;
        fs::remove_dir_all(&output)?;
        hog.map(fs::remove_dir_all).transpose()?;
        Ok((time, points))
    }
}

fn points(output: &Path) -> Result<Points, Box<dyn Error>> {
    let results: Value = serde_json::from_slice(&fs::read(output.join("results.json"))?)?;
    let submissions = results["submissions"].as_array().ok_or("no submissions")?;
    let of_one = |one: &Value| Some((one["name"].as_str()?.to_owned(), one["points"].as_f64()));
    Ok(submissions.iter().filter_map(of_one).collect())
}
